"""The desk: commands come in with a key, are decided against the table, committed, then answered.

A command's answer is on disk before it is given. If the commit fails, the tentative table is thrown away and the
command is answered "not done". The same key and body get the same answer; the same key with another body is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from feltwork.cage.commands import AskTransfer, AtCage, Deposit, IssueVoucher
from feltwork.cage.decide import decide as decide_at_cage
from feltwork.cage.numbers import ticket_number
from feltwork.cage.terminal import at_terminal
from feltwork.cage.till import PLAIN, Till
from feltwork.engine.cage import (
    CAGE,
    WITH_A_VOUCHER,
    WITH_THE_CAGE,
    cage_refuses,
    for_table,
    goes_to_cage,
    goes_to_terminal,
    terminal_refuses,
    vouched,
)
from feltwork.engine.envelope import Envelope, Unreadable, another_key, arrived
from feltwork.engine.overdrafts import OverdraftError
from feltwork.engine.past_rounds import recalled
from feltwork.engine.play_money import NOT_PLAYED, TableKinds, crosses
from feltwork.engine.refusal_counts import MAX_COUNTED
from feltwork.engine.streams import Floor
from feltwork.engine.transaction import Committed, NothingDone, RefusalCounts, Refused, Transaction, compiled
from feltwork.engine.write_check import Unwritten
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.crash_points import crash_point
from feltwork.store.port import (
    Answer,
    Batch,
    CommitMark,
    ConflictError,
    Store,
    StoreError,
    UnknownOutcomeError,
    UnreadableError,
)
from feltwork.table.live.commands import Command, OpenTable
from feltwork.table.live.crew import Asker
from feltwork.table.live.decide import decide
from feltwork.table.live.state import Life, is_name

__all__ = ["Deposit", "Desk", "Envelope", "NothingDone", "Refused", "compiled"]
T = TypeVar("T")
MAX_RETRIES = 20
CHECK_OTHERS = 32
"""After a conflict, and when a desk is new, other writers' commits and the keys' answers are read before each of the
next 32 transactions. Later an embedded database reports a conflict at the commit, and all is decided again."""


class Desk(Floor):
    """Takes commands for the tables of one store."""

    def __init__(self, store: Store, till: Till = PLAIN) -> None:
        super().__init__(store, till.key)
        self._till, self._kinds = till, TableKinds(store)
        """What seals tickets; a desk without it prints none and knows none."""
        self.now: Callable[[], int] = store.now
        """What time it is when something is decided; a rehearsal has a clock of its own."""
        self.tell: Callable[[Mapping[str, Committed]], None] = lambda tables: None
        """Hears what was done at which tables, once it is on disk; it neither waits nor fails."""
        self.refusal_counts: RefusalCounts = {}
        self.stopped = ""
        """Why this desk decides nothing more: it is not known how its tables stand."""
        self.unwritten: Unwritten | None = None
        """The last command that the store could not write, if none was written since."""
        self._check_others = CHECK_OTHERS

    def ticket_number(self, serial: int) -> str:
        """What is printed on a ticket; the log does not have it."""
        ticket = self.cage.tickets[serial]
        return ticket_number(self._till.key, serial, ticket.amount, ticket.expires)

    def submit(self, sent: Envelope) -> Answer:
        return self.submit_many([sent])[0]

    def submit_many(self, sent: Sequence[Envelope]) -> list[Answer]:
        """Decide commands one after the other and commit them together; all are durable when this returns."""
        known = [arrived(envelope) for envelope in sent]
        tables = [envelope.table for envelope, _ in known]
        if any(type(envelope.body) in WITH_THE_CAGE for envelope, _ in known):
            tables.append(CAGE)
        answers = self._together(tables, lambda room: self._answer_all(room, known))
        if len(self.refusal_counts) > MAX_COUNTED:
            self.count_refusals()
        self._keep(self.keep_every)
        return answers

    def refuse(self, sent: Envelope, why: str) -> Answer:
        """Turn one command away without deciding on it, with an answer like any other's."""
        known, digest = arrived(sent)
        return self._together([known.table], lambda room: self._turn_away(room, known, digest, why))

    def answered(self, sent: Envelope) -> Answer | None:
        """The answer there is to a command, once nobody else can be in the middle of giving it."""
        tables = [sent.table, CAGE] if type(sent.body) in WITH_THE_CAGE else [sent.table]
        with self.store.turn(tables):
            return self.store.answer(sent.key)

    def count_refusals(self) -> None:
        """Record what no record stands for yet: now and then, and before the desk is left."""
        owed = [
            (*found, said) for (_, *said), found in self.refusal_counts.items() if found[0].times > found[0].recorded
        ]

        def record(room: Transaction) -> None:
            for count, log, sent, (clause, reason) in owed:
                room.draft(log, sent, Refused(sent.body, clause, reason, count.times - count.recorded))

        if owed:
            self._together([sent.table for _, _, sent, _ in owed], record)
        self.refusal_counts.clear()

    def close(self) -> None:
        """Before the desk is left: count what was refused, save what stands. The store stays open."""
        self.count_refusals()
        self._keep(1)

    def _together(self, tables: Sequence[str], work: Callable[[Transaction], T]) -> T:
        """Our turn, what others wrote, the work, one commit; again if somebody got in between."""
        if self.stopped:
            raise StoreError(f"nothing is decided until this process has started again: {self.stopped}")
        try:
            return self._written(tables, work)
        except (UnknownOutcomeError, UnreadableError):
            raise
        except StoreError as failed:
            self.unwritten = Unwritten(str(failed), tuple(tables))
            raise

    def _written(self, tables: Sequence[str], work: Callable[[Transaction], T]) -> T:
        for _ in range(MAX_RETRIES):
            with self.store.turn(tables):
                self._catch_up_with(tables, asking=bool(self._check_others))
                room, done = self._tried(work)
                try:
                    self._commit(room)
                except ConflictError:
                    self._check_others = CHECK_OTHERS
                    continue
                self._check_others = max(0, self._check_others - 1)
                return done
        raise ConflictError("other writers kept getting in between")

    def _tried(self, work: Callable[[Transaction], T]) -> tuple[Transaction, T]:
        """Do the work on a tentative state; again without each command that would leave a player owing."""
        barred: dict[str, Refusal] = {}
        while True:
            room = Transaction(self, self.refusal_counts, max(self.now(), self.seen))
            room.barred = barred
            try:
                return room, work(room)
            except OverdraftError as owed:
                barred[owed.key] = owed.refusal

    def _find_out(self, batch: Batch, broken: UnknownOutcomeError) -> None:
        """Find out what came of a commit that the store broke off in the middle: return if it is on disk.

        If that cannot be found out, nobody here knows how the tables stand: nothing more is decided.
        """
        try:
            committed = self.store.was_committed(batch)
        except StoreError as failed:
            self.stopped = str(failed)
            raise UnknownOutcomeError(str(broken)) from None
        self._check_others = CHECK_OTHERS
        if not committed:
            raise StoreError(str(broken)) from None

    @property
    def _asked_first(self) -> bool:
        """Is each key looked up before it is decided on? With several processes on a server a clash costs more."""
        return bool(self._check_others) or self._mark is None

    def _answer_all(self, room: Transaction, sent: Sequence[tuple[Envelope, bytes]]) -> list[Answer]:
        if self._asked_first:
            room.given = self.store.answers([envelope.key for envelope, _ in sent])
        return [self._decide(room, envelope, digest) for envelope, digest in sent]

    def _decide(self, room: Transaction, sent: Envelope, digest: bytes) -> Answer:
        before = room.answers.get(sent.key) or room.given.get(sent.key)
        if before is not None:
            if before.digest == digest:
                return before
            return self._turn_away(room, another_key(sent, digest), digest, "this key was used for another command")
        body = sent.body
        if isinstance(body, Unreadable):
            return self._turn_away(room, sent, digest, "this cannot be read as a command")
        barred = room.barred.get(sent.key)
        if goes_to_cage(body):
            stream, before_it = CAGE, room.version(CAGE)
            refused = barred or self._at_cage(room, sent, body)
        else:
            stream, life = f"table/{sent.table}", room.life(sent.table)
            before_it = room.version(stream)
            refused = barred or self._at_table(room, stream, life, sent)
        if refused:
            answer = room.refuse(sent, digest, stream, refused)
        else:
            last = room.version(stream)
            if last == before_it:
                room.nothing_done(sent, stream)
            answer = Answer(sent.key, digest, stream, *((before_it + 1, last) if last > before_it else (0, 0)))
        room.answers[sent.key] = answer
        return answer

    def _turn_away(self, room: Transaction, sent: Envelope, digest: bytes, why: str) -> Answer:
        """Refuse what does not come as far as a decision."""
        answer = room.answers.get(sent.key) or self.store.answer(sent.key)
        if answer is None:
            stream = CAGE if goes_to_cage(sent.body) or sent.table == CAGE else f"table/{sent.table}"
            if stream != CAGE:
                room.life(sent.table)  # from the store if need be: only then is the head of its refusals known
            answer = room.answers[sent.key] = room.refuse(sent, digest, stream, Refusal(NOT_IN_THE_BOOK, why))
        return answer

    def _at_cage(self, room: Transaction, sent: Envelope, body: AtCage) -> Refusal | None:
        if isinstance(body, IssueVoucher) and body.table:
            named = for_table(room.life(body.table), body) if is_name(body.table) else body
            if isinstance(named, Refusal):
                return named
            body = named
        decided = decide_at_cage(room.cage, body, Asker(sent.actor, sent.role, room.at), self._till)
        if isinstance(decided, Refusal):
            return decided
        if isinstance(body, AskTransfer) and body.inward and body.table:
            refused = terminal_refuses(room.life(body.table), body, room.at)
            if refused:
                return refused
        for event in decided if self._till.real_money else ():
            if refused := crosses(self._kinds, room.cage, event):
                return refused
        for event in decided:
            room.at_cage(sent, event)
        return None

    def _at_table(self, room: Transaction, stream: str, life: Life, sent: Envelope) -> Refusal | None:
        game = life.game
        if sent.round is not None and game is not None and game.round != sent.round:
            return Refusal(NOT_IN_THE_BOOK, "the line was down and that round is over; this was not done")
        real_money = self._till.real_money
        if real_money and (life.rehearsal or (isinstance(sent.body, OpenTable) and sent.body.rehearsal)):
            return NOT_PLAYED
        by = Asker(sent.actor, sent.role, room.at, sent.secret)
        if goes_to_terminal(sent.body):
            steps = at_terminal(room.cage, life, sent.body, by, self._till)
            if isinstance(steps, Refusal):
                return steps
            for _, half in steps if real_money else ():
                if half is not None and (refused := crosses(self._kinds, room.cage, half)):
                    return refused
            for event, half in steps:
                room.at_table(stream, sent, event, half)
            return None
        body = cast("Command", sent.body)
        if sent.table == CAGE:  # the refusals of both would go into one stream
            return Refusal(NOT_IN_THE_BOOK, "the cage is no table, and no table is called so")
        decided = decide(life, body, by, recalled(self.store, life, body, self._key))
        if isinstance(decided, Refusal):
            return decided
        if type(body) in WITH_A_VOUCHER:
            decided = vouched(room.cage, life, decided, room.at)
            if isinstance(decided, Refusal):
                return decided
        if (life.cards or type(body) in WITH_THE_CAGE) and (refused := cage_refuses(room.cage, life, body, decided)):
            return refused
        for event in decided:
            room.at_table(stream, sent, event, None)
        return None

    def _commit(self, room: Transaction) -> None:
        if not room.records and not room.answers:
            return
        batch, left = room.batch(None if self._check_others else self._mark), None
        if not batch.records and not self._asked_first and self.store.answers([given.key for given in batch.answers]):
            # Without a record nothing would tell this answer from the one that stands there already.
            raise ConflictError("a key came again")
        crash_point("before the desk commits")
        try:
            left = self.store.append(batch)
        except UnknownOutcomeError as broken:
            self._find_out(batch, broken)
        # Past this line it has happened.
        crash_point("after the desk commits")
        try:
            self._took_place(room, left)
        except Exception as fault:
            self.stopped = f"a fault after a commit ({type(fault).__name__})"
            raise UnknownOutcomeError(self.stopped) from fault

    def _took_place(self, room: Transaction, left: CommitMark | None) -> None:
        room.took_place()
        self.unwritten = None
        self.seen = room.at
        known = self._mark
        if known is not None and left == (known.others, known.ours + 1):
            self._mark = left
        self.refusal_counts |= room.refusal_counts
        self.tell(room.tables)
