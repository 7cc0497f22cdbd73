"""What is told to screens of one record of the log."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from feltwork.store.port import Record
from feltwork.table.live.events import CardIn, CardOut, LiveEvent
from feltwork.table.live.narrate import tell
from feltwork.table.live.state import LiveTable
from feltwork.views.views import Data

PASSED_OVER = "this event cannot be followed; by decision of the operator it counts as if nothing had happened"


def told_of(life: LiveTable, record: Record, event: LiveEvent) -> Data:
    """One event as every screen hears of it; the number of a player's card is told to its seat alone."""
    private = isinstance(event, CardIn | CardOut)
    body = msgspec.json.encode(replace(event, card="")) if private else record.body
    return {
        "version": record.version,
        "at": record.at,
        "kind": record.kind,
        "by": record.actor,
        "role": record.role,
        "text": tell(event, life.game.book.cited("rounding") if life.game else ""),
        "event": msgspec.Raw(body),
    }


def told_passed(record: Record) -> Data:
    """A record that counts as if nothing had happened, as every screen hears of it."""
    return {
        "version": record.version,
        "at": record.at,
        "kind": record.kind,
        "by": record.actor,
        "role": record.role,
        "text": [PASSED_OVER],
        "event": {},
    }
