"""Decide a command that the cage takes part in, and write its events into a transaction."""

from __future__ import annotations

from feltwork.cage.commands import AskTransfer, AtCage, AtTerminal, IssueVoucher
from feltwork.cage.decide import decide as decide_at_cage
from feltwork.cage.events import TRANSFER
from feltwork.cage.terminal import at_terminal
from feltwork.cage.till import Till
from feltwork.engine.envelope import Envelope
from feltwork.engine.play_money import TableKinds, crosses
from feltwork.engine.transaction import Transaction
from feltwork.engine.vouchers import for_table
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.table.live.commands import BuyIn
from feltwork.table.live.decide import decide
from feltwork.table.live.names import is_name
from feltwork.table.live.state import LiveTable


def do_at_cage(transaction: Transaction, sent: Envelope, body: AtCage, till: Till, kinds: TableKinds) -> Refusal | None:
    """Decide a command of the cage's own and let its events happen, or say why it is refused."""
    if isinstance(body, IssueVoucher) and body.table:
        named = for_table(transaction.live(body.table), body) if is_name(body.table) else body
        if isinstance(named, Refusal):
            return named
        body = named
    decided = decide_at_cage(transaction.cage, body, Asker(sent.actor, sent.role, transaction.at), till)
    if isinstance(decided, Refusal):
        return decided
    if isinstance(body, AskTransfer) and body.inward and body.table:
        if not is_name(body.table):
            return Refusal(NOT_IN_THE_BOOK, "credits are sent to a terminal of a table, by the table's name")
        refused = _terminal_refuses(transaction.live(body.table), body, transaction.at)
        if refused:
            return refused
    for event in decided if till.real_money else ():
        if refused := crosses(kinds, transaction.cage, event):
            return refused
    for event in decided:
        transaction.at_cage(sent, event)
    return None


def do_at_terminal(
    transaction: Transaction,
    stream: str,
    live: LiveTable,
    sent: Envelope,
    body: AtTerminal,
    till: Till,
    kinds: TableKinds,
) -> Refusal | None:
    """The same for a command at a terminal, whose events have a half at the cage."""
    by = Asker(sent.actor, sent.role, transaction.at, sent.secret)
    steps = at_terminal(transaction.cage, live, body, by, till)
    if isinstance(steps, Refusal):
        return steps
    for _, half in steps if till.real_money else ():
        if half is not None and (refused := crosses(kinds, transaction.cage, half)):
            return refused
    for event, half in steps:
        transaction.at_table(stream, sent, event, half)
    return None


def _terminal_refuses(live: LiveTable, body: AskTransfer, at: int) -> Refusal | None:
    """Credits are sent for only where the terminal would take them: not at one that is to be cleared, for instance."""
    decided = decide(live, BuyIn(body.seat, body.amount), Asker(body.player, PLAYER, at, via=TRANSFER))
    return decided if isinstance(decided, Refusal) else None
