"""What is wrong with a book, in words: for whoever writes one (``feltwork rules BOOK --check``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from feltwork.felt.area import LayoutError
from feltwork.games.book import Book
from feltwork.games.felts import felt_of
from feltwork.games.game import Game, Kind, Run
from feltwork.games.register import STATES, carried_out, readings, register
from feltwork.games.registry import BookError, every_kind, find_game


def problems(name: str) -> list[str]:
    """Everything in the folder of a book that does not fit together; nothing for a sound one."""
    try:
        game, kinds = find_game(name), every_kind(name)
        return [*_clauses(name), *_conduct(game, kinds), *_felts(kinds), *_readings(game)]
    except BookError as wrong:
        return [str(wrong)]


def _clauses(name: str) -> Iterator[str]:
    rows = [row for row in register() if row.book == name]
    counted = Counter(row.clause for row in rows)
    yield from (f"clauses.tsv: {clause} stands there twice" for clause, times in counted.items() if times > 1)
    for row in rows:
        if row.state not in STATES:
            yield f"clauses.tsv: {row.clause} has the state '{row.state}', and not one of {', '.join(STATES)}"
    for clause, by in carried_out(name).items():
        if clause not in counted:
            yield f"clauses.tsv: {clause} is missing, which {by} cites"


def _conduct(game: Game, kinds: list[Book]) -> Iterator[str]:
    """The wagers that make a shooter must be wagers of the book."""
    wagers = {wager for kind in kinds for wager in kind.wagers}
    for variant in dict.fromkeys(kind.variant for kind in game.kinds):
        for wager in game.conduct(Run(Kind(variant))).line:
            if wager not in wagers:
                yield f"conduct.py: line names '{wager}', which is no wager of the book"


def _felts(kinds: list[Book]) -> Iterator[str]:
    for kind in kinds:
        try:
            felt_of(kind)
        except (LayoutError, KeyError, ValueError) as wrong:
            yield f"felt.py: {kind.name} cannot be drawn: {wrong}"


def _readings(game: Game) -> Iterator[str]:
    written = {reading.id for reading in readings()}
    for option in game.options:
        if option.id not in written:
            yield f"readings.py: {option.name} stands on {option.id}, which no readings.tsv has"
