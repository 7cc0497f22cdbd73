"""``feltwork cage``: the day's reconciliation, tickets and vouchers from the command line."""

from __future__ import annotations

import click

from feltwork.cli import cage_report, cage_tickets, expiring, vouchers


@click.group("cage")
def command() -> None:
    """The cage of a floor: its day, its tickets and vouchers."""


for part in (
    cage_report.report,
    cage_tickets.sell,
    cage_tickets.tickets,
    cage_tickets.reprint,
    cage_tickets.void,
    vouchers.voucher,
    vouchers.void_voucher,
    expiring.expire,
):
    command.add_command(part)
