"""A machine's clock that jumps: play goes on by a steady count, and a person is asked to put the clock right."""

from __future__ import annotations

from datetime import UTC, datetime

from feltwork.store.clock import Clock, last_time
from feltwork.store.port import Store, StoreError

SECOND = 1_000_000
DAY = 86_400 * SECOND
LONGEST_PAUSE = 30 * DAY
"""A floor that has been closed for longer is asked whether its clock is right: tickets expire by it."""


def check_clock(store: Store) -> None:
    """Refuse to start by a clock that is far ahead of the last record: what expires by it has expired for good."""
    last, now = last_time(store.log), store.now()
    if last and now - last > LONGEST_PAUSE:
        day = datetime.fromtimestamp(now // SECOND, UTC).date()
        raise StoreError(
            f"the clock says {day}, {(now - last) // DAY} days after the last record: put it right, or if it is right"
            " start once with --clock-is-right"
        )


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
