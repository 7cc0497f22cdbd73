"""What is wrong with a book, in words: for whoever writes one (``feltwork rules BOOK --check``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import astuple
from difflib import SequenceMatcher
from importlib.util import find_spec

from feltwork.felt.area import Area, LayoutError
from feltwork.felt.places import printed
from feltwork.games.book import Book
from feltwork.games.felts import felt_of, upright_of
from feltwork.games.game import Game, Kind, Run
from feltwork.games.register import (
    IMPLEMENTED,
    IN_PARTS,
    NOT_YET,
    PHYSICAL,
    RECORDED,
    STATES,
    below,
    carried_out,
    readings,
    register,
)
from feltwork.games.registry import OURS, BookError, every_kind, find_game, nearest
from feltwork.readings import ReadingError

COLOUR = re.compile("#[0-9a-f]{6}")
ALIKE = 17, 20
"""A role that shares so much of its letters with one of another book is that role, mistyped."""


def problems(name: str, strategies: Collection[str] | None = None) -> list[str]:
    """Everything in the folder of a book that does not fit together; nothing for a sound one.

    ``strategies`` are those that ship, where it is known which do.
    """
    try:
        game, kinds = find_game(name), every_kind(name)
        return [
            *_clauses(game),
            *_rows(game, kinds),
            *_conduct(game, kinds),
            *_felts(kinds),
            *_readings(game),
            *_game(game, strategies),
        ]
    except (BookError, ReadingError) as wrong:
        return [str(wrong)]


def _clauses(game: Game) -> Iterator[str]:
    rows = [row for row in register() if row.book == game.id]
    if not rows:
        yield f"clauses.tsv: {game.package} has none, or an empty one; an installed package has it as package data"
        return
    counted, cited = Counter(row.clause for row in rows), carried_out(game.id)
    yield from (f"clauses.tsv: {clause} stands there twice" for clause, times in counted.items() if times > 1)
    for row in rows:
        if row.state not in STATES:
            yield f"clauses.tsv: {row.clause} has the state '{row.state}', and not one of {', '.join(STATES)}"
        elif row.state == IN_PARTS and not below(row):
            yield f"clauses.tsv: {row.clause} is said to be done {IN_PARTS}, and there are none under it"
        elif row.module and not _is_module(row.module):
            yield f"clauses.tsv: {row.clause} names the module '{row.module}', which is not there"
    for clause, by in cited.items():
        if clause not in counted:
            yield f"clauses.tsv: {clause} is missing, which {by} cites"
    done = [row.clause for row in rows if row.state in (IMPLEMENTED, RECORDED) and not row.module]
    if idle := [clause for clause in done if clause not in cited]:
        yield (
            f"clauses.tsv: no row, house rule or power cites {', '.join(idle)}, "
            f"said to be {IMPLEMENTED} or {RECORDED}; "
            f"name the module that carries it out, or say '{NOT_YET}' or '{PHYSICAL}'"
        )


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _rows(game: Game, kinds: list[Book]) -> Iterator[str]:
    for kind in kinds:
        if kind.id != game.id:
            yield f"rows.py: the Book has the id '{kind.id}', the Game '{game.id}'"
        concepts = Counter(wager.concept for wager in kind.wagers.values())
        yield from (f"rows.py: two wagers have the concept '{word}'" for word, times in concepts.items() if times > 1)
        for wager in kind.wagers.values():
            if wager.parent and wager.parent not in kind.wagers:
                hint = nearest(wager.parent, kind.wagers)
                yield f"rows.py: {wager.name} lies behind '{wager.parent}', which is no wager of the book{hint}"


def _conduct(game: Game, kinds: list[Book]) -> Iterator[str]:
    """The wagers that make a shooter must be wagers of the book; a role is hardly meant if it is nearly another."""
    wagers = {wager for kind in kinds for wager in kind.wagers}
    runs = [game.conduct(Run(Kind(variant))) for variant in dict.fromkeys(kind.variant for kind in game.kinds)]
    known = {role for ours in OURS for role in find_game(ours).conduct(Run()).staff}
    for run in runs:
        for wager in run.shooting.line:
            if wager not in wagers:
                yield f"conduct.py: line names '{wager}', which is no wager of the book"
        for role in sorted((run.staff | set(run.crew)) - known):
            if near := next((other for other in sorted(known) if _is_like(role, other)), ""):
                yield f"conduct.py: no other book has the role '{role}'; did you mean '{near}'?"


def _is_like(word: str, other: str) -> bool:
    shared = sum(block.size for block in SequenceMatcher(None, word, other).get_matching_blocks())
    return 2 * shared * ALIKE[1] >= ALIKE[0] * (len(word) + len(other))


def _felts(kinds: list[Book]) -> Iterator[str]:
    for kind in kinds:
        for drawn, called in ((felt_of, "felt"), (upright_of, "upright felt")):
            try:
                felt = drawn(kind)
            except (LayoutError, KeyError, ValueError) as wrong:
                yield f"felt.py: {kind.name} cannot be drawn: {wrong}"
                break
            for area in felt.areas:
                if leaves := _outside(area):
                    on = "" if area.on is None else f" on {area.on}"
                    yield f"felt.py: on the {called} of {kind.name} '{leaves}' leaves the area of {area.wager}{on}"


def _outside(area: Area) -> str:
    """The first line of lettering that leaves the box around its area, if one does; chips may have pushed it there."""
    x, y, wide, tall = area.outline.bounds
    level = [line for line in area.lettering if not line.turn]
    for line, rect in zip(level, printed(level, ()), strict=True):
        if rect.left < x or rect.top < y or rect.right > x + wide or rect.bottom > y + tall:
            return line.text
    return ""


def _readings(game: Game) -> Iterator[str]:
    written = {reading.id: reading for reading in readings()}
    clauses = {row.clause for row in register() if row.book == game.id}
    for option in game.options:
        reading = written.get(option.id)
        if reading is None:
            yield f"readings.py: {option.name} stands on {option.id}, which no readings.tsv has"
            continue
        for book, clause in sorted(reading.where):
            if not clause or (book == game.id and clause not in clauses):
                where = f"{book}:{clause}" if clause else book
                yield f"readings.tsv: {option.id} is about '{where}', and not a clause of a book, as in {game.id}:1.1"


def _game(game: Game, strategies: Collection[str] | None) -> Iterator[str]:
    for colour in astuple(game.hue):
        if not COLOUR.fullmatch(colour.lower()):
            yield f"game.py: a hue is written as #14506b, not '{colour}'"
    for name in game.strategies:
        if strategies is not None and name not in strategies:
            yield f"game.py: no strategy that ships is called '{name}'{nearest(name, strategies)}"
