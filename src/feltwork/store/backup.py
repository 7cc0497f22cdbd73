"""Copies of a SQLite database, and the rule that an old copy is not played on.

A copy is made through SQLite's own backup, so it is whole even while the table is played. A restored database
must hold everything that the last exported checkpoint has seen: otherwise what players were told has been lost.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from feltwork.refusal import harmless
from feltwork.store.checkpoints import check_holds
from feltwork.store.port import StoreError
from feltwork.store.sqlite import SqliteStore


def backup(source: str, target: str) -> int:
    """Copy a database into a new file; the number of records it holds."""
    if not Path(source).is_file():
        raise StoreError(f"{harmless(source)}: no such database")
    if Path(target).exists():
        raise StoreError(f"{harmless(target)}: already there; a backup never overwrites anything")
    store = SqliteStore(source)
    try:
        count = sum(head.version for head in store.heads())
    finally:
        store.close()
    try:
        with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
            old.backup(new)
    except sqlite3.Error as wrong:
        raise StoreError(f"{harmless(target)}: {wrong}") from None
    return count


def restore(copy: str, target: str, seen: Mapping[str, tuple[int, bytes]]) -> int:
    """Put a copy in place, unless a checkpoint has seen more than it holds."""
    check_not_older(copy, seen)
    return backup(copy, target)


def check_not_older(path: str, seen: Mapping[str, tuple[int, bytes]]) -> None:
    """Refuse a database that is older than, or another than, what a checkpoint has seen."""
    store = SqliteStore(path)
    try:
        check_holds(store, seen, harmless(path))
    finally:
        store.close()
