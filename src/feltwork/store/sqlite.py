"""A store in one SQLite file, for a table or a pit: every append is on disk when it returns.

Several processes may share the file. The write-ahead log keeps readers going while one writer commits, and the
write lock is taken before the head is looked at, so what was checked is what is followed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any

from feltwork.store.checks import LARGEST, advanced, check_snapshot, check_values
from feltwork.store.clock import Clock, machine_time
from feltwork.store.crashing import crash_point
from feltwork.store.port import Answer, Batch, ConflictError, Head, Record, Snapshot, StoreError
from feltwork.store.rows import ANSWER, PAGE, RECORD, answer_rows, posting_rows, record_rows, records_from
from feltwork.store.sqlite_file import connect, explained, prepare

CLASHES = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
    sqlite3.SQLITE_CONSTRAINT_TRIGGER,
}
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
READ = f"""
SELECT {RECORD} FROM records
WHERE stream = ? AND version > ? AND version <= ? ORDER BY version
"""
READ_POSTINGS = """
SELECT version, account, cents FROM postings
WHERE stream = ? AND version > ? AND version <= ? ORDER BY version, n
"""
ADD_POSTING = "INSERT INTO postings VALUES (?, ?, ?, ?, ?)"
ADD_RECORD = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ANSWER = "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)"
ADD_BOOK = "INSERT INTO books SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM books WHERE fingerprint = ?1)"
SAVE_SNAPSHOT = "REPLACE INTO snapshots VALUES (?, ?, ?, ?)"


class SqliteStore:
    """Streams in a file."""

    commits: int
    """How often this store has committed."""

    def __init__(self, path: str | Path, *, clock: Callable[[], int] = machine_time, wait_ms: int = 5000) -> None:
        """Open the file, or make it; ``wait_ms`` is how long to wait for another process's lock."""
        self.path = Path(path)
        self.commits = 0
        self._clock = Clock(clock)
        self._writing, self._reading = Lock(), Lock()
        self._refusal = ""
        self._writer = prepare(self.path, wait_ms)
        try:
            self._reader = connect(self.path, wait_ms)
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            self._writer.close()
            raise explained(self.path, error) from None

    def now(self) -> int:
        return self._clock()

    def head(self, stream: str) -> Head:
        return Head(stream, *next(iter(self._rows(HEAD, stream)), ()))

    def heads(self) -> list[Head]:
        return [Head(*row) for row in self._rows(HEADS)]

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """The records there are at this moment; what is appended meanwhile is for the next reading."""
        return self._pages(stream, max(min(after, LARGEST), 0), self.head(stream).version)

    def answer(self, key: str) -> Answer | None:
        return next((Answer(*row) for row in self._rows(f"SELECT {ANSWER} FROM answers WHERE key = ?", key)), None)

    def book(self, fingerprint: str) -> bytes | None:
        rows = self._rows("SELECT body FROM books WHERE fingerprint = ?", fingerprint)
        return next((body for (body,) in rows), None)

    def balances(self) -> dict[str, int]:
        return dict(self._rows("SELECT account, sum(cents) FROM postings GROUP BY account ORDER BY account"))

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        """One process writes here at a time; a second one finds out by the versions."""
        return nullcontext()

    def append(self, batch: Batch) -> None:
        check_values(batch)
        if not (batch.records or batch.answers or batch.books):
            return
        work = (
            (ADD_POSTING, posting_rows(batch)),
            (ADD_RECORD, record_rows(batch)),
            (ADD_ANSWER, answer_rows(batch.answers)),
            (ADD_BOOK, batch.books),
        )
        with self._transaction() as writer:
            advanced(batch, lambda stream: Head(stream, *(writer.execute(HEAD, (stream,)).fetchone() or ())))
            for sql, rows in work:
                if rows:
                    writer.executemany(sql, rows)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        check_snapshot(snapshot)
        with self._transaction() as writer:
            writer.execute(SAVE_SNAPSHOT, (snapshot.stream, snapshot.version, snapshot.hash, snapshot.body))

    def snapshot(self, stream: str) -> Snapshot | None:
        return next((Snapshot(*row) for row in self._rows("SELECT * FROM snapshots WHERE stream = ?", stream)), None)

    def close(self) -> None:
        with self._writing, self._reading:
            self._refusal = "the store is closed"
            self._reader.close()
            self._writer.close()

    def _rows(self, sql: str, *values: int | str) -> list[Any]:
        with self._reading:
            if self._refusal:
                raise StoreError(self._refusal)
            try:
                return self._reader.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise explained(self.path, error) from None
            except UnicodeEncodeError:
                return []  # no stored text has such a name

    def _pages(self, stream: str, after: int, last: int) -> Iterator[Record]:
        while after < last:
            until = min(after + PAGE, last)  # versions have no gaps, so this is one page
            rows = self._rows(READ, stream, after, until)
            yield from records_from(rows, self._rows(READ_POSTINGS, stream, after, until))
            after = until

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """The write lock first, then everything or nothing."""
        with self._writing:
            if self._refusal:
                raise StoreError(self._refusal)
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                try:
                    yield self._writer
                    crash_point("before the SQLite commit")
                    self._writer.execute("COMMIT")
                    crash_point("after the SQLite commit")
                except BaseException:
                    self._undo()
                    raise
            except sqlite3.IntegrityError as error:
                kind = ConflictError if error.sqlite_errorcode in CLASHES else StoreError
                raise kind(f"{self.path}: {error}") from None
            except sqlite3.Error as error:
                found = explained(self.path, error)
                if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR:
                    # After a failed write or sync nobody can say what the disk holds: only a fresh look can.
                    self._refusal = f"{found}; the store must be opened again"
                raise found from None
            self.commits += 1

    def _undo(self) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._refusal = f"{explained(self.path, error)}; the store must be opened again"
