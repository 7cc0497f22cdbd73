"""A look at something that may give no answer: whoever asks hears within a moment, and one thread at most waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

LOOK_SECONDS = 2.0
"""A database that has not answered by then does not answer."""
FRESH_SECONDS = 1.0
"""How old an answer may be that is given to whoever asks too often."""


class Look:
    """One look at a time, off the event loop; those who come while it lasts share it."""

    def __init__(self) -> None:
        self._under_way: asyncio.Future[Any] | None = None
        self._since = 0.0

    async def at(self, work: Callable[[], Any], seconds: float = LOOK_SECONDS, *, fresh: bool = True) -> Any:
        """What the work gives; a timeout error where it takes longer, and it then goes on by itself.

        Who does not ask for a fresh look gets the last one, unless it is more than a second old.
        """
        looking, now = self._under_way, monotonic()
        if looking is None or (looking.done() and (fresh or now - self._since > FRESH_SECONDS)):
            looking = self._under_way = asyncio.get_running_loop().run_in_executor(None, work)
            self._since = now
        done, _ = await asyncio.wait({looking}, timeout=seconds)
        if not done:
            raise TimeoutError
        return looking.result()
