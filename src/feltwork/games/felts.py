"""The felt of a table: one layout description for each kind, drawn from the rows of its book.

>>> from feltwork.games.registry import USUAL_BOOK, open_book, with_wheels
>>> felt = felt_of(open_book(USUAL_BOOK))
>>> felt.area("place-to-win", 6).spot
(459, 303)
>>> felt_of(open_book(with_wheels()[0], wheel="double")).figure
'DIAGRAM B'
"""

from __future__ import annotations

from dataclasses import replace

from feltwork.felt.area import Felt, LayoutError
from feltwork.felt.further import completed
from feltwork.felt.upright import derived
from feltwork.games.book import Book
from feltwork.games.registry import find_game, games


def felt_of(book: Book, layout: str | None = None) -> Felt:
    """The felt of a book as it is played at this kind of table; ``layout`` names one of its layouts, as A to F."""
    game = find_game(book.id)
    if layout is not None and len(game.layouts) < 2:
        several = " and ".join(other.id for other in games() if len(other.layouts) > 1)
        raise LayoutError(f"{book.name} has one layout; only {several} has several")
    return completed(replace(game.felt(book, layout), cloth=(game.hue.light, game.hue.shade)))


def upright_of(book: Book) -> Felt:
    """The felt of a book as an upright phone shows it."""
    game = find_game(book.id)
    if game.upright is None:
        return derived(felt_of(book))
    return completed(replace(game.upright(book), cloth=(game.hue.light, game.hue.shade)))
