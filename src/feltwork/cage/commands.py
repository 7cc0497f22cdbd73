"""What is asked of the cage, by its staff and by player terminals."""

from __future__ import annotations

from msgspec import field

from feltwork.table.live.asker import Asked


class Deposit(Asked, frozen=True, tag="deposit"):
    """Money paid in at the cage for a player."""

    player: str
    amount: int


class SellTicket(Asked, frozen=True, tag="sell-ticket"):
    """A ticket for cash."""

    amount: int


class PayTicket(Asked, frozen=True, tag="pay-ticket"):
    """Cash for a ticket."""

    number: str
    identified: str = ""


class VoidTicket(Asked, frozen=True, tag="void-ticket"):
    number: str
    reason: str


class ExpireTickets(Asked, frozen=True, tag="expire-tickets"):
    """Take what has expired out of what is outstanding."""


class WithholdTicket(Asked, frozen=True, tag="withhold-ticket"):
    """Keep a ticket from being paid; for one that was paid, demand it back. By its number, or by its serial."""

    number: str
    reason: str


class ReceiveReturn(Asked, frozen=True, tag="receive-return"):
    """What was demanded back has come."""

    serial: int


class DetermineTicket(Asked, frozen=True, tag="determine-ticket"):
    serial: int
    to_player: bool
    finding: str
    review: str
    """What the inspector said on review."""


class IssueCard(Asked, frozen=True, tag="issue-card"):
    player: str
    kind: str = "physical"


class BlockCard(Asked, frozen=True, tag="block-card"):
    card: str
    reason: str


class AskTransfer(Asked, frozen=True, tag="ask-transfer"):
    """Credits from the casino management system to the player's money here, or back."""

    player: str
    amount: int
    inward: bool
    table: str = ""
    seat: int = 0


class SettleTransfer(Asked, frozen=True, tag="settle-transfer"):
    """What the other system said of it: ``done``, ``refused``, or nothing in time (``delayed``)."""

    transfer: str
    outcome: str
    why: str = ""


class IssueVoucher(Asked, frozen=True, tag="issue-voucher"):
    """A promotional voucher for one player, good under its conditions."""

    player: str
    amount: int
    conditions: str = ""
    """What else is printed on it."""
    book: str = ""
    """The game it is for; where a table is named, that table's."""
    table: str = ""
    """The one table where it is exchanged; empty for any of the game."""
    wagers: list[str] = field(default_factory=list)
    """What may be wagered with it; nothing for every wager."""
    expires: int = 0
    """Until when it is exchanged, in microseconds; 0 for as long as the house's vouchers last."""
    form: str = "voucher"
    """What the player is handed: a voucher, or at Crown ``tokens``."""


class VoidVoucher(Asked, frozen=True, tag="void-voucher"):
    voucher: str
    reason: str


class PrepareHandPay(Asked, frozen=True, tag="prepare-hand-pay"):
    player: str
    amount: int = 0
    """Of the player's money at the cage; a ticket has its own amount."""
    number: str = ""
    requested: str = "cash"
    given: str = "cash"
    identified: str = ""
    pay_at: int = 0
    reason: str = ""


class AgreeHandPay(Asked, frozen=True, tag="agree-hand-pay"):
    form: int


class SignHandPay(Asked, frozen=True, tag="sign-hand-pay"):
    """The player has signed; ``signature`` is the SHA-256 of what was written."""

    form: int
    amount: int
    """As the player verified it."""
    signature: str


class DropHandPay(Asked, frozen=True, tag="drop-hand-pay"):
    form: int
    reason: str


class InsertNote(Asked, frozen=True, tag="insert-note"):
    """At a terminal: the report of its note acceptor."""

    seat: int
    amount: int
    number: int = 0
    """Of the report; each is higher than the one before."""
    signature: str = ""
    """Of the acceptor, in hex."""


class InsertTicket(Asked, frozen=True, tag="insert-ticket"):
    """At a terminal."""

    seat: int
    number: str


class CreditTransfer(Asked, frozen=True, tag="credit-transfer"):
    """At a terminal: what a transfer brought from the casino management system, or what it did not take."""

    seat: int
    transfer: str


class PrintTicket(Asked, frozen=True, tag="print-ticket"):
    """At a terminal: all credits into a ticket."""

    seat: int


class InsertCard(Asked, frozen=True, tag="insert-card"):
    """At a terminal."""

    seat: int
    card: str


class TakeCard(Asked, frozen=True, tag="take-card"):
    """At a terminal."""

    seat: int


class InstallRules(Asked, frozen=True, tag="install-rules"):
    """The operator puts the approved rules of a game in place of those before; the file is kept under its digest."""

    book: str
    version: str
    sha256: str
    size: int
    form: str
    """``pdf`` or ``text``."""


AtCage = (
    Deposit
    | SellTicket
    | PayTicket
    | VoidTicket
    | ExpireTickets
    | WithholdTicket
    | ReceiveReturn
    | DetermineTicket
    | IssueCard
    | BlockCard
    | AskTransfer
    | SettleTransfer
    | IssueVoucher
    | VoidVoucher
    | PrepareHandPay
    | AgreeHandPay
    | SignHandPay
    | DropHandPay
    | InstallRules
)
AtTerminal = InsertNote | InsertTicket | CreditTransfer | PrintTicket | InsertCard | TakeCard
"""These go to a table, and touch it and the cage in one step."""
