"""Seats: taken, left, and who sits in them."""

from __future__ import annotations

from feltwork.verifier.table.cards import Cards
from feltwork.verifier.table.causes import PLAYER
from feltwork.verifier.table.colours import Colours
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.limits import Limits
from feltwork.verifier.table.notices import Notices
from feltwork.verifier.table.terminals import Terminals
from feltwork.verifier.table.tokens import Tokens


class Seats:
    """Holds who sits down and who leaves against the seats, the crew, and what is still on the table."""

    def __init__(
        self,
        facts: Facts,
        notices: Notices,
        limits: Limits,
        cards: Cards,
        tokens: Tokens,
        colours: Colours,
        terminals: Terminals,
        hands: Hands,
    ) -> None:
        self.facts = facts
        self.notices = notices
        self.limits = limits
        self.cards = cards
        self.tokens = tokens
        self.colours = colours
        self.terminals = terminals
        self.hands = hands
        self.warned: frozenset[str] = frozenset()
        """Players who left after a warning that still holds."""

    def opened(self) -> None:
        self.warned = frozenset()

    def sat(self, body: Body) -> None:
        facts = self.facts
        seat, player = body["seat"], body["player"]
        if seat in facts.seats or player in facts.seats.values():
            facts.wrong("seat", f"seat {seat} or player {player!r} was already taken")
        self.cards.needs_person(player)
        self._fits(seat, player)
        facts.seats[seat] = player
        game = facts.game()
        game.held.rail[seat] = 0
        if player in self.warned:
            game.warned[seat] = game.results

    def own(self, body: Body) -> None:
        seat, player = body["seat"], body["player"]
        if self.facts.seats.get(seat) != player:
            self.facts.wrong("seat", f"{player!r} does not sit in seat {seat}")

    def _fits(self, seat: int, player: str) -> None:
        facts = self.facts
        if not 1 <= seat <= facts.capacity or player in facts.crew:
            facts.wrong("seat", f"{player!r} could not sit in seat {seat}")

    def asked_for(self, body: Body) -> None:
        """A player's chips and seat are the player's: staff pass on what was asked, or act on an order to go."""
        facts = self.facts
        if (
            facts.role == PLAYER
            or body["seat"] in self.notices.vacating
            or self.notices.closing_stood()
            or facts.conduct is None
        ):
            return
        if facts.conduct.terminals.shot or not body.get("asked", "").strip():
            facts.wrong("role", f"the player of seat {body['seat']} had not asked for it")

    def left(self, body: Body) -> None:
        facts, game, seat = self.facts, self.facts.game(), body["seat"]
        self.own(body)
        self.asked_for(body)
        held = game.held.rail.get(seat) or game.held.tokens.get(seat) or game.held.checks.get(seat)
        if held or seat in self.cards.inserted or any(wager.seat == seat for wager in game.layout.values()):
            facts.wrong("seat", f"seat {seat} was left with chips on the table")
        if game.warned.pop(seat, None) is not None and game.book.readings.chose("warning_expiry", "day"):
            self.warned |= {body["player"]}
        facts.seats.pop(seat, None)
        self.terminals.faulty.pop(seat, None)
        game.held.rail.pop(seat, None)
        self.limits.no_longer_own(seat, game.book.wagers)
        self.tokens.terms.pop(seat, None)
        self.colours.no_longer_there(seat)
        self.notices.vacating.discard(seat)
        self.hands.no_longer_there(seat, body["player"])
