"""Player cards in the terminals of a table, and wagers found invalid for want of the player's own."""

from __future__ import annotations

from typing import Any

from feltwork.verifier.table.lines import Line, in_order
from feltwork.verifier.table.rounds import Rounds

TERMINAL = "terminal-"
"""How terminals are known."""


class Slots(Rounds):
    """Which card is in which terminal."""

    def start_slots(self) -> None:
        self.cards: dict[int, str] = {}

    def needs_card(self, seat: int) -> None:
        conduct = self.conduct
        if conduct and conduct.card and self.at >= conduct.card_from and seat not in self.cards:
            self._wrong("placing", f"no player card was in terminal {seat}")

    def needs_person(self, player: str) -> None:
        """From rules 2 on a terminal does not sit at itself where cards name the people."""
        conduct = self.conduct
        by_card = conduct and conduct.card and conduct.rules >= 2 and self.at >= conduct.card_from
        if by_card and player.startswith(TERMINAL):
            self._wrong("seat", f"{player!r} is a terminal, and nobody")

    def _card_in(self, version: int, body: dict[str, Any]) -> None:
        seat = body["seat"]
        if seat in self.cards or self.seats.get(seat) != body["player"]:
            self._wrong("seat", f"a card of {body['player']!r} could not go into terminal {seat}")
        self.cards[seat] = body["card"]

    def _card_out(self, version: int, body: dict[str, Any]) -> None:
        if self.cards.pop(body["seat"], None) != body["card"]:
            self._wrong("seat", f"card {body['card']} was not in terminal {body['seat']}")

    def _found_invalid(self, version: int, body: dict[str, Any]) -> None:
        """What lies goes back whole; of the last completed game the stakes come back and the winnings go."""
        felt, seat = self._game(), body["seat"]
        if self.thrown:
            self._wrong("order", "the dice were in the tumbler")
        lying = [wager for wager in felt.lying.values() if wager.seat == seat]
        due = in_order(Line(*w.key, "void", w.stake, 0, w.stake, body["clause"], w.commission) for w in lying)
        self._same_lines(due, self.lines)
        self._pay_back(self.lines)
        if self.seats.get(seat) != body["player"]:
            self._wrong("seat", f"{body['player']!r} does not sit in seat {seat}")
        last = max(self.past, default=None)
        if last is not None and last < self.done:
            last = None  # all of the last game has been set right
        before, was, seats = self.past[last] if last is not None else (None, [], {})
        there = seats.get(seat) == body["player"]
        owed = 0
        for line in was if there and before else ():
            if line.seat == seat and before:
                staked = before.lying[line.key]
                owed += staked.stake + staked.commission - line.winnings - line.returned - line.commission
        if (body["version"], body["cents"]) != ((last, owed) if there else (None, 0)):
            self._wrong("lines", f"{body['cents']} cents of round {body['version']}, should be {owed} of {last}")
        if body["at_seat"] != max(body["cents"], -felt.rail.get(seat, 0)):
            self._wrong("money", f"{body['at_seat']} of {body['cents']} cents were posted at seat {seat}")
        felt.rail[seat] = felt.rail.get(seat, 0) + body["at_seat"]
        if there and last is not None:
            if self.conduct and self.conduct.rules >= 2:
                self._made_void(last, seat)
            else:
                del self.past[last]
            self.contested.pop((seat, last), None)
