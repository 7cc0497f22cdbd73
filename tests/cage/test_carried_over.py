"""A day's report goes on from what the day before carried over, and comes to what the whole log comes to."""

from __future__ import annotations

from datetime import datetime

from feltwork.cage.commands import (
    Deposit,
    DropHandPay,
    PayTicket,
    PrepareHandPay,
    SellTicket,
    WithholdTicket,
)
from feltwork.cage.report import Report
from feltwork.engine.carried_over import brought_over
from feltwork.engine.reconciling import carry_day_over, day_report, midnight, reconciled
from feltwork.store.port import Snapshot
from tests.cage.test_report import busy
from tests.cage.till import DAY, KEY, NOW, Till
from tests.desk.test_snapshots import Counting


def days(till: Till, many: int) -> Till:
    """Days on which tickets and forms are left over for the days after."""
    for number in range(many):
        till.ok(Deposit("ann", 500_00))
        till.ok(SellTicket(10_00 + number))
        left = till.last_ticket()
        till.ok(SellTicket(20_00 + number))
        till.ok(PayTicket(till.last_ticket()))
        form = till.ok(PrepareHandPay("ann", number=left, reason="asked for it")).first
        till.clock.now += DAY
        if number % 2:
            till.ok(DropHandPay(form, "not now"))
        if number % 3 == 1:
            till.ok(WithholdTicket(till.last_ticket(), "torn"))
    return till


def told(report: Report) -> tuple[object, ...]:
    return (
        report.accounts,
        report.tickets,
        report.vouchers,
        report.cash,
        report.transfers,
        report.by_hand,
        report.wrong,
    )


def on(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000).astimezone().date().isoformat()


def test_every_day_is_the_same_carried_over_or_not() -> None:
    till = days(busy(Till()), 5)
    for at in range(NOW - DAY, NOW + 7 * DAY, DAY):
        carried, whole = day_report(till.store, on(at), KEY), day_report(till.store, on(at))
        assert told(carried) == told(whole)
        assert carried.wrong == []
    for at in range(NOW - DAY, NOW + 7 * DAY, DAY // 3):  # shifts, which begin on a day
        assert told(reconciled(till.store, at, at + DAY // 3, KEY)) == told(reconciled(till.store, at, at + DAY // 3))


def test_a_report_reads_its_day_only() -> None:
    store = Counting()
    till = Till(store)
    store.now = till.clock  # type: ignore[method-assign]
    seen = []
    for many in (10, 100):
        days(till, many)
        carry_day_over(store, KEY)
        till.ok(SellTicket(20_00))
        store.log.seen = 0
        day_report(store, on(till.clock.now), KEY)
        seen.append(store.log.seen)
    assert seen[1] <= seen[0] + 1


def test_what_somebody_made_up_is_not_carried_over() -> None:
    till = days(Till(), 3)
    carry_day_over(till.store, KEY)
    name = f"sealed/day/{midnight(till.clock.now) // 1_000_000}"
    kept = till.store.snapshots.get(name)
    assert kept is not None
    assert brought_over(till.store, midnight(till.clock.now), KEY) is not None
    till.store.snapshots.save(Snapshot(name, kept.version, kept.hash, kept.body.replace(b"tickets", b"tickels")))
    brought = brought_over(till.store, midnight(till.clock.now), KEY)
    assert brought is None or brought.at < midnight(till.clock.now)
    assert told(day_report(till.store, None, KEY)) == told(day_report(till.store))


def test_a_day_that_has_not_come_yet_spoils_no_day_after_it() -> None:
    till = days(Till(), 2)
    day_report(till.store, on(till.clock.now + 3 * DAY), KEY)
    days(till, 5)
    for back in range(6):
        day = on(till.clock.now - back * DAY)
        assert told(day_report(till.store, day, KEY)) == told(day_report(till.store, day))
