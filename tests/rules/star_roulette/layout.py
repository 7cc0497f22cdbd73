"""The roulette cloth again, from the rules and a grid of three by twelve, and what wagers do on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import combinations

from feltwork.outcomes import Pocket, Selection
from feltwork.refusal import Refusal
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.table import Step, Table
from tests.rules.felt import Line, at, each_pocket, lay

BOOK = "star-roulette"
WHEELS = ("single", "double")
NUMBERS = range(1, 37)
POCKETS: dict[str, tuple[Pocket, ...]] = {"single": tuple(range(37)), "double": ("00", *range(37))}
"""Pockets in the order in which a wager's numbers are reported."""
RED = {n for n in NUMBERS if (n in range(1, 11) or n in range(19, 29)) == (n % 2 == 1)}
BLACK = set(NUMBERS) - RED

Numbers = tuple[Pocket, ...]
COLOURS = ("red", "green", "blue", "yellow")
DRAWN: dict[str, Pocket] = {"red": 7, "green": 0, "blue": 12, "yellow": 31}
TABLE_ONE = {"red": (6, 120), "green": (12, 100), "blue": (20, 75), "yellow": (25, 60)}
TABLE_TWO = {"red": (5, 120), "green": (12, 100), "blue": (20, 75), "yellow": (25, 60)}
MEGA = 1000

ODDS = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "five-line": 6,
    "six-line": 5,
    "column": 2,
    "dozen": 2,
    "low": 1,
    "high": 1,
    "even": 1,
    "odd": 1,
    "red": 1,
    "black": 1,
}


def sets_of(size: int, wheel: str) -> Iterator[Numbers]:
    """Every set of that many pockets of a wheel."""
    return combinations(POCKETS[wheel], size)


def place(number: int) -> tuple[int, int]:
    """Row (0 to 11) and column (0 to 2) of a number on the cloth."""
    return divmod(number - 1, 3)


def is_split(a: int, b: int) -> bool:
    """Do two numbers share a side on the cloth?"""
    (row_a, column_a), (row_b, column_b) = place(a), place(b)
    return abs(row_a - row_b) + abs(column_a - column_b) == 1


SPLITS = {pair for pair in combinations(NUMBERS, 2) if is_split(*pair)}
STREETS = {tuple(n for n in NUMBERS if place(n)[0] == row) for row in range(12)}
CORNERS = {(n, n + 1, n + 3, n + 4) for n in range(1, 33) if place(n)[1] < 2}
SIX_LINES = {tuple(n for n in NUMBERS if place(n)[0] - row in (0, 1)) for row in range(11)}
FIVE: Numbers = ("00", 0, 1, 2, 3)
ZERO_SETS: dict[str, dict[str, tuple[Numbers, ...]]] = {
    "single": {
        "straight": ((0,),),
        "split": ((0, 1), (0, 2), (0, 3)),
        "street": ((0, 1, 2), (0, 2, 3)),
        "corner": ((0, 1, 2, 3),),
    },
    "double": {
        "straight": (("00",), (0,)),
        "split": (("00", 0), (0, 1), (0, 2), ("00", 2), ("00", 3)),
        "street": ((0, 1, 2), ("00", 0, 2), ("00", 2, 3)),
        "five-line": (FIVE,),
    },
}
"""The inside wagers that have a zero in them, by wheel and name."""

COLUMNS = {c: {n for n in NUMBERS if place(n)[1] == c - 1} for c in (1, 2, 3)}
DOZENS = {1: set(range(1, 13)), 2: set(range(13, 25)), 3: set(range(25, 37))}
EVEN_CHANCES: dict[str, set[int]] = {
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
    "even": set(range(2, 37, 2)),
    "odd": set(range(1, 37, 2)),
    "red": RED,
    "black": BLACK,
}


def all_wagers(wheel: str) -> dict[tuple[str, Selection], set[Pocket]]:
    """Every wager that the rules allow at a wheel, with the pockets that win it."""
    found: dict[tuple[str, Selection], set[Pocket]] = {("straight", (n,)): {n} for n in NUMBERS}
    for name, sets in (("split", SPLITS), ("street", STREETS), ("corner", CORNERS), ("six-line", SIX_LINES)):
        found |= {(name, on): set(on) for on in sets}
    found |= {(name, on): set(on) for name, sets in ZERO_SETS[wheel].items() for on in sets}
    found |= {("column", c): set(numbers) for c, numbers in COLUMNS.items()}
    found |= {("dozen", d): set(numbers) for d, numbers in DOZENS.items()}
    return found | {(name, None): set(numbers) for name, numbers in EVEN_CHANCES.items()}


def fates_of(wheel: str, wager: str, on: Selection = None) -> dict[Pocket, Line]:
    """What every pocket does to a wager; each must decide it."""
    table = lay(at(BOOK, wheel=wheel), wager, on)
    table.no_more_bets()
    fates: dict[Pocket, Line] = {}
    for pocket, line in each_pocket(table, wager, on).items():
        assert line is not None, f"{pocket} does not decide {wager}"
        fates[pocket] = line
    assert set(fates) == set(POCKETS[wheel])
    return fates


def wins_only(wheel: str, wager: str, on: Selection, numbers: Collection[Pocket], clause: str) -> None:
    """The wager wins its odds on these numbers, loses on all the rest, and both cite the clause."""
    won, lost = ("win", Fraction(ODDS[wager]), clause), ("lose", Fraction(0), clause)
    expected = {pocket: won if pocket in numbers else lost for pocket in POCKETS[wheel]}
    assert fates_of(wheel, wager, on) == expected, (wager, on)


def edge(wheel: str, wager: str, on: Selection) -> Fraction:
    """The house edge by counting every pocket once."""
    fates = fates_of(wheel, wager, on)
    return -sum((line[1] if line[0] == "win" else Fraction(-1) for line in fates.values()), Fraction(0)) / len(fates)


def snapshot(table: Table) -> object:
    """All that a refused step must leave alone."""
    return (
        dict(table.state.balances),
        table.standing,
        table.state.closed,
        table.state.lucky,
        table.state.boost,
    )


def refusal(table: Table, wager: str, on: RawSelection = None, stake: str = "10.00") -> Refusal:
    """The refusal of a wager, which must leave everything as it was."""
    before = snapshot(table)
    step = table.bet(1, wager, stake, on)
    assert step.refused is not None, f"{wager} on {on} was accepted"
    assert snapshot(table) == before
    return step.refused


def offered(wager: str, size: int, wheel: str) -> set[Numbers]:
    """Of all sets of that many pockets, those that the table takes the wager on."""
    table = at(BOOK, wheel=wheel)
    return {on for on in sets_of(size, wheel) if table.bet(1, wager, "1.00", on)}


def lucky_table(mega: bool = False, wheel: str = "single", colours: Collection[str] = COLOURS) -> Table:
    """A table with a Lucky Ball wager on each colour, the numbers drawn and betting closed."""
    table = at(BOOK, wheel=wheel, lucky_ball="mega" if mega else True)
    for colour in colours:
        lay(table, "lucky-ball", colour)
    assert table.lucky_ball(DRAWN)
    assert table.no_more_bets()
    return table


def lucky_fates(
    boosted: str, tier: str, mega: bool = False, wheel: str = "single"
) -> dict[str, dict[Pocket, Line | None]]:
    """Every colour's fate in every pocket, with one colour boosted."""
    table = lucky_table(mega, wheel)
    assert table.boost(boosted, tier)
    return {colour: each_pocket(table, "lucky-ball", colour) for colour in COLOURS}


def lucky_wins(boosted: str, tier: str, mega: bool = False, wheel: str = "single") -> dict[str, tuple[Fraction, str]]:
    """Odds and clause at which each colour wins; it must win on its own number and lose on every other."""
    found = {}
    for colour, fates in lucky_fates(boosted, tier, mega, wheel).items():
        assert {pocket for pocket, line in fates.items() if line and line[0] == "win"} == {DRAWN[colour]}
        assert all(line and line[0] == "lose" for pocket, line in fates.items() if pocket != DRAWN[colour])
        line = fates[DRAWN[colour]]
        assert line is not None
        found[colour] = (line[1], line[2])
    return found


def refused(step: Step, clause: str) -> bool:
    return step.refused is not None and step.refused.clause == clause
