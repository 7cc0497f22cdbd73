"""The heartbeat: a row that this process writes every two seconds, and what it finds out by writing it.

Reading a database says little about it: a full disk, a lock or a failing sync shows only when something is written.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from threading import Event, Lock, Thread
from time import monotonic, sleep

import msgspec
from msgspec import Struct

from feltwork.cage.events import CAGE_EVENTS
from feltwork.engine.write_check import try_to_write
from feltwork.server.auth.events import DOOR_EVENTS
from feltwork.server.ops.clocks import NewestRecords
from feltwork.server.runtime import Runtime
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import Head, Store, StoreError, UnknownOutcomeError
from feltwork.table.live.schema import LIFE

EVERY_SECONDS = 2.0
LATE_SECONDS = 10.0
"""Without a heartbeat for so long the process is not ready, whatever the reason."""
STUCK_SECONDS = 10.0
"""A commit under way for so long does not end by itself."""
PROBE_SECONDS = 10.0
"""After so long without a command that was written it is tried whether one could be."""
GONE_SECONDS = 24 * 60 * 60
"""A process that has written nothing for so long does not come back under its name."""
SHELF = "heartbeat"
SECOND = 1_000_000
_KINDS = LIFE.kinds | CAGE_EVENTS.kinds | DOOR_EVENTS.kinds | {"refused", "nothing-done"}
KINDS = sha256(" ".join(sorted(_KINDS)).encode()).hexdigest()[:16]
"""Names all kinds of events that this program writes and follows."""
log = logging.getLogger("feltwork.server")


class Beat(Struct):
    """The row of a process: when it was written, and which kinds of events that process follows."""

    at: int = 0
    kinds: str = ""


def _beat(row: bytes | None) -> Beat | None:
    """What a row says; nothing where it cannot be read."""
    try:
        return msgspec.json.decode(row, type=Beat) if row else Beat()
    except UNDECODABLE:
        return None


def check_beside(store: Store, wait: float = 2 * EVERY_SECONDS) -> None:
    """Refuse to start beside a process that could not follow what this one writes, or the other way round."""
    now = store.now()
    for name in store.settings.names(SHELF):
        row = store.settings.get(SHELF, name)
        told = _beat(row)
        if told is None:
            sleep(wait)  # whoever is running writes it anew
            again = store.settings.get(SHELF, name)
            told = _beat(again)
            if told is None and again != row:
                raise StoreError(f"the running process {name} has a heartbeat that cannot be read: stop it first")
        if told is None:
            log.warning("a heartbeat that nobody writes cannot be read, and is passed over", extra={"row": name})
        elif abs(now - told.at) < LATE_SECONDS * SECOND and told.kinds != KINDS:
            raise StoreError(f"the running process {name} is of another release, with other events: stop it first")


def clear_gone(store: Store) -> None:
    """Remove the rows of processes that are long gone: each start would leave one for good."""
    now = store.now()
    for name in store.settings.names(SHELF):
        told = _beat(store.settings.get(SHELF, name))
        if told is not None and now - told.at > GONE_SECONDS * SECOND:
            store.settings.take(SHELF, name)


class Heartbeat:
    """Writes the row, compares the database with what it held before, and looks after the house's threads."""

    def __init__(self, house: Runtime, every: float = EVERY_SECONDS, clock: Callable[[], float] = monotonic) -> None:
        self.house, self.every, self._clock = house, every, clock
        self.name = f"{socket.gethostname()[:40]}-{os.getpid()}"
        self._store: Store | None = None
        self._since = clock()
        self._newest = NewestRecords()
        self.ahead = ""
        """What to say of a record that is ahead of the clock; empty while none is."""
        self._written = (0, clock())
        """How many records there were, and when it was last found that the log takes another."""
        self._known: dict[str, int] = {}
        """The highest version of each stream that this process has seen."""
        self._parts: dict[str, str] = {}
        """What is wrong with each part, as last seen."""
        self._lock = Lock()
        self._stopping = Event()
        self._thread = Thread(target=self._work, name="heartbeat", daemon=True)

    def start(self) -> None:
        self.beat()
        if self._store is not None:
            with suppress(StoreError):  # the next beat says so
                clear_gone(self._store)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(LATE_SECONDS)
        self._let_go()

    def problems(self) -> dict[str, str]:
        """Each part of this process that does not work, and why."""
        with self._lock:
            found = dict(self._parts)
            late = self._clock() - self._since
        if late > LATE_SECONDS:
            found.setdefault("heartbeat", f"none for {int(late)} seconds")
        stuck = self.house.queue.busy_for()
        if stuck > STUCK_SECONDS:
            found["writer"] = f"a commit has been under way for {int(stuck)} seconds"
        if self.ahead:
            found["clock"] = self.ahead
        return found | self.house.troubles()

    def beat(self) -> None:
        """Write once, and look."""
        found: dict[str, str] = {}
        try:
            store = self._store or self.house.connect()
            self._store = store
            store.settings.put(
                SHELF, self.name, msgspec.json.encode({"at": store.now(), "pid": os.getpid(), "kinds": KINDS})
            )
            heads = store.log.heads()
            gone = self._gone_back(heads)
            if gone:
                found["log"] = gone
            self.ahead = self._newest.ahead_of_clock(store, heads)
            missing = store.missing_rights()
            if missing:
                found["rights"] = f"no {', no '.join(missing)}; the owner of the tables runs 'feltwork grant'"
            self._try_again(store)
            if refused := self._try_now_and_then(store, heads):
                found["writer"] = refused
        except UnknownOutcomeError as failed:
            found["disk"] = str(failed)
            self.house.health.give_up(f"the disk cannot be trusted: {failed}")
        except StoreError as failed:
            found["database"] = str(failed)
            self._let_go()
        except Exception as fault:
            log.exception("the heartbeat met a fault")
            found["heartbeat"] = f"{type(fault).__name__}: {fault}"
        with self._lock:
            self._parts = found
            if not found:
                self._since = self._clock()

    def _try_again(self, store: Store) -> None:
        """If the last command could not be written, see whether one could be by now: nobody may come to try it."""
        desk = self.house.queue.desk
        failed = desk.commits.failed_write
        if failed is None:
            return
        try:
            try_to_write(store, failed.tables)
        except UnknownOutcomeError:
            raise
        except StoreError as again:
            log.error("nothing can be written: %s", again)
            return
        if desk.commits.failed_write is failed:
            desk.commits.failed_write = None

    def _try_now_and_then(self, store: Store, heads: Sequence[Head]) -> str:
        """Why a command could not be written, while nobody sends one that would show it; empty if it could be."""
        if self.house.queue.desk.commits.failed_write is not None:
            return ""  # it is told, and tried above
        count, at = sum(head.version for head in heads), self._clock()
        if count != self._written[0]:
            self._written = (count, at)
        elif at - self._written[1] >= PROBE_SECONDS:
            try:
                try_to_write(store, ())
            except UnknownOutcomeError:
                raise
            except StoreError as failed:
                return f"a command could not be written: {failed}"
            self._written = (count, at)
        return ""

    def _gone_back(self, heads: Sequence[Head]) -> str:
        """Does the database hold less than this process has seen in it?"""
        known = self._known
        for table in list(self.house.rooms):
            told = self.house.acknowledged.get(table, 0)
            known[f"table/{table}"] = max(known.get(f"table/{table}", 0), told)
        standing = {head.stream: head.version for head in heads}
        for stream, version in known.items():
            there = standing.get(stream, 0)
            if there < version:
                return f"{stream} ends at version {there} in the database, and {version} was there: it was set back"
        known.update(standing)
        return ""

    def _let_go(self) -> None:
        """Another connection next time: this one may be to a server that is gone."""
        store, self._store = self._store, None
        if store is not None and store is not self.house.store:
            with suppress(StoreError):
                store.close()

    def _work(self) -> None:
        while not self._stopping.wait(self.every):
            self.beat()
