"""The clock of a store without a server: the machine's, but never going backwards."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

from feltwork.store.port import EventLog


def machine_time() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


def steady_count() -> int:
    """Microseconds of a count that nobody sets."""
    return time.monotonic_ns() // 1000


BOUND = 10_000_000
"""Microseconds between two readings that a clock may be put right by; more is a jump."""


def last_time(log: EventLog) -> int:
    """When the newest record of a log was written; 0 in an empty one."""
    newest = (record for head in log.heads() for record in log.read(head.stream, head.version - 1))
    return max((record.at for record in newest), default=0)


class Clock:
    """A source of microseconds that never goes back, and does not follow a machine's clock that jumps.

    Beside the clock runs a steady count that nobody sets. Where the two differ by more than a bound, the clock was set
    (or set wrong) by somebody: time goes on by the count, and ``jumped`` says by how much until they agree again.

    >>> clock = Clock(iter([5, 3, 8]).__next__)
    >>> clock(), clock(), clock()
    (5, 5, 8)
    >>> second = 1_000_000
    >>> wall, count = iter([100, 101, 3702, 3703, 104]), iter([0, 1, 2, 3, 4])
    >>> clock = Clock(lambda: next(wall) * second, lambda: next(count) * second)
    >>> [clock() // second for _ in range(5)], clock.jumped
    ([100, 101, 102, 103, 104], 0)
    """

    def __init__(
        self, source: Callable[[], int] = machine_time, count: Callable[[], int] | None = None, at_least: int = 0
    ) -> None:
        """``at_least`` is the time of the last record: what is written from now on is not before it."""
        self.jumped = 0
        """Microseconds that the machine's clock is ahead of the time that is told, or behind it, after a jump."""
        self._source, self._count = source, count
        self._last, self._counted = at_least, 0
        self._begun = False
        self._lock = Lock()

    def reading(self) -> int:
        """What the clock itself says, whatever was told before."""
        return self._source()

    def __call__(self) -> int:
        with self._lock:
            wall, counted = self._source(), self._count() if self._count else 0
            if self._count is None or not self._begun:
                now, self._begun = wall, True
            else:
                expected = self._last + max(counted - self._counted, 0)
                off = wall - expected
                self.jumped = off if abs(off) > BOUND else 0
                now = expected if self.jumped else wall
            self._last, self._counted = max(self._last, now), counted
            return self._last
