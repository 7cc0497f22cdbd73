"""The Star's craps layout as its clause tests need it: every place where a wager can lie."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from feltwork.outcomes import THROWS, Selection, throw_symbol
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.table import Step, Table
from tests.rules.felt import Line, Throw, at, each_throw, lay, throw

BOOK = "star-craps"
POINTS = (4, 5, 6, 8, 9, 10)
STATES = (None, *POINTS)
"""The puck: off before a come out roll, or on a point."""
EVERY = frozenset(range(2, 13))
UNIT = "1320.00"
"""A stake that every price in the odds table pays in whole cents."""
SLEEPERS = (("hardway", 6), ("place-to-win", 6), ("buy", 6))
"""Inactive before a come out roll, as is Behind the Come."""
ANY_TIME = (
    *(("hardway", n) for n in (4, 6, 8, 10)),
    *((name, n) for name in ("place-to-win", "place-to-lose", "buy", "lay") for n in POINTS),
    *((name, None) for name in ("any-craps", "craps-two", "craps-three", "craps-twelve", "eleven", "field")),
    *((name, None) for name in ("any-seven", "big-6", "big-8", "horn", "crap-eleven")),
    *(("horn-high", n) for n in (2, 3, 11, 12)),
)
Fates = dict[Throw, Line | None]
Lies = tuple[str, Selection]
"""A wager and what it is on."""


def felt(point: int | None = None, **settings: object) -> Table:
    """A table before a come out roll, or with this point set."""
    table = at(BOOK, **settings)
    if point is not None:
        throw(table, point)
    return table


def on_line(wager: str, point: int, stake: str = UNIT) -> Table:
    """A line wager that has its come out point."""
    table = lay(felt(), wager, None, stake)
    throw(table, point)
    return table


def came(wager: str, number: int, point: int, stake: str = UNIT) -> Table:
    """A Come or Don't Come wager that has travelled; on the table's own point it leaves the puck off."""
    table = lay(felt(point), wager, None, stake)
    throw(table, number)
    return table


def travelled(wager: str, number: int, stake: str = UNIT) -> Iterator[Table]:
    """Everywhere the puck can be while that wager lies on its come point."""
    for point in POINTS:
        yield came(wager, number, point, stake)


def awake(wager: str, on: int | None = None) -> Iterator[Table]:
    """A wager that may be made at any time, wherever the puck is, called on where it would sleep."""
    for point in STATES:
        table = lay(felt(point), wager, on, UNIT)
        if point is None and wager in dict(SLEEPERS):
            assert table.call(1, wager, on, working=True)
        yield table


def of(*totals: int) -> set[Throw]:
    """The throws that make these totals."""
    return {dice for dice in THROWS if sum(dice) in totals}


def settles(fates: Fates, result: str, clause: str, totals: Collection[int]) -> None:
    """These totals have this result by this clause, however they are thrown, and no others have it."""
    got = {dice: line[2] for dice, line in fates.items() if line and line[0] == result}
    assert got == dict.fromkeys(of(*totals), clause)


def stands(fates: Fates, totals: Collection[int]) -> None:
    """These totals and no others leave the wager undecided."""
    assert {dice for dice, line in fates.items() if line is None} == of(*totals)


def one_roll(wager: str, clause: str, totals: set[int]) -> None:
    """Wherever the puck is, the next roll decides: these totals win and the rest lose. It is on no number."""
    refuses(felt(), clause, wager, UNIT, 7)
    for table in awake(wager):
        fates = each_throw(table, wager)
        settles(fates, "win", clause, totals)
        settles(fates, "lose", clause, EVERY - totals)


def races(wager: str, on: int | None, winning: tuple[str, int], losing: tuple[str, int]) -> None:
    """Wherever the puck is, one total wins, one loses and the rest change nothing, this roll and the next."""
    others = EVERY - {winning[1], losing[1]}
    for table in awake(wager, on):
        for other in (None, *others):
            if other is not None:
                throw(table, other)
                table.call(1, wager, on, working=True)
            fates = each_throw(table, wager, on)
            settles(fates, "win", winning[0], {winning[1]})
            settles(fates, "lose", losing[0], {losing[1]})
            stands(fates, others)


def pays(row: str, odds: Fraction | int, table: Table, bet: Lies, wins: set[Throw]) -> None:
    """The throws that win by this row of the odds table, and what each unit staked wins on them."""
    won = {
        dice: line[1]
        for dice, line in each_throw(table, *bet).items()
        if line and line[0] == "win" and row_of(table, *bet, dice) == f"8.1[{row}]"
    }
    assert won == dict.fromkeys(wins, Fraction(odds))


def any_time(row: str, odds: Fraction | int, wager: str, on: int | None, *totals: int) -> None:
    """A wager made at any time pays these odds on these totals, by this row, and on no others."""
    for table in awake(wager, on):
        pays(row, odds, table, (wager, on), of(*totals))


def row_of(table: Table, wager: str, on: Selection, dice: Throw) -> str | None:
    """The row of the odds table that a winning throw is paid by."""
    standing = table.state.find(1, wager, on)
    assert standing
    codes = standing.machine.codes(table.state.area, standing.state, standing.is_working(table.state.come_out))
    pays_by = standing.machine.arms[~codes[throw_symbol(*dice)]].pays
    return pays_by.clause if pays_by else None


def refuses(table: Table, clause: str, wager: str, stake: str = UNIT, on: RawSelection = None, *, seat: int = 1) -> str:
    """The placement is turned away by this clause and nothing moves; gives the reason."""
    before = str(table)
    return _turned_away(table, before, table.bet(seat, wager, stake, on), clause)


def keeps(table: Table, clause: str, wager: str, on: RawSelection = None, amount: str | None = None) -> str:
    """The removal is turned away by this clause and nothing moves; gives the reason."""
    before = str(table)
    return _turned_away(table, before, table.remove(1, wager, on, amount), clause)


def _turned_away(table: Table, before: str, step: Step, clause: str) -> str:
    assert step.refused, str(step)
    assert step.refused.clause == clause
    assert str(table) == before
    return step.refused.reason


def net(*wagers: tuple[str, int | None, str], dice: Throw, point: int | None = None) -> int:
    """What one throw leaves a player with who made these wagers and no others, in cents up or down."""
    table = felt(point)
    before = table.state.chips()
    for wager, on, stake in wagers:
        lay(table, wager, on, stake)
    table.roll(*dice)
    return table.state.chips() - before
