"""What every request passes first: its rate, its session, its origin; and what is told when a store fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from feltwork.server.api import pages
from feltwork.server.auth.cookies import candidates
from feltwork.server.auth.entrance import ACCOUNT, FIRST_SET_UP, MACHINE, is_machine
from feltwork.server.auth.seated import with_people
from feltwork.server.ops.handed import Handed, one_request
from feltwork.server.ops.heavy_reads import BusyError
from feltwork.server.ops.hosts import BY_ANY_NAME
from feltwork.server.ops.rates import slow_down
from feltwork.server.routes import Endpoint, Handler
from feltwork.server.sockets.screen import NOT_DONE, UNKNOWN
from feltwork.server.state import ServerState
from feltwork.store.port import NotLookedUpError, StoreError, UnknownOutcomeError

LOOK_FIRST = "it is not known whether this was done; look before you try again"
REFUSED = 409
"""The status of what a table or the cage has refused."""
OF_A_MACHINE = frozenset(
    (("GET", MACHINE), ("POST", "/api/cage"), ("GET", "/api/me"), ("POST", "/signin"), ("POST", "/signout"))
)
"""What a Ticket In Cash Out machine may ask."""
NOT_READ = "the system cannot read this just now"
log = logging.getLogger("feltwork.server")


def unrouted(floor: ServerState) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What answers at an address that is none, or asked for in a way that it is not: it counts like any other."""

    async def answer(request: Request, missing: Exception) -> Response:
        if wait := floor.limits.too_fast(request):
            return slow_down(wait)
        if isinstance(missing, HTTPException) and missing.status_code == 405:
            return JSONResponse({"why": "this address is not asked for in that way"}, 405, missing.headers)
        return await pages.nowhere(request, missing)

    return answer


async def _turned_away(floor: ServerState, endpoint: Endpoint, request: Request) -> Response | None:
    """The answer to whoever may not ask this, or not now; where they may, the request carries their session on."""
    is_page = endpoint.method == "GET" and "/api/" not in endpoint.path
    counted = endpoint.path.startswith("/web/") or endpoint.path in BY_ANY_NAME
    if not counted and (not endpoint.asks_who or floor.limits.is_proven(request)):
        if wait := floor.limits.too_fast(request, asks_who=endpoint.asks_who):
            return slow_down(wait)
        counted = True
    if not counted and len(candidates(request)) > 1:  # a made-up cookie costs one look-up, many cost a turn first
        if wait := floor.limits.too_fast(request):
            return slow_down(wait)
        counted = True
    session = await asyncio.to_thread(floor.session, request, endpoint.who) if endpoint.asks_who else None
    if endpoint.asks_who and session is None:
        floor.limits.forget(request)
    if not counted and (wait := floor.limits.too_fast(request, session)):
        return slow_down(wait)
    kind = session.kind if session else "nobody"
    if kind not in endpoint.who:
        log.warning("refused %s %s to %s", endpoint.method, endpoint.path, kind)
        if is_page:
            sorry = pages.sorry(request, "common.not-for-you", 403)
            return RedirectResponse("/", 303) if kind == "nobody" else sorry
        return JSONResponse(
            {"why": "please sign in first" if kind == "nobody" else f"a {kind} may not do this"},
            401 if kind == "nobody" else 403,
        )
    if session is not None and is_machine(session) and (endpoint.method, endpoint.path) not in OF_A_MACHINE:
        return JSONResponse({"why": "a machine redeems tickets and does nothing else"}, 403)
    if session is not None and session.limited and not endpoint.limited:
        return RedirectResponse(ACCOUNT, 303) if is_page else JSONResponse({"why": FIRST_SET_UP}, 403)
    if endpoint.method == "POST" and endpoint.browser and not same_origin(request):
        return JSONResponse({"why": "asked from another site"}, 403)
    if (unsound := floor.house.health.unsound) and endpoint.moves_money:  # its key may be of something done before
        return JSONResponse({"unknown": True, "why": unsound}, 503, {"retry-after": "30"})
    if session is not None and session.terminal and session.table is not None:
        await floor.house.shows(session.table)
        session = with_people(floor.house.rooms.get(session.table), session)
    if session is not None and endpoint.keyed and (wait := floor.limits.too_many_refused(request, session)):
        return slow_down(wait)
    request.state.session = session
    return None


def guarded(floor: ServerState, endpoint: Endpoint, answers: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def guarded_answer(request: Request) -> Response:
        try:
            if (refused := await _turned_away(floor, endpoint, request)) is not None:
                return refused
        except StoreError as failed:
            log.error("who asks %s %s cannot be looked up: %s", endpoint.method, endpoint.path, failed)
            if endpoint.method == "POST":  # its key may be that of something already done: not forgotten
                return _not_known(endpoint)
            is_page = "/api/" not in endpoint.path
            return (
                pages.sorry(request, "common.not-read", 503, "common.not-read-on")
                if is_page
                else JSONResponse({"lost": True, "why": NOT_READ}, 503)
            )
        with one_request() as handed:
            try:
                answer = await answers(floor, request)
                if answer.status_code == REFUSED and endpoint.keyed and request.state.session is not None:
                    floor.limits.refused(request, request.state.session)
                return answer
            except BusyError as busy:  # nothing was handed on: only reading is put off
                return JSONResponse({"why": str(busy)}, 429, {"retry-after": "2"})
            except StoreError as failed:
                log.error("%s %s failed: %s", endpoint.method, endpoint.path, failed)
                return _failed(endpoint, handed, failed)
            except Exception:
                if endpoint.method != "POST" or not handed.maybe_done:
                    raise
                log.exception("%s %s met a fault after it had handed on a command", endpoint.method, endpoint.path)
                return _not_known(endpoint)

    return guarded_answer


def _failed(endpoint: Endpoint, handed: Handed, failed: StoreError) -> Response:
    """What is known after the store failed: "not done" is said only where a writer says so, or nothing was asked."""
    if endpoint.method != "POST":
        return JSONResponse({"lost": True, "why": NOT_READ}, 503)
    if isinstance(failed, UnknownOutcomeError | NotLookedUpError) or not handed.is_undone(keyed=endpoint.keyed):
        return _not_known(endpoint)
    return JSONResponse({"lost": True, "why": NOT_DONE}, 503)


def _not_known(endpoint: Endpoint) -> Response:
    return JSONResponse({"unknown": True, "why": UNKNOWN if endpoint.keyed else LOOK_FIRST}, 503, {"retry-after": "1"})


def same_origin(asked: HTTPConnection) -> bool:
    """Does the browser say that a page of ours asks? A missing origin is another program's, and refused."""
    origin = asked.headers.get("origin")
    try:
        told = urlsplit(origin or "")
        by_tls = asked.scope["scheme"] in ("https", "wss")  # a page that came without it may be anybody's
        return bool(origin) and told.netloc == asked.headers.get("host") and (told.scheme == "https" or not by_tls)
    except ValueError:  # not an address at all
        return False
