"""From other threads to the loop that owns the sockets: whatever has come up goes over in one step."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

log = logging.getLogger("feltwork.server")


class Handover:
    """Work for the loop, in the order in which it was handed over; waking the loop once for many pieces is cheap."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._waiting: deque[Callable[[], None]] = deque()
        self._woken = False

    def put(self, work: Callable[[], None]) -> None:
        """From any thread. Before the loop runs and once it is closed nobody is connected: then nothing is kept."""
        if self.loop is None or self.loop.is_closed():
            return
        self._waiting.append(work)
        if self._woken:
            return
        self._woken = True
        try:
            self.loop.call_soon_threadsafe(self._work)
        except RuntimeError:  # closed just now
            self._waiting.clear()

    def _work(self) -> None:
        self._woken = False  # first: what comes from here on wakes the loop again
        while self._waiting:
            try:
                self._waiting.popleft()()
            except Exception:
                log.exception("a screen could not be told")
