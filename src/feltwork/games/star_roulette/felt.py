"""The roulette cloths A to F (2.2), with a small place on every line and crossing where chips may lie.

A and B have dozens and even chances along one side. C and D have the dozens on the far side; C has a second 0 among
the even chances, from where the dealer moves chips to the 0 inside (5.5, 8.10). E and F are A and B with Lucky
Ball (2.8). The wagers inside are found from the rows: a set of numbers lies where its numbers meet (diagrams I to K).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from feltwork.felt.area import Area, Felt, LayoutError, Lettering, Outline, Point, box
from feltwork.felt.cloth import Cloth, centred, title
from feltwork.games.book import Book
from feltwork.games.star_roulette.places import COLUMNS
from feltwork.outcomes import DOUBLE_ZERO, Pocket, Selection
from feltwork.wagers.prices import pays_on
from feltwork.wagers.wheel import NUMBERS, colour

LEFT, WIDE, TALL, END, LAST = 70, 68, 104, 68, 46
"""Where the numbers start, a number's width and height, and the width of the zeros and of the column areas."""
EDGE = 26
"""The size of a place on a line."""
RIGHT = LEFT + 12 * WIDE
WIDTH = RIGHT + LAST + 2
"""Two thirds of a screen: the wheel has the other one."""
DIAGRAMS = {(False, False): "AC", (True, False): "BD", (False, True): "E", (True, True): "F"}
"""By double zero and Lucky Ball; the first is used where none is asked for."""
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
OUTSIDE = ("low", "even", "red", "black", "odd", "high")
OUTSIDE_ZERO = "5.5"


@dataclass(frozen=True)
class Grid:
    """Where the numbers lie."""

    top: int
    double: bool

    @property
    def bottom(self) -> int:
        return self.top + 3 * TALL

    def cell(self, number: int) -> Outline:
        column, row = (number - 1) // 3, 2 - (number - 1) % 3
        return box(LEFT + column * WIDE, self.top + row * TALL, WIDE, TALL)

    def zero(self, pocket: Pocket) -> Outline:
        """One zero has the whole end; of two, 00 has the upper half."""
        left, half = LEFT - END, 3 * TALL // 2
        if not self.double:
            return box(left, self.top, END, 3 * TALL, 48, 0, 0, 48)
        upper = pocket == DOUBLE_ZERO
        corners = (48, 0, 0, 0) if upper else (0, 0, 0, 48)
        return box(left, self.top if upper else self.top + half, END, half, *corners)

    def meeting(self, numbers: tuple[Pocket, ...]) -> Outline:
        """The place for a wager on several numbers: on the line or crossing where they meet."""
        if {0, DOUBLE_ZERO} & set(numbers):
            return self._with_zero(numbers)
        centres = [self.cell(int(n)).centre for n in numbers]
        x = sum(cx for cx, _ in centres) // len(centres)
        y = sum(cy for _, cy in centres) // len(centres)
        rows, columns = len({cy for _, cy in centres}), len({cx for cx, _ in centres})
        if rows == 3:
            y = self.bottom
        wide = EDGE if columns == 2 else WIDE - EDGE
        tall = TALL - EDGE if rows == 1 else EDGE
        return _around((x, y), wide, tall)

    def _with_zero(self, numbers: tuple[Pocket, ...]) -> Outline:
        """On the line between the zeros and 1, 2, 3."""
        others = [int(n) for n in numbers if n not in (0, DOUBLE_ZERO)]
        both = {0, DOUBLE_ZERO} <= set(numbers)
        middle = self.top + 3 * TALL // 2
        if not others:
            return box(LEFT - END + EDGE // 2, middle - EDGE // 2, END - EDGE, EDGE)
        if len(others) == 3:
            return _around((LEFT, self.bottom), EDGE, EDGE)
        if len(others) == 2:
            return _around((LEFT, self.bottom - TALL * min(others)), EDGE, EDGE)
        y = self.cell(others[0]).centre[1]
        if both:
            return _around((LEFT, middle), EDGE, EDGE)
        if self.double and others[0] == 2:
            return _around((LEFT, middle + (EDGE if numbers[0] == 0 else -EDGE)), EDGE, EDGE)
        return _around((LEFT, y), EDGE, TALL - EDGE)


def _around(at: Point, wide: int, tall: int) -> Outline:
    return box(at[0] - wide // 2, at[1] - tall // 2, wide, tall)


def roulette(book: Book, layout: str | None = None) -> Felt:
    """The cloth of a roulette table; ``layout`` is one of the book's letters that suits its wheel."""
    double, lucky = DOUBLE_ZERO in book.wheel, book.lucky is not None
    letters = DIAGRAMS[double, lucky]
    letter = layout or letters[0]
    if letter not in tuple(letters):
        raise LayoutError(f"layout {letter} is not for this table; {book.name} has {' or '.join(letters)}")
    far = letter in "CD"
    cloth, grid = Cloth(book), Grid(84 if far else 16, double)
    _numbers(cloth, grid)
    _thirds(cloth, grid, far)
    top = grid.bottom if far else grid.bottom + 68
    _even_chances(cloth, top, 98 if far else 80, outside_zero=letter == "C")
    if lucky:
        _lucky_ball(cloth)
    _inside(cloth, grid)
    clauses = (
        "2.2",
        f"DIAGRAM {letter}",
        "3.1",
        *(("2.8",) if lucky else ()),
        *((OUTSIDE_ZERO,) if letter == "C" else ()),
    )
    return Felt(
        book,
        tuple(cloth.areas),
        clauses,
        _marks(book, lucky, 526 if far else 520),
        dollies=_dollies(cloth.areas),
        figure=f"DIAGRAM {letter}",
        width=WIDTH,
    )


def _numbers(cloth: Cloth, grid: Grid) -> None:
    for (pocket,) in (on for on in cloth.row("straight").shapes if isinstance(on, tuple)):
        outline = grid.cell(int(pocket)) if pocket in NUMBERS else grid.zero(pocket)
        x, y = outline.centre
        lies: dict[str, Any] = {"across": _between(outline), "floor": EDGE // 2 + 5}
        if pocket not in NUMBERS:
            lies = {"across": (x - END // 2 + 3, x + END // 2 - 14), "floor": TALL // 2}
        cloth.mark(
            "straight",
            (pocket,),
            outline,
            *centred((x, y - 22), (str(pocket), 28, "number")),
            group="numbers",
            tone=colour(pocket),
            **lies,
        )


def _between(outline: Outline) -> tuple[int, int]:
    """Between the places on the lines at both sides of a number."""
    x, _, w, _ = outline.bounds
    return x + EDGE // 2 + 1, x + w - EDGE // 2 - 1


def _thirds(cloth: Cloth, grid: Grid, far: bool) -> None:
    """Columns at the end, dozens along a side."""
    for on, numbers in COLUMNS.items():
        _, y, _, _ = grid.cell(numbers[0]).bounds
        outline = box(RIGHT, y, LAST, TALL)
        (price,) = pays_on(cloth.row("column"), on)
        cloth.mark("column", on, outline, *centred(outline.centre, (price, 14, "small")), group="thirds")
    top, height = (20, 64) if far else (grid.bottom, 68)
    for i, on in enumerate(cloth.row("dozen").shapes):
        outline = box(LEFT + i * 4 * WIDE, top, 4 * WIDE, height)
        words = f"{ORDINALS[i + 1]} 12"
        at = (outline.centre[0], outline.centre[1] + (0 if far else 4))
        cloth.mark(
            "dozen",
            on,
            outline,
            *centred(at, (words, 24, "word")),
            group="thirds",
            spot=(at[0] + 92, outline.centre[1] - 1),
        )


def _even_chances(cloth: Cloth, top: int, height: int, *, outside_zero: bool) -> None:
    places: list[str] = [*OUTSIDE[:3], *(["zero"] if outside_zero else []), *OUTSIDE[3:]]
    edges = [LEFT + i * 12 * WIDE // len(places) for i in range(len(places) + 1)]
    for name, left, right in zip(places, edges, edges[1:], strict=False):
        outline = box(left, top, right - left, height)
        at = (outline.centre[0], outline.centre[1] + 4)
        if name == "zero":
            cloth.mark(
                "straight",
                (0,),
                outline,
                *centred(at, ("0", 34, "number")),
                group="outside",
                tone="green",
                stands_for=OUTSIDE_ZERO,
                across=(left + 3, right - 3),
            )
            continue
        word, _, span = title(cloth.row(name)).rstrip(")").partition(" (")
        lines = [(word.upper(), 22, "word"), *([(span, 15, "pays")] if span else [])]
        tone = name if name in ("red", "black") else ""
        across = (left + 3, right - 3)  # too narrow for stacks beside the words
        cloth.mark(name, None, outline, *centred(at, *lines), group="outside", tone=tone, across=across)


def _lucky_ball(cloth: Cloth) -> None:
    """Four areas, one for each colour; none touches another, because one wager cannot cover two (7.5)."""
    row = cloth.row("lucky-ball")
    for i, on in enumerate(row.shapes):
        outline = box(LEFT + 4 + i * 3 * WIDE, 488, 3 * WIDE - 8, 60, 12, 12, 12, 12)
        cloth.mark(
            "lucky-ball",
            on,
            outline,
            *centred((outline.centre[0] - 10, outline.centre[1]), (str(on).upper(), 20, "word")),
            group="lucky",
            tone=str(on),
            spot=(outline.centre[0] + 68, outline.centre[1] - 1),
        )


def _inside(cloth: Cloth, grid: Grid) -> None:
    """A place for every set of numbers that the rows have, over the lines of the numbers."""
    for concept in ("split", "street", "corner", "five-line", "six-line"):
        if concept in cloth:
            for on in cloth.row(concept).shapes:
                cloth.mark(concept, on, grid.meeting(_numbers_of(on)), group="edge")


def _numbers_of(on: Selection) -> tuple[Pocket, ...]:
    return on if isinstance(on, tuple) else ()


def _dollies(areas: Iterable[Area]) -> dict[Pocket, Point]:
    """The dolly stands beside the number, over the chips."""
    found: dict[Pocket, Point] = {}
    for area in areas:
        if area.wager == "straight" and isinstance(area.on, tuple) and not area.stands_for:
            x, y = area.outline.centre
            found[area.on[0]] = (x, y + 14)
    return found


def _marks(book: Book, lucky: bool, y: int) -> tuple[Lettering, ...]:
    game, _, house = book.title.rstrip(")").partition(" (")
    if not lucky:
        return centred((WIDTH // 2, y), (game.upper(), 30, "name"), (house, 15, "house"))
    first, second = book.wagers["lucky-ball"].title.upper().split()
    return centred((36, y - 4), (first, 16, "word"), (second, 16, "word"))
