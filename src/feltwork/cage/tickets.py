"""Tickets: sold, paid once, void, expired, withheld. Every reason not to pay one is told apart from the others."""

from __future__ import annotations

from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage import state as how
from feltwork.cage.numbers import SEAL, Printed, has_seal, read_ticket
from feltwork.cage.state import Cage, Ticket
from feltwork.cage.till import MAX_AMOUNT, Till
from feltwork.money import format_money
from feltwork.refusal import Refusal, RefusalKind, shown
from feltwork.table.live.asker import Asker
from feltwork.table.live.events import InspectorNotified

CASHIER = "cashier"
TICKET_MACHINE = "ticket_machine"
"""A Ticket In Cash Out machine: it redeems tickets (Aruze 1.1) and does nothing else of a cashier's."""
SECOND_READING = 600
"""Seconds between the two readings of a clock by which a ticket has expired."""
MAX_EXPIRED = 200
"""Tickets expired in one go."""
REDEEMS, WITHHOLDS = "3.4.2", "4.2"
STANDS = {
    how.PAID: "paid: this ticket has been paid already",
    how.EXPIRED: "expired: this ticket is past its date",
    how.VOID: "void: this ticket was cancelled",
    how.WITHHELD: "withheld: this ticket is kept back while it is looked into",
    how.DEMANDED: "withheld: this ticket has been demanded back",
    how.KEPT: "withheld: this ticket was found not to be payable",
    how.ON_FORM: "paid: a payment by hand is being made for this ticket",
}


UNKNOWN = Refusal(REDEEMS, "unknown: this house printed no ticket with this number; read it again")
"""Whatever is wrong with a number: whoever guesses learns nothing of how near they came."""
NOTHING = Printed(0, "0" * SEAL, None)


def presented(cage: Cage, number: str, now: int, key: bytes) -> tuple[int, Ticket] | Refusal:
    """The ticket behind a number somebody brings, if it is to be paid; else why not."""
    printed = read_ticket(number)
    ticket = cage.tickets.get(printed.serial) if printed else None
    amount, expires = (ticket.amount, ticket.expires) if ticket else (0, 0)
    sealed = has_seal(key, printed or NOTHING, amount, expires)
    if printed is None or ticket is None or not key or not sealed:
        return UNKNOWN
    if printed.cents not in (None, amount):
        return Refusal(REDEEMS, "altered: this is not the amount that was issued")
    if ticket.standing != how.OPEN:
        clause = WITHHOLDS if ticket.standing in (how.WITHHELD, how.DEMANDED, how.KEPT) else REDEEMS
        return Refusal(clause, STANDS[ticket.standing])
    if now >= ticket.expires:
        return Refusal(REDEEMS, STANDS[how.EXPIRED])
    return printed.serial, ticket


def not_a_cashier(by: Asker, clause: str) -> Refusal | None:
    if by.role == CASHIER:
        return None
    return Refusal(clause, f"that is for a cashier, not for a {shown(by.role)}", RefusalKind.ROLE)


def sell(cage: Cage, command: ask.SellTicket, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    refused = not_a_cashier(by, "3.8.1")
    if refused:
        return refused
    if not 0 < command.amount <= MAX_AMOUNT:
        return Refusal("3.8.1", f"a ticket is worth something, and no more than {format_money(MAX_AMOUNT)}")
    if not till.key:
        return Refusal("3.8.1", "no tickets can be printed here: the ticket key is missing")
    return (happened.TicketSold(cage.version + 1, command.amount, by.at + till.ticket_lasts),)


def pay(cage: Cage, command: ask.PayTicket, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    refused = None if by.role == TICKET_MACHINE else not_a_cashier(by, REDEEMS)
    found = refused or presented(cage, command.number, by.at, till.key)
    if isinstance(found, Refusal):
        return found
    serial, ticket = found
    if by.role == TICKET_MACHINE and command.identified:
        return Refusal("4.3.3", "a machine cannot look at papers: a cashier pays this")
    if ticket.amount > till.by_hand_above:
        most = format_money(till.by_hand_above)
        return Refusal("4.1", f"a ticket above {most} is paid by hand, on a form that is signed")
    return (happened.TicketPaid(serial, ticket.amount, command.identified[:80]),)


def void(cage: Cage, command: ask.VoidTicket, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    found = not_a_cashier(by, REDEEMS) or presented(cage, command.number, by.at, till.key)
    if isinstance(found, Refusal):
        return found
    if not command.reason.strip():
        return Refusal(REDEEMS, "say why the ticket is cancelled")
    serial, ticket = found
    return (happened.TicketVoided(serial, ticket.amount, ticket.player, command.reason),)


def expire(cage: Cage, command: ask.ExpireTickets, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    if by.role not in (CASHIER, "system"):
        return not_a_cashier(by, REDEEMS) or ()
    past = [
        happened.TicketExpired(serial, ticket.amount)
        for serial, ticket in cage.tickets.items()
        if ticket.standing == how.OPEN and by.at >= ticket.expires
    ]
    return tuple(past[:MAX_EXPIRED])


def withhold(
    cage: Cage, command: ask.WithholdTicket, by: Asker, key: bytes
) -> tuple[happened.CageEvent, ...] | Refusal:
    """4.2: kept back, or demanded back where it was paid; an inspector is told at once (reading A19)."""
    refused = not_a_cashier(by, WITHHOLDS)
    if refused:
        return refused
    text = command.number.strip()
    printed = read_ticket(text)
    serial = printed.serial if printed else int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    ticket = cage.tickets.get(serial)
    if ticket is None or not command.reason.strip():
        return Refusal(WITHHOLDS, "name a ticket that was issued, and why it is kept back")
    if ticket.standing not in (how.OPEN, how.PAID):
        return Refusal(WITHHOLDS, STANDS[ticket.standing])
    paid = ticket.standing == how.PAID
    kind = happened.ReturnDemanded if paid else happened.TicketWithheld
    told = f"ticket {serial} {'demanded back' if paid else 'withheld'}: {shown(command.reason)}"
    return (
        kind(serial, ticket.amount, command.reason, WITHHOLDS),
        InspectorNotified(told, WITHHOLDS),
    )


def receive(cage: Cage, command: ask.ReceiveReturn, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    ticket = cage.tickets.get(command.serial)
    refused = not_a_cashier(by, WITHHOLDS)
    if refused or ticket is None or ticket.standing != how.DEMANDED:
        return refused or Refusal(WITHHOLDS, "no ticket of this serial was demanded back")
    return (happened.ReturnReceived(command.serial, ticket.amount),)


def determine(
    cage: Cage, command: ask.DetermineTicket, by: Asker, key: bytes
) -> tuple[happened.CageEvent, ...] | Refusal:
    """4.2: the determination, with the finding and what the inspector said on review."""
    ticket = cage.tickets.get(command.serial)
    refused = not_a_cashier(by, WITHHOLDS)
    if refused or ticket is None or ticket.standing != how.WITHHELD:
        return refused or Refusal(WITHHOLDS, "no ticket of this serial is withheld")
    if not command.finding.strip() or not command.review.strip():
        return Refusal(WITHHOLDS, "say what was found, and what the inspector who reviewed it says")
    return (
        happened.TicketDetermined(
            command.serial, ticket.amount, command.to_player, command.finding, command.review, WITHHOLDS
        ),
    )
