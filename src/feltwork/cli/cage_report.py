"""``feltwork cage report``: the day's report of the cage, as data and as lines."""

from __future__ import annotations

import click

from feltwork.cage.report import Count, Report
from feltwork.cli.common import json_option, say, say_json
from feltwork.engine.reconciling import day_report, last_day
from feltwork.money import format_money
from feltwork.store.opening import open_to_read


def report_data(made: Report) -> dict[str, object]:
    def counts(found: dict[str, Count]) -> dict[str, object]:
        return {name: {"number": one.number, "amount": format_money(one.cents)} for name, one in found.items()}

    return {
        "accounts": {
            a.name: {
                "opening": format_money(a.opening),
                "in": format_money(a.came),
                "out": format_money(a.went),
                "closing": format_money(a.closing),
            }
            for a in made.accounts.values()
        },
        "tickets": counts(made.tickets),
        "vouchers": counts(made.vouchers),
        "cash": counts(made.cash),
        "transfers": counts(made.transfers),
        "paid_by_hand": counts({"all": made.by_hand})["all"],
        "meters": [
            {"table": m.table, "seat": m.seat, "in": format_money(m.came), "out": format_money(m.went)}
            for _, m in sorted(made.meters.items())
        ],
        "wrong": made.wrong,
    }


def print_report(made: Report) -> None:
    say(f"{'':<32}{'opening':>16}{'in':>16}{'out':>16}{'closing':>16}")
    for a in made.accounts.values():
        cents = (a.opening, a.came, a.went, a.closing)
        say(f"{a.name:<32}" + "".join(f"{format_money(sum_):>16}" for sum_ in cents))
    by_hand = {"paid by hand": made.by_hand} if made.by_hand.number else {}
    for title, found in (
        ("tickets", made.tickets),
        ("vouchers", made.vouchers),
        ("cash", made.cash),
        ("transfers", made.transfers),
        ("", by_hand),
    ):
        for name, one in found.items():
            say(f"{f'{title} {name}'.strip():<32}{one.number:>16}{format_money(one.cents):>16}")
    for (table, seat), meter in sorted(made.meters.items()):
        say(f"{f'{table}, seat {seat}':<32}{'':>16}{format_money(meter.came):>16}{format_money(meter.went):>16}")
    say("; ".join(made.wrong) or "everything comes to zero")


@click.command("report")
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
