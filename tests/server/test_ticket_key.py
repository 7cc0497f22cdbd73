"""One ticket key for a floor: a process with another one does not start."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.load import verified
from tests.server.processes import floor_file, serving

from feltwork.cli.main import run
from feltwork.server.ops.ticket_key import NAME, SHELF, OtherKeyError, check_ticket_key, keep_ticket_key
from feltwork.store.opening import open_store
from feltwork.store.port import StoreError

Capture = pytest.CaptureFixture[str]
OURS, OTHER = bytes(range(32)), bytes(32)


def test_a_floor_does_not_start_with_another_ticket_key(tmp_path: Path, capsys: Capture) -> None:
    database, key = tmp_path / "floor.sqlite", tmp_path / "ticket.key"
    config = floor_file(tmp_path, str(database))
    line = ["serve", "--config", str(config)]
    with serving(config) as up:
        assert up.end() == 0
    with serving(config) as up:
        assert up.end() == 0
    ours = key.read_bytes()
    key.write_bytes(OTHER)
    capsys.readouterr()
    assert run([*line, "--check"]) == 1
    assert "keys: ticket_key: this is another key than the floor prints its tickets with" in capsys.readouterr().out
    assert run(line) == 2
    assert "ticket_key: this is another key" in capsys.readouterr().err
    assert run(["cage", "sell", str(database), "7", "--key", str(key)]) == 2
    assert "ticket_key: this is another key" in capsys.readouterr().err
    key.write_bytes(ours)
    assert run(["cage", "sell", str(database), "7", "--key", str(key)]) == 0
    assert run([*line, "--check"]) == 0
    assert verified(str(database)) == []


def test_a_key_is_kept_once_and_made_anew_only_when_somebody_says_so(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "floor.sqlite"))
    check_ticket_key(store, OTHER)
    keep_ticket_key(store, OURS, anew=False)
    kept = store.settings.get(SHELF, NAME)
    keep_ticket_key(store, OURS, anew=False)
    assert store.settings.get(SHELF, NAME) == kept
    assert kept is not None
    assert OURS.hex().encode() not in kept
    with pytest.raises(OtherKeyError):
        keep_ticket_key(store, OTHER, anew=False)
    keep_ticket_key(store, OTHER, anew=True)
    check_ticket_key(store, OTHER)
    with pytest.raises(OtherKeyError):
        check_ticket_key(store, OURS)
    store.close()
    assert verified(str(tmp_path / "floor.sqlite")) == []


def test_a_digest_that_cannot_be_read_stops_a_start_until_the_key_is_named(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "floor.sqlite"))
    store.settings.put(SHELF, NAME, b"{")
    with pytest.raises(StoreError, match="--new-key ticket_key"):
        keep_ticket_key(store, OURS, anew=False)
    keep_ticket_key(store, OURS, anew=True)
    check_ticket_key(store, OURS)
    store.close()
