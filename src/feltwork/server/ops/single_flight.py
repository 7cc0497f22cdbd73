"""A call that may never return: whoever asks hears within seconds, and at most one thread waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

ANSWER_SECONDS = 2.0
"""A database that has not answered by then does not answer."""
FRESH_SECONDS = 1.0
"""How old an answer may be that is given to whoever asks too often."""


class SingleFlight:
    """Runs one call at a time, off the event loop; those who come while it runs share its result."""

    def __init__(self) -> None:
        self._under_way: asyncio.Future[Any] | None = None
        self._since = 0.0

    async def call(self, work: Callable[[], Any], seconds: float = ANSWER_SECONDS, *, fresh: bool = True) -> Any:
        """Give what the work gives; a ``TimeoutError`` where it takes longer, and it then goes on by itself.

        Who does not ask for a fresh result gets the last one, unless it is more than a second old.
        """
        running, now = self._under_way, monotonic()
        if running is None or (running.done() and (fresh or now - self._since > FRESH_SECONDS)):
            running = self._under_way = asyncio.get_running_loop().run_in_executor(None, work)
            self._since = now
        done, _ = await asyncio.wait({running}, timeout=seconds)
        if not done:
            raise TimeoutError
        return running.result()
