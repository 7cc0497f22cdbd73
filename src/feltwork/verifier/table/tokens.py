"""Tokens and the vouchers they come from."""

from __future__ import annotations

from feltwork.verifier.table.amounts import all_of, has, in_chips
from feltwork.verifier.table.facts import Body, Facts


class Tokens:
    """Holds tokens and vouchers against who may exchange them, and for which wagers."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.vouchers: set[str] = set()
        """Vouchers that were exchanged here."""
        self.terms: dict[int, tuple[str, ...]] = {}
        """What the tokens of a seat may be wagered on, by the voucher they came from; nothing named means anything."""
        self.changed: tuple[str, Body] | None = None
        """A voucher that was just turned into chips, and by which command."""

    def issued(self, body: Body) -> None:
        facts = self.facts
        if body["voucher"] in self.vouchers:
            facts.wrong("money", f"voucher {body['voucher']!r} was exchanged twice")
        self.vouchers.add(body["voucher"])
        in_chips(self.facts, body)
        if facts.conduct and "tokens" not in facts.conduct.tender.instruments:
            facts.wrong("money", "tokens were issued at a table that does not take them")
        self._for_its_player(body)
        seat, terms = body["seat"], tuple(body.get("wagers", ()))
        if self.terms.get(seat, terms) != terms and has(facts.game(), "tokens", seat):
            facts.wrong("voucher", f"seat {seat} had tokens in play that came with other conditions")
        self.terms[seat] = terms
        facts.game().held.give("tokens", seat, body["amount"])

    def _for_its_player(self, body: Body) -> None:
        """From rules 2 on a voucher is its player's, and for this game; the cage holds it against its issue."""
        facts = self.facts
        known = facts.conduct is not None and (facts.conduct.rules > 1 or bool(body.get("player")))
        here = (facts.seats.get(body["seat"]), facts.game().book.id)
        if known and (body.get("player"), body.get("book")) != here:
            facts.wrong("voucher", f"voucher {body['voucher']} was not exchanged for its player, or for another game")

    def voucher_changed(self, body: Body) -> None:
        """Crown 3.3.2: into chips at once, and all of it onto the layout with the wager that it came with."""
        facts = self.facts
        if body["voucher"] in self.vouchers:
            facts.wrong("money", f"voucher {body['voucher']!r} was exchanged twice")
        self.vouchers.add(body["voucher"])
        in_chips(self.facts, body)
        conduct = facts.conduct
        if conduct and (not conduct.oral.changes or conduct.rules == 1 or body["clause"] != conduct.oral.into_chips):
            facts.wrong("voucher", "a voucher was turned into chips at a table that does not do so")
        self._for_its_player(body)
        facts.game().held.give("chips", body["seat"], body["amount"])
        self.changed = (facts.key, body)

    def is_placed(self, kind: str, body: Body) -> None:
        """Is this the wager that a voucher came with: made with the same word, of all of it, and as it says?"""
        facts = self.facts
        command, voucher = self.changed or ("", {})
        self.changed = None
        terms = voucher["wagers"]
        placed = kind == "wager-placed" and (facts.key, body["key"][0]) == (command, voucher["seat"])
        if not placed or body["amount"] + body["commission"] < voucher["amount"]:
            facts.wrong("voucher", f"not all of voucher {voucher['voucher']} was placed at once")
        elif terms and body["key"][1] not in terms:
            facts.wrong("voucher", f"voucher {voucher['voucher']} was for {terms}, not for {body['key'][1]}")

    def handed_in(self, body: Body) -> None:
        all_of(self.facts, "tokens", body)

    def barred(self, seat: int, name: str) -> bool:
        """Are the tokens of a seat for other wagers?"""
        terms = self.terms.get(seat)
        return bool(terms) and name not in (terms or ())
