"""Aruze Craps tables for the clause tests: the puck where it is wanted, what each throw then does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ParamSpec

from feltwork.money import format_money, parse_money
from feltwork.outcomes import Selection
from feltwork.table.play.table import Step, Table
from tests.rules.fates import Fates
from tests.rules.felt import STAKE, Throw, at, each_throw, lay, throw

P = ParamSpec("P")

POINTS = (4, 5, 6, 8, 9, 10)
PHASES = (None, *POINTS)
"""Before a come out roll, and with each point set."""
SELECTIONS: dict[str, Selection] = {
    "pass-line": None,
    "dont-pass": None,
    "big-6": None,
    "big-8": None,
    "place": 6,
    "buy": 5,
    "hardway": 8,
    "place-to-lose": 9,
    "lay": 4,
    "field": None,
    "any-seven": None,
    "any-craps": None,
    "craps": None,
    "eleven": None,
    "craps-and-eleven": None,
    "horn": None,
    "hop": (1, 2),
}
"""Every wager that can be put down before a come out roll."""
ALL: tuple[Throw, ...] = tuple(product(range(1, 7), range(1, 7)))


def puck(point: int | None = None, **settings: object) -> Table:
    """A table before a come out roll, or with this point set."""
    table = at("aruze-craps", **settings)
    if point:
        throw(table, point)
    return table


def lined(wager: str, point: int, stake: str = STAKE) -> Table:
    """A table where seat 1 has this line wager and its point is set."""
    table = lay(puck(), wager, stake=stake)
    throw(table, point)
    return table


def travelled(wager: str, point: int, stake: str = STAKE) -> Table:
    """A table where seat 1 has this come wager, gone to its point; the table's own point is another."""
    table = lay(puck(4 if point != 4 else 10), wager, stake=stake)
    throw(table, point)
    return table


def totals(*wanted: int) -> set[Throw]:
    """The throws that add up to one of these."""
    return {dice for dice in ALL if sum(dice) in wanted}


@cache
def first_roll(wager: str) -> tuple[Fates, ...]:
    """What each throw does to a fresh line wager, in every phase in which it can be put down."""
    phases = (None,) if wager in ("pass-line", "dont-pass") else POINTS
    return tuple(each_throw(lay(puck(phase), wager), wager) for phase in phases)


@cache
def with_point(wager: str, point: int, odds: str | None = None) -> tuple[Fates, ...]:
    """What each throw does to a line wager (or to odds on it) with this point: as soon as it is set, and
    again after each other total but 7 has fallen, so that a come wager also meets come out rolls."""
    travels = wager in ("come", "dont-come")
    table = (travelled if travels else lined)(wager, point)
    on = point if travels else None
    if odds:
        lay(table, odds, on)
    found = [each_throw(table, odds or wager, on)]
    for other in (n for n in range(2, 13) if n not in (point, 7)):
        throw(table, other)
        found.append(each_throw(table, odds or wager, on))
    return tuple(found)


@cache
def any_time(wager: str, on: Selection = None, stake: str = STAKE) -> tuple[Fates, ...]:
    """What each throw does to a wager put down in every phase: fresh, and after all that leaves it alone."""
    found = []
    for phase in PHASES:
        table = lay(puck(phase), wager, on, stake)
        found.append(each_throw(table, wager, on))
        for dice in [dice for dice, line in found[-1].items() if line is None]:
            throw(table, dice)
        found.append(each_throw(table, wager, on))
    return tuple(found)


def results(fates: Fates) -> dict[Throw, str | None]:
    """Only whether each throw wins, loses, draws or leaves it."""
    return {dice: line and line[0] for dice, line in fates.items()}


def odds_paid(everywhere: Iterable[Fates], throws: set[Throw]) -> set[Fraction | None]:
    """What a unit staked wins on these throws; ``None`` where one of them does not win."""
    lines = [fates[dice] for fates in everywhere for dice in throws]
    return {line[1] if line and line[0] == "win" else None for line in lines}


def printed(wager: str, row: str) -> set[Fraction]:
    """The odds that the wager's row cites from that row of the table."""
    arms = at("aruze-craps").book.wagers[wager].arms()
    return {arm.odds for arm in arms if arm.pays and arm.pays.clause == f"3.10[{row}]"}


def refuses(table: Table, clause: str, act: Callable[P, Step], *args: P.args, **kwargs: P.kwargs) -> None:
    """The table turns this away by that clause, and nothing moves."""
    before = (dict(table.state.balances), table.standing, table.state.area_state, table.state.closed)
    step = act(*args, **kwargs)
    assert step.refused, f"taken: {args}"
    assert step.refused.clause == clause, str(step)
    assert before == (dict(table.state.balances), table.standing, table.state.area_state, table.state.closed)


def takes_at_most(make: Callable[[], Table], clause: str, wager: str, most: str, on: Selection = None) -> None:
    """The wager is taken a cent under that amount and at it, not a cent over it, at once or bit by bit."""
    under, over = (format_money(parse_money(most) + cent) for cent in (-1, 1))
    lay(make(), wager, on, under)
    full = lay(make(), wager, on, most)
    refuses(full, clause, full.bet, 1, wager, "0.01", on)
    empty = make()
    refuses(empty, clause, empty.bet, 1, wager, over, on)


def cents(table: Table, seat: int = 1) -> int:
    return table.state.balances[seat]
