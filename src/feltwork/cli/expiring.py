"""``feltwork cage expire``: tickets and vouchers past their date."""

from __future__ import annotations

import time

import click

from feltwork.cage.commands import ExpireTickets
from feltwork.cage.state import OPEN, Cage, Ticket, Voucher
from feltwork.cage.tickets import SECOND_READING
from feltwork.cli.cage_order import as_option, order
from feltwork.cli.common import say, warn
from feltwork.cli.stores import clock_option, open_to_write
from feltwork.engine.desk import Desk
from feltwork.server.ops.clocks import clock_jumped
from feltwork.store.port import Store


@click.command("expire")
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
    while (given := order(desk, ExpireTickets(), person)).first:
        gone += given.last - given.first + 1
    return gone


def _past(cage: Cage, now: int) -> int:
    """How many tickets and vouchers are outstanding past their date."""
    outstanding: list[Ticket | Voucher] = [*cage.tickets.values(), *cage.vouchers.values()]
    return sum(one.standing == OPEN and 0 < one.expires <= now for one in outstanding)
