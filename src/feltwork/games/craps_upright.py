"""The craps cloths composed for an upright phone: six columns of numbers, lines and field below, propositions apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from feltwork.felt.area import Felt, Outline, Page, Places, box
from feltwork.felt.cloth import SMALL, Cloth, Words, centred, named, title, winning_totals, wrapped
from feltwork.felt.upright import MARGIN, WIDTH
from feltwork.games import craps_felt as desk
from feltwork.games.book import Book
from feltwork.outcomes import POINTS

COLUMN = (WIDTH - 2 * MARGIN) // 6
ACROSS = 6 * COLUMN
SIDE = 4 * COLUMN
"""Where a line ends and its odds begin."""
NUMBER, PLACE, BUY, BAND, FIELD, BEHIND = 68, 88, 72, 72, 106, 90
GAP = 8
CENTRE = (54, 78, 78, 110, 98, 62)


def upright(
    book: Book,
    *,
    cut: Callable[[Outline], Outline] = lambda outline: outline,
    propositions: Callable[[Cloth, int, int, int], int] | None = None,
    also: tuple[str, ...] = (),
) -> Felt:
    """Two pages: numbers and lines, and the wagers on the next roll, among them ``also`` as in ``craps_felt.craps``.

    Lying, a phone shows the first in three parts, the lines and the field before the others.
    """
    cloth = Cloth(book, cut)
    top = dict.fromkeys(POINTS, MARGIN)[POINTS[0]]
    pucks = _numbers(cloth, top)
    y = _row(cloth, "buy", _row(cloth, "place", MARGIN + NUMBER, PLACE), BUY) + GAP
    lines = y - GAP // 2
    y = _line(cloth, "line", "line-odds", y)
    y = _comes(cloth, y)
    y = _field(cloth, y)
    y = _line(cloth, "dont-line", "dont-line-odds", y) + GAP
    against = y - GAP // 2
    y = _behind(cloth, y)
    y = _row(cloth, "dont-place", _row(cloth, "lay", y, BUY), PLACE)
    y = _bigs(cloth, y) + MARGIN
    first = Page("numbers", 0, y)
    parts = (Page("lines", lines, against), Page("points", 0, lines), Page("against", against, y))
    end = (propositions or partial(_centre, also))(cloth, MARGIN, y + MARGIN, ACROSS) + MARGIN
    come, dont = cloth.row("come").name, cloth.row("dont-come").name
    return Felt(
        cloth.book,
        tuple(cloth.areas),
        (),
        pucks=pucks,
        off=(WIDTH - 34, _outline(cloth, "come").centre[1]),
        travelled={(come, n): _beside(cloth, "come-odds", n) for n in POINTS}
        | {(dont, n): _beside(cloth, "dont-come-odds", n) for n in POINTS},
        width=WIDTH,
        height=end,
        pages=(first, Page("propositions", y, end)),
        lying=(*parts, Page("propositions", y, end)),
    )


def _outline(cloth: Cloth, concept: str) -> Outline:
    name = cloth.row(concept).name
    return next(area.outline for area in cloth.areas if area.wager == name)


def _numbers(cloth: Cloth, top: int) -> dict[int, tuple[int, int]]:
    """The numbers themselves, with the odds of come wagers; where the puck lies on each."""
    for i, n in enumerate(POINTS):
        left = MARGIN + i * COLUMN
        outline = box(left, top, COLUMN, NUMBER)
        half = (left + COLUMN // 2 + 1, left + COLUMN)
        cloth.mark(
            "come-odds",
            n,
            outline,
            *centred((left + 17, top + 17), (str(n), 24, "number")),
            group="points",
            across=half,
        )
    return {n: (MARGIN + (i + 1) * COLUMN - 19, top + 17) for i, n in enumerate(POINTS)}


def _row(cloth: Cloth, concept: str, top: int, height: int) -> int:
    """One wager for each number, where the book has it; the lower edge of the row."""
    if concept not in cloth:
        return top
    for i, n in enumerate(POINTS):
        outline = box(MARGIN + i * COLUMN, top, COLUMN, height)
        lines = named(cloth.row(concept), n, 8)
        group = "for" if concept in ("place", "buy") else "against"
        cloth.mark(concept, n, outline, *centred(outline.centre, *lines), group=group)
    return top + height


def _behind(cloth: Cloth, top: int) -> int:
    for i, n in enumerate(POINTS):
        left = MARGIN + i * COLUMN
        outline = box(left, top, COLUMN, BEHIND)
        lines: list[Words] = [(str(n), 20, "number")]
        lines += [(line, SMALL, "small") for line in wrapped(title(cloth.row("dont-come")), 6)]
        half = (left + COLUMN // 2 + 1, left + COLUMN)
        cloth.mark("dont-come-odds", n, outline, *centred(outline.centre, *lines), group="dont-points", across=half)
    return top + BEHIND


def _beside(cloth: Cloth, odds: str, number: int) -> Places:
    """A wager that has gone to its number lies left of its odds."""
    name = cloth.row(odds).name
    area = next(a for a in cloth.areas if (a.wager, a.on) == (name, number))
    x, _, _, _ = area.outline.bounds
    at = (x + COLUMN // 4, area.places.own[1])
    return Places(at, at, area.places.chip, COLUMN // 2)


def _line(cloth: Cloth, concept: str, odds: str, top: int) -> int:
    """A line with its odds at the end."""
    outline = box(MARGIN, top, SIDE, BAND)
    x, y = outline.centre
    name = cloth.row(concept).title.upper()
    if concept == "line":
        cloth.mark(
            concept, None, outline, *centred((x - 34, y), (name, 26, "word")), group="lines", spot=(x + 90, y - 1)
        )
    else:
        lettering = centred((x - 34, y - 12), (name, 17, "word"))
        bar = centred((x - 76, y + 18), ("bar", SMALL, "small"))
        dice = desk.barred(cloth, concept, (x - 30, y + 17), 22)
        cloth.mark(concept, None, outline, *lettering, *bar, group="lines", dice=dice, spot=(x + 98, y - 1))
    end = box(MARGIN + SIDE, top, ACROSS - SIDE, BAND)
    lines = [(line, SMALL, "small") for line in wrapped(title(cloth.row(odds)), 18)]
    cloth.mark(odds, None, end, *centred(end.centre, *lines), group="odds")
    return top + BAND


def _comes(cloth: Cloth, top: int) -> int:
    """Come, and don't come with what it bars."""
    outline = box(MARGIN, top, SIDE - COLUMN, BAND)
    x, y = outline.centre
    come = (cloth.row("come").title.upper(), 26, "word")
    cloth.mark("come", None, outline, *centred((x - 30, y), come), group="lines", spot=(x + 66, y - 1))
    dont = box(MARGIN + SIDE - COLUMN, top, ACROSS - SIDE + COLUMN, BAND)
    x, y = dont.centre
    lines: list[Words] = [(line.upper(), 17, "word") for line in wrapped(cloth.row("dont-come").title, 6)]
    cloth.mark(
        "dont-come",
        None,
        dont,
        *centred((x - 56, y), *lines),
        group="lines",
        dice=desk.barred(cloth, "dont-come", (x + 6, y), 22),
        spot=(x + 70, y - 1),
    )
    return top + BAND


def _field(cloth: Cloth, top: int) -> int:
    """The field: its name and chips above, its totals below."""
    outline = box(MARGIN, top, ACROSS, FIELD)
    row = cloth.row("field")
    totals = winning_totals(row)
    plain = next(iter(sorted(totals.values(), key=list(totals.values()).count, reverse=True)))
    lettering = list(centred((MARGIN + 70, top + 26), (row.title.upper(), 26, "word")))
    step = ACROSS // len(totals)
    for i, (total, price) in enumerate(totals.items()):
        at = (MARGIN + step // 2 + i * step, top + 68)
        lettering += centred(at, (str(total), 20, "number" if price == plain else "ring"))
        if price != plain:
            lettering += centred((at[0], top + 97), (price, SMALL, "pays"))
    cloth.mark("field", None, outline, *lettering, group="lines", spot=(MARGIN + ACROSS - 60, top + 26))
    return top + FIELD


def _bigs(cloth: Cloth, top: int) -> int:
    found = list(desk.side_by_side(cloth, ("big-6", "big-8"), MARGIN, ACROSS, ACROSS // 2))
    for concept, left, wide in found:
        outline = box(left, top, wide, 56)
        name = (cloth.row(concept).title.upper(), 20, "red")
        cloth.mark(concept, None, outline, *centred(outline.centre, name), group="bigs")
    return top + 56 if found else top


def _centre(also: tuple[str, ...], cloth: Cloth, x: int, y: int, width: int) -> int:
    desk.centre(cloth, x, y, width, CENTRE, also)
    return y + sum(CENTRE)
