"""Chips bought, collected and sold; the float and the drop box."""

from __future__ import annotations

from feltwork.games.conduct import CREDITS
from feltwork.verifier.table.acceptors import Acceptors
from feltwork.verifier.table.amounts import in_chips
from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.seats import Seats


class Money:
    """Holds what is bought, collected, sold and counted against the rail, the notes reported and the drop box."""

    def __init__(self, facts: Facts, seating: Seats, acceptors: Acceptors) -> None:
        self.facts = facts
        self.seating = seating
        self.acceptors = acceptors
        self.bought_by = ""
        """The last command that brought a player's money from the cage to the table."""
        self.drop = 0
        """What is in the drop box."""

    def bought(self, body: Body) -> None:
        facts = self.facts
        game = facts.game()
        self.seating.own(body)
        metered = facts.conduct is not None and bool(facts.conduct.terminals.meters)
        if body["amount"] <= 0 or (body["amount"] % game.chip and not metered):
            facts.wrong("money", f"{body['amount']} cents cannot be bought in chips of {game.chip}")
        if facts.conduct is not None and facts.conduct.terminals.credited and body.get("via") not in CREDITS:
            facts.wrong("money", f"credits came onto the meter of seat {body['seat']} as nothing that adds to one")
        notes = facts.conduct.terminals.notes if facts.conduct is not None and body.get("via") == "cash" else {}
        if notes and body["amount"] not in notes:
            facts.wrong("money", f"no note of {body['amount']} cents is taken")
        if facts.conduct is not None:
            for wrong in self.acceptors.bought(body, facts.role, facts.conduct.rules):
                facts.wrong("money", wrong)
        game.held.rail[body["seat"]] += body["amount"]
        self.bought_by = facts.key

    def acceptor_reported(self, body: Body) -> None:
        facts = self.facts
        rules = facts.conduct.rules if facts.conduct is not None else 1
        for wrong in self.acceptors.take(body["type"], body, rules):
            facts.wrong("money", wrong)

    def collected(self, body: Body) -> None:
        game, seat = self.facts.game(), body["seat"]
        self.seating.own(body)
        self.seating.asked_for(body)
        if body["amount"] != game.held.rail[seat] or body["amount"] <= 0:
            self.facts.wrong(
                "money", f"seat {seat} had {game.held.rail[seat]} cents in the rail, {body['amount']} were collected"
            )
        game.held.rail[seat] -= body["amount"]

    def chips_sold(self, body: Body) -> None:
        in_chips(self.facts, body)
        self.facts.game().held.give("chips", body["seat"], body["amount"])
        self.drop += body["amount"]

    def float_moved(self, body: Body) -> None:
        facts = self.facts
        if body["amount"] <= 0 or body["amount"] % facts.game().chip:
            facts.wrong("money", f"{body['amount']} cents are not whole chips of {facts.game().chip}")

    def drop_counted(self, body: Body) -> None:
        if body["amount"] != self.drop:
            self.facts.wrong("money", f"{body['amount']} cents were counted, {self.drop} had gone into the drop box")
        self.drop -= body["amount"]
