"""The wagering period: opened, timed, closed, and relaxed for a player."""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.verifier.table.calls import Calls
from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import LUCKY_BALL
from feltwork.verifier.table.lines import Key
from feltwork.verifier.table.lucky_ball import LuckyBall

SECOND = 1_000_000


class Period:
    """Holds the calls that open and close the betting against the round and the table's period."""

    def __init__(self, facts: Facts, round_: Round, calls: Calls, lucky: LuckyBall) -> None:
        self.facts = facts
        self.round = round_
        self.calls = calls
        self.lucky = lucky
        self.opens_wagers = False
        """Does place your bets have to be called before chips go down?"""
        self.period: int | None = None
        """For how many seconds it opens the betting; nothing where only a call ends it."""

    def opened(self, conduct: Conduct | None) -> None:
        self.opens_wagers = conduct is not None and conduct.rounds.opens_wagers and Act.OPEN_BETS in conduct.powers
        self.period = None

    def bets_opened(self, body: Body) -> None:
        facts, round_ = self.facts, self.round
        if round_.thrown or round_.bets_open:
            facts.wrong("order", "place your bets was called in the middle of a round")
        if body.get("closes_at") != (None if self.period is None else facts.at + self.period * SECOND):
            facts.wrong("order", f"betting was opened until {body.get('closes_at')}, not for {self.period} seconds")
        round_.bets_open, round_.closes_at = True, body.get("closes_at")

    def period_set(self, body: Body) -> None:
        self.period = body["seconds"]

    def was_opened(self, what: str) -> None:
        facts = self.facts
        called = facts.conduct is None or Act.OPEN_BETS not in facts.conduct.powers
        if not called and not self.round.bets_open:
            facts.wrong("order", f"{what} and place your bets had not been")

    def in_time(self, key: Key) -> None:
        """Chips go down after place your bets where the book has it so, and on no colour without its screen."""
        if self.opens_wagers:
            self.was_opened("a wager was taken")
        if self.lucky.screen_out and key[1] == LUCKY_BALL:
            self.facts.wrong("placing", "Lucky Ball was taken without its screen")

    def relaxed(self, body: Body) -> None:
        if not self.facts.game().closed or self.round.thrown:
            self.facts.wrong("placing", "there was no close to relax")
        self.round.relaxed |= {body["seat"]}

    def no_more(self, body: Body) -> None:
        self.lucky.before_close()
        self.was_opened("no more bets was called")
        self.calls.all_answered()
        self.facts.game().no_more()
        self.round.closes_at = None
