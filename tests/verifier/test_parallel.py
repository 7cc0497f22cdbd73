"""A long log is followed by several processes: they find what one finds, also when one of them dies."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.incidents.commands import ReportIncident, TakeMeasure
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier import parallel as apart
from feltwork.verifier.keys.checkpoint import make_checkpoint
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.verify import verify
from tests.unguarded import unguarded
from tests.verifier.night import full_night

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
TAMPERS = (
    "UPDATE records SET actor = 'somebody' WHERE version = 9",
    "UPDATE records SET body = CAST(replace(CAST(body AS TEXT), '500', '900') AS BLOB)",
    "DELETE FROM records WHERE kind = 'bought-in'",
    "DELETE FROM records WHERE stream LIKE 'table/%' AND version > 20",
    "UPDATE answers SET last = last + 1 WHERE first > 0",
    "UPDATE records SET link = '' WHERE link <> ''",
)


@pytest.fixture
def log(tmp_path: Path) -> tuple[str, bytes]:
    """A night at several tables in a file, and its checkpoint."""
    store = SqliteStore(tmp_path / "night.db")
    full_night(store, seed=7, commands=240)
    signed = make_checkpoint(store.log.heads(), 1_700_000_000_000_000, 1, KEY)
    store.close()
    return str(tmp_path / "night.db"), signed


def found(url: str, signed: bytes) -> list[Finding]:
    reading = read_log(url)
    try:
        return verify(reading, signed, KEY.public_key())
    finally:
        reading.close()


def shared(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setattr(apart, "WORTH_IT", 1)
    monkeypatch.setattr(apart, "_cores", lambda: 3)
    reading = read_log(url)
    assert apart.shared_out(reading)
    reading.close()


def test_a_sound_log_is_sound_for_several(log: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch, log[0])
    assert found(*log) == []


@pytest.mark.parametrize("change", TAMPERS)
def test_several_find_what_one_finds(
    log: tuple[str, bytes], change: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    db = sqlite3.connect(log[0])
    with unguarded(db):
        db.execute(change)
    db.commit()
    db.close()
    alone = found(*log)
    shared(monkeypatch, log[0])
    assert alone
    assert sorted(map(str, found(*log))) == sorted(map(str, alone))


def test_all_of_them_know_who_was_excluded(log: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Dated back to before the night: whoever followed the tables, each of the person's buy-ins is found."""
    store = SqliteStore(Path(log[0]))
    bought = [row for head in store.log.heads() for row in store.log.read(head.stream) if row.kind == "bought-in"]
    player = msgspec.json.decode(bought[0].body)["player"]
    desk, boss = Desk(store), ("max", "gaming_manager")
    seen = ReportIncident("star-craps", "device", player, "a computer")
    for key, body in (("x1", seen), ("x2", TakeMeasure(1, "exclude", "a device"))):
        assert not desk.submit(Envelope(key, "incidents", *boss, body)).reason
    store.close()
    db = sqlite3.connect(log[0])
    with unguarded(db):
        db.execute("UPDATE records SET at = version WHERE stream = 'incidents'")
    db.commit()
    db.close()
    alone = found(*log)
    times = sum("was excluded" in one.what and one.stream.startswith("table/") for one in alone)
    assert times >= sum(msgspec.json.decode(row.body)["player"] == player for row in bought)
    shared(monkeypatch, log[0])
    assert sorted(map(str, found(*log))) == sorted(map(str, alone))


def test_what_a_helper_cannot_do_is_done_without_it(log: tuple[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch, log[0])
    monkeypatch.setattr("feltwork.verifier.parallel.sys.executable", "/bin/false")
    assert found(*log) == []


def test_a_short_log_is_followed_by_one(log: tuple[str, bytes]) -> None:
    reading = read_log(log[0])
    assert apart.shared_out(reading) == []
    reading.close()
