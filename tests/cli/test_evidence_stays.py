"""Evidence stays as it is, whoever looks at it, and nothing signs an old or an edited log into use."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.store.sql import ANSWER
from feltwork.store.sqlite import SqliteStore
from tests.cli.test_cli import answer, complaint
from tests.cli.test_live_cli import played
from tests.desk.test_schema import first_schema
from tests.unguarded import unguarded

Capture = pytest.CaptureFixture[str]
__all__ = ["played"]


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def old(played: Path) -> Path:
    """The same log as the first version of the program kept it."""
    store = SqliteStore(played)
    records = [record for head in store.log.heads() for record in store.log.read(head.stream)]
    store.close()
    database = sqlite3.connect(played)
    answers = database.execute(f"SELECT {ANSWER} FROM answers").fetchall()
    books = dict(database.execute("SELECT * FROM books").fetchall())
    database.close()
    path = played.parent / "old.db"
    first_schema(path, records, answers, books)
    return path


def test_what_only_reads_leaves_an_older_file_as_it_is(played: Path, old: Path, capsys: Capture) -> None:
    before = fingerprint(old)
    for words in (
        ("replay", "DB", "--table", "star-craps-7", "--round", "2"),
        ("ledger", "DB"),
        ("cage", "report", "DB"),
        ("people", "show", "DB"),
    ):
        told = [answer(capsys, *(str(db) if word == "DB" else word for word in words)) for db in (old, played)]
        assert told[0] == told[1], words
    answer(capsys, "audit", "checkpoint", str(old), "--key", str(old.parent / "key"), "--out", str(old.parent / "two"))
    answer(capsys, "backup", str(old), str(old.parent / "copy.db"))
    assert fingerprint(old) == before
    assert not list(old.parent.glob("old.db-*"))
    answer(capsys, "rehearse", "--rounds", "1", "--books", "dragon-fire", "--seed", "8", "--db", str(old))
    assert fingerprint(old) != before, "played on, it is brought up to date"


def test_a_file_that_nobody_may_write_to_is_read(
    played: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("replay", str(played), "--table", "star-craps-7", "--round", "2")
    told = answer(capsys, *words)
    played.chmod(0o400)
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != played and may(path, mode))  # as for most users
    assert answer(capsys, *words) == told


def test_an_older_copy_is_not_signed_over_what_a_checkpoint_has_seen(played: Path, capsys: Capture) -> None:
    room = played.parent
    answer(capsys, "backup", str(played), str(room / "old.db"))
    answer(capsys, "rehearse", "--rounds", "1", "--books", "star-craps", "--seed", "8", "--db", str(played))
    signing = ("--key", str(room / "key"), "--out", str(room / "last"))
    answer(capsys, "audit", "checkpoint", str(played), *signing)
    before = fingerprint(room / "last")
    said = complaint(capsys, "audit", "checkpoint", str(room / "old.db"), *signing)
    assert "is older than its last checkpoint and is not signed" in said
    assert "numbers go up" in complaint(capsys, "audit", "checkpoint", str(played), *signing, "--number", "1")
    assert fingerprint(room / "last") == before


def edited(db: Path, sql: str) -> Path:
    """A copy of a log, changed by somebody who has the file."""
    copy = db.parent / "edited.db"
    with sqlite3.connect(db) as old, sqlite3.connect(copy) as new:
        old.backup(new)
        with unguarded(new):
            assert new.execute(sql).rowcount
    old.close()
    new.close()
    return copy


def test_an_edited_log_is_not_restored(played: Path, capsys: Capture) -> None:
    room = played.parent
    proof = ("--checkpoint", str(room / "signed"), "--key", str(room / "key.pub"))
    bad = edited(played, "UPDATE records SET actor = 'eve' WHERE stream = 'table/star-craps-7' AND version = 20")
    said = complaint(capsys, "restore", str(bad), str(room / "back.db"), *proof)
    assert "is not restored, for it is not sound: chain: table/star-craps-7@20" in said
    assert not (room / "back.db").exists()
    answer(capsys, "restore", str(played), str(room / "back.db"), *proof)


def test_the_ledger_holds_accounts_against_the_tables(played: Path, capsys: Capture) -> None:
    """Postings that balance and still say something else than the events do."""
    last = "(SELECT max(seq) FROM records WHERE kind = 'wager-placed' AND stream = 'table/star-craps-7')"
    database = sqlite3.connect(played)
    ((postings,),) = database.execute(f"SELECT postings FROM records WHERE seq = {last}")
    database.close()
    more = {account: 3 * cents for account, cents in json.loads(postings).items()}
    bad = edited(played, f"UPDATE records SET postings = '{json.dumps(more)}' WHERE seq = {last}")
    capsys.readouterr()
    assert run(["ledger", str(bad)]) == 1
    said = capsys.readouterr().out
    assert "by its postings" in said
    assert "money sums to" not in said
    huge = edited(played, f"UPDATE records SET postings = '{{\"a\":{10**23 - 1}}}' WHERE seq = {last}")
    assert "no whole cents" in complaint(capsys, "ledger", str(huge))


@pytest.mark.parametrize("every", ["nan", "inf", "1e10", "0"])
def test_how_often_is_a_number_of_seconds(played: Path, every: str, capsys: Capture) -> None:
    key, out = str(played.parent / "key"), str(played.parent / "often")
    said = complaint(capsys, "audit", "checkpoint", str(played), "--key", key, "--out", out, "--every", every)
    assert "--every" in said
    assert not Path(out).exists()


def test_the_same_seed_gives_the_same_log_hash_for_hash(tmp_path: Path, capsys: Capture) -> None:
    logs = []
    for name in ("one.db", "two.db"):
        answer(capsys, "rehearse", "--rounds", "12", "--seed", "5", "--db", str(tmp_path / name))
        database = sqlite3.connect(tmp_path / name)
        logs.append(database.execute("SELECT * FROM records ORDER BY seq").fetchall())
        database.close()
    assert logs[0] == logs[1]
    assert len(logs[0]) > 1000
    answer(capsys, "rehearse", "--rounds", "2", "--seed", "6", "--db", str(tmp_path / "one.db"))
    assert run(["audit", "verify", str(tmp_path / "one.db")]) == 0, "a second night goes on from the first"


def test_what_is_asked_of_a_table_that_is_not_there(played: Path, capsys: Capture) -> None:
    key = str(played.parent / "draw.key")
    answer(capsys, "draw", "key", key)
    said = complaint(capsys, "draw", "deal", str(played), "--key", key, "--once", "--table", "nope")
    assert "there is no table 'nope', only dragon-fire-7, star-craps-7" in said
    signed, out = str(played.parent / "signed"), str(played.parent / "pack.json")
    asked = ("--table", "nope", "--round", "1", "--checkpoint", signed, "--out", out)
    assert "there is no table 'nope' in this log" in complaint(capsys, "audit", "pack", str(played), *asked)
    told = json.loads(answer(capsys, "replay", str(played), "--table", "star-craps-7", "--json"))
    assert told == {"table": "star-craps-7", "rounds": 6}
