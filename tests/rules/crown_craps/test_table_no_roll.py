"""Throws that may be invalidated (5.4.1) and throws that are invalid (5.4.2)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AssignCrew,
    CallNoRoll,
    CheckDie,
    ConfirmResult,
    EnterResult,
    ReportDie,
    SelectDice,
)
from feltwork.table.play.events import RoundInvalid
from tests.rules.duties import called_off, seen
from tests.rules.live import PIT_BOSS, Live, crown


def on_six(variant: str | None = None) -> Live:
    """A point of 6, wagers that any throw would move, and the dice in the air."""
    live = crown(variant=variant).with_shooter(1).rolled(2, 4)
    return live.bets(2, "field").bets(2, "come", 5_00).bets(1, "buy", 20_00, 8).thrown()


def no_roll(reason: str, clause: str, *, must: bool) -> Live:
    """Called by boxperson or stickperson, it changes nothing: wagers, point, shooter and money stand."""
    seen(on_six(), reason, clause, must=must)
    live = called_off(on_six, {"stickperson", "boxperson", *PIT_BOSS}, "5.4.1(c)", "5.3.1(a)", reason, clause)
    assert live.conduct.no_result[reason].must is must
    puck = live.game.area
    mini = on_six("mini")
    lies, chips = mini.lies, mini.chips
    mini.ok(AssignCrew("boxperson", "boxperson"), "pit_boss")
    assert mini.who_may(CallNoRoll(reason)) >= {"dealer", "boxperson"}
    assert mini.ok(CallNoRoll(reason), "dealer") == (RoundInvalid(reason, (), puck, clause, "no roll"),)
    assert (mini.lies, mini.chips, mini.game.area_state, mini.game.closed) == (lies, chips, 6, False)
    return live


def test_5_4_1_a() -> None:
    """Dice that did not leave the hand together may be called off, or the throw counts."""
    no_roll("not thrown together", "5.4.1(a)", must=False)
    live = on_six()
    live.called(3, 4)
    assert live.lies == {}


def test_5_4_1_b() -> None:
    """So may a throw with a die that struck no end of the table."""
    no_roll("did not reach the end", "5.4.1(b)", must=False)


def test_5_4_1_c() -> None:
    """And one that boxperson or stickperson finds irregular; without a throw there is nothing to find so."""
    no_roll("irregular throw", "5.4.1(c)", must=False)
    assert crown().with_shooter(1).no(CallNoRoll("irregular throw"), "boxperson") == "5.4.1(c)"


def test_5_4_2_a() -> None:
    """A die off the table: the roll is invalid, so with one reported there is no result to enter or confirm."""
    no_roll("off the table", "5.4.2(a)", must=True)
    live = on_six()
    live.ok(ReportDie(2, found=False), "stickperson")
    assert live.no(EnterResult(3, 4), "stickperson") == "5.4.2(a)"
    back = on_six()
    for found in (False, True):
        back.ok(ReportDie(2, found=found), "stickperson")
    back.ok(CheckDie(2, to_shooter=True), "boxperson")
    late = on_six()
    late.ok(EnterResult(3, 4), "stickperson")
    late.ok(ReportDie(2, found=False), "stickperson")
    settles = (back.asks(EnterResult(3, 4), "stickperson"), late.asks(ConfirmResult(3, 4), "stickperson"))
    assert [isinstance(answer, tuple) for answer in settles] == [False, False]


def test_5_4_2_b() -> None:
    """One die on the other: invalid."""
    no_roll("one die on the other", "5.4.2(b)", must=True)


def test_5_4_2_c() -> None:
    """A die on the chips of the float: invalid."""
    no_roll("on the float", "5.4.2(c)", must=True)


def test_5_4_2_d() -> None:
    """A die in the bowl: invalid."""
    no_roll("in the bowl", "5.4.2(d)", must=True)


def test_5_4_2_e() -> None:
    """A die on a rail: invalid."""
    no_roll("on a rail", "5.4.2(e)", must=True)


def test_5_4_2_f() -> None:
    """A die with more than one side against chips or an object: invalid."""
    no_roll("on chips or an object", "5.4.2(f)", must=True)


def test_5_4_2_g() -> None:
    """A fraudulent device or technique: invalid."""
    no_roll("fraud", "5.4.2(g)", must=True)


def test_5_4_2_h() -> None:
    """Dice not approved for the game: invalid, and a die not of the set cannot be selected."""
    live = no_roll("dice not approved", "5.4.2(h)", must=True)
    for dice in ([1, 6], [0, 1], [7, 8]):
        assert live.no(SelectDice(1, dice), 1) == "5.1.2"
