"""The reconciliation of a day: every account's way from opening to close, the tickets, and the terminals' meters.

All of it is folded from the log, and must come to zero: the accounts together, the tickets against their account, and
what the terminals took and paid against what the cage says it gave them and had back from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from feltwork.cage import events as happened
from feltwork.cage.events import CASH, TICKET
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


class Carried(Struct):
    """What a day takes over from the days before: all that its report needs of them."""

    accounts: dict[str, int] = field(default_factory=dict)
    """What each line of the report stands at."""
    tickets: dict[int, int] = field(default_factory=dict)
    """Tickets that are outstanding, by serial, in cents."""
    vouchers: dict[str, int] = field(default_factory=dict)
    """Vouchers that somebody can still exchange, and those past their date that nobody has taken out yet."""
    forms: dict[int, int] = field(default_factory=dict)
    """Payments by hand that are being made, with the ticket each is for."""
    transfers: dict[str, int] = field(default_factory=dict)
    """Transfers that are pending."""
    tokens: dict[str, int] = field(default_factory=dict)
    """Accounts of vouchers and tokens, which are no money."""


def reconcile(
    entries: Iterable[Entry],
    since: int,
    until: int,
    others: Mapping[str, str] = MappingProxyType({}),
    carried: Carried | None = None,
) -> Report:
    """Fold the log, the cage's records in their order, up to the end of a day; from what was carried over, if given.

    ``others`` says what accounts of other streams are called, by their first words; those called nothing are no money.
    """
    groups = GROUPS | dict(others)
    report, carried = Report(since, until), carried or Carried()
    opening: tuple[Count, Count] | None = None
    through: Counter[tuple[str, str, bool]] = Counter()
    for entry in entries:
        if entry.at >= until:
            continue
        if entry.at < since:
            carry(carried, entry, groups)
            continue
        if opening is None:
            opening = _open(report, carried)
        _post(report, entry, groups)
        if isinstance(entry.event, BoughtIn | Collected):
            _meter(report, entry.stream.removeprefix("table/"), entry.event)
            through["table", entry.stream.removeprefix("table/"), isinstance(entry.event, BoughtIn)] += (
                entry.event.amount
            )
        elif entry.event is not None:
            _count(report, carried, entry.event)
            if isinstance(entry.event, happened.PaidToTable | happened.PaidFromTable):
                inward = isinstance(entry.event, happened.PaidToTable)
                through["cage", entry.event.table, inward] += entry.event.amount
        carry(carried, entry, groups)
    outstanding, vouchers = opening or _open(report, carried)
    now, left = _told(carried.tickets), _told(carried.vouchers)
    report.tickets = {"outstanding before": outstanding, **report.tickets, "outstanding now": now}
    if report.vouchers or left.number:
        report.vouchers = {"outstanding before": vouchers, **report.vouchers, "outstanding now": left}
    report.transfers["pending"] = _told(carried.transfers)
    report.wrong = list(_wrong(report, now, through))
    booked = carried.tokens.get("tokens-vouchers", 0)
    if booked != left.cents:
        report.wrong.append(
            f"vouchers for {format_money(left.cents)} are outstanding, their account has {format_money(booked)}"
        )
    if odd := sum(carried.tokens.values()):
        report.wrong.append(f"vouchers and tokens sum to {format_money(odd)}, not to zero")
    return report


def carry(carried: Carried, entry: Entry, groups: Mapping[str, str]) -> None:
    """Let one record have happened, for the days after it."""
    for posting in entry.postings:
        if posting.account.startswith("tokens"):
            carried.tokens[posting.account] = carried.tokens.get(posting.account, 0) + posting.cents
        elif name := _line(posting.account, groups):
            carried.accounts[name] = carried.accounts.get(name, 0) + posting.cents
    if entry.stream == happened.CAGE and entry.event is not None:
        _stands(carried, entry.event)


def _stands(carried: Carried, event: object) -> None:
    """Keep what is outstanding."""
    match event:
        case happened.TicketSold() | happened.PaidFromTable(via=happened.TICKET):
            carried.tickets[event.ticket] = event.amount
        case happened.TicketDetermined(to_player=True):
            carried.tickets[event.ticket] = event.amount
        case (
            happened.TicketPaid()
            | happened.PaidToTable(via=happened.TICKET)
            | happened.TicketVoided()
            | happened.TicketExpired()
            | happened.TicketWithheld()
        ):
            carried.tickets.pop(event.ticket, None)
        case happened.HandPayPrepared():
            if event.ticket:
                carried.tickets.pop(event.ticket, None)
            carried.forms[event.form] = event.ticket
        case happened.HandPaid():
            carried.forms.pop(event.form, None)
        case happened.HandPayDropped():
            if ticket := carried.forms.pop(event.form, 0):
                carried.tickets[ticket] = event.amount
        case happened.VoucherIssued() if event.expires:
            carried.vouchers[event.voucher] = event.amount
        case happened.VoucherTaken() | happened.VoucherVoided() | happened.VoucherExpired():
            carried.vouchers.pop(event.voucher, None)
        case happened.TransferAsked():
            carried.transfers[event.transfer] = event.amount
        case happened.TransferDone() | happened.TransferRefused():
            carried.transfers.pop(event.transfer, None)
        case _:
            pass


def _open(report: Report, carried: Carried) -> tuple[Count, Count]:
    """Open a day with what was carried over; the tickets and the vouchers that are outstanding then."""
    for name, cents in carried.accounts.items():
        report.accounts[name] = Account(name, cents)
    return _told(carried.tickets), _told(carried.vouchers)


def _told(outstanding: Mapping[Any, int]) -> Count:
    return Count(len(outstanding), sum(outstanding.values()))


def _line(account: str, groups: Mapping[str, str]) -> str:
    """The line of the report that an account is on; none for what is no money."""
    return groups.get(account) or groups.get(account.split("/", maxsplit=1)[0], account)


def _post(report: Report, entry: Entry, groups: Mapping[str, str]) -> None:
    for posting in entry.postings:
        if posting.account.startswith("tokens") or not (name := _line(posting.account, groups)):
            continue
        account = report.accounts.setdefault(name, Account(name))
        if posting.cents > 0:
            account.came += posting.cents
        else:
            account.went -= posting.cents


def _meter(report: Report, table: str, event: BoughtIn | Collected) -> None:
    meter = report.meters.setdefault((table, event.seat), Meter(table, event.seat))
    if isinstance(event, BoughtIn):
        meter.came += event.amount
    else:
        meter.went += event.amount


def _count(report: Report, before: Carried, event: happened.CageEvent) -> None:
    """Count an event of the day, given what was outstanding before it."""

    def add(part: dict[str, Count], name: str, cents: int) -> None:
        part.setdefault(name, Count()).add(cents)

    kind = str(event.__struct_config__.tag)
    if kind in VOUCHERS and (kind == "voucher-issued" or getattr(event, "voucher", "") in before.vouchers):
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
        case happened.HandPayDropped() if before.forms.get(event.form):
            add(report.tickets, "not paid by hand after all", event.amount)
        case happened.HandPaid():
            report.by_hand.add(event.amount)
        case _:
            pass


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
