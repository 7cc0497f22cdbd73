"""Before each result: what the strategy wants, held against what lies, and put to the table wager by wager.

Nothing is refused silently. What was wanted and not placed comes back with the clause.
"""

from __future__ import annotations

from dataclasses import dataclass

from feltwork.lab.strategy.purse import PLENTY, Purse
from feltwork.lab.strategy.strategy import Memory, Strategy
from feltwork.lab.strategy.view import SEAT, Spot, View
from feltwork.money import format_money
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet, Command, Remove
from feltwork.table.play.decide import decide
from feltwork.table.play.events import Event, say_selection
from feltwork.table.play.evolve import evolve
from feltwork.table.play.state import TableState

PLAYING, RUINED, STOPPED = 0, 1, 2
"""How a session stands: going on, out of cash with nothing on the layout, or stopped by the player."""


@dataclass(frozen=True)
class Unmet:
    """Something that was wanted and not placed (or not taken down), and why."""

    spot: Spot
    amount: int
    refusal: Refusal
    for_cash: bool

    @property
    def reason(self) -> str:
        """Why, for a whole range of cash where cash is what is missing."""
        return f"the cash left does not cover {format_money(self.amount)}" if self.for_cash else self.refusal.reason

    def __str__(self) -> str:
        name, on = self.spot
        return f"{name}{'' if on is None else f' on {say_selection(on)}'}: {self.refusal}"


@dataclass(frozen=True)
class Phase:
    """One betting phase: what was done, and the range of cash (before it) in which exactly this is done."""

    memory: tuple[Memory, ...]
    placed: tuple[tuple[Spot, int], ...]
    unmet: tuple[Unmet, ...]
    spent: int
    """What the rail is down by; less than nothing where chips came back."""
    low: int
    high: int
    ends: int


def reconcile(table: TableState, strategy: Strategy, memory: tuple[Memory, ...], start: int) -> Phase:
    """Bring the layout as near to what is wanted as the table and the cash allow; the table changes."""
    purse = Purse(table.balances[SEAT])
    view = View(table, purse, start)
    had = purse.cents
    stopped = strategy.stops(view, memory)
    wanted, memory = strategy.wants(view, memory)
    if stopped:
        wanted = dict.fromkeys(view.stakes, 0)
    placed: list[tuple[Spot, int]] = []
    unmet: list[Unmet] = []
    for spot, amount in wanted.items():
        lies = table.stake_of(SEAT, *spot)
        if amount == lies:
            continue
        more = amount - lies
        command: Command = Bet(SEAT, spot[0], more, spot[1]) if more > 0 else Remove(SEAT, spot[0], spot[1], -more)
        refused = _put(table, command, purse, had)
        if refused is None:
            placed.append((spot, more))
        elif not stopped:
            unmet.append(Unmet(spot, amount, *refused))
    broke = any(each.for_cash for each in unmet)
    ends = PLAYING if table.layout else STOPPED if stopped else RUINED if broke else PLAYING
    return Phase(memory, tuple(placed), tuple(unmet), had - table.balances[SEAT], purse.low, purse.high, ends)


def _put(table: TableState, command: Command, purse: Purse, had: int) -> tuple[Refusal, bool] | None:
    """Put one command to the table. If only cash is missing, the need narrows the range of the purse."""
    spent = had - table.balances[SEAT]
    decided = decide(table, command)
    if isinstance(decided, Refusal) and isinstance(command, Bet):
        rich = table.copy()
        rich.balances[SEAT] = PLENTY
        again = decide(rich, command)
        if not isinstance(again, Refusal):
            purse.covers(spent + _cost(rich, again))
            return decided, True
    if isinstance(decided, Refusal):
        return decided, False
    for event in decided:
        evolve(table, event)
    purse.covers(had - table.balances[SEAT])
    return None


def _cost(table: TableState, events: tuple[Event, ...]) -> int:
    held = table.balances[SEAT]
    for event in events:
        evolve(table, event)
    return held - table.balances[SEAT]
