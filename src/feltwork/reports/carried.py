"""Where a report goes on from: what each stream had come to when a day began.

Such a state follows from the records before it alone, so one serves every report of that day and of later ones. It is
kept beside the log under the floor's key, by its stream and version, and the newest one of each stream by its stream.
Like a snapshot it is never a source of truth: without the key, or where the chain has another hash there, the stream is
read from its first record. ``feltwork ledger`` holds it against the log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from feltwork.engine.carried_over import Brought
from feltwork.engine.seals import by_anybody, in_form, name_of
from feltwork.engine.snapshots import first_of, keep
from feltwork.store.port import Head, Record, Store, UnreadableError

QUARTER = 15 * 60 * 1_000_000
"""A day begins with a quarter of an hour, wherever the floor is."""


class Followed(Protocol):
    """A state that moves on by the records of one stream."""

    def follow(self, record: Record) -> None: ...

    def saved(self) -> bytes: ...

    def value(self) -> Any:
        """What two of them are compared by."""
        ...


F = TypeVar("F", bound=Followed)


@dataclass(frozen=True)
class Way(Generic[F]):
    """How a stream is followed, and how what it has come to is kept."""

    part: str
    """What it is kept for, the first word of its names."""
    shape: str
    """Changes with the form in which it is saved."""
    fresh: Callable[[], F]
    load: Callable[[bytes], F | None]

    def names(self, stream: str, version: int) -> tuple[str, str]:
        """Of the state at a version, and of the newest one."""
        return f"{self.part}/{stream}/{version}", f"{self.part}/{stream}"


class Beginning(NamedTuple):
    """What a report begins with: where every stream stood when its first day began, and the key that seals that."""

    brought: Brought
    key: bytes = b""

    def head(self, stream: str) -> Head:
        return Head(stream, *self.brought.heads.get(stream, ()))


def followed(store: Store, stream: str, way: Way[F], begin: Beginning, until: int) -> F:
    """The state of a stream at a time, from what was kept of it; and keep it as it stood when the day began."""
    head = begin.head(stream)
    if not begin.key or not head.version:
        return _read(way.fresh(), store, stream, until)
    names = way.names(stream, head.version)
    state, found, records = first_of(
        store, stream, names, way.shape, way.load, way.fresh(), head.version + 1, begin.key
    )
    try:
        for record in takewhile(lambda record: record.at < until, records):
            state.follow(record)
            if record.version == head.version:
                _keep(store, head, way, state.saved(), begin.key)
    except UnreadableError:
        if not found.version:
            raise
        return _read(way.fresh(), store, stream, until)
    return state


def _read(state: F, store: Store, stream: str, until: int) -> F:
    for record in takewhile(lambda record: record.at < until, store.log.read(stream)):
        state.follow(record)
    return state


def _keep(store: Store, head: Head, way: Way[Any], body: bytes, key: bytes) -> None:
    here, newest = way.names(head.stream, head.version)
    keep(store.snapshots, head, way.shape, body, here, key)
    known = store.snapshots.get(name_of(newest, key))
    if known is None or known.version <= head.version:
        keep(store.snapshots, head, way.shape, body, newest, key)


def wrong_states(store: Store, stream: str, way: Way[Any]) -> list[str]:
    """What was kept of a stream, by whomever, and does not follow from its records."""
    state = way.fresh()
    wrong = []
    for record, after in pairwise(chain(store.log.read(stream), [None])):
        assert record is not None
        state.follow(record)
        if after is not None and record.at // QUARTER == after.at // QUARTER:
            continue
        for kept in by_anybody(store.snapshots, way.names(stream, record.version)[0]):
            body = in_form(kept, way.shape)
            if body is not None and not _same(way.load(body), way.load(state.saved())):
                wrong.append(f"the snapshot {kept.stream} at {kept.version} does not follow from the log")
    return wrong


def _same(one: Followed | None, other: Followed | None) -> bool:
    return one is not None and other is not None and bool(one.value() == other.value())
