"""Upgrades: schemas checked at the start, `feltwork migrate`, and the release before beside this one."""

from __future__ import annotations

import io
import json
import lzma
import os
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path

import psycopg
import pytest

from feltwork.cli.main import run
from feltwork.engine import versions
from feltwork.engine.desk import Desk
from feltwork.engine.versions import check_schema, schemas
from feltwork.server.ops.heartbeat import KINDS, SHELF, check_beside
from feltwork.store import migrating, sqlite_file
from feltwork.store.migrating import OlderSchemaError
from feltwork.store.opening import open_store, open_to_read
from feltwork.store.port import Head, StoreError
from feltwork.store.postgres import has_log
from feltwork.store.sqlite import SqliteStore
from tests.faults.load import SEED, recorded, verified
from tests.server.processes import floor_file
from tests.server.test_unfollowed import UNKNOWN_KIND, poison

ROOT = Path(__file__).parents[2]
BEFORE = "725394f"
"""The release whose logs are kept in tests/data."""
Capture = pytest.CaptureFixture[str]


def older(path: Path) -> int:
    """A database of the schema before the last; its number."""
    kept = migrating.scripts("sqlite")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrating, "scripts", lambda database: kept[:-1])
        patch.setattr(sqlite_file, "pending", migrating.pending)
        connection = sqlite3.connect(path, isolation_level=None)
        for number, script in enumerate(kept[:-1], 1):
            for statement in sqlite_file.statements(script):
                connection.execute(statement)
            connection.execute("REPLACE INTO meta VALUES ('schema_version', ?)", (str(number),))
        connection.close()
    return len(kept) - 1


def test_a_start_does_not_change_an_older_database_and_migrate_does(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "floor.sqlite"
    number = older(path)
    config = floor_file(tmp_path, str(path))
    assert run(["serve", "--config", str(config)]) == 2
    said = capsys.readouterr().err
    assert f"the database has schema {number}, and this program needs {number + 1}" in said
    assert "feltwork migrate" in said
    assert schemas(str(path)) == (number, number + 1), "nothing was changed"
    assert run(["serve", "--config", str(config), "--check"]) == 1
    assert "the floor would not start" in capsys.readouterr().out
    assert run(["migrate", str(path), "--check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["migrate"] is True
    assert schemas(str(path))[0] == number, "a check changes nothing"
    assert run(["migrate", str(path)]) == 0
    assert f"schema {number} -> {number + 1}" in capsys.readouterr().out
    check_schema(str(path))
    assert run(["migrate", str(path)]) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_a_newer_database_is_refused_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "floor.sqlite"
    SqliteStore(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("REPLACE INTO meta VALUES ('schema_version', '99')")
    connection.close()
    for command in (["serve", "--config", str(floor_file(tmp_path, str(path)))], ["migrate", str(path)]):
        assert run(command) == 2
        said = capsys.readouterr().err
        assert "schema 99" in said
        assert len(said.strip().splitlines()) == 1
    assert run(["migrate", str(path), "--check"]) == 1
    assert "run a newer one" in capsys.readouterr().out
    with pytest.raises(StoreError, match="knows versions up to"):
        open_store(str(path))


def test_progress_counts_the_records_of_all_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "NOTICED", 2)
    store = SqliteStore(tmp_path / "floor.sqlite")
    for table in ("one", "two", "three", "four"):
        poison(str(tmp_path / "floor.sqlite"), f"table/{table}", UNKNOWN_KIND)
    done: list[int] = []
    assert len(list(versions.unreadable_events(store.log, done.append))) == 4
    assert done == [2, 2]
    store.close()


def test_an_unreadable_decision_to_pass_over_is_told(tmp_path: Path, capsys: Capture) -> None:
    path = str(tmp_path / "floor.sqlite")
    SqliteStore(path).close()
    poison(path, "passed", UNKNOWN_KIND)
    assert run(["migrate", path, "--check"]) == 1
    assert "a decision to pass an event over cannot be read" in capsys.readouterr().out


def test_a_postgresql_database_has_its_schema_checked(postgres_schema: str) -> None:
    assert schemas(postgres_schema)[0] == 0
    check_schema(postgres_schema)
    store = open_store(postgres_schema)
    found, known = schemas(postgres_schema)
    assert found == known
    store.connections._writer.execute("UPDATE meta SET value = '1' WHERE name = 'schema_version'")  # type: ignore[attr-defined]
    store.connections._writer.commit()  # type: ignore[attr-defined]
    with pytest.raises(OlderSchemaError, match="has schema 1"):
        check_schema(postgres_schema)
    store.close()


READING = (
    ["migrate", "DB", "--check"],
    ["ledger", "DB"],
    ["cage", "report", "DB"],
    ["cage", "tickets", "DB"],
    ["audit", "integrity", "DB"],
    ["audit", "verify", "DB"],
    ["replay", "DB", "--table", "t"],
    ["people", "show", "DB"],
    ["acceptor", "list", "--db", "DB"],
    ["staff", "list", "--db", "DB"],
    ["terminal", "list", "--db", "DB"],
    ["backup", "DB", "COPY"],
)
WRITING = (
    ["people", "add", "DB", "p-1", "--name", "Ann"],
    ["acceptor", "remove", "--db", "DB", "--table", "t", "--seat", "1", "--by", "morgan"],
    ["grant", "DB", "nobody_yet"],
)


def test_only_migrate_changes_an_older_schema_on_a_server(
    tmp_path: Path, postgres_schema: str, capsys: Capture
) -> None:
    """Other processes may be at work in it: whoever reads reads it as it is, and whoever writes says what to do."""
    store = open_store(postgres_schema)
    desk = Desk(store)
    for envelope in recorded(SEED, rounds=1):
        desk.submit(envelope)
    desk.close()
    store.close()
    with psycopg.connect(postgres_schema, autocommit=True) as db:
        db.execute("COMMENT ON TABLE records IS NULL; COMMENT ON TABLE postings IS NULL; UPDATE meta SET value = '3'")
    config = floor_file(tmp_path, postgres_schema)
    for command in (
        *READING,
        *WRITING,
        ["serve", "--config", str(config), "--check"],
        ["serve", "--config", str(config)],
    ):
        asked = [{"DB": postgres_schema, "COPY": str(tmp_path / "copy.sqlite")}.get(word, word) for word in command]
        code, said = run(asked), capsys.readouterr()
        assert schemas(postgres_schema)[0] == 3, command
        if command in READING:
            assert code == 0, (command, said)
        else:
            assert code, command
            assert "the database has schema 3, and this program needs 4: back it up, then run" in said.err + said.out
    assert run(["migrate", str(tmp_path / "copy.sqlite"), "--check"]) == 0, "and the backup is whole"
    capsys.readouterr()
    assert run(["migrate", postgres_schema]) == 0
    assert "schema 3 -> 4" in capsys.readouterr().out
    assert verified(postgres_schema) == []


def test_a_database_opened_to_be_read_is_not_written_to(postgres_schema: str) -> None:
    open_store(postgres_schema).close()
    store = open_to_read(postgres_schema)
    with pytest.raises(StoreError, match="read-only transaction"):
        store.settings.put("shelf", "name", b"")
    store.close()


def test_what_this_program_cannot_read_is_told_by_its_place(tmp_path: Path, capsys: Capture) -> None:
    packed, path = ROOT / "tests/data/star-craps.db.xz", tmp_path / "floor.sqlite"
    path.write_bytes(lzma.decompress(packed.read_bytes()))
    assert run(["migrate", str(path), "--check"]) == 0
    assert "this program can run on it" in capsys.readouterr().out
    run(["migrate", str(path)])
    stream = next(head.stream for head in _heads(path) if head.stream.startswith("table/"))
    version = poison(str(path), stream, UNKNOWN_KIND)
    capsys.readouterr()
    assert run(["migrate", str(path), "--check"]) == 1
    assert f"{stream} version {version}: events of the kind 'confetti-thrown'" in capsys.readouterr().out


def _heads(path: Path) -> list[Head]:
    store = SqliteStore(path)
    try:
        return list(store.log.heads())
    finally:
        store.close()


@pytest.fixture(scope="module")
def release_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of the release before, out of this project's history."""
    found = subprocess.run(["git", "archive", BEFORE, "src"], cwd=ROOT, capture_output=True, check=False)
    if found.returncode:
        pytest.skip(f"this tree has no history with commit {BEFORE}: the release before cannot be run beside this one")
    folder = tmp_path_factory.mktemp("before")
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's Python has none yet
        archive.extractall(folder)
    return folder / "src"


def rehearsal(source: Path, database: str, book: str, rounds: int, seed: int = 7) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-m", "feltwork", "rehearse", "--db", database, "--books", book]
    command += ["--rounds", str(rounds), "--seed", str(seed)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_release_before_plays_beside_this_one(release_before: Path, postgres_schema: str) -> None:
    """It plays while this one reads and verifies; this one plays on after it; then it says that it cannot."""
    old = rehearsal(release_before, postgres_schema, "star-craps", 25)
    looked = 0
    while old.poll() is None:
        if has_log(postgres_schema):
            assert verified(postgres_schema) == []
            looked += 1
    assert old.returncode == 0, old.communicate()[1]
    old.communicate()
    assert looked > 1, "it was verified while it was played on"
    store = open_store(postgres_schema)
    assert Desk(store).table("star-craps-7").version == store.log.head("table/star-craps-7").version > 100
    store.close()
    new = rehearsal(ROOT / "src", postgres_schema, "star-craps", 5, seed=8)
    assert "5 of 5 rounds" in new.communicate(timeout=120)[1]
    assert new.returncode == 0
    assert verified(postgres_schema) == []
    refused = rehearsal(release_before, postgres_schema, "star-craps", 1, seed=9)
    said = refused.communicate(timeout=120)[1]
    assert (refused.returncode, len(said.splitlines())) == (2, 1), said
    assert "cannot be read" in said


def test_processes_that_know_other_events_do_not_run_side_by_side(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "floor.sqlite")
    now = store.now()
    store.settings.put(SHELF, "here-1", json.dumps({"at": now, "pid": 1, "kinds": KINDS}).encode())
    check_beside(store)
    store.settings.put(SHELF, "there-2", json.dumps({"at": now - 60_000_000, "pid": 2, "kinds": "other"}).encode())
    check_beside(store)  # it has been gone for a minute
    for kinds in ({"kinds": "other"}, {}):
        store.settings.put(SHELF, "there-2", json.dumps({"at": now, "pid": 2, **kinds}).encode())
        with pytest.raises(StoreError, match="there-2 is of another release"):
            check_beside(store)
    store.close()
