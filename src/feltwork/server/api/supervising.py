"""What a supervisor's console asks beside its tables' sockets: a new table, a second person, credits cleared."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.cage.commands import PrintTicket
from feltwork.engine.envelope import Envelope, own_key
from feltwork.games.conduct import Act
from feltwork.server.api.terminal import body_of, printed_by
from feltwork.server.auth.access import MAX_KEY, commands_of, tag
from feltwork.server.auth.entrance import FIRST_SET_UP, not_proven, prove
from feltwork.server.auth.sessions import Session
from feltwork.server.auth.staff import SignInError
from feltwork.server.config import TableConfig, bad_table
from feltwork.server.opening import conduct_at, opening_of
from feltwork.server.sockets.acting import acting, sent_before
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import Answer
from feltwork.table.live.commands import Command

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

UNREADABLE = "this cannot be read as a request"
UNKNOWN = "it is not known yet whether this was done; it is being done, or was asked for a moment ago"
NOT_SERVED = "this table is not served here"
SIGN_AGAIN = "no password came with it: look at the table, and have it signed again if it was not done"


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be opened, and the key of this very wish."""

    key: str
    table: TableConfig


async def open_new(floor: ServerState, request: Request) -> Response:
    """Open a table; its equipment, its crew and its play are then opened at the console, one by one."""
    try:
        wish = msgspec.json.decode(await body_of(request), type=NewTable)
    except UNDECODABLE as wrong:
        return JSONResponse({"why": f"not a table: {str(wrong)[:120]}"}, 400)
    problem = bad_table(wish.table, [])
    if problem or not 0 < len(wish.key) <= MAX_KEY:
        return JSONResponse({"why": problem[1] if problem else UNREADABLE}, 400)
    session: Session = request.state.session
    person, role = _who_may(session, conduct_at(wish.table).powers[Act.CHANGE_LIMITS].roles)
    sent = Envelope(own_key(wish.key, person), wish.table.name, person, role, opening_of(wish.table))
    return _told(await floor.house.send(sent))


class Signed(Struct, forbid_unknown_fields=True):
    """A command that another person puts their name to at this console."""

    key: str
    person: str
    do: Command
    password: str = ""
    """Empty where a console only asks what came of it: it keeps the key until that is known, and no password."""
    code: str = ""


async def signed(floor: ServerState, request: Request) -> Response:
    """A second person, known by name and password, sends a command from this screen."""
    asked = await _posted(request, Signed)
    if asked is None or tag(type(asked.do)) not in commands_of("supervisor"):
        return JSONResponse({"why": UNREADABLE}, 400)
    under_way = own_key(asked.key, asked.person)
    if under_way in floor.signing:
        return JSONResponse({"unknown": True, "why": UNKNOWN}, 503, {"retry-after": "1"})
    floor.signing.add(under_way)
    try:
        return await _signed(floor, request, asked)
    finally:
        floor.signing.discard(under_way)


async def _signed(floor: ServerState, request: Request, asked: Signed) -> Response:
    """Look the command up first: its code counts once, and one that is sent again has used it."""
    table = request.path_params["table"]
    if (given := await asyncio.to_thread(_signed_before, floor, table, asked)) is not None:
        return _told(given)
    if (room := floor.house.rooms.get(table)) is None:
        return JSONResponse({"why": NOT_SERVED}, 404)
    if not asked.password:
        return JSONResponse({"why": SIGN_AGAIN}, 409)
    try:
        account = await prove(floor, request, asked.person, asked.password, asked.code)
    except SignInError as refused:
        given = await asyncio.to_thread(_signed_before, floor, table, asked)  # by another process meanwhile
        return _told(given) if given is not None else not_proven(refused, 409)
    if (await asyncio.to_thread(floor.staff.session_of, account)).limited:
        return JSONResponse({"why": FIRST_SET_UP}, 409)
    if not account.roles or tag(type(asked.do)) not in commands_of(account.kind):
        return JSONResponse({"why": f"a {account.kind} does not sign for a table"}, 409)
    people = [(account.person, role) for role in account.roles]
    person, role = acting(room, people, asked.do, floor.house.now())
    sent = Envelope(own_key(asked.key, person), table, person, role, asked.do, shared=True)
    return _told(await floor.house.send(sent))


def _signed_before(floor: ServerState, table: str, asked: Signed) -> Answer | None:
    """The answer to this very command, where it is sent again: its code counted once, and its role may be over."""
    account = floor.staff.account(asked.person)
    people = [(account.person, role) for role in account.roles] if account else []
    found = sent_before(floor.house.reader, asked.key, table, people, asked.do)
    return found[1] if found else None


class Clearing(Struct, forbid_unknown_fields=True):
    """A terminal whose credits a manager clears."""

    key: str
    seat: int


async def clear(floor: ServerState, request: Request) -> Response:
    """The credits that a player has left, as a ticket: once the table is to close, or the player was told to go."""
    room, asked = floor.house.rooms.get(request.path_params["table"]), await _posted(request, Clearing)
    conduct = room.live.conduct if room else None
    if asked is None:
        return JSONResponse({"why": UNREADABLE}, 400)
    if room is None or conduct is None:
        return JSONResponse({"why": NOT_SERVED}, 404)
    person, role = _who_may(request.state.session, conduct.powers[Act.CLOSE].roles)
    given = await floor.house.send(
        Envelope(own_key(asked.key, person), room.table, person, role, PrintTicket(asked.seat))
    )
    if given.reason:
        return JSONResponse({"why": given.reason, "clause": given.clause}, 409)
    return JSONResponse(await asyncio.to_thread(printed_by, floor.house, given))


Posted = TypeVar("Posted", Signed, Clearing)


async def _posted(request: Request, kind: type[Posted]) -> Posted | None:
    """What a console posts under a key of its own; nothing where it cannot be read."""
    try:
        asked = msgspec.json.decode(await body_of(request), type=kind)
    except UNDECODABLE:
        return None
    return asked if 0 < len(asked.key) <= MAX_KEY else None


def _who_may(session: Session, roles: Sequence[str]) -> tuple[str, str]:
    """Who of those at this console acts: one in such a role, else the first, to be refused."""
    return next(((person, role) for person, role in session.people if role in roles), session.people[0])


def _told(given: Answer) -> Response:
    if given.reason:
        return JSONResponse({"why": given.reason, "clause": given.clause}, 409)
    return JSONResponse({"done": given.last})
