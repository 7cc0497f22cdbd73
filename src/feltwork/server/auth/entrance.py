"""Coming in and going out: passwords of staff, keys of terminals."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from feltwork.cage.tickets import TICKET_MACHINE
from feltwork.server.api import terminal
from feltwork.server.api.pages import page
from feltwork.server.auth.cookies import MAX_ROLES, address_of, let_go, let_in, roles_of, token_of, tokens_of
from feltwork.server.auth.passwords import BusyError
from feltwork.server.auth.seated import with_people
from feltwork.server.auth.sessions import Session, session_id
from feltwork.server.auth.staff import Account, Origin, SignInError
from feltwork.server.ops.rates import ENROLMENTS, slow_down
from feltwork.server.sockets.connection import SIGNED_OUT
from feltwork.server.sockets.questions import CREW
from feltwork.server.texts import language_of, say
from feltwork.server.undecodable import UNDECODABLE
from feltwork.views.views import money_of

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

ACCOUNT = "/account"
MACHINE = "/machine"
"""Where a machine that redeems tickets goes, and nobody else."""
TOURNAMENT = "/tournament/play"
"""Where a player without a seat goes."""
FULL = f"this browser has {MAX_ROLES} roles already; sign out of one first"
FIRST_SET_UP = "sign in by yourself first and set up your second factor: your work asks for one"
HOME = {
    "player": "/play",
    "crew": "/deal",
    "supervisor": "/supervise",
    "cashier": "/cage",
    "inspector": "/inspect",
    "wall": "/wall",
}


def is_machine(session: Session) -> bool:
    """Is it a Ticket In Cash Out machine's?"""
    return any(role == TICKET_MACHINE for _, role in session.people)


def screen_of(session: Session) -> str:
    """Where somebody goes on from the door."""
    if session.kind == "player" and session.table is None:
        return TOURNAMENT
    if is_machine(session):
        return MACHINE
    return ACCOUNT if session.limited else HOME[session.kind]


async def home(floor: ServerState, request: Request) -> Response:
    """The lobby; a terminal of the floor and somebody without their second factor go on at once."""
    session = request.state.session
    if session is not None and (session.limited or session.terminal):
        return RedirectResponse(screen_of(session), 303)
    return await page("lobby")(floor, request)


async def is_full(floor: ServerState, request: Request) -> bool:
    """Has this browser as many roles as it may have?"""
    return len(await asyncio.to_thread(roles_of, floor.sessions, request)) >= MAX_ROLES


async def admit(floor: ServerState, request: Request, token: str, response: Response) -> Response:
    """Let the browser in as one more; what is over of its other roles goes."""
    live = await asyncio.to_thread(roles_of, floor.sessions, request)
    return let_go(request, set(tokens_of(request).values()) - set(live), let_in(request, token, response))


def came_in(token: str, session: Session) -> Response:
    """What a page is told whose browser is let in: where to go on, and the role that the tab has from now on."""
    return JSONResponse({"go": screen_of(session), "role": session_id(token)})


class SignIn(Struct, forbid_unknown_fields=True):
    """Name and password, and the table somebody signs in at."""

    person: str
    password: str
    table: str | None = None
    joins: bool = False
    """Beside the crew that is already at this screen?"""
    code: str = ""
    """Of the second factor, where the account has one."""


BUSY_SECONDS = 2
"""When to come again, after too many password checks at once."""


async def prove(floor: ServerState, request: Request, person: str, password: str, code: str = "") -> Account:
    """The account of somebody who types its password at this screen, and the code of its second factor."""
    staff, origin = floor.staff, Origin(address_of(request), token_of(request))
    attempt = await asyncio.to_thread(staff.attempt, person[:64], origin)
    try:
        check = partial(staff.check, attempt, password, code)
        return await floor.passwords.run(check, attempt.place, known=attempt.known)
    except BusyError:
        await asyncio.to_thread(staff.forgive, attempt)
        why = "many people sign in just now; try again in a moment"
        raise staff.refuse("busy", None, why, seconds=BUSY_SECONDS) from None


def not_proven(refused: SignInError, status: int = 403) -> Response:
    """Why somebody is not let in: the same words and the same time for a wrong name and for a wrong password."""
    told: dict[str, object] = {"why": str(refused)}
    after = BackgroundTask(refused.record)
    if refused.seconds:
        headers = {"retry-after": str(refused.seconds)}
        return JSONResponse(told | {"wait": refused.seconds}, 429, headers, background=after)
    return JSONResponse(told | {"code": True} if refused.asks_code else told, status, background=after)


async def sign_in(floor: ServerState, request: Request) -> Response:
    try:
        who = msgspec.json.decode(await terminal.body_of(request), type=SignIn)
    except UNDECODABLE:
        return JSONResponse({"why": "name or password is wrong"}, 403)
    try:
        account = await prove(floor, request, who.person, who.password, who.code)
    except SignInError as refused:
        return not_proven(refused)
    found = await asyncio.to_thread(floor.staff.session_of, account, who.table, address_of(request))
    if who.joins:
        return await _join(floor, request, found)
    if found.kind == "crew" and floor.house.rooms.get(who.table or "") is None:
        tables = sorted(floor.house.rooms)
        return JSONResponse(
            {"why": f"a crew signs in at its table: {', '.join(tables) or 'none is open yet'}", "tables": tables}, 403
        )
    if await is_full(floor, request):
        return JSONResponse({"why": FULL}, 409)
    token = await asyncio.to_thread(floor.sessions.begin, found)
    return await admit(floor, request, token, came_in(token, found))


async def _join(floor: ServerState, request: Request, found: Session) -> Response:
    """One more of the staff at a crew's screen; the others stay."""
    here = await asyncio.to_thread(floor.session, request)
    if here is None or here.kind != "crew" or found.kind not in CREW:
        return JSONResponse({"why": "only staff of the tables join the crew at its screen"}, 403)
    if found.limited:
        return JSONResponse({"why": FIRST_SET_UP}, 403)
    others = tuple(pair for pair in here.people if pair[0] != found.person)
    return await become(floor, request, replace(here, people=(*others, *found.people)))


async def become(floor: ServerState, request: Request, session: Session) -> Response:
    """Others are at this screen from now on, or the same may do more."""
    token = token_of(request)
    await asyncio.to_thread(floor.sessions.change, token, session)
    for screen in floor.screens.everybody():
        if screen.token == token:
            screen.become(session)
    return JSONResponse({"people": [list(pair) for pair in session.people]})


class Enrolment(Struct, forbid_unknown_fields=True):
    """The key that a terminal was given."""

    key: str


async def enrol(floor: ServerState, request: Request) -> Response:
    """A terminal of the floor shows its key and gets its session; the one it had is over."""
    try:
        key = msgspec.json.decode(await terminal.body_of(request), type=Enrolment).key
    except UNDECODABLE:
        key = ""
    found = await asyncio.to_thread(floor.staff.terminals.find, key)
    if found is not None and (wait := floor.limits.rates.wait("terminal", found.name, ENROLMENTS)):
        return slow_down(wait)
    token = await asyncio.to_thread(floor.staff.terminals.admit, key)
    if found is None or token is None:
        return JSONResponse({"why": "no terminal is enrolled with this key"}, 403)
    for screen in floor.screens.everybody():
        if screen.session.terminal == found.name and screen.token != token:
            screen.out.let_go(SIGNED_OUT)
    went = {"go": HOME["player" if found.seat is not None else "wall"], "role": session_id(token)}
    return await admit(floor, request, token, JSONResponse(went))


class SignOut(Struct, forbid_unknown_fields=True):
    """One person of a crew; nobody named: everybody at this screen."""

    person: str = ""
    anyway: bool = False
    """Although money of theirs stays at the seat?"""


async def sign_out(floor: ServerState, request: Request) -> Response:
    try:
        who = msgspec.json.decode(await terminal.body_of(request) or b"{}", type=SignOut)
    except UNDECODABLE:
        who = SignOut()
    here = await asyncio.to_thread(floor.session, request)
    left = tuple(pair for pair in here.people if pair[0] != who.person) if here is not None else ()
    if here is not None and here.kind == "crew" and who.person and left:
        return await become(floor, request, replace(here, people=left))
    if here is not None and here.kind == "player" and not who.anyway:
        room = floor.house.rooms.get(here.table or "")
        seated = with_people(room, here)
        credit, staked = money_of(room.live, seated.seat, seated.person) if room is not None else (0, 0)
        if credit or staked:
            why = say(language_of(request), "common.money-here")
            return JSONResponse({"why": why, "here": credit, "staked": staked}, 409)
    return await _out(floor, request)


async def _out(floor: ServerState, request: Request) -> Response:
    token = token_of(request)
    if token:
        await asyncio.to_thread(floor.sessions.end, token)
        for screen in floor.screens.everybody():
            if screen.token == token:
                screen.out.let_go(SIGNED_OUT)
    return let_go(request, {token}, JSONResponse({"go": "/"}))
