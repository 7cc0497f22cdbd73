"""The ASGI app: routes behind the table of access, security headers, and the sockets of each table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from feltwork.server import pages, terminal
from feltwork.server.access import ENDPOINTS, may_ask
from feltwork.server.attending import Attendant
from feltwork.server.house import House
from feltwork.server.sessions import Session, Sessions, SignInError
from feltwork.server.sockets import Screen, serve_screen

COOKIE = "feltwork"
log = logging.getLogger("feltwork.server")
HOME = {
    "player": "/play", "crew": "/deal", "supervisor": "/supervise", "cashier": "/cage", "inspector": "/inspect",
    "wall": "/wall",
}  # fmt: skip
HEADERS = (
    (b"content-security-policy", (b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     b"connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)  # fmt: skip


class Floor:
    """What the pages and sockets share: the house, the sessions, the connected screens."""

    def __init__(self, house: House, sessions: Sessions) -> None:
        self.house = house
        self.sessions = sessions
        self.screens: dict[str, set[Screen]] = {}
        self.draining = False
        self.welcome: Welcome | None = None
        """What a demonstration does for a player who comes in by a link."""
        self.loop: asyncio.AbstractEventLoop | None = None
        house.tell = self._told

    def _told(self, table: str, message: bytes) -> None:
        """From the follower's thread: hand a table's news to the loop that owns the sockets."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.broadcast, table, message.decode())

    def broadcast(self, table: str, text: str) -> None:
        """The same text to every screen of a table; then to each seat what is its own."""
        screens = self.screens.get(table, ())
        for screen in screens:
            screen.say(text)
        for screen in screens:
            screen.refresh_mine()

    def session(self, asked: HTTPConnection) -> Session | None:
        return self.sessions.find(asked.cookies.get(COOKIE))


Welcome = Callable[["Floor", Session], Awaitable[None]]
Handler = Callable[[Floor, Request], Awaitable[Response]]
Job = Callable[[Floor], Awaitable[None]]


def build(floor: Floor, background: tuple[Job, ...] = (), attendant: Attendant | None = None) -> Starlette:
    """The app with every route of the access table and no other."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        floor.loop = asyncio.get_running_loop()
        floor.house.open()
        if attendant is not None:
            attendant.start()
        tasks = [asyncio.create_task(_watched(job, floor)) for job in background]
        yield
        floor.draining = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if attendant is not None:
            await asyncio.to_thread(attendant.stop)
        await asyncio.to_thread(floor.house.close)

    routes: list[BaseRoute] = [
        Route(e.path, _guarded(floor, HANDLERS[e.method, e.path], e.method, e.path), methods=[e.method])
        for e in ENDPOINTS
        if e.method != "WS"
    ]
    routes.append(WebSocketRoute("/ws/{table}", _socket(floor)))
    return Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(SecurityHeaders)])


async def _watched(job: Job, floor: Floor) -> None:
    """A background job that fails says so: nobody else would notice."""
    try:
        await job(floor)
    except Exception:
        log.exception("a background job has stopped")


class SecurityHeaders:
    """Every answer carries them; nothing from elsewhere is ever loaded."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def _guarded(floor: Floor, handler: Handler, method: str, path: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        session = floor.session(request)
        kind = session.kind if session else "nobody"
        if not may_ask(kind, method, path):
            log.warning("refused %s %s to %s", method, path, kind)
            if kind == "nobody" and method == "GET" and "/api/" not in path:
                return RedirectResponse("/signin", 303)
            return JSONResponse({"why": f"a {kind} may not do this"}, 401 if kind == "nobody" else 403)
        if method == "POST" and not same_origin(request):
            return JSONResponse({"why": "asked from another site"}, 403)
        request.state.session = session
        return await handler(floor, request)

    return endpoint


def same_origin(asked: HTTPConnection) -> bool:
    """Does the browser say that a page of ours asks? A missing origin is another program's, and refused."""
    origin = asked.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == asked.headers.get("host")


def _socket(floor: Floor) -> Callable[[WebSocket], Awaitable[None]]:
    async def socket(websocket: WebSocket) -> None:
        session = floor.session(websocket)
        table = websocket.path_params["table"]
        room = floor.house.room(table)
        barred = session is None or room is None or (session.kind == "player" and session.table != table)
        if barred or session is None or room is None or not same_origin(websocket) or floor.draining:
            log.warning("refused a socket to table %.64s", table)
            await websocket.close(4403)
            return
        await websocket.accept()
        screen = Screen(websocket, session, room, floor.house)
        screens = floor.screens.setdefault(table, set())
        screens.add(screen)
        try:
            await serve_screen(screen)
        finally:
            screens.discard(screen)

    return socket


async def home(floor: Floor, request: Request) -> Response:
    session = request.state.session
    return RedirectResponse(HOME[session.kind] if session else "/signin", 303)


async def enter(floor: Floor, request: Request) -> Response:
    """Follow a one-time link of the demonstration."""
    token = floor.sessions.follow(request.path_params["code"])
    if token is None:
        return PlainTextResponse("This address has been used already, or never was one.\n", 410)
    session = floor.sessions.find(token)
    if session is not None and floor.welcome is not None:
        await floor.welcome(floor, session)
    return _let_in(token, RedirectResponse("/", 303))


class SignIn(Struct, forbid_unknown_fields=True):
    """Name and password, and the table somebody signs in at."""

    person: str
    password: str
    table: str | None = None


async def sign_in(floor: Floor, request: Request) -> Response:
    try:
        who = msgspec.json.decode(await terminal.body_of(request), type=SignIn)
        token, _ = await asyncio.to_thread(floor.sessions.sign_in, who.person, who.password, who.table)
    except msgspec.DecodeError:
        return JSONResponse({"why": "name or password is wrong"}, 403)
    except SignInError as refused:
        return JSONResponse({"why": str(refused)}, 403)
    return _let_in(token, JSONResponse({"go": "/"}))


def _let_in(token: str, response: Response) -> Response:
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
    return response


async def sign_out(floor: Floor, request: Request) -> Response:
    token = request.cookies.get(COOKIE)
    if token:
        floor.sessions.end(token)
    response = JSONResponse({"go": "/signin"})
    response.delete_cookie(COOKIE)
    return response


async def web(floor: Floor, request: Request) -> Response:
    return pages.static(request.path_params["path"], request.headers.get("if-none-match"))


async def health(floor: Floor, request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def ready(floor: Floor, request: Request) -> Response:
    if floor.draining:
        return PlainTextResponse("draining\n", 503)
    return PlainTextResponse("ready\n")


def _page(name: str) -> Handler:
    async def page(floor: Floor, request: Request) -> Response:
        return pages.page(name)

    return page


HANDLERS: dict[tuple[str, str], Handler] = {
    ("GET", "/"): home,
    ("GET", "/enter/{code}"): enter,
    ("GET", "/signin"): _page("signin"),
    ("POST", "/signin"): sign_in,
    ("POST", "/signout"): sign_out,
    ("GET", "/web/{path:path}"): web,
    ("GET", "/health"): health,
    ("GET", "/ready"): ready,
    ("GET", "/play"): _page("play"),
    ("GET", "/deal"): _page("deal"),
    ("POST", "/api/cash-in"): terminal.cash_in,
    ("GET", "/api/me"): pages.me,
    ("GET", "/api/tables"): pages.tables,
    ("GET", "/api/tables/{table}/felt"): pages.felt,
    ("GET", "/api/tables/{table}/card"): pages.card,
}
