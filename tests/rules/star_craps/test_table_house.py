"""Late wagers (6.3), limits (7.5, 7.6), and what supervisors may do (9.4, 9.5, 9.8, 9.11)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AnnounceLimits,
    BuyIn,
    ChangeLimits,
    EnterResult,
    InvalidateOutcome,
    Leave,
    OfferDice,
    PlaceWager,
    RefuseWager,
    RemoveWager,
    Sit,
)
from feltwork.table.live.events import WagerRefused
from feltwork.table.play.events import Late, Placed, Removed, RoundInvalid
from tests.rules.duties import DISRUPTIONS, Pit, allows_one_player_more, closes_on_notice, raises_on_notice, takes_back
from tests.rules.live import MONEY, SUPERVISORS, TWENTY_MINUTES, Live, opened

PIT = Pit(opened, "field", "7.1", "boxperson", SUPERVISORS)


def sevened_out() -> Live:
    """Seat 1 shot a point of 6 and sevened out; seat 2 won on the 7 and lost a wager with commission."""
    live = opened(3).with_shooter(1).rolled(2, 4).bets(1, "behind-win-line", 20_00)
    return live.bets(2, "place-to-lose", 55_00, 4).bets(2, "buy", 20_00, 8).bets(3, "field", 30_00).rolled(3, 4)


def invalidated(cause: str, clause: str) -> None:
    """The roll is taken back: every wager it decided is refunded, and the money is what it was."""
    live = sevened_out()
    takes_back(PIT, live, cause, clause, "9.4.1")
    assert (live.game.balances, live.lies, live.game.area_state) == (dict.fromkeys((1, 2, 3), MONEY), {}, 6)


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
    live.no(PlaceWager(2, "field", MONEY, asked="all of it"), "dealer")
    assert live.no(RemoveWager(2, "field"), 2) == "6.4"
    live.ok(EnterResult(1, 2), "stickperson")
    assert live.who_may(late, "6.3", seat=2) == set()
    live.called(1, 2)
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 30_00)


def test_7_5() -> None:
    """Limits change at any time, but a minimum goes up only 20 minutes after the sign that says so."""
    raises_on_notice(PIT, "7.5")
    raised, live = PIT.sign(10_00, 100_00), PIT.signed(1)
    live.ok(AnnounceLimits(raised), "boxperson")
    live.ok(ChangeLimits({"big-6": (1, 50_00, 0)}), "boxperson")
    live.now += TWENTY_MINUTES
    still_announced = isinstance(live.asks(ChangeLimits(raised), "boxperson"), tuple)
    unannounced = isinstance(PIT.signed(0).asks(ChangeLimits(raised), "boxperson"), tuple)
    assert (still_announced, unannounced) == (True, False)


def test_7_6() -> None:
    """A supervisor lets one player go over the maximum, with a sign of that player's own minimum and maximum."""
    live = allows_one_player_more(PIT, "7.6")
    live.ok(RemoveWager(1, "field"), 1)
    live.emptied().ok(Leave(1), 1)
    live.ok(Sit("somebody-else", 1), "dealer")
    live.ok(BuyIn(1, MONEY, "chips, please"), "dealer")
    inherits = isinstance(live.asks(PlaceWager(1, "field", 300_00), "dealer"), tuple)
    assert not inherits


def test_9_4_1() -> None:
    """A supervisor may invalidate an outcome that commotion, fire, riot, brawl, robbery or act of God disrupted."""
    for cause in DISRUPTIONS:
        invalidated(cause, "9.4.1")


def test_9_4_2() -> None:
    """And one that a fraudulent act affected, in the supervisor's opinion."""
    invalidated("fraud", "9.4.2")


def test_9_5() -> None:
    """What the roll decided is refunded, but for a cheat's wagers if so directed; what it did not stays as it was."""
    for cause in ("fire", "riot", "brawl"):
        assert sevened_out().no(InvalidateOutcome(cause, [2]), "boxperson") == "9.5"
    live = sevened_out()
    _, invalid = live.ok(InvalidateOutcome("fraud", [2]), "boxperson")
    assert isinstance(invalid, RoundInvalid)
    assert {line.clause for line in invalid.lines} == {"9.5"}
    assert live.game.balances == {1: MONEY, 2: MONEY - 55_00 - 20_00 - 1_00, 3: MONEY}
    assert (live.life.shooter.seat, live.life.phase, live.lies) == (1, "betting", {})
    live = opened().with_shooter(1).rolled(2, 4).bets(2, "come").bets(2, "field").bets(1, "hardway", 5_00, 6)
    lies, chips = live.lies, live.chips
    live.rolled(4, 4).ok(InvalidateOutcome("fire"), "boxperson")
    del lies[2, "field", None]
    assert (live.lies, live.chips, live.rail(2)) == (lies, chips, MONEY - 10_00)
    assert (live.game.area_state, live.rolled(5, 6).rail(2)) == (6, MONEY + 10_00)


def test_9_8() -> None:
    """A table with players closes 20 minutes after its sign and not a moment before; an empty one at once."""
    closes_on_notice(PIT, "9.8", OfferDice(), "stickperson")


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
    live.no(down, "boxperson")
    assert live.bets(2, "field").thrown().no(RefuseWager(2, "field", "slow"), "boxperson") == "9.11"
    assert live.lies == {(1, "win-line", None): 10_00, (2, "field", None): 10_00}
