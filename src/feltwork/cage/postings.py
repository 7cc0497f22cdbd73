"""From an event at the cage to its postings.

Accounts beside those of the tables: ``cash/cage`` the till and ``cash/TABLE/SEAT`` a note stacker, each as what the
house owes for it; ``tickets`` all tickets outstanding, ``withheld/ticket/SERIAL`` one that is kept back, ``unclaimed``
tickets that expired, ``kept`` what was found not to be payable, ``forms/NUMBER`` a payment by hand on its way,
``transit/TRANSFER`` credits on their way to the casino management system, ``cms`` that
system, ``bank`` cheques and transfers to banks. Vouchers are no money and balance with the tokens:
``tokens-vouchers`` are those that nobody has exchanged yet, ``tokens-house`` what the house has issued.
"""

from __future__ import annotations

from feltwork.cage import events as happened
from feltwork.cage.events import CASH, TICKET
from feltwork.cage.state import Cage
from feltwork.ledger.account import Posting

TILL, TICKETS = "cash/cage", "tickets"
ISSUED, VOUCHERS = "tokens-house", "tokens-vouchers"
PAID_FROM = {"cash": TILL, "cheque": "bank", "bank transfer": "bank", "chips": "vault"}
"""Where the house takes a payment by hand from, by the form it is made in."""


def postings(cage: Cage, event: happened.CageEvent) -> tuple[Posting, ...]:
    """What an event moves, given the cage before it; the twin at a table posts its own part."""
    source, target, cents = _way(cage, event)
    if not cents or source == target:
        return ()
    out, into = Posting(source, -cents), Posting(target, cents)
    return (out, into) if source < target else (into, out)


def _way(cage: Cage, event: happened.CageEvent) -> tuple[str, str, int]:
    """From where, to where, how much."""
    match event:
        case happened.Deposited():
            return TILL, _purse(event.player), event.amount
        case happened.PaidToTable(via=via) if via == CASH:
            return f"cash/{event.table}/{event.seat}", _purse(event.player), event.amount
        case happened.PaidToTable(via=via) if via == TICKET:
            return TICKETS, _purse(event.player), event.amount
        case happened.PaidFromTable(via=via) if via == TICKET:
            return _purse(event.player), TICKETS, event.amount
        case happened.TicketSold():
            return TILL, TICKETS, event.amount
        case happened.TicketPaid():
            return TICKETS, TILL, event.amount
        case happened.TicketVoided():
            return TICKETS, _purse(event.player) if event.player else TILL, event.amount
        case happened.TicketExpired():
            return TICKETS, "unclaimed", event.amount
        case happened.TicketWithheld():
            return TICKETS, f"withheld/ticket/{event.ticket}", event.amount
        case happened.ReturnReceived():
            return TILL, f"withheld/ticket/{event.ticket}", event.amount
        case happened.TicketDetermined():
            return f"withheld/ticket/{event.ticket}", TICKETS if event.to_player else "kept", event.amount
        case _:
            return _beyond(cage, event)


def _beyond(cage: Cage, event: happened.CageEvent) -> tuple[str, str, int]:
    match event:
        case happened.TransferAsked(inward=False):
            return _purse(event.player), f"transit/{event.transfer}", event.amount
        case happened.TransferDone():
            if event.inward:
                return "cms", _purse(event.player), event.amount
            return f"transit/{event.transfer}", "cms", event.amount
        case happened.TransferRefused(inward=False):
            return f"transit/{event.transfer}", _purse(event.player), event.amount
        case happened.HandPayPrepared():
            return TICKETS if event.ticket else _purse(event.player), f"forms/{event.form}", event.amount
        case happened.HandPaid():
            return f"forms/{event.form}", PAID_FROM[cage.forms[event.form].given], event.amount
        case happened.VoucherIssued() if event.expires:
            return ISSUED, VOUCHERS, event.amount
        case happened.VoucherTaken() | happened.VoucherVoided() | happened.VoucherExpired():
            known = cage.vouchers.get(event.voucher)
            return (VOUCHERS, ISSUED, event.amount) if known and known.expires else (ISSUED, ISSUED, 0)
        case happened.HandPayDropped():
            back = TICKETS if cage.forms[event.form].ticket else _purse(event.player)
            return f"forms/{event.form}", back, event.amount
        case _:
            return TILL, TILL, 0


def _purse(player: str) -> str:
    return f"player/{player}"
