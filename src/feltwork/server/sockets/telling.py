"""What is told to screens of one record of the log."""

from __future__ import annotations

import msgspec
from msgspec.structs import asdict, replace

from feltwork.store.port import Record
from feltwork.table.live.events import CardIn, CardOut, LiveEvent
from feltwork.table.live.narrate import tell
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import Settled
from feltwork.views.rounds import line_view
from feltwork.views.views import Data

PASSED_OVER = "this event cannot be followed; by decision of the operator it counts as if nothing had happened"


def told_of(live: LiveTable, record: Record, event: LiveEvent) -> Data:
    """One event as every screen hears of it; the number of a player's card is told to its seat alone."""
    return {
        "version": record.version,
        "at": record.at,
        "kind": record.kind,
        "by": record.actor,
        "role": record.role,
        "text": tell(event, live.game.book.cited("rounding") if live.game else ""),
        "event": _body(record, event),
    }


def _body(record: Record, event: LiveEvent) -> object:
    """The body of the log; lines of a settlement are told by name, not by position."""
    if isinstance(event, CardIn | CardOut):
        return replace(event, card="")
    lines = getattr(event, "lines", ())
    if lines and isinstance(lines[0], Settled):
        return {"type": record.kind} | asdict(event) | {"lines": [line_view(line) for line in lines]}
    return msgspec.Raw(record.body)


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
