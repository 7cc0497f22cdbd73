"""A commit that broke off in the middle, a fault of ours, a number without end: what the desk and its queue answer."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from feltwork.cage.commands import Deposit, PrepareHandPay
from feltwork.cage.till import PLAIN
from feltwork.engine.decide import Decider
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.writer_queue import FAULT, WriterQueue
from feltwork.store.memory import MemoryLog, MemoryStore, Shared
from feltwork.store.port import Answer, Batch, CommitMark, StoreError, UnknownOutcomeError
from feltwork.table.live import commands as ask


class Breaking(MemoryLog):
    """A log whose line breaks in a commit: after it was done, or before; and that may be asked later, or not."""

    breaks = ""
    tells = True

    def append(self, batch: Batch) -> CommitMark:
        how, self.breaks = self.breaks, ""
        if how == "before":
            raise UnknownOutcomeError("the line broke in the commit")
        mark = super().append(batch)
        if how == "after":
            raise UnknownOutcomeError("the line broke in the commit")
        return mark

    def was_committed(self, batch: Batch) -> bool:
        if not self.tells:
            raise UnknownOutcomeError("the server cannot be reached")
        return super().was_committed(batch)


def deposit(key: str, amount: int = 1_000) -> Envelope:
    return Envelope(key, "cage", "till", "cashier", Deposit("ann", amount))


def test_a_commit_that_was_done_is_answered_as_done() -> None:
    store = MemoryStore()
    log = store.log = Breaking(Shared())
    desk = Desk(store)
    log.breaks = "after"
    assert desk.submit(deposit("k1")).reason == ""
    assert desk.submit(deposit("k1")).last == 1
    assert desk.submit(deposit("k2")).last == 2
    assert store.log.balances()["player/ann"] == 2_000


def test_a_commit_that_was_not_done_is_answered_as_not_done() -> None:
    store = MemoryStore()
    log = store.log = Breaking(Shared())
    desk = Desk(store)
    log.breaks = "before"
    with pytest.raises(StoreError) as told:
        desk.submit(deposit("k1"))
    assert not isinstance(told.value, UnknownOutcomeError)
    assert desk.submit(deposit("k1")).last == 1
    assert store.log.balances()["player/ann"] == 1_000


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_commit_of_which_nobody_knows_is_answered_so_and_nothing_more_is_decided(how: str) -> None:
    store = MemoryStore()
    log = store.log = Breaking(Shared())
    desk = Desk(store)
    log.breaks, log.tells = how, False
    with pytest.raises(UnknownOutcomeError):
        desk.submit(deposit("k1"))
    with pytest.raises(StoreError, match="until this process has started again"):
        desk.submit(deposit("k2"))
    log.tells = True
    again = Desk(store)
    assert again.submit(deposit("k1")).last == 1
    assert store.log.balances()["player/ann"] == 1_000


class Stumbling(Decider):
    """It has a fault: it cannot decide on one kind of command."""

    def decide(self, transaction: Any, sent: Envelope, digest: bytes) -> Any:
        known = transaction.answers.get(sent.key) or transaction.given.get(sent.key)
        if getattr(sent.body, "amount", 0) == 666 and known is None:
            raise ZeroDivisionError("a fault of ours")
        return super().decide(transaction, sent, digest)


def test_a_fault_of_ours_refuses_one_command_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    desk = Desk(store)
    desk.decider = Stumbling(store, PLAIN)
    queue = WriterQueue(desk)
    promised: list[Future[Answer]] = [queue.send(deposit(f"k{n}", 666 if n == 2 else 100)) for n in range(5)]
    answers = [one.result(5) for one in promised]
    assert [answer.reason for answer in answers] == ["", "", FAULT, "", ""]
    assert queue.send(deposit("k2", 666)).result(5) == answers[2]
    queue.close()
    assert store.log.balances()["player/ann"] == 400
    assert "ZeroDivisionError" in caplog.text


def test_a_fault_after_the_commit_is_not_called_undone() -> None:
    desk = Desk(MemoryStore())

    def deaf(tables: object) -> None:
        raise ZeroDivisionError

    desk.commits.tell = deaf
    with pytest.raises(UnknownOutcomeError):
        desk.submit(deposit("k1"))
    assert desk.commits.stopped


BIG = 10**30


@pytest.mark.parametrize(
    "body",
    [
        Deposit("ann", BIG),
        Deposit("ann", -BIG),
        Deposit("ann", 2**53 + 1),
        PrepareHandPay("ann", 5_000, pay_at=BIG),
        PrepareHandPay("ann", 5_000, pay_at=2**53 + 1),
        ask.OpenTable("star-craps", 100, 8, {"field": (BIG, None, 0)}),
        ask.PlaceWager(1, "field", 500, BIG),
        ask.SelectDice(1, [BIG, 2]),
        ask.PlaceWager(1, "split", 500, [1, BIG]),
    ],
)
def test_a_number_too_large_for_any_store_is_refused_where_it_enters(body: Any) -> None:
    desk = Desk(MemoryStore())
    answer = desk.submit(Envelope("k1", "t1", "till", "cashier", body))
    assert answer.reason == "this cannot be read as a command"
    assert desk.store.log.balances() == {}


def test_the_largest_number_of_a_command_may_enter() -> None:
    desk = Desk(MemoryStore())
    assert desk.submit(deposit("k1", 2**53)).reason != "this cannot be read as a command"
