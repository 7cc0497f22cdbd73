"""``feltwork tournament standings`` and ``report``: how a live tournament stands, and its papers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.files import write_bytes_whole
from feltwork.cli.orders import look_at
from feltwork.cli.tournament_files import db_option
from feltwork.lab.papers.tournament import heat_sheets_pdf, results_csv, results_pdf
from feltwork.money import format_money
from feltwork.table.live.asker import Asker
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.state import PAID


def seen_by(db: str, name: str, person: str, role: str) -> dict[str, Any]:
    """A tournament as somebody is shown it."""
    state = look_at(db, AGGREGATE, name)
    return AGGREGATE.view(state, Asker(person, role, int(datetime.now(UTC).timestamp()) * 1_000_000))


@click.command("standings")
@click.argument("name", metavar="ID")
@db_option
@json_option
def standings(name: str, db: str, as_json: bool) -> None:
    """Show how the tournament ID stands: tables with ranks and chips, places, prizes."""
    seen = seen_by(db, name, "wall", "wall")
    if as_json:
        say_json(seen)
        return
    paid = sum(each["cents"] for each in seen["prizes"]) if seen["phase"] == PAID else None
    pool = f"pool {format_money(seen['pool'])}" if paid is None else f"{format_money(paid)} paid out"
    say(f"{seen['title'] or name}: {seen['phase']}, {seen['entered']} in, {pool}")
    for table in seen["tables"]:
        say(f"  table {table['table']}, round {table['round']}: {table['phase']}")
        for each in table["standings"]:
            rank = f"{each['rank']}." if each["rank"] else "-"
            state = "" if each["state"] == "in" else f" {each['state']}"
            say(f"    {rank:>4} {each['player']} {each['chips']}{state}")
    prizes = {each["player"]: each["cents"] for each in seen["prizes"]}
    place = 1
    for together in seen["places"]:
        for player in together:
            won = f" {format_money(prizes[player])}" if player in prizes else ""
            say(f"  {place}. {player}{won}")
        place += len(together)


@click.command("report")
@click.argument("name", metavar="ID")
@click.option("--csv", "csv_file", default=None, help="Write the results to this file; without it they are printed.")
@click.option("--pdf", "pdf_file", default=None, help="Write the results to this file as a PDF.")
@click.option("--heats", "heats_file", default=None, help="Write a sheet for every heat to this file as a PDF.")
@db_option
@json_option
def report(
    name: str, csv_file: str | None, pdf_file: str | None, heats_file: str | None, db: str, as_json: bool
) -> None:
    """Export the results of the tournament ID, and a sheet for every heat."""
    seen = seen_by(db, name, "wall", "wall")
    if csv_file is not None:
        write_bytes_whole(csv_file, results_csv(seen).encode())
    if pdf_file is not None:
        write_bytes_whole(pdf_file, results_pdf(seen))
    if heats_file is not None:
        write_bytes_whole(heats_file, heat_sheets_pdf(seen))
    if as_json:
        say_json({"places": seen["places"], "prizes": seen["prizes"], "history": seen["history"]})
    elif csv_file is None and pdf_file is None and heats_file is None:
        say(results_csv(seen).rstrip("\n"))
