"""Which schema a database has, and whether this program can follow its log, asked without changing anything."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

from feltwork.cage.events import CAGE, CAGE_EVENTS
from feltwork.engine.aggregates import aggregate_of, is_decided_on
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import is_passed, read_event
from feltwork.refusal import harmless
from feltwork.store.migrating import check_number, scripts
from feltwork.store.opening import is_postgres
from feltwork.store.port import EventLog, StoreError, UnreadableError
from feltwork.store.postgres import schema_in
from feltwork.store.read_only import read_only
from feltwork.store.sqlite_file import explained, schema_version
from feltwork.table.live.schema import LIFE

NOTICED = 1000
"""Records between two words of progress."""


def schemas(url: str) -> tuple[int, int]:
    """The schema number of a database (0: there is none yet) and the one that this program works with."""
    if url == "memory:":
        return 0, len(scripts("sqlite"))
    if is_postgres(url):
        return _number(schema_in(url)), len(scripts("postgres"))
    path = Path(url.removeprefix("sqlite:"))
    if not path.exists():
        return 0, len(scripts("sqlite"))
    try:
        with closing(read_only(path)) as connection:
            found = schema_version(connection)
    except (sqlite3.Error, UnicodeError) as error:
        raise explained(path, error) from None
    if not found:
        raise StoreError(f"{harmless(path)} is not a store: it is another program's SQLite database")
    return _number(found), len(scripts("sqlite"))


def _number(found: str) -> int:
    if not found.isascii() or not found.isdecimal():
        raise StoreError(f"the database has schema version {found[:20]!r}, which is no number")
    return int(found)


def check_schema(url: str) -> None:
    """Refuse a database that is older or newer than this program."""
    check_number(*schemas(url))


def unreadable_events(log: EventLog, done: Callable[[int], None] | None = None) -> Iterator[str]:
    """Each event that this program cannot read and that no decision passes over, in one line."""
    try:
        passed = passed_over(log)
    except StoreError as unread:
        yield str(unread)
        return
    streams = [head.stream for head in log.heads() if is_decided_on(head.stream)]
    records = chain.from_iterable(map(log.read, streams))
    for number, record in enumerate(records, 1):
        if not is_passed(record, passed):
            kind = aggregate_of(record.stream)
            try:
                if kind is not None:
                    read_event(kind.events, record)
                elif record.stream == CAGE:
                    read_event(CAGE_EVENTS, record)
                else:
                    read_event(LIFE, record)
            except UnreadableError as unread:
                yield str(unread)
        if done is not None and number % NOTICED == 0:
            done(NOTICED)
