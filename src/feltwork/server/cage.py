"""The cage as it is on disk, for those who only look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from threading import Lock, RLock, get_ident
from typing import TypeVar

from feltwork.cage.cards import own_card, owner
from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage, Ticket
from feltwork.engine.replay import apply_at_cage
from feltwork.engine.snapshots import CAGE_SHAPE, load_cage, resume
from feltwork.store.port import Store, StoreError

T = TypeVar("T")
PIECE = 1000
"""Records that are read at once."""
ANSWER_SECONDS = 3.0
"""A store that has not answered by then does not answer."""


class CageReader:
    """Follows the stream of the cage. It decides nothing."""

    def __init__(self, store: Store, key: bytes, passed: Container[bytes]) -> None:
        self._store, self._passed = store, passed
        self.state, _, _ = resume(store, CAGE, CAGE_SHAPE, load_cage, Cage(), key=key)
        self.lock = RLock()
        """Held while the state moves on, and while somebody looks at it; never while the store is read."""
        self._reading = Lock()
        self._thread = ThreadPoolExecutor(1, "cage")
        """Reads for the event loop, so that a store that hangs holds one thread."""
        self.loop_thread = 0
        """The thread of the event loop, which may not read."""

    def catch_up(self) -> None:
        """Read what was committed at the cage since. This waits for the store, so the event loop may not call it."""
        if get_ident() == self.loop_thread:
            raise RuntimeError("the event loop would stand still with the store: await refresh or look")
        with self._reading:
            while records := list(islice(self._store.log.read(CAGE, self.state.version), PIECE)):
                with self.lock:
                    for record in records:
                        apply_at_cage(self.state, record, self._passed)

    @contextmanager
    def current(self) -> Iterator[Cage]:
        """Give the cage as it stands on disk now; it does not move on meanwhile."""
        self.catch_up()
        with self.lock:
            yield self.state

    async def refresh(self) -> None:
        """Catch up while the event loop goes on; a ``StoreError`` where the store does not answer."""
        reading = asyncio.get_running_loop().run_in_executor(self._thread, self.catch_up)
        done, _ = await asyncio.wait({reading}, timeout=ANSWER_SECONDS)
        if not done:
            raise StoreError("the store does not answer")
        reading.result()

    async def look(self, get: Callable[[Cage], T]) -> T:
        """Give what somebody gets from the cage as it stands on disk now."""
        await self.refresh()
        with self.lock:
            return get(self.state)

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
