"""Tickets: printed or sold, paid once, withheld, expired."""

from __future__ import annotations

from typing import Any

from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.cage.play_money import Taken
from feltwork.verifier.log.rows import Row

TICKET_STEPS = {
    "ticket-paid": ({"open"}, "paid"),
    "ticket-voided": ({"open"}, "void"),
    "ticket-expired": ({"open"}, "expired"),
    "ticket-withheld": ({"open"}, "withheld"),
    "return-demanded": ({"paid"}, "demanded"),
    "return-received": ({"demanded"}, "withheld"),
    "ticket-determined": ({"withheld"}, "open"),
}
"""How a ticket must stand for an event, and how it stands afterwards."""


class Tickets:
    """Holds each step of a ticket against how it stands, what it is worth, and until when it is good."""

    def __init__(self, facts: CageFacts) -> None:
        self.facts = facts
        self.tickets: dict[int, Body] = {}
        self.taken: list[Taken] = []
        """Tickets that terminals printed and somebody was given money or credits for."""

    def issued(self, row: Row, body: Body) -> None:
        if body["ticket"] != row.version or body["expires"] <= row.at:
            self.facts.wrong("ticket", f"ticket {body['ticket']} is not numbered by its record, or never was good")
        self.tickets[body["ticket"]] = {
            "amount": body["amount"],
            "expires": body["expires"],
            "standing": "open",
            "player": body.get("player", ""),
            "table": body.get("table", ""),
        }

    def step(self, row: Row, body: Body) -> None:
        before, after = TICKET_STEPS[row.kind]
        if row.kind == "ticket-determined" and not body["to_player"]:
            after = "kept"
        ticket = self.take(row, body, before, after)
        if row.kind == "ticket-voided" and ticket and ticket["player"] != body["player"]:
            self.facts.wrong("ticket", f"what ticket {body['ticket']} was worth went to {body['player']!r}")

    def take(self, row: Row, body: dict[str, Any], before: set[str], after: str) -> dict[str, Any] | None:
        ticket = self.tickets.get(body["ticket"])
        if ticket is None:
            self.facts.wrong("ticket", f"ticket {body['ticket']} was never issued")
            return None
        if ticket["standing"] not in before:
            self.facts.wrong("ticket", f"ticket {body['ticket']} was {ticket['standing']} already")
        if ticket["amount"] != body["amount"]:
            self.facts.wrong(
                "ticket", f"ticket {body['ticket']} is worth {ticket['amount']} cents, not {body['amount']}"
            )
        late = row.at >= ticket["expires"]
        if late != (after == "expired") and after in ("paid", "expired", "on a form"):
            self.facts.wrong("ticket", f"ticket {body['ticket']} had {'' if late else 'not '}expired")
        ticket["standing"] = after
        if after in ("paid", "on a form") and ticket["table"]:
            self.taken.append(Taken(row.version, body["ticket"], ticket["table"], body.get("table", "")))
        return ticket
