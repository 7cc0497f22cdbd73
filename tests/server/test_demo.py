"""The demonstration floor by itself: all seven tables play on, house players and house dealer, and the log is sound."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from tests.server.conftest import running

from feltwork.server.config import FloorConfig
from feltwork.server.demo.floor import table_keeper
from feltwork.server.demo.tables import at_pace
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

ROUNDS = 4
PATIENCE_S = 120
TOO_LATE = ("place-wager", "shoot-dice")
"""What a busy machine may send after a table that times itself has closed its bets, or thrown."""


def test_every_table_of_the_demonstration_plays_on(tmp_path: Path) -> None:
    config = FloorConfig(at_pace(0.01), str(tmp_path / "floor.sqlite"))
    keepers = tuple(table_keeper(table, 0.01) for table in config.tables)
    with running(config, keepers, lambda house: Attendant(house, draw_key_at(tmp_path / "draw.key"))) as up:
        until = time.monotonic() + PATIENCE_S
        while min(room.settled for room in up.floor.house.rooms.values()) < ROUNDS:
            assert time.monotonic() < until, {name: room.settled for name, room in up.floor.house.rooms.items()}
            time.sleep(0.1)
        assert len(up.floor.house.rooms) == 7
    reading = read_log(config.database)
    timed = {f"refused/{table.name}" for table in config.tables if table.betting_seconds}
    refused = [
        (stream, said["reason"])
        for stream in reading.streams()
        if stream.startswith("refused/")
        for said in (msgspec.json.decode(row.body) for row in reading.records(stream))
        if stream not in timed or said["command"]["type"] not in TOO_LATE
    ]
    assert (verify(reading), refused) == ([], [])
    for table in config.tables:
        assert any(row.kind == "wager-placed" for row in reading.records(f"table/{table.name}")), table.name
    reading.close()
