"""What a player's terminal does beside wagering: the note acceptor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.store.desk import Deposit, Envelope
from feltwork.table.life.commands import BuyIn

if TYPE_CHECKING:
    from feltwork.server.app import Floor

NOTES = (500, 1_000, 2_000, 5_000, 10_000)
MOST_BODY = 4_096


class Note(Struct, forbid_unknown_fields=True):
    """A note put into the acceptor, with the key that the terminal gave this very note."""

    key: str
    amount: int


async def body_of(request: Request) -> bytes:
    """A request's body, up to what a form can need."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BODY:
            return b""
    return body


async def cash_in(floor: Floor, request: Request) -> Response:
    """A note: paid in at the cage's account for the player, and bought in at the seat."""
    session = request.state.session
    try:
        note = msgspec.json.decode(await body_of(request), type=Note)
    except msgspec.DecodeError:
        return JSONResponse({"why": "not a note"}, 400)
    if note.amount not in NOTES or not 0 < len(note.key) <= 100 or session.table is None or session.seat is None:
        return JSONResponse({"why": "the acceptor takes notes of 5, 10, 20, 50 and 100"}, 400)
    acceptor = f"acceptor-{session.table}-{session.seat}"
    key = f"{session.person}:note:{note.key}"
    paid = await floor.house.send(Envelope(key, "cage", acceptor, "cashier", Deposit(session.person, note.amount)))
    if paid.reason:
        return JSONResponse({"why": paid.reason, "clause": paid.clause}, 409)
    bought = await floor.house.send(
        Envelope(f"{key}:in", session.table, session.person, "player", BuyIn(session.seat, note.amount))
    )
    if bought.reason:
        return JSONResponse({"why": bought.reason, "clause": bought.clause}, 409)
    return JSONResponse({"done": note.amount})
