"""The process dies at every registered point: what was acknowledged is there afterwards, once."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from feltwork.store.crash_points import POINTS
from feltwork.store.opening import open_store
from tests.faults.load import SEED, Crash, acknowledged, check_once, check_resent, groups, recorded, start, verified

SEEDS = int(os.environ.get("FELTWORK_CRASH_SEEDS", "2"))
SQLITE = [point for point in POINTS if "PostgreSQL" not in point]
POSTGRES = [point for point in POINTS if "SQLite" not in point]
ONCE = ("migration", "named")
"""Passed once in the life of a store."""


def crash(url: str, point: str, seed: int, folder: Path) -> None:
    chance = random.Random(f"{point} {seed}")
    sent = recorded(seed, rounds=4)
    waves = groups(sent, chance)
    # Every wave takes a commit at least, so the point is passed as often as this.
    # Answers are sealed only where there are any.
    turn = 1 if point.endswith(ONCE) else chance.randint(1, 3 if "sealed" in point else len(waves))
    process = start(url, waves, folder / "heard", Crash(point, turn))
    process.join(240)
    assert process.exitcode == -signal.SIGKILL, "the point was not passed"
    told = acknowledged(folder / "heard")
    if point.endswith(ONCE):
        assert not told
    store = open_store(url)
    check_once(store, told.values())
    store.close()
    assert verified(url) == []
    check_resent(url, sent, told)


@pytest.mark.parametrize("seed", range(SEED, SEED + SEEDS))
@pytest.mark.parametrize("point", SQLITE)
def test_on_sqlite(point: str, seed: int, tmp_path: Path) -> None:
    crash(str(tmp_path / "log.sqlite"), point, seed, tmp_path)


@pytest.mark.parametrize("seed", range(SEED, SEED + SEEDS))
@pytest.mark.parametrize("point", POSTGRES)
def test_on_postgres(point: str, seed: int, tmp_path: Path, postgres_schema: str) -> None:
    crash(postgres_schema, point, seed, tmp_path)


def test_every_point_is_tried() -> None:
    assert {*SQLITE, *POSTGRES} == set(POINTS)
