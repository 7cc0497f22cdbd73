"""Irregularities (10.1, 10.3), and what supervisors may do (11.5, 11.11)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    ClearFault,
    CloseBets,
    CloseTable,
    Collect,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    InvalidateOutcome,
    Leave,
    OfferDice,
    PlaceWager,
    RefuseWager,
    RemoveWager,
    ReportFault,
    Sit,
    StopGame,
    ThrowDice,
)
from feltwork.table.live.events import (
    AreasLit,
    DicePassed,
    InspectorNotified,
    RoundReversed,
    SupervisorCalled,
    TableClosed,
    TableResumed,
    TableSuspended,
    WagerRefused,
)
from feltwork.table.play.events import Removed, RoundSettled
from tests.rules.floors import lost_after_seven
from tests.rules.live import MANAGERS, MONEY, dragon

BOSS = "casino_supervisor"


def test_10_1() -> None:
    """A wrong number confirmed is overridden by a casino supervisor: taken back whole, and settled as the dice lay."""
    live = dragon(3).bets(2, "fire", 20_00).bets(3, "total", 10_00, 11).with_shooter(1, "dragon").rolled(3, 4)
    live.rolled(1, 1)
    assert (live.rail(1), live.rail(2), live.life.shooter.seat) == (MONEY + 10_00, MONEY - 20_00, 1)
    managers = live.who_may(CorrectResult(5, 6, "wrong button"), "10.1")
    for wrong in (CorrectResult(1, 1, "same"), CorrectResult(5, 6, " "), CorrectResult(6, 7, "no such face")):
        assert live.no(wrong, BOSS) == "10.1"
    lit, back, again, passed = live.ok(CorrectResult(5, 6, "wrong button"), BOSS)
    assert lit == AreasLit((5, 6), (("fire", None), ("total", 11)), "2.3")
    assert isinstance(back, RoundReversed)
    assert isinstance(again, RoundSettled)
    assert (back.clause, again.result, passed) == ("10.1", (5, 6), DicePassed(1, "3.6.1", "lost the roll after a 7"))
    assert live.game.balances == {1: MONEY - 10_00, 2: MONEY + 20_00, 3: MONEY - 10_00}
    assert (live.lies, live.game.area_state, live.life.shooter.seat) == ({}, "open", None)
    assert managers == MANAGERS
    live.ok(CorrectResult(4, 6, "no override is final"), "gaming_manager")
    live.ok(CorrectResult(5, 6, "so it was"), BOSS)
    assert live.game.balances == {1: MONEY - 10_00, 2: MONEY + 20_00, 3: MONEY - 10_00}
    assert live.who_may(StopGame("a wrong number was confirmed"), "10.1") == {"dealer", *MANAGERS}
    stopped, called = live.ok(StopGame("a wrong number was confirmed"), "dealer")
    assert isinstance(stopped, TableSuspended)
    assert isinstance(called, SupervisorCalled)
    assert (stopped.clause, called.person, live.life.stops.reason) == ("10.1", "dealer", stopped.reason)


def test_10_3() -> None:
    """Equipment at fault: an inspector is told, the round in hand is settled, then no play till it is mended."""
    live = dragon().bets(2, "fire").with_shooter(1, "dragon").thrown()
    live.ok(EnterResult(6, 6), "dealer")
    fault = ReportFault("areas do not light")
    assert live.who_may(fault, "10.3") == {"dealer", "system", *MANAGERS}
    assert live.no(ReportFault(" "), "dealer") == "not in the book"
    assert live.ok(fault, "dealer") == (
        TableSuspended("areas do not light", "10.3"),
        InspectorNotified("areas do not light", "10.3"),
    )
    live.ok(ConfirmResult(6, 6), "dealer")
    for who, more in ((2, PlaceWager(2, "dragon", 10_00)), (1, ThrowDice()), ("dealer", OfferDice()), (2, Sit("x", 3))):
        assert live.no(more, who) == "10.3"
    assert live.who_may(ClearFault("lamp changed"), "not in the book") == MANAGERS
    assert live.no(ClearFault(" "), BOSS) == "not in the book"
    assert live.ok(ClearFault("lamp changed"), BOSS) == (TableResumed("lamp changed"),)
    assert live.no(ClearFault("again"), BOSS) == "not in the book"
    assert live.rail(2) == MONEY + 10_00, "settled by the dice"
    broken = dragon(1).bets(1, "low-pair")
    broken.ok(fault, "dealer")
    broken.ok(RemoveWager(1, "low-pair"), 1)
    broken.ok(Collect(1), 1)
    broken.ok(Leave(1), 1)
    assert broken.ok(CloseTable(), BOSS)[-1] == TableClosed(), "what is never mended is not played on, and closes"


def test_11_5_what_the_roll_did_not_decide() -> None:
    """It stays as it was, and may be taken down."""
    live = lost_after_seven()
    live.ok(InvalidateOutcome("fraud", [2]), BOSS)
    live.ok(RemoveWager(3, "dragons-tail"), 3)
    assert (live.lies, live.rail(3)) == ({}, MONEY)


def test_11_11() -> None:
    """A supervisor may refuse any wager for a reason and have it taken down, unless it is frozen."""
    live = dragon().bets(2, "fire").bets(2, "total", 20_00, 8)
    down = RefuseWager(2, "total", "chips not his", 8)
    assert live.who_may(down, "11.11") == MANAGERS
    assert live.no(RefuseWager(2, "total", " ", 8), BOSS) == "11.11"
    told, removed = live.ok(down, BOSS)
    assert told == WagerRefused(2, "total", "chips not his", "11.11")
    assert isinstance(removed, Removed)
    assert (live.rail(2), live.chips, live.lies) == (MONEY - 10_00, 2 * MONEY, {(2, "fire", None): 10_00})
    assert live.no(down, BOSS) == "not in the book"
    live.with_shooter(1, "dragon").rolled(3, 4)
    assert live.no(RefuseWager(2, "fire", "slow"), BOSS) == "6.4.1"
    assert live.bets(2, "low-pair").thrown().no(RefuseWager(2, "low-pair", "slow"), BOSS) == "11.11"
    assert live.chips == 2 * MONEY
    closed = dragon().bets(2, "fire").with_shooter(1, "dragon")
    closed.ok(CloseBets(), "dealer")
    assert closed.no(RemoveWager(2, "fire"), 2) == "6.4"
    closed.ok(RefuseWager(2, "fire", "put down after the call"), BOSS)
    assert closed.no(RefuseWager(1, "dragon", "the same"), BOSS) == "4.3", "nobody could throw, and nothing be wagered"
    assert (closed.lies, closed.thrown().life.phase) == ({(1, "dragon", None): 10_00}, "dice out")
