"""Who is who (1.1), what must be at the table (2), and who has the dice in charge (3.1)."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.table.live.commands import (
    AcceptDice,
    AnnounceClosure,
    AnnounceLimits,
    AnswerConcern,
    AssignCrew,
    ChangeLimits,
    CloseBets,
    CorrectResult,
    EnterResult,
    HandDice,
    InvalidateOutcome,
    OfferDice,
    OpenPlay,
    OpenTable,
    OrderPass,
    PassDice,
    RaiseConcern,
    RefuseWager,
    ReportDie,
    SelectDice,
    SetPersonalLimit,
    Sit,
    ThrowDice,
)
from feltwork.table.live.events import CrewAssigned, DiceThrown
from tests.rules.at_desk import desk
from tests.rules.duties import checks_before_play, measured, numbered
from tests.rules.live import FLOOR_ROLES, MANAGERS, Live, dragon
from tests.rules.terms import defined
from tests.verifier.forging import Forged, betting


def table() -> Live:
    return Live("dragon-fire", roles=FLOOR_ROLES)


def recorded(item: str, clause: str) -> None:
    """Play opens only once this is checked, by a supervisor; the event names what was looked at."""
    checks_before_play(table(), item, clause, MANAGERS, (OfferDice(), CloseBets()))


def test_1_1_dealer() -> None:
    """A dealer runs the game from opening to result, and is no supervisor; without one play does not open."""
    defined("dragon-fire", "dealer")
    live = table().prepared(without="dealer")
    assert "dealer" in str(live.asks(OpenPlay(), "gaming_manager"))
    assert live.ok(AssignCrew("dealer", "dealer"), "gaming_manager") == (CrewAssigned("dealer", "dealer"),)
    live.ok(OpenPlay(), "gaming_manager")
    assert live.no(ChangeLimits({"dragon": (1_00, 100_00, 0)}), "dealer") == "7.5"
    assert live.seated(1).with_shooter(1, "dragon").no(OrderPass("unreasonable delay"), "dealer") == "3.6.2"
    assert live.rolled(1, 1).no(InvalidateOutcome("fire"), "dealer") == "11.4.1"
    assert live.no(Sit("dealer", 2), "dealer") == "6.3"
    assert live.who_may(AssignCrew("dealer", "gaming_supervisor")) == set(), "no table plays on without a dealer"
    live.ok(AssignCrew("relief", "dealer"), "gaming_manager")
    live.ok(AssignCrew("dealer", "gaming_supervisor"), "gaming_manager")
    assert live.no(OfferDice(), "dealer") == "not in the book"


def test_1_1_gaming_supervisor() -> None:
    """The gaming supervisor checks found dice, rules on a face and hears disputes; no power else is theirs."""
    defined("dragon-fire", "gaming supervisor")
    here = {what for what, power in dragon().conduct.powers.items() if "gaming_supervisor" in power.roles}
    assert here == {Act.CHECK_DICE, Act.RULE_ON_A_FACE, Act.ANSWER_CONCERN}
    live = dragon(2, {"dragon": (1_00, 50_00, 0)}).bets(2, "fire").with_shooter(1, "dragon")
    for command, clause in (
        (CloseBets(), "8.2"),
        (OrderPass("unreasonable delay"), "3.6.2"),
        (ChangeLimits({"dragon": (1_00, 100_00, 0)}), "7.5"),
        (SetPersonalLimit(1, (1_00, 100_00, 0)), "7.6"),
        (AnnounceClosure(), "11.8"),
        (RefuseWager(2, "fire", "slow"), "11.11"),
    ):
        assert live.no(command, "gaming_supervisor") == clause
    live.rolled(1, 1)
    assert live.no(InvalidateOutcome("fire"), "gaming_supervisor") == "11.4.1"
    assert live.no(CorrectResult(1, 2, "wrong button"), "gaming_supervisor") == "10.1"


def test_1_1_gaming_supervisor_read_the_other_way() -> None:
    """With reading D20 the other way the gaming supervisor is a casino supervisor, as in Roulette."""
    live = Live("dragon-fire", roles=FLOOR_ROLES)
    opening = OpenTable("dragon-fire", 100, 8, readings={"casino_supervisors": "with_gaming_supervisors"})
    assert Live("dragon-fire").no(OpenTable("dragon-fire", 100, 8), "gaming_supervisor") == "not in the book"
    live.ok(opening, "gaming_supervisor")
    assert live.who_may(AnnounceLimits({"dragon": (1_00, None, 0)})) == set(), "the table is not open yet"
    assert live.who_may(AssignCrew("dealer", "dealer")) == {*MANAGERS, "gaming_supervisor"}


def test_1_1_roll() -> None:
    """A roll is a throw by the shooter and by no other player; its event keeps whose it was."""
    defined("dragon-fire", "roll")
    live = dragon(3).with_shooter(2, "dragon")
    live.ok(CloseBets(), "dealer")
    live.ok(HandDice(), "dealer")
    for other in (1, 3):
        assert live.no(ThrowDice(), other) == "5.4.7"
    assert live.ok(ThrowDice(), 2) == (DiceThrown(2),)
    assert (live.life.phase, live.no(ThrowDice(), 2)) == ("dice out", "4.5")


def test_1_1_shooter() -> None:
    """The shooter is the player with the dice: nobody until they are taken, one at a time, and only a player."""
    defined("dragon-fire", "shooter")
    live = dragon(3).bets(2, "dragon").bets(3, "fire")
    assert (live.life.shooter.seat, live.no(ThrowDice(), 2)) == (None, "3.2")
    live.offered(2)
    assert (live.life.shooter.seat, live.no(ThrowDice(), 2)) == (None, "3.2")
    assert live.who_may(AcceptDice(2), "3.2", seat=2) == {"player"}
    assert live.who_may(AcceptDice(2, asked="I throw"), "3.2", seat=2) == {"player", "dealer"}
    assert live.no(AcceptDice(3), 3) == "3.2", "they are offered to another"
    live.ok(AcceptDice(2), 2)
    assert (live.life.shooter.seat, live.no(AcceptDice(3), 3), live.no(PassDice(3), 3)) == (2, "3.2", "3.6")
    live.ok(SelectDice(2, [1, 2]), 2)
    assert live.no(ThrowDice(), 3) == "5.4.7"
    live.ok(PassDice(2), 2)
    assert (live.life.shooter.seat, live.with_shooter(3, None).life.shooter.seat) == (None, 3)


def test_2_1() -> None:
    """The game has its own table, looked over before play."""
    recorded("table", "2.1")
    measured(table(), "table", "2.1", "shape", ["oblong"], ["round", "square"])
    measured(table(), "table", "2.1", "corners", ["rounded"], ["square"])
    measured(table(), "table", "2.1", "sides", ["high walled"], ["low"])
    measured(table(), "table", "2.1", "places", ["players on one side, dealers opposite"], ["otherwise"])


def test_2_4() -> None:
    """The entry terminal was looked at before play, and takes the numbers 1 to 6 and no others."""
    recorded("entry terminal", "2.4")
    measured(table(), "entry terminal", "2.4", "buttons", ["1 to 6"], ["otherwise", 6])
    live = dragon().with_shooter(1, "dragon").thrown()
    taken = {n for n in range(-1, 9) if isinstance(live.asks(EnterResult(n, n), "dealer"), tuple)}
    assert taken == {1, 2, 3, 4, 5, 6}


def test_2_5() -> None:
    """Five dice are there whenever play commences, after a closure too."""
    recorded("five dice", "2.5")
    numbered(table(), "five dice", "2.5", "die", 5)
    uneven = [[7, 7, 6, 7, 7], [8, 7, 7, 7, 7], [7, 7, 7, 7], 7]
    measured(table(), "five dice", "2.5", "opposite sides", [[7] * 5], uneven)
    measured(table(), "five dice", "2.5", "marks", ["dots from one to six"], ["otherwise"])
    live = dragon()
    assert (live.bowl, live.no(ReportDie(6, found=False), "dealer")) == ({1, 2, 3, 4, 5}, "not in the book")
    live.ok(ReportDie(5, found=False), "dealer")
    assert len(live.shut().prepared().life.dice.usable()) == 5


def test_2_6_1() -> None:
    """A bowl keeps the dice not in play: at first all five, then what the shooter leaves."""
    recorded("dice bowl", "2.6.1")
    assert dragon().bowl == {1, 2, 3, 4, 5}
    assert dragon().with_shooter(1, "fire").bowl == {3, 4, 5}


def test_3_1() -> None:
    """The dealer or a casino supervisor controls the dice: offers them and reports them; nobody else does."""
    live = dragon().bets(1, "dragon")
    charge = {"dealer", *MANAGERS}
    assert live.who_may(OfferDice(), "3.1") == charge
    assert live.who_may(ReportDie(1, found=False), "3.1") == charge
    live.ok(ReportDie(1, found=False), "gaming_manager")
    assert live.who_may(ReportDie(1, found=True), "3.1") == charge


def test_1_1_gaming_supervisor_at_the_desk_and_in_the_log() -> None:
    """What is not theirs is refused at the desk; made up in a log, the verifier finds it."""
    live = desk("dragon-fire")
    live.ok(RaiseConcern(1, "dispute", "paid short"), 1)
    assert live.no(ChangeLimits({"dragon": (1_00, 100_00, 0)}), "gaming_supervisor") == "7.5"
    live.ok(AnswerConcern(live.life.waiting.concerns[0].number, "looked at"), "gaming_supervisor")
    live.sound()
    forged = Forged("dragon-fire", betting)
    forged.add("limits-changed", ("x", "gaming_supervisor"), limits={"dragon": [1_00, 100_00, 0]})
    assert forged.found() == {"role"}
