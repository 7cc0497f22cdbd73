"""``feltwork cage voucher``: promotional vouchers, issued and cancelled."""

from __future__ import annotations

import click

from feltwork.cage.commands import IssueVoucher, VoidVoucher
from feltwork.cli.cage_order import as_option, cents, order
from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.engine.reconciling import day_of
from feltwork.money import format_money


@click.command("voucher")
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
        body = IssueVoucher(player, cents(amount), words, book, table, list(wagers), expires, form)
        desk = Desk(store)
        number = f"V{order(desk, body, person).first}"
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


@click.command("void-voucher")
@click.argument("db")
@click.argument("number")
@click.option("--reason", required=True, help="Why the voucher is cancelled.")
@as_option
@clock_option
def void_voucher(db: str, number: str, reason: str, person: str | None) -> None:
    """Cancel the voucher NUMBER: it is exchanged for nothing any more."""
    store = open_to_write(db, play=True)
    try:
        order(Desk(store), VoidVoucher(number, reason), person)
    finally:
        store.close()
    say("the voucher is worth nothing now")
