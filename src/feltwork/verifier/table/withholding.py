"""Credits withheld from a player, by case."""

from __future__ import annotations

from feltwork.verifier.table.facts import Body, Facts


class Withholding:
    """Holds what is withheld, and let go again, against the rail and the case."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.kept: dict[int, tuple[str, int]] = {}
        """Player and credits withheld, by case."""

    def opened(self) -> None:
        self.kept = {}

    def withheld(self, body: Body) -> None:
        facts = self.facts
        game, seat = facts.game(), body["seat"]
        if body["case"] != facts.version or facts.seats.get(seat) != body["player"]:
            facts.wrong("money", "a case is numbered by its event and names the player of the seat")
        if not 0 < body["amount"] <= game.held.rail.get(seat, 0):
            facts.wrong("money", f"{body['amount']} cents were withheld of {game.held.rail.get(seat, 0)}")
        game.held.rail[seat] = game.held.rail.get(seat, 0) - body["amount"]
        self.kept[body["case"]] = (body["player"], body["amount"])

    def released(self, body: Body) -> None:
        facts = self.facts
        player, amount = self.kept.pop(body["case"], ("", 0))
        if amount != body["amount"]:
            facts.wrong("money", f"{body['amount']} cents came out of a case with {amount}")
        if body["seat"] is not None:
            if facts.seats.get(body["seat"]) != player:
                facts.wrong("seat", f"{player!r} does not sit in seat {body['seat']}")
            facts.game().held.rail[body["seat"]] += body["amount"]
