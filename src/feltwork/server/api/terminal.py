"""What a player's terminal does beside wagering: note acceptor, tickets in and out, player card, transfers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from feltwork.cage.commands import (
    AskTransfer,
    AtTerminal,
    InsertCard,
    InsertTicket,
    PrintTicket,
    TakeCard,
)
from feltwork.cage.events import CAGE, CAGE_EVENTS, PaidFromTable, TicketSold
from feltwork.cage.numbers import Printed, is_sealed, read_ticket, ticket_number
from feltwork.cage.state import PENDING, Ticket
from feltwork.engine.envelope import Envelope, own_key
from feltwork.engine.replay import read_event
from feltwork.refusal import shown
from feltwork.server.api.papers import no_ticket_page, ticket_data, ticket_page
from feltwork.server.auth.access import MAX_KEY
from feltwork.server.auth.seated import is_by_card
from feltwork.server.auth.sessions import Session
from feltwork.store.port import Answer, Store
from feltwork.table.live.commands import Collect

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime
    from feltwork.server.state import ServerState

MAX_BODY = 4_096
BODY_SECONDS = 10
"""In which a request's body comes, or it is let go."""
MAX_NUMBER = 200
"""Letters of a number that are looked at."""
NO_STORE = {"cache-control": "no-store"}
"""What is money is kept by no browser and no proxy."""
T = TypeVar("T")


class Asked(Struct, forbid_unknown_fields=True):
    """A key that the terminal gave to this very note, ticket or press, so that it counts once."""

    key: str


class TicketIn(Asked):
    number: str


class Slot(Struct, forbid_unknown_fields=True):
    """A card into the terminal, or out of it."""

    number: str = ""
    out: bool = False
    key: str = ""


class Moved(Asked):
    """Credits from the player's account elsewhere (``inward``), or all of the terminal's to it."""

    inward: bool
    amount: int = 0


def is_key(key: str) -> bool:
    """May a command be known by this?"""
    return 0 < len(key) <= MAX_KEY


async def body_of(request: Request, most: int = MAX_BODY) -> bytes:
    """A request's body, up to what a form can need."""
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                request.state.size = len(body)
                if len(body) > most:
                    return b""
    except (TimeoutError, ClientDisconnect):
        return b""
    return body


async def read(request: Request, kind: type[T]) -> T | None:
    """What a terminal asks, if it is well formed and comes with a usable key from a seat."""
    session = request.state.session
    try:
        asked = msgspec.json.decode(await body_of(request), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    key = getattr(asked, "key", "")
    return asked if len(key) <= MAX_KEY and session.table is not None and session.seat is not None else None


def refused(answer: Answer) -> JSONResponse:
    return JSONResponse({"why": answer.reason, "clause": answer.clause}, 409)


NOT_UNDERSTOOD = "this terminal did not say what it wants"


async def send(floor: ServerState, session: Session, key: str, body: AtTerminal | Collect) -> Answer:
    """One command of the terminal to its table."""
    sent = Envelope(own_key(key, session.person), session.table or "", session.person, "player", body)
    return await floor.house.send(sent)


async def ticket_in(floor: ServerState, request: Request) -> Response:
    """A ticket, onto the credit meter."""
    asked = await read(request, TicketIn)
    if asked is None or not asked.key:
        return JSONResponse({"why": NOT_UNDERSTOOD}, 400)
    session = request.state.session
    guess = await floor.guesses.guess(request)
    if isinstance(guess, Response):
        return guess
    given = await send(floor, session, f"ticket:{asked.key}", InsertTicket(session.seat, asked.number[:MAX_NUMBER]))
    await floor.guesses.judge(floor.house, guess, asked.number, request, taken=not given.reason)
    if given.reason:
        return refused(given)
    printed = read_ticket(asked.number)
    ticket = await _printed_ticket(floor, printed)
    amount = ticket.amount if ticket else 0
    return JSONResponse({"done": amount, "amount": amount})


async def collect(floor: ServerState, request: Request) -> Response:
    """All credits into a ticket."""
    asked = await read(request, Asked)
    if asked is None or not asked.key:
        return JSONResponse({"why": NOT_UNDERSTOOD}, 400)
    session = request.state.session
    given = await send(floor, session, f"collect:{asked.key}", PrintTicket(session.seat))
    if given.reason:
        return refused(given)
    return JSONResponse(await asyncio.to_thread(printed_by, floor.house, given), headers=NO_STORE)


def printed_by(house: Runtime, given: Answer) -> dict[str, object]:
    """The ticket that a command printed, as a screen shows it."""
    serial, event, at = issued(house.reader, given)
    player, table, seat = ("", "", 0) if isinstance(event, TicketSold) else (event.player, event.table, event.seat)
    where = f"{table} terminal {seat}" if table else "cage"
    ticket = Ticket(event.amount, event.expires, at, player, where)
    return ticket_data(ticket_number(house.till.key, serial, event.amount, event.expires), serial, ticket)


def issued(store: Store, given: Answer) -> tuple[int, PaidFromTable | TicketSold, int]:
    """The record that a ticket is numbered by, found from what its command wrote."""
    serial = given.first
    if given.stream != CAGE:
        serial = int(next(store.log.read(given.stream, given.first - 1)).link.rpartition("@")[2])
    record = next(store.log.read(CAGE, serial - 1))
    event = read_event(CAGE_EVENTS, record)
    if not isinstance(event, PaidFromTable | TicketSold):
        raise TypeError(f"record {serial} of the cage is no ticket")
    return serial, event, record.at


async def card(floor: ServerState, request: Request) -> Response:
    """The player card in, or out."""
    asked = await read(request, Slot)
    if asked is None or bool(asked.number) == asked.out or len(asked.number) > 80:
        return JSONResponse({"why": NOT_UNDERSTOOD}, 400)
    session = request.state.session
    key = f"card:{asked.key or floor.house.now()}"
    if asked.out:
        given = await send(floor, session, key, TakeCard(session.seat))
        return refused(given) if given.reason else JSONResponse({"done": "out"})
    guess = await floor.guesses.guess(request)
    if isinstance(guess, Response):
        return guess
    named = await _named_by(floor, session, asked.number)
    given = await send(floor, named, key, InsertCard(session.seat, asked.number))
    if given.reason:
        await floor.guesses.was_wrong(guess, "card", session.kind)
        return refused(given)
    guess.was_right()
    return JSONResponse({"done": "in"})


async def _named_by(floor: ServerState, session: Session, number: str) -> Session:
    """Whoever puts a card into a terminal where nobody sits is the person whom it was issued to."""
    room = floor.house.rooms.get(session.table or "")
    if room is None or not is_by_card(room, session) or session.seat in room.live.seats.players:
        return session
    person = await floor.house.cage.owner_of(number)
    return replace(session, people=((person, "player"),)) if person else session


async def transfer(floor: ServerState, request: Request) -> Response:
    """Credits from the player's account in the casino management system, or to it."""
    asked = await read(request, Moved)
    if asked is None or not asked.key:
        return JSONResponse({"why": NOT_UNDERSTOOD}, 400)
    session, amount = request.state.session, asked.amount
    if asked.inward:
        body = AskTransfer(session.person, amount, True, session.table or "", session.seat)
        given, stands = await floor.cashless.ask(f"{session.person}:move:{asked.key}", session.person, "player", body)
    else:
        given, stands, amount = await floor.cashless.all_out(asked.key, session.person, session.table, session.seat)
    if given.reason:
        return refused(given)
    if stands == PENDING:
        why = "no answer from the casino management system yet; nothing is lost, and the transfer goes on by itself"
        return JSONResponse({"pending": amount, "why": why}, 202)
    if stands != "done":
        return JSONResponse({"why": shown(stands), "clause": "3.4.4" if asked.inward else "3.8.2"}, 409)
    return JSONResponse({"done": amount})


async def ticket(floor: ServerState, request: Request) -> Response:
    """The ticket on paper: for staff, and at the terminal that printed it for whoever has sat there since."""
    number = request.path_params["number"]
    guess = await floor.guesses.guess(request)
    if isinstance(guess, Response):
        return guess
    printed = read_ticket(number)
    found = await _printed_ticket(floor, printed)
    if printed is None or found is None or not _may_see(floor, request, printed, found):
        await floor.guesses.was_wrong(guess, "page", request.state.session.kind)
        return HTMLResponse(no_ticket_page(), 404)
    guess.was_right()
    return HTMLResponse(ticket_page(number, printed.serial, found, floor.house.now()), headers=NO_STORE)


async def _printed_ticket(floor: ServerState, printed: Printed | None) -> Ticket | None:
    return await floor.house.cage.look(lambda cage: cage.tickets.get(printed.serial)) if printed else None


def _may_see(floor: ServerState, request: Request, printed: Printed, found: Ticket) -> bool:
    """Is it a ticket of ours, and does staff ask, or whoever printed it?"""
    if not is_sealed(floor.house.till.key, printed, found.amount, found.expires):
        return False
    if request.state.session.kind != "player":
        return True
    seats = [request.state.session, *request.state.others]  # a page that is opened to print names no role: any seat
    return any(is_printed_in(seat, found) for seat in seats)


def is_printed_in(session: Session, ticket: Ticket) -> bool:
    """Did whoever has this session print the ticket during it?"""
    here = f"{session.table} terminal {session.seat}"
    return (ticket.player, ticket.where) == (session.person, here) and ticket.issued >= session.born
