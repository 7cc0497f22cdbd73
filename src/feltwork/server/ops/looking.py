"""A look at something that may give no answer: whoever asks hears within a moment, and one thread at most waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

LOOK_SECONDS = 2.0
"""A database that has not answered by then does not answer."""


class Look:
    """One look at a time, off the event loop; those who come while it lasts share it."""

    def __init__(self) -> None:
        self._under_way: asyncio.Future[Any] | None = None

    async def at(self, work: Callable[[], Any], seconds: float = LOOK_SECONDS) -> Any:
        """What the work gives; a timeout error where it takes longer, and it then goes on by itself."""
        if self._under_way is None or self._under_way.done():
            self._under_way = asyncio.get_running_loop().run_in_executor(None, work)
        looking = self._under_way
        done, _ = await asyncio.wait({looking}, timeout=seconds)
        if not done:
            raise TimeoutError
        return looking.result()
