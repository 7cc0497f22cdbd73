"""The cage's screen: what stands there, what its cashiers ask, and the day's reconciliation."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from feltwork.cage import commands as ask
from feltwork.cage.events import CAGE
from feltwork.cage.numbers import read_ticket
from feltwork.cage.tickets import STANDS, presented
from feltwork.engine.envelope import Envelope
from feltwork.engine.play_money import of_play
from feltwork.engine.reconciling import day_report
from feltwork.refusal import Refusal
from feltwork.server.api.cage_overview import (
    cards_inside,
    checks_out,
    games,
    overview,
    report_data,
)
from feltwork.server.api.papers import no_voucher_page, voucher_data, voucher_page
from feltwork.server.api.terminal import MAX_NUMBER, NO_STORE, body_of, is_key, printed_by, refused
from feltwork.server.people import UnclearError, named, whose
from feltwork.store.port import Person, StoreError
from feltwork.table.live.commands import RedeemChecks

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

BY_NUMBER = (ask.PayTicket, ask.VoidTicket, ask.PrepareHandPay)
"""What is asked with the number of a ticket that somebody brings."""
NOT_AT_A_SCREEN = (ask.SettleTransfer,)
"""What the other system says, never a person."""


OF_A_NEW_PLAYER = (ask.Deposit, ask.IssueCard, ask.IssueVoucher)
"""What may be asked for somebody whom the house does not know yet."""
OF_A_PLAYER = (*OF_A_NEW_PLAYER, ask.PrepareHandPay, ask.AskTransfer)


MAX_SIGNED = 65_536
"""Bytes of a form with a signature drawn by hand."""


class Order(Struct, forbid_unknown_fields=True):
    """A command of a cashier, with its key; a signature comes as it was written, and only its digest is logged."""

    key: str
    do: ask.AtCage
    signature: str = ""


async def cage(floor: ServerState, request: Request) -> Response:
    """Everything the cage's screen shows."""
    inside = cards_inside(floor.house)
    data = await floor.house.cage.look(lambda state: overview(state, inside))
    data |= {"checks": checks_out(floor), "games": games(floor)}
    data |= {"names": await asyncio.to_thread(named, floor.house.reader.people)}
    data |= {"now": floor.house.now(), "second_above": floor.house.till.second_above}
    return Response(msgspec.json.encode(data), media_type="application/json")


class Brought(Struct, forbid_unknown_fields=True):
    """Colour checks of a closed table that somebody brings to the cage."""

    key: str
    table: str
    player: str
    amount: int


async def checks(floor: ServerState, request: Request) -> Response:
    """Redeem colour checks of a table that is closed (Roulette 3.6)."""
    person, role = request.state.session.people[0]
    try:
        brought = msgspec.json.decode(await body_of(request), type=Brought)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        return JSONResponse({"why": f"not a command: {str(wrong)[:120]}"}, 400)
    if not is_key(brought.key) or brought.table not in floor.house.rooms:
        return JSONResponse({"why": "there is no such table"}, 400)
    key = f"{person}:checks:{brought.key}"
    try:
        player = await whose(floor.house, brought.player, key, new=False)
    except UnclearError as unclear:
        return JSONResponse({"why": str(unclear)}, 409)
    redeem = RedeemChecks(player, brought.amount)
    given = await floor.house.send(Envelope(key, brought.table, person, role, redeem))
    return refused(given) if given.reason else JSONResponse({"done": given.last})


async def order(floor: ServerState, request: Request) -> Response:
    """One command of a cashier."""
    person, role = request.state.session.people[0]
    try:
        sent = await body_of(request, MAX_SIGNED)
        if not sent:
            return JSONResponse({"why": f"a form with its signature has up to {MAX_SIGNED} bytes"}, 400)
        asked = msgspec.json.decode(sent, type=Order)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        return JSONResponse({"why": f"not a command: {str(wrong)[:120]}"}, 400)
    body, key = asked.do, f"{person}:cage:{asked.key}"
    if isinstance(body, NOT_AT_A_SCREEN) or not is_key(asked.key):
        return JSONResponse({"why": "this is not for a cashier's screen"}, 400)
    if isinstance(body, OF_A_PLAYER) and body.player.strip():
        try:
            new = isinstance(body, OF_A_NEW_PLAYER)
            body = replace(body, player=await whose(floor.house, body.player, key, new=new))
        except UnclearError as unclear:
            return JSONResponse({"why": str(unclear)}, 409)
    number = body.number if isinstance(body, BY_NUMBER) else ""
    guess = await floor.guesses.guess(request) if number else None
    if isinstance(guess, Response):
        return guess
    if isinstance(body, ask.AskTransfer):
        given, stands = await floor.cashless.ask(key, person, role, body)
        if given.reason:
            return refused(given)
        return JSONResponse({"done": given.last, "transfer": stands})
    if isinstance(body, ask.SignHandPay):
        body = replace(body, signature=sha256(asked.signature.encode()).hexdigest() if asked.signature else "")
    given = await floor.house.send(Envelope(key, CAGE, person, role, body))
    if guess is not None:
        await floor.guesses.judge(floor.house, guess, number, request, taken=not given.reason)
    if given.reason:
        return refused(given)
    return JSONResponse({"done": given.last} | await asyncio.to_thread(_after, floor, asked, body, given.last))


def _after(floor: ServerState, asked: Order, body: ask.AtCage, version: int) -> dict[str, object]:
    """What a screen needs of it: the ticket to print; and what is kept beside the log, the signature."""
    house = floor.house
    if isinstance(body, ask.SellTicket):
        answer = house.reader.log.answer(next(house.reader.log.read(CAGE, version - 1)).key)
        return {"ticket": printed_by(house, answer)} if answer else {}
    if isinstance(body, ask.PayTicket):
        paid = msgspec.json.decode(next(house.reader.log.read(CAGE, version - 1)).body)
        return {"paid": paid["amount"]}
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
    number = request.query_params.get("number", "")[:MAX_NUMBER]
    guess = await floor.guesses.guess(request)
    if isinstance(guess, Response):
        return guess
    await floor.guesses.judge(floor.house, guess, number, request)
    await floor.house.cage.refresh()
    with floor.house.cage.lock:
        cage = floor.house.cage.state
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
    found = await floor.house.cage.look(lambda cage: cage.vouchers.get(number))
    if found is None or not found.expires:
        return HTMLResponse(no_voucher_page(), 404)
    return HTMLResponse(voucher_page(number, found, floor.house.now()), headers=NO_STORE)


async def report(floor: ServerState, request: Request) -> Response:
    day, key = request.query_params.get("day"), floor.house.till.key
    try:
        made = await floor.log_checks.reads.read(lambda store: day_report(store, day, key))
    except StoreError as wrong:
        return JSONResponse({"why": str(wrong)}, 400)
    return Response(msgspec.json.encode(report_data(made)), media_type="application/json")
