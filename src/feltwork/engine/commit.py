"""Commit transactions one at a time: what fails is thrown away, what conflicts is decided again.

A transaction works on copies of what it touches. Only when its batch is on disk do they take the place of the tables
and of the cage in ``Streams``, and only then is anybody told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from feltwork.engine.refusing import NotAllowedError, RefusalCounts
from feltwork.engine.streams import Streams
from feltwork.engine.transaction import Committed, Transaction
from feltwork.engine.write_check import FailedWrite
from feltwork.refusal import Refusal
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.port import (
    Answer,
    Batch,
    CommitMark,
    ConflictError,
    EventLog,
    StoreError,
    UnknownOutcomeError,
    UnreadableError,
)

T = TypeVar("T")
MAX_RETRIES = 20
CHECK_OTHERS = 32
"""After a conflict, and when a desk is new, other writers' commits and the keys' answers are read before each of the
next 32 transactions. Later an embedded database reports a conflict at the commit, and all is decided again."""


class Committer:
    """Runs transactions on the streams of one store."""

    def __init__(self, log: EventLog, streams: Streams, now: Callable[[], int]) -> None:
        self._log = log
        self._streams, self._now = streams, now
        self.tell: Callable[[Mapping[str, Committed]], None] = lambda tables: None
        """Is told what was committed at which tables, once it is on disk; it neither waits nor fails."""
        self.refusal_counts: RefusalCounts = {}
        """Refusals that came again and again, some of which no record stands for yet."""
        self.stopped = ""
        """Why nothing more is decided here: it is not known how the tables stand."""
        self.failed_write: FailedWrite | None = None
        """The last transaction that the store could not write, if none was written since."""
        self.check_others = CHECK_OTHERS
        """Transactions left before which other writers' commits are read."""

    def run(self, tables: Sequence[str], work: Callable[[Transaction], T]) -> T:
        """Do the work in a transaction on these tables and commit it; again if another writer got in between."""
        if self.stopped:
            raise StoreError(f"nothing is decided until this process has started again: {self.stopped}")
        try:
            return self._retried(tables, work)
        except (UnknownOutcomeError, UnreadableError):
            raise
        except StoreError as failed:
            self.failed_write = FailedWrite(str(failed), tuple(tables))
            raise

    def answers_to(self, keys: Sequence[str]) -> dict[str, Answer]:
        """The answers that keys have already, while they are looked up before a decision.

        With several processes on a server a conflict costs more than the question, so there it is always asked.
        """
        return self._log.answers(keys) if self._asks_first else {}

    @property
    def _asks_first(self) -> bool:
        return bool(self.check_others) or self._streams.mark is None

    def _retried(self, tables: Sequence[str], work: Callable[[Transaction], T]) -> T:
        for _ in range(MAX_RETRIES):
            with self._log.turn(tables):
                self._streams.catch_up_with(tables, asking=bool(self.check_others))
                transaction, done = self._allowed(work)
                try:
                    self._commit(transaction)
                except ConflictError:
                    self.check_others = CHECK_OTHERS
                    tables = [*tables, *transaction.touched()]
                    continue
                self.check_others = max(0, self.check_others - 1)
                return done
        raise ConflictError("other writers kept getting in between")

    def _allowed(self, work: Callable[[Transaction], T]) -> tuple[Transaction, T]:
        """Do the work in a new transaction; again without each command that may not do what it would."""
        barred: dict[str, Refusal] = {}
        looked_at: dict[str, None] = {}  # a refusal too is given on what was looked at for it
        while True:
            at = max(self._now(), self._streams.seen)
            transaction = Transaction(self._streams, self.refusal_counts, at, barred)
            transaction.looked_at |= looked_at
            try:
                return transaction, work(transaction)
            except NotAllowedError as owed:
                barred[owed.key] = owed.refusal
                looked_at = transaction.looked_at

    def _commit(self, transaction: Transaction) -> None:
        if not transaction.records and not transaction.answers:
            return
        batch, left = transaction.batch(None if self.check_others else self._streams.mark), None
        if not batch.records and not self._asks_first and self._log.answers([given.key for given in batch.answers]):
            # Without a record nothing would tell this answer from the one that stands there already.
            raise ConflictError("a key came again")
        if armed:
            crash_point("before the desk commits")
        try:
            left = self._log.append(batch)
        except UnknownOutcomeError as broken:
            self._look_up(batch, broken)
        # Past this line it has happened.
        if armed:
            crash_point("after the desk commits")
        try:
            self._take_over(transaction, left)
        except Exception as fault:
            self.stopped = f"a fault after a commit ({type(fault).__name__})"
            raise UnknownOutcomeError(self.stopped) from fault

    def _look_up(self, batch: Batch, broken: UnknownOutcomeError) -> None:
        """Find out what came of a commit that the store broke off in the middle: return if it is on disk.

        If that cannot be found out, nobody here knows how the tables stand: nothing more is decided.
        """
        try:
            committed = self._log.was_committed(batch)
        except StoreError as failed:
            self.stopped = str(failed)
            raise UnknownOutcomeError(str(broken)) from None
        self.check_others = CHECK_OTHERS
        if not committed:
            raise StoreError(str(broken)) from None

    def _take_over(self, transaction: Transaction, left: CommitMark | None) -> None:
        """It is on disk: from now on the streams stand as the transaction left them, and others are told."""
        transaction.take_over()
        self.failed_write = None
        streams = self._streams
        streams.seen, known = transaction.at, streams.mark
        if known is not None and left == (known.others, known.ours + 1):
            streams.mark = left
        self.refusal_counts |= transaction.refusal_counts
        self.tell(transaction.tables)
