"""A function that chooses, before each result, which of several layouts is wanted.

The layouts are strategies like any other, so the table still decides what is placed; the function may look at the very
cash. One that numba can compile runs inside the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from feltwork.lab.strategy.named import find_strategy
from feltwork.lab.strategy.strategy import Memory, Part, Strategy, StrategyError
from feltwork.lab.strategy.view import Round, Spot, View
from feltwork.refusal import shown

Choose = Callable[[int, int, int, int], int]
"""From the point (0 if there is none), cash, stakes on the layout and the bankroll, in cents, to a layout's number."""
MAX_LAYOUTS = 32


@dataclass(frozen=True)
class Choice(Part):
    """Whichever of several layouts a function chooses; each remembers what it needs all the while."""

    choose: Choose
    layouts: tuple[Strategy, ...]
    fixed: int | None = None
    """While a strategy is compiled: the layout chosen here."""

    @property
    def start(self) -> Memory:  # type: ignore[override]  # it follows from the layouts
        return tuple(layout.start for layout in self.layouts)

    def seen(self, memory: Memory, what: Round) -> Memory:
        return tuple(layout.seen(kept, what) for layout, kept in zip(self.layouts, _each(memory), strict=True))

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        number = self._number(view) if self.fixed is None else self.fixed
        kept = list(_each(memory))
        more, kept[number] = self.layouts[number].wants(view, kept[number])
        for spot, amount in more.items():
            wanted[spot] = wanted.get(spot, 0) + amount
        return tuple(kept)

    def _number(self, view: View) -> int:
        return self.number(view.point or 0, int(view.cash), sum(view.stakes.values()), view.start)

    def number(self, point: int, cash: int, stakes: int, start: int) -> int:
        chosen = int(self.choose(point, cash, stakes, start))
        if not 0 <= chosen < len(self.layouts):
            raise StrategyError(f"the function chose layout {chosen} of {len(self.layouts)}")
        return chosen

    def __str__(self) -> str:
        return f"choice of {' | '.join(map(str, self.layouts))}"


def _each(memory: Memory) -> tuple[tuple[Memory, ...], ...]:
    return memory if isinstance(memory, tuple) else ()


def by_choice(choose: Choose, layouts: Sequence[Strategy | str]) -> Strategy:
    """A strategy that asks the function before each result; one in the numba subset is compiled."""
    if not callable(choose):
        raise StrategyError(f"'{shown(choose)}' is no function")
    if not 2 <= len(layouts) <= MAX_LAYOUTS:
        raise StrategyError(f"a function chooses among 2 to {MAX_LAYOUTS} layouts, not {len(layouts)}")
    return Strategy((Choice(choose, tuple(find_strategy(x) if isinstance(x, str) else x for x in layouts)),))


def choice_of(strategy: Strategy) -> Choice | None:
    """The choice that a strategy consists of, if it does."""
    part = strategy.parts[0] if len(strategy.parts) == 1 else None
    return part if isinstance(part, Choice) else None
