"""The compiled strategy as arrays, in the form that runs fastest on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np
from numpy.typing import NDArray

from feltwork.simulate.pairs import EVER, NONE, Pairs, Steps, build_pairs
from feltwork.strategy.compile import Automaton, Branch, Group

Ints = NDArray[np.int64]
MOST_IN_PAIRS = 64
"""Results whose pairs are still few enough for a table."""


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
    choices: int
    """How many layouts a function chooses from before each result: ``kinds`` has all results for each of them,"""
    views: NDArray[np.int64]
    """and the function is told where the puck is after each group, and what lies then: two numbers a step."""
    pairs: Pairs
    """Two results a lookup, where they fit,"""
    pair_kinds: NDArray[np.uint16]
    """and ``pair_kinds[first * results + second]`` is the number of its entry."""

    @property
    def count(self) -> int:
        """How many kinds of result there are."""
        return int(self.kinds.max()) + 1

    @property
    def states(self) -> int:
        return len(self.stakes)

    @cached_property
    def unit(self) -> int:
        """What sessions can end with differs by multiples of this."""
        return gcd(*(int(x) for many in (self.credit, self.spent, self.stakes) for x in np.unique(many))) or 1

    @cached_property
    def acts(self) -> tuple[Ints, int]:
        return acts_of(self)

    @property
    def in_pairs(self) -> bool:
        return len(self.pairs.low) > 0

    def quick(self, rolls: int) -> bool:
        """Can sessions of so many rolls be walked in pairs?"""
        return self.pairs.fit(rolls, self.bankroll)

    @property
    def form(self) -> str:
        """Which form the compiler chose, in words."""
        size = self.pairs.marks.rows.nbytes if self.in_pairs else self.step.nbytes
        what = "two results a lookup" if self.in_pairs else "one result a lookup"
        return f"{self.states:,} states, {what}, {-(-size // 1024):,} KiB"


def build(made: Automaton) -> Tables:
    """The arrays of an automaton."""
    groups: list[Group] = []
    count = made.count * made.choices
    by_result = np.zeros((len(made.states), count), dtype=np.int32)
    begin = []
    for state, found in enumerate(made.states):
        begin.append(len(groups))
        for group in found or (_idle(count, state),):
            by_result[state, list(group.results)] = len(groups)
            groups.append(group)
    columns, inverse = np.unique(by_result, axis=1, return_inverse=True)
    kinds = inverse.reshape(-1)
    branches = [branch for group in groups for branch in group.branches]
    counts = np.array([len(group.branches) for group in groups])
    begins = np.cumsum(counts) - counts
    steps = Steps(
        step=np.ascontiguousarray(columns, dtype=np.int32),
        credit=np.array([group.credit for group in groups], dtype=np.int64),
        branch=begins.astype(np.int32),
        low=np.array([branch.low for branch in branches], dtype=np.int64),
        spent=np.array([branch.spent for branch in branches], dtype=np.int64),
        to=np.array([branch.state for branch in branches], dtype=np.int32),
        ends=np.array(made.ends, dtype=np.int8),
        usual=begins + [_usual(made, group) for group in groups],
        high=np.array([branch.high for branch in branches], dtype=np.int64),
    )
    first_cash, stakes = made.bankroll - made.first.spent, np.array(made.stakes, dtype=np.int64)
    in_pairs = made.count <= MOST_IN_PAIRS and made.choices == 1
    first, second = np.divmod(np.arange(made.count**2 if in_pairs else 0), made.count)
    return Tables(
        results=made.count,
        kinds=kinds.astype(np.uint16),
        step=steps.step.reshape(-1),
        groups=np.array([*begin, len(groups)], dtype=np.int32),
        share=np.array([len(group.results) for group in groups], dtype=np.int64),
        credit=steps.credit,
        branch=steps.branch,
        low=steps.low,
        spent=steps.spent,
        to=steps.to,
        stakes=stakes,
        ends=steps.ends,
        first_state=made.first.state,
        first_cash=first_cash,
        bankroll=made.bankroll,
        choices=made.choices,
        views=np.array([(group.point, group.lies) for group in groups], dtype=np.int64)[steps.step].reshape(-1),
        pairs=build_pairs(steps, stakes, made.first.state, first_cash) if in_pairs else NONE,
        pair_kinds=(kinds[first] * columns.shape[1] + kinds[second]).astype(np.uint16),
    )


def acts_of(tables: Tables) -> tuple[Ints, int]:
    """Everything but the pairs as one array, and where the states are described in it.

    At ``state * kinds + kind`` stands where the group begins: its credit, then low, spent and next state of each
    branch. From the second number on, two numbers a state: how it ends, and its stakes.
    """
    t = tables
    size = np.diff([*t.branch, len(t.low)])
    begin = len(t.step) + np.arange(len(size)) + 3 * t.branch.astype(np.int64)
    about = len(t.step) + len(size) + 3 * len(t.low)
    acts = np.zeros(about + 2 * t.states, dtype=np.int64)
    acts[: len(t.step)] = begin[t.step]
    acts[begin] = t.credit
    at = np.repeat(begin - 3 * t.branch.astype(np.int64), size) + 3 * np.arange(len(t.low)) + 1
    acts[at], acts[at + 1], acts[at + 2] = t.low, t.spent, t.to
    acts[about::2], acts[about + 1 :: 2] = t.ends, t.stakes
    return acts, about


def _idle(count: int, state: int) -> Group:
    """An ended session stays as it is, whatever comes."""
    return Group(tuple(range(count)), 0, (Branch(0, EVER, 0, state, ()),))


def _usual(made: Automaton, group: Group) -> int:
    """Which branch of a group a player takes who is about even."""

    def holds(branch: Branch) -> bool:
        lay_before = made.stakes[branch.state] - branch.spent
        return branch.low <= max(0, made.bankroll - lay_before) < branch.high

    return next((n for n, branch in enumerate(group.branches) if holds(branch)), 0)


def pieces(sessions: int, size: int) -> Iterator[tuple[int, int]]:
    """Sessions in pieces: first and how many."""
    for first in range(0, sessions, size):
        yield first, min(size, sessions - first)
