"""Opening a store's SQLite file: made whole or not at all, and each way to fail told in one line.

The file is never opened here except by SQLite: closing a second handle would drop the locks that this process
holds on it through another connection.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from feltwork.refusal import harmless
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.migrating import pending
from feltwork.store.port import StoreError
from feltwork.store.sql import row_sum

SMALLEST = 512
"""The least page an SQLite database can have."""
STATEMENTS = 256
"""Statements a connection keeps ready: there is one for every number of rows that a commit may insert."""
TOLD = {
    sqlite3.SQLITE_BUSY: "is locked by another process",
    sqlite3.SQLITE_LOCKED: "is locked by another process",
    sqlite3.SQLITE_FULL: "could not be written: the disk is full",
    sqlite3.SQLITE_IOERR: "could not be read or written: the disk reported an error",
    sqlite3.SQLITE_CORRUPT: "is damaged: it is cut short or its pages do not fit together",
    sqlite3.SQLITE_NOTADB: "is not a store: it is no SQLite database",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: is the folder there, and may this user write to it?",
    sqlite3.SQLITE_READONLY: "cannot be written to by this user",
    sqlite3.SQLITE_PERM: "cannot be written to by this user",
}


def explained(path: Path, error: sqlite3.Error | UnicodeError) -> StoreError:
    """What went wrong, in one line. Of a damaged file SQLite may say something that is no text."""
    told = TOLD.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, f"failed: {error}")
    return StoreError(f"{harmless(path)} {harmless(told)}")


def connect(path: Path, wait_ms: int) -> sqlite3.Connection:
    """A connection to a file that is there, with transactions in our own hands."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(
        address, uri=True, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )
    try:
        connection.execute(f"PRAGMA busy_timeout = {wait_ms:d}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # what a statement may have to undo goes into no file
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA secure_delete = ON").fetchall()  # the row of an account goes for good, everywhere
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(path: Path, wait_ms: int) -> sqlite3.Connection:
    """The writer's connection to a store of our schema, made first where there is none."""
    try:
        if _is_new(path):
            _make(path)
        return _opened(path, wait_ms)
    except OSError as error:
        raise StoreError(f"{harmless(path)} cannot be opened: {error.strerror or error}") from None
    except UnicodeError as error:
        raise explained(path, error) from None
    except ValueError as error:
        raise StoreError(f"{harmless(path)} cannot be opened: {harmless(error)}") from None
    except sqlite3.Error as error:
        raise explained(path, error) from None


def _is_new(path: Path) -> bool:
    try:
        found = path.stat()
    except FileNotFoundError:
        if Path(f"{path}-wal").exists():
            # SQLite would replay the log of the lost file onto the new one.
            raise StoreError(f"{harmless(path)} is missing, but its write-ahead log is there: restore both") from None
        return True
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "not a plain file"
        raise StoreError(f"{harmless(path)} cannot be opened: it is {kind}")
    if found.st_size < SMALLEST:
        # SQLite would take it for a new database. A store appears whole under its name, so this was never one, or
        # was one and is lost.
        raise StoreError(f"{harmless(path)} is not a store: it is empty or cut short")
    if not os.access(path, os.R_OK | os.W_OK):
        raise StoreError(f"{harmless(path)} cannot be read and written by this user")
    return False


def _make(path: Path) -> None:
    """Make the store beside its place and then give it its name: a crash or a rival leaves no half of one."""
    with TemporaryDirectory(dir=path.parent, prefix=".feltwork-") as folder:
        draft = Path(folder, "new")
        draft.touch(0o600)  # SQLite gives its log and its index the same mode
        connection = connect(draft, 0)
        try:
            _migrate(draft, connection)
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        try:
            if armed:
                crash_point("before the SQLite file is named")
            os.link(draft, path)
            if armed:
                crash_point("after the SQLite file is named")
        except FileExistsError:
            return
    if os.name == "posix":
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _opened(path: Path, wait_ms: int) -> sqlite3.Connection:
    connection = connect(path, wait_ms)
    try:
        if schema_version(connection) == "":
            raise StoreError(f"{harmless(path)} is not a store: it is another program's SQLite database")
        _migrate(path, connection)
        if connection.execute("PRAGMA journal_mode = WAL").fetchall() != [("wal",)]:
            raise StoreError(f"{harmless(path)} cannot be opened: its disk allows no write-ahead log")
        with suppress(sqlite3.OperationalError):  # somebody else is at work in it
            # A sync may have failed before: what is read from here on is written to the file itself and synced there.
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def schema_version(connection: sqlite3.Connection) -> str:
    """The version noted in the file; empty if there is none."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meta'").fetchone():
        return ""
    try:
        row = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchone()
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR:  # another program's meta, with other columns
            return ""
        raise
    return str(row[0]) if row else ""


def _migrate(path: Path, connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, in one transaction."""
    if not pending(harmless(path), "sqlite", schema_version(connection) or "0"):
        return
    connection.create_function("row_sum", -1, row_sum, deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again under the lock: another process may have been quicker.
        for number, script in pending(harmless(path), "sqlite", schema_version(connection) or "0"):
            for statement in statements(script):
                connection.execute(statement)
            connection.execute("REPLACE INTO meta VALUES ('schema_version', ?)", (str(number),))
        if armed:
            crash_point("before the SQLite migration")
        connection.execute("COMMIT")
        if armed:
            crash_point("after the SQLite migration")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: running it whole would commit before it starts.

    >>> list(statements("SELECT 1;\\nSELECT 2;"))
    ['SELECT 1;', 'SELECT 2;']
    """
    lines: list[str] = []
    for line in script.splitlines():
        lines.append(line)
        if sqlite3.complete_statement(statement := "\n".join(lines)):
            yield statement
            lines.clear()
