"""The ASGI app: routes behind the table of access, security headers, and the sockets of each table."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from feltwork.server.api import pages
from feltwork.server.api.devices import PlayMoney
from feltwork.server.api.supervising import Refusals
from feltwork.server.auth.cookies import address_of, token_of
from feltwork.server.auth.entrance import ACCOUNT, FIRST_SET_UP
from feltwork.server.auth.passwords import PasswordChecks
from feltwork.server.auth.seated import with_people
from feltwork.server.auth.sessions import Session, Sessions
from feltwork.server.auth.staff import Staff
from feltwork.server.auth.tries import network
from feltwork.server.cms import Cashless
from feltwork.server.ops.clocks import clock_jumped
from feltwork.server.ops.connections import short_of_descriptors
from feltwork.server.ops.guesses import Guesses
from feltwork.server.ops.handed import Handed, one_request
from feltwork.server.ops.heartbeat import Heartbeat
from feltwork.server.ops.hosts import BY_ANY_NAME, KnownHosts
from feltwork.server.ops.integrity import Integrity
from feltwork.server.ops.looking import Look
from feltwork.server.ops.rates import MOST_KNOWN, REQUESTS, STRANGERS, Rates, slow_down
from feltwork.server.ops.stopping import stop_play
from feltwork.server.ops.verifying import Verification
from feltwork.server.routes import ENDPOINTS, Endpoint, Handler
from feltwork.server.runtime import LOOK_SECONDS, Runtime
from feltwork.server.sockets.handover import Handover
from feltwork.server.sockets.room import News
from feltwork.server.sockets.screen import (
    NOT_DONE,
    RESTARTING,
    SIGNED_OUT,
    TRY_AGAIN_LATER,
    UNKNOWN,
    Screen,
    serve_screen,
)
from feltwork.store.port import NotLookedUpError, StoreError, UnknownOutcomeError

DRAIN_SECONDS = 10
BEGIN_ANEW_SECONDS = 5.0
"""Between the failure of a background job and its next beginning."""
MOST_SOCKETS = 32
"""Sockets of one session, or of one terminal or seat."""
LOOK_AT_SESSIONS_SECONDS, SWEEP_EVERY = 20.0, 180
AT_ONE_TABLE = ("player", "crew")
"""Screens that stand at one table and are connected to no other."""
BY_ITSELF = "feltwork-by-itself"
"""A header of what a screen looks up now and then without anybody's doing."""
STOPPED = "play is stopped: the house cannot tell what is on its disk, and starts again"
LOOK_FIRST = "it is not known whether this was done; look before you try again"
NOT_READ = "the house cannot read this just now"
NOT_READ_PAGE = "The house cannot read this just now. Wait a moment, then go on."
log = logging.getLogger("feltwork.server")
HEADERS = (
    (
        b"content-security-policy",
        (
            b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            b"connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)

HSTS = (b"strict-transport-security", b"max-age=31536000")
"""Where the floor is reached by TLS, browsers come by nothing else for a year."""


class ServerState:
    """What the pages and sockets share: the house, the sessions, the connected screens."""

    def __init__(self, house: Runtime) -> None:
        self.house = house
        self.sessions = Sessions(house.shelf, house.now)
        self.staff = Staff(self.sessions)
        self.passwords = PasswordChecks()
        self.screens: dict[str, set[Screen]] = {}
        self.cashless = Cashless(house)
        """Transfers from and to the casino management system."""
        self.play_money = PlayMoney()
        """Simulated note acceptors, for tables where no money is real."""
        self.hosts: frozenset[str] = frozenset()
        """The names by which the floor is reached; without any, it answers to every name."""
        self.metrics_token = ""
        """What a reader of metrics shows; without one only this machine reads them."""
        self.draining = False
        self.welcome: Welcome | None = None
        """What a demonstration does for a player who comes in by a link."""
        self.refusals = Refusals()
        self.verification = Verification(house.url)
        self.checkpoint: Path | None = None
        """Where the signed checkpoints of this floor are exported to."""
        self.integrity: Integrity | None = None
        """The look through the database that began when the floor started."""
        self.signing: Callable[[], str] = lambda: ""
        """What is not as it should be with the checkpoints of this host."""
        self.trust: Path | None = None
        """The operator's trust file: the keys whose checkpoints count for the inspector's verdict."""
        self.failed = ""
        """Why the process ends by itself, if it does."""
        self.end: Callable[[], None] = lambda: None
        """Ends the server's loop."""
        self.heartbeat = Heartbeat(house)
        self.rates = Rates()
        self.guesses = Guesses(self.rates)
        self.proven: dict[str, str] = {}
        """Tokens that were found to be of a session, and what its rates are counted by; the newest last."""
        self.exports: set[str] = set()
        """Tokens of the sessions whose exports of the log are being written."""
        self.look = Look()
        """The one look at whether this process is ready."""
        self.handover = Handover()
        house.health.on_failure = lambda why: self.handover.put(partial(self.stop_for, why))
        house.follower.tell = lambda table, news: self.handover.put(partial(self.broadcast, table, news))

    def broadcast(self, table: str, news: News) -> None:
        for screen in self.screens.get(table, ()):
            screen.hear(news)

    def everybody(self) -> list[Screen]:
        return [screen for screens in self.screens.values() for screen in screens]

    def session(self, asked: HTTPConnection) -> Session | None:
        return self.sessions.find(token_of(asked), used=BY_ITSELF not in asked.headers)

    def too_fast(self, asked: HTTPConnection, session: Session | None = None, *, asks_who: bool = False) -> float:
        """Seconds that whoever asks has to wait, by their session or, without one, by their address.

        A cookie that anybody can make up is no session: it counts as one once it was found to be. Where nobody asks who
        it is, it counts by itself: whoever has the token of a session that is over slows no terminal.
        """
        token = token_of(asked)
        if session is not None:
            self.proven[token] = session.asker(token)
            while len(self.proven) > MOST_KNOWN:
                self.proven.pop(next(iter(self.proven)))
        if token in self.proven:
            asker = self.proven[token] if asks_who or session is not None else token
            return self.rates.wait("session", asker, REQUESTS)
        return self.rates.wait("address", network(address_of(asked)), STRANGERS)

    def problems(self) -> dict[str, str]:
        """Each part of this process that is not ready to serve, and why; nothing if all are."""
        found = {"process": "draining"} if self.draining else {}
        if self.house.health.unsound:
            found["play"] = self.house.health.unsound
        try:
            self.house.reader.head("cage")
        except StoreError as failed:
            found["database"] = str(failed)
        if jumped := clock_jumped(self.house.store):
            found["clock"] = jumped
        if short := short_of_descriptors():
            found["descriptors"] = short
        return self.heartbeat.problems() | found

    def look_through(self, integrity: Integrity) -> None:
        """Take over the check of the database that began before the floor opened."""
        self.integrity = integrity
        integrity.damaged = partial(stop_play, self.house)
        integrity.came = partial(self.house.metrics.checked, "database")

    def stop_for(self, why: str) -> None:
        """Play stops on every screen at once, and the process ends with a failure for whoever starts it again."""
        for screen in self.everybody():
            screen.answer({"stopped": STOPPED})
        self.failed = why
        self.end()

    async def drain(self) -> None:
        """Take nothing more, answer what is under way, and send the screens to another process or to come back."""
        self.draining = True
        log.info("draining", extra={"screens": len(self.everybody())})
        for screen in self.everybody():
            screen.answer({"closing": "this line is closed for a moment; the table goes on"})
            screen.deaf = True
        await self._until(lambda: not any(screen.pending for screen in self.everybody()))
        for screen in self.everybody():
            screen.let_go(RESTARTING)
        await self._until(lambda: not self.everybody())

    async def _until(self, done: Callable[[], bool]) -> None:
        for _ in range(round(DRAIN_SECONDS / 2 / LOOK_SECONDS)):
            if done():
                return
            await asyncio.sleep(LOOK_SECONDS)


Welcome = Callable[["ServerState", Session], Awaitable[None]]
Job = Callable[[ServerState], Awaitable[None]]


class Worker(Protocol):
    """A thread beside the server."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


def build(
    floor: ServerState,
    background: tuple[Job, ...] = (),
    attendant: Worker | None = None,
    checkpoints: Worker | None = None,
) -> Starlette:
    """The app with every route of the access table and no other. The last checkpoint is of a house that is closed."""
    everybody = (checkpoints, floor.house, floor.heartbeat, floor.integrity, attendant)
    workers = [worker for worker in everybody if worker is not None]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        floor.handover.loop = asyncio.get_running_loop()
        for worker in workers:
            worker.start()
        tasks = [asyncio.create_task(_watched(job, floor)) for job in (keep_sessions, carry_transfers, *background)]
        yield
        floor.draining = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in reversed(workers):
            await asyncio.to_thread(worker.stop)

    routes: list[BaseRoute] = [
        Route(e.path, _guarded(floor, e, e.answers), methods=[e.method]) for e in ENDPOINTS if e.answers is not None
    ]
    routes.append(WebSocketRoute("/ws/{table}", _socket(floor)))
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders), Middleware(KnownHosts, floor=floor)],
        exception_handlers={404: _unrouted(floor), 405: _unrouted(floor)},
    )
    app.router.redirect_slashes = False  # such a redirect goes where the Host header says
    return app


async def carry_transfers(floor: ServerState) -> None:
    """Take up again what the casino management system left without an answer."""
    await floor.cashless.keep_resolving()


async def _watched(job: Job, floor: ServerState) -> None:
    """A background job that fails says so, for nobody else would notice, and begins anew."""
    while True:
        try:
            return await job(floor)
        except Exception:
            log.exception("a background job has stopped, and begins anew")
        await asyncio.sleep(BEGIN_ANEW_SECONDS)


async def keep_sessions(floor: ServerState) -> None:
    """Screens whose session is over are let go, or hear who is at them; now and then the shelf is swept."""
    for turn in itertools.count():
        await asyncio.sleep(LOOK_AT_SESSIONS_SECONDS)
        try:
            if turn % SWEEP_EVERY == 0:
                await asyncio.to_thread(floor.sessions.sweep)
                await asyncio.to_thread(floor.staff.tries.sweep)
            for screen in floor.everybody():
                used, screen.used = screen.used, False
                session = await asyncio.to_thread(floor.sessions.find, screen.token, used=used)
                if session is None:
                    screen.let_go(SIGNED_OUT)
                elif session.people != screen.session.people:  # changed at another process of the floor
                    screen.become(session)
        except StoreError as failed:
            log.error("sessions cannot be looked at: %s", failed)


class SecurityHeaders:
    """Every answer carries them; nothing from elsewhere is ever loaded."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = (*HEADERS, HSTS) if scope["scheme"] == "https" else HEADERS
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def _unrouted(floor: ServerState) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What answers at an address that is none, or asked for in a way that it is not: it counts like any other."""

    async def answer(request: Request, missing: Exception) -> Response:
        if wait := floor.too_fast(request):
            return slow_down(wait)
        if isinstance(missing, HTTPException) and missing.status_code == 405:
            return JSONResponse({"why": "this address is not asked for in that way"}, 405, missing.headers)
        return await pages.nowhere(request, missing)

    return answer


async def _turned_away(floor: ServerState, door: Endpoint, request: Request) -> Response | None:
    """The answer to whoever may not ask this, or not now; where they may, the request carries their session on."""
    is_page = door.method == "GET" and "/api/" not in door.path
    counted = door.path.startswith("/web/") or door.path in BY_ANY_NAME
    if not counted and (not door.asks_who or token_of(request) in floor.proven):
        if wait := floor.too_fast(request, asks_who=door.asks_who):
            return slow_down(wait)
        counted = True
    session = await asyncio.to_thread(floor.session, request) if door.asks_who else None
    if door.asks_who and session is None:
        floor.proven.pop(token_of(request), None)
    if not counted and (wait := floor.too_fast(request, session)):
        return slow_down(wait)
    kind = session.kind if session else "nobody"
    if kind not in door.who:
        log.warning("refused %s %s to %s", door.method, door.path, kind)
        if is_page:
            sorry = pages.sorry(f"This page is not for a {kind}.", 403)
            return RedirectResponse("/signin", 303) if kind == "nobody" else sorry
        return JSONResponse({"why": f"a {kind} may not do this"}, 401 if kind == "nobody" else 403)
    if session is not None and session.limited and not door.limited:
        return RedirectResponse(ACCOUNT, 303) if is_page else JSONResponse({"why": FIRST_SET_UP}, 403)
    if door.method == "POST" and door.browser and not same_origin(request):
        return JSONResponse({"why": "asked from another site"}, 403)
    if floor.house.health.unsound and door.moves_money:  # its key may be that of something already done: not forgotten
        return JSONResponse({"unknown": True, "why": floor.house.health.unsound}, 503, {"retry-after": "30"})
    if session is not None and session.terminal and session.table is not None:
        await floor.house.shows(session.table)
        session = with_people(floor.house.rooms.get(session.table), session)
    request.state.session = session
    return None


def _guarded(floor: ServerState, door: Endpoint, answers: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            if (refused := await _turned_away(floor, door, request)) is not None:
                return refused
        except StoreError as failed:
            log.error("who asks %s %s cannot be looked up: %s", door.method, door.path, failed)
            if door.method == "POST":  # its key may be that of something already done: not forgotten
                return _not_known(door)
            is_page = "/api/" not in door.path
            return pages.sorry(NOT_READ_PAGE, 503) if is_page else JSONResponse({"lost": True, "why": NOT_READ}, 503)
        with one_request() as handed:
            try:
                return await answers(floor, request)
            except StoreError as failed:
                log.error("%s %s failed: %s", door.method, door.path, failed)
                return _failed(door, handed, failed)
            except Exception:
                if door.method != "POST" or not handed.maybe_done:
                    raise
                log.exception("%s %s met a fault after it had handed on a command", door.method, door.path)
                return _not_known(door)

    return endpoint


def _failed(door: Endpoint, handed: Handed, failed: StoreError) -> Response:
    """What is known after the store failed: "not done" is said only where a writer says so, or nothing was asked."""
    if door.method != "POST":
        return JSONResponse({"lost": True, "why": NOT_READ}, 503)
    if isinstance(failed, UnknownOutcomeError | NotLookedUpError) or not handed.is_undone(keyed=door.keyed):
        return _not_known(door)
    return JSONResponse({"lost": True, "why": NOT_DONE}, 503)


def _not_known(door: Endpoint) -> Response:
    return JSONResponse({"unknown": True, "why": UNKNOWN if door.keyed else LOOK_FIRST}, 503, {"retry-after": "1"})


def same_origin(asked: HTTPConnection) -> bool:
    """Does the browser say that a page of ours asks? A missing origin is another program's, and refused."""
    origin = asked.headers.get("origin")
    try:
        return origin is not None and urlsplit(origin).netloc == asked.headers.get("host")
    except ValueError:  # not an address at all
        return False


def _socket(floor: ServerState) -> Callable[[WebSocket], Awaitable[None]]:
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
        if floor.too_fast(websocket, session):
            await websocket.close(TRY_AGAIN_LATER)
            return
        if barred or session is None or room is None or not same_origin(websocket) or floor.draining:
            log.warning("refused a socket to table %.64s", table)
            await websocket.close(4403)
            return
        token = token_of(websocket)
        asker = session.asker(token)
        if sum(screen.session.asker(screen.token) == asker for screen in floor.everybody()) >= MOST_SOCKETS:
            log.warning("refused a socket: its session has %d", MOST_SOCKETS)
            await websocket.close(TRY_AGAIN_LATER)
            return
        await floor.house.shows(table)  # whoever comes back finds all that was acknowledged
        await websocket.accept()
        screen = Screen(websocket, session, room, floor.house, floor.handover, floor.rates, token)
        screens = floor.screens.setdefault(table, set())
        screens.add(screen)
        try:
            await serve_screen(screen)
        finally:
            screens.discard(screen)

    return socket
