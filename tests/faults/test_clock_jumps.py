"""A served floor whose clock is set wrong while it plays: rounds go on, time in the log is right, no ticket is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from feltwork.cage.commands import SellTicket
from feltwork.cli.main import run
from feltwork.engine.envelope import Envelope
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.demo.floor import table_keeper
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.server.ops.clocks import clock_jumped
from feltwork.store.checkpoints import export
from feltwork.store.opening import open_store
from feltwork.store.postgres import PostgresStore
from feltwork.verifier.keys.checkpoint import load_private, make_key
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings
from tests.server.conftest import Running, running

SECOND = 1_000_000
HOUR, DAYS_400 = 3_600 * SECOND, 400 * 86_400 * SECOND
PATIENCE_S = 120
AHEAD_S = 1.5
"""Seconds of 400 days ahead, in which the floor looks for tickets that are past their date several times."""


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "floor.sqlite")
    return str(request.getfixturevalue("postgres_schema"))


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the clock that the store goes by: so many microseconds ahead of what is right, or behind it."""
    off, machine, server = [0], time.time_ns, PostgresStore._server_time
    monkeypatch.setattr("time.time_ns", lambda: machine() + off[0] * 1000)
    monkeypatch.setattr(PostgresStore, "_server_time", lambda store: server(store) + off[0])
    return lambda micros: off.__setitem__(0, micros)


def plays_on(up: Running) -> None:
    """Rounds that time closes and draws are settled: one more of them."""
    room, until = up.floor.house.rooms["etg"], time.monotonic() + PATIENCE_S
    before = room.settled
    while room.settled < before + 1:
        assert time.monotonic() < until, "the table stands still"
        time.sleep(0.05)


def test_a_floor_plays_on_while_its_clock_jumps(
    database: str, set_clock: Callable[[int], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 14, 5: an hour forward and back, 400 days ahead for some seconds, a start behind the last record."""
    monkeypatch.setattr("feltwork.server.cms.RESOLVE_SECONDS", AHEAD_S / 8)
    table = TableConfig("etg", "aruze-craps", 4, "1", bots=2, source="os-draw", betting_seconds=1, practice=True)
    config = FloorConfig([table], database)
    keeper, key = table_keeper(table, 0.01), draw_key_at(tmp_path / "draw.key")
    with running(config, (keeper,), lambda house: Attendant(house, key)) as up:
        house = up.floor.house
        assert not house.post(Envelope("t", "cage", "cass", "cashier", SellTicket(20_00))).result().reason
        plays_on(up)
        for ahead in (HOUR, 0, DAYS_400):
            set_clock(ahead)
            plays_on(up)
            assert bool(clock_jumped(house.store)) == bool(ahead), "a person is told"
        time.sleep(AHEAD_S)
        set_clock(0)
        plays_on(up)
        assert house.reader.log.balances()["tickets"] == 20_00
    last = _last(database)
    assert abs(last - time.time_ns() // 1000) < 60 * SECOND, "by no jump is a record of another time"
    set_clock(-HOUR)
    with running(config, (keeper,), lambda house: Attendant(house, key)) as up:
        plays_on(up)
        assert clock_jumped(up.floor.house.store)
    set_clock(0)
    reading = read_log(database)
    assert list(findings(reading)) == []
    for stream in reading.streams():
        times = [row.at for row in reading.records(stream)]
        assert times == sorted(times), stream
    reading.close()
    assert last < _last(database) < time.time_ns() // 1000 + 60 * SECOND
    make_key(tmp_path / "house")
    store = open_store(database)
    export(store, tmp_path / "checkpoint", load_private(tmp_path / "house"))
    store.close()
    copy, again = str(tmp_path / "copy.sqlite"), str(tmp_path / "again.sqlite")
    assert run(["backup", database, copy]) == 0
    proof = ["--checkpoint", str(tmp_path / "checkpoint"), "--key", str(tmp_path / "house.pub")]
    assert run(["restore", copy, again, *proof]) == 0


def _last(database: str) -> int:
    store = open_store(database)
    found = max(record.at for head in store.log.heads() for record in store.log.read(head.stream, head.version - 1))
    store.close()
    return found
