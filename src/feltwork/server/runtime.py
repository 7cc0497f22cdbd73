"""What one server process runs on: a store, its desk behind a queue, a room for each table, and who follows the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from secrets import token_bytes
from time import monotonic

from feltwork.cage.till import PLAIN, Till
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.play_money import TableKinds
from feltwork.engine.writer_queue import WriterQueue, resolve
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.ops.handed import hand_on
from feltwork.server.ops.health import Health
from feltwork.server.ops.metrics import Metrics
from feltwork.server.readers import Readers
from feltwork.server.sockets.follower import Follower
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, NotLookedUpError, Store, StoreError, UnknownOutcomeError
from feltwork.table.live.state import LiveTable

MAX_LOOKS, LOOK_SECONDS = 500, 0.002

log = logging.getLogger("feltwork.server")


class Runtime:
    """The parts of one server process. Sockets and pages come to it; it alone knows the store."""

    def __init__(self, url: str, opens: Callable[[str], Store] = open_store, till: Till = PLAIN) -> None:
        self.url = url
        self.till = till if till.key else till._replace(key=token_bytes(32))
        """Seals tickets. Without a key of the floor's own, tickets are good only as long as this process runs."""
        self.store = opens(url)
        self.connect: Callable[[], Store] = lambda: self.store if url == "memory:" else opens(url)
        """Opens a connection for somebody beside the desk; a store in memory has only the one."""
        self.reader = self.connect()
        """A connection of its own for those who only read."""
        self.shelf = RecordedShelves(self.connect(), served=True)
        """And one for sessions, so that they never wait for a table."""
        self.queue = WriterQueue(Desk(self.store, self.till))
        self.kinds = TableKinds(self.reader)
        self.metrics = Metrics()
        self.health = Health()
        self.queue.desk.decider.why_not = self.health.why_not
        self.queue.desk.decider.pays_nothing = lambda: self.health.unsound
        self.readers = Readers(self.reader, self.till.key)
        self.cage = self.readers.cage
        self.follower = Follower(
            (self.store, self.reader), self.till, self.kinds, self.cage, self.health, self.readers.passed
        )
        self.rooms = self.follower.rooms
        self.acknowledged: dict[str, int] = {}
        """The last version of each table that this process has acknowledged."""
        self.queue.desk.commits.tell = self.follower.commits.add
        self.queue.on_answer = self._answered
        self.queue.on_end = self.health.give_up
        self.now = self.follower.clock.now

    def start(self) -> None:
        """Follow the tables from here on; what is already there is read first."""
        self.follower.start()

    def stop(self) -> None:
        """Answer what is waiting, then let go of the store."""
        self.follower.ask_to_stop()
        try:
            self.queue.close()
        except StoreError as failed:  # every answer was given before: only counts and snapshots are left out
            log.error("what is left to be written cannot be: %s", failed)
        self.follower.stop()
        self.readers.close()
        for store in (self.shelf.store, self.reader, self.store):
            if store is self.store or self.url != "memory:":
                store.close()

    async def send(self, sent: Envelope) -> Answer:
        """Decide and commit one command; it is durable when this returns."""
        return await asyncio.wrap_future(self.post(sent))

    def post(self, sent: Envelope) -> Future[Answer]:
        """Put a command on its way, for a thread or a request that waits for it."""
        promised: Future[Answer] = Future()
        promised.set_running_or_notify_cancel()
        handed = hand_on()

        def answered(given: Answer | StoreError) -> None:
            handed.came(given)
            resolve(promised, given)

        self.queue.put(sent, answered)
        return promised

    async def shows(self, table: str) -> None:
        """Wait until the room of a table shows everything that this process has acknowledged at it."""
        room = self.rooms.get(table)
        for _ in range(MAX_LOOKS):
            if room is None or room.live.version >= self.acknowledged.get(table, 0):
                return
            await asyncio.sleep(LOOK_SECONDS)

    def _answered(self, sent: Envelope, since: float, given: Answer | StoreError) -> None:
        """Time and count a command that is answered, and note how far its table was acknowledged."""
        if isinstance(given, StoreError):
            result = "unknown" if isinstance(given, UnknownOutcomeError | NotLookedUpError) else "lost"
        else:
            result = "refused" if given.reason else "done"
            if given.stream.startswith("table/") and given.last > self.acknowledged.get(sent.table, 0):
                self.acknowledged[sent.table] = given.last
        self.metrics.answered(sent.body.__struct_config__.tag, result, monotonic() - since)
        if not self.follower.news.is_set():
            self.follower.news.set()

    def troubles(self) -> dict[str, str]:
        """Give the parts of this process that do not work, and why."""
        health, desk = self.health, self.queue.desk
        found = {"follower": health.follower} if health.follower else {}
        if health.failed:
            found["process"] = f"it stops: {health.failed}"
        if (unwritten := desk.commits.failed_write) is not None:
            found["writer"] = f"the last command could not be written: {unwritten.why}"
        if not self.queue.is_alive:
            found["writer"] = "its thread has ended"
        if self.follower.has_ended():
            found["follower"] = "its thread has ended"
        for table, why in list(health.stuck.items()):
            found[f"table {table}"] = why
        for stream, why in list(desk.streams.unsaved.items()):
            found[f"snapshot of {stream}"] = why
        return found

    def live(self, table: str) -> LiveTable:
        """Give a table as it stands on disk, so far as anybody here knows. Nobody changes this one any more."""
        live_tables = (self.rooms[table].live, self.queue.desk.streams.live_tables.get(table))
        return max((live for live in live_tables if live is not None), key=lambda live: live.version)
