"""Exact sessions: the distribution of what a session ends with, by dynamic programming over layout and cash.

Nothing is drawn. The chance of every layout and every amount of cash is carried from result to result; what is
left at the end is the distribution itself, to the precision of the arithmetic (about twelve digits).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from feltwork.simulate.figures import Figures, figures_of
from feltwork.simulate.jit import has_numba
from feltwork.simulate.tables import Tables
from feltwork.simulate.unplaced import NotPlaced, not_placed, visited
from feltwork.strategy.compile import Automaton
from feltwork.strategy.reconcile import RUINED, STOPPED
from feltwork.strategy.strategy import StrategyError
from feltwork.strategy.view import Spot

MOST_CELLS = 6_000_000
MOST_EXACT_ROLLS = 100_000
NEXT_TO_NOTHING = 1e-25
"""Chances below this are let go at the rich end; together they cannot reach the twelfth digit."""
Floats = NDArray[np.float64]
Sweep = Callable[..., tuple[float, float]]


class NotExactError(StrategyError):
    """The session is outside the class that can be computed exactly."""


@dataclass(frozen=True, repr=False)
class Session:
    """The exact figures of a session."""

    figures: Figures
    placements: dict[Spot, tuple[float, float]]
    """How often each wager is made on average, and how much is put down on it in all, in cents; with what is put
    down after the last result, which lies in ``standing`` and is not played."""
    played: dict[Spot, tuple[float, float]]
    """The same without that."""
    standing: dict[tuple[object, tuple[tuple[Spot, int], ...]], float]
    """The chance of each layout, with its puck, when the last result is in."""
    let_go: float
    unmet: tuple[NotPlaced, ...] = ()
    """What is wanted and not placed."""

    def __repr__(self) -> str:
        return f"<exact session: {self.figures}>"

    def _repr_svg_(self) -> str:
        return self.figures._repr_svg_()


def exact_session(
    made: Automaton, tables: Tables, rolls: int, progress: Callable[[int], None] | None = None
) -> Session:
    """Carry the chances through all results."""
    if rolls > MOST_EXACT_ROLLS:
        raise NotExactError(f"an exact session has at most {MOST_EXACT_ROLLS:,} rolls, not {rolls:,}; add --simulate")
    unit = gcd(*(int(x) for x in np.unique(tables.credit)), *(int(x) for x in np.unique(tables.spent))) or 1
    base = tables.first_cash % unit
    most = _most_cash(tables, rolls)
    cells = most // unit + 1
    if cells * tables.states > MOST_CELLS:
        cells = MOST_CELLS // tables.states
        if cells * unit < 2 * tables.bankroll:
            raise NotExactError(
                f"the strategy has {tables.states:,} states: too many to compute exactly beside the cash; "
                "add --simulate to simulate it instead"
            )
    return _Carrier(made, tables, unit, base, cells).carry(rolls, progress)


def _most_cash(tables: Tables, rolls: int) -> int:
    """No session can hold more than this."""
    first = np.minimum.reduceat(tables.spent, tables.branch)
    gain = max(0, int((tables.credit - first).max()))
    return tables.first_cash + gain * rolls + int(tables.credit.max())


class _Carrier:
    """Chances by state and cash, now and after the next result."""

    def __init__(self, made: Automaton, tables: Tables, unit: int, base: int, cells: int) -> None:
        self.made, self.tables, self.unit, self.base = made, tables, unit, base
        shape = (tables.states, cells)
        self.now: Floats = np.zeros(shape)
        self.then: Floats = np.zeros(shape)
        self.window = np.zeros((2, 2, tables.states), dtype=np.int64)
        self.window[:, 0] = cells
        self.visits: Floats = np.zeros(len(tables.low))
        self.after: Floats = np.zeros(len(tables.low))
        """Branches taken after the last result."""
        self.let_go = 0.0
        self.sweep = _sweep()
        self._put(tables.first_state, (tables.first_cash - base) // unit)

    def _put(self, state: int, at: int) -> None:
        if at >= self.now.shape[1]:
            raise NotExactError("the bankroll is too large to compute exactly; add --simulate to simulate it")
        self.now[state, at] = 1.0
        self.window[0, :, state] = at, at + 1

    def carry(self, rolls: int, progress: Callable[[int], None] | None = None) -> Session:
        t = self.tables
        share = t.share / t.results
        share[[t.groups[state] for state in np.flatnonzero(t.ends)]] = 1.0
        expected, alive = 0.0, float(t.ends[t.first_state] == 0)
        for roll in range(1, rolls + 1):
            if alive < NEXT_TO_NOTHING:
                break
            expected += alive
            let_go, alive = self.sweep(
                self.now, self.then, self.window[0], self.window[1], t.groups, share, t.credit, t.branch, t.low,
                t.spent, t.to, t.ends, self.base, self.unit, self.visits if roll < rolls else self.after,
                NEXT_TO_NOTHING,
            )  # fmt: skip
            self.let_go += let_go
            self.now, self.then = self.then, self.now
            self.window = self.window[::-1].copy()
            if progress:
                progress(1)
        if self.let_go > 1e-12:
            raise NotExactError("the session reaches amounts too large to compute exactly; add --simulate")
        return self._session(expected)

    def _session(self, expected: float) -> Session:
        t = self.tables
        chances: dict[int, float] = {}
        ended = {RUINED: 0.0, STOPPED: 0.0}
        standing: dict[tuple[object, tuple[tuple[Spot, int], ...]], float] = {}
        for state in range(t.states):
            a, b = (int(edge) for edge in self.window[0, :, state])
            row = self.now[state, a:b]
            if a >= b or not row.any():
                continue
            mass = float(row.sum())
            if t.ends[state]:
                ended[int(t.ends[state])] += mass
            key = (self.made.points[state], self.made.layouts[state])
            standing[key] = standing.get(key, 0.0) + mass
            cash = (self.base + self.unit * np.arange(a, b) + t.stakes[state]).tolist()
            for final, chance in zip(cash, row.tolist(), strict=True):
                if chance:
                    chances[final] = chances.get(final, 0.0) + chance
        finals = np.array(sorted(chances), dtype=np.int64)
        weights = np.array([chances[int(final)] for final in finals])
        figures = figures_of(finals, weights, ended[RUINED], ended[STOPPED], expected)
        unmet = not_placed(self.made, t, self.visits)
        return Session(
            figures,
            self._placements(self.visits + self.after),
            self._placements(self.visits),
            standing,
            self.let_go,
            unmet,
        )

    def _placements(self, taken: Floats) -> dict[Spot, tuple[float, float]]:
        found: dict[Spot, tuple[float, float]] = {}
        for visits, branch in visited(self.made, self.tables, taken):
            for spot, amount in branch.placed:
                times, staked = found.get(spot, (0.0, 0.0))
                found[spot] = (times + visits, staked + visits * amount)
        return found


def _sweep() -> Sweep:
    """One result for all states and amounts: compiled where numba is there, by slices where not."""
    if has_numba():
        from feltwork.simulate.sweep import sweep

        return sweep  # type: ignore[no-any-return]  # numba's functions have no types
    return sweep_by_slices


def sweep_by_slices(
    now: Floats, then: Floats, window: NDArray[np.int64], after: NDArray[np.int64], groups: NDArray[np.int32],
    share: Floats, credit: NDArray[np.int64], branch: NDArray[np.int32], low: NDArray[np.int64],
    spent: NDArray[np.int64], to: NDArray[np.int32], ends: NDArray[np.int8], base: int, unit: int, visits: Floats,
    least: float,
) -> tuple[float, float]:  # fmt: skip
    """The same as ``sweep.sweep``, in NumPy."""
    cells, let_go, alive = now.shape[1], 0.0, 0.0
    after[0], after[1] = cells, 0
    for state in range(now.shape[0]):
        a, b = int(window[0, state]), int(window[1, state])
        if a >= b:
            continue
        for g in range(groups[state], groups[state + 1]):
            high, at = b, int(branch[g])
            while high > a:
                from_ = max(a, -((base + int(credit[g]) - int(low[at])) // unit))
                if from_ < high:
                    shift = int(credit[g] - spent[at]) // unit
                    part = now[state, from_:high] * share[g]
                    visits[at] += part.sum()
                    alive += 0.0 if ends[to[at]] else float(part.sum())
                    fits = min(high, cells - shift)
                    then[to[at], from_ + shift : fits + shift] += part[: fits - from_]
                    let_go += float(part[fits - from_ :].sum())
                    after[0, to[at]] = min(after[0, to[at]], from_ + shift)
                    after[1, to[at]] = max(after[1, to[at]], fits + shift)
                    high = from_
                at += 1
        now[state, a:b] = 0.0
    for state in range(now.shape[0]):
        while after[1, state] > after[0, state] and then[state, after[1, state] - 1] < least:
            let_go += float(then[state, after[1, state] - 1])
            then[state, after[1, state] - 1] = 0.0
            after[1, state] -= 1
    return let_go, alive
