"""What the log knows of the rows on the shelves: a row that was put there beside it opens nothing.

Whoever can write to the database can add the row of a session, an account or a terminal. Every such row of ours has a
record in the chained log, in the same commit; without one, or where the record says another digest, it does not count.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Lock

from feltwork.engine.replay import read_event
from feltwork.server.auth.events import DOOR, DOOR_EVENTS, DoorBegun, DoorEvent
from feltwork.store.port import EventLog, UnreadableError


class KnownRows:
    """The digest of each row that stands by the log; read on from where it was left."""

    def __init__(self, log: EventLog) -> None:
        self._log, self._version = log, 0
        self._digests: dict[str, str] = {}
        self._lock = Lock()

    def holds(self, row: str, digest: str) -> bool:
        """Does the log say that this row stands so? Before its first record every row does: that takes them over."""
        if self._digests.get(row) == digest:
            return True
        self.catch_up()
        return not self._version or self._digests.get(row) == digest

    def has(self, row: str) -> bool:
        """Does the log say that there is such a row?"""
        self.catch_up()
        return row in self._digests

    def catch_up(self) -> None:
        """Read what was recorded since."""
        with self._lock:
            for record in self._log.read(DOOR, self._version):
                with suppress(UnreadableError):  # of another release: its row does not count here
                    self._take(read_event(DOOR_EVENTS, record))
                self._version = record.version

    def _take(self, event: DoorEvent) -> None:
        if isinstance(event, DoorBegun):
            self._digests |= {row: digest for _, row, digest in event.rows}
            return
        row = getattr(event, "row", "")
        if digest := getattr(event, "digest", ""):
            self._digests[row] = digest
        elif row:
            self._digests.pop(row, None)
