"""The layouts a table's cloth may have.

The drawings are not in the approved texts, only their names (reading G17): which wheel a layout belongs to, whether it
has Lucky Ball areas, and that the outside of layout C has a 0 of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

OUTSIDE_ZERO = "outside 0"
"""What a Straight Up is on when its chips lie on the 0 at the outside of layout C."""


@dataclass(frozen=True)
class Layout:
    """One drawing of a book."""

    name: str
    clause: str
    wheel: str = "single"
    lucky_ball: bool = False
    outside_zero: bool = False


def _drawn(name: str, wheel: str = "single", *, lucky_ball: bool = False, outside_zero: bool = False) -> Layout:
    return Layout(name, f"DIAGRAM {name}", wheel, lucky_ball, outside_zero)


LAYOUTS: dict[str, dict[str, Layout]] = {
    "star-roulette": {
        drawn.name: drawn
        for drawn in (
            _drawn("A"), _drawn("B", "double"), _drawn("C", outside_zero=True), _drawn("D", "double"),
            _drawn("E", lucky_ball=True), _drawn("F", "double", lucky_ball=True),
        )
    },
    "dragon-fire": {"A": _drawn("A")},
}  # fmt: skip
MARKED_LAYOUT = "2.2"
"""The clause by which a cloth is marked like one of the drawings, in both books."""


def usual_layout(book: str, wheel: str, lucky_ball: bool) -> str:
    """The first of the book's layouts that fits the table; no name for a book whose layouts are not told apart.

    >>> usual_layout("star-roulette", "double", False), usual_layout("star-roulette", "single", True)
    ('B', 'E')
    """
    fitting = (d.name for d in LAYOUTS.get(book, {}).values() if d.wheel == wheel and d.lucky_ball == lucky_ball)
    return next(fitting, "")


def unfit(book: str, layout: str, wheel: str, lucky_ball: bool) -> str | None:
    """Why this layout cannot be on such a table. Lucky Ball needs its areas; areas need not be offered (2.8)."""
    known = LAYOUTS.get(book, {})
    if layout not in known:
        return f"the layouts of {book} are {', '.join(known)}" if known else f"{book} has one layout without a name"
    if known[layout].wheel != wheel:
        return f"layout {layout} belongs to a wheel with a {known[layout].wheel} zero"
    if lucky_ball and not known[layout].lucky_ball:
        return f"layout {layout} has no Lucky Ball areas"
    return None


def has_outside_zero(book: str, layout: str) -> bool:
    drawn = LAYOUTS.get(book, {}).get(layout)
    return drawn is not None and drawn.outside_zero
