"""Snapshots: a stream's state saved beside it, so that it reopens without a replay of everything.

A snapshot is never a source of truth. It is used only if it was saved in today's form by this version of the program,
and at a version where the chain still has the hash that it was saved at; else the events are replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

from feltwork.store.port import Head, Record, Snapshot, Store, StoreError
from feltwork.table.life.schema import Schema, SchemaError

T = TypeVar("T")
EVERY = 1000
"""Events between two snapshots of a stream."""


def resume(
    store: Store, stream: str, shape: str, load: Callable[[bytes], T | None], fresh: T
) -> tuple[T, Head, Iterator[Record]]:
    """The state to go on from, where it stands, and the records after it."""
    kept, mark = store.snapshot(stream), _mark(shape)
    if kept is not None and kept.version > 0 and kept.body.startswith(mark):
        records = store.read(stream, kept.version - 1)
        here = next(records, None)
        if here is not None and (here.version, here.hash) == (kept.version, kept.hash):
            state = load(kept.body[len(mark) :])
            if state is not None:
                return state, Head(stream, kept.version, kept.hash), records
    return fresh, Head(stream), store.read(stream)


def keep(store: Store, head: Head, shape: str, body: bytes) -> None:
    """Save a state. Where that fails nothing is lost: the events are there."""
    with suppress(StoreError):
        store.save_snapshot(Snapshot(head.stream, head.version, head.hash, _mark(shape) + body))


@cache
def _mark(shape: str) -> bytes:
    try:
        program = version("feltwork")
    except PackageNotFoundError:  # run from its sources
        program = ""
    return sha256(f"{program} {shape}".encode()).digest()


def read_event(schema: Schema[T], record: Record) -> T:
    """The event in a record, whatever schema it was written under."""
    try:
        return schema.read(record.schema, record.body)
    except SchemaError as error:
        raise StoreError(f"{record.stream} version {record.version}: {error}") from None
