"""What is refused before a stream has its first record leaves no stream, in any store."""

from __future__ import annotations

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.clock import last_time
from feltwork.store.port import Head, Store
from feltwork.table.live import commands as ask


def test_a_number_that_is_too_large_is_one_refused_command(store: Store) -> None:
    desk = Desk(store)
    for table, body in (("cage", Deposit("ann", 10**30)), ("none-such", ask.BuyIn(1, 10**30))):
        answer = desk.submit(Envelope(f"k-{table}", table, "cass", "cashier", body))
        assert answer.reason == "this cannot be read as a command"
    assert not desk.submit(Envelope("d", "cage", "cass", "cashier", Deposit("ann", 100))).reason
    assert [head.stream for head in store.log.heads()] == ["cage", "refused/cage", "refused/none-such"]
    assert store.log.head("table/none-such") == Head("table/none-such")
    assert last_time(store.log) > 0
    again = Desk(store)
    opening = ask.OpenTable("star-craps", 100, 4, {})
    assert not again.submit(Envelope("o", "none-such", "morgan", "casino_supervisor", opening)).reason
    assert store.log.head("table/none-such").version == 1


def test_no_table_is_called_like_the_cage(store: Store) -> None:
    desk = Desk(store)
    opening = ask.OpenTable("star-craps", 100, 4, {})
    answer = desk.submit(Envelope("o", "cage", "morgan", "casino_supervisor", opening))
    assert "no table can be called so" in answer.reason
