"""The felts: one layout description for each kind of table, drawn as SVG.

>>> from feltwork.rulebooks import open_book
>>> felt = felt_of(open_book("star-craps"))
>>> felt.area("place-to-win", 6).spot
(459, 264)
>>> felt_of(open_book("star-roulette", wheel="double")).figure
'DIAGRAM B'
"""

from __future__ import annotations

from feltwork.felt.area import Area, Felt
from feltwork.felt.aruze import screen
from feltwork.felt.craps import craps, mini_craps
from feltwork.felt.dragon import dragon_fire
from feltwork.felt.render import layout_data, render
from feltwork.felt.roulette import LayoutError, roulette
from feltwork.felt.style import stylesheet
from feltwork.felt.wheel import render_wheel
from feltwork.rulebooks.book import Book


def felt_of(book: Book, layout: str | None = None) -> Felt:
    """The felt of a book as it is played at this kind of table; ``layout`` names a roulette cloth, A to F."""
    if book.spins:
        return roulette(book, layout)
    if layout is not None:
        raise LayoutError(f"{book.name} has one layout; only star-roulette has several")
    if book.id == "crown-craps" and book.amendments:
        return mini_craps(book)
    return {"aruze-craps": screen, "dragon-fire": dragon_fire}.get(book.id, craps)(book)


__all__ = ["Area", "Felt", "LayoutError", "felt_of", "layout_data", "render", "render_wheel", "stylesheet"]
