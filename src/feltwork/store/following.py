"""Following a stream as it grows: woken by news, and looking by itself now and then because news may be lost."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

from feltwork.store.port import POLL, Record, Store


def follow(store: Store, stream: str, after: int, stop: Event) -> Iterator[Record]:
    """Every record after a version, as it comes, each once and in order, until told to stop."""
    while not stop.is_set():
        for record in store.read(stream, after):
            yield record
            after = record.version
        store.wait_for_news(POLL)
