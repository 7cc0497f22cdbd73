"""Limits (4.5, 4.6) and what supervisors may do (9.4, 9.5, 9.8, 9.11)."""

from __future__ import annotations

from feltwork.table.live.commands import CloseBets, ConfirmNumber, InvalidateOutcome, RefuseWager, SpinBall
from feltwork.table.live.events import WagerRefused
from feltwork.table.play.events import Removed, RoundInvalid
from tests.build import enters
from tests.rules.duties import DISRUPTIONS, Pit, allows_one_player_more, closes_on_notice, raises_on_notice, takes_back
from tests.rules.live import FLOOR, MONEY, Live, roulette

BOSS = "casino_supervisor"
PIT = Pit(roulette, "red", "4.1", BOSS, FLOOR, frozenset({"system"}))


def seven() -> Live:
    """A 7 was spun: seat 1 won on red, seat 2 on the number, seat 3 lost on black."""
    live = roulette(3).bets(1, "red").bets(2, "straight", 5_00, 7).bets(3, "black", 30_00)
    for command in (SpinBall(), CloseBets(), enters(7), ConfirmNumber(7)):
        live.ok(command, "dealer")
    assert live.game.balances == {1: MONEY + 10_00, 2: MONEY + 175_00, 3: MONEY - 30_00}
    return live


def invalidated(cause: str, clause: str) -> None:
    """The spin is taken back: every wager on it is refunded, and the money is what it was."""
    live = seven()
    takes_back(PIT, live, cause, clause, "9.4.1")
    assert (live.game.balances, live.lies) == (dict.fromkeys((1, 2, 3), MONEY), {})
    assert (live.life.phase, live.game.closed) == ("betting", False)


def test_4_5() -> None:
    """Limits change at any time, but a minimum goes up only 20 minutes after the sign that says so."""
    raises_on_notice(PIT, "4.5")


def test_4_6() -> None:
    """A supervisor lets one player go over the maximum, with a sign of that player's own minimum and maximum."""
    allows_one_player_more(PIT, "4.6")


def test_9_4_1() -> None:
    """A supervisor may invalidate an outcome that commotion, fire, riot, brawl, robbery or act of God disrupted."""
    for cause in DISRUPTIONS:
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
    closes_on_notice(PIT, "9.8", SpinBall(), "dealer")


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
