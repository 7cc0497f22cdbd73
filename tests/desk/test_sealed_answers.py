"""Snapshots that were changed in the database: no money is paid by them, and the ledger finds them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from feltwork.cage.commands import PayTicket, SellTicket
from feltwork.cage.state import OPEN
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.snapshots import load_cage, save_cage
from feltwork.store.port import Record
from feltwork.store.sqlite import SqliteStore
from tests.cage.till import KEY, SETTINGS, Till

HEADER = 64
"""Bytes of a snapshot before its state: its form and its seal."""


def paid_ticket(path: Path) -> str:
    """A floor on which a ticket of 4,000.00 was sold and paid, and that was closed in order; the ticket's number."""
    till = Till(SqliteStore(path))
    till.ok(SellTicket(4_000_00))
    number = till.last_ticket()
    till.ok(PayTicket(number))
    till.desk.close()
    till.store.close()
    return number


def make_payable(path: Path) -> None:
    """Whoever can write to the database edits every snapshot of the cage: the ticket is open again."""
    database = sqlite3.connect(path)
    rows = database.execute("SELECT stream, body FROM snapshots WHERE stream LIKE '%cage'").fetchall()
    assert rows
    for stream, body in rows:
        cage = load_cage(body[HEADER:])
        assert cage
        cage.tickets = {serial: replace(ticket, standing=OPEN) for serial, ticket in cage.tickets.items()}
        with pytest.MonkeyPatch.context():
            database.execute(
                "UPDATE snapshots SET body = ? WHERE stream = ?", (body[:HEADER] + save_cage(cage), stream)
            )
    database.commit()
    database.close()


def test_a_paid_ticket_stays_paid_whatever_a_snapshot_says(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    number = paid_ticket(path)
    make_payable(path)
    store = SqliteStore(path)
    again = Desk(store, SETTINGS).submit(Envelope("again", "cage", "cass", "cashier", PayTicket(number)))
    assert again.reason.startswith("paid:")
    assert store.log.balances()["cash/cage"] == 0
    store.close()


def test_the_ledger_finds_a_snapshot_that_does_not_follow_from_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.sqlite"
    paid_ticket(path)
    assert run(["ledger", str(path)]) == 0
    make_payable(path)
    assert run(["ledger", str(path)]) == 1
    assert "does not follow from the log" in capsys.readouterr().out


def test_a_snapshot_is_taken_up_again_with_its_key_and_with_no_other(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    paid_ticket(path)
    store = SqliteStore(path)
    read: list[int] = []
    plain = store.log.read

    def noting(stream: str, after: int = 0) -> Iterator[Record]:
        if stream == "cage":
            read.append(after)
        return plain(stream, after)

    store.log.read = noting  # type: ignore[method-assign]
    Desk(store, SETTINGS)
    assert 0 not in read
    read.clear()
    Desk(store, SETTINGS._replace(key=KEY[::-1]))
    assert 0 in read
    store.close()
