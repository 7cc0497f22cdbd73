"""Limits (4.5, 4.6) and what supervisors may do (9.4, 9.5, 9.8, 9.11)."""

from __future__ import annotations

from feltwork.table.events import Removed, RoundInvalid
from feltwork.table.life.commands import (
    AnnounceClosure,
    AnnounceLimits,
    ChangeLimits,
    CloseBets,
    CloseTable,
    Collect,
    ConfirmNumber,
    EnterNumber,
    InvalidateOutcome,
    PlaceWager,
    RefuseWager,
    SetPersonalLimit,
    Sit,
    SpinBall,
)
from feltwork.table.life.events import (
    ClosureAnnounced,
    Limits,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitSet,
    RoundReversed,
    SeatLeft,
    TableClosed,
    WagerRefused,
)
from tests.rules.live import FLOOR, MONEY, TWENTY_MINUTES, Live, roulette

BOSS = "casino_supervisor"
SIGN: dict[str, Limits] = {"red": (5_00, 100_00, 0)}


def seven() -> Live:
    """A 7 was spun: seat 1 won on red, seat 2 on the number, seat 3 lost on black."""
    live = roulette(3).bets(1, "red").bets(2, "straight", 5_00, 7).bets(3, "black", 30_00)
    for command in (SpinBall(), CloseBets(), EnterNumber(7), ConfirmNumber(7)):
        live.ok(command, "dealer")
    assert live.game.balances == {1: MONEY + 10_00, 2: MONEY + 175_00, 3: MONEY - 30_00}
    return live


def invalidated(cause: str, clause: str) -> None:
    """The spin is taken back: every wager on it is refunded, and the money is what it was."""
    live = seven()
    assert live.who_may(InvalidateOutcome(cause), "9.4.1") == FLOOR
    assert live.no(InvalidateOutcome("bad luck"), BOSS) == "9.4.1"
    back, invalid = live.ok(InvalidateOutcome(cause), BOSS)
    assert isinstance(back, RoundReversed)
    assert isinstance(invalid, RoundInvalid)
    assert (back.reason, back.clause, invalid.reason, invalid.clause) == (cause, clause, cause, clause)
    assert (live.game.balances, live.lies) == (dict.fromkeys((1, 2, 3), MONEY), {})
    assert (live.life.phase, live.game.closed) == ("betting", False)
    assert live.no(InvalidateOutcome(cause), BOSS) == "9.4.1"
    assert roulette().no(InvalidateOutcome(cause), BOSS) == "9.4.1"


def test_4_5() -> None:
    """Limits change at any time, but a minimum goes up only 20 minutes after the sign that says so."""
    raised: dict[str, Limits] = {"red": (10_00, 100_00, 0)}
    lowered: dict[str, Limits] = {"red": (1_00, 40_00, 0)}
    live = roulette(2, SIGN).bets(1, "red", 5_00)
    assert live.who_may(ChangeLimits(lowered), "4.5") == live.who_may(AnnounceLimits(raised), "4.5") == FLOOR
    assert live.no(ChangeLimits(raised), BOSS) == "4.5"
    assert live.no(ChangeLimits({"red": (5_01, 40_00, 0)}), BOSS) == "4.5"
    start = live.now
    assert live.ok(AnnounceLimits(raised), BOSS) == (LimitsAnnounced(raised, start + TWENTY_MINUTES),)
    live.now = start + TWENTY_MINUTES - 1
    assert live.no(ChangeLimits(raised), BOSS) == "4.5"
    live.now = start + TWENTY_MINUTES
    assert live.no(ChangeLimits({"red": (20_00, 100_00, 0)}), BOSS) == "4.5"
    assert live.who_may(ChangeLimits(raised), "4.5") == FLOOR | {"system"}, "the clock may bring in what has stood"
    assert live.ok(ChangeLimits(raised), BOSS) == (LimitsChanged(raised),)
    assert (live.no(PlaceWager(2, "red", 9_00), 2), live.lies) == ("4.1", {(1, "red", None): 5_00})
    live.ok(ChangeLimits(lowered), BOSS)
    assert live.bets(2, "red", 1_00).no(PlaceWager(2, "red", 40_00), 2) == "4.1"
    assert live.no(ChangeLimits(raised), BOSS) == "4.5"


def test_4_6() -> None:
    """A supervisor lets one player go over the maximum, with a sign of that player's own minimum and maximum."""
    live, own = roulette(2, SIGN), SetPersonalLimit(1, (20_00, 300_00, 0))
    assert live.no(PlaceWager(1, "red", 101_00), 1) == "4.1"
    assert live.who_may(own, "4.6") == FLOOR
    for wrong in ((20_00, None, 0), (300_00, 200_00, 0), (-1, 300_00, 0), (50_00, 60_00, 0), (0, 100_00, 0)):
        assert live.no(SetPersonalLimit(1, wrong), BOSS) == "4.6"
    live.no(SetPersonalLimit(7, (20_00, 300_00, 0)), BOSS)
    assert live.ok(own, BOSS) == (PersonalLimitSet(1, (20_00, 300_00, 0)),)
    live.no(PlaceWager(1, "red", 301_00), 1)
    live.no(PlaceWager(1, "red", 19_00), 1)
    assert live.bets(1, "red", 300_00).no(PlaceWager(2, "red", 101_00), 2) == "4.1"
    assert live.bets(2, "red", 100_00).chips == 2 * MONEY


def test_9_4_1() -> None:
    """A supervisor may invalidate an outcome that commotion, fire, riot, brawl, robbery or act of God disrupted."""
    for cause in ("civil commotion", "fire", "riot", "brawl", "robbery", "act of God"):
        invalidated(cause, "9.4.1")


def test_9_4_2() -> None:
    """And one that a fraudulent act affected, in the supervisor's opinion."""
    invalidated("fraud", "9.4.2")


def test_9_5() -> None:
    """All wagers on that result are refunded, but for a cheat's if a supervisor so directs, for fraud only."""
    for cause in ("fire", "riot", "brawl"):
        assert seven().no(InvalidateOutcome(cause, [2]), BOSS) == "9.5"
    live = seven()
    _, invalid = live.ok(InvalidateOutcome("fraud", [2]), BOSS)
    assert isinstance(invalid, RoundInvalid)
    assert {line.clause for line in invalid.lines} == {"9.5"}
    assert (live.game.balances, live.lies) == ({1: MONEY, 2: MONEY - 5_00, 3: MONEY}, {})
    moved = seven().betting().bets(1, "red")
    assert moved.no(InvalidateOutcome("fire"), BOSS) == "9.4.1"


def test_9_8() -> None:
    """A table with players closes 20 minutes after its sign and not a moment before; an empty one at once."""
    live = roulette().emptied()
    assert live.who_may(CloseTable(), "9.8") == set()
    assert live.who_may(AnnounceClosure(), "9.8") == FLOOR
    start = live.now
    assert live.ok(AnnounceClosure(), BOSS) == (ClosureAnnounced(start + TWENTY_MINUTES),)
    live.now = start + TWENTY_MINUTES - 1
    assert live.no(CloseTable(), BOSS) == "9.8"
    live.now = start + TWENTY_MINUTES
    assert live.who_may(CloseTable(), "9.8") == FLOOR | {"system"}, "the clock may close what has been announced"
    assert live.ok(CloseTable(), BOSS) == (SeatLeft(1, "player-1"), SeatLeft(2, "player-2"), TableClosed())
    assert (live.no(SpinBall(), "dealer"), live.no(Sit("player-1", 1), 1)) == ("9.8", "9.8")
    assert roulette(0).ok(CloseTable(), BOSS) == (TableClosed(),)
    rich = roulette(1).bets(1, "red")
    rich.ok(AnnounceClosure(), BOSS)
    rich.now += TWENTY_MINUTES
    assert rich.no(CloseTable(), BOSS) == "9.8"
    rich.ok(Collect(1), 1)
    assert (rich.no(CloseTable(), BOSS), rich.chips) == ("9.8", 10_00)


def test_9_11() -> None:
    """Until no more bets, the ball running or not, a supervisor may refuse a wager for a reason and have it off."""
    live = roulette().bets(1, "red").bets(2, "split", 20_00, [7, 8]).bets(2, "odd")
    down = RefuseWager(2, "split", "chips not his", [7, 8])
    assert live.who_may(down, "9.11") == FLOOR
    assert live.no(RefuseWager(2, "split", " ", [7, 8]), BOSS) == "9.11"
    told, removed = live.ok(down, BOSS)
    assert told == WagerRefused(2, "split", "chips not his", "9.11")
    assert isinstance(removed, Removed)
    assert (live.rail(2), live.chips) == (MONEY - 10_00, 2 * MONEY)
    live.no(down, BOSS)
    live.ok(SpinBall(), "dealer")
    running = live.who_may(RefuseWager(2, "odd", "slow"), "9.11")
    live.ok(CloseBets(), "dealer")
    assert live.no(RefuseWager(1, "red", "slow"), BOSS) in ("9.11", "3.10")
    assert running == FLOOR
