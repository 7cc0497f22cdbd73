"""One's own account: password, second factor, sessions; and a manager who resets the second factor of another."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from feltwork.server.api.papers import squares
from feltwork.server.api.terminal import NO_STORE, body_of
from feltwork.server.auth.cookies import token_of
from feltwork.server.auth.entrance import HOME, become, not_proven, prove
from feltwork.server.auth.factors import FactorError
from feltwork.server.auth.sessions import SESSION_ID, Session, hashed
from feltwork.server.auth.staff import MANAGERS, Account, SignInError
from feltwork.server.auth.terminals import StaffError
from feltwork.server.auth.totp import address, typed
from feltwork.server.sockets.connection import SIGNED_OUT
from feltwork.server.undecodable import UNDECODABLE
from feltwork.store.port import StoreError

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

UNREADABLE = "this cannot be read as a request"
NOT_HERE = "nobody of that name is signed in at this screen with an account"
log = logging.getLogger("feltwork.server")


class Asked(Struct, forbid_unknown_fields=True):
    """Something that one of those at this screen asks for themselves."""

    person: str


class NewPassword(Asked):
    old: str
    new: str
    code: str = ""


class Begun(Asked):
    password: str
    code: str = ""


class Confirmed(Asked):
    code: str


class Ended(Asked):
    """Which session ends; none named: all but this one."""

    session: str = ""


class Reset(Asked):
    """The manager who asks, with their own password, and whose second factor is taken away."""

    password: str
    of: str
    code: str = ""


A = TypeVar("A", bound=Asked)


async def _asked(floor: ServerState, request: Request, kind: type[A]) -> tuple[A, Account] | Response:
    """What was asked, and the account of whoever asks; they are at this screen."""
    try:
        asked = msgspec.json.decode(await body_of(request), type=kind)
    except UNDECODABLE:
        return JSONResponse({"why": UNREADABLE}, 400)
    found = await asyncio.to_thread(_account_here, floor, request.state.session, asked.person)
    return (asked, found) if found is not None else JSONResponse({"why": NOT_HERE}, 409)


def _account_here(floor: ServerState, session: Session, person: str) -> Account | None:
    here = any(person == name for name, _ in session.people)
    return floor.staff.account(person) if here else None


async def account(floor: ServerState, request: Request) -> Response:
    """All that the page shows, of one of those at this screen."""
    session: Session = request.state.session
    people = list(dict.fromkeys(person for person, _ in session.people))
    person = request.query_params.get("person", "")
    if not people:  # a crew's screen at which nobody has signed on
        return JSONResponse({"why": NOT_HERE}, 409)
    person = person if person in people else people[0]
    told = await asyncio.to_thread(_told, floor, session, person, hashed(token_of(request)))
    return JSONResponse({"people": people, "now": floor.house.now(), **told}, headers=NO_STORE)


def _told(floor: ServerState, session: Session, person: str, here: str) -> dict[str, object]:
    staff, found = floor.staff, floor.staff.account(person)
    now = staff.sessions.now()
    told: dict[str, object] = {
        "person": person,
        "kind": session.kind,
        "account": found is not None,
        "limited": session.limited,
        "home": HOME[session.kind],
        "sessions": [
            {
                "id": name[:SESSION_ID],
                "here": name == here,
                "kind": one.kind,
                "table": one.table,
                "address": one.address,
                "born": one.born,
                "seen": one.seen,
                "with": list(dict.fromkeys(p for p, _ in one.people if p != person)),
            }
            for name, one in sorted(staff.sessions.of(person), key=lambda found: -found[1].seen)
            if not one.is_over(now)
        ],
    }
    if found is not None:
        told |= {"roles": found.roles, "factor": staff.factors.has(person), "required": staff.needs_factor(found)}
        told["can_set_up"] = bool(staff.factors.key)
        try:
            told["recovery_left"] = staff.factors.left(person)
        except FactorError as unreadable:
            told["unreadable"] = str(unreadable)
        if is_manager(session, found):
            told["staff"] = [
                {"person": a.person, "kind": a.kind, "factor": staff.factors.has(a.person)}
                for a in staff.accounts()
                if a.person != person
            ]
    return told


def is_manager(session: Session, found: Account) -> bool:
    return session.kind == "supervisor" and not session.limited and any(role in MANAGERS for role in found.roles)


async def change_password(floor: ServerState, request: Request) -> Response:
    """A new password, for whoever knows the old one; every other session of theirs ends."""
    got = await _asked(floor, request, NewPassword)
    if isinstance(got, Response):
        return got
    asked, _ = got
    try:
        proven = await prove(floor, request, asked.person, asked.old, asked.code)
        here = hashed(token_of(request))
        await asyncio.to_thread(floor.staff.set_password, proven, asked.new, but=here)
    except SignInError as refused:
        return not_proven(refused, 409)
    except StaffError as wrong:
        return JSONResponse({"why": str(wrong)}, 409)
    log.info("a password was changed", extra={"kind": proven.kind})
    await let_go(floor, asked.person)
    return JSONResponse({"done": True})


async def begin_factor(floor: ServerState, request: Request) -> Response:
    """A new secret for an app, as squares and as text; it counts once it is confirmed."""
    got = await _asked(floor, request, Begun)
    if isinstance(got, Response):
        return got
    asked, _ = got
    try:
        await prove(floor, request, asked.person, asked.password, asked.code)
        secret = await asyncio.to_thread(floor.staff.factors.begin, asked.person)
    except SignInError as refused:
        return not_proven(refused, 409)
    except FactorError as wrong:
        return JSONResponse({"why": str(wrong)}, 409)
    told = {"secret": typed(secret), "squares": squares(address(secret, asked.person), light="#fff")}
    return JSONResponse(told, headers=NO_STORE)


async def confirm_factor(floor: ServerState, request: Request) -> Response:
    """The app shows the right code: from now on it is asked for. The recovery codes are told this once."""
    got = await _asked(floor, request, Confirmed)
    if isinstance(got, Response):
        return got
    asked, found = got
    try:
        codes = await asyncio.to_thread(floor.staff.factors.confirm, asked.person, asked.code)
    except FactorError as wrong:
        return JSONResponse({"why": str(wrong)}, 409)
    log.info("a second factor was set up", extra={"kind": found.kind})
    session: Session = request.state.session
    if session.limited:
        try:
            await become(floor, request, msgspec.structs.replace(session, limited=False))
        except StoreError as failed:  # the codes are told this once; whoever signs in anew may do everything
            log.error("a session stays limited: %s", failed)
    return JSONResponse({"recovery": codes}, headers=NO_STORE)


async def remove_factor(floor: ServerState, request: Request) -> Response:
    """No second factor any more, where nobody's work asks for one."""
    got = await _asked(floor, request, Begun)
    if isinstance(got, Response):
        return got
    asked, found = got
    if floor.staff.needs_factor(found):
        return JSONResponse({"why": "your work asks for a second factor; set up a new one in its place"}, 409)
    try:
        await prove(floor, request, asked.person, asked.password, asked.code)
    except SignInError as refused:
        return not_proven(refused, 409)
    await asyncio.to_thread(floor.staff.factors.remove, asked.person)
    log.info("a second factor was removed", extra={"kind": found.kind})
    return JSONResponse({"done": True})


async def end_sessions(floor: ServerState, request: Request) -> Response:
    """One of somebody's own sessions ends, or all but this one."""
    try:
        asked = msgspec.json.decode(await body_of(request), type=Ended)
    except UNDECODABLE:
        return JSONResponse({"why": UNREADABLE}, 400)
    session: Session = request.state.session
    if not any(asked.person == name for name, _ in session.people):
        return JSONResponse({"why": NOT_HERE}, 409)
    here = "" if asked.session else hashed(token_of(request))
    ended = await asyncio.to_thread(floor.sessions.end_of, asked.person, but=here, only=asked.session)
    if asked.session and not ended:
        return JSONResponse({"why": "this session is over already"}, 409)
    await let_go(floor, asked.person)
    return JSONResponse({"ended": ended})


async def reset_factor(floor: ServerState, request: Request) -> Response:
    """A manager takes the second factor of another away, who has lost it; that person signs in anew."""
    got = await _asked(floor, request, Reset)
    if isinstance(got, Response):
        return got
    asked, found = got
    if not is_manager(request.state.session, found) or asked.of == asked.person:
        return JSONResponse({"why": "a manager resets the second factor of somebody else"}, 409)
    try:
        await prove(floor, request, asked.person, asked.password, asked.code)
    except SignInError as refused:
        return not_proven(refused, 409)
    if not await asyncio.to_thread(floor.staff.reset_factor, asked.of, (asked.person, found.kind)):
        return JSONResponse({"why": "there is no second factor to reset"}, 409)
    log.warning("a second factor was reset by a manager")
    await let_go(floor, asked.of)
    return JSONResponse({"done": True})


async def let_go(floor: ServerState, person: str) -> None:
    """Screens whose session has just ended hear of it at once; those at other processes within twenty seconds."""
    for screen in floor.screens.everybody():
        if not any(person == name for name, _ in screen.session.people):
            continue
        try:
            found = await asyncio.to_thread(floor.sessions.find, screen.token, used=False)
        except StoreError as failed:  # what was asked is done; the screens hear of it as those elsewhere do
            log.error("screens cannot be let go at once: %s", failed)
            return
        if found is None:
            screen.out.let_go(SIGNED_OUT)
