"""The least and the most that a session can end with: by what can happen, however unlikely it is.

Looking backwards gives an end that no session goes beyond: how much more can come from each state in so many results,
were every branch open whatever the cash. Then sessions are followed forwards with their very cash: first one that takes
the best way at each step; where it does not come to that end, all that could still do better than the best one found.
The least is found like the most, with all signs turned. Where too many sessions could still do better, as where a
player stops at a win, all amounts of cash are followed side by side, one bit each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate.tables import Tables

Ints = NDArray[np.int64]
NEVER = -(1 << 61)
ANYTHING = 1 << 60
PERIODS = (1, 2, 3, 4, 6)
MAX_KEPT, MAX_FOLLOWED, MAX_STEPS = 20_000_000, 20_000, 4_000_000
"""Numbers that are kept to judge sessions by, sessions that are followed one by one, and branches that are taken for
all amounts at once, before bounds are only said to be outer ones."""


@dataclass(frozen=True)
class Bounds:
    """In cents. Some session ends with each of them; or, where they are not ``exact``, none goes beyond them."""

    least: int
    most: int
    exact: bool = True

    def __str__(self) -> str:
        if self.exact:
            return f"ends between {self.least / 100:,.2f} and {self.most / 100:,.2f}"
        return f"no end is below {self.least / 100:,.2f} or above {self.most / 100:,.2f}"

    def as_data(self) -> dict[str, object]:
        """In units of money."""
        return {"least": self.least / 100, "most": self.most / 100, "bounds_exact": self.exact}


def bounds_of(tables: Tables, rolls: int, worst: Ints, best: Ints, least: int, most: int) -> Bounds:
    """Between what a session of so many rolls can end.

    What stands then comes to ``worst`` or ``best``, by rest. Sessions are known to end with ``least`` and ``most``.
    """
    low, high = _Side(tables, rolls, -1, worst), _Side(tables, rolls, 1, best)
    found = [low.most(-least), high.most(most)]
    if not all(exact for _, exact in found):
        reached = _all_reached(tables, rolls, worst, best)
        if reached:
            return Bounds(*reached)
    return Bounds(-found[0][0], found[1][0], found[0][1] and found[1][1])


class _Side:
    """One end: the most of all amounts times ``sign``."""

    def __init__(self, tables: Tables, rolls: int, sign: int, rests: Ints) -> None:
        self.tables, self.rolls, self.sign = tables, rolls, sign
        t = tables
        self.state_of = np.repeat(np.arange(t.states), np.diff(t.groups))
        self.group_of = np.repeat(np.arange(len(t.credit)), np.diff([*t.branch, len(t.low)]))
        self.goes_on = t.ends[t.to] == 0
        self.gain = sign * (t.credit[self.group_of] - t.spent)
        self.last = sign * t.credit + np.append(sign * rests, 0)[t.rest]
        """By group: what the last result brings to the cash, with what stands then, if the session goes on after it."""
        self.coming: list[Ints] = []
        self.period, self.more = 0, 0

    def most(self, found: int) -> tuple[int, bool]:
        """The most, and whether a session really comes to it."""
        t = self.tables
        self._look_back()
        outer = min(self.sign * t.start.cash + int(self._coming(self.rolls)[t.start.state]), self._ceiling())
        if found < outer and self.coming:
            found = max(found, self._greedy())
        if found >= outer:
            return found, True
        found, whole = self._follow(found, outer)
        return (found, True) if whole else (outer, False)

    def _look_back(self) -> None:
        """By results that are left and state: how much more can come at most, whatever the cash.

        All values grow alike once the best way goes round in circles; from there on it is known how.
        """
        t = self.tables
        groups, states = t.branch.astype(np.int64), t.groups[:-1].astype(np.int64)
        ended = np.maximum.reduceat(np.maximum.reduceat(np.where(self.goes_on, NEVER, self.gain), groups), states)
        on = np.maximum.reduceat(self.goes_on, groups)
        going = np.maximum.reduceat(np.where(on, self.last, NEVER), states)
        alive, steady = t.ends == 0, 0
        for left in range(1, self.rolls + 1):
            value = np.where(alive, np.maximum(ended, going), 0)
            steady = steady + 1 if (going >= ended)[alive].all() else 0
            self.coming.append(value)
            for period in PERIODS:
                if steady > period and left > period:
                    more = (value - self.coming[-1 - period])[alive]
                    if more[0] >= 0 and (more == more[0]).all():
                        self.period, self.more = period, int(more[0])
                        return
            if left * t.states > MAX_KEPT:
                self.coming = []
                return
            branches = np.where(self.goes_on, self.gain + value[t.to], NEVER)
            going = np.maximum.reduceat(np.maximum.reduceat(branches, groups), states)

    def _coming(self, left: int) -> Ints:
        if not self.coming:
            return np.full(self.tables.states, ANYTHING)
        rounds = max(0, -(-(left - len(self.coming)) // self.period)) if self.period else 0
        return self.coming[left - 1 - rounds * self.period] + rounds * self.more

    def _ceiling(self) -> int:
        """What no session goes beyond, for its cash in a state is bounded by the branches that lead there."""
        t, sign = self.tables, self.sign
        limit = self._limits()
        cap = np.full(t.states, NEVER)
        np.maximum.at(cap, t.to[self.goes_on], (limit - sign * t.spent)[self.goes_on])
        cap[t.start.state] = max(int(cap[t.start.state]), sign * t.start.cash)
        going = np.where(t.rest < 0, NEVER, cap[self.state_of] + self.last)
        reached = np.minimum(limit, (cap[self.state_of] + sign * t.credit)[self.group_of]) - sign * t.spent
        over = self.goes_on | (t.rest < 0)[self.group_of]
        return max(int(going.max()), int(np.where(over, NEVER, reached).max()))

    def _limits(self) -> Ints:
        """What the cash (times the sign) is at most in a branch, before anything is put down."""
        t = self.tables
        unit = _unit(t)
        if self.sign < 0:
            return -(t.low + (t.start.cash - t.low) % unit)
        first = np.zeros(len(t.low), dtype=np.bool_)
        first[t.branch] = True
        high = np.append(0, t.low[:-1]) - 1
        return np.where(first, ANYTHING, high - (high - t.start.cash) % unit)

    def _greedy(self) -> int:
        """What a session ends with that takes the most hopeful way at each step."""
        t, sign = self.tables, self.sign
        groups, credit, branch, low = t.groups.tolist(), t.credit.tolist(), t.branch.tolist(), t.low.tolist()
        spent, to, goes_on, last = t.spent.tolist(), t.to.tolist(), self.goes_on.tolist(), self.last.tolist()
        coming = [values.tolist() for values in self.coming]
        state, cash = t.start.state, t.start.cash
        for left in range(self.rolls, 0, -1):
            then = left - 2
            rounds = max(0, -((len(coming) - 1 - then) // self.period)) if self.period else 0
            after, more = coming[then - rounds * self.period] if left > 1 else [], rounds * self.more
            best, end, next_state, next_cash = NEVER, True, 0, 0
            for group in range(groups[state], groups[state + 1]):
                had, at = cash + credit[group], branch[group]
                while had < low[at]:
                    at += 1
                over = left == 1 or not goes_on[at]
                value = sign * (had - spent[at])
                if not over:
                    value += after[to[at]] + more
                elif goes_on[at]:
                    value = sign * cash + last[group]
                if value > best:
                    best, end, next_state, next_cash = value, over, to[at], had - spent[at]
            if end:
                return best
            state, cash = next_state, next_cash
        return NEVER

    def _outcomes(self, group: Ints, cash: Ints, left: int) -> tuple[Ints, Ints, Ints]:
        """Of sessions that meet these groups: cash times sign with all that counts then, branch, and cash."""
        t = self.tables
        had = cash + t.credit[group]
        at = t.branch[group].astype(np.int64)
        while (poor := had < t.low[at]).any():
            at += poor
        held = had - t.spent[at]
        value = self.sign * held
        if left == 1:
            value = np.where(self.goes_on[at], self.sign * cash + self.last[group], value)
        return value, at, held

    def _follow(self, found: int, outer: int) -> tuple[int, bool]:
        """Follow all sessions that could do better than ``found``; the best, and whether none was left out."""
        t, followed = self.tables, 0
        state, cash = np.array([t.start.state]), np.array([t.start.cash])
        for left in range(self.rolls, 0, -1):
            hope = self.sign * cash + self._coming(left)[state] > found
            state, cash = state[hope], cash[hope]
            followed += len(state)
            if not len(state):
                return found, True
            if followed > MAX_FOLLOWED:
                return found, False
            size = t.groups[state + 1] - t.groups[state]
            group = np.repeat(t.groups[state] - (np.cumsum(size) - size), size) + np.arange(size.sum())
            value, at, held = self._outcomes(group.astype(np.int64), np.repeat(cash, size), left)
            over = ~self.goes_on[at] | (left == 1)
            found = max(found, int(value[over].max(initial=NEVER)))
            if found >= outer:
                return found, True
            cash, state = np.divmod(np.unique(held[~over] * t.states + t.to[at][~over]), t.states)
        return found, True


def _all_reached(tables: Tables, rolls: int, worst: Ints, best: Ints) -> tuple[int, int] | None:
    """The least and the most by all that can be reached: of each state the amounts of cash, as the bits of a number."""
    t = tables
    unit = _unit(t)
    base = t.start.cash % unit
    credit, spent, low, ends = t.credit.tolist(), t.spent.tolist(), t.low.tolist(), t.ends.tolist()
    groups, branch, to = t.groups.tolist(), [*t.branch.tolist(), len(low)], t.to.tolist()
    over, steps = 0, 0
    """All amounts with which a session has ended."""
    now = {t.start.state: 1 << (t.start.cash - base) // unit}
    for left in range(rolls, 0, -1):
        then: dict[int, int] = {}
        rests: dict[int, int] = {}
        for state, amounts in now.items():
            for group in range(groups[state], groups[state + 1]):
                poorer, had = amounts, credit[group]
                for at in range(branch[group], branch[group + 1]):
                    floor = max(0, -((base + had - low[at]) // unit))
                    here, poorer = poorer >> floor << floor, poorer & (1 << floor) - 1
                    if here and ends[to[at]]:
                        over |= _shifted(here, (had - spent[at]) // unit)
                    elif here:
                        rests[group] = rests.get(group, 0) | here
                        then[to[at]] = then.get(to[at], 0) | _shifted(here, (had - spent[at]) // unit)
                steps += branch[group + 1] - branch[group]
        if steps > MAX_STEPS:
            return None
        if left == 1 or then == now:
            break
        now = then
    found = [(base + unit * _lowest(over), base + unit * (over.bit_length() - 1))] if over else []
    for group, amounts in rests.items():
        rest, cash = int(t.rest[group]), base + credit[group]
        found.append(
            (
                cash + unit * _lowest(amounts) + int(worst[rest]),
                cash + unit * (amounts.bit_length() - 1) + int(best[rest]),
            )
        )
    return min(low for low, _ in found), max(high for _, high in found)


def _shifted(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _unit(tables: Tables) -> int:
    """What amounts of cash differ by."""
    return gcd(*np.unique(tables.credit).tolist(), *np.unique(tables.spent).tolist()) or 1
