"""The gear of a round, as the verifier folds it: betting opened, areas lit, unit and screen failing, chips moved."""

from __future__ import annotations

from typing import Any

from feltwork.games.conduct import Act
from feltwork.games.lights import lit_areas
from feltwork.outcomes import Selection
from feltwork.verifier.table.awards import most_won_as_laid
from feltwork.verifier.table.corrections import Rulings
from feltwork.verifier.table.game import LUCKY_BALL
from feltwork.verifier.table.lines import Key, Line, as_key, in_order
from feltwork.verifier.table.settlement import sent_back
from feltwork.wagers.shapes import LUCKY

SECOND = 1_000_000


class Gear(Rulings):
    """What must hold of the equipment around each round."""

    screen_out = False
    opens_wagers = False
    """Does place your bets have to be called before chips go down?"""
    period: int | None = None
    """For how many seconds it opens the betting; nothing where only a call ends it."""
    fair_to = 0
    """The seat that fairness was just applied to."""
    checked: set[str]
    """Equipment that was checked."""

    def _bets_opened(self, version: int, body: dict[str, Any]) -> None:
        if self.thrown or self.bets_open:
            self._wrong("order", "place your bets was called in the middle of a round")
        if body.get("closes_at") != (None if self.period is None else self.at + self.period * SECOND):
            self._wrong("order", f"betting was opened until {body.get('closes_at')}, not for {self.period} seconds")
        self.bets_open, self.closes_at = True, body.get("closes_at")

    def _period_set(self, version: int, body: dict[str, Any]) -> None:
        self.period = body["seconds"]

    def _was_opened(self, what: str) -> None:
        called = self.conduct is None or Act.OPEN_BETS not in self.conduct.powers
        if not called and not self.bets_open:
            self._wrong("order", f"{what} and place your bets had not been")

    def _in_time(self, key: Key) -> None:
        """Chips go down after place your bets where the book has it so, and on no colour without its screen."""
        if self.opens_wagers:
            self._was_opened("a wager was taken")
        if self.screen_out and key[1] == LUCKY_BALL:
            self._wrong("placing", "Lucky Ball was taken without its screen")

    def _lit(self, version: int, body: dict[str, Any]) -> None:
        """The lights of a result that is about to be settled, or of its correction."""
        felt = self._game() if self.thrown else self.before
        if felt is None or (self.thrown and body["dice"] != self.entered):
            self._wrong("order", "areas were lit for no result")
            return
        lying: dict[str, set[Selection]] = {}
        for wager in felt.lying.values():
            lying.setdefault(wager.row.name, set()).add(wager.state)
        first, second = body["dice"]
        lit = lit_areas(felt.book, felt.area_state, (first, second), lying)
        # A book that was stored has its rows in another order.
        if sorted(map(str, map(list, lit))) != sorted(map(str, body["areas"])):
            self._wrong("result", f"areas lit were {body['areas']}, should have been {lit}")

    def _no_more(self, version: int, body: dict[str, Any]) -> None:
        self._was_opened("no more bets was called")
        self._all_answered()
        self._game().no_more()
        self.closes_at = None

    def _screen_failed(self, version: int, body: dict[str, Any]) -> None:
        self.screen_out = True

    def _screen_works(self, version: int, body: dict[str, Any]) -> None:
        self.screen_out = False

    def _lucky_voided(self, version: int, body: dict[str, Any]) -> None:
        """All Lucky Ball wagers, when their screen has failed."""
        felt, stored = self._game(), self.lines
        if not self.screen_out:
            self._wrong("order", "wagers were declared void and the screen had not failed")
        due: list[Line] = [
            sent_back(wager, "void", body["clause"]) for wager in felt.lying.values() if wager.shape.alphabet == LUCKY
        ]
        self._same_lines(in_order(due), stored)
        self._pay_back(stored)

    def _repositioned(self, version: int, body: dict[str, Any]) -> None:
        felt, key, to = self._game(), as_key(body["key"]), as_key(body["to"])
        if key not in felt.lying or to[0] != key[0] or not felt.closed or not self.thrown:
            self._wrong("placing", f"no {key[1]} of seat {key[0]} could be moved there and then")
            return
        row = felt.book.wagers.get(to[1])
        if row is None or to[2] not in row.shapes:
            self._wrong("placing", f"there is no {to[1]} on {to[2]!r}")
            return
        lucky = [name == LUCKY_BALL for _, name, _ in (key, to)]
        if key == to or lucky[0] != lucky[1] or self.previous != "fairness-applied" or self.fair_to != key[0]:
            self._wrong("placing", f"nothing had {key[1]} of seat {key[0]} count as {to[1]}")
        if felt.lying[key].parts(felt.lying[key].stake)[0] and self._barred(key[0], to[1]):
            self._wrong("placing", f"the tokens of seat {key[0]} were not for {to[1]}")
        felt.reposition(key, to)
        if felt.rules > 1 and felt.award is not None and (worst := most_won_as_laid(felt)) > felt.award:
            self._wrong("placing", f"one result could then win {worst} cents, over the declared {felt.award}")

    def _fairness(self, version: int, body: dict[str, Any]) -> None:
        self.fair_to = body["seat"]
