"""What a strategy wanted and did not get, by the clause, and how often in a session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate.tables import Tables
from feltwork.lab.strategy.compile import Automaton, Branch
from feltwork.lab.strategy.reconcile import Unmet
from feltwork.outcomes import Selection
from feltwork.table.play.events import say_selection

Visits = NDArray[np.float64]
"""How often each branch is taken in a session, by its number in the tables."""


@dataclass(frozen=True)
class NotPlaced:
    """A wager that was wanted and not placed."""

    wager: str
    on: Selection
    clause: str
    reason: str
    times: float | None
    """In a session on average; ``None`` where it was not counted."""

    def __str__(self) -> str:
        where = "" if self.on is None else f" on {say_selection(self.on)}"
        return f"wanted and not placed, {self._often()}: {self.wager}{where} ({self.clause}): {self.reason}"

    def _often(self) -> str:
        if self.times is None:
            return "at times"
        return "less than 0.001 times a session" if self.times < 0.001 else f"{self.times:,.3f} times a session"

    def as_data(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "on": self.on,
            "clause": self.clause,
            "reason": self.reason,
            "times_per_session": self.times,
        }


def visited(made: Automaton, tables: Tables, visits: Visits) -> Iterator[tuple[float, Branch]]:
    """Each branch with how often it is taken; an ended state has a branch that does nothing, and is left out."""
    edges = [*tables.branch.tolist(), len(tables.low)]
    yield 1.0, made.first
    for state, groups in enumerate(made.states):
        for at, group in enumerate(groups, int(tables.groups[state])):
            yield from zip(visits[edges[at] : edges[at + 1]].tolist(), group.branches, strict=True)


def not_placed(made: Automaton, tables: Tables, visits: Visits | None) -> tuple[NotPlaced, ...]:
    """What came to be wanted and not placed; uncounted, all that can, but for want of cash."""
    if visits is None:
        return tuple(_named(each, None) for each in made.unmet.values() if not each.for_cash)
    times: dict[Unmet, float] = {}
    for often, branch in visited(made, tables, visits):
        for each in branch.unmet if often else ():
            times[each] = times.get(each, 0.0) + often
    return gathered(_named(each, often) for each, often in times.items())


def gathered(found: Iterable[NotPlaced]) -> tuple[NotPlaced, ...]:
    """Those with one reason together."""
    times: dict[tuple[str, Selection, str, str], float] = {}
    for each in found:
        key = (each.wager, each.on, each.clause, each.reason)
        times[key] = times.get(key, 0.0) + (each.times or 0.0)
    return tuple(NotPlaced(*key, often) for key, often in times.items())


def _named(each: Unmet, times: float | None) -> NotPlaced:
    return NotPlaced(*each.spot, each.refusal.clause, each.reason, times)
