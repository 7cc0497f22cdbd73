"""The cage as the store keeps it: its snapshot, and what of a table's events has a half at the cage."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeGuard

import msgspec
from msgspec.structs import replace

from feltwork.cage import events as at_cage
from feltwork.cage.commands import AskTransfer, AtCage, AtTerminal, IssueVoucher
from feltwork.cage.events import CAGE
from feltwork.cage.state import OPEN, Cage, Saved, Voucher, restored, saved
from feltwork.cage.vouchers import NO_VOUCHERS, TOKEN, VOUCHER, clause_on, not_as_issued, presented
from feltwork.refusal import Refusal, shown
from feltwork.table.live import card_events as card
from feltwork.table.live import equipment_events as equipment
from feltwork.table.live import events as happened
from feltwork.table.live import money_events as money
from feltwork.table.live.commands import BuyIn, CheckEquipment, CloseTable, Collect, Command, PlaceWager
from feltwork.table.live.crew import PLAYER, Asker
from feltwork.table.live.decide import decide
from feltwork.table.live.floor_commands import ConfirmWager, DeclareWager
from feltwork.table.live.floor_events import WagerDeclared
from feltwork.table.live.gear_commands import RestoreUnit
from feltwork.table.live.money import other_terms
from feltwork.table.live.money_commands import ExchangeVoucher, RedeemChecks
from feltwork.table.live.state import Life
from feltwork.table.play.events import Placed

CAGE_SHAPE = sha256(msgspec.json.encode([1, *msgspec.json.schema_components([Saved])])).hexdigest()
"""Changes with the form in which the cage's state is saved."""
Body = Command | AtCage | AtTerminal
_AT_CAGE, _AT_TERMINAL = frozenset(AtCage.__args__), frozenset(AtTerminal.__args__)
WITH_THE_CAGE = frozenset(
    (
        BuyIn,
        Collect,
        CloseTable,
        ExchangeVoucher,
        ConfirmWager,
        CheckEquipment,
        RestoreUnit,
        RedeemChecks,
        *_AT_CAGE,
        *_AT_TERMINAL,
    )
)
"""Commands that write to the cage: they wait for its turn as well as for their table's."""


WITH_A_VOUCHER = frozenset((ExchangeVoucher, DeclareWager, ConfirmWager))
"""Commands for which the cage says under what conditions a voucher was issued."""
_HALVED = frozenset(
    (
        happened.BoughtIn,
        happened.Collected,
        card.CardIn,
        card.CardOut,
        money.TokensIssued,
        money.VoucherChanged,
        money.ChecksRedeemed,
        equipment.EquipmentBrought,
        equipment.EquipmentReturned,
    )
)


def save_cage(cage: Cage) -> bytes:
    return msgspec.msgpack.encode(saved(cage))


def load_cage(raw: bytes) -> Cage | None:
    try:
        return restored(msgspec.msgpack.decode(raw, type=Saved))
    except msgspec.MsgspecError:
        return None


def goes_to_cage(body: object) -> TypeGuard[AtCage]:
    """Is it the cage's own? Asked of every command, so not by going through the kinds one by one."""
    return type(body) in _AT_CAGE


def goes_to_terminal(body: object) -> TypeGuard[AtTerminal]:
    return type(body) in _AT_TERMINAL


def half_of(table: str, event: happened.LifeEvent) -> at_cage.CageEvent | None:
    """The cage's half of an event at a table, for those that have one."""
    if type(event) not in _HALVED:
        return None
    match event:
        case happened.BoughtIn():
            return at_cage.PaidToTable(event.player, event.amount, table)
        case happened.Collected():
            return at_cage.PaidFromTable(event.player, event.amount, table)
        case money.ChecksRedeemed():
            return at_cage.ChecksPaid(event.player, event.amount, table)
        case card.CardIn():
            return at_cage.CardSeated(event.card, event.player, table, event.seat)
        case card.CardOut():
            return at_cage.CardReleased(event.card, event.player, table, event.seat)
        case money.TokensIssued() if not event.player:
            return at_cage.VoucherTaken(event.voucher, event.amount, table)
        case money.TokensIssued() | money.VoucherChanged():
            form = event.form if isinstance(event, money.VoucherChanged) else VOUCHER
            told = (event.voucher, event.amount, table, event.player, event.book, event.wagers, form)
            return at_cage.VoucherTaken(*told)
        case equipment.EquipmentBrought():
            return at_cage.EquipmentLent(table, event.serials)
        case equipment.EquipmentReturned():
            return at_cage.EquipmentBack(table, event.serials)
        case _:
            return None


def cage_refuses(cage: Cage, life: Life, body: Body, decided: tuple[happened.LifeEvent, ...]) -> Refusal | None:
    """What the table would do, but the cage has not the money, the voucher or the card for."""
    if isinstance(body, PlaceWager) and (number := life.cards.get(body.seat)):
        known = cage.cards.get(number)
        if known is None or known.blocked:
            return Refusal("3.13", "your player card is not valid any more; please see the cage")
    for event in decided:
        if isinstance(event, equipment.EquipmentBrought) and (there := _elsewhere(cage, life.table, event.serials)):
            return Refusal(event.clause, there)
        if isinstance(event, happened.BoughtIn) and cage.purses.get(event.player, 0) < event.amount:
            clause = life.game.book.house.placing if life.game else "2.1"
            return Refusal(clause, "the player has not that much at the cage")
    return None


def _elsewhere(cage: Cage, table: str, serials: list[str]) -> str:
    """Which of these pieces is at another table."""
    found = ((key, cage.equipment.get(key, "")) for key in serials)
    return next((f"{key} is at table {there}" for key, there in found if there not in ("", table)), "")


Vouched = tuple[happened.LifeEvent, ...] | Refusal


def vouched(cage: Cage, life: Life, decided: tuple[happened.LifeEvent, ...], at: int) -> Vouched:
    """What the table would do with a voucher, with the conditions it was issued under, or why the cage refuses it."""
    wagers = [event.key[1] for event in decided if isinstance(event, Placed)]
    found: list[happened.LifeEvent] = []
    held: Voucher | Refusal | None
    for event in decided:
        if isinstance(event, WagerDeclared) and event.voucher:
            asked = (event.voucher, event.seat, event.value, event.brings)
            held = _as_issued(cage, life, *asked, [event.wager], at)
        elif isinstance(event, money.VoucherChanged):
            held = _as_issued(cage, life, event.voucher, event.seat, event.amount, event.form, wagers, at)
        elif isinstance(event, money.TokensIssued):
            held = _for_tokens(cage, life, event, at)
        else:
            found.append(event)
            continue
        if isinstance(held, Refusal):
            return held
        found.append(event if isinstance(event, WagerDeclared) or held is None else _with_terms(event, life, held))
    return tuple(found)


def _for_tokens(cage: Cage, life: Life, event: money.TokensIssued, at: int) -> Voucher | Refusal | None:
    """The voucher; none for a number that no cage has checked, which only a table under rules 1 takes, and once."""
    known = cage.vouchers.get(event.voucher)
    if event.player or (known and known.expires):
        held = _as_issued(cage, life, event.voucher, event.seat, event.amount, VOUCHER, (), at)
        if isinstance(held, Refusal) or life.game is None:
            return held
        return other_terms(life, life.game, event.seat, held.wagers, event.clause) or held
    if known and known.standing != OPEN:
        return Refusal(event.clause, f"voucher {event.voucher} has been exchanged already")
    if known and known.amount != event.amount:
        return Refusal(event.clause, "the voucher was issued for another amount")
    return None


def _as_issued(
    cage: Cage, life: Life, number: str, seat: int, amount: int, form: str, wagers: Sequence[str], at: int
) -> Voucher | Refusal:
    book = life.game.book.id if life.game else ""
    clause = clause_on(book)
    held = presented(cage, number, clause, at)
    if isinstance(held, Refusal):
        return held
    refused = not_as_issued(
        held,
        number,
        clause,
        player=life.seats.get(seat, ""),
        table=life.table,
        book=book,
        amount=amount,
        form=form,
        wagers=wagers,
    )
    return refused or held


def _with_terms(event: money.TokensIssued | money.VoucherChanged, life: Life, held: Voucher) -> happened.LifeEvent:
    return replace(event, player=life.seats[event.seat], book=held.book, wagers=held.wagers)


def for_table(life: Life, body: IssueVoucher) -> IssueVoucher | Refusal:
    """A voucher for one table is for the game of that table, and for wagers that it has."""
    if not body.table:
        return body
    opening, game = life.opening, life.game
    if opening is None or game is None:
        return Refusal(TOKEN, f"no table {shown(body.table)} has been opened, so no voucher is for it")
    if body.book not in ("", opening.book):
        return Refusal(clause_on(opening.book) or NO_VOUCHERS, f"{body.table} plays {opening.book}, not {body.book}")
    missing = [name for name in body.wagers if name not in game.book.wagers]
    if missing:
        return Refusal(clause_on(opening.book) or NO_VOUCHERS, f"{body.table} has no wager '{shown(missing[0])}'")
    return replace(body, book=opening.book)


def terminal_refuses(life: Life, body: AskTransfer, at: int) -> Refusal | None:
    """Credits are sent for only where the terminal would take them: not at one that is to be cleared, for instance."""
    decided = decide(life, BuyIn(body.seat, body.amount), Asker(body.player, PLAYER, at, via=at_cage.TRANSFER))
    return decided if isinstance(decided, Refusal) else None


__all__ = [
    "CAGE",
    "CAGE_SHAPE",
    "Body",
    "cage_refuses",
    "for_table",
    "goes_to_cage",
    "goes_to_terminal",
    "half_of",
    "load_cage",
    "save_cage",
    "terminal_refuses",
    "vouched",
]
