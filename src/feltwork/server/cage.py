"""The cage as it is on disk, for those who only look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from threading import RLock, get_ident
from typing import TypeVar

from feltwork.cage.cards import own_card, owner
from feltwork.cage.events import CAGE
from feltwork.cage.state import OVER, Cage, Ticket
from feltwork.engine.archive import with_archive
from feltwork.engine.replay import apply_at_cage
from feltwork.engine.snapshots import CAGE_SHAPE, load_cage, resume
from feltwork.store.port import Store, StoreError, UnreadableError

T = TypeVar("T")
PIECE = 1000
"""Records that are read at once."""
ROOM = 5000
"""Tickets, transfers, forms and vouchers that may come to those of the last snapshot in memory."""
ANSWER_SECONDS = 3.0
"""A store that has not answered by then does not answer."""


class CageReader:
    """Follows the stream of the cage. It decides nothing."""

    def __init__(self, store: Store, key: bytes, passed: Container[bytes]) -> None:
        self._store, self._key, self._passed = store, key, passed
        self.state = self._saved()
        self._most = self._size() + ROOM
        """So much may be in memory before the cage is taken from its last snapshot again, without what is put away."""
        self.lock = RLock()
        """Held while the state moves on, and while the event loop looks at it; never while the store is read."""
        self._reading = RLock()
        """Held by whoever reads the store: the state moves on only then."""
        self._thread = ThreadPoolExecutor(1, "cage")
        """Reads for the event loop, so that a store that hangs holds one thread."""
        self.loop_thread = 0
        """The thread of the event loop, which may not read."""

    def catch_up(self) -> None:
        """Read what was committed at the cage since. This waits for the store, so the event loop may not call it."""
        if get_ident() == self.loop_thread:
            raise RuntimeError("the event loop would stand still with the store: await refresh or look")
        with self._reading:
            try:
                self._follow(self.state)
            except UnreadableError:  # what was put away is lost: all of it is in the log
                self._become(Cage())
            if self._size() > self._most:
                self._become(self._saved())

    def standing(self) -> Cage:
        """The cage as it stands on disk now, for a look at it from a thread that may read."""
        self.catch_up()
        return self.state

    def _saved(self) -> Cage:
        cage, _, _ = resume(self._store, CAGE, CAGE_SHAPE, load_cage, Cage(), key=self._key)
        return with_archive(cage, self._store, CAGE_SHAPE, self._key)

    def _become(self, cage: Cage) -> None:
        self._follow(cage)
        with self.lock:
            self.state = with_archive(cage, self._store, CAGE_SHAPE, self._key)
        self._most = self._size() + ROOM

    def _follow(self, cage: Cage) -> None:
        while records := list(islice(self._store.log.read(CAGE, cage.version), PIECE)):
            with self.lock:
                for record in records:
                    apply_at_cage(cage, record, self._passed)

    def _size(self) -> int:
        return sum(len(getattr(self.state, part)) for part in OVER)

    @contextmanager
    def current(self) -> Iterator[Cage]:
        """Give the cage as it stands on disk now; it does not move on meanwhile."""
        with self._reading:
            self.catch_up()
            yield self.state

    async def refresh(self) -> None:
        """Catch up while the event loop goes on; a ``StoreError`` where the store does not answer."""
        await self._elsewhere(self.catch_up)

    async def _elsewhere(self, read: Callable[[], T]) -> T:
        """Read on a thread of its own: what was put away is asked of the store."""
        reading = asyncio.get_running_loop().run_in_executor(self._thread, read)
        done, _ = await asyncio.wait({reading}, timeout=ANSWER_SECONDS)
        if not done:
            raise StoreError("the store does not answer")
        return reading.result()

    async def look(self, get: Callable[[Cage], T]) -> T:
        """Give what somebody gets from the cage as it stands on disk now."""
        return await self._elsewhere(lambda: self._looked(get))

    def _looked(self, get: Callable[[Cage], T]) -> T:
        with self.current() as cage:
            return get(cage)

    async def own_card(self, player: str) -> str:
        """Give the number of a player's valid card, without holding up the event loop; empty if there is none."""
        return await self.look(lambda cage: own_card(cage, player))

    async def owner_of(self, card: str) -> str:
        """Give the player whose card has this number, without holding up the event loop; empty if there is none."""
        return await self.look(lambda cage: owner(cage, card))

    def ticket(self, serial: int) -> Ticket | None:
        """Give a ticket as it stands on disk now."""
        with self.current() as cage:
            return cage.tickets.get(serial)

    def card_of(self, player: str) -> str:
        """Give the number of a player's valid card; empty if there is none."""
        with self.current() as cage:
            return own_card(cage, player)

    def close(self) -> None:
        """End the thread, without waiting for a store that hangs."""
        self._thread.shutdown(wait=False, cancel_futures=True)
