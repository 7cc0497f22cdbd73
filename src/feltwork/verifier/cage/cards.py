"""Player cards: issued, blocked, and in one terminal at a time."""

from __future__ import annotations

from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.log.rows import Row


class CageCards:
    """Holds player cards against whose they are, whether they are valid, and where they are."""

    def __init__(self, facts: CageFacts) -> None:
        self.facts = facts
        self.cards: dict[str, Body] = {}
        self.seated: dict[str, tuple[str, str, int]] = {}
        """By player: the card, and the table and terminal it is in."""

    def issued(self, row: Row, body: Body) -> None:
        if body["card"] in self.cards:
            self.facts.wrong("card", f"card {body['card']} was issued twice")
        self.cards[body["card"]] = {"player": body["player"], "valid": True}

    def blocked(self, row: Row, body: Body) -> None:
        if not self.cards[body["card"]]["valid"]:
            self.facts.wrong("card", f"card {body['card']} was blocked already")
        self.cards[body["card"]]["valid"] = False

    def card_seated(self, row: Row, body: Body) -> None:
        card = self.cards.get(body["card"])
        if card is None or not card["valid"] or card["player"] != body["player"]:
            self.facts.wrong("card", f"card {body['card']} was not {body['player']!r}'s own valid card")
        if body["player"] in self.seated:
            self.facts.wrong("card", f"{body['player']!r} had a card in another terminal")
        self.seated[body["player"]] = (body["card"], body["table"], body["seat"])

    def released(self, row: Row, body: Body) -> None:
        if self.seated.pop(body["player"], None) != (body["card"], body["table"], body["seat"]):
            self.facts.wrong("card", f"card {body['card']} was not in terminal {body['seat']}")
