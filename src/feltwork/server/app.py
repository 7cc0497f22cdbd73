"""The ASGI app: routes behind the table of access, security headers, and the sockets of each table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import get_ident

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route, WebSocketRoute

from feltwork.server.auth.guard import guarded, unrouted
from feltwork.server.headers import SecurityHeaders
from feltwork.server.ops.background import Job, Worker, carry_transfers, keep_sessions, restarted
from feltwork.server.ops.hosts import KnownHosts
from feltwork.server.routes import ENDPOINTS
from feltwork.server.sockets.accept import socket_endpoint
from feltwork.server.state import ServerState


def build(
    floor: ServerState,
    background: tuple[Job, ...] = (),
    attendant: Worker | None = None,
    checkpoints: Worker | None = None,
) -> Starlette:
    """Make the app with every route of the access table and no other.

    The worker of the checkpoints stops last, so that the last checkpoint covers everything.
    """
    everybody = (checkpoints, floor.house, floor.heartbeat, floor.log_checks.integrity, attendant)
    workers = [worker for worker in everybody if worker is not None]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        floor.handover.loop = asyncio.get_running_loop()
        for worker in workers:
            worker.start()
        floor.house.cage.loop_thread = get_ident()
        tasks = [asyncio.create_task(restarted(job, floor)) for job in (keep_sessions, carry_transfers, *background)]
        yield
        floor.draining = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in reversed(workers):
            await asyncio.to_thread(worker.stop)

    routes: list[BaseRoute] = [
        Route(e.path, guarded(floor, e, e.answers), methods=[e.method]) for e in ENDPOINTS if e.answers is not None
    ]
    routes.append(WebSocketRoute("/ws/{table}", socket_endpoint(floor)))
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders), Middleware(KnownHosts, floor=floor)],
        exception_handlers={404: unrouted(floor), 405: unrouted(floor)},
    )
    app.state.endpoints = ENDPOINTS
    app.router.redirect_slashes = False  # such a redirect goes where the Host header says
    return app
