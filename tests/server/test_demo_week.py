"""The days behind a demonstration: made by commands, sound, and the same whenever it begins."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from feltwork.engine.aggregates import BY_KIND
from feltwork.server.config import FloorConfig
from feltwork.server.demo import week
from feltwork.server.demo.tables import DEMO, at_pace
from feltwork.server.demo.week import live_through
from feltwork.server.runtime import Runtime
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

KEY = b"k" * 32
ODD = ("2026-03-01T00:05", "2026-01-01T23:50", "2026-05-31T12:00", "2028-02-29T06:00")
"""When a month has just begun, or a year, or ends, or has a day more."""


def _micros(moment: str) -> int:
    return int(datetime.fromisoformat(moment).astimezone().timestamp()) * 1_000_000


def _lived(folder: Path, monkeypatch: pytest.MonkeyPatch, moment: str, tables: int = 2) -> tuple[Runtime, FloorConfig]:
    folder.mkdir()
    config = FloorConfig(at_pace(1.0)[:tables], str(folder / "floor.sqlite"), manager=DEMO.manager)
    house = Runtime(config.database)
    monkeypatch.setattr(house.store, "now", lambda: _micros(moment))
    live_through(house, config, folder, KEY)
    return house, config


def test_the_office_of_a_demonstration_has_a_week_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was excluded last month, which duties were late, a dispute of every standing, a promotion in the middle."""
    monkeypatch.setattr(week, "ROUNDS", 3)
    house, config = _lived(tmp_path / "floor", monkeypatch, "2026-11-18T14:00", tables=99)
    desk = house.queue.desk
    held, board = desk.aggregate(BY_KIND["incidents"]), desk.aggregate(BY_KIND["duties"])
    excluded = [taken for taken in held.measures.values() if taken.measure == "exclude"]
    assert [datetime.fromtimestamp(taken.at / 1e6).astimezone().month for taken in excluded] == [10]
    assert {taken.measure for taken in held.measures.values()} == {
        *("exclude", "detain", "bar", "seize", "confiscate", "recommend")
    }
    assert sorted(dispute.standing for dispute in held.disputes.values()) == ["closed", "closed", "raised"]
    now = _micros("2026-11-18T14:00")
    standings = [duty.standing_at(now) for duty in board.duties.values()]
    assert {"late", "done late", "done", "due"} <= set(standings)
    assert all(notice.standing == "sent" for notice in board.notices.values())
    assert [desk.aggregate(BY_KIND["promotion"], name).standing for name in ("members-night", "summer-car")] == [
        "drawn",
        "draft",
    ]
    house.stop()
    reading = read_log(config.database)
    assert verify(reading) == []
    assert max(row.at for stream in reading.streams() for row in reading.records(stream)) < now
    reading.close()


@pytest.mark.parametrize("moment", ODD)
def test_a_demonstration_may_begin_on_any_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    monkeypatch.setattr(week, "ROUNDS", 1)
    house, config = _lived(tmp_path / "floor", monkeypatch, moment)
    house.stop()
    reading = read_log(config.database)
    assert verify(reading) == []
    reading.close()


def test_the_same_week_is_lived_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event but the draw's sealed secret is the same to the letter."""
    monkeypatch.setattr(week, "ROUNDS", 2)
    bodies = []
    for name in ("one", "two"):
        house, config = _lived(tmp_path / name, monkeypatch, "2026-11-18T14:00")
        house.stop()
        reading = read_log(config.database)
        kept = [stream for stream in sorted(reading.streams()) if stream.startswith(("table/", "incidents", "cage"))]
        bodies.append([(stream, row.body) for stream in kept for row in reading.records(stream)])
        reading.close()
    assert bodies[0] == bodies[1]
