"""A game for one in the terminal: each line is answered in words; what cannot be done is refused with its clause."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from feltwork.games.book import Book
from feltwork.money import MoneyError, format_money, parse_money
from feltwork.odds import in_words
from feltwork.outcomes import Pocket
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet, Call, Command, Remove
from feltwork.table.play.decide import decide
from feltwork.table.play.events import (
    Event,
    Placed,
    Removed,
    RoundSettled,
)
from feltwork.table.play.evolve import evolve
from feltwork.table.play.placing import pays_at
from feltwork.table.play.state import TableRules, TableState, open_state
from feltwork.train.codes import Spot, code_of, find_spot, odds_spot
from feltwork.train.drawing import Paint, draw, plain, where
from feltwork.train.results import after_betting, before_betting, below_of, read_result
from feltwork.train.words import HELP, about, call, explained, in_columns, named, sentence
from feltwork.wagers.prices import pays_on, say_prices

SEAT = 1
MOST_CENTS = 10**12


@dataclass
class Totals:
    """What the game came to so far."""

    rounds: int = 0
    staked: int = 0
    won: int = 0
    refused: int = 0


@dataclass
class Game:
    """One player at one table; ``answer`` takes a line and gives what is to be shown."""

    book: Book
    rules: TableRules
    cash: int
    seed: int
    width: int = 80
    paint: Paint = plain
    draws_after_rounds: bool = False
    """Show the felt after every round, as on a screen."""
    over: bool = False
    totals: Totals = field(default_factory=Totals)
    state: TableState = field(init=False)
    _past: list[tuple[TableState, Totals]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = open_state(self.book, self.rules, {SEAT: self.cash})
        self._open_round()

    def answer(self, line: str) -> list[str]:
        """What a line does; a line that says nothing does nothing."""
        words = line.lower().split()
        if not words or words[0].startswith("#"):
            return []
        first, rest = words[0], words[1:]
        acts: dict[str, Callable[[list[str]], list[str]]] = {
            "q": self._quit,
            "quit": self._quit,
            "exit": self._quit,
            "?": self._help,
            "help": self._help,
            "t": self._table,
            "table": self._table,
            "undo": self._undo,
            "u": self._undo,
            "r": self._round,
            "roll": self._round,
            "spin": self._round,
            "x": self._take_down,
            "on": self._call_on,
            "off": self._call_off,
        }
        if first.startswith("?") and len(first) > 1:
            return self._help([first[1:], *rest])
        if first in acts:
            return acts[first](rest)
        return self._bet(words)

    def opening(self) -> list[str]:
        return [f"{self.book.name}. ? for help, q to end.", *self._table([])]

    def closing(self) -> list[str]:
        lying = sum(s.stake for s in self.state.layout.values())
        held = self.state.balances[SEAT]
        net = held + lying - self.cash
        on = f" and {format_money(lying)} on the layout" if lying else ""
        how = "even" if not net else f"{format_money(abs(net))} {'up' if net > 0 else 'down'}"
        rounds = f"{self.totals.rounds} round{'' if self.totals.rounds == 1 else 's'}"
        staked, won = format_money(self.totals.staked), format_money(self.totals.won)
        return [
            f"{rounds}: staked {staked}, paid {won}, {self.totals.refused} refused",
            f"You hold {format_money(held)}{on}: {how}. Seed {self.seed}.",
        ]

    def _quit(self, rest: list[str]) -> list[str]:
        self.over = True
        return []

    def _table(self, rest: list[str]) -> list[str]:
        return draw(self.state, SEAT, self.width, self.paint)

    def _undo(self, rest: list[str]) -> list[str]:
        if not self._past:
            return ["There is nothing to take back."]
        self.state, self.totals = self._past.pop()
        return [f"Taken back. {self._standing()}"]

    def _standing(self) -> str:
        return f"{where(self.state)}, you hold {format_money(self.state.balances[SEAT])}."

    def _keep(self) -> tuple[TableState, Totals]:
        return self.state.copy(), Totals(**vars(self.totals))

    def _refused(self, refused: Refusal) -> str:
        self.totals.refused += 1
        return sentence(refused)

    def _do(self, *commands: Command) -> tuple[Event, ...] | Refusal:
        """Do all of it or nothing; what was done can be taken back in one go."""
        before = self._keep()
        done: list[Event] = []
        for command in commands:
            decided = decide(self.state, command)
            if isinstance(decided, Refusal):
                self.state = before[0]
                return decided
            for event in decided:
                evolve(self.state, event)
            done += decided
        self._past.append(before)
        return tuple(done)

    def _spot(self, word: str) -> Spot | Refusal:
        odds = re.fullmatch(r"o([0-9]{0,2})", word)
        if odds and any(w.parent for w in self.book.wagers.values()):
            return odds_spot(self.state, SEAT, int(odds[1]) if odds[1] else None)
        return find_spot(self.book, word)

    def _spots(self, words: list[str]) -> list[Spot] | Refusal:
        found: list[Spot] = []
        for word in words:
            spot = self._spot(word)
            if isinstance(spot, Refusal):
                return spot
            found.append(spot)
        return found

    def _bet(self, words: list[str]) -> list[str]:
        amount = _cents(words[-1])
        if len(words) == 3 and words[1].replace("-", "").isdecimal():
            words = [words[0] + words[1], words[2]]
        spots = self._spots(words[:-1] if amount else words)
        if isinstance(spots, Refusal):
            return [self._refused(spots)]
        if not amount:
            name = code_of(self.book, self.book.wagers[spots[-1][0]], spots[-1][1])
            return [f"How much? A wager is written like {name} 10; ? {name} explains it."]
        said = []
        for name, on in spots:
            done = self._do(Bet(SEAT, name, amount, on))
            said.append(self._refused(done) if isinstance(done, Refusal) else self._placed(done))
        return said

    def _placed(self, done: tuple[Event, ...]) -> str:
        event = next(e for e in done if isinstance(e, Placed))
        self.totals.staked += event.amount
        _, name, on = event.key
        wager = self.book.wagers[name]
        commission = f", {format_money(event.commission)} commission" if event.commission else ""
        lies = self.state.stake_of(SEAT, name, on)
        added = f", {format_money(lies)} in all" if lies != event.amount else ""
        pays = (
            in_words(pays_at(self.state, wager, on))
            if wager.parent
            else say_prices(pays_on(wager, on if on in wager.shapes else None))
        )
        return f"{format_money(event.amount)} on {named(wager, on)}{added}{commission}: pays {pays} ({wager.clause})"

    def _take_down(self, words: list[str]) -> list[str]:
        if words == ["all"]:
            return self._clear()
        amount = _cents(words[-1]) if len(words) > 1 else None
        if not words or len(words) > 2 or (len(words) > 1 and not amount):
            return ["Say which: x p6, x p6 6 for part of it, or x all."]
        spot = self._spot(words[0])
        done = spot if isinstance(spot, Refusal) else self._do(Remove(SEAT, spot[0], spot[1], amount))
        return [self._refused(done)] if isinstance(done, Refusal) else [self._removed(done)]

    def _removed(self, done: tuple[Event, ...]) -> str:
        event = next(e for e in done if isinstance(e, Removed))
        commission = f" and {format_money(event.commission_back)} commission" if event.commission_back else ""
        also = "".join(f"; {line}" for line in event.lines)
        wager = self.book.wagers[event.key[1]]
        return f"{format_money(event.amount)}{commission} back from {named(wager, event.key[2])}{also}"

    def _clear(self) -> list[str]:
        """Riders first, since what they ride on may not come down from under them."""
        lying = sorted(self.state.layout.values(), key=lambda s: s.wager.parent is None)
        said = []
        for standing in lying:
            done = self._do(Remove(SEAT, standing.wager.name, standing.on))
            said.append(self._refused(done) if isinstance(done, Refusal) else self._removed(done))
        return said or ["Nothing of yours is on the layout."]

    def _call_on(self, words: list[str]) -> list[str]:
        return self._call(words, working=True)

    def _call_off(self, words: list[str]) -> list[str]:
        return self._call(words, working=False)

    def _call(self, words: list[str], *, working: bool) -> list[str]:
        if len(words) != 1:
            return [f"Say which: {'on' if working else 'off'} p6."]
        spot = self._spot(words[0])
        done = spot if isinstance(spot, Refusal) else self._do(Call(SEAT, spot[0], working, spot[1]))
        if isinstance(done, Refusal) or isinstance(spot, Refusal):
            return [self._refused(done if isinstance(done, Refusal) else spot)]  # type: ignore[arg-type]  # one of them
        return [f"{named(self.book.wagers[spot[0]], spot[1])} is {'on' if working else 'off'}."]

    def _open_round(self) -> None:
        below = below_of(self.seed, 2 * self.state.round)
        for command in before_betting(self.book, below):
            for event in decide(self.state, command):  # type: ignore[union-attr]  # a round opens at an open table
                evolve(self.state, event)

    def _round(self, words: list[str]) -> list[str]:
        chosen: tuple[Pocket, ...] | Refusal = read_result(self.book, words[0]) if words else ()
        if isinstance(chosen, Refusal):
            return [self._refused(chosen)]
        before = self.state.copy()
        done = self._do(*after_betting(self.book, below_of(self.seed, 2 * before.round + 1), chosen))
        if isinstance(done, Refusal):
            return [self._refused(done)]
        self.totals.rounds += 1
        settled = next(event for event in done if isinstance(event, RoundSettled))
        for event in done[: done.index(settled)]:
            evolve(before, event)
        self.totals.won += sum(line.winnings for line in settled.lines)
        said = [call(before, settled), *explained(before, settled)]
        self._open_round()
        if self.draws_after_rounds:
            return [*said, *self._table([])]
        return [*said, f"  {self._standing()}"]

    def _help(self, words: list[str]) -> list[str]:
        if not words:
            codes = [f"{code_of(self.book, w)} {w.title}" for w in self.book.wagers.values()]
            numbers = "Numbers follow the code: p6, h8, hop1-2, s1-2, k1, sl1, lbred."
            return [*HELP, "", numbers, *in_columns(codes, self.width)]
        spot = self._spot(words[0])
        if isinstance(spot, Refusal):
            return [sentence(spot)]
        return about(self.book, *spot)


def _cents(text: str) -> int | None:
    """Cents, or nothing where the text is no amount that anybody wagers."""
    try:
        cents = parse_money(text if "." in text else f"{text}.00")
    except MoneyError:
        return None
    return cents if 0 < cents <= MOST_CENTS else None
