"""The rows of one store carried over into another, whatever database each lies in.

Everything but snapshots, which are never a source of truth and are made again. What is read is one moment of the
source, also while it is played on; what is written is all there in the end, or nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from feltwork.store.opening import is_postgres
from feltwork.store.postgres_connection import connect, explaining
from feltwork.store.read_only import read_only
from feltwork.store.sql import ANSWER, RECORD, Row
from feltwork.store.sqlite_file import explained

TABLES = {
    "books": ("fingerprint, body", "fingerprint"),
    "answers": (ANSWER, "key"),
    "postings": ("stream, version, n, account, cents", "stream, version, n"),
    "records": (RECORD, "stream, version"),
    "people": ("id, name, address", "id"),
    "shelves": ("shelf, name, body", "shelf, name"),
}
"""Columns and order. Postings come before the records that seal them."""
Ask = Callable[[str], Iterator[Row]]


@contextmanager
def rows_of(place: str) -> Iterator[Ask]:
    """Ask for a table's rows, as all of them stood at one moment."""
    with _postgres(place) if is_postgres(place) else _sqlite(place) as ask:
        yield lambda table: ask(f"SELECT {TABLES[table][0]} FROM {table} ORDER BY {TABLES[table][1]}")


@contextmanager
def _sqlite(place: str) -> Iterator[Ask]:
    path = Path(place.removeprefix("sqlite:")).absolute()
    try:
        with closing(read_only(path)) as connection:
            connection.execute("BEGIN")
            yield connection.execute
    except sqlite3.Error as error:
        raise explained(path, error) from None


@contextmanager
def _postgres(place: str) -> Iterator[Ask]:
    with explaining(), closing(connect(place)) as connection:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

        def ask(sql: str) -> Iterator[Row]:
            with connection.cursor(name="carried") as cursor:  # the server keeps what has not been asked for yet
                yield from cursor.execute(sql.encode())

        yield ask
