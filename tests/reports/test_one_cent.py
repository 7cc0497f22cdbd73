"""One cent moved from one account to another in a stored record is named with both accounts, on both databases."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from feltwork.cli.main import run
from feltwork.reports.floor_report import floor_report
from feltwork.reports.period import period_of
from feltwork.store.opening import open_to_read
from tests.reports.played_day import PLAYED
from tests.unguarded import unguarded

DAYS = (PLAYED.isoformat(), (PLAYED + timedelta(days=1)).isoformat())
"""The day itself and the one after it."""
MOVED = [
    ("round-settled", "float/", "felt/"),
    ("wager-placed", "seat/", "felt/"),
    ("bought-in", "seat/", "player/"),
    ("deposited", "player/", "cash/cage"),
    ("ticket-paid", "tickets", "cash/cage"),
    ("hand-paid", "forms/", "cash/cage"),
    ("dispute-compensated", "player/", "incidents/"),
]
"""An event, and two accounts that it moves money between."""


def chosen(rows: list[tuple[Any, ...]], first: str, second: str) -> tuple[Any, str, str]:
    """The first record that moves both, and the accounts."""
    for place, accounts in rows:
        one = [name for name in accounts if name.startswith(first)]
        other = [name for name in accounts if name.startswith(second)]
        if one and other:
            return place, one[0], other[0]
    raise AssertionError(f"nothing moves {first} and {second}")


@contextmanager
def off_in_a_file(url: str, kind: str, first: str, second: str, copy: Path) -> Iterator[tuple[str, str, str]]:
    with closing(sqlite3.connect(url)) as source, closing(sqlite3.connect(copy)) as db:
        source.backup(db)
        found = db.execute("SELECT seq, postings FROM records WHERE kind = ? ORDER BY at DESC", (kind,)).fetchall()
        seq, one, other = chosen([(seq, json.loads(text)) for seq, text in found], first, second)
        with unguarded(db):
            for account, cents in ((one, 1), (other, -1)):
                path = f'$."{account}"'
                db.execute(
                    "UPDATE records SET postings = json_set(postings, ?, json_extract(postings, ?) + ?) WHERE seq = ?",
                    (path, path, cents, seq),
                )
        db.commit()
    yield str(copy), one, other


@contextmanager
def off_on_a_server(url: str, kind: str, first: str, second: str) -> Iterator[tuple[str, str, str]]:
    import psycopg

    def move(cents: int) -> None:
        with psycopg.connect(url) as connection:
            connection.execute("ALTER TABLE postings DISABLE TRIGGER USER")
            for account, sign in ((one, 1), (other, -1)):
                connection.execute(
                    "UPDATE postings SET cents = cents + %s WHERE stream = %s AND version = %s AND account = %s",
                    (sign * cents, *place, account),
                )
            connection.execute("ALTER TABLE postings ENABLE TRIGGER USER")

    with psycopg.connect(url) as connection:
        rows = connection.execute(
            """SELECT p.stream, p.version, array_agg(p.account ORDER BY n) FROM postings p JOIN records r
            ON r.stream = p.stream AND r.version = p.version WHERE r.kind = %s GROUP BY 1, 2 ORDER BY max(r.at) DESC""",
            (kind,),
        ).fetchall()
    place, one, other = chosen([((stream, version), accounts) for stream, version, accounts in rows], first, second)
    move(1)
    try:
        yield url, one, other
    finally:
        move(-1)


@pytest.mark.parametrize(("kind", "first", "second"), MOVED)
def test_a_cent_is_named_with_its_account(
    day: str, tmp_path: Path, kind: str, first: str, second: str, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = (
        off_on_a_server(day, kind, first, second)
        if "://" in day
        else off_in_a_file(day, kind, first, second, tmp_path / "off.sqlite")
    )
    with forged as (url, one, other):
        store = open_to_read(url)
        try:
            wrong = floor_report(store, period_of(*DAYS)).wrong
        finally:
            store.close()
        assert f"{one} is off by 0.01" in wrong
        assert f"{other} is off by -0.01" in wrong
        if one.startswith("seat/"):
            assert any(why.startswith(f"{one} has ") and "the meters of seat" in why for why in wrong)
        assert run(["report", url, DAYS[0], "--to", DAYS[1]]) == 1
        assert f"{one} is off by 0.01" in " ".join(capsys.readouterr().out.split())
    store = open_to_read(day)
    try:
        assert floor_report(store, period_of(*DAYS)).wrong == []
    finally:
        store.close()
