"""The craps cloths: Star Craps and Crown Craps (one end of the table and its centre), and Mini Craps.

The books describe their cloths by diagrams that their texts do not carry (Star 2.2, Crown 2.2 and 7.2.2); they are
drawn here as such tables look, with an area for every wager of the rows. A book that lacks some of the usual wagers
(big 6 and 8, lay, place to lose, buy, single totals, horns, craps and eleven) has their room for those beside them.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.felt.area import Die, Felt, Lettering, Outline, Places, Point, box
from feltwork.felt.cloth import (
    SMALL,
    Cloth,
    Words,
    barred_total,
    centred,
    named,
    priced,
    title,
    two_dice,
    winning_totals,
    wrapped,
)
from feltwork.games.book import Book
from feltwork.games.craps_rows import HORN
from feltwork.outcomes import POINTS

SPELT = {6: "SIX", 9: "NINE"}
"""Six and nine are spelt out, because players stand on both sides of the table."""
SINGLES = {2: "two", 3: "three", 11: "eleven", 12: "twelve"}
WAYS = {2: (1, 1), 3: (1, 2), 11: (5, 6), 12: (6, 6)}
SIDE, DONTS, NUMBER = 87, 70, 66
"""Heights in a number's column: the half boxes, the don't come strip, the number itself."""
COLUMN = 2 * SIDE + DONTS + NUMBER
COME, FIELD, DONT, LINE, END = 322, 374, 438, 490, 552
"""The upper edges of the come, the field, the don't line and the line, and the lower edge of the cloth's marks."""


def craps(book: Book, also: tuple[str, ...] = ()) -> Felt:
    """Star's diagram A and Crown's: the lines turn the corner, numbers above, centre wagers at the right.

    ``also`` are concepts of further wagers on the next roll: they share the strip of Any Seven.
    """
    cloth = Cloth(book)
    _turning_lines(cloth)
    dont_come(cloth, box(116, 12, 96, COLUMN))
    numbers(cloth, 212, 12, 110)
    strip(cloth, "come", box(116, COME, 756, FIELD - COME), 34)
    bigs_and_field(cloth, 116, 756, 54)
    centre(cloth, 888, 72, 380, (54, 78, 78, 110, 98, 62), also)
    clauses = ("2.2", "DIAGRAM A")
    return finished(cloth, clauses, emblem(book, (1078, 40)), 212, 12, 110, off=(164, 40), dice=(1222, 40))


def mini_craps(book: Book, also: tuple[str, ...] = ()) -> Felt:
    """Crown's diagram B: a table for one dealer, with straight lines and the centre wagers beside the numbers."""
    cloth = Cloth(book)
    dont_come(cloth, box(12, 12, 110, COLUMN, 16, 0, 0, 0))
    numbers(cloth, 122, 12, 114)
    lower(cloth, 794, 60)
    centre(cloth, 822, 80, 446, (54, 78, 78, 106, 96, 60), also)
    clauses = ("2.2", "7.2.2", "DIAGRAM B")
    return finished(cloth, clauses, emblem(book, (1045, 50)), 122, 12, 114, off=(67, 40), dice=(1210, 50))


def lower(cloth: Cloth, width: int, big: int) -> None:
    """Come, big numbers, field and straight lines below the numbers, as at a small table."""
    strip(cloth, "come", box(12, COME, width, FIELD - COME), 34)
    bigs_and_field(cloth, 12, width, big)
    straight(cloth, "dont-line", "dont-line-odds", DONT, LINE - DONT, width)
    straight(cloth, "line", "line-odds", LINE, END - LINE, width)


def finished(
    cloth: Cloth,
    clauses: tuple[str, ...],
    marks: tuple[Lettering, ...],
    x: int,
    y: int,
    width: int,
    *,
    off: Point,
    dice: Point,
    donts: int = DONTS,
) -> Felt:
    """The felt with its puck places and where the come wagers travel to, read off the number boxes."""
    left = {n: x + i * width for i, n in enumerate(POINTS)}
    come, dont = cloth.row("come").name, cloth.row("dont-come").name
    return Felt(
        cloth.book,
        tuple(cloth.areas),
        clauses,
        marks,
        pucks={n: (left[n] + width - 19, y + SIDE + donts + 19) for n in POINTS},
        off=off,
        travelled={(come, n): _gone(cloth, "come-odds", n, left[n], width) for n in POINTS}
        | {(dont, n): _gone(cloth, "dont-come-odds", n, left[n], width) for n in POINTS},
        dice=dice,
        figure=clauses[-1],
    )


def _gone(cloth: Cloth, odds: str, number: int, left: int, width: int) -> Places:
    """Left of the odds that go with it."""
    beside = next(a.places for a in cloth.areas if (a.wager, a.on) == (cloth.row(odds).name, number))
    at = (left + width // 4, beside.own[1])
    return Places(at, at, beside.chip, width // 2 - 6)


def emblem(book: Book, at: Point) -> tuple[Lettering, ...]:
    """The name of the game and the house, as printed on the cloth."""
    game, _, house = book.title.rstrip(")").partition(" (")
    game = book.amendments[0].says if book.amendments else game
    return centred(at, (game.upper(), 26, "name"), (house, 15, "house"))


def numbers(cloth: Cloth, x: int, y: int, width: int, *, lay: int = 0, donts: int = DONTS) -> None:
    """A column for each point: lay and place to lose, don't come, the number, place and buy.

    How wide the lays and how tall the don't comes are may be said where lettering needs the room.
    """
    half = width // 2
    lay = lay or half
    for i, n in enumerate(POINTS):
        left, top = x + i * width, y
        for concept, at, wide in side_by_side(cloth, ("lay", "dont-place"), left, width, lay):
            last = at + wide == left + width and n == POINTS[-1]
            outline = box(at, top, wide, SIDE, 0, 16 if last else 0, 0, 0)
            lines = named(cloth.row(concept), n, 8)
            cloth.mark(concept, n, outline, *centred(outline.centre, *lines), group="against")
        top += SIDE
        outline = box(left, top, width, donts)
        lines = [(line, SMALL, "small") for line in wrapped(title(cloth.row("dont-come-odds")), 14)]
        cloth.mark(
            "dont-come-odds",
            n,
            outline,
            *centred(outline.centre, *lines),
            group="dont-points",
            across=(left + half + 3, left + width - 3),
        )
        top += donts
        outline = box(left, top, width, NUMBER + DONTS - donts)
        word = SPELT.get(n, str(n))
        cloth.mark(
            "come-odds",
            n,
            outline,
            *centred((left + half - 17, top + 18), (word, 25, "number")),
            group="points",
            across=(left + half + 3, left + width - 3),
        )
        top += NUMBER + DONTS - donts
        for concept, at, wide in side_by_side(cloth, ("place", "buy"), left, width, half):
            outline = box(at, top, wide, SIDE)
            lines = named(cloth.row(concept), n, 8)
            cloth.mark(concept, n, outline, *centred(outline.centre, *lines), group="for")


def side_by_side(
    cloth: Cloth, concepts: tuple[str, str], x: int, width: int, first: int
) -> Iterator[tuple[str, int, int]]:
    """Those of two wagers that the book has, side by side: where each begins and how wide it is."""
    left, right = concepts
    if left in cloth and right in cloth:
        yield left, x, first
        yield right, x + first, width - first
    else:
        yield from ((concept, x, width) for concept in concepts if concept in cloth)


def dont_come(cloth: Cloth, outline: Outline) -> None:
    """The don't come box, with what it bars."""
    row = cloth.row("dont-come")
    x, y = outline.centre
    lines: list[Words] = [(line.upper(), 22, "word") for line in wrapped(row.title, 6)]
    cloth.mark(
        "dont-come",
        None,
        outline,
        *centred((x, y - 20), *lines, ("bar", 16, "small")),
        group="lines",
        dice=barred(cloth, "dont-come", (x, y + 36)),
        spot=(x + 16, y + 80),
    )


def barred(cloth: Cloth, concept: str, at: Point, size: int = 24) -> tuple[Die, ...]:
    return two_dice(at, *WAYS[barred_total(cloth.row(concept))], size)


def strip(cloth: Cloth, concept: str, outline: Outline, size: int) -> None:
    row = cloth.row(concept)
    cloth.mark(
        concept,
        None,
        outline,
        *centred(outline.centre, (row.title.upper(), size, "word")),
        group="lines",
        spot=(outline.centre[0] + 150, outline.centre[1] - 1),
    )


def _turning_lines(cloth: Cloth) -> None:
    """The line and the don't line, which turn the corner of the table; the odds lie at their ends."""
    line = Outline(((12, 12), (66, 12), (66, LINE), (672, LINE), (672, END), (12, END)), (16, 0, 40, 0, 0, 62))
    dont = Outline(((66, 12), (116, 12), (116, DONT), (672, DONT), (672, LINE), (66, LINE)), (0, 0, 0, 0, 0, 40))
    low, high = (LINE + END) // 2, (DONT + LINE) // 2
    name = cloth.row("line").title.upper()
    cloth.mark(
        "line",
        None,
        line,
        *centred((400, low), (name, 38, "word")),
        *centred((39, 220), (name, 26, "word"), turn=-90),
        group="lines",
        spot=(600, low - 1),
    )
    odds_end(cloth, "line-odds", box(672, LINE, 200, END - LINE, 0, 0, 16, 0))
    name = cloth.row("dont-line").title.upper()
    cloth.mark(
        "dont-line",
        None,
        dont,
        *centred((340, high), (name, 26, "word")),
        *centred((476, high), ("bar", 16, "small")),
        *centred((91, 220), (name, 20, "word"), turn=-90),
        group="lines",
        dice=barred(cloth, "dont-line", (526, high)),
        spot=(620, high - 1),
    )
    odds_end(cloth, "dont-line-odds", box(672, DONT, 200, LINE - DONT))


def straight(cloth: Cloth, concept: str, odds: str, top: int, height: int, width: int) -> None:
    """A line that runs straight along the rail, as at a small table, with its odds at the end."""
    row = cloth.row(concept)
    corner = 16 if concept == "line" else 0
    outline = box(12, top, width - 200, height, 0, 0, 0, corner)
    middle = top + height // 2
    size, dice = (38, ()) if concept == "line" else (26, barred(cloth, concept, (484, middle)))
    bar = centred((432, middle), ("bar", 16, "small")) if dice else ()
    cloth.mark(
        concept,
        None,
        outline,
        *centred((250, middle), (row.title.upper(), size, "word")),
        *bar,
        group="lines",
        dice=dice,
        spot=(width - 220, middle - 1),
    )
    odds_end(cloth, odds, box(width - 188, top, 200, height, 0, 0, corner, 0))


def odds_end(cloth: Cloth, concept: str, outline: Outline) -> None:
    """Odds, their name at the left and the chips at the right."""
    x, y, w, h = outline.bounds
    lines = [(line, SMALL, "small") for line in wrapped(title(cloth.row(concept)), 18)]
    cloth.mark(
        concept, None, outline, *centred((x + 66, y + h // 2), *lines), group="odds", spot=(x + w - 21, y + h // 2 - 1)
    )


def bigs_and_field(cloth: Cloth, x: int, width: int, big: int) -> None:
    """Big 6 and Big 8 where the book has them, and the field beside them."""
    found = [concept for concept in ("big-6", "big-8") if concept in cloth]
    for i, concept in enumerate(found):
        outline = box(x + i * big, FIELD, big, DONT - FIELD)
        cloth.mark(
            concept,
            None,
            outline,
            *centred(outline.centre, (cloth.row(concept).title.upper(), 15, "red")),
            group="bigs",
        )
    left = len(found) * big
    field(cloth, box(x + left, FIELD, width - left, DONT - FIELD))


def field(cloth: Cloth, outline: Outline) -> None:
    """The field, with its totals; those that pay more stand in rings with their price."""
    x, y, w, _ = outline.bounds
    totals = winning_totals(cloth.row("field"))
    plain = next(iter(sorted(totals.values(), key=list(totals.values()).count, reverse=True)))
    lettering = list(centred((x + 84, y + 32), (cloth.row("field").title.upper(), 34, "word")))
    step = (w - 240) // len(totals)
    for i, (total, price) in enumerate(totals.items()):
        at = (x + 234 + step // 2 + i * step, y + 23)
        if price == plain:
            lettering += centred((at[0], y + 32), (str(total), 26, "number"))
        else:
            lettering += centred(at, (str(total), 22, "ring"))
            lettering += centred((at[0], y + 53), (price, SMALL, "pays"))
    cloth.mark("field", None, outline, *lettering, group="lines", spot=(x + 212, y + 31))


def centre(cloth: Cloth, x: int, y: int, width: int, heights: tuple[int, ...], also: tuple[str, ...] = ()) -> None:
    """The centre of the table: any seven and what shares its strip, hardways, single totals, horns, any craps."""
    seven, upper, lower, single, horns, last = heights
    if also:
        _shared(cloth, ("any-seven", *also), box(x, y, width, seven))
    else:
        outline = box(x, y, width, seven, 16, 16, 0, 0)
        row = cloth.row("any-seven")
        cloth.mark(
            "any-seven",
            None,
            outline,
            *centred(outline.centre, (row.title.upper(), 26, "red"), *priced(row, None)),
            group="centre",
            spot=(x + width - 60, y + seven // 2 - 1),
        )
    y += seven
    for pair, height in (((6, 10), upper), ((8, 4), lower)):
        for i, n in enumerate(pair):
            hardway(cloth, n, box(x + i * width // 2, y, width // 2, height))
        y += height
    singles = {concept: n for n, concept in SINGLES.items() if concept in cloth}
    edges = [x + i * width // max(len(singles), 1) for i in range(len(singles) + 1)]
    for i, (concept, number) in enumerate(singles.items()):
        outline = box(edges[i], y, edges[i + 1] - edges[i], single)
        at = outline.centre
        lines = named(cloth.row(concept), None, 12)
        cloth.mark(
            concept,
            None,
            outline,
            *centred((at[0], y + 52), *lines),
            group="centre",
            dice=two_dice((at[0], y + 19), *WAYS[number], 28),
        )
    y += single
    _horns(cloth, x, y, width, horns)
    y += horns
    ends = list(side_by_side(cloth, ("any-craps", "craps-and-eleven"), x, width, width * 3 // 5))
    for concept, left, wide in ends:
        corners = (16 if left + wide == x + width else 0, 16 if left == x else 0)
        _words(cloth, concept, box(left, y, wide, last, 0, 0, *corners), 24 if wide > width // 2 else 18)


def _shared(cloth: Cloth, concepts: tuple[str, ...], strip: Outline) -> None:
    """Wagers side by side in one strip, each with its words at the left and room for chips at the right."""
    x, y, width, height = strip.bounds
    edges = [x + i * width // len(concepts) for i in range(len(concepts) + 1)]
    for left, right, concept in zip(edges, edges[1:], concepts, strict=False):
        outline = box(left, y, right - left, height, 16 if left == x else 0, 16 if right == x + width else 0, 0, 0)
        lines = named(cloth.row(concept), None, 13)
        middle = y + height // 2
        words = centred((left + 56, middle), *lines)
        cloth.mark(concept, None, outline, *words, group="centre", spot=(right - 60, middle - 1))


def hardway(cloth: Cloth, number: int, outline: Outline) -> None:
    """A pair of equal dice, its name and what it pays; the chips lie beside them."""
    row = cloth.row("hardway")
    x, y = outline.centre
    size, apart = (30, 19) if outline.bounds[2] > 150 else (24, 14)
    cloth.mark(
        "hardway",
        number,
        outline,
        *centred((x, y + apart), *named(row, number, 12)),
        group="centre",
        dice=two_dice((x, y - apart), number // 2, number // 2, size),
    )


def _horns(cloth: Cloth, x: int, y: int, width: int, height: int) -> None:
    """The horn, and the horn with one number twice."""
    high = "horn-high" in cloth
    first = (width * 7 // 25 if high else width) if "horn" in cloth else 0
    if first:
        outline = box(x, y, first, height)
        name = (title(cloth.row("horn")).upper(), 22, "word")
        cloth.mark("horn", None, outline, *centred(outline.centre, name), group="centre")
    edges = [x + first + i * (width - first) // 4 for i in range(5)]
    for left, right, n in zip(edges, edges[1:], HORN if high else (), strict=False):
        outline = box(left, y, right - left, height)
        lines: list[Words] = [(word, SMALL, "small") for word in wrapped(title(cloth.row("horn-high")), 8)]
        cloth.mark("horn-high", n, outline, *centred(outline.centre, *lines, (str(n), 22, "number")), group="centre")


def _words(cloth: Cloth, concept: str, outline: Outline, size: int = 24) -> None:
    row = cloth.row(concept)
    cloth.mark(
        concept,
        None,
        outline,
        *centred(outline.centre, (title(row).upper(), size, "word"), *priced(row, None)),
        group="centre",
    )
