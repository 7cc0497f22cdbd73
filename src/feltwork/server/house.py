"""The house: one store, its desk behind a queue, a room for each table, and the thread that follows the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread

from feltwork.server.room import Room
from feltwork.store.desk import Desk, Envelope
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Store, StoreError
from feltwork.store.queue import DeskQueue

POLL_SECONDS = 0.25
"""A notification is only a hint: without one the log is looked at this often."""
log = logging.getLogger("feltwork.server")
Tell = Callable[[str, bytes], None]


class House:
    """Everything that one server process holds. Sockets and pages come to it; it alone knows the store."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store = open_store(url)
        self.reader = self.connect()
        """A connection of its own for those who only read."""
        self.queue = DeskQueue(Desk(self.store))
        self.rooms: dict[str, Room] = {}
        self.tell: Tell = lambda table, message: None
        self.acknowledged: dict[str, int] = {}
        """The last version of each table that this process has acknowledged."""
        self._news = Event()
        self._stopping = Event()
        self._follower = Thread(target=self._follow, name="follower", daemon=True)

    def connect(self) -> Store:
        """A connection of its own for somebody beside the desk; a store in memory has only the one."""
        return self.store if self.url == "memory:" else open_store(self.url)

    def open(self) -> None:
        """Follow the tables from here on; what is already there is read first."""
        self.look()
        self._follower.start()

    def close(self) -> None:
        """Answer what is waiting, then let go of the store."""
        self._stopping.set()
        self._news.set()
        self.queue.close()
        if self._follower.is_alive():
            self._follower.join()
        self.store.close()
        if self.reader is not self.store:
            self.reader.close()

    async def send(self, sent: Envelope) -> Answer:
        """Decide and commit one command; it is durable when this returns."""
        return await asyncio.wrap_future(self.post(sent))

    def post(self, sent: Envelope) -> Future[Answer]:
        answer = self.queue.send(sent)
        answer.add_done_callback(lambda done: self._answered(sent.table, done))
        return answer

    def _answered(self, table: str, done: Future[Answer]) -> None:
        if done.exception() is None:
            self.acknowledged[table] = max(self.acknowledged.get(table, 0), done.result().last)
        self._news.set()

    def now(self) -> int:
        return self.reader.now()

    def room(self, table: str) -> Room | None:
        return self.rooms.get(table)

    def look(self) -> None:
        """Catch every room up with the log, and find rooms for tables that are new."""
        for head in self.reader.heads():
            kind, _, table = head.stream.partition("/")
            if kind != "table":
                continue
            room = self.rooms.get(table) or Room(table)
            if head.version > room.life.version:
                message = room.catch_up(self.reader)
                self.rooms.setdefault(table, room)
                if message is not None:
                    self.tell(table, message)

    def _follow(self) -> None:
        while not self._stopping.is_set():
            self._news.wait(POLL_SECONDS)
            self._news.clear()
            try:
                self.look()
            except StoreError as failed:
                log.error("the log cannot be followed: %s", failed)
                self._stopping.wait(POLL_SECONDS)
