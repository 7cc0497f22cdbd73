"""Payments by hand, on a form that a second person may have to agree to."""

from __future__ import annotations

from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.cage.tickets import Tickets
from feltwork.verifier.log.rows import Row

SECOND_PERSON_ABOVE = 10_000_00
"""A payment by hand above this is agreed to by somebody else than who prepared it, where the payment does not say from
what amount on the house had set that."""


class HandPays:
    """Holds each payment by hand against its form, its ticket, and the second person."""

    def __init__(self, facts: CageFacts, tickets: Tickets) -> None:
        self.facts = facts
        self.tickets = tickets
        self.forms: dict[int, Body] = {}

    def prepared(self, row: Row, body: Body) -> None:
        if body["form"] != row.version:
            self.facts.wrong("form", f"form {body['form']} is not numbered by its record")
        if body["ticket"]:
            self.tickets.take(row, body, {"open"}, "on a form")
        self.forms[body["form"]] = {**body, "standing": "prepared", "by": row.actor}

    def agreed(self, row: Row, body: Body) -> None:
        form = self.forms[body["form"]]
        if form["standing"] != "prepared" or row.actor in (form["by"], "") or row.actor != body["person"]:
            self.facts.wrong("form", f"form {body['form']} is agreed to by a second person, once")
        form["standing"] = "agreed"

    def ended(self, row: Row, body: Body) -> None:
        form = self.forms[body["form"]]
        paid = row.kind == "hand-paid"
        if form["standing"] not in ("prepared", "agreed") or (form["player"], form["amount"]) != (
            body["player"],
            body["amount"],
        ):
            self.facts.wrong("form", f"form {body['form']} was not waiting for this")
        if paid and (row.at < form["pay_at"] or len(body["signature"]) != 64):
            self.facts.wrong("form", f"form {body['form']} was paid unsigned, or before its time")
        if paid and form["amount"] > body.get("second_above", SECOND_PERSON_ABOVE) and form["standing"] != "agreed":
            self.facts.wrong("form", f"no second person agreed to form {body['form']}")
        form["standing"] = "over"
        if form["ticket"]:
            self.tickets.tickets[form["ticket"]]["standing"] = "paid" if paid else "open"
