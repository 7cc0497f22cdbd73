"""What stands at the end of a session, played out: as arrays for the kernels, and as an exact distribution."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.analysis.chain import Chain, Edge
from feltwork.lab.simulate.tables import Tables, build
from feltwork.lab.strategy.compile import Automaton
from feltwork.lab.strategy.finish import compile_finish

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Finish:
    """The layouts that a strategy can leave standing, and what becomes of them without more wagers."""

    made: Automaton

    @cached_property
    def tables(self) -> Tables:
        """For the kernels: one result a lookup, and nothing depends on the cash."""
        return build(self.made, pairs=False)

    @cached_property
    def _chain(self) -> Chain:
        def edges(state: int) -> list[Edge]:
            groups = self.made.states[state]
            return [Edge(self.made.weight(g), g.branches[0].state, g.credit) for g in groups]

        return Chain([edges(state) for state in range(len(self.made.states))], self.made.count)

    @cached_property
    def _knots(self) -> list[list[int]]:
        return self._chain.knots()

    def extremes(self) -> tuple[Ints, Ints]:
        """The least and the most that each layout can bring back."""
        least, most = (self._chain.extreme(self._knots, choose) for choose in (min, max))
        return np.array(least, dtype=np.int64), np.array(most, dtype=np.int64)

    @cached_property
    def unit(self) -> int:
        """What layouts can bring back differs by multiples of this."""
        return gcd(*(group.credit for groups in self.made.states for group in groups)) or 1

    @property
    def returns(self) -> list[Floats]:
        """By layout: the chance of each amount that it can bring back, in units."""
        return self._solved[0]

    @property
    def rolls(self) -> list[float]:
        """By layout: how many results it takes on average until nothing lies."""
        return self._solved[1]

    @cached_property
    def _solved(self) -> tuple[list[Floats], list[float]]:
        """Layouts that go round until something is decided (the puck comes and goes) are solved together."""
        _, most = self.extremes()
        returns: list[Floats] = [np.ones(1) for _ in self.made.states]
        rolls = [0.0] * len(self.made.states)
        for knot in self._knots:
            if not self.made.states[knot[0]]:
                continue
            place = {state: number for number, state in enumerate(knot)}
            known = np.zeros((len(knot), max(int(most[state]) for state in knot) // self.unit + 2))
            known[:, -1] = 1.0  # the last column is for the rolls
            stays = np.eye(len(knot))
            for state, number in place.items():
                for edge in self._chain.edges[state]:
                    share = edge.weight / self._chain.weight
                    if edge.target in place:
                        stays[number, place[edge.target]] -= share
                        continue
                    then, shift = returns[edge.target], edge.reward // self.unit
                    known[number, shift : shift + len(then)] += share * then
                    known[number, -1] += share * rolls[edge.target]
            for state, row in zip(knot, np.linalg.solve(stays, known), strict=True):
                returns[state], rolls[state] = row[:-1], float(row[-1])
        return returns, rolls


def finish_of(made: Automaton) -> Finish:
    """What a strategy's rests come to."""
    return Finish(compile_finish(made))
