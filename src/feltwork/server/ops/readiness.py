"""Whether this process is ready to serve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltwork.server.ops.clocks import clock_jumped
from feltwork.server.ops.connections import short_of_descriptors
from feltwork.store.port import StoreError

if TYPE_CHECKING:
    from feltwork.server.state import ServerState


def problems(floor: ServerState) -> dict[str, str]:
    """Give each part of this process that is not ready, and why; nothing if all are."""
    found = {"process": "draining"} if floor.draining else {}
    if floor.house.health.unsound:
        found["play"] = floor.house.health.unsound
    try:
        floor.house.reader.log.head("cage")
    except StoreError as failed:
        found["database"] = str(failed)
    if jumped := clock_jumped(floor.house.store):
        found["clock"] = jumped
    if short := short_of_descriptors():
        found["descriptors"] = short
    return floor.heartbeat.problems() | found
