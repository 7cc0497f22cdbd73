"""The clock of a store without a server: the machine's, but never going backwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from feltwork.store.port import Store


def machine_time() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


def last_time(store: Store) -> int:
    """When the newest record of a store was written; 0 in an empty one."""
    newest = (next(store.read(head.stream, head.version - 1)) for head in store.heads())
    return max((record.at for record in newest), default=0)


class Clock:
    """A source of microseconds that stands still while the source beneath it is set back.

    >>> clock = Clock(iter([5, 3, 8]).__next__)
    >>> clock(), clock(), clock()
    (5, 5, 8)
    """

    def __init__(self, source: Callable[[], int] = machine_time) -> None:
        self._source = source
        self._last = 0
        self._lock = Lock()

    def __call__(self) -> int:
        with self._lock:
            self._last = max(self._last, self._source())
            return self._last
