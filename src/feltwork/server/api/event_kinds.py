"""The kinds of events that the log may hold, by which an inspector searches."""

from __future__ import annotations

from typing import get_args

from feltwork.cage.events import CageEvent
from feltwork.engine.aggregates import AGGREGATES
from feltwork.engine.refusing import NothingDone, Refused
from feltwork.server.auth.access import tag
from feltwork.server.auth.events import DoorEvent
from feltwork.table.live.events import LiveEvent

EVENTS = (*get_args(LiveEvent), *get_args(CageEvent), *get_args(DoorEvent), Refused, NothingDone)
KINDS = sorted({*map(tag, EVENTS), *(kind for one in AGGREGATES for kind in one.events.kinds)})
"""What may be looked for by name."""
