"""The roulette cloth composed for an upright phone: three columns of numbers, dozens and even chances beside them.

Every place on a line lies where it lies on the cloth of a table, which is turned by a quarter for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.felt.area import Felt, Outline, Places, Point, box
from feltwork.felt.cloth import Cloth, centred, title
from feltwork.felt.upright import WIDTH
from feltwork.games.book import Book
from feltwork.games.star_roulette import felt as table
from feltwork.games.star_roulette.places import COLUMNS
from feltwork.outcomes import DOUBLE_ZERO, Pocket
from feltwork.wagers.prices import pays_on
from feltwork.wagers.wheel import NUMBERS, colour

WIDE, TALL, ZERO, COLUMN = 84, 60, 62, 56
"""A number's width and height, the heights of the zeros and of the column areas."""
OUTSIDE, DOZEN = 74, 56
LEFT, TOP = 4 + OUTSIDE + DOZEN, 4 + ZERO
CHIP = 30
LUCKY = 66


@dataclass(frozen=True)
class Turned:
    """The numbers of a table's cloth turned by a quarter: 1, 2, 3 in a row, the zeros above them."""

    flat: table.Grid

    def cell(self, number: int) -> Outline:
        line, column = divmod(number - 1, 3)
        return box(LEFT + column * WIDE, TOP + line * TALL, WIDE, TALL)

    def zero(self, pocket: Pocket) -> Outline:
        half = 3 * WIDE // 2
        if not self.flat.double:
            return box(LEFT, TOP - ZERO, 3 * WIDE, ZERO, 30, 30, 0, 0)
        if pocket == DOUBLE_ZERO:
            return box(LEFT + half, TOP - ZERO, half, ZERO, 0, 30, 0, 0)
        return box(LEFT, TOP - ZERO, half, ZERO, 30, 0, 0, 0)

    def meeting(self, numbers: tuple[Pocket, ...]) -> Outline:
        """The place of a wager on several numbers."""
        if self.flat.double and (found := self._below_zeros(numbers)):
            return found
        before = self.flat.meeting(numbers)
        _, _, w, h = before.bounds
        x, y = before.centre
        edge = table.EDGE
        length = ZERO if x < table.LEFT - edge else TALL
        wide = edge if h == edge else WIDE - edge
        tall = edge if w == edge else length - edge
        at = self._turned((x, y))
        return box(at[0] - wide // 2, at[1] - tall // 2, wide, tall)

    def _below_zeros(self, numbers: tuple[Pocket, ...]) -> Outline | None:
        """On the line between two zeros and 1, 2, 3: five places side by side at the 2, and a wider one at each end."""
        others = [number for number in numbers if number not in (0, DOUBLE_ZERO)]
        if not 0 < len(others) < min(3, len(numbers)):
            return None
        side = (DOUBLE_ZERO in numbers) - (0 in numbers)
        edge, middle = table.EDGE, LEFT + 3 * WIDE // 2
        if 2 in others:  # in the middle with both zeros, then the pair, then three numbers
            return box(middle + side * edge * len(others) - edge // 2, TOP - edge // 2, edge, edge)
        near, far = 5 * edge // 2, 3 * WIDE // 2 - edge // 2
        return box(middle + (near if side > 0 else -far), TOP - edge // 2, far - near, edge)

    def _turned(self, at: Point) -> Point:
        x, y = at
        middle = self.flat.top + 3 * table.TALL // 2
        across = LEFT + 3 * WIDE // 2 + (middle - y) * WIDE // table.TALL
        if x < table.LEFT:
            return across, TOP - (table.LEFT - x) * ZERO // table.END
        return across, TOP + (x - table.LEFT) * TALL // table.WIDE


def upright(book: Book) -> Felt:
    """The cloth for a table with this wheel, with Lucky Ball where it is offered."""
    double = DOUBLE_ZERO in book.wheel
    cloth, grid = Cloth(book), Turned(table.Grid(0, double))
    _numbers(cloth, grid)
    _outside(cloth)
    bottom = TOP + 12 * TALL + COLUMN
    if book.lucky is not None:
        bottom = _lucky(cloth, bottom + 8)
    for concept in ("split", "street", "corner", "five-line", "six-line"):
        if concept in cloth:
            for on in cloth.row(concept).shapes:
                if isinstance(on, tuple):
                    cloth.mark(concept, on, grid.meeting(on), group="edge")
    dollies = {
        area.on[0]: (area.outline.centre[0] + WIDE // 4, area.outline.centre[1])
        for area in cloth.areas
        if area.wager == cloth.row("straight").name and isinstance(area.on, tuple)
    }
    return Felt(book, tuple(cloth.areas), (), dollies=dollies, width=WIDTH, height=bottom + 6)


def _numbers(cloth: Cloth, grid: Turned) -> None:
    for (pocket,) in (on for on in cloth.row("straight").shapes if isinstance(on, tuple)):
        outline = grid.cell(int(pocket)) if pocket in NUMBERS else grid.zero(pocket)
        x, y = outline.centre
        if pocket not in NUMBERS:
            y -= 10  # the places on the line below need room
        at = (x + 17, y)
        cloth.mark(
            "straight",
            (pocket,),
            outline,
            *centred((x - 12, y), (str(pocket), 21, "number")),
            group="numbers",
            tone=colour(pocket),
            places=Places(at, at, CHIP, CHIP + 4),
        )


def _outside(cloth: Cloth) -> None:
    """Dozens and even chances at the left, columns below the numbers."""
    for i, on in enumerate(cloth.row("dozen").shapes):
        outline = box(LEFT - DOZEN, TOP + i * 4 * TALL, DOZEN, 4 * TALL)
        x, y = outline.centre
        words = centred((x - 6, y - 20), (table.ORDINALS[i + 1], 18, "word"), ("12", 18, "word"))
        cloth.mark("dozen", on, outline, *words, group="thirds", across=(x - 25, x + 13), floor=4 * TALL // 3)
    for i, name in enumerate(table.OUTSIDE):
        outline = box(4, TOP + i * 2 * TALL, OUTSIDE, 2 * TALL)
        x, y = outline.centre
        word, _, span = title(cloth.row(name)).rstrip(")").partition(" (")
        lines = [(word.upper(), 16, "word"), *([(span, 14, "pays")] if span else [])]
        tone = name if name in ("red", "black") else ""
        cloth.mark(name, None, outline, *centred((x, y - 14), *lines), group="outside", tone=tone, floor=24)
    for on, numbers in COLUMNS.items():
        column = (numbers[0] - 1) % 3
        outline = box(LEFT + column * WIDE, TOP + 12 * TALL, WIDE, COLUMN)
        (price,) = pays_on(cloth.row("column"), on)
        cloth.mark("column", on, outline, *centred(outline.centre, (price, 15, "small")), group="thirds")


def _lucky(cloth: Cloth, top: int) -> int:
    row = cloth.row("lucky-ball")
    wide = (WIDTH - 8) // len(row.shapes)
    for i, on in enumerate(row.shapes):
        outline = box(6 + i * wide, top, wide - 6, LUCKY, 10, 10, 10, 10)
        name = (str(on).upper(), 16, "word")
        cloth.mark(
            "lucky-ball",
            on,
            outline,
            *centred(outline.centre, name),
            group="lucky",
            tone=str(on),
            across=_inside(outline),
        )
    return top + LUCKY


def _inside(outline: Outline) -> tuple[int, int]:
    x, _, w, _ = outline.bounds
    return x + 3, x + w - 3
