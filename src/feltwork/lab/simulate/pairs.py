"""Two results a lookup.

While the cash stays in the range in which every want is covered, what two results do does not depend on it: each state
has a row of pairs, and a range that it holds for. Outside the range what is put down depends on the very cash, so there
each amount has a row of its own, as long as all of them fit the cache. From a row whose range is empty, results are
taken one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Ints = "NDArray[np.int64]"
HEAD = 2
"""What a row has before its entries."""
ENDS = 4
"""Ruined or stopped, by the first or the second result of a pair."""
NEVER = 1 << 30
"""The floor of a row that is never used as it is: no cash comes up to it."""
PAIRS_FIT, CELLS_FIT = 1 << 20, 1 << 22
"""Bytes of rows that still stay in a core's own cache, and of rows by cash, few of which are in use at a time."""
EVER = 1 << 60


@dataclass(frozen=True)
class Steps:
    """One result a lookup, as arrays: see ``tables.Tables``."""

    step: NDArray[np.int32]
    """By state and kind."""
    credit: NDArray[np.int64]
    branch: NDArray[np.int32]
    low: NDArray[np.int64]
    spent: NDArray[np.int64]
    to: NDArray[np.int32]
    ends: NDArray[np.int8]
    usual: NDArray[np.int64]
    """For each group the branch taken by a player who is about even,"""
    high: NDArray[np.int64]
    """and up to which cash each branch holds."""

    def go(
        self, state: NDArray[np.int64], cash: NDArray[np.int64], kind: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """One result, for many at once."""
        group = self.step[state, kind]
        cash = cash + self.credit[group]
        at = self.branch[group].astype(np.int64)
        while (poor := cash < self.low[at]).any():
            at += poor
        return self.to[at].astype(np.int64), cash - self.spent[at]


@dataclass(frozen=True)
class Pairs:
    """Rows of pairs: first those of the states, then those by cash, then the ends."""

    low: NDArray[np.int64]
    """From this cash on a row holds,"""
    reach: NDArray[np.int64]
    """and so much further up; a row that reaches nowhere is never used as it is."""
    state: NDArray[np.int64]
    """The state a row belongs to; an end's row has how the session ended twice over, and one more for the second
    result of a pair."""
    gain: NDArray[np.int64]
    """By row and pair of kinds: what comes to the cash,"""
    to: NDArray[np.int64]
    """and which row is next."""
    cells: NDArray[np.int32]
    """By state and amount of cash, in units: which row is for just that, or the state's own."""
    unit: int
    """What amounts of cash differ by,"""
    base: int
    """and what is left of them then."""
    span: int
    """In so many units a state's own row holds."""

    @property
    def ends(self) -> int:
        """The first row that is an end."""
        return len(self.low) - ENDS

    @cached_property
    def marks(self) -> Marks:
        return marks_of(self)

    def mark(self, state: NDArray[np.int64], cash: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where to go on: in the state's own row, or in the one for just this cash."""
        level, most = (cash - self.base) // self.unit, self.cells.shape[1]
        row: NDArray[np.int64] = np.where(level < most, self.cells[state, np.minimum(level, most - 1)], state)
        found: NDArray[np.int64] = ((level - self.marks.floor[row]) << 32) + row * (HEAD + self.gain.shape[1]) + HEAD
        return found

    def at(self, mark: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The state and the cash at a mark."""
        begin = mark & 0xFFFFFFFF
        rows = self.marks.rows
        return rows[begin - 2], self.base + self.unit * ((mark >> 32) + rows[begin - 1])

    def fit(self, rolls: int, cash: int) -> bool:
        """Can cash never outgrow its half of a mark?"""
        most = int(np.abs(self.gain).max(initial=0)) // self.unit
        return len(self.gain) > 0 and cash // self.unit + (rolls + 8) * most < NEVER // 2


@dataclass(frozen=True)
class Marks:
    """The rows as kernels walk them: one number, the mark, says where a session is.

    Its lower half is where a row's entries begin, its upper half the cash, in units above the row's floor; an entry
    is what a pair of results adds to the mark. Below zero or above the span, the cash is outside of the row's range.
    """

    rows: NDArray[np.int64]
    """Row by row: the state, the floor, and the entries."""
    floor: NDArray[np.int64]
    outside: int
    """The bits of a mark whose cash is below or above the row's range."""
    ends: int
    """Where the first end's entries begin."""


NOTHING = np.zeros(0, dtype=np.int64)
NONE = Pairs(
    NOTHING,
    NOTHING,
    NOTHING,
    np.zeros((0, 0), dtype=np.int64),
    np.zeros((0, 0), dtype=np.int64),
    np.zeros((0, 1), dtype=np.int32),
    1,
    0,
    0,
)


def build_pairs(steps: Steps, stakes: NDArray[np.int64], first_state: int, first_cash: int) -> Pairs:
    """The rows, or none where they would not fit."""
    states, kinds = steps.step.shape
    width = HEAD + kinds * kinds
    if (states + 1) * width * 8 > PAIRS_FIT:
        return NONE
    unit = max(1, int(np.gcd.reduce(np.concatenate([steps.credit, steps.spent, stakes[steps.ends != 0]]))))
    base = first_cash % unit
    low, reach, gains, to = _usual_pairs(steps)
    low, reach, span = _windows(low, reach, first_cash, base, unit)
    state, cash = _by_themselves(steps, low, reach, first_state, first_cash, unit)
    if len(state) * width * 8 > CELLS_FIT:
        state, cash = state[:0], cash[:0]
    end = states + len(state)
    cells = np.repeat(np.arange(states, dtype=np.int32)[:, None], int((cash // unit).max(initial=0)) + 1, axis=1)
    cells[state, cash // unit] = np.arange(states, end)
    gain, then = _by_cash(steps, stakes, state, cash, cells, unit, end)
    ends = np.arange(ENDS)
    return Pairs(
        low=np.concatenate([low, np.zeros(len(state) + ENDS, dtype=np.int64)]),
        reach=np.concatenate([reach, np.full(len(state), EVER), 0 * ends]),
        state=np.concatenate([np.arange(states), state, 2 + ends]),
        gain=np.concatenate([gains.reshape(states, -1), gain, np.zeros((ENDS, kinds**2), dtype=np.int64)]),
        to=np.concatenate([to.reshape(states, -1), then, np.repeat(end + ends[:, None], kinds**2, axis=1)]),
        cells=cells,
        unit=unit,
        base=base,
        span=span,
    )


def _windows(
    low: NDArray[np.int64], reach: NDArray[np.int64], first_cash: int, base: int, unit: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Ranges narrowed so that all of them have one size, a power of two, about the first cash where that can be."""
    floor, top = -((base - low) // unit), -((base - low - reach) // unit)
    used = (reach > 0) & (top > floor)
    span = 1 << min(NEVER, int((top - floor)[used].min(initial=NEVER))).bit_length() - 1
    floor = np.maximum(floor, np.minimum(top - span, first_cash // unit - span // 2))
    return np.where(used, base + unit * floor, low), np.where(used, unit * span, 0), span


def _levels(pairs: Pairs) -> NDArray[np.int64]:
    """The cash of each row that is for one amount alone, in units."""
    state, level = np.nonzero(pairs.cells != np.arange(len(pairs.cells))[:, None])
    levels = np.zeros(pairs.ends, dtype=np.int64)
    levels[pairs.cells[state, level]] = level
    return levels[len(pairs.cells) :]


def marks_of(pairs: Pairs) -> Marks:
    own = int(pairs.cells.shape[0])
    used = pairs.reach[:own] > 0
    floor = np.full(len(pairs.low), NEVER, dtype=np.int64)
    floor[:own][used] = (pairs.low[:own][used] - pairs.base) // pairs.unit
    floor[own : pairs.ends] = _levels(pairs)
    width = HEAD + pairs.gain.shape[1]
    number = np.arange(len(pairs.low))[:, None]
    gain = pairs.gain // pairs.unit - floor[pairs.to] + floor[:, None]
    rows = np.column_stack([pairs.state, floor, (gain << 32) + (pairs.to - number) * width])
    return Marks(rows.reshape(-1), floor, (1 << 64) - (pairs.span << 32), pairs.ends * width + HEAD)


def _by_themselves(
    steps: Steps, low: NDArray[np.int64], reach: NDArray[np.int64], first_state: int, first_cash: int, unit: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The states that can come up with cash outside of their range or not far above its floor, and that cash.

    They are found from the states' own rows at all amounts from which that can happen, and then step by step. A margin
    keeps cash that has once fallen below the range from going in and out of it.
    """
    states, kinds = steps.step.shape
    edge = np.where(steps.ends != 0, 0, low)
    high = np.where((reach > 0) & (reach < unit * NEVER), low + reach, EVER)
    most = int(np.maximum(2 * edge, np.where(high < EVER, 2 * high, 0)).max(initial=0)) // unit + 2
    if states * most > CELLS_FIT:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    known = np.zeros((states, most), dtype=np.bool_)
    base = first_cash % unit
    usual = _usual_states(steps, first_state)
    state = np.repeat(usual, most)
    cash = base + unit * np.tile(np.arange(most), len(usual))
    keep = (cash >= edge[state]) & (cash < np.where(high < EVER, high, 2 * edge + unit)[state])
    state, cash = np.append(state[keep], first_state), np.append(cash[keep], first_cash)
    while len(state):
        to, left = steps.go(np.repeat(state, kinds), np.repeat(cash, kinds), np.tile(np.arange(kinds), len(state)))
        keep = ((left < 2 * edge[to]) | (left >= high[to])) & (steps.ends[to] == 0) & (left // unit < most)
        at = np.unique(to[keep] * most + left[keep] // unit)
        at = at[~known.reshape(-1)[at]]
        known.reshape(-1)[at] = True
        state, level = np.divmod(at, most)
        cash = base + unit * level
    state, level = np.nonzero(known)
    return state.astype(np.int64), base + unit * level.astype(np.int64)


def _usual_states(steps: Steps, first: int) -> NDArray[np.int64]:
    """The states that a player with enough cash comes to."""
    to = steps.to[steps.usual].astype(np.int64)
    seen = np.zeros(len(steps.ends), dtype=np.bool_)
    new = np.array([first])
    while len(new):
        seen[new] = True
        new = np.unique(to[steps.step[new]])
        new = new[~seen[new] & (steps.ends[new] == 0)]
    return np.flatnonzero(seen)


def _usual_pairs(
    steps: Steps,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Along the usual branches: the range of each state, and for each pair what it gains and leads to."""
    credit, spent = steps.credit, steps.spent[steps.usual]
    gain, to = credit - spent, steps.to[steps.usual].astype(np.int64)
    low, high = steps.low[steps.usual] - credit, steps.high[steps.usual] - credit
    high[steps.ends[to] != 0] = -EVER  # never the quick way into the end: there results are counted one by one
    one = steps.step.astype(np.int64)
    two = one[to[one]]
    lows = np.maximum(low[one][:, :, None], low[two] - gain[one][:, :, None]).max(axis=(1, 2))
    highs = np.minimum(high[one][:, :, None], high[two] - gain[one][:, :, None]).min(axis=(1, 2))
    return lows, np.maximum(0, highs - lows), gain[one][:, :, None] + gain[two], to[two]


def _by_cash(
    steps: Steps,
    stakes: NDArray[np.int64],
    state: NDArray[np.int64],
    cash: NDArray[np.int64],
    cells: NDArray[np.int32],
    unit: int,
    end: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs with the very cash: gains, and the rows that follow."""
    kinds = steps.step.shape[1]
    shape = (len(state), kinds, kinds)
    first, second = np.arange(kinds)[None, :, None], np.arange(kinds)[None, None, :]
    at, had = np.broadcast_to(state[:, None, None], shape), np.broadcast_to(cash[:, None, None], shape)
    mid, held = steps.go(at, had, np.broadcast_to(first, shape))
    last, left = steps.go(mid, held, np.broadcast_to(second, shape))
    ended = steps.ends[last].astype(np.int64)
    level, most = left // unit, cells.shape[1]
    known = np.where(level < most, cells[last, np.minimum(level, most - 1)], last)
    over = end + 2 * (ended - 1) + (steps.ends[mid] == 0)
    gain, to = left - had + np.where(ended, stakes[last], 0), np.where(ended, over, known)
    return gain.reshape(-1, kinds**2), to.reshape(-1, kinds**2)
