"""Orders at the cage from the command line: who gives them, amounts, and the desk's answer."""

from __future__ import annotations

import getpass
from secrets import token_hex

import click

from feltwork.cage.commands import AtCage
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.money import MoneyError, parse_money
from feltwork.store.port import Answer

as_option = click.option("--as", "person", default=None, help="The cashier's id; by default who is signed in here.")


def cents(amount: str) -> int:
    """Whole dollars, or dollars and cents, as cents."""
    try:
        return parse_money(amount if "." in amount else f"{amount}.00")
    except MoneyError as wrong:
        raise click.UsageError(str(wrong)) from None


def order(desk: Desk, body: AtCage, person: str | None) -> Answer:
    """One command through the desk, by a cashier; a refusal is the command line's complaint."""
    given = desk.submit(Envelope(f"cli-{token_hex(12)}", "cage", person or getpass.getuser(), "cashier", body))
    desk.close()
    if given.reason:
        raise click.UsageError(f"{given.reason} ({given.clause})")
    return given
