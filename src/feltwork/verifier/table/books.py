"""The book a table was played under: stored whole, named by its fingerprint, and the one this program has."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from feltwork.games import BookError, open_book
from feltwork.games.book import Book
from feltwork.games.stored_book import rebuilt
from feltwork.readings import ReadingError
from feltwork.verifier.remembered import emptied_with_caches, remembered
from feltwork.verifier.table.layout import Steps

OURS: set[str] = set()
"""Fingerprints of books that this program has and a log has asked for."""
emptied_with_caches(OURS.clear)


def canonical(data: object) -> bytes:
    """Data as JSON with sorted names and no spaces: the one way to write it."""
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def wrong_book(fingerprint: str, body: bytes) -> str | None:
    """Why a stored book is not the one its fingerprint names."""
    if fingerprint in OURS and sha256(body).hexdigest() == fingerprint:
        return None  # what has the hash of something written in the canonical way is written so
    try:
        plain = canonical(json.loads(body))
    except (ValueError, RecursionError):
        return "the stored book is not JSON"
    if sha256(plain).hexdigest() != fingerprint:
        return "the stored book does not have the fingerprint it is kept under"
    return None if plain == body else "the stored book is not written in the canonical way"


class Played(NamedTuple):
    """The book that a table was opened under."""

    book: Book
    stored: bool
    """Was it rebuilt from its stored form, because this program has another one?"""
    wrong: list[str]
    steps: Steps
    """What results do to its wagers, as far as it has been worked out."""


def book_of(opening: dict[str, Any], stored: bytes | None) -> Played:
    """The book that an opening event names: this program's if it is the same one, else as it was stored."""
    named, wrong = opening["fingerprint"], []
    chosen = (opening[part] for part in ("book", "variant", "wheel", "lucky_ball"))
    try:
        ours, fingerprint, steps = _ours(open_book, *chosen, tuple(sorted(opening["readings"].items())))
    except TypeError:
        ours, fingerprint, steps = None, "", {}  # no choice of a book is a list
    same = fingerprint == named
    if stored is None:
        wrong.append(f"the book {named[:12]} that the table was opened under is not stored")
    elif sha256(stored).hexdigest() != named:
        wrong.append(f"the stored book is not the one with fingerprint {named[:12]}")
    if ours is not None and (same or wrong):
        if not same:
            wrong.append(f"this program's {opening['book']} is another book than {named[:12]}")
        return Played(ours, False, wrong, steps)
    return Played(rebuilt(json.loads(stored or b"")), True, wrong, {})


@remembered(64, typed=True)
def _ours(
    opens: Callable[..., Book],
    name: str,
    variant: str,
    wheel: str,
    lucky_ball: bool,
    chosen: tuple[tuple[str, str], ...],
) -> tuple[Book | None, str, Steps]:
    """The book that a program opens for these choices, its fingerprint, and what was worked out of it: few books,
    opened again and again."""
    try:
        book = opens(name, variant=variant, wheel=wheel, lucky_ball=lucky_ball, readings=dict(chosen))
    except (BookError, ReadingError):
        return None, "", {}
    fingerprint = sha256(canonical(book.data)).hexdigest()
    OURS.add(fingerprint)
    return book, fingerprint, {}
