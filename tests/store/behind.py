"""What the suites of the ports share: records appended, a stream read whole, the database asked directly."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from feltwork.store.chain import chain_hash, columns
from feltwork.store.port import (
    FIRST,
    Answer,
    Batch,
    Head,
    Record,
    Store,
)
from tests.store.appender import draft, sealed

ROOT = Path(__file__).parents[2]
ANSWER = Answer("key-1", bytes(range(32)), "table/1", 1, 2)


def raw(url: str, sql: str) -> list[tuple[object, ...]]:
    """Speak to the database behind the adapter's back."""
    if url.startswith("sqlite:"):
        connection = sqlite3.connect(url.removeprefix("sqlite:"), isolation_level=None)
        try:
            connection.execute("PRAGMA foreign_keys = ON")
            return connection.execute(sql).fetchall()
        finally:
            connection.close()
    import psycopg

    with psycopg.connect(url, autocommit=True) as server:
        cursor = server.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def refused(url: str, sql: str) -> str:
    import psycopg

    with pytest.raises((sqlite3.Error, psycopg.Error)) as caught:
        raw(url, sql)
    return str(caught.value)


def add(store: Store, stream: str, *drafts: Record, answers: tuple[Answer, ...] = ()) -> list[Record]:
    records = sealed(store.log.head(stream), drafts or [draft(stream)])
    store.log.append(Batch(tuple(records), answers))
    return records


def everything(store: Store) -> object:
    """All there is to see, for comparing before with after."""
    heads = store.log.heads()
    return heads, [list(store.log.read(head.stream)) for head in heads], store.log.balances(), store.log.answer("key-1")


def whole(store: Store, stream: str) -> list[Record]:
    """A stream's records, after proving versions without a gap and hashes that chain."""
    records, before = list(store.log.read(stream)), FIRST
    for number, record in enumerate(records, 1):
        assert record.version == number
        assert record.hash == chain_hash(before, columns(record))
        before = record.hash
    assert store.log.head(stream) == Head(stream, len(records), before)
    return records
