"""Are the dice and the wheel fair? Alarms that stay valid however often somebody looks.

Two tests share the chance of a false alarm. The first bets against fairness: its stake would have to grow by the
inverse of that chance, which by Ville's inequality a fair device lets happen no more often than that, at any time. The
second counts at rounds fixed beforehand, where a slight load shows best. Both ask for sides that come up too often.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, lgamma, log, log1p
from typing import NamedTuple

from msgspec import Struct

FALSE_ALARM = 1 / 1000
"""The chance that a fair device ever raises an alarm."""
LOADS = ((1.2, 0.3), (1.4, 0.4), (2.0, 0.2), (4.0, 0.1))
"""How much more often a loaded side comes up, and how likely each is taken to be beforehand."""
EVERY = 25
"""Rounds between two looks at the bet."""
FIRST_COUNT, GROWS = 625, 4
COUNT_SHARES = (1 / 16, 1 / 8, 1 / 2, 1 / 8)
"""Of the counts' part of the chance: 625, 2,500, 10,000, 40,000 rounds, and from there half as much each time."""


class Alarm(NamedTuple):
    """A side that comes up more often than a fair device would show it."""

    side: int
    """Which, from 0."""
    came: int
    rounds: int
    sides: int

    @property
    def expected(self) -> float:
        return self.rounds / self.sides


class SavedWatch(Struct, frozen=True):
    """A watch at rest."""

    counts: list[int]
    alarm: Alarm | None
    next_count: int
    count: int


class Watch:
    """Counts the sides of one device as they come, and raises an alarm once."""

    def __init__(self, sides: int, chance: float = FALSE_ALARM, devices: int = 1) -> None:
        self.sides = sides
        self.counts = [0] * sides
        self.rounds = 0
        self.alarm: Alarm | None = None
        self._chance = chance / 2
        self._next_count, self._count = FIRST_COUNT * devices, 0
        self._bets: list[tuple[float, float, float]] = []
        for load, weight in LOADS:
            most = min(load, sides * 0.9)
            less = (1 - most / sides) / (1 - 1 / sides)
            self._bets.append((log(weight / sides), log(most), log(less)))

    def saved(self) -> SavedWatch:
        return SavedWatch(list(self.counts), self.alarm, self._next_count, self._count)

    def go_on_from(self, kept: SavedWatch) -> None:
        """Count on from what was saved of a watch like this one."""
        self.counts, self.rounds, self.alarm = list(kept.counts), sum(kept.counts), kept.alarm
        self._next_count, self._count = kept.next_count, kept.count

    def add(self, *came: int) -> None:
        """The sides that came up in a round, from 0."""
        for side in came:
            self.counts[side] += 1
            self.rounds += 1
            if self.alarm is None and self._looks():
                self.alarm = self._found()

    def _looks(self) -> bool:
        return self.rounds % EVERY == 0 or self.rounds == self._next_count

    def _found(self) -> Alarm | None:
        side = max(range(self.sides), key=self.counts.__getitem__)
        found = self.evidence >= -log(self._chance)
        if self.rounds == self._next_count:
            share = _share(self._count)
            tail = upper_tail(self.rounds, self.counts[side], 1 / self.sides)
            found = found or tail <= self._chance * share / self.sides
            self._next_count, self._count = self._next_count * GROWS, self._count + 1
        return Alarm(side, self.counts[side], self.rounds, self.sides) if found else None

    @property
    def evidence(self) -> float:
        """The logarithm of what a unit staked against fairness has become."""
        return _sum_of_exp(
            [
                weight + count * more + (self.rounds - count) * less
                for weight, more, less in self._bets
                for count in self.counts
            ]
        )


class DiceWatch:
    """Two dice, each by its place and both together: a loaded die need not always lie in the same place."""

    def __init__(self, chance: float = FALSE_ALARM) -> None:
        places = {name: Watch(6, chance / 3) for name in ("first die", "second die")}
        self.parts = {**places, "both dice": Watch(6, chance / 3, devices=2)}

    def roll(self, first: int, second: int) -> None:
        """The faces of a throw, from 1 to 6."""
        self.parts["first die"].add(first - 1)
        self.parts["second die"].add(second - 1)
        self.parts["both dice"].add(first - 1, second - 1)

    @property
    def alarms(self) -> dict[str, Alarm]:
        return {name: part.alarm for name, part in self.parts.items() if part.alarm}


def _share(count: int) -> float:
    """The part of the counts' chance that this count may use."""
    further = count - len(COUNT_SHARES) + 1
    return COUNT_SHARES[count] if further <= 0 else COUNT_SHARES[-1] / 2**further


def upper_tail(rounds: int, came: int, chance: float) -> float:
    """How likely it is that something of this chance happens so often, or oftener.

    >>> round(upper_tail(10, 8, 0.5), 6)  # 56 of 1024
    0.054688
    """
    if came <= 0:
        return 1.0
    yes, no = log(chance), log1p(-chance)
    whole = lgamma(rounds + 1)
    terms = []
    for times in range(came, rounds + 1):
        term = whole - lgamma(times + 1) - lgamma(rounds - times + 1) + times * yes + (rounds - times) * no
        terms.append(term)
        if term < terms[0] - 40:  # the rest is too small to count
            break
    return exp(_sum_of_exp(terms))


def _sum_of_exp(logs: Sequence[float]) -> float:
    most = max(logs, default=-inf)
    return most + log(sum(exp(term - most) for term in logs)) if most > -inf else -inf
