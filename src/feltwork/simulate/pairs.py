"""Two results a lookup.

While the cash stays in the range in which every want is covered, what two results do does not depend on it: each state
has a row of pairs, which begins with that range. Below the range what is put down depends on the very cash, so there
each amount has a row of its own, as long as all of them fit the cache. A row whose range is empty is never used as it
is: from there on results are taken one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Ints = "NDArray[np.int64]"
HEAD = 3
"""A row begins with the lowest cash it holds for, how far up from there, and the state it belongs to."""
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
    """Rows of pairs: first those of the states, then those by cash, then the end."""

    rows: NDArray[np.int64]
    """``HEAD`` and one entry a pair of kinds: the gain in the upper half, where the next row begins in the lower."""
    cells: NDArray[np.int32]
    """By state and amount of cash, in units: which row is for just that, or the state's own."""
    unit: int
    """What amounts of cash differ by."""


NONE = Pairs(np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=np.int32), 1)


def build_pairs(steps: Steps, first_state: int, first_cash: int) -> Pairs:
    """The rows, or none where they would not fit."""
    states, kinds = steps.step.shape
    width = HEAD + kinds * kinds
    if (states + 1) * width * 8 > PAIRS_FIT:
        return NONE
    low, reach, gains, to = _usual_pairs(steps)
    unit = max(1, int(np.gcd.reduce(np.concatenate([steps.credit, steps.spent]))))
    state, cash = _poor(steps, low, first_state, first_cash, unit)
    if len(state) * width * 8 > CELLS_FIT:
        state, cash = state[:0], cash[:0]
    end = states + len(state)
    cells = np.repeat(np.arange(states, dtype=np.int32)[:, None], int((cash // unit).max(initial=0)) + 1, axis=1)
    cells[state, cash // unit] = np.arange(states, end)
    rows = np.zeros((end + 1, width), dtype=np.int64)
    rows[:states, 0], rows[:states, 1] = low, reach
    rows[:states, HEAD:] = ((gains << 32) | (to * width)).reshape(states, -1)
    rows[:end, 2] = np.concatenate([np.arange(states), state])
    rows[end, HEAD:] = end * width
    if len(state):
        gain, then = _by_cash(steps, state, cash, cells, unit, end)
        rows[states:end, 1] = EVER
        rows[states:end, HEAD:] = ((gain << 32) | (then * width)).reshape(end - states, -1)
    return Pairs(rows.reshape(-1), cells, unit)


def _poor(
    steps: Steps, low: NDArray[np.int64], first_state: int, first_cash: int, unit: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The states that can come up with cash below or not far above their range, and that cash.

    They are found from the states' own rows at all amounts a little above the range, and then step by step. A margin
    keeps cash that has once fallen below the range from going in and out of it.
    """
    states, kinds = steps.step.shape
    edge = np.where(steps.ends != 0, 0, low)
    most = int(2 * edge.max(initial=0)) // unit + 2
    if states * most > CELLS_FIT:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    known = np.zeros((states, most), dtype=np.bool_)
    base = first_cash % unit
    usual = _usual_states(steps, first_state)
    state = np.repeat(usual, most)
    cash = base + unit * np.tile(np.arange(most), len(usual))
    keep = (cash >= edge[state]) & (cash < 2 * edge[state] + unit)
    state, cash = np.append(state[keep], first_state), np.append(cash[keep], first_cash)
    while len(state):
        to, left = steps.go(np.repeat(state, kinds), np.repeat(cash, kinds), np.tile(np.arange(kinds), len(state)))
        keep = (left < 2 * edge[to]) & (steps.ends[to] == 0)
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
    steps: Steps, state: NDArray[np.int64], cash: NDArray[np.int64], cells: NDArray[np.int32], unit: int, end: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs with the very cash: gains, and the rows that follow."""
    kinds = steps.step.shape[1]
    shape = (len(state), kinds, kinds)
    first, second = np.arange(kinds)[None, :, None], np.arange(kinds)[None, None, :]
    at, had = np.broadcast_to(state[:, None, None], shape), np.broadcast_to(cash[:, None, None], shape)
    mid, held = steps.go(at, had, np.broadcast_to(first, shape))
    last, left = steps.go(mid, held, np.broadcast_to(second, shape))
    over = (steps.ends[mid] != 0) | (steps.ends[last] != 0)
    level = left // unit
    known = np.where(level < cells.shape[1], cells[last, np.minimum(level, cells.shape[1] - 1)], last)
    return left - had, np.where(over, end, known)
