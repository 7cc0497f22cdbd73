"""Exact sessions: the distribution of what a session ends with, by dynamic programming over layout and cash.

Nothing is drawn. The chance of every layout and every amount of cash is carried from result to result; what is
left at the end is the distribution itself, to the precision of the arithmetic (about twelve digits).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from math import gcd

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate.bounds import Bounds, bounds_of
from feltwork.lab.simulate.figures import Figures, figures_of
from feltwork.lab.simulate.finish import Finish
from feltwork.lab.simulate.jit import has_numba
from feltwork.lab.simulate.standing import EMPTY, AtEnd, at_end_of
from feltwork.lab.simulate.tables import Tables
from feltwork.lab.simulate.unplaced import NotPlaced, not_placed, visited
from feltwork.lab.strategy.compile import Automaton
from feltwork.lab.strategy.reconcile import RUINED, STOPPED
from feltwork.lab.strategy.strategy import StrategyError
from feltwork.lab.strategy.view import Spot

MAX_CELLS = 6_000_000
MAX_EXACT_ROLLS = 100_000
NEXT_TO_NOTHING = 1e-25
"""Chances below this are cut at the rich end; together they cannot reach the twelfth digit."""
Floats = NDArray[np.float64]
Sweep = Callable[..., tuple[float, float]]


class NotExactError(StrategyError):
    """The session is outside the class that can be computed exactly."""


@dataclass(frozen=True, repr=False)
class Session:
    """The exact figures of a session."""

    figures: Figures
    bounds: Bounds
    """Between what a session can end, by what can happen."""
    at_end: AtEnd
    """What is in hand on average, and what stands."""
    played: dict[Spot, tuple[float, float]]
    """How often each wager that sees a result is made on average, and how much is put down on it in all, in cents."""
    cut: float
    """The chance that was not carried on to the end."""
    unmet: tuple[NotPlaced, ...] = ()
    """What is wanted and not placed."""

    def __repr__(self) -> str:
        return f"<exact session: {self.figures}>"

    def _repr_svg_(self) -> str:
        return self.figures._repr_svg_()

    def as_data(self) -> dict[str, object]:
        """In units of money."""
        return {
            **self.figures.as_data(),
            **self.bounds.as_data(),
            "cut": {"probability": self.cut, "chances_below": NEXT_TO_NOTHING},
            **self.at_end.as_data(),
            "wagers": {
                f"{wager} {on}" if on is not None else wager: {"times": times, "staked": staked / 100}
                for (wager, on), (times, staked) in self.played.items()
            },
            "unmet": [each.as_data() for each in self.unmet],
        }


def exact_session(
    made: Automaton,
    tables: Tables,
    rolls: int,
    progress: Callable[[int], None] | None = None,
    finish: Finish | None = None,
) -> Session:
    """Carry the chances through all results, and through those that play out what stands, if that is asked for."""
    if rolls > MAX_EXACT_ROLLS:
        raise NotExactError(f"an exact session has at most {MAX_EXACT_ROLLS:,} rolls, not {rolls:,}; add --simulate")
    unit = gcd(*(int(x) for x in np.unique(tables.credit)), *(int(x) for x in np.unique(tables.spent))) or 1
    base = tables.start.cash % unit
    most = _most_cash(tables, rolls)
    cells = most // unit + 1
    if cells * tables.states > MAX_CELLS:
        cells = MAX_CELLS // tables.states
        if cells * unit < 2 * tables.start.bankroll:
            raise NotExactError(
                f"the strategy has {tables.states:,} states: too many to compute exactly beside the cash; "
                "add --simulate to simulate it instead"
            )
    return _Carrier(made, tables, unit, base, cells, finish).carry(rolls, progress)


def _most_cash(tables: Tables, rolls: int) -> int:
    """No session can hold more than this."""
    first = np.minimum.reduceat(tables.spent, tables.branch)
    gain = max(0, int((tables.credit - first).max()))
    return tables.start.cash + gain * rolls + int(tables.credit.max())


class _Carrier:
    """Chances by state and cash, now and after the next result."""

    def __init__(
        self, made: Automaton, tables: Tables, unit: int, base: int, cells: int, finish: Finish | None
    ) -> None:
        self.made, self.tables, self.unit, self.base, self.finish = made, tables, unit, base, finish
        shape = (tables.states, cells)
        self.now: Floats = np.zeros(shape)
        self.then: Floats = np.zeros(shape)
        self.window = np.zeros((2, 2, tables.states), dtype=np.int64)
        self.window[:, 0] = cells
        self.visits: Floats = np.zeros(len(tables.low))
        self.cut = 0.0
        self.sweep = _sweep()
        self._put(tables.start.state, (tables.start.cash - base) // unit)

    def _put(self, state: int, at: int) -> None:
        if at >= self.now.shape[1]:
            raise NotExactError("the bankroll is too large to compute exactly; add --simulate to simulate it")
        self.now[state, at] = 1.0
        self.window[0, :, state] = at, at + 1

    def carry(self, rolls: int, progress: Callable[[int], None] | None = None) -> Session:
        t = self.tables
        share = t.share / t.results
        share[[t.groups[state] for state in np.flatnonzero(t.ends)]] = 1.0
        expected, alive = 0.0, float(t.ends[t.start.state] == 0)
        for _ in range(1, rolls):
            if alive < NEXT_TO_NOTHING:
                self.cut += alive
                break
            expected += alive
            cut, alive = self.sweep(
                self.now,
                self.then,
                self.window[0],
                self.window[1],
                t.groups,
                share,
                t.credit,
                t.branch,
                t.low,
                t.spent,
                t.to,
                t.ends,
                self.base,
                self.unit,
                self.visits,
                NEXT_TO_NOTHING,
            )
            self.cut += cut
            self.now, self.then = self.then, self.now
            self.window = self.window[::-1].copy()
            if progress:
                progress(1)
        if self.cut > 1e-12:
            raise NotExactError("the session reaches amounts too large to compute exactly; add --simulate")
        end = _End(self, share).after_last()
        if progress:
            progress(1)
        return self._session(end, rolls, expected + alive)

    def _session(self, end: _End, rolls: int, expected: float) -> Session:
        t = self.tables
        finals, weights = end.distribution()
        figures = figures_of(finals, weights, end.ended[RUINED], end.ended[STOPPED], expected + end.rolls_after)
        worst, best = self.finish.extremes() if self.finish else (t.face, t.face)
        bounds = bounds_of(t, rolls, worst, best, int(finals[0]), int(finals[-1]))
        at_end = at_end_of(self.made.rests, end.chances, figures.mean, finished=self.finish is not None)
        unmet = not_placed(self.made, t, self.visits)
        return Session(figures, bounds, at_end, self._played(), self.cut, unmet)

    def _played(self) -> dict[Spot, tuple[float, float]]:
        found: dict[Spot, tuple[float, float]] = {}
        for visits, branch in visited(self.made, self.tables, self.visits):
            for spot, amount in branch.placed:
                times, staked = found.get(spot, (0.0, 0.0))
                found[spot] = (times + visits, staked + visits * amount)
        return found


class _End:
    """The last result: nothing is put down after it, and what stands is counted, or played out."""

    def __init__(self, carrier: _Carrier, share: Floats) -> None:
        self.carrier, self.share = carrier, share
        t, finish = carrier.tables, carrier.finish
        back = finish.extremes()[1] if finish else t.face
        self.unit = gcd(carrier.unit, finish.unit if finish else 0, *([] if finish else np.unique(t.face).tolist()))
        cash = carrier.unit * carrier.now.shape[1] + int(t.credit.max(initial=0)) + int(-t.spent.min(initial=0))
        self.hist: Floats = np.zeros((cash + int(back.max(initial=0))) // self.unit + 2)
        """By what a session ends with, in units."""
        self.ended = {RUINED: 0.0, STOPPED: 0.0}
        self.chances: dict[int, float] = {}
        """Of each rest."""
        self.rolls_after = 0.0

    def after_last(self) -> _End:
        t, c = self.carrier.tables, self.carrier
        windows = c.window[0].T.tolist()
        states = np.repeat(np.arange(t.states), np.diff(t.groups)).tolist()
        for state in np.flatnonzero(t.ends).tolist():
            a, b = windows[state]
            self._over(int(t.ends[state]), 0, a, c.now[state, a:b])
        order = np.argsort(t.rest, kind="stable").tolist()
        for rest, groups in groupby(order, key=t.rest.tolist().__getitem__):
            parts: list[tuple[int, Floats]] = []
            for group in groups if rest != EMPTY else ():
                a, b = windows[states[group]]
                if a < b:
                    part = c.now[states[group], a:b] * self.share[group]
                    self._take_ended(group, a, part)
                    parts.append((a + int(t.credit[group]) // c.unit, part))
            if parts:
                self._stands(rest, parts)
        return self

    def _take_ended(self, group: int, a: int, part: Floats) -> None:
        """What of a group's chances comes to an ended state is counted there, and taken out."""
        t, c = self.carrier.tables, self.carrier
        high, at, credit = len(part), int(t.branch[group]), int(t.credit[group])
        while high > 0:
            begin = max(0, -((c.base + credit - int(t.low[at])) // c.unit) - a)
            if begin < high:
                how = int(t.ends[t.to[at]])
                if how:
                    self._over(how, (credit - int(t.spent[at])) // c.unit, a + begin, part[begin:high])
                    part[begin:high] = 0.0
                high = begin
            at += 1

    def _over(self, how: int, shift: int, a: int, chances: Floats) -> None:
        if not len(chances):
            return
        self.ended[how] += float(chances.sum())
        self._add(self.carrier.unit * (a + shift), chances)

    def _stands(self, rest: int, parts: list[tuple[int, Floats]]) -> None:
        """All that leaves one rest standing."""
        finish, face = self.carrier.finish, int(self.carrier.tables.face[rest])
        low, high = min(at for at, _ in parts), max(at + len(part) for at, part in parts)
        whole = np.zeros(high - low)
        for at, part in parts:
            whole[at - low : at - low + len(part)] += part
        chance = float(whole.sum())
        if not chance:
            return
        cash = self.carrier.unit * low
        if finish is None or not face:
            self.chances[rest] = chance
            self._add(cash + face, whole)
            return
        self.chances[EMPTY] = self.chances.get(EMPTY, 0.0) + chance
        self.rolls_after += chance * finish.rolls[rest]
        back = finish.returns[rest]
        for units in np.flatnonzero(back).tolist():
            self._add(cash + units * finish.unit, whole * back[units])

    def _add(self, cents: int, chances: Floats) -> None:
        """Chances of amounts that differ by the unit of cash."""
        step, at = self.carrier.unit // self.unit, cents // self.unit
        self.hist[at : at + step * len(chances) : step] += chances

    def distribution(self) -> tuple[NDArray[np.int64], Floats]:
        at = np.flatnonzero(self.hist)
        return self.carrier.base + self.unit * at, self.hist[at]


def _sweep() -> Sweep:
    """One result for all states and amounts: compiled where numba is there, by slices where not."""
    if has_numba():
        from feltwork.lab.simulate.sweep import sweep  # optional: numba

        return sweep  # type: ignore[no-any-return]  # numba's functions have no types
    return sweep_by_slices


def sweep_by_slices(
    now: Floats,
    then: Floats,
    window: NDArray[np.int64],
    after: NDArray[np.int64],
    groups: NDArray[np.int32],
    share: Floats,
    credit: NDArray[np.int64],
    branch: NDArray[np.int32],
    low: NDArray[np.int64],
    spent: NDArray[np.int64],
    to: NDArray[np.int32],
    ends: NDArray[np.int8],
    base: int,
    unit: int,
    visits: Floats,
    least: float,
) -> tuple[float, float]:
    """The same as ``sweep.sweep``, in NumPy."""
    cells, cut, alive = now.shape[1], 0.0, 0.0
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
                    cut += float(part[fits - from_ :].sum())
                    after[0, to[at]] = min(after[0, to[at]], from_ + shift)
                    after[1, to[at]] = max(after[1, to[at]], fits + shift)
                    high = from_
                at += 1
        now[state, a:b] = 0.0
    for state in range(now.shape[0]):
        while after[1, state] > after[0, state] and then[state, after[1, state] - 1] < least:
            cut += float(then[state, after[1, state] - 1])
            then[state, after[1, state] - 1] = 0.0
            after[1, state] -= 1
    return cut, alive
