"""Who is who at the table (1.1) and who has the dice in charge (3.1)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AcceptDice,
    CallNoRoll,
    ChangeLimits,
    CheckDie,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    OfferDice,
    OpenPlay,
    OrderPass,
    PassDice,
    PlaceWager,
    ReportDie,
    SelectDice,
    ThrowDice,
)
from feltwork.table.live.events import DiceThrown
from tests.rules.crews import needs, supervises
from tests.rules.floors import FLOORS
from tests.rules.live import Live, opened
from tests.rules.terms import defined

STAR = FLOORS["star-craps"]


def test_1_1_boxperson() -> None:
    """The boxperson supervises this very game: no play without one, and some rulings are for nobody else."""
    defined("star-craps", "boxperson")
    needs(STAR, "boxperson", "gaming_supervisor")
    supervises(STAR, "boxperson")
    live = opened().with_shooter(1)
    assert live.who_may(OrderPass("unreasonable delay"), "3.7.2") == {"boxperson"}
    assert live.rolled(1, 2).who_may(CorrectResult(1, 1, "the other face"), "4.4.3") == {"boxperson"}
    live = opened()
    live.ok(ReportDie(1, found=False), "stickperson")
    live.ok(ReportDie(1, found=True), "stickperson")
    assert live.who_may(CheckDie(1), "3.5") == {"boxperson"}


def test_1_1_dealer() -> None:
    """A dealer runs the game, confirms late wagers, and is no supervisor."""
    defined("star-craps", "dealer")
    live = needs(STAR, "dealer", "gaming_supervisor")
    live.seated(1, 2).with_shooter(1).thrown()
    live.ok(PlaceWager(2, "field", 5_00, asked="five on the field"), "dealer")
    assert live.no(CallNoRoll("cocked"), "dealer") == "5.1"
    assert live.no(EnterResult(1, 2), "dealer") == "4.4.1"
    assert live.no(ChangeLimits({"field": (1_00, 100_00, 0)}), "dealer") == "7.5"


def test_1_1_stickperson() -> None:
    """The stickperson alone gives out the dice, takes them back and announces what they show."""
    defined("star-craps", "stickperson")
    live = needs(STAR, "stickperson", "gaming_supervisor").seated(1).bets(1, "win-line")
    assert live.who_may(OfferDice(), "3.1") == {"stickperson"}
    live.with_shooter(1, None).thrown()
    assert live.who_may(EnterResult(3, 4), "4.4.1") == {"stickperson"}
    live.ok(EnterResult(3, 4), "stickperson")
    assert live.who_may(ConfirmResult(3, 4), "4.4.1") == {"stickperson"}


def test_1_1_shooter() -> None:
    """The shooter is the player who throws: nobody until the dice are taken, then one at a time."""
    defined("star-craps", "shooter")
    live = opened(3).bets(2, "win-line").bets(3, "dont-win")
    assert (live.life.shooter.seat, live.no(ThrowDice(), 1)) == (None, "3.2")
    live.offered(2)
    assert (live.life.shooter.seat, live.no(ThrowDice(), 2), live.no(AcceptDice(3), 3)) == (None, "3.2", "3.2")
    live.ok(AcceptDice(2), 2)
    assert (live.life.shooter.seat, live.no(AcceptDice(3), 3), live.no(PassDice(3), 3)) == (2, "3.2", "3.7")
    live.ok(SelectDice(2, [1, 2]), 2)
    assert live.no(ThrowDice(), 3) == "5.3.6"
    live.ok(PassDice(2), 2)
    assert (live.life.shooter.seat, live.with_shooter(3, None).life.shooter.seat) == (None, 3)


def test_1_1_roll() -> None:
    """A roll is a throw by the shooter and by no other player; its event keeps whose it was."""
    defined("star-craps", "roll")
    live = opened(3).with_shooter(2)
    for other in (1, 3):
        assert live.no(ThrowDice(), other) == "5.3.6"
    assert live.ok(ThrowDice(), 2) == (DiceThrown(2),)
    assert live.life.phase == "dice out"


def test_1_1_gaming_supervisor() -> None:
    """A Gaming Supervisor is a casino supervisor, yet has no say that the book gives to the boxperson alone."""
    defined("star-craps", "Gaming Supervisor")
    supervises(STAR, "gaming_supervisor")
    assert opened().with_shooter(1).no(OrderPass("unreasonable delay"), "gaming_supervisor") == "3.7.2"


def test_1_1_gaming_manager() -> None:
    """A Gaming Manager supervises the floor, so this table too, and does not handle its dice."""
    defined("star-craps", "Gaming Manager")
    supervises(STAR, "gaming_manager")
    assert opened().no(OfferDice(), "gaming_manager") == "3.1"


def test_1_1_assistant_gaming_manager() -> None:
    """An Assistant Gaming Manager has charge of the pit, so of this table, and does not call its dice."""
    defined("star-craps", "Assistant Gaming Manager")
    supervises(STAR, "assistant_gaming_manager")
    assert opened().with_shooter(1).thrown().no(EnterResult(1, 2), "assistant_gaming_manager") == "4.4.1"


def test_3_1() -> None:
    """The stickperson, and no other, controls the dice: offers them, reports them, throws for the house."""
    live = opened().bets(1, "field")
    assert live.who_may(OfferDice(), "3.1") == {"stickperson"}
    assert live.who_may(ReportDie(1, found=False), "3.1") == {"stickperson"}
    live.ok(ReportDie(1, found=False), "stickperson")
    assert live.who_may(ReportDie(1, found=True), "3.1") == {"stickperson"}
    assert Live().prepared(without="stickperson").who_may(OpenPlay()) == set()
