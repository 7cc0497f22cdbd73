"""The former name of ``feltwork.games``; it goes away with the next release."""

from __future__ import annotations

import warnings

from feltwork import games

_NAMES = ("BookError", "check_book", "nearest", "open_book")


def __getattr__(name: str) -> object:
    if name != "BOOKS" and name not in _NAMES:
        raise AttributeError(f"module 'feltwork.rulebooks' has no attribute {name!r}")
    warnings.warn("feltwork.rulebooks is now feltwork.games", DeprecationWarning, stacklevel=2)
    return games.book_names() if name == "BOOKS" else getattr(games, name)
