"""A table's events in words, each with the clause that was applied."""

from __future__ import annotations

from feltwork.table.live.events import LiveEvent
from feltwork.table.live.registry import TELLERS
from feltwork.table.live.topic import tag


def tell(event: LiveEvent, rounding: str = "") -> list[str]:
    """What happened, the first line the event, the others what it settled; ``rounding`` is the book's clause on it."""
    teller = TELLERS.get(type(event))
    return teller(event, rounding) if teller else [tag(event)]
