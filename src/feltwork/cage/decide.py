"""``decide`` for the cage: events, or a refusal with a sentence that can be shown."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.cage import cards, documents, handpay, tickets, transfers, vouchers
from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage.state import Cage
from feltwork.cage.till import MAX_AMOUNT, Till
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.table.live.names import may_be_person

Decision = tuple[happened.CageEvent, ...] | Refusal


def decide(cage: Cage, command: ask.AtCage, by: Asker, till: Till) -> Decision:
    """What the cage makes of a command, with what it works with."""
    handler = HANDLERS[type(command)]
    return handler(cage, command, by, till)


def _deposit(cage: Cage, command: ask.Deposit, by: Asker, till: Till) -> Decision:
    if by.role != tickets.CASHIER or not 0 < command.amount <= MAX_AMOUNT or not may_be_person(command.player):
        return Refusal("3.3", "a cashier takes money in for a known player")
    return (happened.Deposited(command.player, command.amount),)


def _expire(cage: Cage, command: ask.ExpireTickets, by: Asker, till: Till) -> Decision:
    """Tickets and vouchers past their date."""
    past = tickets.expire(cage, command, by, till)
    return past if isinstance(past, Refusal) else (*past, *vouchers.expired(cage, by))


HANDLERS: dict[type, Callable[..., Decision]] = {
    ask.Deposit: _deposit,
    ask.IssueVoucher: vouchers.issue,
    ask.VoidVoucher: vouchers.void,
    ask.SellTicket: tickets.sell,
    ask.PayTicket: tickets.pay,
    ask.VoidTicket: tickets.void,
    ask.ExpireTickets: _expire,
    ask.WithholdTicket: tickets.withhold,
    ask.ReceiveReturn: tickets.receive,
    ask.DetermineTicket: tickets.determine,
    ask.IssueCard: cards.issue,
    ask.BlockCard: cards.block,
    ask.AskTransfer: transfers.asked,
    ask.SettleTransfer: transfers.settle,
    ask.PrepareHandPay: handpay.prepare,
    ask.AgreeHandPay: handpay.agree,
    ask.SignHandPay: handpay.sign,
    ask.DropHandPay: handpay.drop,
    ask.InstallRules: documents.install,
}
