"""What a demonstration keeps beside its database: its keys, and a lock, so that one house deals there at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from feltwork.store.opening import is_postgres, place_name


class FloorTakenError(Exception):
    """Another demonstration runs on this database."""


def key_paths(kept: str | None, folder: Path) -> tuple[Path, Path]:
    """The draw key and the ticket key: beside a kept database file, in the working directory for a kept database that
    is elsewhere, and in the folder where nothing is kept."""
    stem = folder / "floor" if kept is None else "feltwork-demo" if is_postgres(kept) else kept.removeprefix("sqlite:")
    return Path(f"{stem}.drawkey"), Path(f"{stem}.ticketkey")


def take(database: str) -> sqlite3.Connection | None:
    """Take a database file for one demonstration, until its process ends however it ends; hold on to what is returned.

    The lock is that of an empty SQLite file: it works wherever the floor's own database does.
    """
    if database == "memory:" or is_postgres(database):
        return None
    lock = sqlite3.connect(f"{database.removeprefix('sqlite:')}.running", timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as wrong:
        lock.close()
        if "locked" in str(wrong):
            raise FloorTakenError(
                f"another demonstration runs on {place_name(database)}; stop it first, or give this one another --db"
            ) from None
        raise FloorTakenError(f"{place_name(database)} cannot be kept: {wrong}") from None
    return lock
