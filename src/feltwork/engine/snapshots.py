"""Snapshots: a stream's state saved beside it, so that it reopens without a replay of everything.

A snapshot is never a source of truth. It is used only if it was saved in today's form by this version of the program,
and at a version where the chain still has the hash that it was saved at; else the events are replayed.
A floor with a key of its own seals its snapshots with it, under names of their own, and takes no others: who can write
to the database cannot make one.
Of each stream the last one is kept, and of each table one for every thousand events as a milestone, from which an old
round is soon found.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from hmac import compare_digest, digest
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage, Saved, restored, saved
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_cage, apply_at_table
from feltwork.store.port import Head, Record, Snapshot, Snapshots, Store, StoreError
from feltwork.table.live.saved import SHAPE, load, save
from feltwork.table.live.state import LiveTable

T = TypeVar("T")
TAG = 32
"""Bytes of a snapshot's seal."""
SEALED = "sealed/"
"""Begins the name of a snapshot that was saved under a floor's key."""
log = logging.getLogger("feltwork.store")
EVERY = 1000
"""Events between two snapshots of a stream."""
CAGE_SHAPE = sha256(msgspec.json.encode([1, *msgspec.json.schema_components([Saved])])).hexdigest()
"""Changes with the form in which the cage's state is saved."""


def resume(
    store: Store,
    stream: str,
    shape: str,
    load: Callable[[bytes], T | None],
    fresh: T,
    *,
    name: str = "",
    key: bytes = b"",
) -> tuple[T, Head, Iterator[Record]]:
    """The state to go on from, where it stands, and the records after it; by another name if it was saved by one."""
    return _first_of(store, stream, [name or stream], shape, load, fresh, key=key)


def resume_before(
    store: Store,
    stream: str,
    version: int,
    shape: str,
    load: Callable[[bytes], T | None],
    fresh: T,
    key: bytes = b"",
) -> tuple[T, Head, Iterator[Record]]:
    """The same, as the stream stood some time before a version."""
    names = [stream, milestone(stream, version), milestone(stream, version - EVERY)]
    return _first_of(store, stream, names, shape, load, fresh, version, key=key)


def milestone(stream: str, version: int) -> str:
    """The name by which a state at about this version is kept for good."""
    return f"milestone/{stream}/{version // EVERY}"


def _first_of(
    store: Store,
    stream: str,
    names: Sequence[str],
    shape: str,
    load: Callable[[bytes], T | None],
    fresh: T,
    before: int | None = None,
    key: bytes = b"",
) -> tuple[T, Head, Iterator[Record]]:
    mark = _mark(shape)
    for name in names:
        kept = store.snapshots.get(_named(name, key))
        if kept is None or kept.version <= 0 or not kept.body.startswith(mark):
            continue
        tag, body = kept.body[len(mark) :][:TAG], kept.body[len(mark) + TAG :]
        if not compare_digest(tag, _tag(key, kept, mark, body)):
            log.warning("the snapshot %s was not made by this floor, and is passed over", kept.stream)
            continue
        if before is not None and kept.version >= before:
            continue
        records = store.log.read(stream, kept.version - 1)
        here = next(records, None)
        if here is not None and (here.version, here.hash) == (kept.version, kept.hash):
            state = load(body)
            if state is not None:
                return state, Head(stream, kept.version, kept.hash), records
    return fresh, Head(stream), store.log.read(stream)


def keep(snapshots: Snapshots, head: Head, shape: str, body: bytes, name: str = "", key: bytes = b"") -> None:
    """Save a state. Where that fails nothing is lost: the events are there."""
    mark, bare = _mark(shape), Snapshot(_named(name or head.stream, key), head.version, head.hash, b"")
    with suppress(StoreError):
        snapshots.save(replace(bare, body=mark + _tag(key, bare, mark, body) + body))


def kept_by_anybody(
    snapshots: Snapshots, stream: str, shape: str, load: Callable[[bytes], T | None]
) -> Iterator[tuple[str, int, T | None]]:
    """The last snapshots of a stream in today's form, whoever saved them: name, version, state."""
    mark = _mark(shape)
    for name in (stream, f"{SEALED}{stream}"):
        kept = snapshots.get(name)
        if kept is not None and kept.body.startswith(mark):
            yield name, kept.version, load(kept.body[len(mark) + TAG :])


def _named(name: str, key: bytes) -> str:
    return f"{SEALED}{name}" if key else name


def _tag(key: bytes, kept: Snapshot, mark: bytes, body: bytes) -> bytes:
    """What only a holder of the key can make, over all of a snapshot and its place in the log."""
    place = f"{kept.stream}\n{kept.version}\n".encode()
    return digest(b"feltwork snapshot" + key, place + kept.hash + mark + body, "sha256")


@cache
def _mark(shape: str) -> bytes:
    try:
        program = version("feltwork")
    except PackageNotFoundError:  # run from its sources
        program = ""
    return sha256(f"{program} {shape}".encode()).digest()


def save_cage(cage: Cage) -> bytes:
    return msgspec.msgpack.encode(saved(cage))


def load_cage(raw: bytes) -> Cage | None:
    try:
        return restored(msgspec.msgpack.decode(raw, type=Saved))
    except msgspec.MsgspecError:
        return None


def replayed(store: Store, table: str) -> tuple[LiveTable, list[str]]:
    """A table by its events alone, and which of its snapshots do not follow from them."""
    stream = f"table/{table}"
    claimed = {version: (name, state) for name, version, state in kept_by_anybody(store.snapshots, stream, SHAPE, load)}
    life, wrong, passed = LiveTable(table), list[str](), passed_over(store.log)
    for record in store.log.read(stream):
        apply_at_table(life, record, passed)
        if record.version in claimed:
            name, state = claimed.pop(record.version)
            wrong += [_said(name, record.version)] if state is None or state != load(save(life)) else []
    return life, wrong + [_said(name, version) for version, (name, _) in claimed.items()]


def replayed_cage(store: Store) -> tuple[Cage, list[str]]:
    """The cage by its events alone, and which of its snapshots do not follow from them."""
    claimed = {v: (name, state) for name, v, state in kept_by_anybody(store.snapshots, CAGE, CAGE_SHAPE, load_cage)}
    cage, wrong, passed = Cage(), list[str](), passed_over(store.log)
    for record in store.log.read(CAGE):
        apply_at_cage(cage, record, passed)
        if record.version in claimed:
            name, state = claimed.pop(record.version)
            wrong += [_said(name, record.version)] if state is None or state != load_cage(save_cage(cage)) else []
    return cage, wrong + [_said(name, version) for version, (name, _) in claimed.items()]


def _said(name: str, version: int) -> str:
    return f"the snapshot {name} at {version} does not follow from the log"
