"""What happened at the cage: money in and out, tickets, cards, transfers, vouchers, payments by hand."""

from __future__ import annotations

from msgspec import Struct

from feltwork.table.live.events import InspectorNotified
from feltwork.table.live.schema import Schema

CAGE = "cage"
"""Its stream."""
PURSE, CASH, TICKET, TRANSFER = "", "cash", "ticket", "transfer"
"""What money comes to a table as, and goes from it as: the player's money at the cage, notes, a ticket, a transfer."""


class Deposited(Struct, frozen=True, tag="deposited"):
    player: str
    amount: int


class PaidToTable(Struct, frozen=True, tag="paid-to-table", omit_defaults=True):
    """The cage's half of a buy-in."""

    player: str
    amount: int
    table: str
    via: str = PURSE
    ticket: int = 0
    seat: int = 0
    """Whose note stacker took the notes, or at which terminal a transfer arrived."""
    transfer: str = ""


class PaidFromTable(Struct, frozen=True, tag="paid-from-table", omit_defaults=True):
    """The cage's half of a collect; into a ticket, the ticket's serial is this record's number."""

    player: str
    amount: int
    table: str
    via: str = PURSE
    ticket: int = 0
    seat: int = 0
    expires: int = 0


class ChecksPaid(Struct, frozen=True, tag="checks-paid"):
    """The cage's half of colour checks redeemed while their table is closed."""

    player: str
    amount: int
    table: str


class TicketSold(Struct, frozen=True, tag="ticket-sold"):
    """Issued at the cage for cash."""

    ticket: int
    amount: int
    expires: int


class TicketPaid(Struct, frozen=True, tag="ticket-paid"):
    """In cash at the cage."""

    ticket: int
    amount: int
    identified: str
    """By which paper the bearer was known, where one was asked for (Aruze 4.3.3)."""


class TicketVoided(Struct, frozen=True, tag="ticket-voided"):
    """The ticket is worth nothing; what it was worth went back to where it came from."""

    ticket: int
    amount: int
    player: str
    """Who has the money at the cage now; nobody when it was handed back in cash."""
    reason: str


class TicketExpired(Struct, frozen=True, tag="ticket-expired"):
    ticket: int
    amount: int


class TicketWithheld(Struct, frozen=True, tag="ticket-withheld"):
    """Not to be paid until an investigation is done."""

    ticket: int
    amount: int
    reason: str
    clause: str


class ReturnDemanded(Struct, frozen=True, tag="return-demanded"):
    """A ticket that was paid is asked back."""

    ticket: int
    amount: int
    reason: str
    clause: str


class ReturnReceived(Struct, frozen=True, tag="return-received"):
    ticket: int
    amount: int


class TicketDetermined(Struct, frozen=True, tag="ticket-determined"):
    """What the investigation found, after an inspector's review: good again, or kept by the house."""

    ticket: int
    amount: int
    to_player: bool
    finding: str
    review: str
    clause: str


class CardIssued(Struct, frozen=True, tag="card-issued"):
    card: str
    player: str
    kind: str


class CardBlocked(Struct, frozen=True, tag="card-blocked"):
    card: str
    reason: str


class CardSeated(Struct, frozen=True, tag="card-seated"):
    """The cage's half of a card put into a terminal."""

    card: str
    player: str
    table: str
    seat: int


class CardReleased(Struct, frozen=True, tag="card-released"):
    card: str
    player: str
    table: str
    seat: int


class TransferAsked(Struct, frozen=True, tag="transfer-asked"):
    """Credits from the casino management system, or to it. What goes out waits in transit."""

    transfer: str
    player: str
    amount: int
    inward: bool
    table: str
    seat: int


class TransferDelayed(Struct, frozen=True, tag="transfer-delayed"):
    """No answer came in time: it may or may not have been done, and is asked for again under the same id."""

    transfer: str
    why: str


class TransferDone(Struct, frozen=True, tag="transfer-done"):
    transfer: str
    player: str
    amount: int
    inward: bool


class TransferRefused(Struct, frozen=True, tag="transfer-refused"):
    """What was to go out is the player's here again."""

    transfer: str
    player: str
    amount: int
    inward: bool
    why: str


class VoucherIssued(Struct, frozen=True, tag="voucher-issued"):
    """Numbered by its record. One without a date was written before conditions were checked."""

    voucher: str
    player: str
    amount: int
    conditions: str
    """What is printed on it beside its conditions, which are:"""
    book: str = ""
    """the game it is for,"""
    table: str = ""
    """the one table where it is exchanged, if it names one,"""
    wagers: tuple[str, ...] = ()
    """what may be wagered with it, if it names any,"""
    expires: int = 0
    """and until when it is exchanged."""
    form: str = "voucher"
    """What the player was handed: a voucher, or tokens (Crown 3.3.1)."""


class VoucherTaken(Struct, frozen=True, tag="voucher-taken", omit_defaults=True):
    """The cage's half of an exchange at a table, for tokens or for chips."""

    voucher: str
    amount: int
    table: str
    player: str = ""
    book: str = ""
    wagers: tuple[str, ...] = ()
    form: str = ""


class VoucherVoided(Struct, frozen=True, tag="voucher-voided"):
    voucher: str
    amount: int
    reason: str


class VoucherExpired(Struct, frozen=True, tag="voucher-expired"):
    voucher: str
    amount: int


class EquipmentLent(Struct, frozen=True, tag="equipment-lent"):
    """The cage's half of numbered equipment brought to a table: it is at no other until it is back."""

    table: str
    serials: list[str]


class EquipmentBack(Struct, frozen=True, tag="equipment-back"):
    table: str
    serials: list[str]


class HandPayPrepared(Struct, frozen=True, tag="hand-pay-prepared"):
    """A payment by hand, on a form numbered by this record; from the player's money, or for a ticket."""

    form: int
    player: str
    amount: int
    ticket: int
    requested: str
    given: str
    """How the player asked to be paid, and how the house pays (Aruze 4.3.2)."""
    identified: str
    pay_at: int
    """Not before this time, as agreed with the player (Aruze 4.3.1); 0 for at once."""
    reason: str


class HandPayAgreed(Struct, frozen=True, tag="hand-pay-agreed"):
    """By a second person, where the amount asks for one."""

    form: int
    person: str


class HandPaid(Struct, frozen=True, tag="hand-paid"):
    """The player has verified the amount and signed; the signature itself lies outside the log."""

    form: int
    player: str
    amount: int
    signature: str
    clause: str
    second_above: int = 10_000_00
    """Above this the house asked for a second person when it was paid."""


class HandPayDropped(Struct, frozen=True, tag="hand-pay-dropped"):
    form: int
    player: str
    amount: int
    reason: str


class RulesInstalled(Struct, frozen=True, tag="rules-installed"):
    """The approved rules of a game, as everybody is shown them from here on."""

    book: str
    version: str
    sha256: str
    size: int
    form: str


class PursesMoved(Struct, frozen=True, tag="purses-moved"):
    """The cage's half of an event of another stream that moves players' money, such as an entry fee or a prize."""

    stream: str
    cents: dict[str, int]
    """By player: what comes to the purse, or below zero what leaves it."""


CageEvent = (
    Deposited
    | PaidToTable
    | PaidFromTable
    | ChecksPaid
    | TicketSold
    | TicketPaid
    | TicketVoided
    | TicketExpired
    | TicketWithheld
    | ReturnDemanded
    | ReturnReceived
    | TicketDetermined
    | InspectorNotified
    | CardIssued
    | CardBlocked
    | CardSeated
    | CardReleased
    | TransferAsked
    | TransferDelayed
    | TransferDone
    | TransferRefused
    | VoucherIssued
    | VoucherTaken
    | VoucherVoided
    | VoucherExpired
    | EquipmentLent
    | EquipmentBack
    | HandPayPrepared
    | HandPayAgreed
    | HandPaid
    | HandPayDropped
    | RulesInstalled
    | PursesMoved
)
CAGE_EVENTS: Schema[CageEvent] = Schema(CageEvent)
