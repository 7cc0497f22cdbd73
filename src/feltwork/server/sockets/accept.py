"""Who may open a socket at a table, and how long it is served."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket

from feltwork.server.auth.cookies import PROTOCOL, named_role, token_of
from feltwork.server.auth.guard import same_origin
from feltwork.server.sockets.connection import TRY_AGAIN_LATER
from feltwork.server.sockets.screen import Screen, serve_screen
from feltwork.server.state import ServerState
from feltwork.store.port import StoreError

MAX_SOCKETS = 32
"""Sockets of one session, or of one terminal or seat."""
AT_ONE_TABLE = ("player", "crew")
"""Screens that stand at one table and are connected to no other."""
log = logging.getLogger("feltwork.server")


def socket_endpoint(floor: ServerState) -> Callable[[WebSocket], Awaitable[None]]:
    async def socket(websocket: WebSocket) -> None:
        try:
            session = await asyncio.to_thread(floor.session, websocket)
        except StoreError as failed:
            log.error("who opens a socket cannot be looked up: %s", failed)
            await websocket.close(TRY_AGAIN_LATER)
            return
        table = websocket.path_params["table"]
        room = floor.house.rooms.get(table)
        barred = (
            session is None
            or session.limited
            or room is None
            or (session.kind in AT_ONE_TABLE and session.table != table)
        )
        if floor.limits.too_fast(websocket, session):
            await websocket.close(TRY_AGAIN_LATER)
            return
        if barred or session is None or room is None or not same_origin(websocket) or floor.draining:
            log.warning("refused a socket to table %.64s", table)
            await websocket.close(4403)
            return
        token = token_of(websocket)
        asker = session.asker(token)
        if sum(screen.asker == asker for screen in floor.screens.everybody()) >= MAX_SOCKETS:
            log.warning("refused a socket: its session has %d", MAX_SOCKETS)
            await websocket.close(TRY_AGAIN_LATER)
            return
        await floor.house.shows(table)  # whoever comes back finds all that was acknowledged
        await websocket.accept(PROTOCOL if named_role(websocket) is not None else None)
        screen = Screen(websocket, session, room, floor.house, floor.handover, floor.limits.rates, token)
        with floor.screens.connected(screen):
            await serve_screen(screen)

    return socket
