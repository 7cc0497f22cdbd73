"""Dice and wheels at real tables: an alarm is a duty and a notice, ends with a check, and begins anew with others."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.duties.aggregate import DUTIES
from feltwork.duties.commands import DoDuty, ReportUnfair, WithdrawDuty
from feltwork.duties.state import Duties
from feltwork.engine.replay import read_event
from feltwork.reports.floor_report import floor_report
from feltwork.reports.period import Period
from feltwork.server.ops.fairness import FloorDevices
from feltwork.table.live.commands import CorrectNumber, PlaceWager, ReplaceEquipment
from feltwork.table.live.events import DiceBrought, EquipmentBrought
from feltwork.table.live.schema import LIFE
from feltwork.table.play.events import RoundSettled
from tests.build import checks
from tests.rules.desk import AtDesk

ENOUGH = 14
"""Throws of two sixes after which both dice together are found, the last of them not counted yet."""
MONEY = 100_000_00
WHEEL = ("table and wheel of 0.75 m", "compartments", "number order")


def board(table: AtDesk) -> Duties:
    found = table.desk.aggregate(DUTIES)
    assert isinstance(found, Duties)
    return found


def watched(table: AtDesk, devices: FloorDevices | None = None) -> FloorDevices:
    """What the floor's job does in one turn."""
    devices = devices or FloorDevices()
    for unfair in devices.look(table.store):
        devices.report(unfair, table.desk.submit)
    return devices


def craps(book: str = "star-craps", throws: int = ENOUGH, variant: str | None = None) -> AtDesk:
    table = AtDesk(book, variant, cents=MONEY).shooting()
    for _ in range(throws):
        table.throws(6, 6)
    return table


BOOKS = [
    ("star-craps", None, "five dice", "2.3"),
    ("crown-craps", None, "five dice", "2.3"),
    ("crown-craps", "mini", "five dice", "2.3"),
    ("dragon-fire", None, "five dice", "2.5"),
]


@pytest.mark.parametrize(("book", "variant", "item", "clause"), BOOKS)
def test_an_alarm_is_a_duty_by_the_books_clause_and_a_notice(
    book: str, variant: str | None, item: str, clause: str
) -> None:
    """Star Craps 2.3, Crown 2.3, Dragon Fire 2.5: the dice are checked."""
    table = craps(book, variant=variant)
    devices = watched(table)
    duty = board(table).duties[f"table/t/fairness/{item}"]
    assert (duty.clause, duty.is_open, duty.due - duty.raised) == (clause, True, 3_600_000_000)
    assert duty.what.startswith(f"Check {item} at table t, or close it: t: both dice shows 6")
    (notice,) = [one for one in board(table).notices.values() if one.subject.startswith("Alarm: t: both dice")]
    assert (notice.to, f"Clause: {clause}" in notice.body) == ("manager", True)
    before = len(board(table).duties), len(board(table).notices)
    watched(table, devices)
    watched(table)
    assert (len(board(table).duties), len(board(table).notices)) == before, "another process, or the same again"
    name = f"table/t/fairness/{item}"
    assert table.send(WithdrawDuty(name, "no"), "mia", "gaming_manager", "duties").clause == clause
    table.does(checks(table.desk.table("t")), table.boss)
    assert not board(table).duties[name].is_open
    assert board(table).duties[name].how == "it was checked"
    table.is_sound()


def test_one_throw_less_and_rounds_taken_back_raise_nothing() -> None:
    assert FloorDevices().look(craps(throws=ENOUGH - 1).store) == []
    wheel = AtDesk("star-roulette", cents=MONEY)
    for _ in range(26):
        wheel.betting().does(PlaceWager(1, "red", 5_00), 1)
        wheel.spun().lands(7)
        wheel.does(CorrectNumber(8, "misread"), "casino_supervisor")
    devices = FloorDevices()
    (unfair,) = devices.look(wheel.store)
    assert (unfair.device, unfair.side, unfair.came, unfair.rounds, unfair.clause) == ("wheel", "8", 25, 25, "2.1")
    wheel.is_sound()


def test_counts_begin_anew_with_another_set_of_dice() -> None:
    """By their numbers: the same ones on another day are the same dice."""
    table, devices = craps(throws=ENOUGH - 1), FloorDevices()
    assert devices.look(table.store) == []
    watch = devices.tables["table/t"]
    (first,) = [row for row in table.store.log.read("table/t") if row.kind == "equipment-brought"]
    watch.happen(900, read_event(LIFE, first))
    assert [part.rounds for _, part, _ in watch.shares()] == [12, 12, 24], "the same dice are brought again"
    watch.happen(901, EquipmentBrought("five dice", [f"die new-{n}" for n in range(1, 6)], "2.3"))
    assert watch.shares() == []
    for version in range(ENOUGH - 1):
        watch.happen(1000 + version, RoundSettled((6, 6), (), (), 0))
    assert watch.standing == []
    watch.happen(2000, RoundSettled((6, 6), (), (), 0))
    assert [one.rounds for one in watch.standing] == [25]
    watch.happen(2001, DiceBrought(11))
    assert (watch.standing, len(watch.alarms)) == ([], 1), "the alarm is still told of, the dice are gone"


def test_counts_begin_anew_with_another_wheel() -> None:
    wheel = AtDesk("star-roulette", cents=MONEY)

    def spins(times: int) -> None:
        for _ in range(times):
            wheel.betting().does(PlaceWager(1, "red", 5_00), 1)
            wheel.spun().lands(7)

    spins(25)
    wheel.does(ReplaceEquipment("table and wheel of 0.75 m", "worn"), wheel.boss)
    wheel.does(checks(wheel.desk.table("t"), WHEEL, batch=2), wheel.boss)
    spins(25)
    devices = FloorDevices()
    assert devices.look(wheel.store) == []
    spins(1)
    assert [one.rounds for one in devices.look(wheel.store)] == [25]


def test_the_report_shows_what_was_found() -> None:
    table = craps()
    report = floor_report(table.store, Period(0, 2**60, "all of it"))
    assert [one.words for one in report.fairness] == ["t: both dice shows 6 too often: 25 of 25, 4 expected"]


def test_nobody_but_the_machine_reports_it() -> None:
    table = AtDesk("star-craps")
    body: Any = ReportUnfair("t", "five dice", "t: both dice", "2.3", "casino_supervisor")
    for role in ("gaming_manager", "player", "cashier", "inspector"):
        assert table.send(body, "mia", role, "duties").reason
    assert not board(table).duties
    assert not table.send(body, "fairness", "system", "duties").reason
    again = table.send(body, "fairness", "system", "duties")
    assert (again.clause, again.reason) == ("2.3", "five dice at t is to be checked already")
    done = DoDuty("table/t/fairness/five dice", "measured by the supplier")
    assert not table.send(done, "mia", "gaming_manager", "duties").reason
