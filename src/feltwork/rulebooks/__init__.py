"""The former name of ``feltwork.games``; it goes away with the next release."""

from __future__ import annotations

import warnings

from feltwork.games import BookError, book_names, check_book, nearest, open_book

warnings.warn("feltwork.rulebooks is now feltwork.games", DeprecationWarning, stacklevel=2)
BOOKS = book_names()
__all__ = ["BOOKS", "BookError", "check_book", "nearest", "open_book"]
