"""Decide one command within a transaction: who it goes to, what happens by it, what it is answered.

The rules are the table's and the cage's own (``decide`` of each). Here stands only what holds for every command: the
same key gets the same answer, a late command is done in its own round alone, play money stays apart from real money.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from feltwork.cage.till import Till
from feltwork.engine.aggregate_commands import PURSE, do_at_aggregate, look_at
from feltwork.engine.cage import do_at_cage, do_at_terminal
from feltwork.engine.envelope import (
    Envelope,
    Unreadable,
    derived_key,
    goes_to_aggregate,
    goes_to_cage,
    goes_to_terminal,
    has_no_table,
    stream_of,
    validated,
)
from feltwork.engine.past_rounds import recalled
from feltwork.engine.play_money import NOT_PLAYED, TableKinds
from feltwork.engine.refusing import NotAllowedError, nothing_done, refuse
from feltwork.engine.transaction import Transaction
from feltwork.engine.vouchers import MAY_ASK_CAGE, with_the_cage
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.port import Answer, Store
from feltwork.table.live import commands as at_table
from feltwork.table.live.asker import Asker
from feltwork.table.live.decide import decide, is_about_the_past
from feltwork.table.live.state import LiveTable

CONDITIONAL = frozenset((at_table.GiveUpDraw, at_table.ClearFault, at_table.OpenPlay, at_table.OpenTable))
"""Commands that depend on how the process stands which decides them, and not on the table alone."""


class Decider:
    """Decides commands for the tables of one store, under the conditions of one till."""

    def __init__(self, store: Store, till: Till) -> None:
        self.till = till
        """What seals tickets. Without a key it prints none and knows none."""
        self.why_not: Callable[[str, object], str] = lambda table, body: ""
        """Why this process does not take a conditional command at a table, whoever sends it; empty if it does."""
        self.pays_nothing: Callable[[], str] = lambda: ""
        """Why no money moves by an aggregate, or between a table and the cage, in this process; empty if it does."""
        self._store = store
        self._kinds = TableKinds(store)

    def decide(self, transaction: Transaction, sent: Envelope, digest: bytes) -> Answer:
        """Answer one command; what it does has happened in the transaction when this returns."""
        before = transaction.answers.get(sent.key) or transaction.given.get(sent.key)
        if before is not None:
            if before.digest == digest or (sent.shared and self._is_same(transaction, before, sent)):
                return before
            return self.reject(transaction, derived_key(sent, digest), digest, "this key was used for another command")
        body = sent.body
        if isinstance(body, Unreadable):
            return self.reject(transaction, sent, digest, "this cannot be read as a command")
        barred = transaction.barred.get(sent.key)
        if goes_to_cage(body):
            stream = stream_of(sent)
            before_it = transaction.version(stream)
            refused = barred or do_at_cage(transaction, sent, body, self.till, self._kinds)
        elif goes_to_aggregate(body):
            stream = stream_of(sent)
            look_at(transaction, stream)
            before_it = transaction.version(stream)
            drafted = len(transaction.records)
            refused = barred or do_at_aggregate(transaction, stream, sent)
            self._paid(transaction, sent, drafted, "")
        else:
            stream, live = f"table/{sent.table}", transaction.live(sent.table)
            before_it = transaction.version(stream)
            drafted = len(transaction.records)
            refused = barred or self._at_table(transaction, stream, live, sent)
            self._paid(transaction, sent, drafted, PURSE)
        if refused:
            answer = refuse(transaction, sent, digest, stream, refused)
        else:
            last = transaction.version(stream)
            if last == before_it:
                nothing_done(transaction, sent, stream)
            answer = Answer(sent.key, digest, stream, *((before_it + 1, last) if last > before_it else (0, 0)))
        transaction.answers[sent.key] = answer
        return answer

    def _is_same(self, transaction: Transaction, before: Answer, sent: Envelope) -> bool:
        """Does this answer the same command, sent from the same screen by another person or in another role?

        What was refused was not done, as whoever it was sent. What was done has a record that says who did it.
        """
        if before.reason or not before.first:
            return bool(before.reason)
        drafted = (r for r in transaction.records if (r.stream, r.version) == (before.stream, before.first))
        record = next(drafted, None) or next(self._store.log.read(before.stream, before.first - 1), None)
        if record is None or record.key != before.key:
            return False
        return validated(replace(sent, actor=record.actor, role=record.role))[1] == before.digest

    def reject(self, transaction: Transaction, sent: Envelope, digest: bytes, why: str) -> Answer:
        """Refuse a command that does not come as far as a decision."""
        answer = transaction.answers.get(sent.key) or self._store.log.answer(sent.key)
        if answer is None:
            stream = stream_of(sent)
            if not look_at(transaction, stream) and stream.startswith("table/"):
                transaction.live(sent.table)  # from the store if need be: only then is the head of its refusals known
            refusal = Refusal(NOT_IN_THE_BOOK, why)
            answer = transaction.answers[sent.key] = refuse(transaction, sent, digest, stream, refusal)
        return answer

    def _paid(self, transaction: Transaction, sent: Envelope, drafted: int, accounts: str) -> None:
        """Refuse what has just moved money of accounts that begin so, where no money moves."""
        if why := self.pays_nothing():
            moved = [posting.account for record in transaction.records[drafted:] for posting in record.postings]
            if any(account.startswith(accounts) for account in moved):
                raise NotAllowedError(sent.key, Refusal(NOT_IN_THE_BOOK, why))

    def _at_table(self, transaction: Transaction, stream: str, live: LiveTable, sent: Envelope) -> Refusal | None:
        game = live.game
        if sent.round is not None and game is not None and game.round != sent.round:
            return Refusal(NOT_IN_THE_BOOK, "the connection was lost and that round is over; this was not done")
        if type(sent.body) in CONDITIONAL and (why := self.why_not(sent.table, sent.body)):
            return Refusal(NOT_IN_THE_BOOK, why)
        opens_play_money = isinstance(sent.body, at_table.OpenTable) and sent.body.rehearsal
        if self.till.real_money and (live.opening.rehearsal or opens_play_money):
            return NOT_PLAYED
        if goes_to_terminal(sent.body):
            return do_at_terminal(transaction, stream, live, sent, sent.body, self.till, self._kinds)
        body = cast("at_table.Command", sent.body)
        if has_no_table(sent):
            # The refusals of both would go into one stream.
            return Refusal(NOT_IN_THE_BOOK, f"{sent.table} is not a table, and no table can be called so")
        past = recalled(self._store, live, body, self.till.key) if is_about_the_past(body) else None
        decided = decide(live, body, Asker(sent.actor, sent.role, transaction.at, sent.secret), past)
        if isinstance(decided, Refusal):
            return decided
        if live.terminals.cards or type(body) in MAY_ASK_CAGE:
            decided = with_the_cage(transaction.cage, live, body, decided, transaction.at)
            if isinstance(decided, Refusal):
                return decided
        for event in decided:
            transaction.at_table(stream, sent, event, None)
        return None
