"""The desk: commands come in with a key, are decided against the tables, committed, then answered.

A command's answer is on disk before it is given. If the commit fails, the transaction is thrown away and the command
is answered "not done". The same key and body get the same answer; the same key with another body is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltwork.aggregate import Aggregate
from feltwork.cage.numbers import ticket_number
from feltwork.cage.state import Cage
from feltwork.cage.till import PLAIN, Till
from feltwork.engine.commit import Committer
from feltwork.engine.decide import Decider
from feltwork.engine.envelope import Envelope, turns_for, validated
from feltwork.engine.refusal_counts import MAX_COUNTED
from feltwork.engine.refusing import record_counted
from feltwork.engine.snapshots import EVERY
from feltwork.engine.streams import Streams
from feltwork.engine.transaction import Transaction
from feltwork.store.port import Answer, Store
from feltwork.table.live.state import LiveTable


class Desk:
    """Takes commands for the tables of one store."""

    def __init__(self, store: Store, till: Till = PLAIN) -> None:
        self.store = store
        self.streams = Streams(store, till.key)
        self.decider = Decider(store, till)
        self.now: Callable[[], int] = store.now
        """The time at which something is decided; a rehearsal has a clock of its own."""
        self.commits = Committer(store.log, self.streams, self._time)
        self.save_every = EVERY
        """Events of a stream after which its state is saved."""

    def _time(self) -> int:
        return self.now()

    @property
    def cage(self) -> Cage:
        return self.streams.cage

    def table(self, name: str) -> LiveTable:
        """A table as this desk left it."""
        return self.streams.table(name)

    def look(self, name: str) -> LiveTable:
        """A table as it stands now, with what other processes wrote to it."""
        return self.streams.look(name)

    def aggregate(self, kind: Aggregate[Any], name: str = "") -> Any:
        """An aggregate as it stands now, with what other processes wrote to it."""
        self.streams.catch_up_with([kind.stream(name)])
        return self.streams.aggregates.state(kind, kind.stream(name))

    def ticket_number(self, serial: int) -> str:
        """What is printed on a ticket; the log does not have it."""
        ticket = self.cage.tickets[serial]
        return ticket_number(self.decider.till.key, serial, ticket.amount, ticket.expires)

    def submit(self, sent: Envelope) -> Answer:
        return self.submit_many([sent])[0]

    def submit_many(self, sent: Sequence[Envelope]) -> list[Answer]:
        """Decide commands one after the other and commit them together; all are durable when this returns."""
        known = [validated(envelope) for envelope in sent]
        tables = [name for envelope, _ in known for name in turns_for(envelope)]

        def decide(transaction: Transaction) -> list[Answer]:
            transaction.given = self.commits.answers_to([envelope.key for envelope, _ in known])
            return [self.decider.decide(transaction, envelope, digest) for envelope, digest in known]

        answers = self.commits.run(tables, decide)
        if len(self.commits.refusal_counts) > MAX_COUNTED:
            self.count_refusals()
        self.streams.save(self.save_every)
        return answers

    def refuse(self, sent: Envelope, why: str) -> Answer:
        """Refuse one command without deciding on it, with an answer like any other's."""
        known, digest = validated(sent)
        return self.commits.run(turns_for(known), lambda tx: self.decider.reject(tx, known, digest, why))

    def answered(self, sent: Envelope) -> Answer | None:
        """The answer there is to a command, once nobody else can be in the middle of giving it."""
        with self.store.log.turn(turns_for(sent)):
            return self.store.log.answer(sent.key)

    def count_refusals(self) -> None:
        """Record the refusals that no record stands for yet: now and then, and before the desk is left."""
        counts = self.commits.refusal_counts
        owed = {kind: counted for kind, counted in counts.items() if counted[0].times > counted[0].recorded}

        def record(transaction: Transaction) -> None:
            for kind, counted in owed.items():
                record_counted(transaction, kind, counted)

        if owed:
            self.commits.run([name for _, _, sent in owed.values() for name in turns_for(sent)], record)
        if len(counts) > MAX_COUNTED:
            counts.clear()

    def close(self) -> None:
        """Before the desk is left: count what was refused, save the state of every stream. The store stays open."""
        self.count_refusals()
        self.streams.save(1)
