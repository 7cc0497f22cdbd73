"""The aggregates in memory: reopened from the store and caught up with other writers."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterator, Sequence
from typing import Any

from feltwork.aggregate import Aggregate
from feltwork.engine.aggregates import aggregate_of
from feltwork.engine.replay import apply_at
from feltwork.engine.snapshots import resume
from feltwork.store.port import Head, Record, Store, UnreadableError

log = logging.getLogger("feltwork.store")


class AggregateStates:
    """The state of every aggregate that was asked for. Heads and how far each was saved stand with all streams'."""

    def __init__(
        self, store: Store, key: bytes, heads: dict[str, Head], kept: dict[str, int], passed: Container[bytes]
    ) -> None:
        self._store, self._key, self._heads, self._kept, self._passed = store, key, heads, kept, passed
        self.states: dict[str, Any] = {}
        """By stream."""
        self.seen = 0
        """The time of the newest record that is known here."""

    def state(self, kind: Aggregate[Any], stream: str) -> Any:
        """An aggregate as this process left it; read from the store when it is first asked for."""
        if stream not in self.states:
            fresh = kind.fresh(kind.name_of(stream))
            state, head, rest = resume(self._store, stream, kind.form, kind.load, fresh, key=self._key)
            self._heads[stream], self._kept[stream] = head, head.version
            self._replay(kind, stream, state, rest)
        return self.states[stream]

    def catch_up_with(self, streams: Sequence[str] | None) -> None:
        """Read what other processes wrote to these streams, or to all that are known here."""
        for stream in [*self.states] if streams is None else {name for name in streams if name in self.states}:
            self._move_on(stream)

    def form(self, stream: str) -> str:
        """The form in which the state of a stream is saved."""
        return self._kind(stream).form

    def saved(self, stream: str) -> bytes:
        return self._kind(stream).save(self.states[stream])

    def _kind(self, stream: str) -> Aggregate[Any]:
        kind = aggregate_of(stream)
        assert kind is not None  # only streams of aggregates are kept here
        return kind

    def _move_on(self, stream: str) -> None:
        """Read what others wrote to an aggregate; one that cannot be followed is forgotten, and the others go on."""
        kind = self._kind(stream)
        state = kind.copy(self.states[stream])  # others may be looking at the one that stands
        try:
            self._replay(kind, stream, state, self._store.log.read(stream, self._heads[stream].version))
        except UnreadableError as stuck:
            log.error("%s is not served: %s", stream, stuck)
            del self.states[stream]

    def _replay(self, kind: Aggregate[Any], stream: str, state: Any, records: Iterator[Record]) -> None:
        for record in records:
            apply_at(kind, state, record, self._passed)
            self.seen = max(self.seen, record.at)
            self._heads[stream] = Head(stream, record.version, record.hash)
        self._heads[f"refused/{stream}"] = self._store.log.head(f"refused/{stream}")
        self.states[stream] = state
