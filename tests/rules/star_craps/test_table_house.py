"""Late wagers (6.3), and what supervisors may do (9.5, 9.11)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    EnterResult,
    InvalidateOutcome,
    PlaceWager,
    RefuseWager,
    RemoveWager,
)
from feltwork.table.live.events import WagerRefused
from feltwork.table.play.events import Late, Placed, Removed
from tests.rules.live import MONEY, SUPERVISORS, opened


def test_6_3() -> None:
    """Wagers are made before the throw; while the dice are in the air only with chips and a dealer's or box's word."""
    late = PlaceWager(2, "field", 10_00, asked="the field for ten")
    live = opened().with_shooter(1)
    assert isinstance(live.asks(late, 2), tuple)
    assert live.thrown().who_may(late, "6.3", seat=2) == {"dealer", "boxperson"}
    assert live.who_may(PlaceWager(2, "field", 10_00), "6.3", seat=2) == set(), "the player's words are kept"
    for staff in ("dealer", "boxperson"):
        mark = Late("the field for ten", staff, "6.3")
        assert live.ok(late, staff) == (Placed((2, "field", None), 10_00, 0, late=mark),)
    live.ok(PlaceWager(2, "dont-win", 10_00, asked="and don't win"), "dealer")
    assert (live.rail(2), live.chips) == (MONEY - 30_00, 2 * MONEY)
    assert live.no(PlaceWager(2, "field", MONEY, asked="all of it"), "dealer") == "6.2"
    assert live.no(RemoveWager(2, "field"), 2) == "6.4"
    live.ok(EnterResult(1, 2), "stickperson")
    assert live.who_may(late, "6.3", seat=2) == set()
    live.called(1, 2)
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 30_00)


def test_9_5_what_the_roll_did_not_decide() -> None:
    """It stays as it was, and the point with it."""
    live = opened().with_shooter(1).rolled(2, 4).bets(2, "come").bets(2, "field").bets(1, "hardway", 5_00, 6)
    lies, chips = live.lies, live.chips
    live.rolled(4, 4).ok(InvalidateOutcome("fire"), "boxperson")
    del lies[2, "field", None]
    assert (live.lies, live.chips, live.rail(2)) == (lies, chips, MONEY - 10_00)
    assert (live.game.area_state, live.rolled(5, 6).rail(2)) == (6, MONEY + 10_00)


def test_9_11() -> None:
    """A supervisor may refuse a wager for a reason and have it taken down, unless it must stay by 6.4."""
    live = opened().with_shooter(1).bets(2, "dont-win")
    live.ok(RefuseWager(1, "win-line", "too late"), "boxperson")
    live.bets(1, "win-line").rolled(2, 4).bets(2, "buy", 20_00, 8)
    down = RefuseWager(2, "buy", "chips not his", 8)
    assert live.who_may(down, "9.11") == SUPERVISORS
    assert live.no(RefuseWager(2, "buy", " ", 8), "boxperson") == "9.11"
    told, removed = live.ok(down, "gaming_manager")
    assert told == WagerRefused(2, "buy", "chips not his", "9.11")
    assert isinstance(removed, Removed)
    assert (live.rail(2), live.chips) == (MONEY - 10_00, 2 * MONEY)
    assert live.no(RefuseWager(1, "win-line", "slow"), "boxperson") == "6.4"
    live.ok(RefuseWager(2, "dont-win", "slow"), "boxperson")
    assert live.no(down, "boxperson") == "not in the book"
    assert live.bets(2, "field").thrown().no(RefuseWager(2, "field", "slow"), "boxperson") == "9.11"
    assert live.lies == {(1, "win-line", None): 10_00, (2, "field", None): 10_00}
