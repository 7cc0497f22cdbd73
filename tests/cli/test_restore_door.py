"""A row beside the log that somebody changed: restore tells it, and goes on only where a person has decided so."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.store.checkpoints import export
from feltwork.store.opening import open_store
from feltwork.verifier.keys.checkpoint import load_private, make_key

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    """A floor on which somebody has edited where dana signed in before, and dana has signed in since."""
    path = tmp_path / "floor.sqlite"
    store = open_store(str(path))
    Desk(store).submit(Envelope("d", "cage", "cass", "cashier", Deposit("ann", 100)))
    shelves = RecordedShelves(store, served=True)
    shelves.put("places", "dana", b"[]")
    store.settings.put("places", "dana", b"[1,2")
    shelves.put("places", "dana", b'["10.0.0.7"]')
    make_key(tmp_path / "house")
    export(store, tmp_path / "last.json", load_private(tmp_path / "house"))
    store.close()
    assert run(["backup", str(path), str(tmp_path / "copy.sqlite")]) == 0
    return tmp_path


def restored(folder: Path, *more: str) -> int:
    proof = ["--checkpoint", str(folder / "last.json"), "--key", str(folder / "house.pub")]
    return run(["restore", str(folder / "copy.sqlite"), str(folder / "new.sqlite"), *proof, *more])


def test_a_changed_row_beside_the_log_is_a_person_s_decision(floor: Path, capsys: Capture) -> None:
    assert restored(floor) == 2
    told = capsys.readouterr().err
    assert "is not restored, for it is not sound: door: " in told
    assert "of places was not as it was recorded: somebody had changed it" in told
    assert "--accept-door" in told
    assert not (floor / "new.sqlite").exists()
    assert restored(floor, "--accept-door", "--json") == 0
    said = capsys.readouterr()
    assert [line.partition(":")[0] for line in json.loads(said.out)["accepted"]] == ["door"]
    assert "of places was not as it was recorded" in said.err
    assert (floor / "new.sqlite").exists()


def test_no_decision_covers_what_concerns_the_chain(floor: Path, capsys: Capture) -> None:
    with closing(sqlite3.connect(floor / "copy.sqlite", isolation_level=None)) as db:
        (made,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'records_no_update'").fetchone()
        db.execute("DROP TRIGGER records_no_update")
        db.execute("UPDATE records SET actor = 'carl' WHERE stream = 'cage'")
        db.execute(made)
    assert restored(floor, "--accept-door") == 2
    told = capsys.readouterr().err
    assert "is not restored, for it is not sound: chain: cage@1" in told
    assert "--accept-door" not in told
    assert not (floor / "new.sqlite").exists()
