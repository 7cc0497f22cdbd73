"""A store after a kill, on a full or failing disk, and in front of files that are no store."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from feltwork.store import migrating
from feltwork.store.chain import chain_hash, columns
from feltwork.store.port import FIRST, Answer, Batch, Record, StoreError
from feltwork.store.sqlite import SqliteStore
from tests.store.appender import draft, sealed

ROOT = Path(__file__).parents[2]
KILLS = 10


def appender(path: Path, count: int, limit: int = 0) -> subprocess.Popen[str]:
    """A process that has opened the store and waits for a line before it appends."""
    command = [sys.executable, "-m", "tests.store.appender", str(path), "t", str(count), str(limit)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def intact(path: Path) -> list[Record]:
    """All records, after SQLite and the chain both say that nothing is missing or twice."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    store = SqliteStore(path)
    records, before = list(store.log.read("t")), FIRST
    for number, record in enumerate(records, 1):
        assert record.version == number
        assert record.hash == chain_hash(before, columns(record))
        before = record.hash
    moved = 5 * (len(records) // 2)
    assert len(records) % 2 == 0, "a batch of two is there whole or not at all"
    assert store.log.balances() == ({"bank": -moved, "seat/1": moved} if moved else {})
    store.close()
    return records


def test_kills_lose_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    acknowledged: dict[int, str] = {}
    for turn in range(KILLS):
        process = appender(path, 100_000)
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        time.sleep(0.02 + 0.013 * turn)
        process.kill()
        printed, _ = process.communicate()
        for line in printed.splitlines(keepends=True):
            if line.endswith("\n"):  # a line cut by the kill was not heard
                version, key = line.split()
                assert int(version) not in acknowledged
                acknowledged[int(version)] = key
        records = intact(path)
        assert len(records) >= max(acknowledged, default=0)
        assert all(records[version - 1].key == key for version, key in acknowledged.items())
    assert len(acknowledged) > KILLS
    store = SqliteStore(path)
    assert all(store.log.answer(key) for key in acknowledged.values())
    store.close()


def test_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    store = SqliteStore(path)
    pages = store.connections._writer.execute("PRAGMA page_count").fetchone()[0]
    store.connections._writer.execute(f"PRAGMA max_page_count = {pages + 40}")
    failed, written = None, 0
    for number in range(1000):
        try:
            drafts = [draft("t", str(number), 5, b"x" * 2000), draft("t")]
            store.log.append(Batch(tuple(sealed(store.log.head("t"), drafts)), (Answer(str(number), b"", "t", 0, 0),)))
        except StoreError as error:
            failed = str(error)
            break
        written += 2
    assert failed == f"{path} could not be written: the disk is full"
    assert store.log.commits == written // 2 > 0
    assert store.log.head("t").version == written
    assert store.log.answer(str(written // 2)) is None
    # Once there is room again the same store goes on.
    store.connections._writer.execute("PRAGMA max_page_count = 100000")
    store.log.append(Batch(tuple(sealed(store.log.head("t"), [draft("t", cents=5), draft("t")]))))
    store.close()
    assert len(intact(path)) == written + 2


def test_a_failing_disk(tmp_path: Path) -> None:
    """A write that the system refuses half-way: said in one line, and the store wants to be opened afresh."""
    path = tmp_path / "log.sqlite"
    process = appender(path, 100_000, limit=500_000)
    printed, _ = process.communicate("go\n")
    assert process.returncode == 3
    *acknowledged, failed, again = printed.splitlines()
    assert failed.startswith(f"failed {path} could not be read or written: the disk reported an error")
    assert again.endswith("the store must be opened again")
    records = intact(path)
    assert acknowledged
    assert all(records[int(v) - 1].key == key for v, key in (line.split() for line in acknowledged))


def test_a_failed_commit_leaves_the_store_usable(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.sqlite", wait_ms=10)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    batch = Batch(tuple(sealed(store.log.head("t"), [draft("t", cents=5), draft("t")])))
    with pytest.raises(StoreError, match=r"log\.sqlite is locked by another process$"):
        store.log.append(batch)
    assert store.log.head("t").version == 0, "readers go on while somebody else holds the write lock"
    other.execute("ROLLBACK")
    other.close()
    store.log.append(batch)
    assert store.log.commits == 1
    store.close()
    assert len(intact(store.path)) == 2


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A store of a few pages, closed."""
    found = tmp_path / "log.sqlite"
    store = SqliteStore(found)
    store.log.append(Batch(tuple(sealed(store.log.head("t"), [draft("t", str(n), 5, b"x" * 500) for n in range(200)]))))
    store.close()
    assert not Path(f"{found}-wal").exists()
    yield found
    assert not list(tmp_path.glob(".feltwork-*")), "nothing half-made is left lying about"


def complaint(path: Path | str) -> str:
    with pytest.raises(StoreError) as caught:
        SqliteStore(path, wait_ms=50)
    told = str(caught.value)
    assert "\n" not in told
    assert Path(path).name in told
    return told


@pytest.mark.parametrize("kept", [0, 1, 100, 511])
def test_a_file_cut_to_nothing_is_not_taken_for_a_new_store(path: Path, kept: int) -> None:
    os.truncate(path, kept)
    assert complaint(path).endswith("is not a store: it is empty or cut short")


@pytest.mark.parametrize("kept", [512, 4095, 4096, 5000, 20_000])
def test_a_truncated_file(path: Path, kept: int) -> None:
    os.truncate(path, kept)
    assert "is damaged: it is cut short" in complaint(path)


@pytest.mark.parametrize("start", [0, 100])
def test_a_scribbled_file(path: Path, start: int) -> None:
    content = bytearray(path.read_bytes())
    content[start : start + 200] = b"\xa5" * 200
    path.write_bytes(content)
    assert "is damaged" in (told := complaint(path)) or "no SQLite database" in told


def test_a_scribbled_page_is_found_when_it_is_read(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for page in range(30, 40):
        content[page * 4096 : page * 4096 + 300] = b"\xa5" * 300
    path.write_bytes(content)
    store = SqliteStore(path)
    with pytest.raises(StoreError, match=r"is damaged: [^\n]+$"):
        list(store.log.read("t"))
    store.close()


def test_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes\n" * 500)
    assert complaint(path).endswith("is not a store: it is no SQLite database")
    assert path.read_text() == "these are notes\n" * 500


@pytest.mark.parametrize("table", ["songs (name)", "meta (songs)", "meta (name, value)"])
def test_another_programs_database(tmp_path: Path, table: str) -> None:
    path = tmp_path / "songs.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE {table}")
    connection.close()
    before = path.read_bytes()
    assert complaint(path).endswith("another program's SQLite database")
    assert path.read_bytes() == before


KNOWN = len(migrating.scripts("sqlite"))


@pytest.mark.parametrize("version", [str(KNOWN + 1), "99", "-1", "1.5", "²", "", "one\nmore"])
def test_another_schema_version(path: Path, version: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = ? WHERE name = 'schema_version'", (version,))
    connection.commit()
    connection.close()
    told = complaint(path)
    assert f"this program knows versions up to {KNOWN}" in told or (version == "" and "another program's" in told)


def test_a_later_schema_is_made_from_this_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = migrating.scripts("sqlite")
    before = path.read_bytes()
    monkeypatch.setattr(migrating, "scripts", lambda _: (*first, "CREATE TABLE more (n INTEGER);\nCREATE TABLE ();"))
    assert "failed" in complaint(path)
    assert path.read_bytes() == before, "a migration that fails changes nothing"
    monkeypatch.setattr(migrating, "scripts", lambda _: (*first, "CREATE TABLE more (n INTEGER);"))
    SqliteStore(path).close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT value FROM meta").fetchall() == [(str(len(first) + 1),)]
    assert connection.execute("SELECT * FROM more").fetchall() == []
    connection.close()
    monkeypatch.undo()
    assert f"has schema version '{len(first) + 1}'" in complaint(path)


def test_a_locked_file(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    assert complaint(path).endswith("is locked by another process")
    other.execute("ROLLBACK")
    other.close()
    SqliteStore(path).close()


def test_a_lost_file_with_its_log_still_there(path: Path) -> None:
    path.rename(f"{path}-wal")
    assert "is missing, but its write-ahead log is there" in complaint(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (lambda folder: folder, "it is a folder"),
        (lambda folder: folder / "none" / "log.sqlite", "No such file or directory"),
        (lambda folder: folder / "log.sqlite" / "log.sqlite", "Not a directory"),
        (lambda folder: folder / ("x" * 300), "File name too long"),
        (lambda folder: "/dev/null", "not a plain file"),
    ],
)
def test_places_where_no_store_can_be(path: Path, place: Callable[[Path], Path | str], says: str) -> None:
    assert says in complaint(place(path.parent))


def test_a_name_with_a_nul(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened") as caught:
        SqliteStore(tmp_path / "a\0b")
    assert "\0" not in str(caught.value)


USE_AS_NOBODY = """
import os, sys
from feltwork.store.sqlite import SqliteStore
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
try:
    SqliteStore(sys.argv[1])
except Exception as error:
    sys.stdout.write(f"{type(error).__name__}: {error}")
"""


@pytest.mark.parametrize("case", ["file", "folder", "new"])
def test_a_path_this_user_may_not_use(case: str) -> None:
    """Root may use every path, so the store is opened by a child that has become an ordinary user."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "log.sqlite")
        SqliteStore(path).close()
        path.chmod(0o400 if case == "file" else 0o666)
        Path(folder).chmod(0o777 if case == "file" else 0o555)
        place = Path(folder, "other.sqlite") if case == "new" else path
        told = subprocess.run(
            [sys.executable, "-c", USE_AS_NOBODY, place], capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout
        Path(folder).chmod(0o700)
    assert told.startswith(f"StoreError: {place} cannot be "), told
    assert "\n" not in told
