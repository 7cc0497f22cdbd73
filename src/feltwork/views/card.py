"""What a spot tells about itself: name, what it pays, the exact edge, the clause."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from feltwork.games.book import Book
from feltwork.games.card import Entry, entry
from feltwork.lab.analysis.edges import OddsRow, odds_row, reported_selections
from feltwork.odds import in_words, percent
from feltwork.outcomes import Selection
from feltwork.table.play.events import say_selection, selection_data
from feltwork.views.views import Data, area_key
from feltwork.wagers.row import Wager
from feltwork.wagers.shapes import Rider

_CARDS: dict[str, dict[str, Data]] = {}
"""Cards by the book's fingerprint: exact odds take a tenth of a second, and a book never changes."""


def wager_card(book: Book) -> dict[str, Data]:
    """Every spot of a book by its key, with the edge of its row where the table shows edges."""
    if book.fingerprint not in _CARDS:
        edges = book.readings.is_set("show_edges")
        _CARDS[book.fingerprint] = {
            area_key(name, on): _spot(wager, on, row, said) | (_edge(row) if edges else {})
            for name, wager in book.wagers.items()
            for said in (entry(book, wager),)
            for on in {**wager.shapes, **dict.fromkeys(reported_selections(book, wager))}
            for row in (odds_row(book, wager, on),)
        }
    return _CARDS[book.fingerprint]


def _spot(wager: Wager, on: Selection, row: OddsRow, said: Entry) -> Data:
    """A spot as screens tell of it; prices are said as they are printed on the felt.

    ``full`` counts the chips of the least stake that is paid without a remainder, ``full_on`` by the point.
    """
    shape = wager.shapes.get(on)
    by_point = shape.winning if isinstance(shape, Rider) and shape.point is None else {}
    printed = {arm.odds: arm.pays.text for arm in shape.arms() if arm.pays} if shape else {}
    return {
        "wager": wager.name,
        "on": selection_data(on),
        "title": wager.title,
        "clause": wager.clause,
        "name": wager.title if on is None else f"{wager.title} on {say_selection(on)}",
        "contract": wager.contract,
        "parent": wager.parent,
        "concept": wager.concept,
        "units": wager.units.count if wager.units else None,
        "sleeps": wager.sleeps,
        "switchable": wager.switchable,
        "pays": " or ".join(printed.get(pays) or in_words(pays) for pays in row.pays),
        "how": list(said.decided),
        "also": list(said.also),
        "full": _whole(pays.denominator for pays in row.pays),
        "full_on": {str(point): arm.odds.denominator for point, arm in by_point.items()},
    }


def _edge(row: OddsRow) -> Data:
    """What a terminal may leave out (reading G20)."""
    return {"edge": str(row.edge), "edge_percent": percent(row.edge)}


def _whole(parts: Iterable[int]) -> int:
    """The least number that all of them divide."""
    found = 1
    for part in parts:
        found *= Fraction(part, found).numerator
    return found
