"""A floor looks its database through: before it opens, and beside play with its progress told."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, Running, Talk, running
from tests.server.processes import floor_file

from feltwork.cli.main import run
from feltwork.server.config import FloorConfig
from feltwork.server.ops.integrity import Integrity
from feltwork.store.integrity import DamagedError


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as up:
        yield up


def test_the_rest_is_looked_through_beside_play_and_its_progress_told(floor: Running) -> None:
    integrity = Integrity(floor.floor.house.url, seconds=0)
    floor.floor.log_checks.take_over(integrity, floor.floor.house)
    assert floor.fetch("/ready")[:2] == (200, b"ready\nintegrity: 0 % of the database is looked through\n")
    assert "feltwork_database_checked_percent 0" in floor.fetch("/metrics")[1].decode()
    while integrity.go_on():
        assert integrity.check.percent < 100
    assert floor.fetch("/ready")[:2] == (200, b"ready\n")
    text = floor.fetch("/metrics")[1].decode()
    assert "feltwork_database_checked_percent 100" in text
    assert 'feltwork_checks_total{check="database",came="good"} 1' in text
    integrity.stop()


def test_damage_that_is_found_beside_play_stops_it_and_says_where(floor: Running, tmp_path: Path) -> None:
    ann = Talk(floor.screen("one", floor.player()))
    integrity = Integrity(floor.floor.house.url, seconds=0)
    floor.floor.log_checks.take_over(integrity, floor.floor.house)

    def damaged() -> Iterator[None]:
        raise DamagedError("floor.sqlite is damaged: table/one at version 7")
        yield

    integrity.check._parts = damaged()
    assert not integrity.go_on()
    told = ann.until(lambda m: bool(m.get("view", {}).get("suspended")))["view"]  # type: ignore[attr-defined]
    assert "table/one at version 7" in told["suspended"]  # type: ignore[index]  # as sent
    status, body, _ = floor.fetch("/ready")
    assert status == 503
    assert b"is damaged: table/one at version 7" in body
    text = floor.fetch("/metrics")[1].decode()
    assert "feltwork_play_stopped 1" in text
    assert 'feltwork_checks_total{check="database",came="wrong"} 1' in text
    assert (tmp_path / "floor.sqlite.damaged").exists()
    integrity.stop()


def test_a_damaged_database_is_not_served(floor: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    assert run(["backup", floor.floor.house.url, str(folder / "f.sqlite")]) == 0
    path = floor_file(folder, str(folder / "f.sqlite"))
    raw = bytearray((folder / "f.sqlite").read_bytes())
    at = raw.index(b'"type":"table-opened"')
    raw[at + 12] ^= 1
    (folder / "f.sqlite").write_bytes(raw)
    capsys.readouterr()
    assert run(["serve", "--config", str(path)]) == 2
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("feltwork: ")]
    assert "f.sqlite is damaged: table/" in line
    (folder / "f.sqlite.damaged").unlink()
    assert run(["serve", "--config", str(path), "--check"]) == 1
    assert "f.sqlite is damaged: table/" in capsys.readouterr().out
    assert not (folder / "f.sqlite.damaged").exists(), "a dry run writes nothing"
    shutil.rmtree(folder)
