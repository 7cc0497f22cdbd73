"""What supervisors may do (9.5, 9.11)."""

from __future__ import annotations

from feltwork.table.live.commands import CloseBets, InvalidateOutcome, RefuseWager, SpinBall
from feltwork.table.live.events import WagerRefused
from feltwork.table.play.events import Removed
from tests.rules.floors import seven_was_spun
from tests.rules.live import FLOOR, MONEY, roulette

BOSS = "casino_supervisor"


def test_9_5_once_play_goes_on() -> None:
    """With a wager on the next spin there is nothing more to take back."""
    moved = seven_was_spun().betting().bets(1, "red")
    assert moved.no(InvalidateOutcome("fire"), BOSS) == "9.4.1"


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
    assert live.no(down, BOSS) == "not in the book"
    live.ok(SpinBall(), "dealer")
    running = live.who_may(RefuseWager(2, "odd", "slow"), "9.11")
    live.ok(CloseBets(), "dealer")
    assert live.no(RefuseWager(1, "red", "slow"), BOSS) == "9.11"
    assert running == FLOOR
