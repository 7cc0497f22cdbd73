"""A plain cloth for any book: its wagers in a grid, with places for the puck and the dice above them."""

from __future__ import annotations

from feltwork.felt.area import HEIGHT, WIDTH, Area, Felt, Lettering, Places, Rows, box
from feltwork.felt.cloth import SMALL, centred
from feltwork.felt.further import words
from feltwork.felt.places import settled
from feltwork.outcomes import POINTS

TOP, MARGIN, MIN_SIDE = 84, 12, 100
"""The height of the band above the grid, the room around, and the least width of an area."""
STEP, PUCK = 90, 24
"""How far the numbers of the puck are apart in that band, and how far down it lies; come wagers lie below."""


def plain_felt(book: Rows, clauses: tuple[str, ...]) -> Felt:
    """A layout that nobody has drawn yet: good enough to play on, and every row is on it."""
    places = [(row, on) for row in book.wagers.values() for on in row.shapes]
    across = min(len(places), (WIDTH - 2 * MARGIN) // MIN_SIDE, max(4, -(-len(places) // 5)))
    lines = -(-len(places) // across)
    wide, tall = (WIDTH - 2 * MARGIN) // across, (HEIGHT - TOP - MARGIN) // lines
    size = max(SMALL, min(28, tall // 8))
    areas = []
    for place, (row, on) in enumerate(places):
        line, column = divmod(place, across)
        outline = box(MARGIN + wide * column, TOP + tall * line, wide, tall)
        area = Area(row.name, on, outline, "plain", centred(outline.centre, *words(row, on, size)))
        areas.append(settled(area, None, None, 0))
    pucks = {point: (160 + STEP * at, PUCK) for at, point in enumerate(POINTS)}
    numbers = tuple(Lettering(str(point), (x + 34, y + 6), 16, "faint") for point, (x, y) in pucks.items())
    travelling = [row.name for row in book.wagers.values() if row.travels]
    wide = (STEP - 6) // max(len(travelling), 1)
    travelled = {
        (name, point): Places((left + wide * i, TOP - 17), (left + wide * i, TOP - 17), 29, wide - 2)
        for i, name in enumerate(travelling)
        for point, left in ((point, x - 19 + wide // 2) for point, (x, _) in pucks.items())
    }
    name = centred((900, TOP // 2), (book.title.upper(), 18, "name"))
    return Felt(
        book,
        tuple(areas),
        clauses,
        (*numbers, *name),
        pucks=pucks,
        off=(60, PUCK),
        travelled=travelled,
        dice=(1200, TOP // 2),
    )
