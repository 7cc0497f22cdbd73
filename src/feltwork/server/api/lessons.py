"""The first lesson of a game, for a practice table: what a beginner does step by step, as data of the book's folder.

A step points at a spot and waits: until a chip of the player's lies there, until a result has come, or until they go
on. What it says is there in each language of the screens.

It tells a player what to bet. At a live table that would be advice on how to play (Star Craps 9.6, Crown 9.5, Roulette
9.6, Dragon Fire 11.6), so nothing is told there, whoever asks.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from feltwork.games.registry import find_game
from feltwork.server.sockets.room import Room

FILE = "lesson.json"


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to do, and what is said once it is done."""

    say: dict[str, str]
    until: str
    """``chip``, ``round`` or ``next``."""
    spot: str = ""
    when: str = ""
    """Passed over unless the table stands so: ``come-out``, ``point``, or ``thawed`` where nothing is frozen."""
    has: str = ""
    """Passed over unless a chip of the player's lies here."""
    well: dict[str, str] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """What the game is called in a sentence, and the steps."""

    game: dict[str, str]
    steps: tuple[Step, ...]


@cache
def lesson_of(book: str) -> Lesson | None:
    """The lesson of a book; nothing where its folder has none."""
    file = resources.files(find_game(book).package) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Lesson) if file.is_file() else None


def lesson_at(room: Room) -> Lesson | None:
    """The lesson of the game that is practised at a table."""
    game = room.live.game
    return lesson_of(game.book.id) if game is not None and room.live.opening.rehearsal else None
