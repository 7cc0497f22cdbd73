"""The cage's events, folded again: tickets paid once, cards in one terminal, transfers and forms that end once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from feltwork.games.conduct import Act
from feltwork.games.registry import book_names, conduct_of, every_kind
from feltwork.verifier.cage.play_money import Taken
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.table.postings import Moved

SECOND_PERSON_ABOVE = 10_000_00
"""A payment by hand above this is agreed to by somebody else than who prepared it, where the payment does not say from
what amount on the house had set that."""
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
HALVES = frozenset(TWINS.values())
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
CONDITIONS: dict[str, object] = {"player": "", "book": "", "wagers": [], "form": ""}
"""What the record of an exchange repeats of the voucher; empty where it says nothing."""
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
BY = {
    "expired": ("cashier", "system"),
    "transfer-asked": ("cashier", "player"),
    "transfer-done": ("system",),
    "transfer-refused": ("system",),
    "transfer-delayed": ("system",),
    "ticket-expired": ("cashier", "system"),
    "voucher-expired": ("cashier", "system"),
    "rules-installed": ("operator",),
}
"""Who may do it, where that is not a cashier alone."""


class CageFold:
    """The cage as its log makes it."""

    def __init__(self) -> None:
        self.purses: dict[str, int] = {}
        self.tickets: dict[int, dict[str, Any]] = {}
        self.cards: dict[str, dict[str, Any]] = {}
        self.seated: dict[str, tuple[str, str, int]] = {}
        self.transfers: dict[str, dict[str, Any]] = {}
        self.forms: dict[int, dict[str, Any]] = {}
        self.vouchers: dict[str, dict[str, Any]] = {}
        self.lent: dict[str, str] = {}
        """Numbered equipment, and the table it is at."""
        self.documents: set[str] = set()
        """Digests of the approved rules that were ever installed."""
        self.taken: list[Taken] = []
        """Tickets that terminals printed and somebody was given money or credits for."""
        self.problems: list[Problem] = []

    def take(self, row: Row, body: dict[str, Any]) -> tuple[Moved, list[Problem]]:
        """Fold one event: the postings it should have, and what is wrong with it."""
        self.problems = []
        handler = HANDLERS.get(row.kind)
        if handler is None:
            self._wrong("body", f"the cage has no event {row.kind!r}")
            return (), self.problems
        amount = body.get("amount")
        if amount is not None and int(amount) <= 0:
            self._wrong("money", f"{amount} cents is no amount to move")
        if row.kind not in HALVES and row.role not in BY.get(row.kind, ("cashier",)):
            self._wrong("role", f"a {row.role!r} did what is for a {BY.get(row.kind, ('cashier',))[0]}")
        moved = self._moved(row.kind, body)
        handler(self, row, body)
        for account, cents in moved:
            if account.startswith("player/"):
                self._pay(account.removeprefix("player/"), cents)
        return moved, self.problems

    def accounts(self) -> dict[str, int]:
        """What the cage's accounts must hold at the end."""
        held = {f"player/{player}": cents for player, cents in self.purses.items()}
        held["tickets"] = sum(t["amount"] for t in self.tickets.values() if t["standing"] == "open")
        for serial, ticket in self.tickets.items():
            held[f"withheld/ticket/{serial}"] = ticket["amount"] if ticket["standing"] == "withheld" else 0
        for name, transfer in self.transfers.items():
            waits = transfer["standing"] == "pending" and not transfer["inward"]
            held[f"transit/{name}"] = transfer["amount"] if waits else 0
        held[VOUCHERS] = sum(v["amount"] for v in self.vouchers.values() if v["expires"] and v["standing"] == "open")
        for number, form in self.forms.items():
            held[f"forms/{number}"] = form["amount"] if form["standing"] in ("prepared", "agreed") else 0
        return held

    def _moved(self, kind: str, body: dict[str, Any]) -> Moved:
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
            variant = self.forms[body["form"]]["given"]
        elif kind == "hand-pay-dropped":
            variant = "ticket" if self.forms[body["form"]]["ticket"] else ""
        elif kind == "voucher-issued":
            variant = "dated" if body.get("expires") else ""
        elif kind.startswith("voucher-"):
            variant = "dated" if self.vouchers.get(body["voucher"], {}).get("expires") else ""
        way = WAYS.get(f"{kind} {variant}".rstrip())
        if way is None:
            return ()
        source, target = (account.format(**body) for account in way)
        return tuple(sorted(((source, -body["amount"]), (target, body["amount"]))))

    def _wrong(self, kind: str, what: str) -> None:
        self.problems.append((kind, what))

    def _pay(self, player: str, cents: int) -> None:
        self.purses[player] = self.purses.get(player, 0) + cents
        if self.purses[player] < 0:
            self._wrong("balance", f"player/{player} is at {self.purses[player]} cents")

    def _nothing(self, row: Row, body: dict[str, Any]) -> None:
        """Nothing but the record."""

    def _to_table(self, row: Row, body: dict[str, Any]) -> None:
        # The buy-in's own posting lies with its twin at the table; notes and tickets bring what goes there with them.
        via = body.get("via")
        brings = via in ("cash", "ticket")
        self._pay(body["player"], 0 if brings else -body["amount"])
        if brings:
            self.purses[body["player"]] -= body["amount"]
        if via == "ticket":
            self._ticket(row, body, {"open"}, "paid")
        elif via == "transfer":
            self._credited(body)

    def _credited(self, body: dict[str, Any]) -> None:
        """What a transfer brought to a terminal, or brought back to it, goes onto its meter once."""
        name, asked = body.get("transfer", ""), self.transfers.get(body.get("transfer", ""))
        parts = ("player", "amount", "table", "seat")
        if asked is None or any(asked[part] != body.get(part) for part in parts):
            self._wrong("transfer", f"transfer {name} was not asked for at this terminal")
        elif asked["standing"] != ("transfer-done" if asked["inward"] else "transfer-refused"):
            self._wrong("transfer", f"transfer {name} had brought nothing, or its credits were on the meter already")
        else:
            asked["standing"] = "credited"

    def _from_table(self, row: Row, body: dict[str, Any]) -> None:
        self._pay(body["player"], body["amount"])
        if body.get("via") == "ticket":
            self._issued(row, body)

    def _issued(self, row: Row, body: dict[str, Any]) -> None:
        if body["ticket"] != row.version or body["expires"] <= row.at:
            self._wrong("ticket", f"ticket {body['ticket']} is not numbered by its record, or never was good")
        self.tickets[body["ticket"]] = {
            "amount": body["amount"],
            "expires": body["expires"],
            "standing": "open",
            "player": body.get("player", ""),
            "table": body.get("table", ""),
        }

    def _step(self, row: Row, body: dict[str, Any]) -> None:
        before, after = TICKET_STEPS[row.kind]
        if row.kind == "ticket-determined" and not body["to_player"]:
            after = "kept"
        ticket = self._ticket(row, body, before, after)
        if row.kind == "ticket-voided" and ticket and ticket["player"] != body["player"]:
            self._wrong("ticket", f"what ticket {body['ticket']} was worth went to {body['player']!r}")

    def _ticket(self, row: Row, body: dict[str, Any], before: set[str], after: str) -> dict[str, Any] | None:
        ticket = self.tickets.get(body["ticket"])
        if ticket is None:
            self._wrong("ticket", f"ticket {body['ticket']} was never issued")
            return None
        if ticket["standing"] not in before:
            self._wrong("ticket", f"ticket {body['ticket']} was {ticket['standing']} already")
        if ticket["amount"] != body["amount"]:
            self._wrong("ticket", f"ticket {body['ticket']} is worth {ticket['amount']} cents, not {body['amount']}")
        late = row.at >= ticket["expires"]
        if late != (after == "expired") and after in ("paid", "expired", "on a form"):
            self._wrong("ticket", f"ticket {body['ticket']} had {'' if late else 'not '}expired")
        ticket["standing"] = after
        if after in ("paid", "on a form") and ticket["table"]:
            self.taken.append(Taken(row.version, body["ticket"], ticket["table"], body.get("table", "")))
        return ticket

    def _card(self, row: Row, body: dict[str, Any]) -> None:
        if body["card"] in self.cards:
            self._wrong("card", f"card {body['card']} was issued twice")
        self.cards[body["card"]] = {"player": body["player"], "valid": True}

    def _blocked(self, row: Row, body: dict[str, Any]) -> None:
        if not self.cards[body["card"]]["valid"]:
            self._wrong("card", f"card {body['card']} was blocked already")
        self.cards[body["card"]]["valid"] = False

    def _seated(self, row: Row, body: dict[str, Any]) -> None:
        card = self.cards.get(body["card"])
        if card is None or not card["valid"] or card["player"] != body["player"]:
            self._wrong("card", f"card {body['card']} was not {body['player']!r}'s own valid card")
        if body["player"] in self.seated:
            self._wrong("card", f"{body['player']!r} had a card in another terminal")
        self.seated[body["player"]] = (body["card"], body["table"], body["seat"])

    def _released(self, row: Row, body: dict[str, Any]) -> None:
        if self.seated.pop(body["player"], None) != (body["card"], body["table"], body["seat"]):
            self._wrong("card", f"card {body['card']} was not in terminal {body['seat']}")

    def _asked(self, row: Row, body: dict[str, Any]) -> None:
        if row.role == "player" and row.actor != body["player"]:
            self._wrong("role", f"{row.actor!r} moved the credits of {body['player']!r}")
        if body["transfer"] in self.transfers:
            self._wrong("transfer", f"transfer {body['transfer']} was asked for twice")
        self.transfers[body["transfer"]] = {**body, "standing": "pending"}

    def _transferred(self, row: Row, body: dict[str, Any]) -> None:
        asked = self.transfers.get(body["transfer"])
        same = asked and all(asked[part] == body[part] for part in ("player", "amount", "inward"))
        if not asked or not same or asked["standing"] != "pending":
            self._wrong("transfer", f"transfer {body['transfer']} was not waiting for this")
            return
        asked["standing"] = row.kind

    def _delayed(self, row: Row, body: dict[str, Any]) -> None:
        if self.transfers[body["transfer"]]["standing"] != "pending":
            self._wrong("transfer", f"transfer {body['transfer']} was over")

    def _voucher(self, row: Row, body: dict[str, Any]) -> None:
        """Numbered by its record, with conditions that a table could keep; an older one has none that were checked."""
        number = body["voucher"]
        if number in self.vouchers:
            self._wrong("voucher", f"voucher {number} was issued twice, or exchanged before it was issued")
        if body.get("expires"):
            if number != f"V{row.version}" or body["expires"] <= row.at:
                self._wrong("voucher", f"voucher {number} is not numbered by its record, or never was good")
            self._could_be_kept(body)
        self.vouchers[number] = {"expires": 0, "wagers": [], "table": "", **body, "standing": "open"}

    def _could_be_kept(self, body: dict[str, Any]) -> None:
        conduct = conduct_of(body["book"])
        into_chips = conduct is not None and conduct.oral_changes
        if conduct is None or not (into_chips or Act.EXCHANGE_VOUCHER in conduct.powers):
            self._wrong("voucher", f"no table of {body['book']!r} takes a voucher")
            return
        if body["form"] not in (("voucher", "tokens") if into_chips else ("voucher",)):
            self._wrong("voucher", f"{body['form']!r} is nothing that {body['book']} takes")
        known = {name for kind in every_kind(body["book"]) for name in kind.wagers}
        if not known.issuperset(body["wagers"]):
            self._wrong("voucher", f"{body['book']} has not all of {body['wagers']}")

    def _taken(self, row: Row, body: dict[str, Any]) -> None:
        """Held against its issue: by that player, at that table or game, in time, for that value, for these wagers."""
        number, voucher = body["voucher"], self.vouchers.get(body["voucher"])
        if not body.get("player") and not (voucher and voucher["expires"]):
            voucher = self.vouchers.setdefault(number, {"amount": body["amount"], "expires": 0, "standing": "open"})
        elif voucher is None or not voucher["expires"]:
            self._wrong("voucher", f"voucher {number} was never issued")
            return
        else:
            self._as_issued(row, body, voucher)
        if voucher["standing"] != "open" or voucher["amount"] != body["amount"]:
            self._wrong("voucher", f"voucher {number} was {voucher['standing']}, and worth {voucher['amount']} cents")
        voucher["standing"] = "exchanged"

    def _as_issued(self, row: Row, body: dict[str, Any], voucher: dict[str, Any]) -> None:
        said = [body.get(part) or empty for part, empty in CONDITIONS.items()]
        if said != [voucher[part] for part in CONDITIONS] or voucher["table"] not in ("", body["table"]):
            self._wrong("voucher", f"voucher {body['voucher']} was not exchanged as it was issued")
        if row.at >= voucher["expires"]:
            self._wrong("voucher", f"voucher {body['voucher']} had expired")

    def _voucher_ends(self, row: Row, body: dict[str, Any]) -> None:
        voucher = self.vouchers.get(body["voucher"])
        if (
            not voucher
            or (voucher["standing"], voucher["amount"]) != ("open", body["amount"])
            or not voucher["expires"]
        ):
            self._wrong("voucher", f"voucher {body['voucher']} was not waiting for this")
            return
        if row.kind == "voucher-expired" and row.at < voucher["expires"]:
            self._wrong("voucher", f"voucher {body['voucher']} had not expired")
        voucher["standing"] = row.kind.removeprefix("voucher-")

    def _rules_installed(self, row: Row, body: dict[str, Any]) -> None:
        """A known game, a version, and the digest of a PDF or a text."""
        digest, named = body["sha256"], bool(body["version"].strip())
        hexadecimal = len(digest) == 64 and set(digest) <= set("0123456789abcdef")
        if body["book"] not in book_names() or body["form"] not in ("pdf", "text") or body["size"] <= 0:
            self._wrong("body", f"{body['form']!r} of {body['size']} bytes is no document of {body['book']!r}")
        if not hexadecimal or not named:
            self._wrong("body", "an installed document has no version, or a digest that is none")
        self.documents.add(digest)

    def _lent(self, row: Row, body: dict[str, Any]) -> None:
        for piece in body["serials"]:
            if piece in self.lent:
                self._wrong("equipment", f"{piece} came to table {body['table']} and was at {self.lent[piece]}")
            self.lent[piece] = body["table"]

    def _back(self, row: Row, body: dict[str, Any]) -> None:
        for piece in body["serials"]:
            if self.lent.pop(piece, None) != body["table"]:
                self._wrong("equipment", f"{piece} came back from table {body['table']}, which did not have it")

    def _prepared(self, row: Row, body: dict[str, Any]) -> None:
        if body["form"] != row.version:
            self._wrong("form", f"form {body['form']} is not numbered by its record")
        if body["ticket"]:
            self._ticket(row, body, {"open"}, "on a form")
        self.forms[body["form"]] = {**body, "standing": "prepared", "by": row.actor}

    def _agreed(self, row: Row, body: dict[str, Any]) -> None:
        form = self.forms[body["form"]]
        if form["standing"] != "prepared" or row.actor in (form["by"], "") or row.actor != body["person"]:
            self._wrong("form", f"form {body['form']} is agreed to by a second person, once")
        form["standing"] = "agreed"

    def _ended(self, row: Row, body: dict[str, Any]) -> None:
        form = self.forms[body["form"]]
        paid = row.kind == "hand-paid"
        if form["standing"] not in ("prepared", "agreed") or (form["player"], form["amount"]) != (
            body["player"],
            body["amount"],
        ):
            self._wrong("form", f"form {body['form']} was not waiting for this")
        if paid and (row.at < form["pay_at"] or len(body["signature"]) != 64):
            self._wrong("form", f"form {body['form']} was paid unsigned, or before its time")
        if paid and form["amount"] > body.get("second_above", SECOND_PERSON_ABOVE) and form["standing"] != "agreed":
            self._wrong("form", f"no second person agreed to form {body['form']}")
        form["standing"] = "over"
        if form["ticket"]:
            self.tickets[form["ticket"]]["standing"] = "paid" if paid else "open"


_F = CageFold
HANDLERS: dict[str, Callable[..., None]] = {
    "deposited": _F._nothing,
    "paid-to-table": _F._to_table,
    "paid-from-table": _F._from_table,
    "ticket-sold": _F._issued,
    **dict.fromkeys(TICKET_STEPS, _F._step),
    "inspector-notified": _F._nothing,
    "card-issued": _F._card,
    "card-blocked": _F._blocked,
    "card-seated": _F._seated,
    "card-released": _F._released,
    "transfer-asked": _F._asked,
    "transfer-done": _F._transferred,
    "transfer-refused": _F._transferred,
    "transfer-delayed": _F._delayed,
    "voucher-issued": _F._voucher,
    "voucher-taken": _F._taken,
    "voucher-voided": _F._voucher_ends,
    "voucher-expired": _F._voucher_ends,
    "checks-paid": _F._from_table,
    "rules-installed": _F._rules_installed,
    "equipment-lent": _F._lent,
    "equipment-back": _F._back,
    "hand-pay-prepared": _F._prepared,
    "hand-pay-agreed": _F._agreed,
    "hand-paid": _F._ended,
    "hand-pay-dropped": _F._ended,
}
HELD = ("player/", "tickets", "withheld/ticket/", "transit/", "forms/", VOUCHERS)
"""Accounts that the cage alone can tell the balance of."""


def wrong_accounts(fold: CageFold | None, posted: dict[str, int]) -> Iterator[Problem]:
    """The accounts hold what the cage says they hold."""
    told = fold.accounts() if fold else {}
    there = {account: cents for account, cents in posted.items() if account.startswith(HELD)}
    for account in sorted({*told, *there}):
        if told.get(account, 0) != there.get(account, 0):
            yield "balance", f"{account} has {there.get(account, 0)} cents, by the cage {told.get(account, 0)}"
