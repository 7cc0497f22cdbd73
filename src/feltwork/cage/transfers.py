"""Credits from and to the casino management system: asked for under an id, then done, refused, or asked again.

The other system stands behind a port. It may answer late or never; a transfer then stays pending, and is asked for
again under the same id, which it must know: so nothing is lost and nothing is done twice.
"""

from __future__ import annotations

from typing import Protocol

from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage import state as how
from feltwork.cage.state import Cage, Transfer
from feltwork.cage.tickets import CASHIER
from feltwork.cage.till import MAX_AMOUNT, Till
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import PLAYER, SYSTEM, Asker
from feltwork.table.live.names import is_name

IN, OUT = "3.4.4", "3.8.2"


class NoAnswerError(Exception):
    """The other system did not answer in time; what was asked may or may not have been done."""


class CasinoManagementSystem(Protocol):
    """The port. The same id always means the same transfer: asked twice, it is done once and answered the same."""

    def move(self, transfer: str, player: str, cents: int, *, inward: bool) -> str:
        """Take credits from the player's account there (``inward``), or put them into it.

        An empty text when it is done, else why it is refused; ``NoAnswerError`` when no answer came.
        """
        ...


def asked(cage: Cage, command: ask.AskTransfer, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    clause = IN if command.inward else OUT
    own = by.role == PLAYER and by.person == command.player
    if (by.role != CASHIER and not own) or not is_name(command.player):
        return Refusal(clause, "credits are transferred for yourself, or by a cashier")
    if not 0 < command.amount <= MAX_AMOUNT:
        return Refusal(clause, "nothing to transfer")
    if not command.inward and cage.purses.get(command.player, 0) < command.amount:
        return Refusal(clause, "the player has not that much at the cage")
    number = f"T{cage.version + 1}"
    return (
        happened.TransferAsked(
            number, command.player, command.amount, command.inward, command.table[:64], command.seat
        ),
    )


def arrived(cage: Cage, name: str, table: str, seat: int) -> Transfer | Refusal:
    """3.4.4: credits that the other system has sent to this terminal, or sent back, and that are on no meter yet."""
    transfer = cage.transfers.get(name)
    if transfer is None or (transfer.table, transfer.seat) != (table, seat):
        return Refusal(IN, "no transfer of this number was asked for at this terminal")
    if transfer.standing != (how.DONE if transfer.inward else how.REFUSED) or transfer.credited:
        return Refusal(IN, "this transfer has brought nothing here, or its credits are on the meter already")
    return transfer


def settle(cage: Cage, command: ask.SettleTransfer, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    transfer = cage.transfers.get(command.transfer)
    if by.role != SYSTEM or transfer is None:
        return Refusal(IN, "no such transfer was asked for, or it is not for you to settle")
    clause = IN if transfer.inward else OUT
    if transfer.standing != how.PENDING:
        return Refusal(clause, f"this transfer is {transfer.standing} already")
    name, player, cents, inward = command.transfer, transfer.player, transfer.amount, transfer.inward
    match command.outcome:
        case how.DONE:
            return (happened.TransferDone(name, player, cents, inward),)
        case how.REFUSED:
            return (happened.TransferRefused(name, player, cents, inward, shown(command.why)),)
        case "delayed":
            return () if transfer.why == command.why else (happened.TransferDelayed(name, shown(command.why)),)
        case _:
            return Refusal(clause, "a transfer is done, refused or delayed")
