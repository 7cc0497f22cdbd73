"""The backup that the timer starts, as its unit says it, restored elsewhere by the private key and played on."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_store
from tests.operate.deployed import program, run_as_unit, unit_lines
from tests.server.processes import floor_file, serving
from tests.server.test_readiness import granted
from tests.store.postgres import empty_schema

DAY = 24 * 60 * 60
KEYS = ("draw.key", "ticket.key", "account.key", "checkpoint.key")
MORE = 'trust = "trust.json"\nbackups = "backups"'


def deposit(database: str, key: str) -> None:
    store = open_store(database)
    assert not Desk(store).submit(Envelope(key, "cage", "cass", "cashier", Deposit("ann", 50_00))).reason
    store.close()


def test_a_scheduled_backup_is_sealed_kept_for_35_days_and_restored_elsewhere(
    tmp_path: Path, postgres_url: str, postgres_schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "floor", tmp_path / "elsewhere"
    for folder in (here, there, here / "backups", here / "etc"):
        folder.mkdir()
    assert run(["backup-key", str(there / "backup.key")]) == 0
    shutil.copy(there / "backup.key.pub", here / "etc")
    assert run(["audit", "key", str(here / "checkpoint.key")]) == 0
    trust = ["audit", "trust", "add", str(here / "trust.json"), str(here / "checkpoint.key.pub"), "--note", "olga"]
    assert run(trust) == 0
    with granted(postgres_schema, "floor_copied") as database, serving(floor_file(here, database, MORE)) as up:
        deposit(database, "before")
        copies = backed_up(here, database)
        told = dict(line.rsplit(" ", 1) for line in up.ask("/metrics")[1].splitlines() if line[0] != "#")
        assert int(told["feltwork_backup_age_seconds"]) < 60
        assert up.end() == 0
    sealed, checkpoint = copies
    assert b"SQLite" not in sealed.read_bytes()
    for name in (*KEYS, "trust.json"):
        shutil.copy(here / name, there / name)
    shutil.copy(checkpoint, there / "floor.checkpoint")
    with empty_schema(postgres_url) as fresh:
        asked = ["restore", str(sealed), fresh, "--trust", str(there / "trust.json")]
        capsys.readouterr()
        newest = ["--open", str(there / "backup.key"), "--checkpoint", str(here / "floor.checkpoint")]
        assert run([*asked, *newest]) == 2, "more was played since, and the last checkpoint says so"
        assert "older than" in capsys.readouterr().err
        assert run([*asked, "--checkpoint", str(there / "floor.checkpoint")]) == 2, "who has no private key"
        assert run([*asked, *newest[:2], "--checkpoint", str(there / "floor.checkpoint")]) == 0
        with granted(fresh, "floor_restored") as database, serving(floor_file(there, database, MORE[:20])) as up:
            assert up.ask("/ready") == (200, "ready\n")
            deposit(database, "after")
            assert up.end() == 0
        capsys.readouterr()
        verified = ["audit", "verify", fresh, "--checkpoint", str(there / "floor.checkpoint")]
        assert run([*verified, "--trust", str(there / "trust.json")]) == 0
        store = open_store(fresh)
        assert store.log.balances()["player/ann"] == 100_00
        store.close()


def backed_up(here: Path, database: str) -> tuple[Path, Path]:
    """What the unit makes, with what is past its time removed and nothing else: the copy and its checkpoint."""
    backups = here / "backups"
    for days in (34, 37):
        for kind in ("sealed", "checkpoint"):
            old = backups / f"floor-{days}.{kind}"
            old.write_bytes(b"")
            os.utime(old, (time.time() - days * DAY,) * 2)
    (backups / "notes").write_bytes(b"")
    os.utime(backups / "notes", (0, 0))
    places = {
        "/opt/feltwork/bin/feltwork": str(program(here / "bin")),
        "/var/backups/feltwork": str(backups),
        "/etc/feltwork": str(here / "etc"),
    }
    environment = {"PATH": os.environ["PATH"], "FLOOR": database, "CHECKPOINT": str(here / "floor.checkpoint")}
    for setting in ("ExecStart", "ExecStartPost"):
        (line,) = unit_lines("feltwork-backup.service", setting)
        run_as_unit(line, places, environment)
    deposit(database, "later")
    kept = {path.name for path in backups.iterdir()}
    new = sorted(kept - {"floor-34.sealed", "floor-34.checkpoint", "notes"}, reverse=True)
    assert len(kept) == 5, kept
    sealed, checkpoint = (backups / name for name in new)
    assert (sealed.suffix, checkpoint.suffix, sealed.stem) == (".sealed", ".checkpoint", checkpoint.stem)
    return sealed, checkpoint
