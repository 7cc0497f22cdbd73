"""A session played at a real table: every wager and every result goes through ``decide``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from feltwork.games.book import Book
from feltwork.lab.strategy.reconcile import PLAYING, Unmet, reconcile
from feltwork.lab.strategy.rounds import Rounds
from feltwork.lab.strategy.strategy import Strategy, StrategyError
from feltwork.lab.strategy.view import SEAT, Spot, in_order
from feltwork.money import format_money
from feltwork.outcomes import Selection
from feltwork.table.play.state import TableRules, TableState, open_state


@dataclass(frozen=True)
class Played:
    """How a session went: cash plus stakes on the layout at its end, and what was wanted and not placed."""

    final: int
    rolls: int
    ends: int
    drawdown: int
    """The most that wealth was below its highest until then, while wagers were made."""
    unmet: Counter[tuple[str, Selection, str, str]]
    """How often, by wager, selection, clause and reason."""
    wealth: tuple[int, ...]
    """Cash and stakes after each result."""
    table: TableState = field(repr=False)
    """As it stands when the last result is in."""

    @property
    def in_hand(self) -> int:
        return self.table.balances[SEAT]

    @property
    def standing(self) -> tuple[tuple[Spot, int], ...]:
        """What lies then, with its stakes."""
        return tuple(((s.wager.name, s.on), s.stake) for s in in_order(self.table).layout.values())


def seat_down(book: Book, rules: TableRules, bankroll: int) -> TableState:
    """A table of one player; a bankroll is whole chips."""
    if bankroll % rules.chip:
        raise StrategyError(f"{format_money(bankroll)} cannot be held in chips of {format_money(rules.chip)}")
    return open_state(book, rules, {SEAT: bankroll})


def check_ends(book: Book) -> None:
    """A layout that never empties by itself cannot be played out."""
    if book.readings.is_set("auto_rebet"):
        raise StrategyError("winning wagers go back up by themselves (auto_rebet): what stands is never played out")


def play_session(
    strategy: Strategy,
    book: Book,
    rules: TableRules,
    bankroll: int,
    results: Iterable[int],
    most: int,
    *,
    finish: bool = False,
) -> Played:
    """Play until the results, the rolls allowed or the cash run out.

    After the last result nothing more is put down. To ``finish`` is to go on with the results, without more wagers,
    until nothing lies.
    """
    if finish:
        check_ends(book)
    rounds = Rounds(book)
    table = seat_down(book, rules, bankroll)
    memory = strategy.start
    unmet: Counter[tuple[str, Selection, str, str]] = Counter()
    wealth: list[int] = []
    coming = iter(results)
    while True:
        settled = table.copy()
        phase = reconcile(table, strategy, memory, bankroll)
        if len(wealth) < most:
            unmet.update(_named(each) for each in phase.unmet)
        if phase.ends != PLAYING:
            break
        number = None if len(wealth) == most else next(coming, None)
        if number is None:
            table = settled
            break
        memory = strategy.seen(phase.memory, rounds.play(table, number))
        wealth.append(table.chips())
    fell = _drawdown(bankroll, wealth)
    while finish and table.layout:
        number = next(coming, None)
        if number is None:
            break
        rounds.play(table, number)
        wealth.append(table.chips())
    return Played(table.chips(), len(wealth), phase.ends, fell, unmet, tuple(wealth), table)


def _named(each: Unmet) -> tuple[str, Selection, str, str]:
    return (*each.spot, each.refusal.clause, each.refusal.reason)


def _drawdown(start: int, wealth: list[int]) -> int:
    peak, deepest = start, 0
    for now in wealth:
        peak = max(peak, now)
        deepest = max(deepest, peak - now)
    return deepest
