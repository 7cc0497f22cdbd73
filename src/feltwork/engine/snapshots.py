"""Snapshots: a stream's state saved beside it, so that it reopens without a replay of everything.

A snapshot is never a source of truth. It is used only if it was saved in today's form, under the floor's key where
there is one, and at a version where the chain still has the hash that it was saved at; else the events are replayed.
A new release that changed neither the form nor how events are followed goes on from the snapshots of the one before.
Of each stream the last one is kept, and of each table one for every thousand events as a milestone, from which an old
round is soon found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from feltwork.aggregate import Aggregate
from feltwork.cage.events import CAGE
from feltwork.cage.state import OVER, Cage, Saved, restored, saved
from feltwork.engine.archive import missing, wrong_archive
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at, apply_at_cage, apply_at_table
from feltwork.engine.seals import by_anybody, in_form, name_of, sealed, unsealed
from feltwork.store.port import EventLog, Head, Record, Snapshots, Store, StoreError
from feltwork.table.live.saved import SHAPE, load, save
from feltwork.table.live.state import LiveTable

T = TypeVar("T")
EVERY = 1000
"""Events between two snapshots of a stream."""
CAGE_SHAPE = sha256(msgspec.json.encode([2, *msgspec.json.schema_components([Saved])])).hexdigest()
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
    return first_of(store, stream, [name or stream], shape, load, fresh, key=key)


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
    return first_of(store, stream, names, shape, load, fresh, version, key=key)


def milestone(stream: str, version: int) -> str:
    """The name by which a state at about this version is kept for good."""
    return f"milestone/{stream}/{version // EVERY}"


def first_of(
    store: Store,
    stream: str,
    names: Sequence[str],
    shape: str,
    load: Callable[[bytes], T | None],
    fresh: T,
    before: int | None = None,
    key: bytes = b"",
) -> tuple[T, Head, Iterator[Record]]:
    """The state to go on from, by the first of these names that has one of before a version; and what follows it."""
    for name in names:
        kept = store.snapshots.get(name_of(name, key))
        if kept is None or kept.version <= 0 or (before is not None and kept.version >= before):
            continue
        body = unsealed(kept, shape, key)
        if body is None:
            continue
        records = store.log.read(stream, kept.version - 1)
        here = next(records, None)
        if here is not None and (here.version, here.hash) == (kept.version, kept.hash):
            state = load(body)
            if state is not None:
                return state, Head(stream, kept.version, kept.hash), records
    return fresh, Head(stream), store.log.read(stream)


def loader(log: EventLog) -> Callable[[bytes], LiveTable | None]:
    """Gives back tables that were saved, each by the rows it was opened under."""
    return lambda raw: load(raw, log.book)


def keep(snapshots: Snapshots, head: Head, shape: str, body: bytes, name: str = "", key: bytes = b"") -> None:
    """Save a state. Where that fails nothing is lost: the events are there."""
    with suppress(StoreError):
        snapshots.save(sealed(name or head.stream, head, shape, body, key))


def kept_by_anybody(
    snapshots: Snapshots, stream: str, shape: str, load: Callable[[bytes], T | None]
) -> Iterator[tuple[str, int, T | None]]:
    """The last snapshots of a stream in today's form, whoever saved them: name, version, state."""
    for kept in by_anybody(snapshots, stream):
        body = in_form(kept, shape)
        if body is not None:
            yield kept.stream, kept.version, load(body)


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
    restore = loader(store.log)
    kept = kept_by_anybody(store.snapshots, stream, SHAPE, restore)
    claimed = {version: (name, state) for name, version, state in kept}
    live, wrong, passed = LiveTable(table), list[str](), passed_over(store.log)
    for record in store.log.read(stream):
        apply_at_table(live, record, store.log.book, passed)
        if record.version in claimed:
            name, state = claimed.pop(record.version)
            wrong += [_said(name, record.version)] if state is None or state != restore(save(live)) else []
    return live, wrong + [_said(name, version) for version, (name, _) in claimed.items()]


def replayed_cage(store: Store) -> tuple[Cage, list[str]]:
    """The cage by its events alone, and which of its snapshots, and of what it put away, do not follow from them."""
    claimed = {v: (name, state) for name, v, state in kept_by_anybody(store.snapshots, CAGE, CAGE_SHAPE, load_cage)}
    cage, wrong, passed = Cage(), list[str](), passed_over(store.log)
    away: dict[str, dict[Any, Any]] = {part: {} for part in OVER}
    for record in store.log.read(CAGE):
        apply_at_cage(cage, record, passed)
        if record.version in claimed:
            name, state = claimed.pop(record.version)
            gone = None if state is None else missing(state, cage)
            wrong += [_said(name, record.version)] if gone is None else []
            for part, items in (gone or {}).items():
                away[part] |= items
    wrong += [_said(name, version) for version, (name, _) in claimed.items()]
    return cage, [*wrong, *wrong_archive(store.snapshots, away, cage, CAGE_SHAPE)]


def replayed_aggregate(store: Store, kind: Aggregate[Any], stream: str) -> tuple[Any, list[str]]:
    """An aggregate by its events alone, and which of its snapshots do not follow from them."""
    kept = kept_by_anybody(store.snapshots, stream, kind.form, kind.load)
    claimed = {version: (name, state) for name, version, state in kept}
    state, wrong, passed = kind.fresh(kind.name_of(stream)), list[str](), passed_over(store.log)
    for record in store.log.read(stream):
        apply_at(kind, state, record, passed)
        if record.version in claimed:
            name, kept_state = claimed.pop(record.version)
            wrong += [_said(name, record.version)] if kept_state != kind.load(kind.save(state)) else []
    return state, wrong + [_said(name, version) for version, (name, _) in claimed.items()]


def _said(name: str, version: int) -> str:
    return f"the snapshot {name} at {version} does not follow from the log"
