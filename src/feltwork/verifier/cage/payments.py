"""Money that passes between the cage and a table."""

from __future__ import annotations

from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.cage.tickets import Tickets
from feltwork.verifier.cage.transfers import Transfers
from feltwork.verifier.log.rows import Row


class Payments:
    """Holds what goes to a table and comes back against the player's money, the ticket or the transfer."""

    def __init__(self, facts: CageFacts, tickets: Tickets, transfers: Transfers) -> None:
        self.facts = facts
        self.tickets = tickets
        self.transfers = transfers

    def to_table(self, row: Row, body: Body) -> None:
        # The buy-in's own posting lies with its twin at the table; notes and tickets bring what goes there with them.
        via = body.get("via")
        brings = via in ("cash", "ticket")
        self.facts.pay(body["player"], 0 if brings else -body["amount"])
        if brings:
            self.facts.purses[body["player"]] -= body["amount"]
        if via == "ticket":
            self.tickets.take(row, body, {"open"}, "paid")
        elif via == "transfer":
            self.transfers.credited(body)

    def by_others(self, row: Row, body: Body) -> None:
        # What it posts lies with its twin, whose stream says why.
        if not body["cents"]:
            self.facts.wrong("money", "nobody's money is moved")
        for player, cents in body["cents"].items():
            self.facts.pay(player, int(cents))

    def from_table(self, row: Row, body: Body) -> None:
        self.facts.pay(body["player"], body["amount"])
        if body.get("via") == "ticket":
            self.tickets.issued(row, body)
