"""The compiled strategy as arrays, in the form that runs fastest on it.

*Singles* is one lookup a result. *Pairs* is one lookup for two results: while the cash stays inside the range in which
every want is covered, what two results do does not depend on it. Each state's row of pairs begins with that range.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltwork.strategy.compile import Automaton, Branch, Group

Ints = NDArray[np.int64]
PAIRS_FIT = 1 << 20
"""Bytes of pairs that still stay in a core's own cache."""
HEAD = 2
"""A row of pairs begins with the lowest cash it holds for, and how far up from there."""
EVER = 1 << 60


@dataclass(frozen=True)
class Tables:
    """All that a kernel needs; cents throughout."""

    results: int
    """Results of a round, all equally likely,"""
    kinds: NDArray[np.uint16]
    """and what kind each is: results of a kind do the same in every state."""
    step: NDArray[np.int32]
    """``step[state * kinds + kind]`` is a group,"""
    groups: NDArray[np.int32]
    """(those of a state are from ``groups[state]`` up to the next state's)"""
    share: Ints
    """(so many of the results are in it)"""
    credit: Ints
    """which brings so much back to the rail,"""
    branch: NDArray[np.int32]
    """and whose branches begin here, richest first:"""
    low: Ints
    """from this cash on (counting what just came back),"""
    spent: Ints
    """so much is put down,"""
    to: NDArray[np.int32]
    """and the layout is this state."""
    stakes: Ints
    ends: NDArray[np.int8]
    first_state: int
    first_cash: int
    bankroll: int
    pairs: Ints
    """Rows of ``HEAD`` and one entry a pair of kinds: cash in the upper half, the next row in the lower."""
    pair_kinds: NDArray[np.uint16]
    """``pair_kinds[first * results + second]``; empty where singles fit better."""

    @property
    def count(self) -> int:
        """How many kinds of result there are."""
        return int(self.kinds.max()) + 1

    @property
    def states(self) -> int:
        return len(self.stakes)

    @property
    def form(self) -> str:
        """Which form the compiler chose, in words."""
        size = self.pairs.nbytes if len(self.pairs) else self.step.nbytes
        what = "two results a lookup" if len(self.pairs) else "one result a lookup"
        return f"{self.states:,} states, {what}, {-(-size // 1024):,} KiB"


def build(made: Automaton) -> Tables:
    """The arrays of an automaton."""
    groups: list[Group] = []
    by_result = np.zeros((len(made.states), made.count), dtype=np.int32)
    begin = []
    for state, found in enumerate(made.states):
        begin.append(len(groups))
        for group in found or (_idle(made.count, state),):
            by_result[state, list(group.results)] = len(groups)
            groups.append(group)
    columns, kinds = np.unique(by_result, axis=1, return_inverse=True)
    branches = [branch for group in groups for branch in group.branches]
    begins = np.cumsum([0, *(len(group.branches) for group in groups)])[:-1]
    pairs, pair_kinds = _pairs(made, groups, np.ascontiguousarray(columns), kinds.reshape(-1))
    return Tables(
        results=made.count,
        kinds=kinds.reshape(-1).astype(np.uint16),
        step=np.ascontiguousarray(columns, dtype=np.int32).reshape(-1),
        groups=np.array([*begin, len(groups)], dtype=np.int32),
        share=np.array([len(group.results) for group in groups], dtype=np.int64),
        credit=np.array([group.credit for group in groups], dtype=np.int64),
        branch=begins.astype(np.int32),
        low=np.array([branch.low for branch in branches], dtype=np.int64),
        spent=np.array([branch.spent for branch in branches], dtype=np.int64),
        to=np.array([branch.state for branch in branches], dtype=np.int32),
        stakes=np.array(made.stakes, dtype=np.int64),
        ends=np.array(made.ends, dtype=np.int8),
        first_state=made.first.state,
        first_cash=made.bankroll - made.first.spent,
        bankroll=made.bankroll,
        pairs=pairs,
        pair_kinds=pair_kinds,
    )


def _idle(count: int, state: int) -> Group:
    """An ended session stays as it is, whatever comes."""
    return Group(tuple(range(count)), 0, (Branch(0, EVER, 0, state, ()),))


def _pairs(
    made: Automaton, groups: list[Group], columns: NDArray[np.int32], kinds: NDArray[np.intp]
) -> tuple[Ints, NDArray[np.uint16]]:
    """Two results at once along the usual branch: the one taken by a player who is about even."""
    states, count = columns.shape
    width = HEAD + count * count
    if made.count > 64 or states * width * 8 > PAIRS_FIT:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint16)
    usual = [_usual(made, group) for group in groups]
    credit = np.array([group.credit for group in groups], dtype=np.int64)
    gain = np.array([group.credit - b.spent for group, b in zip(groups, usual, strict=True)], dtype=np.int64)
    low = np.array([b.low for b in usual], dtype=np.int64) - credit
    high = np.array([b.high for b in usual], dtype=np.int64) - credit
    to = np.array([b.state for b in usual], dtype=np.int64)
    ended = np.array(made.ends, dtype=np.int64)[to] != 0
    high[ended] = low[ended]  # never the quick way into the end: there the rolls are counted one by one
    one = columns.astype(np.int64)  # state, first kind
    two = one[to[one]]  # state, first kind, second kind
    lows = np.maximum(low[one][:, :, None], low[two] - gain[one][:, :, None])
    highs = np.minimum(high[one][:, :, None], high[two] - gain[one][:, :, None])
    gains = gain[one][:, :, None] + gain[two]
    table = np.zeros((states, width), dtype=np.int64)
    table[:, 0] = lows.max(axis=(1, 2))
    table[:, 1] = np.maximum(0, highs.min(axis=(1, 2)) - table[:, 0])
    table[:, HEAD:] = ((gains << 32) | (to[two] * width)).reshape(states, -1)
    first, second = np.divmod(np.arange(made.count * made.count), made.count)
    return table.reshape(-1), (kinds[first] * count + kinds[second] + HEAD).astype(np.uint16)


def _usual(made: Automaton, group: Group) -> Branch:
    def lies_before(branch: Branch) -> int:
        return made.stakes[branch.state] - branch.spent

    def holds(branch: Branch) -> bool:
        return branch.low <= max(0, made.bankroll - lies_before(branch)) < branch.high

    return next(filter(holds, group.branches), group.branches[0])


def pieces(sessions: int, size: int) -> Iterator[tuple[int, int]]:
    """Sessions in pieces: first and how many."""
    for first in range(0, sessions, size):
        yield first, min(size, sessions - first)
