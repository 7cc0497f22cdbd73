"""The cloth of a Star Craps table (2.2)."""

from __future__ import annotations

from feltwork.felt.area import Felt
from feltwork.games.book import Book
from feltwork.games.craps_felt import craps


def felt(book: Book, layout: str | None) -> Felt:
    """Diagram A."""
    return craps(book)
