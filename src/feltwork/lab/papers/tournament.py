"""A tournament on paper: its results as CSV and PDF, and a sheet for every heat."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from feltwork.lab.papers.grid import Grid, grids_pdf
from feltwork.money import format_money

Seen = dict[str, Any]
"""What everybody is shown of a tournament."""


def results_csv(seen: Seen) -> str:
    """Places and prizes, then the places at each table of each session."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("where", "place", "player", "prize"))
    rows.writerows(_results(seen))
    return out.getvalue()


def _results(seen: Seen) -> list[tuple[str, int, str, str]]:
    prizes = {each["player"]: each["cents"] for each in seen["prizes"]}
    found = [
        ("tournament", place, _plain(name), format_money(prizes.get(name, 0)))
        for place, name in _places(seen["places"])
    ]
    for each in seen["history"]:
        session, _, table = each["where"].partition("/")
        where = f"session {session}, table {table}"
        found += [(where, place, _plain(name), "") for place, name in _places(each["places"])]
    return found


def _places(places: list[list[str]]) -> list[tuple[int, str]]:
    found, first = [], 1
    for together in places:
        found += [(first, name) for name in together]
        first += len(together)
    return found


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def results_pdf(seen: Seen) -> bytes:
    """The results on A4."""
    head = ("Where", "Place", "Player", "Prize")
    rows = [tuple(map(str, row)) for row in _results(seen)]
    return grids_pdf(f"{_title(seen)}: results", "", [Grid("Results", head, rows, (3, 1, 3, 2))])


def heat_sheets_pdf(seen: Seen) -> bytes:
    """A sheet for each table of the session whose seats are drawn or which is played: seats, and room for totals."""
    tables = [(each["table"], _by_seat(each)) for each in seen["tables"]]
    tables = tables or [(each["table"], [(name, "") for name in each["players"]]) for each in seen["seats"]]
    head, widths = ("Seat", "Player", "Chips", "Total at the end", "Signed"), (1, 3, 2, 3, 3)
    sheets = [
        Grid(
            f"{_title(seen)}: session {seen['session']}, table {table}",
            head,
            [(str(seat), name, chips, "", "") for seat, (name, chips) in enumerate(players, 1)],
            widths,
            f"feltwork:tournament/{seen['id']}/{seen['session']}/{table}/{seen['digest'][:16]}",
        )
        for table, players in tables
    ]
    return grids_pdf(f"{_title(seen)}: heat sheets", "", sheets or [Grid("No seats are drawn yet", head, [], widths)])


def _by_seat(table: Seen) -> list[tuple[str, str]]:
    found = sorted(table["standings"], key=lambda each: int(each["seat"]))
    return [(each["player"], str(each["chips"])) for each in found]


def _title(seen: Seen) -> str:
    return str(seen["title"] or seen["id"])
