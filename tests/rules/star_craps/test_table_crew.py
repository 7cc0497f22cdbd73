"""Who is who at the table (1.1) and who has the dice in charge (3.1)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AcceptDice,
    AnnounceClosure,
    AnnounceLimits,
    AssignCrew,
    CallNoRoll,
    ChangeLimits,
    CheckDie,
    CloseTable,
    Command,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    InvalidateOutcome,
    OfferDice,
    OpenPlay,
    OpenTable,
    OrderPass,
    PassDice,
    PlaceWager,
    RefuseWager,
    ReportDie,
    SelectDice,
    SetPersonalLimit,
    Sit,
    ThrowDice,
)
from feltwork.table.live.events import CrewAssigned, DiceThrown, PlayOpened
from tests.build import checks, signed
from tests.rules.live import CREW, SUPERVISORS, Live, opened
from tests.rules.terms import defined


def needs(role: str) -> Live:
    """Play opens only when a person is assigned to this role; the event keeps who."""
    live = Live().prepared(without=role)
    assert role in str(live.asks(OpenPlay(), "gaming_supervisor"))
    assert live.who_may(OpenPlay()) == set()
    assert live.who_may(AssignCrew("somebody", role)) == SUPERVISORS
    live.no(AssignCrew("somebody", "player"), "gaming_supervisor")
    assert live.ok(AssignCrew("somebody", role), "gaming_supervisor") == (CrewAssigned("somebody", role),)
    assert live.life.crew.roster["somebody"] == role
    assert live.ok(OpenPlay(), "gaming_supervisor") == (PlayOpened(),)
    live.no(Sit("somebody", 1), "somebody")
    live.ok(AssignCrew(role, role), "gaming_supervisor")
    return live


def supervises(role: str) -> None:
    """All that a casino supervisor may do, from opening the table to closing it, done in this role."""
    live = Live()
    commands: list[Command] = [
        signed(OpenTable("star-craps", 100, 8, {"field": (5_00, 100_00, 0)})),
        checks(live.prepared().life),
        *(AssignCrew(name, name) for name in CREW),
        OpenPlay(),
    ]
    live = Live()
    for command in commands:
        live.ok(command, role)
    live.seated(1, 2).ok(SetPersonalLimit(2, (5_00, 200_00, 0)), role)
    live.ok(ChangeLimits({"field": (1_00, 50_00, 0)}), role)
    live.ok(AnnounceLimits({"field": (10_00, 50_00, 0)}), role)
    live.bets(2, "field").ok(RefuseWager(2, "field", "late hand"), role)
    live.with_shooter(1).thrown().ok(CallNoRoll("cocked"), role)
    live.rolled(5, 6).ok(InvalidateOutcome("fire"), role)
    live.emptied().ok(AnnounceClosure(), role)
    live.now += 20 * 60 * 1_000_000
    live.ok(CloseTable(), role)
    assert live.life.status == "closed"


def test_1_1_boxperson() -> None:
    """The boxperson supervises this very game: no play without one, and some rulings are for nobody else."""
    defined("star-craps", "boxperson")
    needs("boxperson")
    supervises("boxperson")
    live = opened().with_shooter(1)
    assert live.who_may(OrderPass("unreasonable delay"), "3.7.2") == {"boxperson"}
    assert live.rolled(1, 2).who_may(CorrectResult(1, 1, "the other face"), "4.4.3") == {"boxperson"}
    live = opened()
    live.ok(ReportDie(1, found=False), "stickperson")
    live.ok(ReportDie(1, found=True), "stickperson")
    assert live.who_may(CheckDie(1), "3.5") == {"boxperson"}


def test_1_1_casino_supervisor() -> None:
    """Managers of gaming are casino supervisors, boxperson and gaming supervisor among them; other staff are not."""
    defined("star-craps", "casino supervisor")
    for role in SUPERVISORS:
        supervises(role)
    live = opened(2, {"field": (1_00, 50_00, 0)})
    assert live.who_may(ChangeLimits({"field": (1_00, 100_00, 0)}), "7.5") == SUPERVISORS
    assert live.who_may(SetPersonalLimit(1, (1_00, 100_00, 0)), "7.6") == SUPERVISORS
    assert live.who_may(AnnounceClosure(), "9.8") == SUPERVISORS
    assert live.with_shooter(1).rolled(1, 1).who_may(InvalidateOutcome("fire"), "9.4.1") == SUPERVISORS


def test_1_1_dealer() -> None:
    """A dealer runs the game, confirms late wagers, and is no supervisor."""
    defined("star-craps", "dealer")
    live = needs("dealer")
    live.seated(1, 2).with_shooter(1).thrown()
    live.ok(PlaceWager(2, "field", 5_00, asked="five on the field"), "dealer")
    assert live.no(CallNoRoll("cocked"), "dealer") == "5.1"
    assert live.no(EnterResult(1, 2), "dealer") == "4.4.1"
    assert live.no(ChangeLimits({"field": (1_00, 100_00, 0)}), "dealer") == "7.5"


def test_1_1_stickperson() -> None:
    """The stickperson alone gives out the dice, takes them back and announces what they show."""
    defined("star-craps", "stickperson")
    live = needs("stickperson").seated(1).bets(1, "win-line")
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
    supervises("gaming_supervisor")
    assert opened().with_shooter(1).no(OrderPass("unreasonable delay"), "gaming_supervisor") == "3.7.2"


def test_1_1_gaming_manager() -> None:
    """A Gaming Manager supervises the floor, so this table too, and does not handle its dice."""
    defined("star-craps", "Gaming Manager")
    supervises("gaming_manager")
    assert opened().no(OfferDice(), "gaming_manager") == "3.1"


def test_1_1_assistant_gaming_manager() -> None:
    """An Assistant Gaming Manager has charge of the pit, so of this table, and does not call its dice."""
    defined("star-craps", "Assistant Gaming Manager")
    supervises("assistant_gaming_manager")
    assert opened().with_shooter(1).thrown().no(EnterResult(1, 2), "assistant_gaming_manager") == "4.4.1"


def test_3_1() -> None:
    """The stickperson, and no other, controls the dice: offers them, reports them, throws for the house."""
    live = opened().bets(1, "field")
    assert live.who_may(OfferDice(), "3.1") == {"stickperson"}
    assert live.who_may(ReportDie(1, found=False), "3.1") == {"stickperson"}
    live.ok(ReportDie(1, found=False), "stickperson")
    assert live.who_may(ReportDie(1, found=True), "3.1") == {"stickperson"}
    assert Live().prepared(without="stickperson").who_may(OpenPlay()) == set()
