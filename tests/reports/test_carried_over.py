"""A floor's report goes on from what its days began with, and comes to what the whole log comes to."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from feltwork.cage.commands import IssueVoucher, VoidVoucher
from feltwork.cli.main import run
from feltwork.engine.reconciling import midnight
from feltwork.rehearse.kinds import kind_of
from feltwork.reports.floor_report import FloorReport, carry_reports_over, floor_report
from feltwork.reports.followed import wrong_beginnings
from feltwork.reports.period import Period, period_of
from feltwork.reports.told import report_data
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Snapshot, Store
from feltwork.table.live.commands import CorrectNumber, PlaceWager
from tests.cage.test_carried_over import days
from tests.cage.test_carried_over import on as day_of
from tests.cage.test_report import busy
from tests.cage.till import DAY, KEY, Till
from tests.desk.test_snapshots import Counting
from tests.reports.played_day import PLAYED, at_noon, played
from tests.rules.desk import AtDesk

DAYS = [(PLAYED + timedelta(days=n)).isoformat() for n in (-1, 0, 1, 2)]


def told(report: FloorReport) -> Any:
    """All that anybody is shown of it, and what it was made from."""
    made = [(figures.sums, figures.open_time // 1_000_000, figures.parts) for figures in report.tables]
    return msgspec.json.decode(msgspec.json.encode(report_data(report))), made, report.fairness


def on(at: int) -> Period:
    return period_of(day_of(at))


@pytest.fixture(scope="module")
def floor() -> MemoryStore:
    till = played(MemoryStore())
    assert isinstance(till.store, MemoryStore)
    return till.store


def test_every_day_and_shift_is_the_same_carried_over_or_not(floor: MemoryStore) -> None:
    for turn in ("carried over now", "read from what was kept"):
        for day in DAYS:
            whole = told(floor_report(floor, period_of(day)))
            assert told(floor_report(floor, period_of(day), KEY)) == whole, (turn, day)
    for shift in ("00:00-13:00", "13:00-18:00", "18:00-00:00"):
        period = period_of(DAYS[1], shift=shift)
        assert told(floor_report(floor, period, KEY)) == told(floor_report(floor, period)), shift
    several = period_of(DAYS[0], DAYS[2], "06:00")
    assert told(floor_report(floor, several, KEY)) == told(floor_report(floor, several))
    assert wrong_beginnings(floor) == []


def test_on_each_kind_of_database(day: str) -> None:
    store = open_store(day)
    try:
        whole = [told(floor_report(store, period_of(each))) for each in DAYS]
        for _ in range(2):
            assert [told(floor_report(store, period_of(each), KEY)) for each in DAYS] == whole
        assert wrong_beginnings(store) == []
    finally:
        store.close()


def test_a_day_goes_on_from_the_newest_before_it(floor: MemoryStore) -> None:
    """Days in any order: what a later one kept serves no earlier one."""
    for day in (DAYS[2], DAYS[0], DAYS[1], DAYS[3]):
        assert told(floor_report(floor, period_of(day), KEY)) == told(floor_report(floor, period_of(day)))


def nights(till: Till, wheel: AtDesk, many: int) -> None:
    """Rounds on many days; the last one of each is taken back on the day after."""
    for _ in range(many):
        for number in (7, 9, 9):
            wheel.betting().does(PlaceWager(1, "straight", 80_00, 8), 1)
            wheel.spun().lands(number)
        till.clock.now += DAY
        wheel.does(CorrectNumber(7, "misread"), "casino_supervisor")


def test_a_report_reads_its_day_only() -> None:
    store = Counting()
    till = Till(store)
    store.now = till.clock  # type: ignore[method-assign]
    till.desk.now = till.clock
    wheel = AtDesk("star-roulette", limits={"straight": (5_00, 100_00, 0)}, table="wheel", till=till, cents=90_000_00)
    seen = []
    for many in (3, 12, 48):
        nights(till, wheel, many)
        carry_reports_over(store, KEY)
        nights(till, wheel, 1)
        today = on(till.clock.now - DAY)
        store.log.seen = 0
        carried = floor_report(store, today, KEY)
        seen.append(store.log.seen)
        assert told(carried) == told(floor_report(store, today))
        assert carried.tables[0].rounds == 3
    assert max(seen) <= min(seen) + 2
    assert wrong_beginnings(store) == []


def test_a_round_of_yesterday_taken_back_today() -> None:
    till = Till()
    wheel = AtDesk("star-roulette", limits={"straight": (5_00, 100_00, 0)}, table="wheel", till=till)
    nights(till, wheel, 2)
    for back in range(4):
        period = on(till.clock.now - back * DAY)
        carried = floor_report(till.store, period, KEY)
        assert told(carried) == told(floor_report(till.store, period))
    today = floor_report(till.store, on(till.clock.now), KEY).tables[0]
    assert (today.rounds, today.turnover, today.win) == (0, 0, 0), "one went and one came"


def test_alarms_of_before_the_day_and_counts_go_on() -> None:
    """The dice are watched over all days, up to the end of the one that is asked about."""
    till = Till()
    craps = AtDesk("star-craps", cents=90_000_00, till=till).shooting()
    first = on(till.clock.now)
    for _ in range(13):
        craps.throws(6, 6)
    till.clock.now += DAY
    for _ in range(3):
        craps.throws(6, 6)
    second = on(till.clock.now)
    for _ in range(2):
        early, late = floor_report(till.store, first, KEY), floor_report(till.store, second, KEY)
        assert (early.fairness, [one.device for one in late.fairness][:1]) == ([], ["both dice"])
        assert told(late) == told(floor_report(till.store, second))
        assert [watch.rounds for _, watch, _ in early.devices[0].shares()] == [12, 12, 24]
    assert wrong_beginnings(till.store) == []


def test_payments_by_hand_and_vouchers_that_are_open_overnight() -> None:
    till = days(busy(Till()), 4)
    voucher, _ = (till.ok(IssueVoucher("ann", 5_00, book="star-craps")) for _ in range(2))
    till.clock.now += DAY
    till.ok(VoidVoucher(f"V{voucher.first}", "torn"))
    for back in range(8):
        period = on(till.clock.now - back * DAY)
        for _ in range(2):
            assert told(floor_report(till.store, period, KEY)) == told(floor_report(till.store, period))
        assert floor_report(till.store, period, KEY).wrong == []
    assert wrong_beginnings(till.store) == []


def kept(store: Store, stream: str, at: int) -> Snapshot:
    """What is kept of a table at the beginning of a day."""
    last = [record for record in store.log.read(stream) if record.at < midnight(at)][-1]
    found = store.snapshots.get(f"sealed/report/{stream}/{last.version}")
    assert found is not None
    return found


def test_what_somebody_made_up_is_not_gone_on_from_and_the_ledger_finds_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "floor.sqlite"
    store = open_store(str(db))
    till = Till(store)
    till.desk.now = till.clock
    till.clock.now = at_noon(PLAYED)
    bots = kind_of("star-craps")(till.desk, "one", "star-craps", None, 7)
    bots.open()
    for _ in bots.rounds(2):
        pass
    till.clock.now += DAY
    for _ in bots.rounds(2):
        pass
    today = on(till.clock.now)
    whole = told(floor_report(store, today))
    assert told(floor_report(store, today, KEY)) == whole
    honest = kept(store, "table/one", till.clock.now)
    assert run(["ledger", str(db)]) == 0
    spoilt = honest.body.replace(b"star-craps", b"dragon-fir")
    assert spoilt != honest.body
    for name in (honest.stream, "sealed/report/table/one"):
        store.snapshots.save(Snapshot(name, honest.version, honest.hash, spoilt))
    assert told(floor_report(store, today, KEY)) == whole
    assert kept(store, "table/one", till.clock.now) == honest, "it is kept anew"
    store.snapshots.save(Snapshot(honest.stream, honest.version, honest.hash, spoilt))
    capsys.readouterr()
    assert run(["ledger", str(db)]) == 1
    assert f"{honest.stream} at {honest.version} does not follow" in capsys.readouterr().out
    store.snapshots.save(Snapshot(honest.stream, honest.version, bytes(32), honest.body))
    assert told(floor_report(store, today, KEY)) == whole
    store.close()


def test_the_command_line_goes_on_with_the_floors_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, key = tmp_path / "floor.sqlite", tmp_path / "ticket.key"
    store = open_store(str(db))
    played(store)
    key.write_bytes(KEY)
    key.chmod(0o600)
    for day in DAYS[1:]:
        floor_report(store, period_of(day), KEY)
    store.close()
    said = []
    for more in ([], ["--key", str(key)]):
        capsys.readouterr()
        assert run(["report", str(db), DAYS[1], "--json", *more]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert run(["report", str(db), DAYS[1], "--key", str(tmp_path / "none.key")]) == 2
    assert "Traceback" not in capsys.readouterr().err
