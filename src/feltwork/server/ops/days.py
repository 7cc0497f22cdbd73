"""Days carried over while a floor runs."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from feltwork.reports.floor_report import carry_reports_over
from feltwork.server.ops.heavy_reads import BusyError
from feltwork.store.port import StoreError

if TYPE_CHECKING:
    from feltwork.server.ops.background import Job
    from feltwork.server.state import ServerState

HOUR_SECONDS = 60 * 60.0
log = logging.getLogger("feltwork.server")


def carry_days_over(every: float = HOUR_SECONDS) -> Job:
    """A job that carries each day's beginning over, so that nobody who asks for a report waits for the days before."""

    async def work(floor: ServerState) -> None:
        while True:
            try:
                await floor.log_checks.reads.read(lambda store: carry_reports_over(store, floor.house.till.key))
            except (StoreError, BusyError) as failed:
                log.warning("the day is not carried over yet: %s", failed)
            await asyncio.sleep(every)

    return work
