"""A file that is only looked at stays as it is: evidence is not brought up to date by whoever reads it.

One of an older schema, and one that this user may not write to, is read in a copy that goes when the store is closed.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from feltwork.store.migrating import pending
from feltwork.store.port import StoreError
from feltwork.store.sqlite import SqliteStore
from feltwork.store.sqlite_file import explained, schema_version


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that writes nothing.

    Where the folder cannot be written to either, a file without a write-ahead log can only be opened as unchanging.
    """
    address = f"{path.absolute().as_uri()}?mode=ro"
    beside = Path(f"{path}-wal")
    alone = not beside.exists() or not beside.stat().st_size
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if not alone or getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CANTOPEN:
            raise
        return sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
    return connection


class ReadOnlyCopy(SqliteStore):
    """A copy of a file, for as long as it is looked at."""

    def __init__(self, path: Path) -> None:
        self._folder = TemporaryDirectory(prefix="feltwork-")
        copy = Path(self._folder.name, path.name)
        try:
            with closing(read_only(path)) as old, closing(sqlite3.connect(copy)) as new:
                old.backup(new)
            super().__init__(copy)
        except (sqlite3.Error, UnicodeError) as error:
            self._folder.cleanup()
            raise explained(path, error) from None
        except StoreError as error:
            self._folder.cleanup()
            raise StoreError(str(error).replace(str(copy), str(path))) from None

    def close(self) -> None:
        super().close()
        self._folder.cleanup()


def look_at(path: Path) -> SqliteStore:
    """A store to be read from; nothing in its file changes."""
    return SqliteStore(path) if os.access(path, os.W_OK) and not _is_older(path) else ReadOnlyCopy(path)


def _is_older(path: Path) -> bool:
    """Would opening it change its schema? What cannot be read is no older: opening it says why."""
    try:
        with closing(read_only(path)) as connection:
            found = schema_version(connection)
        return bool(found) and bool(pending(str(path), "sqlite", found))
    except (sqlite3.Error, OSError, ValueError, StoreError):
        return False
