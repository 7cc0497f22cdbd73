"""``feltwork cage``: the day's reconciliation, tickets and vouchers from the command line."""

from __future__ import annotations

import getpass
import time
from pathlib import Path
from secrets import token_hex

import click

from feltwork.cage.commands import AtCage, ExpireTickets, IssueVoucher, SellTicket, VoidTicket, VoidVoucher
from feltwork.cage.numbers import grouped
from feltwork.cage.state import OPEN, Cage, Ticket, Voucher
from feltwork.cage.tickets import SECOND_READING
from feltwork.cage.till import Till
from feltwork.cli.cage_report import print_report, report_data
from feltwork.cli.common import json_option, say, say_json, warn
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.play_money import tables_by_kind
from feltwork.engine.reconciling import day_of, day_report, last_day
from feltwork.money import MoneyError, format_money, parse_money
from feltwork.refusal import harmless
from feltwork.server.ops.clocks import clock_jumped
from feltwork.server.ops.ticket_key import load_ticket_key
from feltwork.store.opening import open_to_read
from feltwork.store.port import Answer, Store
from feltwork.verifier.keys.trust import told

key_option = click.option(
    "--key", "key_file", type=click.Path(path_type=Path), required=True, help="The floor's ticket key."
)
as_option = click.option("--as", "person", default=None, help="The cashier's id; by default who is signed in here.")


@click.group("cage")
def command() -> None:
    """The cage of a floor: its day, its tickets and vouchers."""


@command.command("report")
@click.argument("db")
@click.option("--day", help="Which day, as 2026-01-31; else the last on which something happened.")
@json_option
def report(db: str, day: str | None, as_json: bool) -> int:
    """Reconcile a day: accounts, tickets, cash, transfers, meters. Exit code 1 if it does not come to zero."""
    store = open_to_read(db)
    try:
        made = day_report(store, day or last_day(store.log))
    finally:
        store.close()
    if as_json:
        say_json(report_data(made))
    else:
        print_report(made)
    return 1 if made.wrong else 0


@command.command("sell")
@click.argument("db")
@click.argument("amount")
@key_option
@as_option
@json_option
@clock_option
def sell(db: str, amount: str, key_file: Path, person: str | None, as_json: bool) -> None:
    """Issue a ticket over AMOUNT dollars for cash; prints its number."""
    cents = _cents(amount)
    store = open_to_write(db, play=True)
    try:
        desk = Desk(store, Till(load_ticket_key(store, key_file)))
        number = desk.ticket_number(_order(desk, SellTicket(cents), person).first)
    finally:
        store.close()
    if as_json:
        say_json({"number": number, "amount": format_money(cents)})
    else:
        say(f"{grouped(number)}  {format_money(cents)}")


@command.command("tickets")
@click.argument("db")
@json_option
def tickets(db: str, as_json: bool) -> None:
    """List the tickets that are outstanding, by their serial: a ticket's number without its last twelve digits."""
    store = open_to_read(db)
    try:
        cage = Desk(store).cage
    finally:
        store.close()
    found = {serial: ticket for serial, ticket in sorted(cage.tickets.items()) if ticket.standing == OPEN}
    if as_json:
        say_json(
            [
                {
                    "serial": serial,
                    "amount": format_money(one.amount),
                    "issued": one.issued,
                    "expires": one.expires,
                    "player": one.player,
                    "where": one.where,
                }
                for serial, one in found.items()
            ]
        )
        return
    for serial, one in found.items():
        say(harmless(f"{serial:08d}  {format_money(one.amount):>12}  issued {told(one.issued)}  {one.where or 'cage'}"))
    say(f"{len(found)} outstanding, {format_money(sum(one.amount for one in found.values()))} together")


@command.command("reprint")
@click.argument("db")
@click.argument("serial", type=click.IntRange(1))
@key_option
@json_option
def reprint(db: str, serial: int, key_file: Path, as_json: bool) -> None:
    """Say the number of the outstanding ticket SERIAL under today's ticket key, where that of its paper is lost.

    Nothing is paid by this; whoever pays it at the cage does so under this number, and the log has who did.
    """
    store = open_to_read(db)
    try:
        desk = Desk(store, Till(load_ticket_key(store, key_file)))
        ticket = desk.cage.tickets.get(serial)
        if ticket is None or ticket.standing != OPEN:
            why = f"it is {ticket.standing}" if ticket is not None else "there is none of that serial"
            raise click.UsageError(f"ticket {serial} is not outstanding: {why}")
        number = desk.ticket_number(serial)
    finally:
        store.close()
    if as_json:
        say_json({"number": number, "amount": format_money(ticket.amount)})
    else:
        say(f"{grouped(number)}  {format_money(ticket.amount)}")


@command.command("void")
@click.argument("db")
@click.argument("number")
@click.option("--reason", required=True, help="Why the ticket is cancelled.")
@key_option
@as_option
@clock_option
def void(db: str, number: str, reason: str, key_file: Path, person: str | None) -> None:
    """Cancel the ticket NUMBER: what it was worth goes back to where it came from."""
    store = open_to_write(db, play=True)
    try:
        till = Till(load_ticket_key(store, key_file), real_money=bool(tables_by_kind(store.log)[1]))
        _order(Desk(store, till), VoidTicket(number, reason), person)
    finally:
        store.close()
    say("the ticket is worth nothing now")


@command.command("voucher")
@click.argument("db")
@click.argument("player")
@click.argument("amount")
@click.option("--book", default="", help="The game it is for; with --table, that table's.")
@click.option("--table", default="", help="The one table where it is exchanged; else any of the game.")
@click.option("--wager", "wagers", multiple=True, help="What it may be wagered on; may be repeated. Else anything.")
@click.option("--until", help="The last day it is good, as 2026-01-31; else 90 days.")
@click.option("--tokens", is_flag=True, help="Crown: hand out authorised tokens under the number, not a voucher.")
@click.option("--words", default="", help="What is printed on it as well.")
@as_option
@json_option
@clock_option
def voucher(
    db: str,
    player: str,
    amount: str,
    book: str,
    table: str,
    wagers: tuple[str, ...],
    until: str | None,
    tokens: bool,
    words: str,
    person: str | None,
    as_json: bool,
) -> None:
    """Issue a promotional voucher over AMOUNT dollars to PLAYER; prints its number."""
    store = open_to_write(db, play=True)
    try:
        expires = day_of(until, store.now())[1] if until else 0
        form = "tokens" if tokens else "voucher"
        body = IssueVoucher(player, _cents(amount), words, book, table, list(wagers), expires, form)
        desk = Desk(store)
        number = f"V{_order(desk, body, person).first}"
        issued = desk.cage.vouchers[number]
    finally:
        store.close()
    where = issued.table_named or issued.book
    if as_json:
        say_json(
            {
                "number": number,
                "amount": format_money(issued.amount),
                "player": player,
                "for": where,
                "wagers": list(issued.wagers),
                "expires": issued.expires,
            }
        )
    else:
        only = f", {' and '.join(issued.wagers)} only" if issued.wagers else ""
        say(f"{number}  {format_money(issued.amount)}  {player}, {where}{only}")


@command.command("void-voucher")
@click.argument("db")
@click.argument("number")
@click.option("--reason", required=True, help="Why the voucher is cancelled.")
@as_option
@clock_option
def void_voucher(db: str, number: str, reason: str, person: str | None) -> None:
    """Cancel the voucher NUMBER: it is exchanged for nothing any more."""
    store = open_to_write(db, play=True)
    try:
        _order(Desk(store), VoidVoucher(number, reason), person)
    finally:
        store.close()
    say("the voucher is worth nothing now")


@command.command("expire")
@click.argument("db")
@as_option
@clock_option
def expire(db: str, person: str | None) -> None:
    """Take tickets and vouchers past their date out of what is outstanding.

    That cannot be undone, so they must be past their date at two readings of the clock, ten minutes apart.
    """
    store = open_to_write(db, play=True)
    try:
        gone = _expire(store, person)
    finally:
        store.close()
    say(f"{gone} {'ticket or voucher' if gone == 1 else 'tickets and vouchers'} expired")


def _cents(amount: str) -> int:
    try:
        return parse_money(amount if "." in amount else f"{amount}.00")
    except MoneyError as wrong:
        raise click.UsageError(str(wrong)) from None


def _expire(store: Store, person: str | None) -> int:
    """How many have expired; the second reading counts only if the clock was not set since the first."""
    desk, gone = Desk(store), 0
    if not (past := _past(desk.cage, store.now())):
        return 0
    warn(f"{past} past their date; the clock is read again in {SECOND_READING / 60:g} minutes")
    time.sleep(SECOND_READING)
    store.now()
    if jumped := clock_jumped(store):
        raise click.UsageError(f"nothing has expired: {jumped}")
    while (given := _order(desk, ExpireTickets(), person)).first:
        gone += given.last - given.first + 1
    return gone


def _past(cage: Cage, now: int) -> int:
    """How many tickets and vouchers are outstanding past their date."""
    outstanding: list[Ticket | Voucher] = [*cage.tickets.values(), *cage.vouchers.values()]
    return sum(one.standing == OPEN and 0 < one.expires <= now for one in outstanding)


def _order(desk: Desk, body: AtCage, person: str | None) -> Answer:
    """One command through the desk, by a cashier; a refusal is the command line's complaint."""
    given = desk.submit(Envelope(f"cli-{token_hex(12)}", "cage", person or getpass.getuser(), "cashier", body))
    desk.close()
    if given.reason:
        raise click.UsageError(f"{given.reason} ({given.clause})")
    return given
