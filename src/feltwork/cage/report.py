"""The reconciliation of a day: every account's way from opening to close, the tickets, and the terminals' meters.

All of it is folded from the log, and must come to zero: the accounts together, the tickets against their account, and
what the terminals took and paid against what the cage says it gave them and had back from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from feltwork.cage import events as happened
from feltwork.cage.events import CASH, TICKET
from feltwork.cage.evolve import evolve
from feltwork.cage.state import OPEN, PENDING, Cage
from feltwork.ledger.account import Posting
from feltwork.money import format_money
from feltwork.table.live.events import BoughtIn, Collected

GROUPS = {
    "cash/cage": "till at the cage",
    "cash": "note stackers",
    "outside": "cash at the tables",
    "tickets": "tickets",
    "withheld": "withheld",
    "unclaimed": "expired tickets",
    "kept": "found not payable",
    "forms": "payments by hand",
    "transit": "transfers on their way",
    "cms": "casino management system",
    "bank": "bank",
    "player": "players' money at the cage",
    "seat": "credits and chips of players",
    "checks": "colour checks",
    "checks-out": "colour checks taken away",
    "felt": "stakes on layouts",
    "float": "floats",
    "commission": "commission",
    "rounding": "rounding given",
    "drop": "drop boxes",
    "vault": "vault",
    "receivable": "owed by players",
    "payable": "owed to players",
}
"""Accounts as the report lists them, by their name or the first word of it. Tokens are no money and not listed."""


class Entry(Struct, frozen=True):
    """One record of the log."""

    at: int
    actor: str
    stream: str
    event: happened.CageEvent | BoughtIn | Collected | None
    postings: Sequence[Posting]


class Account(Struct):
    """One line of the report, in cents. Cash and what others owe the house stand below zero."""

    name: str
    opening: int = 0
    came: int = 0
    went: int = 0

    @property
    def closing(self) -> int:
        return self.opening + self.came - self.went


class Count(Struct):
    """How many, and how much."""

    number: int = 0
    cents: int = 0

    def add(self, cents: int) -> None:
        self.number += 1
        self.cents += cents


class Meter(Struct):
    """What went through one terminal or seat."""

    table: str
    seat: int
    came: int = 0
    went: int = 0


class Report(Struct):
    """One day."""

    since: int
    until: int
    accounts: dict[str, Account] = field(default_factory=dict)
    tickets: dict[str, Count] = field(default_factory=dict)
    """What was outstanding, what happened to tickets, what is outstanding now."""
    vouchers: dict[str, Count] = field(default_factory=dict)
    """The same of promotional vouchers, which are no money."""
    cash: dict[str, Count] = field(default_factory=dict)
    transfers: dict[str, Count] = field(default_factory=dict)
    by_hand: Count = field(default_factory=Count)
    meters: dict[tuple[str, int], Meter] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    """What does not come to zero; a sound day has nothing here."""


TICKETS = {
    "ticket-sold": "issued at the cage",
    "ticket-paid": "paid at the cage",
    "ticket-voided": "void",
    "ticket-expired": "expired",
    "ticket-withheld": "withheld",
    "return-received": "received back and withheld",
}


VOUCHERS = {
    "voucher-issued": "issued",
    "voucher-taken": "exchanged",
    "voucher-voided": "void",
    "voucher-expired": "expired",
}


def reconcile(entries: Iterable[Entry], since: int, until: int) -> Report:
    """Fold the log, the cage's records in their order, up to the end of a day."""
    report, cage = Report(since, until), Cage()
    opened, outstanding, vouchers = False, Count(), Count()
    through: Counter[tuple[str, str, bool]] = Counter()
    tokens: Counter[str] = Counter()
    for entry in entries:
        if entry.at >= until:
            continue
        if entry.at >= since and not opened and entry.stream == happened.CAGE:
            opened, outstanding, vouchers = True, _outstanding(cage), _vouchers(cage)
        today = entry.at >= since
        _post(report, entry, today=today)
        for posting in entry.postings:
            if posting.account.startswith("tokens"):
                tokens[posting.account] += posting.cents
        if isinstance(entry.event, BoughtIn | Collected):
            if today:
                _meter(report, entry.stream.removeprefix("table/"), entry.event)
                through["table", entry.stream.removeprefix("table/"), isinstance(entry.event, BoughtIn)] += (
                    entry.event.amount
                )
        elif entry.event is not None:
            if today:
                _count(report, cage, entry.event)
                if isinstance(entry.event, happened.PaidToTable | happened.PaidFromTable):
                    inward = isinstance(entry.event, happened.PaidToTable)
                    through["cage", entry.event.table, inward] += entry.event.amount
            evolve(cage, entry.event, entry.at, entry.actor)
    now = _outstanding(cage)
    report.tickets = {
        "outstanding before": outstanding if opened else now,
        **report.tickets,
        "outstanding now": now,
    }
    left = _vouchers(cage)
    if report.vouchers or left.number:
        before = vouchers if opened else left
        report.vouchers = {"outstanding before": before, **report.vouchers, "outstanding now": left}
    pending = [t for t in cage.transfers.values() if t.standing == PENDING]
    report.transfers["pending"] = Count(len(pending), sum(t.amount for t in pending))
    report.wrong = list(_wrong(report, now, through))
    if tokens["tokens-vouchers"] != left.cents:
        booked = format_money(tokens["tokens-vouchers"])
        report.wrong.append(f"vouchers for {format_money(left.cents)} are outstanding, their account has {booked}")
    if sum(tokens.values()):
        report.wrong.append(f"vouchers and tokens sum to {format_money(sum(tokens.values()))}, not to zero")
    return report


def _outstanding(cage: Cage) -> Count:
    there = [ticket.amount for ticket in cage.tickets.values() if ticket.standing == OPEN]
    return Count(len(there), sum(there))


def _vouchers(cage: Cage) -> Count:
    """Vouchers that somebody can still exchange, and those past their date that nobody has taken out yet."""
    there = [voucher.amount for voucher in cage.vouchers.values() if voucher.expires and voucher.standing == OPEN]
    return Count(len(there), sum(there))


def _post(report: Report, entry: Entry, *, today: bool) -> None:
    for posting in entry.postings:
        if posting.account.startswith("tokens"):
            continue
        name = GROUPS.get(posting.account) or GROUPS.get(posting.account.split("/")[0], posting.account)
        account = report.accounts.setdefault(name, Account(name))
        if not today:
            account.opening += posting.cents
        elif posting.cents > 0:
            account.came += posting.cents
        else:
            account.went -= posting.cents


def _meter(report: Report, table: str, event: BoughtIn | Collected) -> None:
    meter = report.meters.setdefault((table, event.seat), Meter(table, event.seat))
    if isinstance(event, BoughtIn):
        meter.came += event.amount
    else:
        meter.went += event.amount


def _count(report: Report, cage: Cage, event: happened.CageEvent) -> None:
    """Count an event of the day, given the cage before it."""

    def add(part: dict[str, Count], name: str, cents: int) -> None:
        part.setdefault(name, Count()).add(cents)

    kind = str(event.__struct_config__.tag)
    if kind in VOUCHERS and (kind == "voucher-issued" or _is_dated(cage, event)):
        add(report.vouchers, VOUCHERS[kind], event.amount)  # type: ignore[union-attr]  # all of these have one
    if kind in TICKETS:
        add(report.tickets, TICKETS[kind], event.amount)  # type: ignore[union-attr]  # all of these have one
    match event:
        case happened.PaidToTable(via=via) if via == TICKET:
            add(report.tickets, "paid at terminals", event.amount)
        case happened.PaidFromTable(via=via) if via == TICKET:
            add(report.tickets, "issued at terminals", event.amount)
        case happened.TicketDetermined():
            add(report.tickets, "released" if event.to_player else "found not payable", event.amount)
        case happened.Deposited():
            add(report.cash, "deposited at the cage", event.amount)
        case happened.PaidToTable(via=via) if via == CASH:
            add(report.cash, "notes at terminals", event.amount)
        case happened.TransferDone():
            add(report.transfers, "from the system" if event.inward else "to the system", event.amount)
        case happened.TransferRefused():
            add(report.transfers, "refused", event.amount)
        case happened.HandPayPrepared() if event.ticket:
            add(report.tickets, "paid by hand", event.amount)
        case happened.HandPayDropped() if cage.forms[event.form].ticket:
            add(report.tickets, "not paid by hand after all", event.amount)
        case happened.HandPaid():
            report.by_hand.add(event.amount)
        case _:
            pass


def _is_dated(cage: Cage, event: happened.CageEvent) -> bool:
    """Was the voucher issued here, under conditions?"""
    known = cage.vouchers.get(getattr(event, "voucher", ""))
    return known is not None and known.expires > 0


def _wrong(report: Report, now: Count, through: Counter[tuple[str, str, bool]]) -> Iterable[str]:
    for column in ("opening", "closing"):
        total = sum(getattr(account, column) for account in report.accounts.values())
        if total:
            yield f"the accounts sum to {format_money(total)} at {column}, not to zero"
    booked = report.accounts.get("tickets", Account("tickets")).closing
    if booked != now.cents:
        yield f"tickets for {format_money(now.cents)} are outstanding, their account has {format_money(booked)}"
    for table in sorted({table for _, table, _ in through}):
        for inward, word in ((True, "took"), (False, "paid")):
            there, here = through["table", table, inward], through["cage", table, inward]
            if there != here:
                yield f"the meters of {table} {word} {format_money(there)}, by the cage it was {format_money(here)}"
