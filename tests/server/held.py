"""A floor whose commits at its table wait, while a test says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from tests.server.conftest import SMALL, Running, running

from feltwork.server.config import FloorConfig
from feltwork.store.port import Batch, CommitMark, Store
from feltwork.store.sqlite import SqliteLog, SqliteStore


class Held(SqliteLog):
    """A log whose commits at a table wait, while ``go`` is cleared."""

    go = Event()
    reached = Event()

    def append(self, batch: Batch) -> CommitMark:
        if not Held.go.is_set() and any(record.stream == "table/one" for record in batch.records):
            Held.reached.set()
            assert Held.go.wait(20)
        return super().append(batch)


def _opens(url: str) -> Store:
    store = SqliteStore(url)
    store.log = Held(store.connections)
    return store


@contextmanager
def holding(path: Path) -> Iterator[Running]:
    """The floor, in a database of this name."""
    Held.go.set()
    Held.reached.clear()
    with running(FloorConfig(SMALL.tables, str(path)), opens=_opens) as up:
        try:
            yield up
        finally:
            Held.go.set()
