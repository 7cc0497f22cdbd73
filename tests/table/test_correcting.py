"""How long a result can be set right: until chips move again, whatever the dice do meanwhile."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AcceptDice,
    CorrectResult,
    DeclareWager,
    OfferDice,
    PlaceWager,
    ReportDie,
    SelectDice,
    ThrowDice,
)
from tests.rules.live import Live, crown, opened


def seven_out() -> Live:
    """Seat 1 has lost the dice by a 7 Out; seat 2 has taken them and selected two others."""
    live = opened(2).bets(2, "place-to-lose", 11_00, 4).with_shooter(1).bets(2, "win-line").rolled(4, 4)
    live.bets(2, "dont-come").rolled(3, 4)
    return live


def test_dice_offered_meanwhile_do_not_make_a_result_final() -> None:
    live = crown(2).with_shooter(1).rolled(4, 4).rolled(3, 4)
    live.ok(OfferDice(), "stickperson")
    assert live.life.shooter.offered == 2
    live.ok(CorrectResult(3, 5, "a 5, not a 4"), "boxperson")
    assert (live.life.shooter.seat, live.hand) == (1, [1, 2])
    assert not live.life.shooter.offered
    assert live.rail(1) == 1_000_00 + 10_00


def test_a_shooter_set_right_holds_the_dice_that_are_left() -> None:
    live = seven_out()
    live.ok(ReportDie(1, found=False), "stickperson")
    live.ok(CorrectResult(1, 1, "both dice misread"), "boxperson")
    assert (live.life.shooter.seat, live.hand, live.lost) == (1, [2], {1})
    assert live.no(ThrowDice(), 1) == "3.3", "one die is missing"
    live.ok(SelectDice(1, [2, 3]), 1)
    assert live.ok(ThrowDice(), 1)


def test_another_shooter_gives_the_dice_back() -> None:
    live = crown(2).bets(2, "win-line").with_shooter(1).rolled(4, 4)
    live.bets(2, "dont-come").rolled(3, 4)
    live.ok(OfferDice(), "stickperson")
    assert live.no(AcceptDice(2), 2) == "5.1.1(b)"
    live.ok(DeclareWager(2, "win-line", 10_00), 2)
    assert live.ok(CorrectResult(3, 5, "a 5, not a 4"), "boxperson")
    assert live.life.shooter.seat == 1


def test_the_next_throw_makes_it_a_matter_for_two() -> None:
    live = seven_out()
    live.ok(PlaceWager(1, "field", 5_00), 1)
    live.with_shooter(2).thrown()
    assert live.no(CorrectResult(3, 5, "a 5, not a 4"), "boxperson") == "4.4.3"
