"""The threads that follow the log: each table's room is caught up with what was committed, here or elsewhere."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Container, Mapping
from threading import Event, Thread
from time import monotonic

from feltwork.cage.events import CAGE
from feltwork.cage.till import Till
from feltwork.engine.play_money import TableKinds
from feltwork.engine.transaction import Committed
from feltwork.server.cage import CageReader
from feltwork.server.ops.health import Health
from feltwork.server.sockets.room import News, Room
from feltwork.server.sockets.room_saved import keep_room, reopen
from feltwork.store.port import POLL, Store, StoreError, UnreadableError

MICRO = 1_000_000
LISTEN_SECONDS = 0.02
MAX_HEARD = 1024
"""Commits that the rooms may be behind and still hear of from the desk."""
TABLE = "table/"
REST, LONGEST_REST = 9, 0.1
"""Telling takes a tenth of the time, so that under load the news of several commits go as one, some fifty a second.
A telling that a busy machine kept waiting does not hold the next one back for longer than ``LONGEST_REST``."""
log = logging.getLogger("feltwork.server")
Tell = Callable[[str, News], None]


class StoreClock:
    """The store's time, read now and then and counted on from there, so that whoever shows it need not wait."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read = (0, 0.0)

    def read(self, now: float) -> None:
        self._read = (self._store.now(), now)

    def now(self) -> int:
        told, since = self._read
        if not told:
            return self._store.now()
        return told + int((monotonic() - since) * MICRO)


class ServedTables:
    """Which tables of a database are served: where money is real, none that a demonstration opened in it."""

    def __init__(self, kinds: TableKinds, *, real_money: bool) -> None:
        self._kinds, self._real_money = kinds, real_money
        self._left_out: set[str] = set()

    def has(self, table: str) -> bool:
        if not self._real_money or not self._kinds.is_play(table):
            return True
        if table not in self._left_out:
            self._left_out.add(table)
            log.error("table %s is not served: it is one of play money, and here money is real", table)
        return False


class OwnCommits:
    """What our own desk has committed and the rooms do not know yet; what is lost of it is read from the store."""

    def __init__(self) -> None:
        self._waiting: deque[Mapping[str, Committed]] = deque(maxlen=MAX_HEARD)
        self.add = self._waiting.append

    def take(self) -> dict[str, Committed]:
        """Give what was committed since, commit after commit, by table."""
        heard: dict[str, Committed] = {}
        while self._waiting:
            for table, told in self._waiting.popleft().items():
                before = heard.get(table)
                heard[table] = Committed(told.live, [*before.events, *told.events]) if before else told
        return heard


class Follower:
    """Keeps the rooms and the cage as they are on disk, and tells what is new."""

    def __init__(
        self,
        stores: tuple[Store, Store],
        till: Till,
        kinds: TableKinds,
        cage: CageReader,
        health: Health,
        passed: Container[bytes],
    ) -> None:
        self._store, self._reader = stores
        self._key, self._cage, self._health, self._passed = till.key, cage, health, passed
        self.rooms: dict[str, Room] = {}
        self.commits = OwnCommits()
        self.clock = StoreClock(self._reader)
        self.tell: Tell = lambda table, news: None
        """Called with what is new at a table."""
        self.news = Event()
        """Set when there may be something to read."""
        self._served = ServedTables(kinds, real_money=till.real_money)
        self._is_alone = self._store.log.mark() is not None
        """An embedded store: whoever else writes to it does so now and then, and is heard of a little later."""
        self._looked = 0.0
        self._stopping = Event()
        self._threads = [Thread(target=work, name=work.__name__, daemon=True) for work in (self._listen, self._follow)]

    def start(self) -> None:
        """Read what is there, then follow it."""
        self.look()
        for thread in self._threads:
            thread.start()

    def ask_to_stop(self) -> None:
        self._stopping.set()
        self.news.set()

    def stop(self) -> None:
        """Wait for the threads to end, then keep every room for the next start."""
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        for room in self.rooms.values():
            keep_room(self._reader, room, every=1, key=self._key)

    def has_ended(self) -> bool:
        """Has a thread ended that nobody stopped?"""
        ended = any(not thread.is_alive() and thread.ident is not None for thread in self._threads)
        return ended and not self._stopping.is_set()

    def look(self) -> None:
        """Catch every room up with the log, and make rooms for tables that are new."""
        now = monotonic()
        self.clock.read(now)
        heard = self.commits.take()
        if heard and self._is_alone and now - self._looked < POLL:
            looked_at = {table: told.live.version for table, told in heard.items()}
            versions = {table: version for table, version in looked_at.items() if version}  # 0 was never opened
        else:
            self._looked = now
            versions = self._versions()
        for table, version in versions.items():
            room = self.rooms.get(table) or reopen(self._reader, table, self._key, self._passed)
            self.rooms.setdefault(table, room)
            if version > room.live.version:
                self._move_on(room, heard.get(table))

    def _move_on(self, room: Room, heard: Committed | None) -> None:
        """Catch one room up. A table that cannot be followed stays as it is; the others go on."""
        table = room.table
        try:
            news = room.catch_up(self._reader, heard)
        except UnreadableError as stuck:
            self._health.cannot_follow(table, str(stuck))
            return
        except StoreError:
            raise
        except Exception as fault:
            log.exception("table %s cannot be shown", table)
            self._health.cannot_follow(table, f"it cannot be shown: {type(fault).__name__}: {fault}")
            return
        self._health.stuck.pop(table, None)
        if news is not None:
            self.tell(table, news)
        keep_room(self._reader, room, key=self._key)

    def _versions(self) -> dict[str, int]:
        """Give the version of every table in the log; the cage is caught up on the way."""
        streams = {head.stream: head.version for head in self._reader.log.heads()}
        if CAGE in streams:
            self._cage.catch_up()
        tables = {name[len(TABLE) :]: version for name, version in streams.items() if name.startswith(TABLE)}
        return {name: version for name, version in tables.items() if self._served.has(name)}

    def _listen(self) -> None:
        """Hear of what other processes commit; a notification is only a hint, so the log is polled as well."""
        while not self._stopping.is_set():
            try:
                if self._store.wait_for_news(POLL):
                    self.news.set()
                    self._stopping.wait(LISTEN_SECONDS)  # it is asked what there is, not how often something came
            except StoreError:
                self._stopping.wait(POLL)

    def _follow(self) -> None:
        while not self._stopping.is_set():
            self.news.wait(POLL)
            self.news.clear()
            began = monotonic()
            try:
                self.look()
                self._health.follows()
                self._stopping.wait(min(REST * (monotonic() - began), LONGEST_REST))
            except Exception as fault:
                self._health.lost_the_log(fault, expected=isinstance(fault, StoreError))
                self._stopping.wait(POLL)
