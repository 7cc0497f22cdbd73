"""What a server process does beside answering: sessions that end, transfers without an answer."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from feltwork.server.sockets.connection import SIGNED_OUT
from feltwork.server.state import ServerState
from feltwork.store.port import StoreError

RESTART_SECONDS = 5.0
"""Between the failure of a background job and its next start."""
LOOK_AT_SESSIONS_SECONDS, SWEEP_EVERY = 20.0, 180
log = logging.getLogger("feltwork.server")
Job = Callable[[ServerState], Awaitable[None]]


class Worker(Protocol):
    """A thread beside the server."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


async def carry_transfers(floor: ServerState) -> None:
    """Take up again what the casino management system left without an answer."""
    await floor.cashless.keep_resolving()


async def restarted(job: Job, floor: ServerState) -> None:
    """Run a background job; one that fails is logged, for nobody else would notice, and starts again."""
    while True:
        try:
            return await job(floor)
        except Exception:
            log.exception("a background job has stopped, and starts again")
        await asyncio.sleep(RESTART_SECONDS)


async def keep_sessions(floor: ServerState) -> None:
    """Screens whose session is over are let go, or hear who is at them; now and then the shelf is swept."""
    for turn in itertools.count():
        await asyncio.sleep(LOOK_AT_SESSIONS_SECONDS)
        try:
            if turn % SWEEP_EVERY == 0:
                await asyncio.to_thread(floor.sessions.sweep)
                await asyncio.to_thread(floor.staff.tries.sweep)
            for screen in floor.screens.everybody():
                used, screen.used = screen.used, False
                session = await asyncio.to_thread(floor.sessions.find, screen.token, used=used)
                if session is None:
                    screen.out.let_go(SIGNED_OUT)
                elif session.people != screen.session.people:  # changed at another process of the floor
                    screen.become(session)
        except StoreError as failed:
            log.error("sessions cannot be looked at: %s", failed)
