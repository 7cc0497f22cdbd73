"""Dragon Fire tables for the clause tests: open, frozen or in a run of eights, and what each throw then does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ParamSpec

from feltwork.outcomes import Selection
from feltwork.table.play.table import Step, Table
from tests.rules.fates import Fates
from tests.rules.felt import Throw, at, each_throw, lay, throw

P = ParamSpec("P")

ALL: tuple[Throw, ...] = tuple(product(range(1, 7), range(1, 7)))
SIDES = ("dragon", "fire")
OTHERS: tuple[tuple[str, Selection], ...] = (
    ("low-pair", None),
    ("high-pair", None),
    *(("specific-pair", face) for face in range(1, 7)),
    *(("total", number) for number in range(3, 12)),
)
"""Every one-roll wager on every selection."""
EVERYTHING = (*((side, None) for side in SIDES), *OTHERS, ("dragons-tail", None))
OPEN = ((), (6,), (7, 7), (7, 12), (8,), (8, 8), (8, 8, 8))
"""Throws after which Dragon and Fire are open; seat 2 has a Tail wager, so eights make a run."""
RICH = 10_000_000


def after(*thrown: int, **settings: object) -> Table:
    """A table after these totals, with a Tail wager of seat 2 for as long as they leave it."""
    table = lay(at("dragon-fire", **settings), "dragons-tail", stake="1.00", seat=2)
    for total in thrown:
        throw(table, total)
    return table


def frozen(*wagers: str, before: tuple[int, ...] = (), **settings: object) -> Table:
    """A table where seat 1 put these down and a 7 was thrown, so that Dragon and Fire are frozen."""
    table = after(*before, **settings)
    for wager in wagers:
        lay(table, wager)
    throw(table, 7)
    return table


def tail(run: int, **settings: object) -> Table:
    """A table where seat 1's Tail wager lies in a run of so many eights."""
    table = lay(at("dragon-fire", **settings), "dragons-tail")
    for _ in range(run):
        throw(table, 8)
    return table


def totals(*wanted: int) -> set[Throw]:
    return {dice for dice in ALL if sum(dice) in wanted}


def pairs(*faces: int) -> set[Throw]:
    return {(face, face) for face in faces}


LOW, HIGH = totals(2, 3, 4, 5, 6), totals(8, 9, 10, 11, 12)


def wins_on(wager: str, on: Selection) -> set[Throw]:
    """The throws on which a one-roll wager wins, by the words of 6.1.3 to 6.1.6."""
    if wager == "total":
        return {dice for dice in ALL if sum(dice) == on}
    faces = {"low-pair": (1, 2, 3), "high-pair": (4, 5, 6)}.get(wager, (on,))
    return {dice for dice in ALL if dice[0] == dice[1] and dice[0] in faces}


@cache
def while_open(wager: str, on: Selection = None) -> tuple[Fates, ...]:
    """What each throw does to a wager put down while Dragon and Fire are open, whatever came before."""
    return tuple(each_throw(lay(after(*thrown), wager, on), wager, on) for thrown in OPEN)


@cache
def while_frozen(wager: str, on: Selection = None) -> tuple[Fates, ...]:
    """What each throw does next after a 7: to a frozen side, or to another wager put down since."""
    if wager in SIDES:
        return tuple(each_throw(frozen(wager, before=thrown), wager) for thrown in OPEN)
    return tuple(each_throw(lay(frozen(before=thrown), wager, on), wager, on) for thrown in OPEN)


def always(wager: str, on: Selection = None) -> tuple[Fates, ...]:
    """The same for a one-roll wager, open or frozen."""
    return (*while_open(wager, on), *while_frozen(wager, on))


def odds_paid(everywhere: Iterable[Fates], throws: set[Throw]) -> set[Fraction | None]:
    """What a unit staked wins on these throws; ``None`` where one of them does not win."""
    lines = [fates[dice] for fates in everywhere for dice in throws]
    return {line[1] if line and line[0] == "win" else None for line in lines}


def printed(wager: str, clause: str) -> set[Fraction]:
    """The odds that the wager cites from that clause."""
    arms = at("dragon-fire").book.wagers[wager].arms()
    return {arm.odds for arm in arms if arm.pays and arm.pays.clause == clause}


def refuses(table: Table, clause: str, act: Callable[P, Step], *args: P.args, **kwargs: P.kwargs) -> None:
    """The table turns this away by that clause, and nothing moves."""
    before = (dict(table.state.balances), table.standing, table.state.area_state, table.state.closed)
    step = act(*args, **kwargs)
    assert step.refused, f"taken: {args}"
    assert step.refused.clause == clause, str(step)
    assert before == (dict(table.state.balances), table.standing, table.state.area_state, table.state.closed)


def lying(table: Table, seat: int = 1) -> list[tuple[str, Selection, int]]:
    return [(s.wager.name, s.on, s.stake) for s in table.standing if s.seat == seat]


def cents(table: Table, seat: int = 1) -> int:
    return table.state.balances[seat]
