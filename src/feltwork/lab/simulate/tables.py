"""The compiled strategy as arrays, in the form that runs fastest on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate.pairs import EVER, NONE, Pairs, Steps, build_pairs
from feltwork.lab.strategy.compile import Automaton, Branch, Group, face_of

Ints = NDArray[np.int64]
MAX_IN_PAIRS = 64
"""Results whose pairs are still few enough for a table."""


class Start(NamedTuple):
    """Where every session begins: in which state, with how much on the rail, out of which bankroll."""

    state: int
    cash: int
    bankroll: int


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
    rest: NDArray[np.int32]
    """(and leaves this rest of the layout: -1 where the session was over before)"""
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
    face: Ints
    """What lies in each rest."""
    start: Start
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
        all_ = (self.credit, self.spent, self.stakes, self.face)
        return gcd(*(int(x) for many in all_ for x in np.unique(many))) or 1

    @cached_property
    def rest_after(self) -> NDArray[np.int32]:
        """The rest that a last step leaves, by its place in ``step``; at the end -1, for a session that was over."""
        return np.append(self.rest[self.step], np.int32(-1))

    @cached_property
    def face_of(self) -> Ints:
        """What lies in each rest, and at the end 0 for none."""
        return np.append(self.face, 0)

    @cached_property
    def acts(self) -> tuple[Ints, int]:
        return acts_of(self)


def form_of(tables: Tables) -> str:
    """Which form the compiler chose, in words."""
    in_pairs = len(tables.pairs.low) > 0
    size = tables.pairs.marks.rows.nbytes if in_pairs else tables.step.nbytes
    what = "two results a lookup" if in_pairs else "one result a lookup"
    return f"{tables.states:,} states, {what}, {-(-size // 1024):,} KiB"


def build(made: Automaton, *, pairs: bool = True) -> Tables:
    """The arrays of an automaton, with pairs of results where they fit."""
    groups: list[Group] = []
    count = len(made.classes) * made.choices
    by_class = np.zeros((len(made.states), count), dtype=np.int32)
    begin = []
    for state, found in enumerate(made.states):
        begin.append(len(groups))
        for group in found or (_idle(count, state),):
            by_class[state, list(group.classes)] = len(groups)
            groups.append(group)
    columns, inverse = np.unique(by_class, axis=1, return_inverse=True)
    kinds = _kinds(made, inverse.reshape(made.choices, -1))
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
    face = np.array([face_of(rest) for rest in made.rests], dtype=np.int64)
    rests = np.array([group.rest for group in groups], dtype=np.int32)
    views = np.column_stack([[group.point for group in groups], np.append(face, 0)[rests]])
    in_pairs = pairs and made.count <= MAX_IN_PAIRS and made.choices == 1
    first, second = np.divmod(np.arange(made.count**2 if in_pairs else 0), made.count)
    return Tables(
        results=made.count,
        kinds=kinds.astype(np.uint16),
        step=steps.step.reshape(-1),
        groups=np.array([*begin, len(groups)], dtype=np.int32),
        share=np.array([made.weight(group) for group in groups], dtype=np.int64),
        credit=steps.credit,
        rest=rests,
        branch=steps.branch,
        low=steps.low,
        spent=steps.spent,
        to=steps.to,
        stakes=stakes,
        ends=steps.ends,
        face=face,
        start=Start(made.first.state, first_cash, made.bankroll),
        choices=made.choices,
        views=views.astype(np.int64)[steps.step].reshape(-1),
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


def _kinds(made: Automaton, by_class: NDArray[np.intp]) -> NDArray[np.intp]:
    """The kind of each result, under each choice."""
    found = np.empty((made.choices, made.count), dtype=np.intp)
    for number, results in enumerate(made.classes):
        found[:, results.start : results.stop : results.step] = by_class[:, number, None]
    return found.reshape(-1)


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
