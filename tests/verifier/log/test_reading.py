"""Logs are read straight from the database; what is no log is refused in one line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.keys.checkpoint import make_checkpoint
from feltwork.verifier.log.database import ReadError
from feltwork.verifier.log.reading import read_log, read_postgres, read_sqlite
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.verify import verify
from tests.unguarded import unguarded
from tests.verifier.night import Night, full_night, night_rows

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger'"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, Night]:
    path = tmp_path_factory.mktemp("log") / "pit.db"
    store = SqliteStore(path)
    night = full_night(store, 3, 90)
    checkpoint = make_checkpoint(store.log.heads(), store.now(), 1, KEY)
    rows = night_rows(night)
    store.close()
    with closing(read_sqlite(path)) as reading:
        assert rows == [row for name in reading.streams() for row in reading.records(name)]
    return path, checkpoint, night


def found(path: Path | str, *proof: Any) -> list[Finding]:
    """What the verifier finds in a file."""
    with closing(read_sqlite(path)) as reading:
        return verify(reading, *proof)


@pytest.fixture
def copy(made: tuple[Path, bytes, Night], tmp_path: Path) -> Path:
    path = tmp_path / "copy.db"
    path.write_bytes(made[0].read_bytes())
    return path


def test_a_file_is_sound(made: tuple[Path, bytes, Night]) -> None:
    with closing(read_log(f"sqlite:{made[0]}")) as reading:
        assert verify(reading, made[1], KEY.public_key()) == []


def test_a_file_can_be_read_while_the_server_writes(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "live.db")
    night = full_night(store, 4, 30)
    with closing(read_sqlite(tmp_path / "live.db")) as reading:
        night.play("c1", 30)
        assert verify(reading) == []
    assert found(tmp_path / "live.db") == []
    store.close()


def test_a_file_on_a_disk_that_cannot_be_written_to(copy: Path) -> None:
    copy.chmod(0o400)
    copy.parent.chmod(0o500)
    try:
        assert found(copy) == []
    finally:
        copy.parent.chmod(0o700)


EDITS = [
    "UPDATE records SET actor = 'x' WHERE version = 3",
    "UPDATE records SET hash = zeroblob(32) WHERE stream = 'cage' AND version = 2",
    "DELETE FROM records WHERE stream = 'table/c1' AND version = 20",
    "DELETE FROM records WHERE stream = 'table/c1' AND version > 50",
    "UPDATE records SET postings = '{}' WHERE stream = 'cage'",
    "UPDATE records SET postings = replace(postings, ':', ':1') WHERE stream = 'table/c1'",
    "UPDATE records SET postings = replace(postings, ':-', ':') WHERE stream = 'table/c1'",
    "UPDATE records SET postings = 'x' WHERE stream = 'cage' AND version = 1",
    "UPDATE records SET postings = '[1]' WHERE stream = 'cage' AND version = 1",
    "DELETE FROM answers WHERE key = 'k20'",
    "UPDATE answers SET last = last + 1 WHERE first > 0",
    "UPDATE books SET body = CAST(replace(CAST(body AS TEXT), '6.1.9', '6.1.8') AS BLOB)",
    "DELETE FROM books",
]


@pytest.mark.parametrize("edit", EDITS)
def test_edits_made_with_sql_are_found(copy: Path, made: tuple[Path, bytes, Night], edit: str) -> None:
    database = sqlite3.connect(copy, isolation_level=None)
    with unguarded(database):
        assert database.execute(edit).rowcount
    database.close()
    assert found(copy, made[1], KEY.public_key())


def _said(path: Path | str) -> str:
    with pytest.raises(ReadError) as caught:
        found(path)
    said = str(caught.value)
    assert said
    assert "\n" not in said
    return said


def test_a_missing_file(tmp_path: Path) -> None:
    assert "is not there" in _said(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()
    assert "is not a file" in _said(tmp_path)
    assert "cannot be read" in _said("a\0b")


def test_what_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"")
    assert "is empty" in _said(path)
    path.write_bytes(b"hello" * 1000)
    assert "no SQLite database" in _said(path)


def test_truncated_files(copy: Path) -> None:
    whole = copy.read_bytes()
    for part in (100, 600, 4096, len(whole) // 3, len(whole) // 2, len(whole) - 4096, len(whole) - 10):
        copy.write_bytes(whole[:part])
        assert "damaged" in _said(copy) or "no SQLite database" in _said(copy)


def test_bytes_overwritten(copy: Path) -> None:
    whole = copy.read_bytes()
    middle = len(whole) // 2 // 4096 * 4096
    copy.write_bytes(whole[:middle] + b"\xff" * 4096 + whole[middle + 4096 :])
    assert "damaged" in _said(copy)


def retold(path: Path, old: str, new: str) -> None:
    """Let the file say something else of its records' table."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'records'", (old, new))
    ((version,),) = db.execute("PRAGMA schema_version")
    db.execute(f"PRAGMA schema_version = {version + 1}")
    db.close()


@pytest.mark.parametrize(
    ("column", "value"),
    [("at", 1.5), ("key", b"k"), ("kind", b"k"), ("body", "{}"), ("postings", b"{}"), ("hash", "h")],
)
def test_values_of_another_kind(copy: Path, column: str, value: object) -> None:
    with closing(read_sqlite(copy)) as reading:
        assert reading.db.typed
    retold(copy, ") STRICT", ")")
    db = sqlite3.connect(copy, isolation_level=None)
    for (name,) in list(db.execute(TRIGGERS)):
        db.execute(f"DROP TRIGGER {name}")
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute(f"UPDATE records SET {column} = ? WHERE stream LIKE 'table/%' AND version = 2", (value,))
    db.close()
    with pytest.raises(ReadError, match="a column holds the wrong kind of value"):
        found(copy)
    retold(copy, "hash BLOB NOT NULL CHECK (length(hash) = 32),", "hash BLOB NOT NULL,")
    retold(copy, "\n)", "\n) STRICT")
    with pytest.raises(ReadError, match="is damaged"):
        read_sqlite(copy)
    kind = {"at": "INTEGER", "body": "BLOB", "hash": "BLOB"}.get(column, "TEXT")
    retold(copy, f"{column} {kind}", f"{column} ANY")
    with pytest.raises(ReadError, match="a column holds the wrong kind of value"):
        found(copy)


def test_another_schema(copy: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE records (a)")
    database.commit()
    database.close()
    assert "has no table meta" in _said(other)
    database = sqlite3.connect(copy)
    database.execute("UPDATE meta SET value = '99' WHERE name = 'schema_version'")
    database.commit()
    assert "schema version 99" in _said(copy)
    database.execute("ALTER TABLE answers RENAME TO replies")
    database.commit()
    database.close()
    assert "has no table answers" in _said(copy)


def test_no_database_server() -> None:
    with pytest.raises(ReadError, match=r"^PostgreSQL cannot be reached: [^\n]+$"):
        read_log("postgresql://nobody:secret@127.0.0.1:1/none")
    with pytest.raises(ReadError) as caught:
        read_log("postgresql://nobody:secret@127.0.0.1:1/none?no_such=secret")
    assert "secret" not in str(caught.value)


def test_a_log_in_postgresql(postgres_schema: str) -> None:
    from feltwork.store.postgres import PostgresStore

    with pytest.raises(ReadError, match="has no table meta"):
        read_log(postgres_schema)
    store = PostgresStore(postgres_schema)
    night = full_night(store, 5, 30)
    checkpoint = make_checkpoint(store.log.heads(), store.now(), 1, KEY)
    reading = read_postgres(postgres_schema)
    try:
        assert night_rows(night) == [row for name in reading.streams() for row in reading.records(name)]
        assert verify(reading, checkpoint, KEY.public_key()) == []
    finally:
        reading.close()  # it holds a transaction open, and with it the tables
        store.close()
