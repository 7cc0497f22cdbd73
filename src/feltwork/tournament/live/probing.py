"""Whether a command would be taken: tried without the other streams, with something plausible where a text is due."""

from __future__ import annotations

from typing import Any

from feltwork.aggregate import Elsewhere
from feltwork.cage.state import Cage
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asked, Asker
from feltwork.table.live.state import LiveTable
from feltwork.tournament.live.play import book_of
from feltwork.tournament.live.registry import COMMANDS
from feltwork.tournament.live.state import Decision, Tournament

WORDS = "as seen"
"""Stands for a text that is still to be written."""
SOMEBODY = "somebody"
SECRET = bytes(32)
"""Stands for a secret that this side does not know."""

Candidate = tuple[str, Asked, tuple[str, ...], bool]
"""Where it belongs, the command with something plausible in it, what is asked for, and whether it is a main step."""


class Nowhere:
    """Other streams, of which nothing is known here: what stands there is looked at when the command is sent."""

    cage = Cage()

    def __init__(self, at: int) -> None:
        self.at = at

    def table_names(self) -> list[str]:
        return []

    def table(self, name: str) -> LiveTable:
        return LiveTable(name)

    def state(self, kind: str, name: str = "") -> Any:
        raise KeyError(name)

    def names(self, kind: str) -> list[str]:
        return []


def tried(tournament: Tournament, command: Asked, by: Asker, others: Elsewhere) -> Decision:
    """What a command would come to."""
    decided: Decision = COMMANDS[type(command)][1](tournament, command, by, others)
    return decided


def refused(tournament: Tournament, command: Asked, by: Asker, others: Elsewhere) -> Refusal | None:
    """Why a command would be refused; nothing where it would be taken."""
    decided = tried(tournament, command, by, others)
    return decided if isinstance(decided, Refusal) else None


def stranger(tournament: Tournament) -> str:
    """A name that nobody in the tournament has."""
    known = {*tournament.entries, tournament.official.person}
    return next(name for number in range(len(known) + 1) if (name := f"{SOMEBODY}-{number}") not in known)


def plain_wagers(tournament: Tournament) -> list[str]:
    """Wagers of the book that are on nothing in particular."""
    terms = tournament.terms
    assert terms is not None
    return [name for name, row in book_of(terms).wagers.items() if None in row.shapes]
