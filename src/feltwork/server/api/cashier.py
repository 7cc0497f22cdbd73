"""The cage's screen: what stands there, what its cashiers ask, and the day's reconciliation."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from feltwork.cage import commands as ask
from feltwork.cage.commands import AtCage
from feltwork.cage.events import CAGE
from feltwork.cage.handpay import FORMS
from feltwork.cage.numbers import grouped, read_ticket
from feltwork.cage.report import GROUPS, Report
from feltwork.cage.state import OPEN, PENDING, Cage
from feltwork.cage.tickets import STANDS, presented
from feltwork.cage.vouchers import clause_on, takes_tokens
from feltwork.engine.envelope import Envelope
from feltwork.engine.play_money import of_play
from feltwork.engine.reconciling import day_report
from feltwork.games.equipment import COLOUR_CHECKS
from feltwork.games.registry import book_names, every_kind
from feltwork.refusal import Refusal
from feltwork.server.api.papers import no_voucher_page, voucher_data, voucher_page
from feltwork.server.api.terminal import MOST_NUMBER, NO_STORE, body_of, printed_by, refused
from feltwork.server.auth.access import MOST_KEY
from feltwork.store.port import Person, StoreError
from feltwork.table.live.commands import RedeemChecks
from feltwork.table.live.phases import CLOSED

if TYPE_CHECKING:
    from feltwork.server.runtime import Runtime
    from feltwork.server.state import ServerState

MOST_SHOWN = 60
BY_NUMBER = (ask.PayTicket, ask.VoidTicket, ask.PrepareHandPay)
"""What is asked with the number of a ticket that somebody brings."""
NOT_AT_A_SCREEN = (ask.SettleTransfer,)
"""What the other system says, never a person."""


MOST_SIGNED = 65_536
"""Bytes of a form with a signature drawn by hand."""
CASH_IN_HAND = frozenset(GROUPS[account] for account in ("cash/cage", "cash", "outside"))


class Order(Struct, forbid_unknown_fields=True):
    """A command of a cashier, with its key; a signature comes as it was written, and only its digest is logged."""

    key: str
    do: AtCage
    signature: str = ""


async def cage(floor: ServerState, request: Request) -> Response:
    """Everything the cage's screen shows."""
    with floor.house.cage.current() as state:
        data = overview(state, cards_inside(floor.house))
    data |= {"checks": checks_out(floor), "games": games(floor), "ways": FORMS}
    data |= {"now": floor.house.now(), "second_above": floor.house.till.second_above}
    return Response(msgspec.json.encode(data), media_type="application/json")


def cards_inside(house: Runtime) -> dict[str, tuple[str, int]]:
    """Give the terminal that each card is in, as the tables have it: a card that was replaced may still be in one."""
    return {card: (name, seat) for name in house.rooms for seat, card in house.life(name).cards.items()}


def overview(cage: Cage, inside: Mapping[str, tuple[str, int]]) -> dict[str, object]:
    """The newest of each, and what waits first; of each card the terminal that it is in."""
    tickets = list(cage.tickets.items())[-MOST_SHOWN:][::-1]
    open_ones = [ticket.amount for ticket in cage.tickets.values() if ticket.standing == OPEN]
    newest = list(cage.transfers.items())[::-1]
    waiting = sorted(newest, key=lambda found: found[1].standing != PENDING)
    return {
        "outstanding": {"number": len(open_ones), "cents": sum(open_ones)},
        "players": {player: cents for player, cents in sorted(cage.purses.items()) if cents},
        "tickets": [{"serial": serial, **msgspec.structs.asdict(ticket)} for serial, ticket in tickets],
        "cards": [
            {"card": number, "grouped": grouped(number), "seated": inside.get(number), **msgspec.structs.asdict(card)}
            for number, card in list(cage.cards.items())[-MOST_SHOWN:][::-1]
        ],
        "transfers": [{"transfer": name, **msgspec.structs.asdict(t)} for name, t in waiting[:MOST_SHOWN]],
        "forms": [
            {"form": number, **msgspec.structs.asdict(form)}
            for number, form in list(cage.forms.items())[-MOST_SHOWN:][::-1]
        ],
        "vouchers": [
            {"voucher": name, **msgspec.structs.asdict(voucher)}
            for name, voucher in list(cage.vouchers.items())[-MOST_SHOWN:][::-1]
        ],
    }


class Brought(Struct, forbid_unknown_fields=True):
    """Colour checks of a closed table that somebody brings to the cage."""

    key: str
    table: str
    player: str
    amount: int


def checks_out(floor: ServerState) -> list[dict[str, object]]:
    """Colour checks that players took away, table by table; they are redeemed here while the table is closed."""
    return [
        {
            "table": name,
            "player": player,
            "amount": cents,
            "closed": room.life.status == CLOSED,
            "emblem": ", ".join(found.serials) if (found := room.life.inspected.get(COLOUR_CHECKS)) else "",
        }
        for name, room in sorted(floor.house.rooms.items())
        for player, cents in sorted(room.life.checks_out.items())
    ]


async def checks(floor: ServerState, request: Request) -> Response:
    """Redeem colour checks of a table that is closed (Roulette 3.6)."""
    person, role = request.state.session.people[0]
    try:
        brought = msgspec.json.decode(await body_of(request), type=Brought)
    except (msgspec.DecodeError, UnicodeError) as wrong:
        return JSONResponse({"why": f"not a command: {str(wrong)[:120]}"}, 400)
    if not 0 < len(brought.key) <= MOST_KEY or brought.table not in floor.house.rooms:
        return JSONResponse({"why": "there is no such table"}, 400)
    redeem = RedeemChecks(brought.player, brought.amount)
    given = await floor.house.send(Envelope(f"{person}:checks:{brought.key}", brought.table, person, role, redeem))
    return refused(given) if given.reason else JSONResponse({"done": given.last})


def games(floor: ServerState) -> list[dict[str, object]]:
    """The games that take vouchers, with what one can be for: a table of this floor, a wager."""
    open_at: dict[str, list[str]] = {}
    for name, room in sorted(floor.house.rooms.items()):
        if room.life.opening is not None:
            open_at.setdefault(room.life.opening.book, []).append(name)
    return [{**_game(book), "tables": open_at.get(book, [])} for book in book_names() if clause_on(book)]


@cache
def _game(book: str) -> dict[str, object]:
    kinds = every_kind(book)
    wagers = {name: wager.title for kind in kinds for name, wager in kind.wagers.items()}
    return {"book": book, "title": kinds[0].title, "wagers": list(wagers.items()), "tokens": takes_tokens(book)}


async def order(floor: ServerState, request: Request) -> Response:
    """One command of a cashier."""
    person, role = request.state.session.people[0]
    try:
        sent = await body_of(request, MOST_SIGNED)
        if not sent:
            return JSONResponse({"why": f"a form with its signature has up to {MOST_SIGNED} bytes"}, 400)
        asked = msgspec.json.decode(sent, type=Order)
    except (msgspec.DecodeError, UnicodeError) as wrong:
        return JSONResponse({"why": f"not a command: {str(wrong)[:120]}"}, 400)
    body = asked.do
    if isinstance(body, NOT_AT_A_SCREEN) or not 0 < len(asked.key) <= MOST_KEY:
        return JSONResponse({"why": "this is not for a cashier's screen"}, 400)
    number = body.number if isinstance(body, BY_NUMBER) else ""
    guess = floor.guesses.guess(request) if number else None
    if isinstance(guess, Response):
        return guess
    key = f"{person}:cage:{asked.key}"
    if isinstance(body, ask.AskTransfer):
        given, stands = await floor.cashless.ask(key, person, role, body)
        if given.reason:
            return refused(given)
        return JSONResponse({"done": given.last, "transfer": stands})
    if isinstance(body, ask.SignHandPay):
        body = replace(body, signature=sha256(asked.signature.encode()).hexdigest() if asked.signature else "")
    given = await floor.house.send(Envelope(key, CAGE, person, role, body))
    if guess is not None:
        floor.guesses.judge(floor.house, guess, number, request, taken=not given.reason)
    if given.reason:
        return refused(given)
    return JSONResponse({"done": given.last} | await asyncio.to_thread(_after, floor, asked, body, given.last))


def _after(floor: ServerState, asked: Order, body: AtCage, version: int) -> dict[str, object]:
    """What a screen needs of it: the ticket to print; and what is kept beside the log, the signature."""
    house = floor.house
    if isinstance(body, ask.SellTicket):
        answer = house.reader.log.answer(next(house.reader.log.read(CAGE, version - 1)).key)
        return {"ticket": printed_by(house, answer)} if answer else {}
    if isinstance(body, ask.IssueVoucher):
        with house.cage.current() as cage:
            return {"voucher": voucher_data(f"V{version}", cage.vouchers[f"V{version}"])}
    if isinstance(body, ask.SignHandPay):
        house.reader.people.save(Person(f"form-{body.form}", "signature on a manual payment form", asked.signature))
    if isinstance(body, ask.BlockCard | ask.IssueCard):
        with house.cage.current() as cage:
            player = body.player if isinstance(body, ask.IssueCard) else cage.cards[body.card.replace(" ", "")].player
            there = cage.seated.get(player)
        if there is not None:  # the card that is no longer valid, blocked or replaced, comes out
            out = Envelope(f"block:{version}", there[0], "cage", "cashier", ask.TakeCard(there[1]))
            house.post(out).result()
    return {}


async def look_up(floor: ServerState, request: Request) -> Response:
    """A ticket somebody brings, without paying it."""
    number = request.query_params.get("number", "")[:MOST_NUMBER]
    guess = floor.guesses.guess(request)
    if isinstance(guess, Response):
        return guess
    floor.guesses.judge(floor.house, guess, number, request)
    with floor.house.cage.current() as cage:
        found = presented(cage, number, floor.house.now(), floor.house.till.key)
        printed = read_ticket(number)
        known = cage.tickets.get(printed.serial) if printed else None
        if not isinstance(found, Refusal) and floor.house.till.real_money:
            found = of_play(floor.house.kinds, cage, found[0]) or found
    if isinstance(found, Refusal):
        told = {"why": found.reason, "clause": found.clause}
        if known is not None and found.reason in STANDS.values():
            told |= msgspec.structs.asdict(known)
        return JSONResponse(told)
    by_hand = {"by_hand_above": floor.house.till.by_hand_above}
    return JSONResponse({"serial": found[0], **msgspec.structs.asdict(found[1]), **by_hand})


async def voucher(floor: ServerState, request: Request) -> Response:
    """A voucher on paper, for staff."""
    number = request.path_params["number"]
    with floor.house.cage.current() as cage:
        found = cage.vouchers.get(number)
    if found is None or not found.expires:
        return HTMLResponse(no_voucher_page(), 404)
    return HTMLResponse(voucher_page(number, found, floor.house.now()), headers=NO_STORE)


async def report(floor: ServerState, request: Request) -> Response:
    try:
        made = await asyncio.to_thread(day_report, floor.house.reader, request.query_params.get("day"))
    except StoreError as wrong:
        return JSONResponse({"why": str(wrong)}, 400)
    return Response(msgspec.json.encode(report_data(made)), media_type="application/json")


def report_data(made: Report) -> dict[str, object]:
    """The report as plain data."""
    return {
        "since": made.since,
        "until": made.until,
        "wrong": made.wrong,
        "accounts": [
            {
                "name": a.name,
                "opening": a.opening,
                "in": a.came,
                "out": a.went,
                "closing": a.closing,
                "cash": a.name in CASH_IN_HAND,
            }
            for a in made.accounts.values()
        ],
        "tickets": made.tickets,
        "vouchers": made.vouchers,
        "cash": made.cash,
        "transfers": made.transfers,
        "by_hand": made.by_hand,
        "meters": [
            {"table": m.table, "seat": m.seat, "in": m.came, "out": m.went} for _, m in sorted(made.meters.items())
        ],
    }
