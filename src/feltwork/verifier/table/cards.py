"""Player cards in the terminals of a table, and wagers found invalid for want of the player's own."""

from __future__ import annotations

from feltwork.verifier.table.facts import Body, Facts, Round
from feltwork.verifier.table.game import pay_back
from feltwork.verifier.table.history import History
from feltwork.verifier.table.lines import SettledLine, in_order

TERMINAL = "terminal-"
"""How terminals are known."""


class Cards:
    """Holds player cards against the terminals they are in, and what goes back for want of one against the rounds."""

    def __init__(self, facts: Facts, round_: Round, history: History) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.inserted: dict[int, str] = {}
        """The card in each terminal."""

    def needs_card(self, seat: int) -> None:
        facts = self.facts
        conduct = facts.conduct
        if conduct and conduct.terminals.card and facts.at >= conduct.terminals.card_from and seat not in self.inserted:
            facts.wrong("placing", f"no player card was in terminal {seat}")

    def needs_person(self, player: str) -> None:
        """From rules 2 on a terminal does not sit at itself where cards name the people."""
        facts = self.facts
        conduct = facts.conduct
        by_card = conduct and conduct.terminals.card and conduct.rules >= 2 and facts.at >= conduct.terminals.card_from
        if by_card and player.startswith(TERMINAL):
            facts.wrong("seat", f"{player!r} is a terminal, and nobody")

    def card_in(self, body: Body) -> None:
        seat = body["seat"]
        if seat in self.inserted or self.facts.seats.get(seat) != body["player"]:
            self.facts.wrong("seat", f"a card of {body['player']!r} could not go into terminal {seat}")
        self.inserted[seat] = body["card"]

    def card_out(self, body: Body) -> None:
        if self.inserted.pop(body["seat"], None) != body["card"]:
            self.facts.wrong("seat", f"card {body['card']} was not in terminal {body['seat']}")

    def found_invalid(self, body: Body) -> None:
        """What lies goes back whole; of the last completed game the stakes come back and the winnings go."""
        facts, history = self.facts, self.history
        game, seat = facts.game(), body["seat"]
        if self.round.thrown:
            facts.wrong("order", "the dice were in the tumbler")
        found = [wager for wager in game.layout.values() if wager.seat == seat]
        due = in_order(SettledLine(*w.key, "void", w.stake, 0, w.stake, body["clause"], w.commission) for w in found)
        facts.same_lines(due, facts.lines)
        pay_back(facts.game(), facts.lines)
        if facts.seats.get(seat) != body["player"]:
            facts.wrong("seat", f"{body['player']!r} does not sit in seat {seat}")
        last = max(history.past, default=None)
        if last is not None and last < history.done:
            last = None  # all of the last game has been set right
        before, was, seats = history.past[last] if last is not None else (None, [], {})
        there = seats.get(seat) == body["player"]
        owed = 0
        for line in was if there and before else ():
            if line.seat == seat and before:
                staked = before.layout[line.key]
                owed += staked.stake + staked.commission - line.winnings - line.returned - line.commission
        if (body["version"], body["cents"]) != ((last, owed) if there else (None, 0)):
            facts.wrong("lines", f"{body['cents']} cents of round {body['version']}, should be {owed} of {last}")
        if body["at_seat"] != max(body["cents"], -game.held.rail.get(seat, 0)):
            facts.wrong("money", f"{body['at_seat']} of {body['cents']} cents were posted at seat {seat}")
        game.held.rail[seat] = game.held.rail.get(seat, 0) + body["at_seat"]
        if there and last is not None:
            if facts.conduct and facts.conduct.rules >= 2:
                history.made_void(last, seat)
            else:
                del history.past[last]
            history.contested.pop((seat, last), None)
