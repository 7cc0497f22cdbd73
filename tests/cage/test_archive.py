"""What is over at the cage is put away: it is still found, and no row of it makes a ticket payable."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from feltwork.cage.commands import (
    AskTransfer,
    Deposit,
    DetermineTicket,
    PayTicket,
    PrepareHandPay,
    ReceiveReturn,
    SellTicket,
    SettleTransfer,
    SignHandPay,
    VoidTicket,
    WithholdTicket,
)
from feltwork.cage.numbers import ticket_number
from feltwork.cage.state import DEMANDED, OPEN, OVER, PAID, Ticket
from feltwork.cage.till import Till as Settings
from feltwork.engine import archive
from feltwork.engine.desk import Desk
from feltwork.engine.seals import in_form, sealed
from feltwork.engine.snapshots import CAGE_SHAPE, replayed_cage
from feltwork.server.cage import CageReader
from feltwork.store.memory import MemorySnapshots, MemoryStore
from feltwork.store.port import Head, Snapshot, StoreError
from tests.cage.till import KEY, Clock, Till


@pytest.fixture(autouse=True)
def few_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "IN_SIGHT", 2)


def traded(tickets: int = 8) -> tuple[Till, list[str]]:
    """A till whose first tickets were paid and put away, with one that is open; their numbers."""
    till = Till()
    till.desk.save_every = 5
    numbers = []
    for _ in range(tickets):
        till.ok(SellTicket(50_00))
        numbers.append(till.last_ticket())
        till.ok(PayTicket(numbers[-1]))
    till.ok(SellTicket(70_00))
    till.desk.streams.save(1)
    return till, [*numbers, till.last_ticket()]


def reopened(till: Till) -> Desk:
    return Desk(till.store, Settings(KEY))


def test_paid_tickets_are_put_away_and_stay_paid() -> None:
    till, numbers = traded()
    assert len(till.desk.cage.tickets) == 3
    assert till.no(PayTicket(numbers[0])) == ("3.4.2", "paid")
    till.desk = reopened(till)
    assert len(till.desk.cage.tickets) == 3
    for number in numbers[:-1]:
        assert till.no(PayTicket(number)) == ("3.4.2", "paid")
    till.ok(PayTicket(numbers[-1]))
    assert replayed_cage(till.store)[1] == []
    assert till.balance("tickets") == 0


def test_a_state_does_not_grow_with_what_is_over() -> None:
    sizes = []
    for tickets in (20, 200):
        till, _ = traded(tickets)
        kept = till.store.snapshots.get("sealed/cage")
        assert kept is not None
        sizes.append(len(kept.body))
    assert sizes[1] < sizes[0] * 1.05


def test_4_2_a_ticket_paid_long_ago_is_demanded_back() -> None:
    till, numbers = traded()
    serial = min(ticket for ticket in range(1, 3) if till.desk.cage.tickets.get(ticket))
    till.ok(WithholdTicket(numbers[0], "a copy"))
    assert till.desk.cage.tickets[serial].standing == DEMANDED
    assert reopened(till).cage.tickets[serial].standing == DEMANDED
    till.ok(ReceiveReturn(serial))
    till.ok(DetermineTicket(serial, True, "it was the player's", "inspector agrees"))
    till.ok(PayTicket(numbers[0]))
    till.desk.streams.save(1)
    assert till.no(PayTicket(numbers[0])) == ("3.4.2", "paid")
    assert replayed_cage(till.store)[1] == []


def test_all_kinds_are_put_away_and_found() -> None:
    till, _ = traded()
    till.ok(Deposit("ann", 900_00))
    forms, transfers = [], []
    for _ in range(4):
        forms.append(till.ok(PrepareHandPay("ann", 10_00)).first)
        till.ok(SignHandPay(forms[-1], 10_00, "ab" * 32))
        till.ok(AskTransfer("ann", 10_00, False))
        transfers.append(next(reversed(list(till.desk.cage.transfers))))
        till.ok(SettleTransfer(transfers[-1], "done"), "cms", "system")
    waiting = till.ok(AskTransfer("ann", 10_00, False))
    assert waiting
    till.desk.streams.save(1)
    cage = reopened(till).cage
    assert (len(cage.forms), len(cage.transfers)) == (2, 3)
    assert all(cage.forms[form].standing == "signed" for form in forms)
    assert all(cage.transfers[name].standing == "done" for name in transfers)
    till.desk = reopened(till)
    again = till.send(SignHandPay(forms[0], 10_00, "ab" * 32))
    assert (again.clause, again.reason) == ("4.1", "no form of this number waits to be signed")
    settled = till.send(SettleTransfer(transfers[0], "refused"), "cms", "system")
    assert (settled.clause, settled.reason) == ("3.8.2", "this transfer is done already")


@pytest.mark.parametrize("key", [b"", b"another key", KEY])
def test_no_row_makes_a_paid_ticket_payable(key: bytes) -> None:
    till, numbers = traded()
    name = "sealed/over/tickets/1"
    kept = till.store.snapshots.get(name)
    body = in_form(kept, CAGE_SHAPE)
    assert kept is not None
    assert body is not None
    ticket = msgspec.msgpack.decode(body, type=Ticket)
    assert ticket.standing == PAID
    payable = msgspec.msgpack.encode(replace(ticket, standing=OPEN))
    forged = sealed("over/tickets/1", Head("cage", kept.version, kept.hash), CAGE_SHAPE, payable, key)
    till.store.snapshots.save(replace(forged, stream=name))
    till.desk = reopened(till)
    assert till.no(PayTicket(numbers[0]))[0] == "3.4.2"
    assert [what for what in replayed_cage(till.store)[1] if name in what]


def test_a_row_that_is_gone_makes_no_false_answer() -> None:
    till, numbers = traded()
    till.store.snapshots.save(Snapshot("sealed/over/tickets/1", 1, bytes(32), b""))
    till.desk = reopened(till)
    assert till.no(PayTicket(numbers[0])) == ("3.4.2", "paid")
    never = ticket_number(KEY, 2, 50_00, till.desk.cage.tickets[1].expires)
    assert till.no(PayTicket(never)) == ("3.4.2", "unknown")
    reader = CageReader(till.store, KEY, frozenset())
    held = reader.ticket(1)
    assert held is not None
    assert held.standing == PAID
    assert reader.ticket(2) is None


def test_what_is_lost_is_read_from_the_log() -> None:
    till, numbers = traded()
    other = reopened(till)
    till.ok(WithholdTicket(numbers[0], "a copy"))
    till.store.snapshots.save(Snapshot("sealed/over/tickets/1", 1, bytes(32), b""))
    assert other.streams.look("t") is not None
    assert other.cage.tickets[1].standing == DEMANDED
    assert reopened(till).cage.tickets[1].standing == DEMANDED


class Full(MemorySnapshots):
    """Takes nothing."""

    def save_all(self, snapshots: object) -> None:
        raise StoreError("the disk is full")


def test_a_disk_that_is_full_keeps_all_in_memory() -> None:
    store = MemoryStore(Clock())
    store.snapshots = Full(store._shared)
    till = Till(store)
    till.desk.save_every = 3
    for _ in range(6):
        till.ok(SellTicket(50_00))
        till.ok(VoidTicket(till.last_ticket(), "wrong amount"))
    assert len(till.desk.cage.tickets) == 6


def test_a_reader_lets_go_of_what_was_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.server.cage.ROOM", 3)
    till, _ = traded(0)
    reader = CageReader(till.store, KEY, frozenset())
    for _ in range(12):
        till.ok(SellTicket(50_00))
        till.ok(PayTicket(till.last_ticket()))
        reader.catch_up()
    assert len(reader.state.tickets) < 9
    held = reader.ticket(2)
    assert held is not None
    assert held.standing == PAID
    assert set(OVER) == {"tickets", "transfers", "forms", "vouchers"}
