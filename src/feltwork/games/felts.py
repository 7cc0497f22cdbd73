"""The felt of a table: one layout description for each kind, drawn from the rows of its book.

>>> from feltwork.games import open_book
>>> felt = felt_of(open_book("star-craps"))
>>> felt.area("place-to-win", 6).spot
(459, 264)
>>> felt_of(open_book("star-roulette", wheel="double")).figure
'DIAGRAM B'
"""

from __future__ import annotations

from dataclasses import replace

from feltwork.felt.area import Felt, LayoutError
from feltwork.felt.further import completed
from feltwork.games.book import Book
from feltwork.games.registry import find_game, games


def felt_of(book: Book, layout: str | None = None) -> Felt:
    """The felt of a book as it is played at this kind of table; ``layout`` names one of its layouts, as A to F."""
    game = find_game(book.id)
    if layout is not None and len(game.layouts) < 2:
        several = " and ".join(other.id for other in games() if len(other.layouts) > 1)
        raise LayoutError(f"{book.name} has one layout; only {several} has several")
    return completed(replace(game.felt(book, layout), cloth=(game.hue.light, game.hue.shade)))
