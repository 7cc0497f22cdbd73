"""``feltwork report``: a day, a shift or a period of a floor."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.engine.reconciling import last_day
from feltwork.reports.floor_report import floor_report
from feltwork.reports.paper import report_pdf
from feltwork.reports.period import PeriodError, period_of
from feltwork.reports.printed import lines
from feltwork.reports.told import as_csv, report_data
from feltwork.server.ops.ticket_key import load_ticket_key
from feltwork.store.opening import open_to_read


@click.command("report")
@click.argument("db")
@click.argument("day", required=False)
@click.option("--to", help="The last day, for a report on several.")
@click.option("--starts", default="00:00", show_default=True, help="When a gaming day begins.")
@click.option("--shift", help="Part of the day, as 18:00-02:00.")
@click.option("--csv", "as_table", is_flag=True, help="Print rows for a spreadsheet.")
@click.option("--pdf", type=click.Path(dir_okay=False), help="Write it for paper into this file.")
@click.option(
    "--key",
    "key_file",
    type=click.Path(path_type=Path),
    help="The floor's ticket key: go on from what its server carried over, and not from the first record.",
)
@json_option
def command(
    db: str,
    day: str | None,
    to: str | None,
    starts: str,
    shift: str | None,
    as_table: bool,
    pdf: str | None,
    key_file: Path | None,
    as_json: bool,
) -> int:
    """Report on a DAY of a floor (2026-01-31, else the last on which something happened): drop, turnover, win, hold
    against what the rules expect, limits, no rolls, tickets, meters, conduct, disputes, duties, fairness.

    Exit code 1 if anything does not come to zero.
    """
    store = open_to_read(db)
    try:
        about = day or last_day(store.log)
        if about is None:
            raise click.ClickException("Nothing has happened in this log yet.")
        key = load_ticket_key(store, key_file) if key_file else b""
        made = floor_report(store, period_of(about, to, starts, shift), key)
    except PeriodError as wrong:
        raise click.UsageError(str(wrong)) from None
    finally:
        store.close()
    if pdf:
        Path(pdf).write_bytes(report_pdf(made))
    if as_json:
        say_json(report_data(made))
    elif as_table:
        say(as_csv(made).rstrip("\n"))
    else:
        for line in lines(made):
            say(line)
    return 1 if made.wrong else 0
