"""Coming in and going out: one-time links of a demonstration, passwords of staff, keys of terminals."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from feltwork.server import terminal
from feltwork.server.sockets import SIGNED_OUT
from feltwork.server.staff import SignInError

if TYPE_CHECKING:
    from feltwork.server.app import Floor

COOKIE = "feltwork"
HOME = {
    "player": "/play", "crew": "/deal", "supervisor": "/supervise", "cashier": "/cage", "inspector": "/inspect",
    "wall": "/wall",
}  # fmt: skip


async def home(floor: Floor, request: Request) -> Response:
    session = request.state.session
    return RedirectResponse(HOME[session.kind] if session else "/signin", 303)


async def enter(floor: Floor, request: Request) -> Response:
    """Follow a one-time link of the demonstration."""
    token = await asyncio.to_thread(floor.sessions.follow, request.path_params["code"])
    if token is None:
        return PlainTextResponse("This address has been used already, or never was one.\n", 410)
    session = await asyncio.to_thread(floor.sessions.find, token)
    if session is not None and floor.welcome is not None:
        await floor.welcome(floor, session)
    return _let_in(request, token, RedirectResponse("/", 303))


class SignIn(Struct, forbid_unknown_fields=True):
    """Name and password, and the table somebody signs in at."""

    person: str
    password: str
    table: str | None = None


async def sign_in(floor: Floor, request: Request) -> Response:
    try:
        who = msgspec.json.decode(await terminal.body_of(request), type=SignIn)
        token, _ = await asyncio.to_thread(floor.staff.sign_in, who.person, who.password, who.table)
    except msgspec.DecodeError:
        return JSONResponse({"why": "name or password is wrong"}, 403)
    except SignInError as refused:
        return JSONResponse({"why": str(refused)}, 403)
    return _let_in(request, token, JSONResponse({"go": "/"}))


class Enrolment(Struct, forbid_unknown_fields=True):
    """The key that a terminal was given."""

    key: str


async def enrol(floor: Floor, request: Request) -> Response:
    """A terminal of the floor shows its key and gets its session."""
    try:
        shown = msgspec.json.decode(await terminal.body_of(request), type=Enrolment)
        token = await asyncio.to_thread(floor.staff.admit, shown.key)
    except msgspec.DecodeError:
        token = None
    if token is None:
        return JSONResponse({"why": "no terminal is enrolled with this key"}, 403)
    return _let_in(request, token, JSONResponse({"go": "/"}))


def _let_in(request: Request, token: str, response: Response) -> Response:
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/", secure=secure)
    return response


async def sign_out(floor: Floor, request: Request) -> Response:
    token = request.cookies.get(COOKIE)
    if token:
        await asyncio.to_thread(floor.sessions.end, token)
        for screen in floor.everybody():
            if screen.token == token:
                screen.let_go(SIGNED_OUT)
    response = JSONResponse({"go": "/signin"})
    response.delete_cookie(COOKIE)
    return response
