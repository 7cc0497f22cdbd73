"""Send the screens of a process that stops to another one, once everything under way is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from feltwork.server.runtime import LOOK_SECONDS
from feltwork.server.sockets.connection import RESTARTING
from feltwork.server.state import ServerState

DRAIN_SECONDS = 10
log = logging.getLogger("feltwork.server")


async def drain(floor: ServerState) -> None:
    """Take nothing more, answer what is under way, and send the screens to another process or to come back."""
    floor.draining = True
    everybody = floor.screens.everybody
    log.info("draining", extra={"screens": len(everybody())})
    for screen in everybody():
        screen.out.answer({"closing": "this line is closed for a moment; the table goes on"})
        screen.out.deaf = True
    await _until(lambda: not any(screen.commands.pending for screen in everybody()))
    for screen in everybody():
        screen.out.let_go(RESTARTING)
    await _until(lambda: not everybody())


async def _until(done: Callable[[], bool]) -> None:
    for _ in range(round(DRAIN_SECONDS / 2 / LOOK_SECONDS)):
        if done():
            return
        await asyncio.sleep(LOOK_SECONDS)
