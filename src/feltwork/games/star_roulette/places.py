"""The places on a roulette cloth, each with the clause that offers it.

They are drawn in diagrams that the approved text does not carry: what stands here is the usual cloth, checked against
what the text does say.
"""

from __future__ import annotations

from feltwork.outcomes import DOUBLE_WHEEL, DOUBLE_ZERO, SINGLE_WHEEL, Pocket, Selection, pocket_order
from feltwork.wagers.wheel import NUMBERS

ROWS: tuple[tuple[int, int, int], ...] = tuple((n, n + 1, n + 2) for n in range(1, 37, 3))


def pockets_of(double: bool) -> tuple[Pocket, ...]:
    return DOUBLE_WHEEL if double else SINGLE_WHEEL


def covered(*numbers: Pocket) -> tuple[Pocket, ...]:
    """The numbers of an inside wager in the order it is reported in."""
    return tuple(sorted(numbers, key=pocket_order))


def straights(double: bool) -> list[tuple[Pocket, ...]]:
    return [(pocket,) for pocket in pockets_of(double)]


def splits(double: bool) -> dict[tuple[Pocket, ...], str]:
    """Neighbours on the cloth, and the zeros' pairs, each with its clause.

    >>> len(splits(False)), len(splits(True))
    (60, 62)
    """
    across = [(n, n + 1) for n in NUMBERS if n % 3]
    along = [(n, n + 3) for n in NUMBERS if n <= 33]
    found = dict.fromkeys((covered(*pair) for pair in across + along), "3.2.2.1")
    if not double:
        return found | {covered(0, n): "3.2.2.2" for n in (1, 2, 3)}
    found |= {covered(0, n): "3.2.2.3" for n in (DOUBLE_ZERO, 1, 2)}
    return found | {covered(DOUBLE_ZERO, n): "3.2.2.4" for n in (2, 3)}


def streets(double: bool) -> dict[tuple[Pocket, ...], str]:
    found: dict[tuple[Pocket, ...], str] = dict.fromkeys(ROWS, "3.2.3.1")
    found[covered(0, 1, 2)] = "3.2.3.2"
    if not double:
        return found | {covered(0, 2, 3): "3.2.3.3"}
    return found | {covered(0, DOUBLE_ZERO, 2): "3.2.3.4", covered(DOUBLE_ZERO, 2, 3): "3.2.3.5"}


def corners(double: bool) -> dict[tuple[Pocket, ...], str]:
    squares = [(n, n + 1, n + 3, n + 4) for n in NUMBERS if n % 3 and n <= 32]
    found: dict[tuple[Pocket, ...], str] = dict.fromkeys(squares, "3.2.4.1")
    return found if double else found | {(0, 1, 2, 3): "3.2.4.2"}


def six_lines() -> list[tuple[Pocket, ...]]:
    return [(*ROWS[i], *ROWS[i + 1]) for i in range(len(ROWS) - 1)]


WITHHELD: dict[str, dict[Selection, str]] = {
    "street": {(0, 2, 3): "3.2.3.3"},
    "corner": {(0, 1, 2, 3): "3.2.4.2"},
}
"""Places that the book does not offer where the wheel has a double zero."""
FIVE_LINE: tuple[Pocket, ...] = covered(0, DOUBLE_ZERO, 1, 2, 3)
COLUMNS: dict[Selection, tuple[int, ...]] = {c: tuple(n for n in NUMBERS if n % 3 == c % 3) for c in (1, 2, 3)}
DOZENS: dict[Selection, tuple[int, ...]] = {d: tuple(range(12 * d - 11, 12 * d + 1)) for d in (1, 2, 3)}
