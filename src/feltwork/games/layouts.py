"""The layouts a table's cloth may have.

The drawings are not in the approved texts, only their names (reading G17): which wheel a layout belongs to, whether it
has Lucky Ball areas, and that the outside of layout C has a 0 of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from feltwork.games.game import Layout
from feltwork.games.registry import book_names, find_game

OUTSIDE_ZERO = "outside 0"
"""What a Straight Up is on when its chips lie on the 0 at the outside of a layout."""
MARKED_LAYOUT = "2.2"
"""The clause by which a cloth is marked like one of the drawings, in all books that tell them apart."""


def layouts_of(book: str) -> Mapping[str, Layout]:
    """The drawings that a book tells apart; none for a book that is not known."""
    return find_game(book).layouts if book in book_names() else {}


def usual_layout(book: str, wheel: str, lucky_ball: bool) -> str:
    """The first of the book's layouts that fits the table; no name for a book whose layouts are not told apart.

    >>> from feltwork.games.registry import with_wheels
    >>> book = with_wheels()[0]
    >>> usual_layout(book, "double", False), usual_layout(book, "single", True)
    ('B', 'E')
    """
    drawn = layouts_of(book).values()
    return next((d.name for d in drawn if d.wheel == wheel and d.lucky_ball == lucky_ball), "")


def unfit(book: str, layout: str, wheel: str, lucky_ball: bool) -> str | None:
    """Why this layout cannot be on such a table. Lucky Ball needs its areas; areas need not be offered (2.8)."""
    known = layouts_of(book)
    if layout not in known:
        return f"the layouts of {book} are {', '.join(known)}" if known else f"{book} has one layout without a name"
    if known[layout].wheel != wheel:
        return f"layout {layout} belongs to a wheel with a {known[layout].wheel} zero"
    if lucky_ball and not known[layout].lucky_ball:
        return f"layout {layout} has no Lucky Ball areas"
    return None


def has_outside_zero(book: str, layout: str) -> bool:
    drawn = layouts_of(book).get(layout)
    return drawn is not None and drawn.outside_zero
