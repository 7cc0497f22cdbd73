"""Transfers between a player's account and the casino's own system."""

from __future__ import annotations

from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.log.rows import Row


class Transfers:
    """Holds each end of a transfer against how it was asked for, and lets its credits onto a meter once."""

    def __init__(self, facts: CageFacts) -> None:
        self.facts = facts
        self.transfers: dict[str, Body] = {}

    def asked(self, row: Row, body: Body) -> None:
        if row.role == "player" and row.actor != body["player"]:
            self.facts.wrong("role", f"{row.actor!r} moved the credits of {body['player']!r}")
        if body["transfer"] in self.transfers:
            self.facts.wrong("transfer", f"transfer {body['transfer']} was asked for twice")
        self.transfers[body["transfer"]] = {**body, "standing": "pending"}

    def transferred(self, row: Row, body: Body) -> None:
        asked = self.transfers.get(body["transfer"])
        same = asked and all(asked[part] == body[part] for part in ("player", "amount", "inward"))
        if not asked or not same or asked["standing"] != "pending":
            self.facts.wrong("transfer", f"transfer {body['transfer']} was not waiting for this")
            return
        asked["standing"] = row.kind

    def delayed(self, row: Row, body: Body) -> None:
        if self.transfers[body["transfer"]]["standing"] != "pending":
            self.facts.wrong("transfer", f"transfer {body['transfer']} was over")

    def credited(self, body: Body) -> None:
        """What a transfer brought to a terminal, or brought back to it, goes onto its meter once."""
        name, asked = body.get("transfer", ""), self.transfers.get(body.get("transfer", ""))
        parts = ("player", "amount", "table", "seat")
        if asked is None or any(asked[part] != body.get(part) for part in parts):
            self.facts.wrong("transfer", f"transfer {name} was not asked for at this terminal")
        elif asked["standing"] != ("transfer-done" if asked["inward"] else "transfer-refused"):
            self.facts.wrong(
                "transfer", f"transfer {name} had brought nothing, or its credits were on the meter already"
            )
        else:
            asked["standing"] = "credited"
