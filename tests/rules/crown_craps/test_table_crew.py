"""Who is who at the table (1.1), and the dealer of Mini Craps (7.3)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AcceptDice,
    AssignCrew,
    CallNoRoll,
    ChangeLimits,
    CheckDie,
    CloseBets,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    InvalidateOutcome,
    OfferDice,
    PassDice,
    PlaceWager,
    RejectDice,
    ReportDie,
    ThrowDice,
)
from feltwork.table.live.events import DiceOffered, DiceThrown
from feltwork.table.play.events import RoundSettled
from tests.rules.crews import needs
from tests.rules.floors import FLOORS
from tests.rules.live import MONEY, PIT_BOSS, crown
from tests.rules.terms import defined

CROWN = FLOORS["crown-craps"]

GAME_SUPERVISORS = {"boxperson", *PIT_BOSS}
"""1.2: they may do whatever a dealer may, so nothing is said of them where a dealer's work is tested."""


def test_1_1_boxperson() -> None:
    """The boxperson supervises this game: rules on faces, dice and throws, but is no Pit Boss."""
    defined("crown-craps", "Boxperson")
    live = needs(CROWN, "boxperson", "pit_boss").seated(1, 2).with_shooter(1).thrown()
    assert "boxperson" in live.who_may(CallNoRoll("irregular throw"))
    live.called(1, 2)
    assert live.who_may(CorrectResult(1, 1, "the other face")) == {"boxperson"}
    assert live.no(InvalidateOutcome("fire"), "boxperson") == "9.3.1"
    for found in (False, True):
        live.ok(ReportDie(1, found=found), "stickperson")
    assert live.who_may(CheckDie(1), "5.4.2(a)(iii)") == {"boxperson"}
    assert live.life.crew.roster["boxperson"] == "boxperson"


def test_1_1_dealer() -> None:
    """A dealer runs the game and confirms late wagers; the dice are the stickperson's, limits a supervisor's."""
    defined("crown-craps", "Dealer")
    live = needs(CROWN, "dealer", "pit_boss").seated(1, 2).with_shooter(1).thrown()
    live.ok(PlaceWager(2, "field", 5_00, asked="five on the field"), "dealer")
    assert live.no(CallNoRoll("irregular throw"), "dealer") == "5.4.1(c)"
    assert live.no(EnterResult(1, 2), "dealer") == "5.3.1(a)"
    assert live.no(ChangeLimits({"field": (0, 100_00, 0)}), "dealer") == "not in the book"
    needs(CROWN, "dealer", "pit_boss", "mini")


def test_1_1_stickperson() -> None:
    """The stickperson alone of the dealers gives out the dice, keeps count of them and calls them."""
    defined("crown-craps", "Stickperson")
    live = needs(CROWN, "stickperson", "pit_boss").seated(1).bets(1, "win-line")
    assert live.who_may(OfferDice(), "5.1.1") - GAME_SUPERVISORS == {"stickperson"}
    assert live.who_may(ReportDie(1, found=False), "5.1.1") - GAME_SUPERVISORS == {"stickperson"}
    live.with_shooter(1, None).thrown()
    assert live.who_may(EnterResult(3, 4), "5.3.1(a)") - GAME_SUPERVISORS == {"stickperson"}
    live.ok(EnterResult(3, 4), "stickperson")
    assert live.who_may(ConfirmResult(3, 4), "5.3.1(a)") - GAME_SUPERVISORS == {"stickperson"}
    assert live.no(ConfirmResult(3, 4), "somebody") == "5.3.1(a)"


def test_1_1_shooter() -> None:
    """The shooter is the player who rolls: nobody until the dice are taken, then one at a time."""
    defined("crown-craps", "Shooter")
    for variant, offer in ((None, "5.1.1"), ("mini", "7.3.2")):
        live = crown(3, variant=variant).bets(2, "win-line").bets(3, "dont-win-line")
        assert (live.life.shooter.seat, live.no(ThrowDice(), 1)) == (None, offer)
        live.offered(2)
        assert (live.life.shooter.seat, live.no(ThrowDice(), 2), live.no(AcceptDice(3), 3)) == (None, offer, offer)
        live.ok(AcceptDice(2), 2)
        assert (live.life.shooter.seat, live.no(AcceptDice(3), 3), live.no(PassDice(3), 3)) == (2, offer, "5.2.2")
        assert (live.no(ThrowDice(), 1), live.no(ThrowDice(), 3)) == ("5.2.1", "5.2.1")
        live.ok(PassDice(2), 2)
        assert (live.life.shooter.seat, live.with_shooter(3, None).life.shooter.seat) == (None, 3)
        live.thrown()
    live = crown().with_shooter(2)
    crew = {"dealer", "stickperson", "boxperson"}
    assert live.who_may(ThrowDice(), "5.2.1", seat=2) == {"player", *crew}, "the crew tells of a throw, the shooter's"
    assert live.asks(ThrowDice(), "dealer") == live.ok(ThrowDice(), 2) == (DiceThrown(2),)


def test_7_3_1_b() -> None:
    """The Mini Craps dealer alone has the dice in charge, runs the game and has all paid; no stickperson is needed."""
    live = crown(variant="mini").bets(2, "field").bets(1, "win-line")
    assert set(live.life.crew.roster) == {"dealer"}
    live.ok(AssignCrew("stickperson", "stickperson"), "pit_boss")
    runs = {"dealer", *PIT_BOSS}
    assert live.who_may(OfferDice()) == live.who_may(ReportDie(1, found=False)) == runs
    live.with_shooter(1, None)
    assert live.who_may(CloseBets()) == runs
    live.thrown()
    assert live.who_may(EnterResult(1, 2)) == live.who_may(CallNoRoll("irregular throw")) == runs
    live.ok(EnterResult(1, 2), "dealer")
    (settled,) = live.ok(ConfirmResult(1, 2), "dealer")
    assert isinstance(settled, RoundSettled)
    assert (live.rail(1), live.rail(2), live.lies) == (MONEY - 10_00, MONEY + 10_00, {})


def test_7_3_2() -> None:
    """At a Mini Craps table the first to be asked sits at the dealer's left; the others follow clockwise."""
    live = crown(0, variant="mini").seated(5, 2, 7).bets(7, "win-line")
    live.ok(AssignCrew("stickperson", "stickperson"), "pit_boss")
    assert live.who_may(OfferDice(), "7.3.2") == {"dealer", *PIT_BOSS}
    assert live.ok(OfferDice(), "dealer") == (DiceOffered(2, "7.3.2"),), "with a line wager or without"
    assert (live.no(AcceptDice(5), 5), live.no(OfferDice(), "dealer")) == ("7.3.2", "7.3.2")
    for seat in (2, 5):
        live.ok(RejectDice(seat), seat)
        live.ok(OfferDice(), "dealer")
    live.ok(AcceptDice(7), 7)
    assert live.life.shooter.seat == 7
