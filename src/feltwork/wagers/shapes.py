"""The shapes: the few kinds of life that a wager of these books can have.

A shape answers one question: lying in this state, with the table's area as it is, working or not, what
does this symbol do? It gives an ``Arm`` (the wager ends) or ``Stands``. A new shape is a deliberate event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Protocol

from feltwork.outcomes import POINTS, TOTALS, Outcomes, Selection, lucky, total
from feltwork.wagers.arms import Arm, Result, Stands, Step, loses, wins

DICE, POCKET, LUCKY = "dice", "pocket", "lucky"
"""Alphabets: which part of what a round announced a shape reads."""


class Shape(Protocol):
    """What every shape can do."""

    @property
    def alphabet(self) -> str: ...

    @property
    def states(self) -> tuple[Selection, ...]:
        """The states it can lie in, the one it is placed in first."""
        ...

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step: ...

    def arms(self) -> tuple[Arm, ...]:
        """Every ending, for the rule card and the clause register."""
        ...

    def standing_clauses(self) -> tuple[str, ...]:
        """Clauses under which it stays where it is."""
        ...


@dataclass(frozen=True)
class _Plain:
    """One state, no clause for standing: what most shapes share."""

    alphabet = DICE
    states: ClassVar[tuple[Selection, ...]] = (None,)

    def standing_clauses(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class OneRoll(_Plain):
    """Decided by the very next throw or spin: the first set that holds it wins, otherwise it loses."""

    winning: tuple[tuple[Outcomes, Arm], ...]
    losing: Arm
    alphabet: str = DICE

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        for outcomes, arm in self.winning:
            if symbol in outcomes:
                return arm
        return self.losing

    def arms(self) -> tuple[Arm, ...]:
        return (*(arm for _, arm in self.winning), self.losing)


@dataclass(frozen=True)
class Race(_Plain):
    """One set of throws against another, whichever comes first; asleep while it is off."""

    win_on: Outcomes
    winning: Arm
    lose_on: Outcomes
    losing: Arm
    inactive: str | None = None

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        if not working:
            return Stands()
        if symbol in self.win_on:
            return self.winning
        if symbol in self.lose_on:
            return self.losing
        return Stands(clause=self.inactive)

    def arms(self) -> tuple[Arm, ...]:
        return (self.winning, self.losing)

    def standing_clauses(self) -> tuple[str, ...]:
        return (self.inactive,) if self.inactive else ()


@dataclass(frozen=True)
class Bar:
    """The total that a Don't wager neither wins nor loses on, and what becomes of it there."""

    on: int
    clause: str
    result: Result | None
    """How the wager ends there; ``None`` where it stays up, as fresh as it was."""


@dataclass(frozen=True)
class Line(_Plain):
    """Win Line, Don't Win, Come and Don't Come, under whatever names.

    First roll: one set wins, one loses, one may be barred, the rest sets a point. After that the point
    against 7. A wager on the line shares the table's point (the area); one that travels keeps its own
    (its state).
    """

    first_win: tuple[Outcomes, Arm]
    first_lose: tuple[Outcomes, Arm]
    made: Arm
    """The point comes again before 7."""
    seven: Arm
    """7 comes before the point."""
    travels: bool
    bar: Bar | None = None
    inactive: str | None = None

    @property
    def states(self) -> tuple[Selection, ...]:  # type: ignore[override]  # the points it may travel to
        return (None, *POINTS) if self.travels else (None,)

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        point = state if self.travels else area
        if point is None:
            return self._first(symbol)
        if TOTALS[symbol] == point:
            return self.made
        if TOTALS[symbol] == 7:
            return self.seven
        return Stands(state, self.inactive)

    def _first(self, symbol: int) -> Step:
        for outcomes, arm in (self.first_win, self.first_lose):
            if symbol in outcomes:
                return arm
        thrown = TOTALS[symbol]
        if self.bar and thrown == self.bar.on:
            return Arm(self.bar.result, self.bar.clause) if self.bar.result else Stands(None, self.bar.clause)
        return Stands(thrown if self.travels else None)

    def arms(self) -> tuple[Arm, ...]:
        barred = (Arm(self.bar.result, self.bar.clause),) if self.bar and self.bar.result else ()
        return (self.first_win[1], self.first_lose[1], self.made, self.seven, *barred)

    def standing_clauses(self) -> tuple[str, ...]:
        return tuple(c for c in (self.inactive, self.bar.clause if self.bar else None) if c)


@dataclass(frozen=True)
class Rider(_Plain):
    """An odds wager: it ends as its parent ends in the same step, paid by the point.

    While it is off it goes back when its parent is decided.
    """

    parent: Line
    point: int | None
    """The come point it stands on; ``None`` behind the line, where the table's point serves."""
    winning: Mapping[int, Arm]
    losing: Arm
    off: Arm | None = None
    """How it goes back when its parent is decided on a come out roll it sleeps through,"""
    called_off: Arm | None = None
    """and how when the player had called it off."""
    inactive: str | None = None

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        point = area if self.point is None else self.point
        if not isinstance(point, int):
            return Stands()
        parent = self.parent.step(area, self.point, symbol, True)
        if not isinstance(parent, Arm):
            return Stands(clause=self.inactive)
        handed_back = self.off if area is None else self.called_off
        if not working and handed_back:
            return handed_back
        return self.winning[point] if parent.result is Result.WIN else self.losing

    def arms(self) -> tuple[Arm, ...]:
        handed_back = (arm for arm in (self.off, self.called_off) if arm)
        return (*self.winning.values(), self.losing, *handed_back)

    def standing_clauses(self) -> tuple[str, ...]:
        return (self.inactive,) if self.inactive else ()


@dataclass(frozen=True)
class Freeze(_Plain):
    """Dragon and Fire: half the totals win, half lose, 7 freezes; the next roll decides and 7 again loses."""

    low: bool
    winning: Arm
    losing: Arm
    frozen: str
    thawed_winning: Arm
    thawed_losing: Arm
    second_seven: Arm

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        frozen = area == "frozen"
        thrown = TOTALS[symbol]
        if thrown == 7:
            return self.second_seven if frozen else Stands(clause=self.frozen)
        if (thrown < 7) == self.low:
            return self.thawed_winning if frozen else self.winning
        return self.thawed_losing if frozen else self.losing

    def arms(self) -> tuple[Arm, ...]:
        return (self.winning, self.losing, self.thawed_winning, self.thawed_losing, self.second_seven)

    def standing_clauses(self) -> tuple[str, ...]:
        return (self.frozen,)


@dataclass(frozen=True)
class Streak(_Plain):
    """Dragon's Tail: a run of one total, paid once at the length it reached."""

    run_of: Outcomes
    tiers: tuple[Arm, ...]
    """What a broken run of 1, 2, ... pays; the last is paid as soon as the run is that long."""
    losing: Arm
    frozen: str

    @property
    def states(self) -> tuple[Selection, ...]:  # type: ignore[override]  # how long the run is
        return tuple(range(len(self.tiers)))

    def step(self, area: Selection, state: Selection, symbol: int, working: bool) -> Step:
        run = self.states.index(state)
        if symbol in self.run_of:
            return self.tiers[-1] if run + 1 == len(self.tiers) else Stands(run + 1, self.frozen)
        return self.tiers[run - 1] if run else self.losing

    def arms(self) -> tuple[Arm, ...]:
        return (*self.tiers, self.losing)

    def standing_clauses(self) -> tuple[str, ...]:
        return (self.frozen,)


def one_roll(*winning: tuple[Outcomes, Arm], losing: str) -> OneRoll:
    return OneRoll(winning, loses(losing))


def split(legs: Mapping[int, tuple[int, str, str]], units: int, winning: str, losing: str) -> OneRoll:
    """Several wagers lying as one: legs of so many units each; the leg thrown wins, the others lose.

    ``legs`` maps a total to its units, its odds and their clause.
    """
    arms = (
        (total(number), wins(winning, pays, clause, Fraction(share, units)))
        for number, (share, pays, clause) in legs.items()
    )
    return one_roll(*arms, losing=losing)


def lucky_ball(tiers: Mapping[str, Arm], losing: str) -> OneRoll:
    """A Lucky Ball colour: wins when its number is spun, at the odds that the draw left it with."""
    return OneRoll(tuple((lucky(tier), arm) for tier, arm in tiers.items()), loses(losing), LUCKY)
