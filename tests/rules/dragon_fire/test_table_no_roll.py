"""Rolls that may or must be called no roll (5.1, 5.3, 5.4)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    CallNoRoll,
    ConfirmResult,
    EnterResult,
    ReportDie,
    ReportThrow,
    SelectDice,
    ThrowDice,
)
from feltwork.table.play.events import RoundInvalid
from tests.rules.live import MANAGERS, MONEY, Live, dragon


def in_the_air() -> Live:
    """Wagers of every kind, a Tail among them, and the dice in the air."""
    live = dragon().bets(2, "fire").bets(2, "total", 10_00, 7).bets(2, "dragons-tail").bets(1, "low-pair")
    return live.with_shooter(1, "dragon").thrown()


def no_roll(reason: str, clause: str, *, must: bool) -> Live:
    """Called by dealer or supervisor, it voids all wagers but the Tail; the shooter keeps the dice."""
    seen = in_the_air()
    seen.ok(ReportThrow(reason), "dealer")
    if must:
        assert seen.no(EnterResult(3, 4), "dealer") == clause
    else:
        seen.called(3, 4)
    live = in_the_air()
    assert live.conduct.no_result[reason].must is must
    assert live.who_may(CallNoRoll(reason), "5.1") == {"dealer", *MANAGERS}
    assert live.no(CallNoRoll(f"not {reason}"), "dealer") == "5.2"
    for entered in (False, True):
        if entered:
            live.bets(1, "dragon").thrown().ok(EnterResult(3, 4), "dealer")
        (invalid,) = live.ok(CallNoRoll(reason), "dealer" if entered else "gaming_manager")
        assert isinstance(invalid, RoundInvalid)
        assert (invalid.reason, invalid.clause) == (reason, clause)
        assert {(line.result, line.winnings, line.clause) for line in invalid.lines} == {("void", 0, "5.2")}
        assert (live.lies, live.game.balances) == ({(2, "dragons-tail", None): 10_00}, {1: MONEY, 2: MONEY - 10_00})
        assert (live.life.shooter.seat, live.hand, live.game.closed) == (1, [1, 2], False)
        assert live.no(CallNoRoll(reason), "dealer") == "5.2"
        assert (live.no(EnterResult(3, 4), "dealer"), live.no(ConfirmResult(3, 4), "dealer")) == ("4.4.1", "4.4.1")
    return live


def test_5_1() -> None:
    """A roll is invalid once dealer or casino supervisor calls it, and not before: else it counts."""
    live = in_the_air()
    assert live.no(CallNoRoll("bad luck"), "dealer") == live.no(CallNoRoll(""), "dealer") == "5.2"
    live.called(1, 1)
    assert live.lies == {}
    assert live.no(CallNoRoll("cocked"), "dealer") == "5.2"
    assert dragon().no(CallNoRoll("cocked"), "dealer") == "5.2"
    frozen = dragon().with_shooter(1, "dragon").rolled(3, 4).thrown()
    assert frozen.who_may(CallNoRoll("cocked"), "5.1") == {"dealer", *MANAGERS}
    frozen.ok(CallNoRoll("cocked"), "gaming_manager")
    assert (frozen.game.area_state, frozen.rail(1), frozen.life.shooter.seat) == ("open", MONEY, 1)


def test_5_3_1() -> None:
    """Dice that did not leave the hand together: no roll may be called."""
    no_roll("not thrown together", "5.3.1", must=False)


def test_5_3_2() -> None:
    """A die that did not strike an end of the table: no roll may be called, or the roll counts."""
    no_roll("did not reach the end", "5.3.2", must=False)


def test_5_3_3() -> None:
    """A roll found irregular for any other reason: no roll may be called."""
    no_roll("irregular throw", "5.3.3", must=False)


def test_5_3_4() -> None:
    """Any other irregularity: no roll may be called."""
    no_roll("other irregularity", "5.3.4", must=False)


def test_5_4_1() -> None:
    """A die off the table: no roll must be called, so with one reported there is no result to enter."""
    no_roll("off the table", "5.4.1", must=True)
    live = in_the_air()
    live.ok(ReportDie(2, found=False), "dealer")
    assert live.no(EnterResult(3, 4), "dealer") == "5.4.1"


def test_5_4_2() -> None:
    """One die on the other: no roll must be called."""
    no_roll("one die on the other", "5.4.2", must=True)


def test_5_4_3() -> None:
    """A die in the wagering area: no roll must be called."""
    no_roll("in the wagering area", "5.4.3", must=True)


def test_5_4_4() -> None:
    """A die on the chips of the float: no roll must be called."""
    no_roll("on the float", "5.4.4", must=True)


def test_5_4_5() -> None:
    """A die in the bowl or on a rail: no roll must be called."""
    no_roll("in the bowl or on a rail", "5.4.5", must=True)


def test_5_4_6() -> None:
    """A die cocked so that its fall cannot be called: no roll must be called."""
    no_roll("cocked", "5.4.6", must=True)


def test_5_4_7() -> None:
    """Dice rolled by anybody but the shooter: no roll must be called, and the dice stay the shooter's."""
    live = no_roll("thrown by another", "5.4.7", must=True).bets(1, "dragon")
    assert live.no(ThrowDice(), 2) == "5.4.7"
    assert live.thrown().life.shooter.seat == 1


def test_5_4_8() -> None:
    """A fraudulent device or technique: no roll must be called."""
    no_roll("fraud", "5.4.8", must=True)


def test_5_4_9() -> None:
    """Dice not approved for the game: no roll must be called, and a die not of the set cannot be selected."""
    live = no_roll("dice not approved", "5.4.9", must=True)
    for dice in ([1, 6], [0, 1], [7, 8]):
        assert live.no(SelectDice(1, dice), 1) == "3.3"
