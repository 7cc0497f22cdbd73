"""``evolve`` for a live table: make happen what an event says happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltwork.table.live.topic import Evolver

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import LiveTable

EVOLVERS: dict[type, tuple[Evolver, ...]] = {}
"""By event the topics that it concerns, in order. The registry fills it: some topics look ahead with ``evolve``."""


def evolve(live: LiveTable, event: LiveEvent) -> None:
    """Apply one event."""
    live.version += 1
    for happen in EVOLVERS[type(event)]:
        happen(live, event)
