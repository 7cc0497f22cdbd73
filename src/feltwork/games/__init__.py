"""The approved books, each in a folder of its own, opened by name.

>>> craps = open_book(book_names()[0])
>>> craps.wagers["place-to-win"].title
'Place Bet to Win'
>>> from feltwork.games.registry import with_wheels
>>> open_book(with_wheels()[0], wheel="double", lucky_ball="mega").name
'Roulette (The Star) with double zero with Lucky Ball with Mega Odds'
"""

from __future__ import annotations

from feltwork.games.registry import BookError, book_names, check_book, nearest, open_book

__all__ = ["BookError", "book_names", "check_book", "nearest", "open_book"]
