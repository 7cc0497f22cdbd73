"""A table for one player: commands that can be taken back, and results that follow from a seed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from feltwork.games.book import Book
from feltwork.outcomes import Pocket
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Command
from feltwork.table.play.decide import decide
from feltwork.table.play.events import Event, RoundSettled
from feltwork.table.play.evolve import evolve
from feltwork.table.play.state import TableRules, TableState, open_state
from feltwork.train.codes import Spot, find_spot, odds_spot
from feltwork.train.results import after_betting, before_betting, below_of
from feltwork.train.words import sentence

SEAT = 1


@dataclass
class Totals:
    """What the game came to so far."""

    rounds: int = 0
    staked: int = 0
    won: int = 0
    refused: int = 0


class SoloTable:
    """One player at one table."""

    def __init__(self, book: Book, rules: TableRules, cash: int, seed: int) -> None:
        self.book, self.cash, self.seed = book, cash, seed
        self.totals = Totals()
        self.state = open_state(book, rules, {SEAT: cash})
        self._past: list[tuple[TableState, Totals]] = []
        self._open_round()

    def do(self, *commands: Command) -> tuple[Event, ...] | Refusal:
        """Do all of it or nothing; what was done can be taken back in one go."""
        before = self.state.copy(), Totals(**vars(self.totals))
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

    def undo(self) -> bool:
        """Take back what was done last; was there anything?"""
        if not self._past:
            return False
        self.state, self.totals = self._past.pop()
        return True

    def refuse(self, refused: Refusal) -> str:
        """Count a refusal, and say it."""
        self.totals.refused += 1
        return sentence(refused)

    def play(self, chosen: tuple[Pocket, ...]) -> tuple[TableState, RoundSettled] | Refusal:
        """Play a round with this result, or with the seed's: the table just before it was settled, and how it was."""
        before = self.state.copy()
        done = self.do(*after_betting(self.book, below_of(self.seed, 2 * before.round + 1), chosen))
        if isinstance(done, Refusal):
            return done
        self.totals.rounds += 1
        settled = next(event for event in done if isinstance(event, RoundSettled))
        for event in done[: done.index(settled)]:
            evolve(before, event)
        self.totals.won += sum(line.winnings for line in settled.lines)
        self._open_round()
        return before, settled

    def spot(self, word: str) -> Spot | Refusal:
        """The place on the layout that a code names."""
        odds = re.fullmatch(r"o([0-9]{0,2})", word)
        if odds and any(w.parent for w in self.book.wagers.values()):
            return odds_spot(self.state, SEAT, int(odds[1]) if odds[1] else None)
        return find_spot(self.book, word)

    def spots(self, words: list[str]) -> list[Spot] | Refusal:
        """The places that codes name; the first refusal if one of them names none."""
        found: list[Spot] = []
        for word in words:
            spot = self.spot(word)
            if isinstance(spot, Refusal):
                return spot
            found.append(spot)
        return found

    def _open_round(self) -> None:
        below = below_of(self.seed, 2 * self.state.round)
        for command in before_betting(self.book, below):
            for event in decide(self.state, command):  # type: ignore[union-attr]  # a round opens at an open table
                evolve(self.state, event)
