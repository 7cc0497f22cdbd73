"""The house edges that a book itself states, held against the exact ones (1.1, reading R10)."""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.games.book import Book
from feltwork.games.registry import find_game
from feltwork.lab.analysis.edges import OddsRow
from feltwork.odds import percent
from feltwork.outcomes import DOUBLE_ZERO


@dataclass(frozen=True)
class Declared:
    """A stated edge and whether a wager's exact edge rounds to it."""

    percent: str
    clause: str
    agrees: bool
    says: str


def declared_edges(book: Book, rows: list[OddsRow]) -> dict[str, Declared]:
    """For each wager of the main game, does it have the edge that the book declares?"""
    stated, clause = find_game(book.id).edges.get("double" if DOUBLE_ZERO in book.wheel else "single", ("", ""))
    if not stated:
        return {}
    main = [row for row in rows if row.wager != "lucky-ball"]
    found = {}
    for row in main:
        agrees = percent(row.edge, 2) == stated
        if agrees:
            says = f"The book declares a house edge of {stated}% ({clause}); the exact edge agrees ({row.edge})."
        else:
            says = (
                f"The book declares a house edge of {stated}% ({clause}), but {row.wager} has "
                f"{row.edge} ({percent(row.edge, 2)}%): {row.wager} contradicts the declaration."
            )
        found[row.wager] = Declared(stated, clause, agrees, says)
    return found
