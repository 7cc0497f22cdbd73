"""Exact answers about chains of rounds: linear systems in fractions, one knot of states at a time.

A wager's life has few knots: while nothing is decided the puck goes round, and each decision leads to
states that never come back. So the system is solved knot by knot, ends first, instead of all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

END = -1


@dataclass(frozen=True, slots=True)
class Edge:
    """With this weight (over the chain's total) the round leads there and brings this much."""

    weight: int
    target: int
    reward: int = 0


@dataclass(frozen=True)
class Chain:
    """States numbered from 0; each state's edges have the same total weight."""

    edges: Sequence[Sequence[Edge]]
    weight: int

    def knots(self) -> list[list[int]]:
        """Groups of states that can reach each other, ends first (Tarjan's algorithm, without recursion)."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        waiting: list[int] = []
        held: set[int] = set()
        found: list[list[int]] = []
        for root in range(len(self.edges)):
            if root in index:
                continue
            work = [(root, iter(self.edges[root]))]
            index[root] = low[root] = len(index)
            waiting.append(root)
            held.add(root)
            while work:
                node, edges = work[-1]
                for edge in edges:
                    to = edge.target
                    if to == END:
                        continue
                    if to not in index:
                        index[to] = low[to] = len(index)
                        waiting.append(to)
                        held.add(to)
                        work.append((to, iter(self.edges[to])))
                        break
                    if to in held:
                        low[node] = min(low[node], index[to])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        knot = []
                        while True:
                            state = waiting.pop()
                            held.discard(state)
                            knot.append(state)
                            if state == node:
                                break
                        found.append(knot)
        return found

    def solve(self, brings: Callable[[int], Fraction], knots: list[list[int]]) -> list[Fraction]:
        """The values with ``value = brings(state) + average of the values one round on``, zero at the end.

        A knot that nothing leads out of and where nothing is decided (wagers called off for good) has value 0.
        """
        values = [Fraction(0)] * len(self.edges)
        for knot in knots:
            if all(edge.target in knot for state in knot for edge in self.edges[state]):
                continue
            self._solve_knot(knot, brings, values)
        return values

    def _solve_knot(self, knot: list[int], brings: Callable[[int], Fraction], values: list[Fraction]) -> None:
        place = {state: i for i, state in enumerate(knot)}
        rows: list[list[Fraction]] = []
        for state in knot:
            row = [Fraction(0)] * (len(knot) + 1)
            row[place[state]] = Fraction(1)
            known = Fraction(0)
            for edge in self.edges[state]:
                if edge.target in place:
                    row[place[edge.target]] -= Fraction(edge.weight, self.weight)
                elif edge.target != END:
                    known += edge.weight * values[edge.target]
            row[-1] = brings(state) + known / self.weight
            rows.append(row)
        for state, value in zip(knot, _eliminate(rows), strict=True):
            values[state] = value

    def mean(self, knots: list[list[int]]) -> list[Fraction]:
        """Expected reward from each state on."""
        return self.solve(lambda s: Fraction(sum(e.weight * e.reward for e in self.edges[s]), self.weight), knots)

    def second_moment(self, knots: list[list[int]], mean: list[Fraction]) -> list[Fraction]:
        """Expected square of the reward from each state on."""

        def brings(state: int) -> Fraction:
            total = Fraction(0)
            for edge in self.edges[state]:
                if edge.reward:
                    later = Fraction(0) if edge.target == END else mean[edge.target]
                    total += edge.weight * edge.reward * (edge.reward + 2 * later)
            return total / self.weight

        return self.solve(brings, knots)

    def rounds(self, knots: list[list[int]]) -> list[Fraction]:
        """Expected number of rounds to the end."""
        return self.solve(lambda _: Fraction(1), knots)

    def extreme(self, knots: list[list[int]], choose: Callable[[Sequence[int]], int]) -> list[int]:
        """The worst (``min``) or best (``max``) total reward that can still come.

        Inside a knot nothing is decided, so its states share one answer: the best way out of it.
        """
        values = [0] * len(self.edges)
        for knot in knots:
            inside = set(knot)
            ways = [
                edge.reward + (0 if edge.target == END else values[edge.target])
                for state in knot
                for edge in self.edges[state]
                if edge.target not in inside
            ]
            for state in knot:
                values[state] = choose(ways) if ways else 0
        return values


def _eliminate(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss and Jordan; the diagonal never vanishes, for out of every knot there is a way."""
    size = len(rows)
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [value / scale for value in rows[pivot]]
        for other in range(size):
            factor = rows[other][pivot]
            if other != pivot and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[pivot], strict=True)]
    return [row[-1] for row in rows]
