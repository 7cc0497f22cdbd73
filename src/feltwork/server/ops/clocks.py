"""A machine's clock that jumps: play goes on by a steady count, and a person is asked to put the clock right."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from feltwork.store.clock import BOUND, Clock, last_time
from feltwork.store.port import Head, Store, StoreError

SECOND = 1_000_000
DAY = 86_400 * SECOND
LONGEST_PAUSE = 30 * DAY
"""A floor that has been closed for longer is asked whether its clock is right: tickets expire by it."""


def check_clock(store: Store) -> None:
    """Refuse a clock that is far ahead of the last record, by which things expire for good, or far behind it."""
    clock, last = getattr(store, "clock", None), last_time(store.log)
    now = clock.reading() if isinstance(clock, Clock) else store.now()
    if last and now - last > LONGEST_PAUSE:
        raise StoreError(
            f"the clock says {_day(now)}, {(now - last) // DAY} days after the last record: put it right, or if it is"
            " right say so once with --clock-is-right"
        )
    if last - now > LONGEST_PAUSE:
        raise StoreError(
            f"the last record is of {_day(last)}, {(last - now) // DAY} days ahead of the clock: put the clock right;"
            " if it is right, a wrong one wrote that record, and with --clock-is-right time goes on from there"
        )


def _day(at: int) -> str:
    return str(datetime.fromtimestamp(at // SECOND, UTC).date())


def clock_jumped(store: Store) -> str:
    """What to say of the machine's clock after a jump; empty while it is trusted."""
    clock = getattr(store, "clock", None)
    if not isinstance(clock, Clock) or not clock.jumped:
        return ""
    way = "ahead of" if clock.jumped > 0 else "behind"
    return (
        f"the machine's clock is {abs(clock.jumped) // SECOND} seconds {way} the time of this floor since it jumped:"
        " put it right, or start the process again to go by it"
    )


class NewestRecords:
    """When the newest record of each stream was written, whichever process wrote it; read on from where it was left."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int]] = {}
        """By stream: the version of its newest record, and when that was written."""

    def ahead_of_clock(self, store: Store, heads: Iterable[Head]) -> str:
        """What to say of a record that is ahead of the clock: no time passes there until the clock is as far."""
        for head in heads:
            if self._known.get(head.stream, (0, 0))[0] != head.version:
                newest = next(store.log.read(head.stream, head.version - 1), None)
                self._known[head.stream] = (head.version, newest.at if newest is not None else 0)
        stream, (_, at) = max(self._known.items(), key=lambda known: known[1][1], default=("", (0, 0)))
        ahead = at - store.now()
        if ahead <= BOUND:
            return ""
        return (
            f"the last record of {stream} is of {_day(at)}, {ahead // SECOND} seconds ahead of the clock: a wrong clock"
            " wrote it, and time stands still there until the clock is as far; put the clock right"
        )
