"""An event at a table that touches the cage: the half of it that happens there, and why the cage refuses it."""

from __future__ import annotations

from feltwork.cage import events as at_cage
from feltwork.cage.evolve import evolve
from feltwork.cage.postings import postings
from feltwork.cage.state import Cage
from feltwork.cage.vouchers import VOUCHER
from feltwork.refusal import Refusal
from feltwork.store.port import Postings
from feltwork.table.live import events as happened
from feltwork.table.live.commands import PlaceWager
from feltwork.table.live.state import LiveTable

HALVED = frozenset(
    (
        happened.BoughtIn,
        happened.Collected,
        happened.CardIn,
        happened.CardOut,
        happened.TokensIssued,
        happened.VoucherChanged,
        happened.ChecksRedeemed,
        happened.EquipmentBrought,
        happened.EquipmentReturned,
    )
)
"""Events that may have a half at the cage."""


def half_of(table: str, event: happened.LiveEvent) -> at_cage.CageEvent | None:
    """The cage's half of an event at a table, for those that have one."""
    match event:
        case happened.BoughtIn():
            return at_cage.PaidToTable(event.player, event.amount, table)
        case happened.Collected():
            return at_cage.PaidFromTable(event.player, event.amount, table)
        case happened.ChecksRedeemed():
            return at_cage.ChecksPaid(event.player, event.amount, table)
        case happened.CardIn():
            return at_cage.CardSeated(event.card, event.player, table, event.seat)
        case happened.CardOut():
            return at_cage.CardReleased(event.card, event.player, table, event.seat)
        case happened.TokensIssued() if not event.player:
            return at_cage.VoucherTaken(event.voucher, event.amount, table)
        case happened.TokensIssued() | happened.VoucherChanged():
            form = event.form if isinstance(event, happened.VoucherChanged) else VOUCHER
            told = (event.voucher, event.amount, table, event.player, event.book, event.wagers, form)
            return at_cage.VoucherTaken(*told)
        case happened.EquipmentBrought():
            return at_cage.EquipmentLent(table, event.serials)
        case happened.EquipmentReturned():
            return at_cage.EquipmentBack(table, event.serials)
        case _:
            return None


def happens_at_cage(cage: Cage, event: at_cage.CageEvent, at: int, actor: str) -> Postings:
    """Move the cage on by an event; what it moves between accounts."""
    moved = postings(cage, event)
    evolve(cage, event, at, actor)
    return moved


def cage_refuses(cage: Cage, live: LiveTable, body: object, decided: tuple[happened.LiveEvent, ...]) -> Refusal | None:
    """What the table would do, but the cage has not the money, the voucher or the card for."""
    if isinstance(body, PlaceWager) and (number := live.terminals.cards.get(body.seat)):
        known = cage.cards.get(number)
        if known is None or known.blocked:
            return Refusal("3.13", "your player card is not valid any more; please see the cage")
    for event in decided:
        if isinstance(event, happened.EquipmentBrought) and (there := _elsewhere(cage, live.table, event.serials)):
            return Refusal(event.clause, there)
        if isinstance(event, happened.BoughtIn) and cage.purses.get(event.player, 0) < event.amount:
            clause = live.game.book.house.placing if live.game else "2.1"
            return Refusal(clause, "the player has not that much at the cage")
    return None


def _elsewhere(cage: Cage, table: str, serials: list[str]) -> str:
    """Which of these pieces is at another table."""
    found = ((key, cage.equipment.get(key, "")) for key in serials)
    return next((f"{key} is at table {there}" for key, there in found if there not in ("", table)), "")
