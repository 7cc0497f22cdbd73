"""Work that reads much of the log: few at a time, on threads of its own, so that nobody else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from feltwork.store.port import Store

T = TypeVar("T")
THREADS = 2
MAX_WAITING = 6
"""Pieces of work that may wait or run at one time; whoever comes after them is told to come back."""


class BusyError(Exception):
    """As much of the log is being read as may be at one time."""

    def __str__(self) -> str:
        return "others are reading the log; ask again in a moment"


class HeavyReads:
    """Reads on a connection of its own for each piece of work."""

    def __init__(self, connect: Callable[[], Store], shared: Store) -> None:
        self._connect, self._shared = connect, shared
        self._threads = ThreadPoolExecutor(THREADS, "reading")
        self._under_way = 0

    async def read(self, work: Callable[[Store], T]) -> T:
        """Give what the work gives; a ``BusyError`` where too many are at it."""

        def reading() -> T:
            store = self._connect()
            try:
                return work(store)
            finally:
                if store is not self._shared:
                    store.close()

        return await self.run(reading)

    async def run(self, work: Callable[[], T]) -> T:
        """Do the same with work that opens what it reads by itself."""
        if self._under_way >= MAX_WAITING:
            raise BusyError
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._under_way -= 1
