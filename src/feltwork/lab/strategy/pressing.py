"""Changes to what other parts want: press after wins, regress, and enough for one shooter."""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.lab.strategy.strategy import Memory, Part, Strategy, StrategyError, cents
from feltwork.lab.strategy.view import Round, Spot, View, find_row
from feltwork.money import format_money
from feltwork.wagers.arms import Result

MAX_WINS = 20
Wins = tuple[tuple[Spot, int], ...]


@dataclass(frozen=True)
class Press(Part):
    """After each win of a wager, so much more (or less) on it, so many times; a loss or 7 out starts afresh."""

    wager: str
    by: int
    times: int
    start: Memory = ()

    def seen(self, memory: Memory, what: Round) -> Memory:
        name = find_row(what.book, self.wager).name
        wins = dict(_wins(memory))
        for line in what.lines:
            if line.wager == name:
                won = line.result is Result.WIN
                wins[name, line.on] = min(self.times, wins.get((name, line.on), 0) + 1) if won else 0
        if what.seven_out:
            wins = {}
        return tuple(sorted((item for item in wins.items() if item[1]), key=str))

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        for spot, wins in _wins(memory):
            if wanted.get(spot):
                wanted[spot] = max(0, wanted[spot] + wins * self.by)
        return memory

    def __str__(self) -> str:
        verb = "press" if self.by > 0 else "regress"
        return f"{verb} {self.wager} by {format_money(abs(self.by))} times {self.times}"


def _wins(memory: Memory) -> Wins:
    return memory if isinstance(memory, tuple) else ()


@dataclass(frozen=True)
class PerShooter(Part):
    """No more of a wager after so many of its wins under one shooter; what may come down comes down."""

    wager: str
    wins: int
    start: Memory = 0

    def seen(self, memory: Memory, what: Round) -> Memory:
        if what.seven_out:
            return 0
        won = sum(result is Result.WIN for result in what.ends_of(self.wager))
        return min(self.wins, (memory if isinstance(memory, int) else 0) + won)

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        if memory == self.wins:
            name = find_row(view.book, self.wager).name
            for spot in dict.fromkeys((*wanted, *view.stakes)):
                if spot[0] == name:
                    if spot in view.stakes:
                        wanted[spot] = 0
                    else:
                        del wanted[spot]
        return memory

    def __str__(self) -> str:
        return f"per-shooter {self.wager} wins {self.wins}"


def press(wager: str, by: object, *, times: int = 3) -> Strategy:
    """Raise a wager by so much after each of its wins, so many times at most."""
    return Strategy((Press(wager, cents(by), _few(wager, times)),))


def regress(wager: str, by: object, *, times: int = 1) -> Strategy:
    """Lower a wager by so much after each of its first wins."""
    return Strategy((Press(wager, -cents(by), _few(wager, times)),))


def per_shooter(wager: str, wins: int) -> Strategy:
    """Enough of a wager after so many wins, until the dice pass on."""
    return Strategy((PerShooter(wager, _few(wager, wins)),))


def _few(wager: str, count: int) -> int:
    if not isinstance(count, int) or not 1 <= count <= MAX_WINS:
        raise StrategyError(f"{wager}: 1 to {MAX_WINS} wins, not {count!r}")
    return count
