"""The cloths of Crown's tables: Craps (2.2) and Mini Craps (7.2.2)."""

from __future__ import annotations

from feltwork.felt.area import Felt
from feltwork.games.book import Book
from feltwork.games.craps_felt import craps, mini_craps


def felt(book: Book, layout: str | None) -> Felt:
    """Diagram A, or B for Mini Craps."""
    return mini_craps(book) if book.amendments else craps(book)
