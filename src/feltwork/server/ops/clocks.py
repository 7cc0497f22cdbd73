"""A machine's clock that jumps: play goes on by a steady count, and a person is asked to put the clock right."""

from __future__ import annotations

from feltwork.store.clock import Clock
from feltwork.store.port import Store

SECOND = 1_000_000


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
