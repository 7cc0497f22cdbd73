"""The clock of a database server that is set wrong, under two processes."""

from __future__ import annotations

import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.ops.clocks import clock_jumped
from feltwork.store.postgres import PostgresStore
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings
from tests.server.test_clock import HOUR, SECOND, Machine


def test_two_processes_of_which_one_started_after_a_jump(postgres_schema: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's clock is set an hour ahead. Who runs goes on by the count, who starts then is ahead."""
    machine = Machine(monkeypatch)
    monkeypatch.setattr(PostgresStore, "_server_time", lambda store: machine.wall)
    first = PostgresStore(postgres_schema)
    ours, before = Desk(first), first.now()

    def deposited(desk: Desk, key: str) -> int:
        desk.submit(Envelope(key, "cage", "cass", "cashier", Deposit("ann", 100)))
        (record,) = desk.store.log.read("cage", desk.store.log.head("cage").version - 1)
        return record.at

    machine.passes(SECOND)
    machine.wall += HOUR
    assert deposited(ours, "1") == before + SECOND
    assert "3600 seconds ahead" in clock_jumped(first)
    second = PostgresStore(postgres_schema)
    theirs = Desk(second)
    machine.passes(SECOND)
    late = deposited(theirs, "2")
    assert late == before + HOUR + 2 * SECOND
    assert deposited(ours, "3") == late, "not before what is in the log"
    for store in (first, second):
        store.close()
    reading = read_log(postgres_schema)
    assert list(findings(reading)) == []
    reading.close()
