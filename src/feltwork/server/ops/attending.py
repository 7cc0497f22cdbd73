"""The attendant: a thread that fires what is due and makes the draws of the floor's electronic tables.

Every process of a floor may have one. Duties have keys of their own, so each is done once, whoever gets there first.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from feltwork.engine.electronic_dealer import Dealer
from feltwork.engine.envelope import Envelope
from feltwork.entropy.sealing import SealingError, load_key, make_key
from feltwork.entropy.sources import OsEntropy
from feltwork.server.ops.keys import once_written
from feltwork.server.runtime import Runtime
from feltwork.store.port import Answer, StoreError
from feltwork.table.live.state import LiveTable

EVERY_SECONDS = 0.2
log = logging.getLogger("feltwork.server")


class Attendant(Dealer):
    """The electronic dealer, sending through the house's queue like everybody else."""

    def __init__(self, house: Runtime, draw_key: bytes) -> None:
        super().__init__(house.queue.desk, OsEntropy(), draw_key, "attendant")
        self.house = house
        self._opens: dict[str, str] = {}
        """The sealed secret of each table that was last found to open with this process's key."""
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="attendant", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Finish what is in hand, then let go."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def names(self) -> list[str]:
        return list(self.house.rooms)

    def live(self, table: str) -> LiveTable:
        return self.house.live(table)

    def send(self, sent: Envelope) -> Answer:
        return self.house.post(sent).result()

    def _work(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            try:
                for table in self.tables():
                    self._attend(table)
            except StoreError as failed:
                log.error("the attendant could not write: %s", failed)
            except Exception:
                log.exception("the attendant stumbled")
                self._stopping.wait(1)

    def _attend(self, table: str) -> None:
        """One table. That its secret cannot be opened is said once; its timers go on, and the others are dealt to."""
        try:
            self.attend(table)
            self._check_secret(self.live(table))
        except SealingError as wrong:
            if self.house.health.undealt.get(table) != str(wrong):
                log.error("table %s cannot be dealt to: %s", table, wrong)
            self.house.health.undealt[table] = str(wrong)
        else:
            self.house.health.undealt.pop(table, None)

    def _check_secret(self, live: LiveTable) -> None:
        """Open the secret of a round under way once, long before it is needed: without it the round can be given up."""
        if live.draws.draw is None or live.draws.draw.secret or self._opens.get(live.table) == live.draws.sealed:
            return
        self._secret(live, "reveal")
        self._opens[live.table] = live.draws.sealed


def draw_key_at(path: Path) -> bytes:
    """The draw key in a file outside the database; made when there is none yet."""
    if not path.exists():
        with suppress(SealingError):  # another process was quicker; if not, loading says what is wrong
            make_key(path)
    return once_written(lambda: load_key(path))
