"""A database file as a forger has it who covers up every trace but what was changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unguarded(db: sqlite3.Connection) -> Iterator[None]:
    """A file without its triggers for a while, as whoever forges rows and covers it up has it."""
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f'DROP TRIGGER "{name}"')
    try:
        yield
    finally:
        for _, sql in triggers:
            db.execute(sql)
