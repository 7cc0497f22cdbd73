"""A row, compiled: ``step(area, wager, symbol)`` as one table of small integers.

A code of 0 or more is the state the wager goes on lying in; a negative code ``~k`` is its k-th arm. The
same table settles live, gives the exact odds and is what a simulator runs on; it is plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from feltwork.outcomes import LUCKY_TIERS, POINTS, THROWS, TOTALS, Selection
from feltwork.wagers.arms import Arm, Result
from feltwork.wagers.shapes import DICE, LUCKY, POCKET, Shape


@dataclass(frozen=True)
class Shared:
    """What all wagers of a table share: the puck, or the freeze of Dragon and Fire."""

    states: tuple[Selection, ...]
    moves: tuple[tuple[int, ...], ...]
    """``moves[area][symbol]`` is the area after the round."""

    @staticmethod
    def make(states: tuple[Selection, ...], move: Callable[[Selection, int], Selection], symbols: int) -> Shared:
        return Shared(
            states,
            tuple(tuple(states.index(move(area, symbol)) for symbol in range(symbols)) for area in states),
        )


def _move_puck(point: Selection, symbol: int) -> Selection:
    """The first point total thrown puts the puck on; that total again, or 7, takes it off."""
    thrown = TOTALS[symbol]
    if point is None:
        return thrown if thrown in POINTS else None
    return None if thrown in (point, 7) else point


def _move_freeze(area: Selection, symbol: int) -> Selection:
    """A 7 freezes Dragon and Fire; whatever comes next thaws them."""
    return {"open": "frozen"}.get(str(area), "open") if TOTALS[symbol] == 7 else "open"


PUCK = Shared.make((None, *POINTS), _move_puck, len(THROWS))
FREEZE = Shared.make(("open", "frozen"), _move_freeze, len(THROWS))
WHEEL = Shared.make((None,), lambda area, symbol: None, 38)


@dataclass(frozen=True)
class Machine:
    """The automaton of one wager on one selection."""

    alphabet: str
    states: tuple[Selection, ...]
    arms: tuple[Arm, ...]
    table: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    """``table[working][area][state][symbol]``."""

    @cached_property
    def endings(self) -> tuple[tuple[Result, str, int, int, int, int], ...]:
        """The arms as settlement needs them: result, clause, what a cent wins, and the leg that comes back."""
        return tuple(
            (
                arm.result,
                arm.clause,
                (arm.odds * arm.leg).numerator,
                (arm.odds * arm.leg).denominator,
                arm.leg.numerator,
                arm.leg.denominator,
            )
            for arm in self.arms
        )

    @cached_property
    def best(self) -> tuple[tuple[int, int], ...]:
        """What a cent can win at most on each symbol, in whatever state, area and call."""
        rows = [row for areas in self.table for states in areas for row in states]
        return tuple(self._dearest({row[symbol] for row in rows}) for symbol in range(len(rows[0])))

    @cached_property
    def dearest(self) -> tuple[int, int]:
        """What a cent can win at most."""
        return self._dearest(set(range(-len(self.arms), 0)))

    def _dearest(self, codes: set[int]) -> tuple[int, int]:
        won = [self.arms[~code].odds * self.arms[~code].leg for code in codes if code < 0]
        best = max(won, default=Fraction(0))
        return (best.numerator, best.denominator)

    @cached_property
    def reads_lucky(self) -> bool:
        return self.alphabet == LUCKY

    def codes(self, area: int, state: int, working: bool) -> tuple[int, ...]:
        """What each symbol does to the wager as it lies."""
        return self.table[working][area][state]


def compile_shape(shape: Shape, area: Shared, pockets: int) -> Machine:
    """Enumerate a shape over every area, state, symbol and working flag."""
    symbols = {DICE: len(THROWS), POCKET: pockets, LUCKY: len(LUCKY_TIERS)}[shape.alphabet]
    arms: dict[Arm, int] = {}

    def code(here: Selection, state: Selection, symbol: int, working: bool) -> int:
        step = shape.step(here, state, symbol, working)
        return ~arms.setdefault(step, len(arms)) if isinstance(step, Arm) else shape.states.index(step.state)

    table = tuple(
        tuple(
            tuple(tuple(code(here, state, symbol, working) for symbol in range(symbols)) for state in shape.states)
            for here in area.states
        )
        for working in (False, True)
    )
    return Machine(shape.alphabet, shape.states, tuple(arms), table)
