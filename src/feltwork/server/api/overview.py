"""The floor at a glance: every table in a line, and what a new table can be."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.engine.refusing import NothingDone, Refused
from feltwork.games.registry import games
from feltwork.server.ops.clocks import clock_jumped
from feltwork.server.sockets.room_views import room_glance
from feltwork.store.port import Store
from feltwork.views.views import Data

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

_refused = msgspec.json.Decoder(Refused | NothingDone)


class Refusals:
    """How often each table has turned a command away, and the last of them; read on from where it was left."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[int, int, Data]] = {}

    def of(self, store: Store, table: str) -> Data:
        version, times, last = self._read.get(table, (0, 0, {}))
        for record in store.log.read(f"refused/{table}", version):
            version, refused = record.version, _refused.decode(record.body)
            if isinstance(refused, NothingDone):
                continue
            times += refused.times
            last = {"at": record.at, "by": record.actor, "clause": refused.clause, "why": refused.reason}
        self._read[table] = (version, times, last)
        return {"times": times, "last": last or None}


async def glance(floor: ServerState, request: Request) -> Response:
    """Every table in one line each."""

    def look() -> list[Data]:
        return [
            room_glance(room)
            | {"refusals": floor.refusals.of(floor.house.reader, name), "undealt": floor.house.health.undealt.get(name)}
            | {"stuck": floor.house.health.stuck.get(name), "pending": floor.house.health.pending.get(name)}
            for name, room in sorted(floor.house.rooms.items())
        ]

    clock = clock_jumped(floor.house.store) or floor.heartbeat.ahead
    told = {"tables": await asyncio.to_thread(look), "now": floor.house.now(), "clock": clock}
    return Response(msgspec.json.encode(told), media_type="application/json")


async def kinds_of_table(floor: ServerState, request: Request) -> Response:
    """What a new table can be: each book, and each kind of it that has a name of its own."""
    told = [
        {
            "key": "/".join(filter(None, (game.id, kind.variant or (kind.wheel if game.spins else "")))),
            "book": game.id,
            "variant": kind.variant,
            "wheel": kind.wheel,
            "title": kind.title,
        }
        for game in games()
        for kind in game.kinds
        if kind.title
    ]
    return JSONResponse(told)
