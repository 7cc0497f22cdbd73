"""The lobby: the tables as they stand, the rooms that may be opened, and the roles that this browser has.

At a demonstration everybody sees all of it and takes a seat with one click. On a real floor somebody who is not signed
in sees nothing but the door, and everybody else what they may open.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.games.registry import book_names
from feltwork.server.api import pages, terminal
from feltwork.server.api.lessons import lesson_at
from feltwork.server.api.tournaments import for_guests
from feltwork.server.auth.cookies import roles_of
from feltwork.server.auth.entrance import FULL, admit, came_in, is_full, screen_of
from feltwork.server.auth.sessions import Session, session_id
from feltwork.server.auth.staff import STAFF_KINDS
from feltwork.server.sockets.room import Room
from feltwork.server.texts import language_of, say
from feltwork.server.undecodable import UNDECODABLE
from feltwork.views.views import Data, money_of

if TYPE_CHECKING:
    from feltwork.server.routes import Endpoint
    from feltwork.server.state import ServerState

SHOWN = (
    "table",
    "book",
    "name",
    "status",
    "phase",
    "suspended",
    "closing",
    "capacity",
    "spins",
    "entered",
    "awaited",
    "closed",
    "uncalled",
    "closes_at",
    "point",
    "stakes",
    "frozen",
    "limits",
    "chip",
    "practice",
)
"""What the lobby shows of a table: how it stands, and nobody's name."""
RESULTS = 12
ROOMS = ("supervisor", "tournament", "office", "cashier", "inspector", "wall")
"""The rooms that come first, in this order."""


async def lobby(floor: ServerState, request: Request) -> Response:
    """All that the page shows; it asks again every few seconds."""
    roles = await asyncio.to_thread(roles_of, floor.sessions, request)
    own = [await _role(floor, token, session) for token, session in roles.items()]
    tables = []
    for room in _seen(floor, list(roles.values())):
        with room.lock:
            tables.append(_table(room, language_of(request)))
    told = {
        "open": floor.guests is not None,
        "tables": tables,
        "roles": own,
        "tournaments": await for_guests(floor) if floor.guests is not None else [],
        "rooms": _rooms(request, floor, {session.kind for session in roles.values() if not session.limited}),
        "now": floor.house.now(),
    }
    return Response(msgspec.json.encode(told), media_type="application/json")


async def felt(floor: ServerState, request: Request) -> Response:
    """The felt of a table that the lobby shows."""
    roles = await asyncio.to_thread(roles_of, floor.sessions, request)
    if not any(room.table == request.path_params["table"] for room in _seen(floor, list(roles.values()))):
        return JSONResponse({"why": "no such table"}, 404)
    return await pages.felt(floor, request)


class Taken(Struct, forbid_unknown_fields=True):
    """What a guest of a demonstration wants to be."""

    kind: Literal["player", "crew", "supervisor", "cashier", "inspector", "wall"]
    table: str | None = None
    another: bool = False
    """Another seat, beside the one that this browser has?"""
    tournament: bool = False
    """A player without a seat, who enters tournaments?"""


async def take(floor: ServerState, request: Request) -> Response:
    """Come in as somebody, at a demonstration: as whom this browser is in already, or with a seat of one's own."""
    language = language_of(request)
    try:
        wanted = msgspec.json.decode(await terminal.body_of(request), type=Taken)
    except UNDECODABLE:
        return JSONResponse({"why": say(language, "lobby.no-table")}, 400)
    if floor.guests is None:
        return JSONResponse({"why": say(language, "lobby.sign-in-first")}, 404)
    if not wanted.another:
        for token, session in (await asyncio.to_thread(roles_of, floor.sessions, request)).items():
            at = session.table if session.kind in ("player", "crew") else wanted.table
            if (session.kind, at) == (wanted.kind, wanted.table):
                goes_on = await floor.guests.again(floor, token, session)
                if isinstance(goes_on, str):
                    return JSONResponse({"why": say(language, goes_on)}, 409)
                return came_in(token, goes_on)
    if await is_full(floor, request):
        return JSONResponse({"why": FULL}, 409)
    if wanted.tournament and wanted.kind == "player":
        found: Session | str = await floor.guests.entrant(floor)
    else:
        found = await floor.guests.welcome(floor, wanted.kind, wanted.table)
    if isinstance(found, str):
        return JSONResponse({"why": say(language, found)}, 409)
    token = await asyncio.to_thread(_begun, floor, found)
    return await admit(floor, request, token, came_in(token, found))


def _begun(floor: ServerState, session: Session) -> str:
    """A new session; staff come by a link that is used at once, so that the log tells how they came in."""
    if session.kind in STAFF_KINDS:
        return floor.sessions.follow(floor.sessions.invite(session)) or ""
    return floor.sessions.begin(session)


def _seen(floor: ServerState, roles: list[Session]) -> list[Room]:
    """The tables that a browser may see: all at a demonstration, those of its roles elsewhere.

    Somebody who has yet to set up a second factor sees none. A table that no game was opened at has no face.
    """
    may = [one for one in roles if not one.limited]
    everything = floor.guests is not None or any(one.kind not in ("player", "crew") for one in may)
    seen = [room for name, room in floor.house.rooms.items() if everything or any(one.table == name for one in may)]
    return sorted((room for room in seen if room.live.game is not None), key=_in_order)


def _in_order(room: Room) -> tuple[int, str, str]:
    """By the order of the books, a game before its variants."""
    game, books = room.live.game, book_names()
    if game is None:
        return len(books), "", room.table
    return books.index(game.book.id) if game.book.id in books else len(books), game.book.name, room.table


def _table(room: Room, language: str) -> Data:
    view, lesson = room.view(), lesson_at(room)
    shown: Data = {name: view[name] for name in SHOWN if name in view}
    return shown | {
        "tour": lesson.game[language] if lesson is not None else "",
        "history": room.recall.results[-RESULTS:],
        "taken": sorted(room.live.seats.players),
    }


async def _role(floor: ServerState, token: str, session: Session) -> Data:
    """A role of this browser, and the money that waits at its seat; or for it, where the seat was given up."""
    room = floor.house.rooms.get(session.table or "")
    here, staked = money_of(room.live, session.seat, session.person) if room is not None else (0, 0)
    gone = _is_gone(floor, room, session)
    return {
        "role": session_id(token),
        "kind": session.kind,
        "table": session.table,
        "name": room.live.game.book.name if room is not None and room.live.game is not None else None,
        "seat": session.seat,
        "person": session.person,
        "go": screen_of(session),
        "here": here,
        "staked": staked,
        "attended": any(screen.token == token for screen in floor.screens.everybody()),
        "gone": gone,
        "kept": await floor.guests.kept(floor, session.person) if gone and floor.guests is not None else 0,
    }


def _is_gone(floor: ServerState, room: Room | None, session: Session) -> bool:
    """Does a guest of a demonstration no longer have the seat they were given?"""
    if floor.guests is None or room is None or session.kind != "player" or session.seat is None:
        return False
    return room.live.seats.players.get(session.seat) != session.person


def _rooms(request: Request, floor: ServerState, kinds: set[str]) -> list[Data]:
    """The rooms that have a page: all at a demonstration, those that somebody may open elsewhere."""
    endpoints: tuple[Endpoint, ...] = request.app.state.endpoints
    found: list[Data] = [
        {"room": each.room, "path": each.path, "kind": each.room if each.room in each.who else "supervisor"}
        for each in endpoints
        if each.room and (floor.guests is not None or kinds & each.who)
    ]
    return sorted(found, key=lambda room: ROOMS.index(room["room"]) if room["room"] in ROOMS else len(ROOMS))
