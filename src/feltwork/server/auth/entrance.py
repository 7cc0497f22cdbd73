"""Coming in and going out: one-time links of a demonstration, passwords of staff, keys of terminals."""

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

from feltwork.server.api import terminal
from feltwork.server.api.pages import sorry
from feltwork.server.auth.cookies import COOKIE_TLS, address_of, cookie_name, token_of
from feltwork.server.auth.passwords import BusyError
from feltwork.server.auth.sessions import Session
from feltwork.server.auth.staff import Account, Origin, SignInError
from feltwork.server.ops.rates import ENROLMENTS, slow_down
from feltwork.server.sockets.connection import SIGNED_OUT
from feltwork.server.sockets.questions import CREW

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

ACCOUNT = "/account"
FIRST_SET_UP = "sign in by yourself first and set up your second factor: your work asks for one"
HOME = {
    "player": "/play",
    "crew": "/deal",
    "supervisor": "/supervise",
    "cashier": "/cage",
    "inspector": "/inspect",
    "wall": "/wall",
}


async def home(floor: ServerState, request: Request) -> Response:
    session = request.state.session
    if session is not None and session.limited:
        return RedirectResponse(ACCOUNT, 303)
    return RedirectResponse(HOME[session.kind] if session else "/signin", 303)


async def enter(floor: ServerState, request: Request) -> Response:
    """Follow a one-time link of the demonstration."""
    token = await asyncio.to_thread(floor.sessions.follow, request.path_params["code"])
    if token is None:
        again = "The demonstration prints new addresses when it is started again; a browser that is in already goes on."
        return sorry("This address has been used already, or never was one.", 410, again)
    session = await asyncio.to_thread(floor.sessions.find, token)
    if session is not None and floor.welcome is not None:
        await floor.welcome(floor, session)
    return _let_in(request, token, RedirectResponse("/", 303))


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
    except msgspec.DecodeError:
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
    token = await asyncio.to_thread(floor.sessions.begin, found)
    return _let_in(request, token, JSONResponse({"go": "/"}))


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
    except msgspec.DecodeError:
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
    return _let_in(request, token, JSONResponse({"go": "/"}))


def _let_in(request: Request, token: str, response: Response) -> Response:
    name = cookie_name(request)
    response.set_cookie(name, token, httponly=True, samesite="strict", path="/", secure=name == COOKIE_TLS)
    return response


class SignOut(Struct, forbid_unknown_fields=True):
    """One person of a crew; nobody named: everybody at this screen."""

    person: str = ""


async def sign_out(floor: ServerState, request: Request) -> Response:
    try:
        who = msgspec.json.decode(await terminal.body_of(request) or b"{}", type=SignOut)
    except msgspec.DecodeError:
        who = SignOut()
    here = await asyncio.to_thread(floor.session, request)
    left = tuple(pair for pair in here.people if pair[0] != who.person) if here is not None else ()
    if here is not None and here.kind == "crew" and who.person and left:
        return await become(floor, request, replace(here, people=left))
    return await _out(floor, request)


async def _out(floor: ServerState, request: Request) -> Response:
    token = token_of(request)
    if token:
        await asyncio.to_thread(floor.sessions.end, token)
        for screen in floor.screens.everybody():
            if screen.token == token:
                screen.out.let_go(SIGNED_OUT)
    response = JSONResponse({"go": "/signin"})
    name = cookie_name(request)
    response.delete_cookie(name, secure=name == COOKIE_TLS, httponly=True, samesite="strict")
    return response
