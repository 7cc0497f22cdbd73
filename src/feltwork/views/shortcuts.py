"""Groups of wagers that a player's screen offers by one button, as plain data."""

from __future__ import annotations

from feltwork.games.book import Book
from feltwork.games.registry import find_game
from feltwork.outcomes import selection_data
from feltwork.views.views import Data


def shortcuts_of(book: Book) -> list[Data]:
    """What the book offers of them at this kind of table: those whose wagers are all there."""
    names = {row.concept: name for name, row in book.wagers.items()}
    found: list[Data] = []
    for shortcut in find_game(book.id).shortcuts:
        parts = [
            {"wager": names[concept], "on": selection_data(on), "times": times}
            for (concept, on), times in shortcut.spots.items()
            if concept in names and on in book.wagers[names[concept]].shapes
        ]
        if len(parts) == len(shortcut.spots) and shortcut.pockets in (0, len(book.wheel)):
            found.append({"name": shortcut.name, "parts": parts, "not_point": shortcut.not_point})
    return found
