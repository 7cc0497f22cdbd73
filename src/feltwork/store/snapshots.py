"""Snapshots: a stream's state saved beside it, so that it reopens without a replay of everything.

A snapshot is never a source of truth. It is used only if it was saved in today's form by this version of the program,
and at a version where the chain still has the hash that it was saved at; else the events are replayed. Of each stream
the last one is kept, and of each table one for every thousand events as a milestone, from which an old round is soon
found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    store: Store, stream: str, shape: str, load: Callable[[bytes], T | None], fresh: T, *, name: str = ""
) -> tuple[T, Head, Iterator[Record]]:
    """The state to go on from, where it stands, and the records after it; by another name if it was saved by one."""
    return _first_of(store, stream, [name or stream], shape, load, fresh)


def resume_before(
    store: Store, stream: str, version: int, shape: str, load: Callable[[bytes], T | None], fresh: T
) -> tuple[T, Head, Iterator[Record]]:
    """The same, as the stream stood some time before a version."""
    names = [stream, milestone(stream, version), milestone(stream, version - EVERY)]
    return _first_of(store, stream, names, shape, load, fresh, version)


def milestone(stream: str, version: int) -> str:
    """The name by which a state at about this version is kept for good."""
    return f"milestone/{stream}/{version // EVERY}"


def _first_of(
    store: Store, stream: str, names: Sequence[str], shape: str, load: Callable[[bytes], T | None], fresh: T,
    before: int | None = None,
) -> tuple[T, Head, Iterator[Record]]:  # fmt: skip
    mark = _mark(shape)
    for name in names:
        kept = store.snapshot(name)
        if kept is None or kept.version <= 0 or not kept.body.startswith(mark):
            continue
        if before is not None and kept.version >= before:
            continue
        records = store.read(stream, kept.version - 1)
        here = next(records, None)
        if here is not None and (here.version, here.hash) == (kept.version, kept.hash):
            state = load(kept.body[len(mark) :])
            if state is not None:
                return state, Head(stream, kept.version, kept.hash), records
    return fresh, Head(stream), store.read(stream)


def keep(store: Store, head: Head, shape: str, body: bytes, name: str = "") -> None:
    """Save a state. Where that fails nothing is lost: the events are there."""
    with suppress(StoreError):
        store.save_snapshot(Snapshot(name or head.stream, head.version, head.hash, _mark(shape) + body))


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
