"""The entry terminal: start game, lights, a display that errs (1.1, 2.2, 2.3, 4.2, 4.4.3, 8.1, 8.3, 10.2, 10.4)."""

from __future__ import annotations

from feltwork.outcomes import THROWS
from feltwork.table.live.commands import (
    CallNoRoll,
    ChangeLimits,
    CheckDie,
    ClearFault,
    CloseBets,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    HandDice,
    OpenBets,
    OpenPlay,
    PlaceWager,
    ReadDisplay,
    ReportFault,
    ReportThrow,
    ThrowDice,
)
from feltwork.table.live.events import (
    AreasLit,
    BetsOpened,
    DiceHanded,
    DiceThrown,
    DisplayRead,
    InspectorNotified,
    ThrowReported,
)
from feltwork.table.live.narrate import tell
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.wagers.arms import Result
from tests.rules.live import FLOOR_ROLES, MANAGERS, MONEY, Live, dragon
from tests.rules.terms import defined

BOSS = "gaming_manager"


def lit(live: Live, first: int, second: int) -> set[tuple[str, int | None]]:
    """The areas that light up for these dice."""
    areas = next(event for event in live.thrown().called(first, second) if isinstance(event, AreasLit))
    assert (areas.dice, areas.clause) == ((first, second), "2.3")
    return set(areas.areas)


def test_1_1_assistant_gaming_manager() -> None:
    """The manager of a pit has a casino supervisor's powers, and not those kept for others."""
    defined("dragon-fire", "Assistant Gaming Manager")
    live = dragon()
    live.ok(ChangeLimits({"dragon": (1, 50_00, 0)}), "assistant_gaming_manager")
    assert live.no(CheckDie(1), "assistant_gaming_manager") == "3.4.3"
    assert live.no(CloseBets(), "assistant_gaming_manager") == "8.2"


def test_1_1_inspector() -> None:
    """An inspector is told of a fault and takes no part in the game."""
    defined("dragon-fire", "inspector")
    live = dragon().bets(1, "dragon")
    told = live.ok(ReportFault("dark"), "dealer")[-1]
    assert told == InspectorNotified("dark", "10.3")
    for command in (CallNoRoll("cocked"), OpenBets(), PlaceWager(1, "dragon", 10_00)):
        assert live.no(command, "inspector") == "10.3"
    assert live.no(ClearFault("mended"), "inspector") == "not in the book"


def test_1_1_wnd() -> None:
    """A winning number display has the last twenty results to show, the present one at the end; it decides nothing."""
    defined("dragon-fire", "WND")
    live = dragon().bets(1, "dragon").with_shooter(1, None)
    thrown = [(first, second) for first in (1, 2, 3) for second in (1, 2, 3)] * 3
    for first, second in thrown:
        live.rolled(first, second).bets(1, "dragon", 1_00)
        assert live.life.gear.recent[-1] == (first, second)
    assert live.life.gear.recent == tuple(thrown[-20:])
    assert live.no(ReadDisplay(1, 1), 1) == "10.4"
    chips = live.chips
    assert live.ok(ReadDisplay(6, 6), "system") == (DisplayRead((6, 6), True, "10.4"),), "it errs, and is noted"
    assert (live.life.gear.recent[-1], live.chips) == ((3, 3), chips)


def test_2_3() -> None:
    """With both numbers entered every winning area lights up and no other, whether chips lie there or not."""
    live = Live("dragon-fire", roles=FLOOR_ROLES).prepared(without="lit areas")
    assert live.no(OpenPlay(), BOSS) == "2.3"
    for first, second in THROWS:
        full = dragon().bets(2, "fire").bets(2, "low-pair").bets(2, "high-pair")
        for face in range(1, 7):
            full.bets(2, "specific-pair", 5_00, face)
        for number in range(3, 12):
            full.bets(2, "total", 5_00, number)
        events = full.with_shooter(1, "dragon").thrown().called(first, second)
        won = {
            (line.wager, line.on)
            for event in events
            if isinstance(event, RoundSettled)
            for line in event.lines
            if line.result is Result.WIN
        }
        (shown,) = [event for event in events if isinstance(event, AreasLit)]
        assert set(shown.areas) == won
        assert lit(dragon().with_shooter(1, "dragon"), first, second) == won
    frozen = dragon(3).with_shooter(1, "dragon").rolled(3, 4)
    assert lit(frozen, 1, 2) == {("dragon", None), ("total", 3)}
    tail = dragon().bets(2, "dragons-tail").with_shooter(1, "fire").rolled(4, 4).bets(1, "fire")
    assert ("dragons-tail", None) in lit(tail, 1, 4)
    assert ("dragons-tail", None) not in lit(dragon().bets(2, "dragons-tail").with_shooter(1, "fire"), 1, 4)


def test_4_2() -> None:
    """Dice must leave the hand together and reach the far wall: where they did not, that is kept with the no roll."""
    for reason, clause in (("not thrown together", "5.3.1"), ("did not reach the end", "5.3.2")):
        live = dragon().with_shooter(1, "dragon").thrown()
        assert live.ok(ReportThrow(reason), "dealer") == (ThrowReported(reason, clause, must=False),)
        (invalid,) = live.ok(CallNoRoll(reason), "dealer")
        assert isinstance(invalid, RoundInvalid)
        assert (invalid.reason, invalid.clause) == (reason, clause)


def test_4_4_3() -> None:
    """Each die has one uppermost face and no more: a result is two numbers from 1 to 6, told twice alike."""
    live = dragon().with_shooter(1, "dragon").thrown()
    for wrong in (EnterResult(0, 3), EnterResult(3, 7), EnterResult(-1, 3)):
        assert live.no(wrong, "dealer") == "2.5"
    live.ok(EnterResult(3, 4), "dealer")
    assert live.no(ConfirmResult(3, 3), "dealer") == "4.4.1"
    assert live.no(ConfirmResult(4, 3), "dealer") == "4.4.1"
    live.ok(ConfirmResult(3, 4), "dealer")
    assert live.game.area_state == "frozen"


def test_8_1() -> None:
    """Every game starts with the dealer's call and press; until then no more bets cannot end it."""
    live = Live("dragon-fire", roles=FLOOR_ROLES).in_play()
    assert live.life.gear.bets_open
    live.with_shooter(1, "dragon").rolled(1, 1)
    assert not live.life.gear.bets_open
    live.bets(1, "dragon")
    assert live.no(CloseBets(), "dealer") == "8.1"
    assert live.who_may(OpenBets(), "8.1") == {"dealer"}
    assert live.ok(OpenBets(), "dealer") == (BetsOpened("8.1"),)
    assert live.no(OpenBets(), "dealer") == "8.1"
    live.ok(CloseBets(), "dealer")
    assert live.no(OpenBets(), "dealer") == "8.1"
    live.thrown()
    assert live.no(OpenBets(), "dealer") == "8.1"
    live.called(1, 2)
    live.ok(OpenBets(), "dealer")
    assert isinstance(live.asks(CorrectResult(1, 1, "in time"), BOSS), tuple), "a round begins with no more bets"
    live.bets(1, "dragon").ok(CloseBets(), "dealer")
    assert live.no(CorrectResult(1, 1, "too late"), BOSS) == "10.1"


def test_8_3() -> None:
    """After no more bets dealer or supervisor passes the dice; before that the shooter does not throw them."""
    live = dragon().with_shooter(1, "dragon")
    assert live.no(HandDice(), "dealer") == "8.3"
    live.ok(CloseBets(), "dealer")
    assert live.no(ThrowDice(), 1) == "8.3"
    assert live.who_may(HandDice(), "8.3") == {"dealer", *MANAGERS}
    assert live.ok(HandDice(), BOSS) == (DiceHanded(1, "8.3"),)
    assert live.no(HandDice(), "dealer") == "8.3"
    assert live.ok(ThrowDice(), 1) == (DiceThrown(1),)
    live.called(1, 1)
    live.betting().bets(1, "dragon").ok(CloseBets(), "dealer")
    assert live.no(ThrowDice(), 1) == "8.3"
    nobody = dragon()
    assert nobody.no(HandDice(), "dealer") == "8.3"


def test_10_2() -> None:
    """Lights that fail or err change nothing: all is settled by the dice, and then play stops."""
    for when in ("before", "after"):
        live = dragon().bets(2, "fire").with_shooter(1, "dragon").thrown()
        if when == "before":
            live.ok(ReportFault("the wrong areas are lit"), "dealer")
        live.called(6, 6)
        if when == "after":
            live.ok(ReportFault("the wrong areas are lit"), "dealer")
        assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 10_00)
        assert (live.no(OpenBets(), "dealer"), live.no(PlaceWager(1, "dragon", 10_00), 1)) == ("10.3", "10.3")
        live.ok(ClearFault("lamp changed"), BOSS)
        live.ok(OpenBets(), "dealer")


def test_10_4() -> None:
    """A display that shows other dice is disregarded: it is noted, and the dice as entered stand."""
    live = dragon().bets(2, "fire").with_shooter(1, "dragon")
    assert live.no(ReadDisplay(1, 1), "dealer") == "not in the book"
    live.thrown().ok(EnterResult(6, 5), "dealer")
    assert live.who_may(ReadDisplay(1, 1), "10.4") == {"dealer", "system", *MANAGERS}
    assert live.no(ReadDisplay(0, 7), "system") == "2.5"
    (read,) = live.ok(ReadDisplay(1, 1), "system")
    assert read == DisplayRead((1, 1), True, "10.4")
    assert "disregarded" in tell(read)[0]
    live.ok(ConfirmResult(6, 5), "dealer")
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 10_00)
    assert live.ok(ReadDisplay(5, 6), "system") == (DisplayRead((5, 6), False, "10.4"),)
    live.ok(ReadDisplay(2, 2), "system")
    assert live.life.gear.recent == ((6, 5),)
    live.ok(CorrectResult(5, 5, "misread"), BOSS)
