"""Aggregates as they are on disk, for those who only look at them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from feltwork.aggregate import Aggregate
from feltwork.cage.state import Cage
from feltwork.engine.aggregates import BY_KIND
from feltwork.engine.replay import apply_at
from feltwork.engine.snapshots import resume
from feltwork.store.port import Store, StoreError
from feltwork.table.live.state import LiveTable

T = TypeVar("T")
ANSWER_SECONDS = 3.0
"""A store that has not answered by then does not answer."""


class Beside:
    """The other streams for somebody who looks at one of them. Nothing is decided on it."""

    def __init__(
        self,
        at: int,
        tables: Mapping[str, LiveTable],
        names: Callable[[Aggregate[Any]], list[str]],
        state: Callable[[Aggregate[Any], str], Any],
        cage: Callable[[], Cage],
    ) -> None:
        self.at, self._tables, self._names, self._state, self._cage = at, tables, names, state, cage

    @property
    def cage(self) -> Cage:
        return self._cage()

    def table_names(self) -> list[str]:
        return sorted(self._tables)

    def table(self, name: str) -> LiveTable:
        return self._tables.get(name) or LiveTable(name)

    def state(self, kind: str, name: str = "") -> Any:
        found = BY_KIND[kind]
        return self._state(found, found.stream(name))

    def names(self, kind: str) -> list[str]:
        return self._names(BY_KIND[kind])


class AggregateReader:
    """Follows the streams of aggregates that somebody asks for. It decides nothing."""

    def __init__(self, store: Store, key: bytes, passed: Container[bytes]) -> None:
        self._store, self._key, self._passed = store, key, passed
        self._known: dict[str, tuple[int, Any]] = {}
        """By stream: up to which version it was read, and the state."""
        self._thread = ThreadPoolExecutor(1, "aggregates")
        """Reads and looks for the event loop, one after the other, so that a store that hangs holds one thread."""

    async def look(self, kind: Aggregate[Any], name: str, get: Callable[[Any], T]) -> T | None:
        """Give what somebody gets from an aggregate as it stands on disk now; nothing where there is none."""
        return await self.run(lambda: self._look(kind, kind.stream(name), get))

    async def names(self, kind: Aggregate[Any]) -> list[str]:
        """Give the ids of all there are of a kind."""
        return await self.run(lambda: self._names(kind))

    async def run(self, work: Callable[[], T]) -> T:
        """Ask something on the thread that reads; other streams are looked at there alone."""
        reading = asyncio.get_running_loop().run_in_executor(self._thread, work)
        done, _ = await asyncio.wait({reading}, timeout=ANSWER_SECONDS)
        if not done:
            raise StoreError("the store does not answer")
        return reading.result()

    def beside(self, at: int, tables: Mapping[str, LiveTable], cage: Callable[[], Cage]) -> Beside:
        """Give the other streams as they stand on disk, to be asked while somebody looks."""
        return Beside(at, tables, self._names, lambda kind, stream: self._look(kind, stream, lambda state: state), cage)

    def _names(self, kind: Aggregate[Any]) -> list[str]:
        return [kind.name_of(head.stream) for head in self._store.log.heads() if kind.has(head.stream)]

    def _look(self, kind: Aggregate[Any], stream: str, get: Callable[[Any], T]) -> T | None:
        if stream in self._known:
            version, state = self._known[stream]
            records = self._store.log.read(stream, version)
        else:
            fresh = kind.fresh(kind.name_of(stream))
            state, head, records = resume(self._store, stream, kind.form, kind.load, fresh, key=self._key)
            version = head.version
        for record in records:
            apply_at(kind, state, record, self._passed)
            version = record.version
            self._known[stream] = version, state
        if not version and not kind.single:
            return None
        self._known[stream] = version, state
        return get(state)

    def close(self) -> None:
        """End the thread, without waiting for a store that hangs."""
        self._thread.shutdown(wait=False, cancel_futures=True)
