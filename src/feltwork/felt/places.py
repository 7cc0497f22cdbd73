"""Where chips lie on an area so that its lettering can still be read: one's own, and everybody else's beside them.

A roomy area has whole stacks with their total below. In a narrow one the lettering is lifted, and chips lie in a strip
under it with the amount next to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from feltwork.felt.area import LEAN, Area, Die, Lettering, Outline, Places, Point
from feltwork.felt.style import LETTERS

SIZES = (42, 38, 34, 30, 29)
"""How wide a chip may be where there is room for a stack, the most readable first."""
OTHERS, ON_A_LINE = 24, 31
WIDE = 300
"""In a wider area the others' chips lie close to one's own, in others across the lettering from them."""
STRIP, TALLEST_STRIP, MARGIN, HEADROOM = 32, 34, 2, 2
BELOW = frozenset("gjpqyQ,;()")
"""Letters that reach below the line."""
TOTAL, TOTAL_WIDE = 11, 36
"""How far the total reaches below a chip, and how wide it is with three figures."""


class Rect(NamedTuple):
    """A box by its edges."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: Rect) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def printed(lettering: Iterable[Lettering], dice: Iterable[Die]) -> list[Rect]:
    """What the eye needs to see of an area: its words and its dice, as boxes."""
    found = [_text(line) for line in lettering if not line.turn]
    return found + [Rect(die.at[0], die.at[1], die.at[0] + die.size, die.at[1] + die.size) for die in dice]


def _text(line: Lettering) -> Rect:
    face, spaced = LETTERS[line.style]
    half = -(-(face.width(line.text) + 10 * spaced * len(line.text)) * line.size // 2000) + 1
    x, y = line.at
    if line.style == "ring":
        round_, middle = line.size * 4 // 5, y - line.size // 3
        return Rect(x - round_, middle - round_, x + round_, middle + round_)
    below = line.size // 5 if BELOW & set(line.text) else 1
    return Rect(x - half, y - line.size * 3 // 4, x + half, y + below)


def stack(at: Point, size: int) -> Rect:
    """What a whole stack covers, with its total."""
    x, y = at
    wide = max(size, TOTAL_WIDE) // 2
    return Rect(x - wide, y - size // 2 - _lean(size), x + wide, y + size // 2 + TOTAL)


def _lean(size: int) -> int:
    """How much higher the highest stack is than one chip."""
    return size * 4 // LEAN


def strip(places: Places) -> Rect:
    """What chips in a strip cover."""
    (x, y), half = places.own, places.chip // 2 + 1
    return Rect(x - places.strip // 2, y - half, x + places.strip // 2, y + half)


def settled(area: Area, spot: Point | None, across: tuple[int, int] | None = None, floor: int = 0) -> Area:
    """The area with its places. A spot that is asked for is kept where chips there hide nothing.

    ``across`` keeps a strip between two edges, ``floor`` so far above the lower edge of the area.
    """
    if area.group == "edge":
        x, y = area.outline.centre
        return replace(area, places=Places((x, y), (x - 10, y - 10), ON_A_LINE))
    x, y, w, h = area.outline.bounds
    seen, inside = printed(area.lettering, area.dice), Rect(x, y, x + w, y + h)
    found = None if across else _roomy(area.outline, inside, seen, spot)
    return replace(area, places=found) if found else _lifted(area, seen, across or (x + 3, x + w - 3), floor)


def _roomy(outline: Outline, inside: Rect, seen: Sequence[Rect], spot: Point | None) -> Places | None:
    for size in SIZES:
        beside = (inside.right - size // 2 - 4, outline.centre[1] - TOTAL // 2)
        own = spot or beside
        if not _free(stack(own, size), inside, seen):
            continue
        x, y = own
        apart, hidden = (max(size, TOTAL_WIDE) + TOTAL_WIDE) // 2 + 2, [*seen, stack(own, size)]
        across, near = (inside.left + 22, y), (x - apart, y)
        either = (near, across) if inside.right - inside.left > WIDE else (across, near)
        others = next((at for at in (*either, (x + apart, y)) if _free(stack(at, OTHERS), inside, hidden)), None)
        if others:
            return Places(own, others, size)
    return None


def _free(wanted: Rect, inside: Rect, seen: Iterable[Rect]) -> bool:
    return (
        inside.left <= wanted.left
        and wanted.right <= inside.right
        and inside.top <= wanted.top
        and wanted.bottom <= inside.bottom
        and not any(map(wanted.meets, seen))
    )


def _lifted(area: Area, seen: Sequence[Rect], across: tuple[int, int], floor: int) -> Area:
    """Lettering up as far as need be, and under it a strip as tall as there is room for."""
    _, top, _, height = area.outline.bounds
    bottom = top + height - floor - MARGIN
    first, last = min((rect.top for rect in seen), default=top), max((rect.bottom for rect in seen), default=top)
    room = height - floor - HEADROOM - 2 * MARGIN - (last - first)
    tall = min(max(room, STRIP), TALLEST_STRIP)
    at = (sum(across) // 2, bottom - tall // 2)
    places = Places(at, at, tall - 2, across[1] - across[0])
    up = max(last - (bottom - tall), 0)
    lettering = tuple(replace(line, at=(line.at[0], line.at[1] - up)) for line in area.lettering)
    dice = tuple(replace(die, at=(die.at[0], die.at[1] - up)) for die in area.dice)
    return replace(area, lettering=lettering, dice=dice, places=places)
