"""The craps cloths: Star Craps and Crown Craps (one end of the table and its centre), and Mini Craps.

The books describe their cloths by diagrams that their texts do not carry (Star 2.2, Crown 2.2 and 7.2.2); they are
drawn here as such tables look, with an area for every wager of the rows.
"""

from __future__ import annotations

from feltwork.felt.area import Die, Felt, Lettering, Outline, Places, Point, box
from feltwork.felt.cloth import (
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
WAYS = {2: (1, 1), 3: (1, 2), 11: (5, 6), 12: (6, 6)}
SIDE, DONTS, NUMBER = 68, 50, 78
"""Heights in a number's column: the half boxes, the don't come strip, the number itself."""
COLUMN = 2 * SIDE + DONTS + NUMBER


def craps(book: Book) -> Felt:
    """Star's diagram A and Crown's: the lines turn the corner, numbers above, centre wagers at the right."""
    cloth = Cloth(book)
    _turning_lines(cloth)
    dont_come(cloth, box(116, 12, 96, COLUMN))
    numbers(cloth, 212, 12, 110)
    strip(cloth, "come", box(116, 276, 756, 64), 34)
    bigs(cloth, box(116, 340, 48, 76), box(164, 340, 48, 76))
    field(cloth, box(212, 340, 660, 76))
    centre(cloth, 888, 72, 380, (60, 78, 78, 96, 82, 82))
    clauses = ("2.2", "DIAGRAM A")
    return finished(cloth, clauses, emblem(book, (1078, 40)), 212, 12, 110, off=(164, 40), dice=(1222, 40))


def mini_craps(book: Book) -> Felt:
    """Crown's diagram B: a table for one dealer, with straight lines and the centre wagers below the numbers."""
    cloth = Cloth(book)
    dont_come(cloth, box(12, 12, 110, COLUMN, 16, 0, 0, 0))
    numbers(cloth, 122, 12, 114)
    strip(cloth, "come", box(12, 276, 794, 62), 34)
    bigs(cloth, box(12, 338, 60, 74), box(72, 338, 60, 74))
    field(cloth, box(132, 338, 674, 74))
    straight(cloth, "dont-line", "dont-line-odds", 412, 60, 794)
    straight(cloth, "line", "line-odds", 472, 76, 794)
    centre(cloth, 822, 92, 446, (60, 78, 78, 90, 75, 75))
    clauses = ("2.2", "7.2.2", "DIAGRAM B")
    return finished(cloth, clauses, emblem(book, (1045, 50)), 122, 12, 114, off=(67, 40), dice=(1210, 50))


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
        for concept, at, wide in (("lay", left, lay), ("dont-place", left + lay, width - lay)):
            last = concept == "dont-place" and n == POINTS[-1]
            outline = box(at, top, wide, SIDE, 0, 16 if last else 0, 0, 0)
            lines = named(cloth.row(concept), n, 8)
            cloth.mark(concept, n, outline, *centred(outline.centre, *lines), group="against")
        top += SIDE
        outline = box(left, top, width, donts)
        lines = [(line, 13, "small") for line in wrapped(title(cloth.row("dont-come-odds")), 14)]
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
            *centred((left + half - 13, top + 16), (word, 25, "number")),
            *centred(
                (left + half, top + 44), *((line, 13, "faint") for line in wrapped(title(cloth.row("come-odds")), 10))
            ),
            group="points",
            across=(left + half + 3, left + width - 3),
        )
        top += NUMBER + DONTS - donts
        for concept, at in (("place", left), ("buy", left + half)):
            outline = box(at, top, half, SIDE)
            lines = named(cloth.row(concept), n, 8)
            cloth.mark(concept, n, outline, *centred(outline.centre, *lines), group="for")


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
        spot=(outline.centre[0] + 150, outline.centre[1] - 5),
    )


def _turning_lines(cloth: Cloth) -> None:
    """The line and the don't line, which turn the corner of the table; the odds lie at their ends."""
    line = Outline(((12, 12), (66, 12), (66, 472), (732, 472), (732, 548), (12, 548)), (16, 0, 40, 0, 0, 76))
    dont = Outline(((66, 12), (116, 12), (116, 416), (732, 416), (732, 472), (66, 472)), (0, 0, 0, 0, 0, 40))
    name = cloth.row("line").title.upper()
    cloth.mark(
        "line",
        None,
        line,
        *centred((400, 510), (name, 38, "word")),
        *centred((39, 220), (name, 26, "word"), turn=-90),
        group="lines",
        spot=(600, 510),
    )
    odds_end(cloth, "line-odds", box(732, 472, 140, 76, 0, 0, 16, 0))
    name = cloth.row("dont-line").title.upper()
    cloth.mark(
        "dont-line",
        None,
        dont,
        *centred((380, 444), (name, 26, "word")),
        *centred((524, 444), ("bar", 16, "small")),
        *centred((91, 220), (name, 20, "word"), turn=-90),
        group="lines",
        dice=barred(cloth, "dont-line", (574, 444)),
        spot=(660, 444),
    )
    odds_end(cloth, "dont-line-odds", box(732, 416, 140, 56))


def straight(cloth: Cloth, concept: str, odds: str, top: int, height: int, width: int) -> None:
    """A line that runs straight along the rail, as at a small table, with its odds at the end."""
    row = cloth.row(concept)
    corner = 16 if concept == "line" else 0
    outline = box(12, top, width - 150, height, 0, 0, 0, corner)
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
        spot=(width - 190, middle - 5),
    )
    odds_end(cloth, odds, box(width - 138, top, 150, height, 0, 0, corner, 0))


def odds_end(cloth: Cloth, concept: str, outline: Outline) -> None:
    lines = [(line, 14, "small") for line in wrapped(title(cloth.row(concept)), 18)]
    cloth.mark(concept, None, outline, *centred(outline.centre, *lines), group="odds")


def bigs(cloth: Cloth, six: Outline, eight: Outline) -> None:
    """Big 6 and Big 8."""
    for concept, outline in (("big-6", six), ("big-8", eight)):
        word, number = cloth.row(concept).title.upper().split()
        cloth.mark(
            concept, None, outline, *centred(outline.centre, (word, 14, "red"), (number, 28, "red")), group="bigs"
        )


def field(cloth: Cloth, outline: Outline) -> None:
    """The field, with its totals; those that pay more stand in rings with their price."""
    x, y, w, _ = outline.bounds
    totals = winning_totals(cloth.row("field"))
    plain = next(iter(sorted(totals.values(), key=list(totals.values()).count, reverse=True)))
    lettering = list(centred((x + 84, y + 38), (cloth.row("field").title.upper(), 34, "word")))
    step = (w - 240) // len(totals)
    for i, (total, price) in enumerate(totals.items()):
        at = (x + 228 + step // 2 + i * step, y + 31)
        if price == plain:
            lettering += centred((at[0], y + 38), (str(total), 26, "number"))
        else:
            lettering += centred(at, (str(total), 24, "ring"))
            lettering += centred((at[0], y + 62), (price, 13, "pays"))
    cloth.mark("field", None, outline, *lettering, group="lines", spot=(x + 208, y + 30))


def centre(cloth: Cloth, x: int, y: int, width: int, heights: tuple[int, ...]) -> None:
    """The centre of the table: any seven, hardways, single totals, horns, any craps."""
    seven, upper, lower, single, horns, last = heights
    outline = box(x, y, width, seven, 16, 16, 0, 0)
    row = cloth.row("any-seven")
    cloth.mark(
        "any-seven",
        None,
        outline,
        *centred(outline.centre, (row.title.upper(), 26, "red"), *priced(row, None)),
        group="centre",
        spot=(x + width - 60, y + seven // 2),
    )
    y += seven
    for pair, height in (((6, 10), upper), ((8, 4), lower)):
        for i, n in enumerate(pair):
            hardway(cloth, n, box(x + i * width // 2, y, width // 2, height))
        y += height
    edges = [x + i * width // 4 for i in range(5)]
    for i, concept in enumerate(("two", "three", "eleven", "twelve")):
        outline = box(edges[i], y, edges[i + 1] - edges[i], single)
        at = outline.centre
        lines = named(cloth.row(concept), None, 12)
        cloth.mark(
            concept,
            None,
            outline,
            *centred((at[0], at[1] + 20), *lines),
            group="centre",
            dice=two_dice((at[0], at[1] - 20), *WAYS[HORN[i]], 28),
        )
    y += single
    _horns(cloth, x, y, width, horns)
    y += horns
    both = "craps-and-eleven" in cloth
    first = width * 3 // 5 if both else width
    _words(cloth, "any-craps", box(x, y, first, last, 0, 0, 0 if both else 16, 16))
    if both:
        _words(cloth, "craps-and-eleven", box(x + first, y, width - first, last, 0, 0, 16, 0), 18)


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
    first = width * 7 // 25
    outline = box(x, y, first, height)
    cloth.mark(
        "horn", None, outline, *centred(outline.centre, (title(cloth.row("horn")).upper(), 22, "word")), group="centre"
    )
    edges = [x + first + i * (width - first) // 4 for i in range(5)]
    for left, right, n in zip(edges, edges[1:], HORN, strict=False):
        outline = box(left, y, right - left, height)
        lines: list[Words] = [(word, 13, "small") for word in wrapped(title(cloth.row("horn-high")), 8)]
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
