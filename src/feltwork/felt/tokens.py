"""Chips, dice, puck and dolly as SVG symbols, used by reference on every felt."""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.felt.area import LEAN, Places, Point
from feltwork.fonts import SANS
from feltwork.money import format_money


@dataclass(frozen=True)
class Chip:
    """A denomination: its value in cents, what is printed on it, its colours and its own shape."""

    value: int
    face: str
    body: str
    edge: str
    shape: str


CHIPS = (
    Chip(100000, "1K", "#d98a1f", "#fff3dc", "M0 -12 L11 -4 L7 10 L-7 10 L-11 -4 Z"),
    Chip(50000, "500", "#6b3fa0", "#efe4ff", "M-6 -11 L6 -11 L12 0 L6 11 L-6 11 L-12 0 Z"),
    Chip(10000, "100", "#22252b", "#e9e6dc", "M0 -13 L13 0 L0 13 L-13 0 Z"),
    Chip(2500, "25", "#1f7a4d", "#e6f5ea", "M-10 -10 L10 -10 L10 10 L-10 10 Z"),
    Chip(500, "5", "#b3262e", "#fbe9e4", "M0 -14 L13 9 L-13 9 Z"),
    Chip(100, "1", "#e9e2cf", "#3b5b8c", "M-11 0 a11 11 0 1 0 22 0 a11 11 0 1 0 -22 0 Z"),
    Chip(50, "50c", "#c6cbd3", "#4b5563", "M-12 -6 L12 -6 L12 6 L-12 6 Z"),
    Chip(10, "10c", "#c6cbd3", "#7a5230", "M-8 -11 L8 -11 L8 11 L-8 11 Z"),
    Chip(5, "5c", "#c6cbd3", "#1f7a4d", "M-11 -7 L11 -7 L7 9 L-7 9 Z"),
    Chip(1, "1c", "#b98a5a", "#3f2a14", "M-11 9 L11 9 L7 -7 L-7 -7 Z"),
)
"""Largest first. No two share a shape, so that colour is never the only difference."""
RAIL = (100, 500, 2500, 10000, 50000)
"""The chips that a player takes in hand at a screen, smallest first."""
SMALL = 26
TALL = 5
"""No stack is drawn higher than this; the total is always printed."""


def _pips(face: int) -> tuple[Point, ...]:
    """Where the pips of a face are, on a die 40 wide around its middle."""
    near, far = -11, 11
    middle = ((0, 0),) if face % 2 else ()
    corners = ((near, far), (far, near)) if face > 1 else ()
    others = ((near, near), (far, far)) if face > 3 else ()
    sides = ((near, 0), (far, 0)) if face == 6 else ()
    return (*middle, *corners, *others, *sides)


def dice_symbols() -> str:
    """Six faces, ``die-1`` to ``die-6``."""
    found = []
    for face in range(1, 7):
        pips = "".join(f'<circle cx="{x}" cy="{y}" r="4" fill="#1b1c1f"/>' for x, y in _pips(face))
        body = '<rect x="-19" y="-19" width="38" height="38" rx="7" fill="#f6f0de" stroke="#0005"/>'
        found.append(f'<symbol id="die-{face}" viewBox="-20 -20 40 40">{body}{pips}</symbol>')
    return "".join(found)


def chip_symbols() -> str:
    """A symbol for each denomination, ``chip-500`` for five dollars."""
    found = []
    for chip in CHIPS:
        dark = chip.body in ("#e9e2cf", "#c6cbd3")
        size = 11 if len(chip.face) > 2 else 14
        found.append(
            f'<symbol id="chip-{chip.value}" viewBox="-21 -21 42 42">'
            f'<circle r="20" fill="{chip.body}" stroke="#0007" stroke-width="1"/>'
            f'<circle r="17" fill="none" stroke="{chip.edge}" stroke-width="5" pathLength="48" '
            'stroke-dasharray="3 5" stroke-dashoffset="1"/>'
            f'<circle r="14" fill="{chip.body}" stroke="{chip.edge}" stroke-width="1"/>'
            f'<path d="{chip.shape}" fill="none" stroke="{chip.edge}" stroke-width="1" opacity=".75"/>'
            f"{_printed(chip.face, 4, size, '#222' if dark else '#fff')}"
            "</symbol>"
        )
    return "".join(found)


def marker_symbols() -> str:
    """The puck, on and off, and the dolly."""
    dolly = (
        '<ellipse cy="14" rx="13" ry="4" fill="#0006"/><path fill="#e2b33a" stroke="#6b4e0c" '
        'd="M-12 14 Q-12 8 -5 6 L-4 -4 Q-8 -8 -8 -12 Q-8 -18 0 -18 Q8 -18 8 -12 Q8 -8 4 -4 L5 6 Q12 8 12 14 Z"/>'
    )
    on, off = _puck("ON", "#e2b33a", "#231a04"), _puck("OFF", "#202226", "#e2b33a")
    shapes = {"puck-on": on, "puck-off": off, "dolly": dolly}
    return "".join(f'<symbol id="{name}" viewBox="-20 -20 40 40">{inner}</symbol>' for name, inner in shapes.items())


def _puck(word: str, body: str, ink: str) -> str:
    return (
        f'<circle r="18" fill="{body}" stroke="{ink}" stroke-width="1"/>'
        f'<circle r="15" fill="none" stroke="{ink}" stroke-width="1"/>{_printed(word, 4, 12, ink)}'
    )


def _printed(text: str, y: int, size: int, ink: str) -> str:
    """Lettering inside a symbol, where no style sheet reaches."""
    return (
        f'<text y="{y}" font-size="{size}" font-weight="800" text-anchor="middle" fill="{ink}" '
        f"font-family='{SANS}'>{text}</text>"
    )


def stack(cents: int) -> list[Chip]:
    """The fewest chips that make an amount, largest first.

    >>> [chip.face for chip in stack(3600)]
    ['25', '5', '5', '1']
    """
    found = []
    for chip in CHIPS:
        count, cents = divmod(cents, chip.value)
        found += [chip] * count
    return found


def stack_svg(places: Places, cents: int) -> str:
    """Chips where they lie, leaning a little, with their total below; in a strip one chip, and the total beside it."""
    (x, y), size = places.own, places.chip
    text = format_money(cents).removesuffix(".00")
    half, wide = size // 2, 12 + 8 * len(text)
    if places.strip:
        whole = size + wide - 4
        left = x - whole // 2
        first = stack(cents)[0].value
        chips = f'<use href="#chip-{first}" x="{left}" y="{y - half}" width="{size}" height="{size}"/>'
        return (
            f'<g class="chips" data-cents="{cents}">{chips}{_total(left + size - 4 + wide // 2, y - 9, wide, text)}</g>'
        )
    chips = "".join(
        f'<use href="#chip-{chip.value}" x="{x - half + i}" y="{y - half - size * i // LEAN}" '
        f'width="{size}" height="{size}"/>'
        for i, chip in enumerate(stack(cents)[:TALL])
    )
    below = half - 6 if size > SMALL else 2
    return f'<g class="chips" data-cents="{cents}">{chips}{_total(x, y + below, wide, text)}</g>'


def _total(x: int, top: int, wide: int, text: str) -> str:
    return (
        f'<rect x="{x - wide // 2}" y="{top}" width="{wide}" height="17" rx="8" class="total-back"/>'
        f'<text x="{x}" y="{top + 13}" class="total">{text}</text>'
    )


def puck_svg(at: Point, on: bool) -> str:
    return _marker("puck-on" if on else "puck-off", at, 38)


def dolly_svg(at: Point) -> str:
    return _marker("dolly", at, 44)


def _marker(symbol: str, at: Point, size: int) -> str:
    x, y = at[0] - size // 2, at[1] - size // 2
    return f'<use href="#{symbol}" class="marker" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def die_svg(face: int, at: Point, size: int) -> str:
    return f'<use href="#die-{face}" x="{at[0]}" y="{at[1]}" width="{size}" height="{size}"/>'
