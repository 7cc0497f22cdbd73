"""A store in one SQLite file, for a table or a pit: every append is on disk when it returns.

Several processes may share the file. The write-ahead log keeps readers going while one writer commits, and the
write lock is taken before the head is looked at, so what was checked is what is followed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from threading import Condition, Lock
from time import monotonic
from typing import Any

import msgspec
from msgspec.structs import astuple

from feltwork.store.checks import TakenBackError, advanced, check_mark, check_shelved, check_values
from feltwork.store.clock import Clock, last_time, machine_time, steady_count
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.port import (
    POLL,
    Answer,
    Batch,
    CommitMark,
    ConflictError,
    Head,
    Person,
    Record,
    StoreError,
    UnknownOutcomeError,
)
from feltwork.store.sql import (
    ANSWER,
    GET,
    RECORD,
    SUMMED,
    WHOLE_RECORD,
    Carried,
    LogReads,
    Row,
    SqlPeople,
    SqlSettings,
    SqlSnapshots,
    answer_rows,
    answer_sum,
    row_sum,
    whole_records,
    whole_rows,
    with_sums,
)
from feltwork.store.sqlite_file import connect, explained, prepare

CLASHES = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_TRIGGER,
}
NOT_COMMITTED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL}
"""What COMMIT may answer before its last frame is written: then nothing is committed, and later it never will be."""
HEAD = "SELECT version, hash FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1"
HEADS = """
WITH RECURSIVE names(stream) AS (
    SELECT min(stream) FROM records
    UNION ALL
    SELECT (SELECT min(r.stream) FROM records r WHERE r.stream > names.stream) FROM names WHERE stream IS NOT NULL
)
SELECT stream, version, hash FROM names JOIN records USING (stream)
WHERE version = (SELECT max(version) FROM records r WHERE r.stream = names.stream)
ORDER BY stream
"""
"""Hops from stream to stream along the primary key instead of going through every record."""
READ = f"SELECT {WHOLE_RECORD} FROM records WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
ANSWERS = f"SELECT {ANSWER} FROM answers WHERE key IN (SELECT value FROM json_each(?))"
SUMMED_ANSWER = f"{ANSWER}, sum"
AT_ONCE = 64
"""Rows that one statement inserts at most: a row in a long statement costs half of what one by itself does."""
ADD_BOOK = "INSERT INTO books SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM books WHERE fingerprint = ?1)"
SAVE_SNAPSHOT = "REPLACE INTO snapshots VALUES (?, ?, ?, ?)"
PUT = "REPLACE INTO shelves VALUES (?, ?, ?, ?)"
TAKE = "DELETE FROM shelves WHERE shelf = ? AND name = ? RETURNING body"
SAVE_PERSON = "REPLACE INTO people VALUES (?, ?, ?, ?)"
ERASE_PERSON = "DELETE FROM people WHERE id = ?"
SECURE_DELETE = "PRAGMA secure_delete = ON"
"""What is deleted becomes zeroes, not a free page that still has the name on it."""
EMPTY_WAL = "PRAGMA wal_checkpoint(TRUNCATE)"
"""Nor does a name stay in the write-ahead log."""
SWAP = "UPDATE shelves SET body = ?, sum = ? WHERE shelf = ? AND name = ? AND body = ?"
CARRIED = """
CREATE TEMP TABLE carried (stream, version, n, account, cents, PRIMARY KEY (stream, version, n)) WITHOUT ROWID
"""
CARRY_RECORD = f"""
INSERT INTO records ({RECORD}, postings) VALUES ({", ".join("?" * 11)}, (
    SELECT json_group_object(account, cents)
    FROM (SELECT account, cents FROM carried WHERE stream = ?1 AND version = ?2 ORDER BY n)
))
"""
"""Postings come before the records that they go into."""


@cache
def _inserting(table: str, columns: str, rows: int) -> str:
    """The statement for so many rows."""
    row = f"({', '.join('?' * len(columns.split(',')))})"
    return f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * rows)}"


def _insert(writer: sqlite3.Connection, table: str, columns: str, rows: Sequence[Row]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        writer.execute(_inserting(table, columns, len(some)), list(chain.from_iterable(some)))


class SqliteConnections:
    """One connection that writes and one that reads, shared by the adapters of a store."""

    def __init__(self, path: Path, wait_ms: int) -> None:
        self.path = path
        self.commits = 0
        """How often this store has committed."""
        self.refusal = ""
        """Why nothing is read or written any more."""
        self.on_change: Callable[[], None] = lambda: None
        """Called under the write lock when the file is not as the log knows it."""
        self._writing, self._reading, self._news = Lock(), Lock(), Condition()
        self._writer = prepare(path, wait_ms)
        try:
            self._reader = connect(path, wait_ms)
            self._reader.execute("PRAGMA query_only = ON")
        except (sqlite3.Error, UnicodeError) as error:
            self._writer.close()
            raise explained(path, error) from None

    def rows(self, sql: str, *values: Any) -> list[Any]:
        with self._reading:
            if self.refusal:
                raise StoreError(self.refusal)
            try:
                return self._reader.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise explained(self.path, error) from None
            except UnicodeEncodeError:
                return []  # no stored text has such a name

    def ask_writer(self, sql: str) -> list[Any]:
        """The same on the connection that writes, which knows whether any other has changed the file."""
        with self._writing:
            if self.refusal:
                raise StoreError(self.refusal)
            try:
                return self._writer.execute(sql).fetchall()
            except sqlite3.Error as error:
                raise explained(self.path, error) from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The write lock first, then everything or nothing."""
        with self._writing:
            if self.refusal:
                raise StoreError(self.refusal)
            committing = False
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                try:
                    yield self._writer
                    if armed:
                        crash_point("before the SQLite commit")
                    committing = True
                    self._writer.execute("COMMIT")
                    if armed:
                        crash_point("after the SQLite commit")
                except BaseException:
                    self._undo()
                    raise
            except sqlite3.IntegrityError as error:
                kind = ConflictError if error.sqlite_errorcode in CLASHES else StoreError
                raise kind(f"{self.path}: {error}") from None
            except sqlite3.Error as error:
                found = explained(self.path, error)
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF
                if code == sqlite3.SQLITE_IOERR:
                    # After a failed write or sync nobody can say what the disk holds: only a fresh look can.
                    self.refusal = f"{found}; the store must be opened again"
                if committing and code not in NOT_COMMITTED:
                    self.refusal = self.refusal or f"{found}; the store must be opened again"
                    raise UnknownOutcomeError(str(found)) from None
                raise found from None
            self.commits += 1
        with self._news:
            self._news.notify_all()

    def _undo(self) -> None:
        self.on_change()
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error as error:
            self.refusal = f"{explained(self.path, error)}; the store must be opened again"

    def wait_for_news(self, timeout: float) -> bool:
        """Another process's commit is looked for four times a second; one of our own is told at once."""
        until = monotonic() + timeout
        seen, commits = self.rows("PRAGMA data_version"), self.commits
        while (left := until - monotonic()) > 0:
            with self._news:
                if self.commits != commits or self._news.wait(min(left, POLL)):
                    return True
            if self.rows("PRAGMA data_version") != seen:
                return True
        return False

    def close(self) -> None:
        with self._writing, self._reading:
            self.refusal = "the store is closed"
            self._reader.close()
            self._writer.close()


class SqliteLog(LogReads):
    """Streams in a file."""

    HEAD, HEADS = HEAD, HEADS
    BALANCES = "SELECT account, sum(cents) FROM postings GROUP BY account ORDER BY account"

    def __init__(self, file: SqliteConnections) -> None:
        super().__init__(file)
        self._file = file
        self._heads: dict[str, Head] = {}
        self._changed = -1
        """Streams as we know them, since somebody else last changed the file."""
        file.on_change = self._heads.clear

    @property
    def commits(self) -> int:
        """How often this store has committed."""
        return self._file.commits

    def mark(self, *, asking: bool = True) -> CommitMark:
        changed = self._file.ask_writer("PRAGMA data_version")[0][0] if asking else self._changed
        return CommitMark(changed, self._file.commits)

    def _page(self, stream: str, after: int, until: int) -> Iterator[Record]:
        return whole_records(self._rows(READ, stream, after, until))

    def answers(self, keys: Collection[str]) -> dict[str, Answer]:
        if len(keys) == 1:
            return {given.key: given for key in keys if (given := self.answer(key)) is not None}
        asked = msgspec.json.encode([key for key in keys if key.isprintable()]).decode()
        return {row[0]: Answer(*row) for row in self._rows(ANSWERS, asked)}

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        """One process writes here at a time; a second one finds out by the versions."""
        return nullcontext()

    def append(self, batch: Batch) -> CommitMark:
        check_values(batch)
        if not (batch.records or batch.answers or batch.books or batch.shelved):
            return self.mark()
        self._write(batch)
        return CommitMark(self._changed, self._file.commits)

    def try_append(self, batch: Batch) -> None:
        check_values(batch)
        with suppress(TakenBackError):
            self._write(batch, stays=False)

    def _write(self, batch: Batch, *, stays: bool = True) -> None:
        records, answers = whole_rows(batch), [(*row, answer_sum(*row)) for row in answer_rows(batch.answers)]
        with self._file.writing() as writer:
            standing = self._standing(writer)
            check_mark(batch, CommitMark(self._changed, self._file.commits))
            moved = advanced(batch, standing)
            _insert(writer, "records", WHOLE_RECORD, records)
            _insert(writer, "answers", SUMMED_ANSWER, answers)
            writer.executemany(ADD_BOOK, batch.books)
            for row in batch.shelved:
                check_shelved(row, *(writer.execute(GET, (row.shelf, row.name)).fetchone() or (None,)))
                if row.new is not None:
                    writer.execute(PUT, (row.shelf, row.name, row.new, row_sum(row.new, row.shelf, row.name)))
                else:
                    writer.execute(TAKE, (row.shelf, row.name)).fetchall()
            if batch.forgotten:
                writer.execute(SECURE_DELETE)
            writer.executemany(SAVE_PERSON, [person_row(person) for person in batch.people])
            writer.executemany(ERASE_PERSON, [(person,) for person in batch.forgotten])
            if not stays:
                raise TakenBackError
            self._heads |= moved
        if batch.forgotten:
            self._file.ask_writer(EMPTY_WAL)

    def was_committed(self, batch: Batch) -> bool:
        """A disk that failed to sync may show what it never wrote: only the file, opened again, can say."""
        raise UnknownOutcomeError(self._file.refusal or f"{self._file.path}: it is not known what the disk holds")

    def _standing(self, writer: sqlite3.Connection) -> Callable[[str], Head]:
        """Where streams stand, under the write lock: as we left them, unless somebody else has committed since."""
        (changed,) = writer.execute("PRAGMA data_version").fetchone()
        if changed != self._changed:
            self._heads.clear()
            self._changed = changed

        def standing(stream: str) -> Head:
            if stream not in self._heads:
                self._heads[stream] = Head(stream, *(writer.execute(HEAD, (stream,)).fetchone() or ()))
            return self._heads[stream]

        return standing


def person_row(person: Person) -> Row:
    """A person as a row, with its checksum."""
    return (person.id, person.name, person.address, row_sum(b"", *astuple(person)))


class SqlitePeople(SqlPeople):
    """People in a file; one who is erased leaves nothing in it."""

    SAVE = SAVE_PERSON

    def __init__(self, file: SqliteConnections) -> None:
        super().__init__(file)
        self._file = file

    def _row(self, person: Person) -> Row:
        return person_row(person)

    def erase(self, person: str) -> bool:
        with self._file.writing() as writer:
            writer.execute(SECURE_DELETE)
            gone = writer.execute(ERASE_PERSON, (person,)).rowcount
        self._file.ask_writer(EMPTY_WAL)
        return bool(gone)


class SqliteSettings(SqlSettings):
    """Settings in a file, each row with its checksum."""

    PUT, TAKE = PUT, TAKE
    ADD = "INSERT INTO shelves VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"

    def _row(self, shelf: str, name: str, body: bytes) -> Row:
        return (shelf, name, body, row_sum(body, shelf, name))

    def _exchange(self, writer: sqlite3.Connection, shelf: str, name: str, old: bytes, new: bytes) -> bool:
        return bool(writer.execute(SWAP, (new, row_sum(new, shelf, name), shelf, name, old)).rowcount)


class SqliteStore:
    """The four ports in one file."""

    def __init__(self, path: str | Path, *, clock: Callable[[], int] = machine_time, wait_ms: int = 5000) -> None:
        """Open the file, or make it; ``wait_ms`` is how long to wait for another process's lock."""
        self.path = Path(path)
        self.connections = SqliteConnections(self.path, wait_ms)
        self.log = SqliteLog(self.connections)
        self.snapshots = SqlSnapshots(self.connections, SAVE_SNAPSHOT)
        self.people = SqlitePeople(self.connections)
        self.settings = SqliteSettings(self.connections)
        steady = clock is machine_time  # a test's clock is moved by hand
        try:
            self.clock = Clock(clock, steady_count, last_time(self.log)) if steady else Clock(clock)
            self.now()
        except BaseException:  # its newest records cannot be read
            self.connections.close()
            raise

    def now(self) -> int:
        return self.clock()

    def wait_for_news(self, timeout: float) -> bool:
        return self.connections.wait_for_news(timeout)

    def missing_rights(self) -> list[str]:
        return []

    def fill(self, tables: Carried) -> None:
        """Take over all rows of another store; this one must be empty."""
        with self.connections.writing() as writer:
            if writer.execute("SELECT 1 FROM records").fetchone():
                raise StoreError(f"{self.path}: there is a log in it already")
            writer.execute(CARRIED)
            for table, columns, rows in tables:
                into = "carried" if table == "postings" else table
                if table in SUMMED:
                    summed = with_sums(table, columns, rows)
                    writer.executemany(_inserting(into, f"{columns}, sum", 1), summed)
                    continue
                writer.executemany(CARRY_RECORD if table == "records" else _inserting(into, columns, 1), rows)
            writer.execute("DROP TABLE temp.carried")
            self.connections.on_change()  # where streams stood is not where they stand now

    def close(self) -> None:
        self.connections.close()
