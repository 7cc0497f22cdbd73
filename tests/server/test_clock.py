"""A machine's clock that is set wrong: time in the log goes on, and nothing is lost by one reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import in_a_loop_of_its_own

from feltwork.cage.commands import Deposit, SellTicket
from feltwork.cage.till import Till
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.cms import Cashless
from feltwork.server.ops.clocks import clock_jumped
from feltwork.server.runtime import Runtime
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings

SECOND, HOUR, DAY = 1_000_000, 3_600_000_000, 86_400_000_000


class Machine:
    """A clock that can be set, beside a count that nobody sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.count = 1_790_000_000 * SECOND, 0
        monkeypatch.setattr("time.time_ns", lambda: self.wall * 1000)
        monkeypatch.setattr("time.monotonic_ns", lambda: self.count * 1000)

    def passes(self, micros: int) -> None:
        self.wall += micros
        self.count += micros


def deposit(store: SqliteStore, key: str) -> int:
    Desk(store).submit(Envelope(key, "cage", "cass", "cashier", Deposit("ann", 100)))
    (record,) = store.log.read("cage", store.log.head("cage").version - 1)
    return record.at


def test_an_hour_ahead_and_back_leaves_the_log_s_time_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    store = SqliteStore(tmp_path / "log.sqlite")
    first = deposit(store, "1")
    machine.passes(SECOND)
    machine.wall += HOUR
    assert deposit(store, "2") == first + SECOND, "by the count"
    assert store.clock.jumped == HOUR
    machine.passes(SECOND)
    assert deposit(store, "3") == first + 2 * SECOND, "and it does not stand still"
    machine.wall -= HOUR
    machine.passes(SECOND)
    assert deposit(store, "4") == first + 3 * SECOND
    assert store.clock.jumped == 0
    store.close()


def test_a_start_behind_the_last_record_goes_on_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine, path = Machine(monkeypatch), tmp_path / "log.sqlite"
    store = SqliteStore(path)
    first = deposit(store, "1")
    store.close()
    machine.wall -= HOUR
    store = SqliteStore(path)
    assert deposit(store, "2") == first
    machine.passes(SECOND)
    assert deposit(store, "3") == first + SECOND
    assert store.clock.jumped < 0
    store.close()
    reading = read_log(str(path))
    assert list(findings(reading)) == []
    reading.close()


def test_a_small_step_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    store = SqliteStore(tmp_path / "log.sqlite")
    before = store.now()
    machine.wall += 2 * SECOND
    assert (store.now(), store.clock.jumped) == (before + 2 * SECOND, 0)
    store.close()


def test_a_ticket_does_not_expire_by_one_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = Runtime(str(tmp_path / "floor.sqlite"), till=Till(bytes(32)))
    house.post(Envelope("1", "cage", "cass", "cashier", SellTicket(20_00))).result()
    house.start()
    cashless, seconds = Cashless(house), [0.0]
    monkeypatch.setattr("feltwork.server.cms.monotonic", lambda: seconds[0])
    now = house.now()
    monkeypatch.setattr(house, "now", lambda: now + 400 * DAY)
    for seconds[0] in (0.0, 2.0, 6.0):
        house.cage.catch_up()
        in_a_loop_of_its_own(cashless.expire)
    monkeypatch.setattr(house, "now", lambda: now)
    in_a_loop_of_its_own(cashless.expire)
    assert house.reader.log.balances()["tickets"] == 20_00, "six seconds ahead took nobody's ticket"
    house.stop()


def test_what_is_said_of_a_clock_that_jumped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch)
    store = SqliteStore(tmp_path / "log.sqlite")
    assert clock_jumped(store) == ""
    machine.wall += HOUR
    store.now()
    assert clock_jumped(store).startswith("the machine's clock is 3600 seconds ahead of the time of this floor")
    store.close()
