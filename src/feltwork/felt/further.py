"""Areas for wagers that a cloth was not drawn for: a strip along its lower edge, so that no row is missing."""

from __future__ import annotations

from dataclasses import replace

from feltwork.felt.area import Area, Felt, box
from feltwork.felt.cloth import SMALL, Words, centred, priced, title, wrapped
from feltwork.felt.places import settled
from feltwork.outcomes import Selection, say_selection
from feltwork.wagers.row import Wager

MARGIN, TALL, ROOMY = 12, 92, 156
"""The room around the strip, the height of its areas, and how wide they are about."""


def completed(felt: Felt) -> Felt:
    """The felt with an area for every wager and selection that has none; the canvas grows by what they need."""
    rows = felt.book.wagers.values()
    missing = [(row, on) for row in rows for on in row.shapes if felt.area(row.name, on) is None]
    if not missing:
        return felt
    across = max(felt.width // ROOMY, 3)
    wide = (felt.width - 2 * MARGIN) // across
    areas = []
    for place, (row, on) in enumerate(missing):
        line, column = divmod(place, across)
        outline = box(MARGIN + wide * column, felt.height + TALL * line, wide, TALL)
        area = Area(row.name, on, outline, "further", centred(outline.centre, *words(row, on)))
        areas.append(settled(area, None, None, 0))
    lines = -(-len(missing) // across)
    return replace(felt, areas=(*felt.areas, *areas), height=felt.height + TALL * lines + MARGIN)


def words(row: Wager, on: Selection, size: int = SMALL) -> list[Words]:
    """What an area says that nobody has lettered: the number, the name and the price."""
    number: list[Words] = [] if on is None else [(say_selection(on), size + 5, "word")]
    name: list[Words] = [(line, size, "small") for line in wrapped(title(row), 16)]
    return [*number, *name, *priced(row, on, max(SMALL, size * 2 // 3))]
