"""The cage's events again: tickets paid once, cards in one terminal, transfers and forms that end once."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.verifier.cage.cards import CageCards
from feltwork.verifier.cage.facts import Body, CageFacts, Handler
from feltwork.verifier.cage.hand_pays import HandPays
from feltwork.verifier.cage.house import HouseThings
from feltwork.verifier.cage.payments import Payments
from feltwork.verifier.cage.tickets import TICKET_STEPS, Tickets
from feltwork.verifier.cage.transfers import Transfers
from feltwork.verifier.cage.vouchers import Vouchers
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.table.postings import Moved

TWINS = {
    "bought-in": "paid-to-table",
    "collected": "paid-from-table",
    "card-in": "card-seated",
    "card-out": "card-released",
    "checks-redeemed": "checks-paid",
    "tokens-issued": "voucher-taken",
    "voucher-changed": "voucher-taken",
    "equipment-brought": "equipment-lent",
    "equipment-returned": "equipment-back",
}
"""What happens at a table, and its half at the cage."""

PURSES = "purses-moved"
"""The half of an event of an aggregate that moves players' money."""
HALVES = frozenset((*TWINS.values(), PURSES))

VOUCHERS = "tokens-vouchers"
"""The account of vouchers that nobody has exchanged yet; they are no money."""

WAYS = {
    "deposited": ("cash/cage", "player/{player}"),
    "paid-to-table cash": ("cash/{table}/{seat}", "player/{player}"),
    "paid-to-table ticket": ("tickets", "player/{player}"),
    "paid-from-table ticket": ("player/{player}", "tickets"),
    "ticket-sold": ("cash/cage", "tickets"),
    "ticket-paid": ("tickets", "cash/cage"),
    "ticket-voided": ("tickets", "cash/cage"),
    "ticket-voided player": ("tickets", "player/{player}"),
    "ticket-expired": ("tickets", "unclaimed"),
    "ticket-withheld": ("tickets", "withheld/ticket/{ticket}"),
    "return-received": ("cash/cage", "withheld/ticket/{ticket}"),
    "ticket-determined True": ("withheld/ticket/{ticket}", "tickets"),
    "ticket-determined False": ("withheld/ticket/{ticket}", "kept"),
    "transfer-asked False": ("player/{player}", "transit/{transfer}"),
    "transfer-done True": ("cms", "player/{player}"),
    "transfer-done False": ("transit/{transfer}", "cms"),
    "transfer-refused False": ("transit/{transfer}", "player/{player}"),
    "hand-pay-prepared": ("player/{player}", "forms/{form}"),
    "hand-pay-prepared ticket": ("tickets", "forms/{form}"),
    "hand-paid cash": ("forms/{form}", "cash/cage"),
    "hand-paid cheque": ("forms/{form}", "bank"),
    "hand-paid bank transfer": ("forms/{form}", "bank"),
    "hand-paid chips": ("forms/{form}", "vault"),
    "hand-pay-dropped": ("forms/{form}", "player/{player}"),
    "hand-pay-dropped ticket": ("forms/{form}", "tickets"),
    "voucher-issued dated": ("tokens-house", "tokens-vouchers"),
    "voucher-taken dated": ("tokens-vouchers", "tokens-house"),
    "voucher-voided dated": ("tokens-vouchers", "tokens-house"),
    "voucher-expired dated": ("tokens-vouchers", "tokens-house"),
}
"""From where to where each kind of event carries its amount; other events carry nothing."""

BY = {
    "expired": ("cashier", "system"),
    "transfer-asked": ("cashier", "player"),
    "transfer-done": ("system",),
    "transfer-refused": ("system",),
    "transfer-delayed": ("system",),
    "ticket-expired": ("cashier", "system"),
    "ticket-paid": ("cashier", "ticket_machine"),
    "voucher-expired": ("cashier", "system"),
    "rules-installed": ("operator",),
}
"""Who may do it, where that is not a cashier alone."""


class CageChecker:
    """Holds each event of the cage's log against the checkers of its topics; what it should post, and what is wrong."""

    def __init__(self) -> None:
        self.facts = facts = CageFacts()
        self.tickets, self.cards, self.transfers = Tickets(facts), CageCards(facts), Transfers(facts)
        self.vouchers, self.house = Vouchers(facts), HouseThings(facts)
        self.hand_pays = HandPays(facts, self.tickets)
        self.payments = Payments(facts, self.tickets, self.transfers)
        self.handlers = self._handlers()

    def _handlers(self) -> dict[str, Handler]:
        tickets, transfers, vouchers = self.tickets, self.transfers, self.vouchers
        return {
            "deposited": nothing_to_check,
            "paid-to-table": self.payments.to_table,
            "paid-from-table": self.payments.from_table,
            "checks-paid": self.payments.from_table,
            "ticket-sold": tickets.issued,
            **dict.fromkeys(TICKET_STEPS, tickets.step),
            "inspector-notified": nothing_to_check,
            "card-issued": self.cards.issued,
            "card-blocked": self.cards.blocked,
            "card-seated": self.cards.card_seated,
            "card-released": self.cards.released,
            "transfer-asked": transfers.asked,
            "transfer-done": transfers.transferred,
            "transfer-refused": transfers.transferred,
            "transfer-delayed": transfers.delayed,
            "voucher-issued": vouchers.issued,
            "voucher-taken": vouchers.taken,
            "voucher-voided": vouchers.ended,
            "voucher-expired": vouchers.ended,
            "rules-installed": self.house.rules_installed,
            "equipment-lent": self.house.lent_out,
            "equipment-back": self.house.came_back,
            PURSES: self.payments.by_others,
            "hand-pay-prepared": self.hand_pays.prepared,
            "hand-pay-agreed": self.hand_pays.agreed,
            "hand-paid": self.hand_pays.ended,
            "hand-pay-dropped": self.hand_pays.ended,
        }

    def take(self, row: Row, body: Body) -> tuple[Moved, list[Problem]]:
        """Follow one event: the postings it should have, and what is wrong with it."""
        self.facts.problems = []
        handler = self.handlers.get(row.kind)
        if handler is None:
            self.facts.wrong("body", f"the cage has no event {row.kind!r}")
            return (), self.facts.problems
        amount = body.get("amount")
        if amount is not None and int(amount) <= 0:
            self.facts.wrong("money", f"{amount} cents is no amount to move")
        if row.kind not in HALVES and row.role not in BY.get(row.kind, ("cashier",)):
            self.facts.wrong("role", f"a {row.role!r} did what is for a {BY.get(row.kind, ('cashier',))[0]}")
        moved = self._moved(row.kind, body)
        handler(row, body)
        for account, cents in moved:
            if account.startswith("player/"):
                self.facts.pay(account.removeprefix("player/"), cents)
        return moved, self.facts.problems

    def accounts(self) -> dict[str, int]:
        """What the cage's accounts must hold at the end."""
        held = {f"player/{player}": cents for player, cents in self.facts.purses.items()}
        held["tickets"] = sum(t["amount"] for t in self.tickets.tickets.values() if t["standing"] == "open")
        for serial, ticket in self.tickets.tickets.items():
            held[f"withheld/ticket/{serial}"] = ticket["amount"] if ticket["standing"] == "withheld" else 0
        for name, transfer in self.transfers.transfers.items():
            waits = transfer["standing"] == "pending" and not transfer["inward"]
            held[f"transit/{name}"] = transfer["amount"] if waits else 0
        held[VOUCHERS] = sum(
            v["amount"] for v in self.vouchers.vouchers.values() if v["expires"] and v["standing"] == "open"
        )
        for number, form in self.hand_pays.forms.items():
            held[f"forms/{number}"] = form["amount"] if form["standing"] in ("prepared", "agreed") else 0
        return held

    def _moved(self, kind: str, body: Body) -> Moved:
        variant: object = ""
        if kind in ("paid-to-table", "paid-from-table"):
            variant = body.get("via", "")
        elif kind in ("transfer-asked", "transfer-done", "transfer-refused"):
            variant = body["inward"]
        elif kind == "ticket-determined":
            variant = body["to_player"]
        elif kind == "ticket-voided":
            variant = "player" if body["player"] else ""
        elif kind == "hand-pay-prepared":
            variant = "ticket" if body["ticket"] else ""
        elif kind == "hand-paid":
            variant = self.hand_pays.forms[body["form"]]["given"]
        elif kind == "hand-pay-dropped":
            variant = "ticket" if self.hand_pays.forms[body["form"]]["ticket"] else ""
        elif kind == "voucher-issued":
            variant = "dated" if body.get("expires") else ""
        elif kind.startswith("voucher-"):
            variant = "dated" if self.vouchers.vouchers.get(body["voucher"], {}).get("expires") else ""
        way = WAYS.get(f"{kind} {variant}".rstrip())
        if way is None:
            return ()
        source, target = (account.format(**body) for account in way)
        return tuple(sorted(((source, -body["amount"]), (target, body["amount"]))))


def nothing_to_check(row: Row, body: Body) -> None:
    """Nothing but the record."""


HELD = ("player/", "tickets", "withheld/ticket/", "transit/", "forms/", VOUCHERS)
"""Accounts that the cage alone can tell the balance of."""


def wrong_accounts(fold: CageChecker | None, posted: dict[str, int]) -> Iterator[Problem]:
    """The accounts hold what the cage says they hold."""
    told = fold.accounts() if fold else {}
    there = {account: cents for account, cents in posted.items() if account.startswith(HELD)}
    for account in sorted({*told, *there}):
        if told.get(account, 0) != there.get(account, 0):
            yield "balance", f"{account} has {there.get(account, 0)} cents, by the cage {told.get(account, 0)}"
