"""Names beside the log, and checkpoints that a database must not be older than, from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

import pytest

from feltwork.cli.main import run
from feltwork.store.checkpoints import export, export_until
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Batch, Head, StoreError
from feltwork.verifier.keys.checkpoint import load_private, load_public, make_key, read_checkpoint
from tests.store.appender import draft, sealed


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "pit.db"
    assert run(["rehearse", "--rounds", "2", "--db", str(path), "--books", "star-craps"]) == 0
    return path


def test_a_name_is_noted_shown_and_erased(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = str(played)
    capsys.readouterr()
    assert run(["people", "add", db, "stick", "--name", "Stella Stick", "--address", "1 Harbour St"]) == 0
    assert run(["people", "show", db, "--json"]) == 0
    told = capsys.readouterr().out.partition("\n")[2]
    assert json.loads(told) == [{"id": "stick", "name": "Stella Stick", "address": "1 Harbour St"}]
    assert run(["replay", db, "--round", "1"]) == 0
    assert "stickperson stick (Stella Stick): " in capsys.readouterr().out
    assert run(["people", "erase", db, "stick"]) == 0
    assert run(["people", "erase", db, "stick"]) == 1
    assert run(["people", "show", db, "stick"]) == 1
    capsys.readouterr()
    assert run(["replay", db, "--round", "1"]) == 0
    assert "Stella" not in capsys.readouterr().out
    assert run(["audit", "verify", db]) == 0
    assert run(["people", "add", db, "a b", "--name", "x"]) == 2


def test_a_database_older_than_its_checkpoint_does_not_open_for_play(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_key(tmp_path / "house")
    old, signed = tmp_path / "old.db", str(tmp_path / "last.json")
    assert run(["backup", str(played), str(old)]) == 0
    again = ["rehearse", "--rounds", "1", "--books", "star-craps", "--checkpoint", signed]
    again += ["--key", str(tmp_path / "house.pub"), "--db"]
    assert run([*again, str(played), "--seed", "8"]) == 2, "its checkpoint is missing"
    assert run(["audit", "checkpoint", str(played), "--key", str(tmp_path / "house"), "--out", signed]) == 0
    assert run([*again, str(played), "--seed", "8"]) == 0
    assert run(["audit", "checkpoint", str(played), "--key", str(tmp_path / "house"), "--out", signed]) == 0
    assert read_checkpoint(Path(signed).read_bytes()).number == 2, "numbers run on"
    capsys.readouterr()
    assert run([*again, str(old), "--seed", "9"]) == 2
    told = capsys.readouterr().err
    assert "is older than its last checkpoint and is not played on" in told
    assert told.count("\n") == 1
    assert run([*again, str(played), "--seed", "9"]) == 0


@pytest.mark.parametrize("wrong", ["nonsense", "key", "other"])
def test_a_checkpoint_that_is_not_this_databases(wrong: str, tmp_path: Path) -> None:
    make_key(tmp_path / "house")
    make_key(tmp_path / "other")
    key, signed, db = load_private(tmp_path / "house"), tmp_path / "last.json", str(tmp_path / "t.db")
    public = load_public(tmp_path / ("other.pub" if wrong == "key" else "house.pub"))
    store = open_store(db, checkpoint=signed, key=public)
    store.log.append(Batch(tuple(sealed(Head("table/1"), [draft("table/1")]))))
    export(store, signed, key)
    store.close()
    if wrong == "nonsense":
        signed.write_text("{}")
    if wrong == "other":
        Path(db).unlink()
        store = open_store(db)
        store.log.append(Batch(tuple(sealed(Head("table/1"), [draft("table/1", "another")]))))
        store.close()
    with pytest.raises(StoreError) as caught:
        open_store(db, checkpoint=signed, key=public)
    assert "\n" not in str(caught.value)
    if wrong == "nonsense":
        store = open_store(db)
        with pytest.raises(StoreError):
            export(store, signed, key)
        store.close()


def test_a_checkpoint_each_time_and_at_close(tmp_path: Path) -> None:
    make_key(tmp_path / "house")
    store, stop, signed = MemoryStore(), Event(), tmp_path / "last.json"
    key = load_private(tmp_path / "house")
    loop = Thread(target=export_until, args=(stop, store, signed, key, 0.01))
    loop.start()
    while not signed.exists() or read_checkpoint(signed.read_bytes()).number < 4:
        time.sleep(0.01)
    store.log.append(Batch(tuple(sealed(Head("table/1"), [draft("table/1")]))))
    stop.set()
    loop.join(10)
    assert read_checkpoint(signed.read_bytes()).heads["table/1"][0] == 1


def test_checkpoints_until_interrupted(played: Path, tmp_path: Path) -> None:
    make_key(tmp_path / "house")
    signed = tmp_path / "last.json"
    command = [sys.executable, "-m", "feltwork", "audit", "checkpoint", str(played), "--every", "0.1"]
    running = subprocess.Popen([*command, "--key", str(tmp_path / "house"), "--out", str(signed)], env=os.environ)
    while not signed.exists() or read_checkpoint(signed.read_bytes()).number < 3:
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    assert running.wait(20) == 0
    assert read_checkpoint(signed.read_bytes()).number >= 4


def test_a_signature_on_a_form_is_not_overwritten(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["people", "add", str(played), "form-1", "--name", "Ann"]) == 2
    assert "ids that begin with form- are those of signatures on forms" in capsys.readouterr().err
