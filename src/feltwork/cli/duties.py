"""``feltwork duties`` and ``feltwork outbox``."""

from __future__ import annotations

import sys

import click

from feltwork.cli.common import json_option, say, say_done, say_json
from feltwork.cli.office import by_options, order, state_of, to_read, to_write
from feltwork.cli.promotion_files import at_time
from feltwork.cli.stores import clock_option
from feltwork.duties import commands as ask
from feltwork.duties.aggregate import DUTIES
from feltwork.duties.events import DUTIES as STREAM
from feltwork.duties.state import DONE_LATE, DUE, LATE, SENT, Duties
from feltwork.engine.desk import Desk
from feltwork.refusal import harmless, shown
from feltwork.server.ops.channels import ChannelError, channel
from feltwork.server.ops.outbox import Outbox
from feltwork.table.live.asker import Asker
from feltwork.verifier.keys.trust import told


@click.group("duties", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """What somebody must do in time: due, done and late."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@command.command("board")
@click.argument("db")
@click.option("--all", "every", is_flag=True, help="Also what is done and withdrawn.")
@click.option("--late", is_flag=True, help="Only what is late, or was done late.")
@json_option
def board(db: str, every: bool, late: bool, as_json: bool) -> int:
    """Show what is due; exit code 1 if something is late."""
    with to_read(db) as store:
        state: Duties = state_of(store, STREAM)
        now = store.now()
    rows = DUTIES.view(state, Asker("", "", now))["duties"]
    shown_ones = [row for row in rows if every or row["standing"] in (DUE, LATE)]
    if late:
        shown_ones = [row for row in rows if row["standing"] in (LATE, DONE_LATE)]
    if as_json:
        say_json({"now": now, "duties": shown_ones})
    else:
        for row in shown_ones:
            line = f"{row['standing']:<9}  by {told(row['due'])}  {row['clause']}  {row['what']}  [{row['duty']}]"
            say(harmless(line))
        if not shown_ones:
            say("nothing is due")
    return 1 if any(row["standing"] == LATE for row in rows) else 0


@command.command("done")
@click.argument("db")
@click.argument("duty")
@click.option("--how", required=True, help="How it was done.")
@by_options
@json_option
@clock_option
def done(db: str, duty: str, how: str, person: str | None, role: str, as_json: bool) -> None:
    """Say that DUTY is done."""
    with to_write(db) as store:
        order(store, STREAM, ask.DoDuty(duty, how), person, role)
    say_done(f"{shown(duty)} is done", as_json, duty=duty)


@command.command("raise")
@click.argument("db")
@click.argument("what")
@click.option("--due", required=True, help="Until when, such as 2027-01-31T18:00:00+11:00.")
@click.option("--owner", required=True, help="Whose duty it is: a role.")
@click.option("--clause", default="", help="The clause that asks for it.")
@by_options
@json_option
@clock_option
def raise_(db: str, what: str, due: str, owner: str, clause: str, person: str | None, role: str, as_json: bool) -> None:
    """Put a duty on the board."""
    with to_write(db) as store:
        order(store, STREAM, ask.RaiseDuty(what, owner, at_time(due), clause), person, role)
    say_done("it is on the board", as_json, what=what)


@click.group("outbox")
def outbox() -> None:
    """Notices to inspector, regulator and managers, and the proof that they were sent."""


@outbox.command("list")
@click.argument("db")
@click.option("--waiting", is_flag=True, help="Only what is not sent yet.")
@json_option
def listed(db: str, waiting: bool, as_json: bool) -> int:
    """Show the notices, newest first; exit code 1 if one cannot be sent."""
    with to_read(db) as store:
        state: Duties = state_of(store, STREAM)
        now = store.now()
    rows = [row for row in DUTIES.view(state, Asker("", "", now))["notices"] if not waiting or row["standing"] != SENT]
    if as_json:
        say_json(rows)
    else:
        for row in rows:
            says = "cannot be sent" if row["stuck"] else row["standing"]
            why = f": {row['told']}" if row["told"] else ""
            say(harmless(f"{row['notice']}  {says}  to {row['to']}  {row['subject']}{why}"))
        if not rows:
            say("the outbox is empty")
    return 1 if any(row["stuck"] for row in rows) else 0


@outbox.command("send")
@click.argument("db")
@click.option("--to", "channels", multiple=True, metavar="WHO=ADDRESS", required=True, help="Where notices go.")
@json_option
@clock_option
def send(db: str, channels: tuple[str, ...], as_json: bool) -> int:
    """Send what waits now, where no server does. Exit code 1 if something could not be sent.

    An address is file:FOLDER, smtp://HOST:PORT?from=A&to=B or https://HOST/PATH; WHO is inspector, regulator, manager
    or operator.
    """
    ways = dict(_way(each) for each in channels)
    with to_write(db) as store:
        desk = Desk(store)
        sender = Outbox(ways, "feltwork", desk.submit, lambda: state_of(store, STREAM))
        sent = sender.turn(store.now())
        desk.close()
    for number, why in sender.failed.items():
        print(harmless(f"notice {number}: {why}"), file=sys.stderr)
    say_done(f"{sent} sent, {len(sender.failed)} not", as_json, sent=sent, failed=len(sender.failed))
    return 1 if sender.failed else 0


def _way(text: str) -> tuple[str, str]:
    who, _, address = text.partition("=")
    try:
        channel(address)
    except ChannelError as wrong:
        raise click.UsageError(str(wrong)) from None
    return who, address


@outbox.command("delivered")
@click.argument("db")
@click.argument("notice", type=click.IntRange(1))
@click.option("--means", required=True, help="By hand, by telephone, and so on.")
@click.option("--proof", required=True, help="What shows it: a receipt, who answered.")
@by_options
@json_option
@clock_option
def delivered(db: str, notice: int, means: str, proof: str, person: str | None, role: str, as_json: bool) -> None:
    """Say that NOTICE was delivered by a person."""
    with to_write(db) as store:
        order(store, STREAM, ask.DeliverNotice(notice, means, proof), person, role)
    say_done(f"notice {notice} is delivered", as_json, notice=notice)
