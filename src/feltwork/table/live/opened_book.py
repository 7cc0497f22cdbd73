"""The book by whose rows a table is played: those it was opened under, whatever rows the program has since."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.stored_book import FormerBook, former, named_as, rebuilt

if TYPE_CHECKING:
    from feltwork.table.live.topics.opening import TableOpened

Stored = Callable[[str], bytes | None]
"""The stored form of the book with this fingerprint, as a log keeps it."""


def program_book(event: TableOpened) -> Book:
    """The book that an opening names, by the rows that this program has."""
    return open_book(
        event.book, variant=event.variant, wheel=event.wheel, lucky_ball=event.lucky_ball, readings=event.readings
    )


def opened_book(event: TableOpened, stored: Stored) -> Book:
    """The book a table was opened under: this program's if it is the same one, else as it was stored.

    One that is not stored, or is damaged, leaves the program's own: then only what lies is wrong, for nothing more is
    taken, and the verifier names it.
    """
    book = program_book(event)
    if book.fingerprint == event.fingerprint:
        return book
    body = stored(event.fingerprint)
    if body is None or sha256(body).hexdigest() != event.fingerprint:
        return former(book)
    return named_as(_rebuilt(body), book)


@lru_cache(16)
def _rebuilt(body: bytes) -> FormerBook:
    return rebuilt(json.loads(body))
