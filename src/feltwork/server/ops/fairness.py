"""Watches dice and wheels while a floor runs: an alarm becomes a duty and a notice, once for each device.

What a process has read it keeps; the key of the order follows from the log, so that every process of a floor, and the
same one after a restart, is answered the same and the duty is raised once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from feltwork.duties.commands import ReportUnfair
from feltwork.duties.events import DUTIES
from feltwork.engine.envelope import Envelope
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import is_passed, read_event
from feltwork.reports.devices import KINDS, TableDevices, Unfair
from feltwork.server.ops.heavy_reads import BusyError
from feltwork.store.port import Answer, Store, StoreError
from feltwork.table.live.asker import SYSTEM
from feltwork.table.live.schema import LIFE

if TYPE_CHECKING:
    from feltwork.server.ops.background import Job
    from feltwork.server.state import ServerState

ACTOR = "fairness"
TABLE = "table/"
LOOK_SECONDS = 5.0
log = logging.getLogger("feltwork.server")


class FloorDevices:
    """One process's eye on the devices of all tables."""

    def __init__(self) -> None:
        self.tables: dict[str, TableDevices] = {}
        self._seen: dict[str, int] = {}
        self._told: set[tuple[str, int, str]] = set()

    def look(self, store: Store) -> list[Unfair]:
        """Read on from where it stopped; alarms about devices that are at a table now and were not given out yet."""
        passed = passed_over(store.log)
        for head in store.log.heads():
            if not head.stream.startswith(TABLE):
                continue
            devices = self.tables.setdefault(head.stream, TableDevices(head.stream.removeprefix(TABLE)))
            for record in store.log.read(head.stream, self._seen.get(head.stream, 0)):
                if record.kind in KINDS and not is_passed(record, passed):
                    devices.happen(record.version, read_event(LIFE, record))
                self._seen[head.stream] = record.version
        standing = [unfair for devices in self.tables.values() for unfair in devices.standing]
        return [unfair for unfair in standing if (unfair.table, unfair.version, unfair.device) not in self._told]

    def report(self, unfair: Unfair, submit: Callable[[Envelope], Answer]) -> Answer:
        """Raise the duty and queue the notice."""
        body: Any = ReportUnfair(unfair.table, unfair.item, unfair.words, unfair.clause, unfair.owner)
        key = f"{ACTOR}:{unfair.table}:{unfair.version}:{unfair.device}"
        answer = submit(Envelope(key, DUTIES, ACTOR, SYSTEM, body))
        self._told.add((unfair.table, unfair.version, unfair.device))
        return answer


def watch_devices(every: float = LOOK_SECONDS) -> Job:
    """A job that looks at what dice and wheels have shown."""

    async def work(floor: ServerState) -> None:
        devices = FloorDevices()
        while True:
            await asyncio.sleep(every)
            try:
                for unfair in await floor.log_checks.reads.read(devices.look):
                    await asyncio.to_thread(devices.report, unfair, lambda sent: floor.house.post(sent).result())
                    log.warning("an alarm about a device", extra={"why": unfair.words})
            except (StoreError, BusyError) as failed:
                log.error("dice and wheels are not watched: %s", failed)

    return work
