"""``evolve`` for the cage: make happen what an event says happened."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from feltwork.cage import events as happened
from feltwork.cage import state as how
from feltwork.cage.state import Cage, Card, Document, Form, Ticket, Transfer, Voucher


def evolve(cage: Cage, event: happened.CageEvent, at: int, actor: str) -> None:
    """Apply one event, with when it happened and by whom."""
    cage.version += 1
    match event:
        case happened.Deposited():
            _pay(cage, event.player, event.amount)
        case happened.PaidToTable():
            if event.via == happened.PURSE:
                _pay(cage, event.player, -event.amount)
            elif event.via == happened.TRANSFER:
                _pay(cage, event.player, -event.amount)
                cage.transfers[event.transfer] = replace(cage.transfers[event.transfer], credited=True)
            elif event.via == happened.TICKET:
                _stands(cage, event.ticket, how.PAID, at)
        case happened.PaidFromTable():
            if event.via == happened.TICKET:
                where = f"{event.table}{how.AT_TERMINAL}{event.seat}"
                cage.tickets[event.ticket] = Ticket(event.amount, event.expires, at, event.player, where)
            else:
                _pay(cage, event.player, event.amount)
        case happened.ChecksPaid():
            _pay(cage, event.player, event.amount)
        case happened.CardIssued():
            cage.cards[event.card] = Card(event.player, event.kind)
        case happened.CardBlocked():
            cage.cards[event.card] = replace(cage.cards[event.card], blocked=event.reason)
        case happened.CardSeated():
            cage.seated[event.player] = (event.table, event.seat)
        case happened.CardReleased():
            cage.seated[event.player] = None
        case happened.VoucherIssued():
            cage.vouchers[event.voucher] = Voucher(
                event.player,
                event.amount,
                event.conditions,
                "",
                event.book,
                event.table,
                event.wagers,
                event.expires,
                event.form,
            )
        case happened.VoucherTaken():
            known = cage.vouchers.get(event.voucher) or Voucher("", event.amount)
            cage.vouchers[event.voucher] = replace(known, table=event.table, standing=how.EXCHANGED)
        case happened.VoucherVoided():
            cage.vouchers[event.voucher] = replace(cage.vouchers[event.voucher], standing=how.VOID)
        case happened.VoucherExpired():
            cage.vouchers[event.voucher] = replace(cage.vouchers[event.voucher], standing=how.EXPIRED)
        case happened.RulesInstalled():
            told = (event.version, event.sha256, event.size, event.form)
            cage.documents[event.book] = Document(*told, at, actor)
        case happened.EquipmentLent():
            cage.equipment.update(dict.fromkeys(event.serials, event.table))
        case happened.EquipmentBack():
            cage.equipment.update(dict.fromkeys(event.serials, ""))
        case _:
            _tickets(cage, event, at)
            _beyond(cage, event, actor)


def _tickets(cage: Cage, event: Struct, at: int) -> None:
    match event:
        case happened.TicketSold():
            cage.tickets[event.ticket] = Ticket(event.amount, event.expires, at, where="cage")
        case happened.TicketPaid():
            _stands(cage, event.ticket, how.PAID, at)
        case happened.TicketVoided():
            _stands(cage, event.ticket, how.VOID, at)
            if event.player:
                _pay(cage, event.player, event.amount)
        case happened.TicketExpired():
            _stands(cage, event.ticket, how.EXPIRED, at)
        case happened.TicketWithheld() | happened.ReturnReceived():
            _stands(cage, event.ticket, how.WITHHELD, at)
        case happened.ReturnDemanded():
            _stands(cage, event.ticket, how.DEMANDED, at)
        case happened.TicketDetermined():
            _stands(cage, event.ticket, how.OPEN if event.to_player else how.KEPT, at)


def _beyond(cage: Cage, event: Struct, actor: str) -> None:
    """Transfers, payments by hand, and what other streams move."""
    match event:
        case happened.TransferAsked():
            cage.transfers[event.transfer] = Transfer(event.player, event.amount, event.inward, event.table, event.seat)
            if not event.inward:
                _pay(cage, event.player, -event.amount)
        case happened.TransferDelayed():
            cage.transfers[event.transfer] = replace(cage.transfers[event.transfer], why=event.why)
        case happened.TransferDone():
            cage.transfers[event.transfer] = replace(cage.transfers[event.transfer], standing=how.DONE, why="")
            if event.inward:
                _pay(cage, event.player, event.amount)
        case happened.TransferRefused():
            asked = cage.transfers[event.transfer]
            cage.transfers[event.transfer] = replace(asked, standing=how.REFUSED, why=event.why)
            if not event.inward:
                _pay(cage, event.player, event.amount)
        case happened.HandPayPrepared():
            cage.forms[event.form] = Form(
                event.player,
                event.amount,
                event.ticket,
                event.requested,
                event.given,
                event.identified,
                event.pay_at,
                actor,
            )
            if event.ticket:
                cage.tickets[event.ticket] = replace(cage.tickets[event.ticket], standing=how.ON_FORM)
            else:
                _pay(cage, event.player, -event.amount)
        case happened.PursesMoved():
            for player, cents in event.cents.items():
                _pay(cage, player, cents)
        case happened.HandPayAgreed():
            cage.forms[event.form] = replace(cage.forms[event.form], standing=how.AGREED, agreed_by=event.person)
        case happened.HandPaid():
            cage.forms[event.form] = replace(cage.forms[event.form], standing=how.SIGNED)
            if ticket := cage.forms[event.form].ticket:
                cage.tickets[ticket] = replace(cage.tickets[ticket], standing=how.PAID)
        case happened.HandPayDropped():
            form = cage.forms[event.form] = replace(cage.forms[event.form], standing=how.DROPPED)
            if form.ticket:
                cage.tickets[form.ticket] = replace(cage.tickets[form.ticket], standing=how.OPEN)
            else:
                _pay(cage, event.player, event.amount)


def _pay(cage: Cage, player: str, cents: int) -> None:
    cage.purses[player] = cage.purses.get(player, 0) + cents


def _stands(cage: Cage, ticket: int, standing: str, at: int) -> None:
    cage.tickets[ticket] = replace(cage.tickets[ticket], standing=standing, settled=at)
