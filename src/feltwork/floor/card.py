"""What a spot tells about itself: name, what it pays, the exact edge, the clause."""

from __future__ import annotations

from feltwork.analysis.edges import OddsRow, odds_row, reported_selections
from feltwork.floor.views import Data, area_key
from feltwork.odds import in_words, percent
from feltwork.outcomes import Selection
from feltwork.rulebooks.book import Book
from feltwork.table.events import say_selection, selection_data
from feltwork.wagers.row import Wager

_CARDS: dict[str, dict[str, Data]] = {}
"""Cards by the book's fingerprint: exact odds take a tenth of a second, and a book never changes."""


def wager_card(book: Book) -> dict[str, Data]:
    """Every spot of a book by its key; edges are those of the rows themselves."""
    if book.fingerprint not in _CARDS:
        _CARDS[book.fingerprint] = {
            area_key(name, on): _spot(wager, on, odds_row(book, wager, on))
            for name, wager in book.wagers.items()
            for on in {**wager.shapes, **dict.fromkeys(reported_selections(book, wager))}
        }
    return _CARDS[book.fingerprint]


def _spot(wager: Wager, on: Selection, row: OddsRow) -> Data:
    return {
        "wager": wager.name, "on": selection_data(on), "title": wager.title, "clause": wager.clause,
        "name": wager.title if on is None else f"{wager.title} on {say_selection(on)}",
        "contract": wager.contract, "parent": wager.parent, "concept": wager.concept,
        "units": wager.units.count if wager.units else None, "sleeps": wager.sleeps, "switchable": wager.switchable,
        "pays": " or ".join(in_words(pays) for pays in row.pays), "edge": str(row.edge),
        "edge_percent": percent(row.edge),
    }  # fmt: skip
