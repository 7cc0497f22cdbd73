"""The felts: one layout description for each kind of table, drawn as SVG.

>>> from feltwork.rulebooks import open_book
>>> felt = felt_of(open_book("star-craps"))
>>> felt.area("place-to-win", 6).spot
(459, 247)
"""

from __future__ import annotations

from feltwork.felt.area import Area, Felt
from feltwork.felt.render import layout_data, render
from feltwork.felt.style import stylesheet
from feltwork.rulebooks.book import Book


def felt_of(book: Book) -> Felt:
    """The felt of a book as it is played at this kind of table."""
    from feltwork.felt import craps

    return craps.mini_craps(book) if book.amendments else craps.craps(book)


__all__ = ["Area", "Felt", "felt_of", "layout_data", "render", "stylesheet"]
