"""A felt composed anew for an upright screen: narrow, read from above, scrolled down.

A book may compose its own. Where it does not, its areas are taken in their order and set in rows, so that no wager is
missing on a phone.
"""

from __future__ import annotations

from dataclasses import replace

from feltwork.felt.area import Area, Die, Felt, Lettering, Places, Point, box
from feltwork.felt.cloth import centred, priced, title, two_dice, wrapped
from feltwork.felt.further import words
from feltwork.felt.places import settled
from feltwork.outcomes import POINTS
from feltwork.wagers.row import Wager

WIDTH, MARGIN = 390, 6
"""An upright phone, and the room at its sides."""
LETTER, DIE = 14, 26
ROOM = 44
"""What chips need below the lettering."""
PUCKS, STEP, LINE = 44, 57, 34
"""The height of a band for the puck, where the book's own felt has one, how far its numbers are apart in it, and the
height of the line below it for each wager that travels to its number."""


def derived(felt: Felt) -> Felt:
    """The areas of a felt in rows of three, or of two where names are long; groups stay together."""
    travelling = list(dict.fromkeys(name for name, _ in felt.travelled)) if felt.pucks else []
    top = MARGIN + (PUCKS + LINE * len(travelling) if felt.pucks else 0)
    areas: list[Area] = []
    for group in dict.fromkeys(area.group for area in felt.areas):
        alike = [area for area in felt.areas if area.group == group and not area.stands_for]
        across = 3 if len(alike) > 2 else max(len(alike), 1)
        for start in range(0, len(alike), across):
            row = alike[start : start + across]
            tall = max(_tall(felt.book.wagers[area.wager], area, across) for area in row)
            wide = (WIDTH - 2 * MARGIN) // across
            areas += [_area(felt, area, (MARGIN + wide * i, top), wide, tall) for i, area in enumerate(row)]
            top += tall
    columns = {point: 72 + STEP * at for at, point in enumerate(POINTS)} if felt.pucks else {}
    pucks = {point: (x + 8, MARGIN + 20) for point, x in columns.items()}
    numbers = tuple(Lettering(str(point), (x - 20, MARGIN + 25), LETTER, "faint") for point, x in columns.items())
    lines = {name: MARGIN + PUCKS + LINE * i + LINE // 2 for i, name in enumerate(travelling)}
    travelled = {
        (name, point): Places((columns[point], lines[name]), (columns[point], lines[name]), places.chip, STEP - 4)
        for (name, point), places in felt.travelled.items()
        if columns
    }
    return replace(
        felt,
        areas=tuple(areas),
        marks=numbers,
        pucks=pucks,
        off=(22, MARGIN + 20) if felt.off else None,
        travelled=travelled,
        dollies={},
        ornaments=(),
        width=WIDTH,
        height=top + MARGIN,
    )


def _letters(across: int) -> int:
    return 15 if across == 3 else 24


def _tall(row: Wager, area: Area, across: int) -> int:
    dice = DIE + 6 if area.dice else 0
    number = 24 if area.on is not None and not area.dice else 0
    return dice + number + 16 * (len(wrapped(title(row), _letters(across))) + 1) + ROOM


def _area(felt: Felt, area: Area, at: Point, wide: int, tall: int) -> Area:
    x, y = at
    row = felt.book.wagers[area.wager]
    outline = box(x, y, wide, tall)
    lines = words(row, area.on, LETTER)
    dice = area.dice[:2]
    middle = y + (tall - ROOM + 8) // 2
    shown: tuple[Die, ...] = ()
    if len(dice) == 2 and area.on is not None:
        shown = two_dice((x + wide // 2, y + DIE // 2 + 4), dice[0].face, dice[1].face, DIE)
        lines, middle = (
            [(line, LETTER, "small") for line in wrapped(title(row), 15)] + priced(row, area.on),
            middle + 14,
        )
    made = Area(area.wager, area.on, outline, area.group, centred((x + wide // 2, middle), *lines), shown, area.tone)
    return settled(made, None, None, 0)
