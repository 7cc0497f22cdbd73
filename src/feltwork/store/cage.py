"""The cage as the store keeps it: its snapshot, and what of a table's events has a half at the cage."""

from __future__ import annotations

from hashlib import sha256
from typing import TypeGuard

import msgspec

from feltwork.cage import events as at_cage
from feltwork.cage.commands import AskTransfer, AtCage, AtTerminal
from feltwork.cage.events import CAGE
from feltwork.cage.state import Cage, Saved, restored, saved
from feltwork.refusal import Refusal
from feltwork.table.life import card_events as card
from feltwork.table.life import events as happened
from feltwork.table.life import money_events as money
from feltwork.table.life.commands import BuyIn, CloseTable, Collect, Command, PlaceWager
from feltwork.table.life.crew import PLAYER, Asker
from feltwork.table.life.decide import decide
from feltwork.table.life.floor_commands import ConfirmWager
from feltwork.table.life.money_commands import ExchangeVoucher
from feltwork.table.life.state import Life

CAGE_SHAPE = sha256(msgspec.json.encode([1, *msgspec.json.schema_components([Saved])])).hexdigest()
"""Changes with the form in which the cage's state is saved."""
Body = Command | AtCage | AtTerminal
_AT_CAGE, _AT_TERMINAL = frozenset(AtCage.__args__), frozenset(AtTerminal.__args__)
WITH_THE_CAGE = frozenset((BuyIn, Collect, CloseTable, ExchangeVoucher, ConfirmWager)) | _AT_CAGE | _AT_TERMINAL
"""Commands that write to the cage: they wait for its turn as well as for their table's."""


_HALVED = frozenset((happened.BoughtIn, happened.Collected, card.CardIn, card.CardOut, money.TokensIssued))


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
        case card.CardIn():
            return at_cage.CardSeated(event.card, event.player, table, event.seat)
        case card.CardOut():
            return at_cage.CardReleased(event.card, event.player, table, event.seat)
        case money.TokensIssued():
            return at_cage.VoucherTaken(event.voucher, event.amount, table)
        case _:
            return None


def cage_refuses(cage: Cage, life: Life, body: Body, decided: tuple[happened.LifeEvent, ...]) -> Refusal | None:
    """What the table would do, but the cage has not the money, the voucher or the card for."""
    if isinstance(body, PlaceWager) and (number := life.cards.get(body.seat)):
        known = cage.cards.get(number)
        if known is None or known.blocked:
            return Refusal("3.13", "your player card is not valid any more; please see the cage")
    for event in decided:
        if isinstance(event, happened.BoughtIn) and cage.purses.get(event.player, 0) < event.amount:
            clause = life.game.book.house.placing if life.game else "2.1"
            return Refusal(clause, "the player has not that much at the cage")
        if isinstance(event, money.TokensIssued) and (voucher := cage.vouchers.get(event.voucher)):
            if voucher.table:
                return Refusal(event.clause, f"voucher {event.voucher} has been exchanged already")
            if voucher.amount != event.amount:
                return Refusal(event.clause, "the voucher was issued for another amount")
    return None


def terminal_refuses(life: Life, body: AskTransfer, at: int) -> Refusal | None:
    """Credits are sent for only where the terminal would take them: not at one that is to be cleared, for instance."""
    decided = decide(life, BuyIn(body.seat, body.amount), Asker(body.player, PLAYER, at))
    return decided if isinstance(decided, Refusal) else None


__all__ = [
    "CAGE", "CAGE_SHAPE", "Body", "cage_refuses", "goes_to_cage", "goes_to_terminal", "half_of", "load_cage",
    "save_cage", "terminal_refuses",
]  # fmt: skip
