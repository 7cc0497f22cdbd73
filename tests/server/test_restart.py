"""A demonstration on a kept database goes on with its keys; without them one table stands, and says so."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.conftest import Talk, running

from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.demo.floor import table_keeper
from feltwork.server.demo.keeping import key_paths, take
from feltwork.server.opening import supervisor_session
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30


def until(holds: Callable[[], object]) -> None:
    late = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < late
        time.sleep(0.05)


def test_a_lost_key_stops_its_table_only_and_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    aruze = TableConfig("aruze", "aruze-craps", 8, "1", bots=2, source="os-draw", betting_seconds=3, practice=True)
    wheel = TableConfig("wheel", "star-roulette", 7, "1", bots=2)
    config = FloorConfig([aruze, wheel], str(tmp_path / "floor.sqlite"))
    kept, other = draw_key_at(tmp_path / "one.key"), draw_key_at(tmp_path / "two.key")
    with running(config, (table_keeper(aruze, 100),), lambda house: Attendant(house, kept)) as up:
        until(lambda: up.floor.house.rooms["aruze"].live.draws.sealed)
    keepers = tuple(table_keeper(table, 0.01) for table in config.tables)
    with (
        caplog.at_level(logging.ERROR, "feltwork.server"),
        running(config, keepers, lambda house: Attendant(house, other)) as up,
    ):
        until(lambda: "aruze" in up.floor.house.health.undealt)
        rounds = up.floor.house.rooms["wheel"].settled
        until(lambda: up.floor.house.rooms["wheel"].settled > rounds + 1)
        status, body, _ = up.fetch("/ready")
        assert (status, body.startswith(b"ready\ntable aruze cannot be dealt to")) == (200, True)
        boss = up.token(Session("supervisor", (("boss", "casino_supervisor"),)))
        told = {table["table"]: table["undealt"] for table in json.loads(up.fetch("/api/office", boss)[1])["tables"]}
        assert told["wheel"] is None
        assert "does not open with this draw key" in told["aruze"]
    assert sum("cannot be dealt to" in record.message for record in caplog.records) == 1
    with running(config, keepers, lambda house: Attendant(house, kept)) as up:
        until(lambda: up.floor.house.rooms["aruze"].settled)
        assert not up.floor.house.health.undealt


def test_a_supervisor_gives_up_a_draw_whose_secret_is_lost(tmp_path: Path) -> None:
    aruze = TableConfig("aruze", "aruze-craps", 8, "1", bots=2, source="os-draw", betting_seconds=3, practice=True)
    config = FloorConfig([aruze], str(tmp_path / "floor.sqlite"))
    kept, other = draw_key_at(tmp_path / "one.key"), draw_key_at(tmp_path / "two.key")
    keeper = (table_keeper(aruze, 0.01),)
    with running(config, keeper, lambda house: Attendant(house, kept)) as up:
        room = up.floor.house.rooms["aruze"]
        until(lambda: room.settled and room.live.draws.betting and room.live.game and room.live.game.layout)
        boss = Talk(up.screen("aruze", up.token(supervisor_session(config))))
        refused = boss.do("give-up-draw", reason="so")
        assert refused["why"] == "the secret of this round can still be opened"
        up.floor.staff.add(
            "sam", "supervisor", tuple(role for _, role in supervisor_session(config).people), "a right horse"
        )
        do = {"type": "give-up-draw", "reason": "so"}
        body = {"key": "s1", "person": "sam", "password": "a right horse", "do": do}
        status, told, _ = up.fetch("/api/office/aruze/signed", up.token(supervisor_session(config)), body)
        assert (status, json.loads(told)["why"]) == (409, refused["why"]), "by a second person neither"
    with running(config, (), lambda house: Attendant(house, other)) as up:
        house = up.floor.house
        until(lambda: "aruze" in house.health.undealt)
        room, boss = house.rooms["aruze"], Talk(up.screen("aruze", up.token(supervisor_session(config))), first=2)
        lost, lay = room.live.draws.draw, house.reader.log.balances()["felt/aruze"]
        before = sum(room.live.game.balances.values()) if room.live.game else 0
        assert boss.do("give-up-draw", reason=" ")["why"] == "say how the secret was lost"
        assert "ack" in boss.do("give-up-draw", reason="the draw key is gone")
        until(lambda: room.live.draws.draw and lost and room.live.draws.draw.commitment != lost.commitment)
        until(lambda: not house.health.undealt)
        assert lay > 0
        assert house.reader.log.balances()["felt/aruze"] == 0
        assert room.live.game
        assert sum(room.live.game.balances.values()) == before + lay, "every wager has gone back"
    with running(config, keeper, lambda house: Attendant(house, other)) as up:
        until(lambda: up.floor.house.rooms["aruze"].settled > room.settled + 1)
    notes: list[str] = []
    with closing(read_log(config.database)) as reading:
        assert list(findings(reading, notes=notes)) == []
    (note,) = notes
    assert note.startswith(f"table/aruze: draw {lost.round_id if lost else ''} was given up by ")
    assert note.endswith(": the draw key is gone")


def test_keys_lie_beside_a_kept_database(tmp_path: Path) -> None:
    kept = key_paths(str(tmp_path / "demo.sqlite"), tmp_path / "thrown-away")
    assert kept == (tmp_path / "demo.sqlite.drawkey", tmp_path / "demo.sqlite.ticketkey")
    assert {path.parent for path in key_paths(None, tmp_path)} == {tmp_path}


def test_a_demonstration_comes_back_with_its_keys_and_there_is_one_at_a_time(tmp_path: Path) -> None:
    database = str(tmp_path / "demo.sqlite")
    again = [
        sys.executable,
        "-m",
        "feltwork",
        "demo",
        "--port",
        "0",
        "--db",
        database,
        "--seconds",
        "0.1",
        "--no-browser",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    keys = []
    for _ in range(2):
        ended = subprocess.run(again, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode == 0, ended.stderr
        keys.append([Path(f"{database}.{key}").read_bytes() for key in ("drawkey", "ticketkey")])
    assert keys[0] == keys[1]
    held = take(database)
    ended = subprocess.run(again, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert held is not None
    held.close()
    assert ended.returncode == 2
    assert "another demonstration runs on" in ended.stderr
    assert ended.stderr.count("\n") == 1
