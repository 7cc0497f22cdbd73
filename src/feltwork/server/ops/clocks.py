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
