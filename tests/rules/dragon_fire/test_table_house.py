"""Limits (7.5, 7.6), irregularities (10.1, 10.3), and what supervisors may do (11.4, 11.5, 11.8, 11.11)."""

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
from feltwork.table.play.events import Removed, RoundInvalid, RoundSettled
from tests.rules.duties import DISRUPTIONS, Pit, allows_one_player_more, closes_on_notice, raises_on_notice, takes_back
from tests.rules.live import MANAGERS, MONEY, Live, dragon

BOSS = "casino_supervisor"
PIT = Pit(dragon, "dragon", "7.1", BOSS, MANAGERS, frozenset({"system"}))


def lost_after_seven() -> Live:
    """Seat 1 threw a 7 and lost a frozen Dragon wager on an 8; 2 won on Fire, 3 on the total, and has a Tail up."""
    live = dragon(3).bets(2, "fire", 20_00).with_shooter(1, "dragon").rolled(3, 4)
    return live.bets(3, "total", 30_00, 8).bets(3, "dragons-tail", 5_00).rolled(4, 4)


def invalidated(cause: str, clause: str) -> None:
    """The roll is taken back: every wager it decided is refunded, and the money is what it was."""
    live = lost_after_seven()
    takes_back(PIT, live, cause, clause, "11.4.1")
    assert live.game.balances == {1: MONEY, 2: MONEY, 3: MONEY - 5_00}
    assert (live.lies, live.life.shooter.seat) == ({(3, "dragons-tail", None): 5_00}, 1)


def test_7_5() -> None:
    """Limits change at any time, but a minimum goes up only 20 minutes after the sign that says so."""
    raises_on_notice(PIT, "7.5")


def test_7_6() -> None:
    """A supervisor lets one player go over the maximum, with a sign of that player's own minimum and maximum."""
    allows_one_player_more(PIT, "7.6")


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
    live.no(ClearFault(" "), BOSS)
    assert live.ok(ClearFault("lamp changed"), BOSS) == (TableResumed("lamp changed"),)
    assert live.no(ClearFault("again"), BOSS) == "not in the book"
    assert live.rail(2) == MONEY + 10_00, "settled by the dice"
    broken = dragon(1).bets(1, "low-pair")
    broken.ok(fault, "dealer")
    broken.ok(RemoveWager(1, "low-pair"), 1)
    broken.ok(Collect(1), 1)
    broken.ok(Leave(1), 1)
    assert broken.ok(CloseTable(), BOSS)[-1] == TableClosed(), "what is never mended is not played on, and closes"


def test_11_4_1() -> None:
    """A supervisor may invalidate an outcome that commotion, fire, riot, brawl, robbery or act of God disrupted."""
    for cause in DISRUPTIONS:
        invalidated(cause, "11.4.1")


def test_11_4_2() -> None:
    """And one that a fraudulent act affected, in the supervisor's opinion."""
    invalidated("fraud", "11.4.2")


def test_11_5() -> None:
    """What the roll decided is refunded, but for a cheat's wagers if so directed; what it did not stays as it was."""
    for cause in ("fire", "riot", "brawl"):
        assert lost_after_seven().no(InvalidateOutcome(cause, [2]), BOSS) == "11.5"
    live = lost_after_seven()
    _, invalid = live.ok(InvalidateOutcome("fraud", [2]), BOSS)
    assert isinstance(invalid, RoundInvalid)
    assert {line.clause for line in invalid.lines} == {"11.5"}
    assert live.game.balances == {1: MONEY, 2: MONEY - 20_00, 3: MONEY - 5_00}
    assert (live.life.shooter.seat, live.life.phase, live.lies) == (1, "betting", {(3, "dragons-tail", None): 5_00})
    live.ok(RemoveWager(3, "dragons-tail"), 3)


def test_11_8() -> None:
    """A table with players closes 20 minutes after its sign and not a moment before; an empty one at once."""
    closes_on_notice(PIT, "11.8", OfferDice(), "dealer")


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
    live.no(down, BOSS)
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
