"""A floor on PostgreSQL whose other connections are cut as its writer commits: no request is answered as not done."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from feltwork.server.auth import passwords
from feltwork.server.config import FloorConfig
from feltwork.store import postgres
from feltwork.store.opening import open_store
from feltwork.store.port import StoreError
from feltwork.store.postgres_connection import Limits, connect
from tests.faults.cutting import OTHERS, cut_line
from tests.faults.load import SEED, verified
from tests.server import requests as ask
from tests.server.conftest import Running, running, until
from tests.server.requests import TABLES, Pit

if TYPE_CHECKING:
    from feltwork.store.postgres_connection import Connection

BREAKS = int(os.environ.get("FELTWORK_BREAKS", "6"))
"""How often the connections are cut; soak has fifty."""
KINDS = {
    ask.sell: "ticket-sold",
    ask.collect: "paid-from-table",
    ask.pay: "ticket-paid",
    ask.by_hand: "hand-paid",
    ask.ticket_in: "paid-to-table",
    ask.voucher: "voucher-issued",
    ask.new_card: "card-issued",
}
"""What is asked, and the record of the cage that says it was done."""


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements go over the line as they are written, so that it knows a COMMIT by its name."""

    def connected(url: str, limits: Limits | None = None) -> Connection:
        connection = connect(url, limits)
        connection.prepare_threshold = None
        return connection

    monkeypatch.setattr(postgres, "connect", connected)
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)


def records(url: str, kind: str) -> int:
    store = open_store(url)
    try:
        return sum(record.kind == kind for record in store.log.read("cage", 0))
    finally:
        store.close()


def connected(up: Running) -> bool:
    """Has every connection of the floor been made anew?"""
    house = up.floor.house
    try:
        house.shelf.put("places", "nobody", b"[]")
        house.shelf.names("session")
        house.follower.look()
        house.store.log.head("cage")
    except StoreError:
        return False
    return True


@pytest.mark.usefixtures("plainly")
def test_reads_cut_after_the_commit_leave_no_false_answer(postgres_schema: str) -> None:
    chance, said = random.Random(SEED), Counter[str]()
    asks = [list(KINDS)[number % len(KINDS)] for number in range(BREAKS)]
    chance.shuffle(asks)
    with cut_line(postgres_schema) as (line, url), running(FloorConfig(TABLES, url)) as up:
        pit = Pit(up)
        for prepare in asks:
            asked, kind = prepare(pit), KINDS[prepare]
            before = records(postgres_schema, kind)
            line.cut = OTHERS
            status, told = pit.post(asked.path, asked.token, asked.body)
            line.cut = ""
            done = records(postgres_schema, kind) - before
            said["done" if status == 200 else "unknown" if told.get("unknown") else "not done"] += 1
            assert not (told.get("lost") and done), f"{prepare.__name__}: answered as not done, and it is in the log"
            assert status == 200 or told.get("unknown"), told
            while told.get("unknown"):  # as a screen does, until it has an answer
                status, told = pit.post(asked.path, asked.token, asked.body)
            assert status == 200, told
            assert records(postgres_schema, kind) - before == 1, "once"
            until(lambda: connected(up))
        assert line.cuts == BREAKS
    print(f"cut after {line.cuts} commits: {dict(said)}")
    assert verified(postgres_schema) == []
