"""Rounds of electronic play: from the opening of the wagering period to the settlement."""

from __future__ import annotations

from feltwork.table.live import commands as ask
from tests.desk.electronic import BETTING, SECOND, Electronic
from tests.rules.terms import defined


def test_1_1_wagering_period() -> None:
    """Wagers are placed, changed and cancelled from its opening up to its last microsecond, and not after."""
    defined("aruze-craps", "Wagering Period")
    floor = Electronic(source="dealer")
    assert floor.no(ask.PlaceWager(1, "field", 500), "ada", "player") == "wagers for the next round are not taken yet"
    floor.dealer().attend("t")
    floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
    floor.now += BETTING * SECOND
    floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
    floor.ok(ask.RemoveWager(1, "field", None, 500), "ada", "player")
    floor.now += 1
    over = "the time for wagers is over"
    assert floor.no(ask.PlaceWager(1, "field", 500), "ada", "player") == over
    assert floor.no(ask.RemoveWager(1, "field"), "ada", "player") == over
    assert "bets-closed" not in floor.kinds(), "its end does not wait for anybody to write it down"


def test_1_1_round_of_play() -> None:
    """It begins with the wagering period and ends with the settlement; the next has a number of its own."""
    defined("aruze-craps", "Round Of Play")
    floor = Electronic(source="dealer")
    dealer = floor.dealer()
    for number in (1, 2):
        dealer.attend("t")
        assert floor.life.draws.betting is not None
        assert floor.life.draws.betting.round_id == f"t-{number}"
        assert "no round to open" in floor.no(ask.OpenBetting(f"t-{number + 1}"), "timer", "system")
        floor.now += BETTING * SECOND
        dealer.attend("t")
        assert floor.life.draws.betting is not None
        floor.ok(ask.SenseResult(3, 4), "sensor", "system")
        assert floor.life.draws.betting is None


def test_1_1_automated_dice_tumbler() -> None:
    """At a table with a tumbler its sensors tell the result, and nobody else does."""
    defined("aruze-craps", "Automated Dice Tumbler")
    floor = Electronic(source="dealer", seconds=0)
    floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
    floor.ok(ask.PlaceWager(1, "any-seven", 2_00), "ada", "player")
    floor.ok(ask.CloseBets(), "timer", "system")
    assert "not been shot" in floor.no(ask.SenseResult(3, 4), "sensor", "system")
    floor.ok(ask.ShootDice(), "timer", "system")
    for who, role in (("ada", "player"), ("ira", "inspector"), ("gil", "gaming_manager")):
        assert "not for a" in floor.no(ask.SenseResult(3, 4), who, role)
    floor.ok(ask.SenseResult(3, 4), "sensor", "system")
    assert floor.kinds()[-1] == "round-settled"
    assert floor.life.game
    assert floor.life.game.balances[1] == 1_000_00 - 5_00 + 9_00, "both dice count"
