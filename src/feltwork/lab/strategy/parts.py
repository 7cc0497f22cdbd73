"""The parts that every strategy is made of: keep a wager up, odds, numbers, a reason to stop, or any function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from feltwork.lab.strategy.strategy import Memory, Part, Strategy, StrategyError, cents
from feltwork.lab.strategy.view import Round, Spot, View, find_row, find_spot
from feltwork.money import down_to_chip, format_money
from feltwork.outcomes import Selection
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.events import say_selection
from feltwork.table.play.placing import most_behind, pays_at
from feltwork.wagers.row import Cap

WHEN = ("always", "come-out", "point")


def add(wanted: dict[Spot, int], spot: Spot, amount: int) -> None:
    """Parts add up: two that want chips on one spot want their sum there."""
    wanted[spot] = max(0, wanted.get(spot, 0) + amount)


@dataclass(frozen=True)
class Keep(Part):
    """Have this much on a wager whenever it may be made."""

    wager: str
    amount: int
    on: Selection = None
    when: str = "always"
    most: int | None = None

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        wager = find_row(view.book, self.wager)
        spot = find_spot(view.book, self.wager, self.on)
        if spot in view.stakes or (self._is_time(view) and view.is_open(wager) and self._has_room(view, wager.name)):
            add(wanted, spot, self.amount)
        return memory

    def _is_time(self, view: View) -> bool:
        return self.when == "always" or (self.when == "come-out") == view.come_out

    def _has_room(self, view: View, name: str) -> bool:
        return self.most is None or len(view.standing(name)) < self.most

    def __str__(self) -> str:
        on = "" if self.on is None else f" on {say_selection(self.on)}"
        when = "" if self.when == "always" else f" when {self.when}"
        most = "" if self.most is None else f" most {self.most}"
        return f"keep {self.wager} {format_money(self.amount)}{on}{when}{most}"


@dataclass(frozen=True)
class Odds(Part):
    """Odds behind every line and come wager that has its point: this many times, or all that the book allows."""

    times: int | None = None

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        table = view.table
        for standing in table.layout.values():
            if not standing.has_point(table.come_out):
                continue
            for rider in view.book.wagers.values():
                if rider.parent != standing.wager.name or not rider.cap:
                    continue
                cap = rider.cap if self.times is None else Cap(self.times, rider.cap.of, rider.cap.clause)
                stake = wanted.get((standing.wager.name, standing.on), standing.stake)
                most = most_behind(cap, pays_at(table, rider, standing.on), stake)
                add(wanted, (rider.name, standing.on), down_to_chip(most.numerator, most.denominator, table.rules.chip))
        return memory

    def __str__(self) -> str:
        return "odds" if self.times is None else f"odds {self.times}"


@dataclass(frozen=True)
class Place(Part):
    """Numbers, put up once a point is set; one that wins goes back up at once, before a come out too."""

    numbers: tuple[tuple[int, int], ...]
    wager: str = "place"
    but_point: bool = False
    start: Memory = frozenset()

    def seen(self, memory: Memory, what: Round) -> Memory:
        return frozenset(what.won())

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        for number, amount in self.numbers:
            spot = find_spot(view.book, self.wager, number)
            if self.but_point and number == view.point:
                if spot in view.stakes:
                    wanted[spot] = 0
            elif not view.come_out or spot in view.stakes or (isinstance(memory, frozenset) and spot in memory):
                add(wanted, spot, amount)
        return frozenset()

    def __str__(self) -> str:
        wager = "" if self.wager == "place" else f" {self.wager}"
        numbers = " ".join(f"{number}={format_money(amount)}" for number, amount in self.numbers)
        return f"place{wager} {numbers}{' but point' if self.but_point else ''}"


@dataclass(frozen=True)
class Stop(Part):
    """Make no more wagers once this much is lost or won; what may come down comes down, the rest is played out."""

    loss: int | None = None
    win: int | None = None
    start: Memory = False

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        return memory or self.stops(view, memory)

    def stops(self, view: View, memory: Memory) -> bool:
        if memory:
            return True
        if self.loss is not None and view.start > self.loss and view.wealth <= view.start - self.loss:
            return True
        return self.win is not None and view.wealth >= view.start + self.win

    def __str__(self) -> str:
        loss = "" if self.loss is None else f" loss {format_money(self.loss)}"
        return f"stop{loss}{'' if self.win is None else f' win {format_money(self.win)}'}"


@dataclass(frozen=True)
class ByFunction(Part):
    """Whatever a function of the view wants: wager names, or names with selections, to cents."""

    function: Callable[[View], Mapping[str | tuple[str, RawSelection], int]]

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        found = self.function(view)
        if not isinstance(found, Mapping):
            raise StrategyError(f"a function gives wagers with their cents, not {found!r}")
        for key, amount in found.items():
            name, on = (key, None) if isinstance(key, str) else key
            if not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
                raise StrategyError(f"{name}: a function wants whole cents, not {amount!r}")
            add(wanted, find_spot(view.book, name, on), amount)
        return memory

    def __str__(self) -> str:
        return f"function {getattr(self.function, '__name__', 'without a name')}"


def keep(
    wager: str, amount: object, on: RawSelection = None, *, when: str = "always", most: int | None = None
) -> Strategy:
    """Keep a wager up; ``when`` it may first be made, and how many of a wager that travels at ``most``."""
    if not isinstance(wager, str):
        raise StrategyError(f"a wager has a name, and {wager!r} is none")
    if when not in WHEN:
        raise StrategyError(f"keep {wager}: when is one of {', '.join(WHEN)}, not '{when}'")
    if most is not None and most < 1:
        raise StrategyError(f"keep {wager}: most is at least 1")
    return Strategy((Keep(wager, cents(amount), tuple(on) if isinstance(on, list) else on, when, most),))


def odds(times: int | None = None) -> Strategy:
    """Odds of so many times the flat wager (for a Don't wager: to win so many times); the book's most if not said."""
    if times is not None and (not isinstance(times, int) or not 1 <= times <= 100):
        raise StrategyError(f"odds are 1 to 100 times the wager, not {times!r}")
    return Strategy((Odds(times),))


def place(numbers: Mapping[int, object], *, wager: str = "place", but_point: bool = False) -> Strategy:
    """Place, buy or lay numbers."""
    if not numbers:
        raise StrategyError(f"{wager}: no number is named")
    return Strategy((Place(tuple((n, cents(amount)) for n, amount in numbers.items()), wager, but_point),))


def stop(*, loss: object = None, win: object = None) -> Strategy:
    """Stop at a loss or a win."""
    if loss is None and win is None:
        raise StrategyError("stop needs a loss or a win")
    return Strategy((Stop(None if loss is None else cents(loss), None if win is None else cents(win)),))


def by_function(function: Callable[[View], Mapping[str | tuple[str, RawSelection], int]]) -> Strategy:
    """A plain Python function as a strategy."""
    if not callable(function):
        raise StrategyError(f"{function!r} is no function")
    return Strategy((ByFunction(function),))
