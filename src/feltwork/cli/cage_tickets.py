"""``feltwork cage sell`` and the like: tickets of the cage from the command line."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cage.commands import SellTicket, VoidTicket
from feltwork.cage.numbers import grouped
from feltwork.cage.state import OPEN
from feltwork.cage.till import Till
from feltwork.cli.cage_order import as_option, cents, order
from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.engine.play_money import tables_by_kind
from feltwork.money import format_money
from feltwork.refusal import harmless
from feltwork.server.ops.ticket_key import load_ticket_key
from feltwork.store.opening import open_to_read
from feltwork.verifier.keys.trust import told

key_option = click.option(
    "--key", "key_file", type=click.Path(path_type=Path), required=True, help="The floor's ticket key."
)


@click.command("sell")
@click.argument("db")
@click.argument("amount")
@key_option
@as_option
@json_option
@clock_option
def sell(db: str, amount: str, key_file: Path, person: str | None, as_json: bool) -> None:
    """Issue a ticket over AMOUNT dollars for cash; prints its number."""
    worth = cents(amount)
    store = open_to_write(db, play=True)
    try:
        desk = Desk(store, Till(load_ticket_key(store, key_file)))
        number = desk.ticket_number(order(desk, SellTicket(worth), person).first)
    finally:
        store.close()
    if as_json:
        say_json({"number": number, "amount": format_money(worth)})
    else:
        say(f"{grouped(number)}  {format_money(worth)}")


@click.command("tickets")
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


@click.command("reprint")
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


@click.command("void")
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
        order(Desk(store, till), VoidTicket(number, reason), person)
    finally:
        store.close()
    say("the ticket is worth nothing now")
