"""Vouchers for tokens: issued, exchanged as issued, expired."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of, every_kind
from feltwork.verifier.cage.facts import Body, CageFacts
from feltwork.verifier.log.rows import Row

CONDITIONS: dict[str, object] = {"player": "", "book": "", "wagers": [], "form": ""}
"""What the record of an exchange repeats of the voucher; empty where it says nothing."""


class Vouchers:
    """Holds each exchange and end of a voucher against its issue, and each issue against the book it is for."""

    def __init__(self, facts: CageFacts) -> None:
        self.facts = facts
        self.vouchers: dict[str, Body] = {}

    def issued(self, row: Row, body: Body) -> None:
        """Numbered by its record, with conditions that a table could keep; an older one has none that were checked."""
        number = body["voucher"]
        if number in self.vouchers:
            self.facts.wrong("voucher", f"voucher {number} was issued twice, or exchanged before it was issued")
        if body.get("expires"):
            if number != f"V{row.version}" or body["expires"] <= row.at:
                self.facts.wrong("voucher", f"voucher {number} is not numbered by its record, or never was good")
            self._could_be_kept(body)
        self.vouchers[number] = {"expires": 0, "wagers": [], "table": "", **body, "standing": "open"}

    def _could_be_kept(self, body: Body) -> None:
        conduct = conduct_of(body["book"])
        into_chips = conduct is not None and conduct.oral.changes
        if conduct is None or not (into_chips or Act.EXCHANGE_VOUCHER in conduct.powers):
            self.facts.wrong("voucher", f"no table of {body['book']!r} takes a voucher")
            return
        if body["form"] not in (("voucher", "tokens") if into_chips else ("voucher",)):
            self.facts.wrong("voucher", f"{body['form']!r} is nothing that {body['book']} takes")
        known = {name for kind in every_kind(body["book"]) for name in kind.wagers}
        if not known.issuperset(body["wagers"]):
            self.facts.wrong("voucher", f"{body['book']} has not all of {body['wagers']}")

    def taken(self, row: Row, body: Body) -> None:
        """Held against its issue: by that player, at that table or game, in time, for that value, for these wagers."""
        number, voucher = body["voucher"], self.vouchers.get(body["voucher"])
        if not body.get("player") and not (voucher and voucher["expires"]):
            voucher = self.vouchers.setdefault(number, {"amount": body["amount"], "expires": 0, "standing": "open"})
        elif voucher is None or not voucher["expires"]:
            self.facts.wrong("voucher", f"voucher {number} was never issued")
            return
        else:
            self._as_issued(row, body, voucher)
        if voucher["standing"] != "open" or voucher["amount"] != body["amount"]:
            self.facts.wrong(
                "voucher", f"voucher {number} was {voucher['standing']}, and worth {voucher['amount']} cents"
            )
        voucher["standing"] = "exchanged"

    def _as_issued(self, row: Row, body: Body, voucher: Body) -> None:
        said = [body.get(part) or empty for part, empty in CONDITIONS.items()]
        if said != [voucher[part] for part in CONDITIONS] or voucher["table"] not in ("", body["table"]):
            self.facts.wrong("voucher", f"voucher {body['voucher']} was not exchanged as it was issued")
        if row.at >= voucher["expires"]:
            self.facts.wrong("voucher", f"voucher {body['voucher']} had expired")

    def ended(self, row: Row, body: Body) -> None:
        voucher = self.vouchers.get(body["voucher"])
        if (
            not voucher
            or (voucher["standing"], voucher["amount"]) != ("open", body["amount"])
            or not voucher["expires"]
        ):
            self.facts.wrong("voucher", f"voucher {body['voucher']} was not waiting for this")
            return
        if row.kind == "voucher-expired" and row.at < voucher["expires"]:
            self.facts.wrong("voucher", f"voucher {body['voucher']} had not expired")
        voucher["standing"] = row.kind.removeprefix("voucher-")
