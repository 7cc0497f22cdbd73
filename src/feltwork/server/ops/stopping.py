"""Stop play in a whole house whose software or database is not in order."""

from __future__ import annotations

import logging

from feltwork.engine.envelope import Envelope
from feltwork.server.runtime import Runtime
from feltwork.table.live.asker import SYSTEM
from feltwork.table.live.commands import ReportFault

log = logging.getLogger("feltwork.server")


def stop_play(house: Runtime, reason: str) -> None:
    """Suspend every table that is open, and let none be opened again by this process."""
    if not house.health.unsound:
        log.critical("play is stopped: %s", reason)
    house.health.unsound = f"play is stopped: {reason}"
    for name, room in house.rooms.items():
        if room.live.stops.reason is None:
            key = f"unsound-{name}-{room.live.version}"
            house.post(Envelope(key, name, "table-system", SYSTEM, ReportFault(reason[:200])))
