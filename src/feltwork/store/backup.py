"""Copies of a database, and the rule that an old copy is not played on.

A file is copied through SQLite's own backup; anything else row by row, as it stood at one moment. Either way the copy
is whole, even while the tables are played. A restored database must hold everything that the last exported checkpoint
has seen: otherwise what players were told has been lost.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from feltwork.refusal import harmless
from feltwork.store.checkpoints import check_holds
from feltwork.store.copying import TABLES, rows_of
from feltwork.store.opening import is_postgres, open_to_read, place_name
from feltwork.store.port import StoreError
from feltwork.store.postgres import PostgresStore
from feltwork.store.read_only import read_only
from feltwork.store.sqlite import SqliteStore


def backup(source: str, target: str) -> int:
    """Copy a database into a new file, or into an empty PostgreSQL database; the number of records it holds."""
    if not is_postgres(target) and Path(target).exists():
        raise StoreError(f"{harmless(target)}: already there; a backup never overwrites anything")
    store = open_to_read(source)
    try:
        count = sum(head.version for head in store.log.heads())
    finally:
        store.close()
    if is_postgres(source) or is_postgres(target):
        return _carry(source, target)
    _copy_file(Path(source.removeprefix("sqlite:")), target)
    return count


def _copy_file(source: Path, target: str) -> None:
    """Page by page, into a file that only its owner may read: it holds names and the hashes of passwords."""
    beside = Path(f"{target}.{os.getpid()}.new")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(read_only(source)) as old, closing(sqlite3.connect(beside)) as new:
            old.backup(new)
        beside.rename(target)
    except sqlite3.Error as wrong:
        raise StoreError(f"{harmless(target)}: {wrong}") from None
    except OSError as wrong:
        raise StoreError(f"{harmless(target)}: {wrong.strerror or wrong}") from None
    finally:
        beside.unlink(missing_ok=True)


def _carry(source: str, target: str) -> int:
    """Row by row; a file gets its name only when it is whole."""
    beside = target if is_postgres(target) else f"{target}.{os.getpid()}.new"
    store = _empty(beside)
    try:
        with rows_of(source) as rows:
            store.fill((table, columns, rows(table)) for table, (columns, _) in TABLES.items())
        count = sum(head.version for head in store.log.heads())
    except BaseException:
        store.close()
        if beside != target:
            for end in ("", "-wal", "-shm"):
                Path(beside + end).unlink(missing_ok=True)
        raise
    store.close()
    if beside != target:
        Path(beside).rename(target)
    return count


def _empty(place: str) -> PostgresStore | SqliteStore:
    """A store to carry rows into."""
    if not is_postgres(place):
        return SqliteStore(place)
    return PostgresStore(place)


def restore(copy: str, target: str, seen: Mapping[str, tuple[int, bytes]]) -> int:
    """Put a copy in place, unless a checkpoint has seen more than it holds."""
    check_not_older(copy, seen)
    return backup(copy, target)


def check_not_older(place: str, seen: Mapping[str, tuple[int, bytes]]) -> None:
    """Refuse a database that is older than, or another than, what a checkpoint has seen."""
    store = open_to_read(place)
    try:
        check_holds(store.log, seen, place_name(place))
    finally:
        store.close()
