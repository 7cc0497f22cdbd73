"""What a correction would come to, seat by seat, before anybody confirms it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.engine.past_rounds import recalled
from feltwork.store.port import Store
from feltwork.table.live.commands import SecondCorrection
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.corrections import AnyResult, differences_of, settled_as, undone
from feltwork.views.corrected import compared, differences
from feltwork.views.rounds import line_view

if TYPE_CHECKING:
    from feltwork.server.state import ServerState


class Wish(Struct):
    """A round, and what lay there; without a result its outcome would be invalid."""

    version: int
    result: AnyResult | None = None
    forfeits: list[int] = []


async def correction(floor: ServerState, request: Request) -> Response:
    """Each seat's round before and after, and the difference; nothing is decided by it."""
    room = floor.house.rooms.get(request.path_params["table"])
    try:
        wish = msgspec.json.decode(request.query_params.get("wish", ""), type=Wish)
    except msgspec.DecodeError:
        return JSONResponse({"why": "this is not a correction"}, 400)
    if room is None:
        return JSONResponse({"why": "this table is not served here"}, 404)
    rows = await asyncio.to_thread(_foreseen, floor.house.reader, room.live, wish)
    return JSONResponse({"seats": rows} if rows is not None else {"why": "that is no round of this table"})


def _foreseen(store: Store, live: LiveTable, wish: Wish) -> list[dict[str, object]] | None:
    past = recalled(store, live, SecondCorrection(wish.version))
    if past is None:
        return None
    was = [line_view(line) for line in past.settled.lines]
    if wish.result is None:
        return compared(was, undone(past, wish.forfeits), past.seats)
    last = live.rounds.last
    if last is not None and last[0] == wish.version:  # taken back and settled again, chip by chip
        now = settled_as(past, wish.result)
        return None if now is None else differences(was, [line_view(line) for line in now], past.seats)
    owed = differences_of(past, wish.result)
    return None if owed is None else compared(was, owed, past.seats)
