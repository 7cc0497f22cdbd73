"""Bounded progressions: a ladder of stakes, climbed after losses or after wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feltwork.lab.strategy.parts import add
from feltwork.lab.strategy.strategy import Memory, Part, Strategy, StrategyError, cents
from feltwork.lab.strategy.view import Round, Spot, View, find_row, find_spot
from feltwork.money import format_money
from feltwork.outcomes import Selection
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.events import say_selection
from feltwork.wagers.arms import Result

MAX_STEPS = 64
CLIMBS = {"loss": Result.LOSE, "win": Result.WIN}


@dataclass(frozen=True)
class Progression(Part):
    """The stake is a step of a ladder: up one on one result, down on the other, off the top back to the foot."""

    wager: str
    ladder: tuple[int, ...]
    on: Selection = None
    climbs: str = "loss"
    back: int = 0
    """How many steps down the other result takes it; 0 is all the way."""
    start: Memory = 0

    def seen(self, memory: Memory, what: Round) -> Memory:
        step = _step(memory)
        for result in what.ends_of(self.wager, self.on):
            if result is CLIMBS[self.climbs]:
                step = (step + 1) % len(self.ladder)
            elif result in (Result.WIN, Result.LOSE):
                step = max(0, step - self.back) if self.back else 0
        return step

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        wager = find_row(view.book, self.wager)
        spot = find_spot(view.book, self.wager, self.on)
        if spot in view.stakes:
            add(wanted, spot, view.stakes[spot])
        elif view.is_open(wager) and not (wager.travels and view.standing(wager.name)):
            add(wanted, spot, self.ladder[_step(memory)])
        return memory

    def __str__(self) -> str:
        on = "" if self.on is None else f" on {say_selection(self.on)}"
        back = f" back {self.back}" if self.back else ""
        return f"progression {self.wager} {','.join(map(format_money, self.ladder))}{on} climbs {self.climbs}{back}"


def _step(memory: Memory) -> int:
    return memory if isinstance(memory, int) else 0


def progression(
    wager: str, ladder: Sequence[object], on: RawSelection = None, *, climbs: str = "loss", back: int = 0
) -> Strategy:
    """Stakes in order; after the last step the ladder starts again."""
    if not 1 <= len(ladder) <= MAX_STEPS:
        raise StrategyError(f"{wager}: a progression has 1 to {MAX_STEPS} steps, not {len(ladder)}")
    if climbs not in CLIMBS:
        raise StrategyError(f"{wager}: a progression climbs on a loss or a win, not '{climbs}'")
    if back < 0:
        raise StrategyError(f"{wager}: a progression goes back 0 steps (all) or more")
    steps = tuple(cents(amount) for amount in ladder)
    return Strategy((Progression(wager, steps, tuple(on) if isinstance(on, list) else on, climbs, back),))


def _ladder(amount: object, weights: Sequence[int]) -> list[str]:
    unit = cents(amount)
    return [format_money(unit * weight) for weight in weights]


def martingale(wager: str, amount: object, on: RawSelection = None, *, steps: int = 6) -> Strategy:
    """Double after each loss, so many stakes deep; back to the first after a win."""
    return progression(wager, _ladder(amount, [2**k for k in range(min(max(steps, 0), 40))]), on)


def paroli(wager: str, amount: object, on: RawSelection = None, *, steps: int = 3) -> Strategy:
    """Double after each win; back to the first after a loss or at the top."""
    return progression(wager, _ladder(amount, [2**k for k in range(min(max(steps, 0), 40))]), on, climbs="win")


def dalembert(wager: str, amount: object, on: RawSelection = None, *, steps: int = 10) -> Strategy:
    """One unit more after a loss, one less after a win."""
    return progression(wager, _ladder(amount, range(1, steps + 1)), on, back=1)


def fibonacci(wager: str, amount: object, on: RawSelection = None, *, steps: int = 10) -> Strategy:
    """The sum of the last two after a loss, two steps back after a win."""
    weights = [1, 1]
    while len(weights) < min(steps, 40):
        weights.append(weights[-1] + weights[-2])
    return progression(wager, _ladder(amount, weights[: max(steps, 0)]), on, back=2)
