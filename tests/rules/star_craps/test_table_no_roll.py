"""Throws that may or must be called no roll (5.2, 5.3)."""

from __future__ import annotations

from feltwork.games.star_craps.conduct import CONDUCT as STAR_CRAPS
from feltwork.table.live.commands import EnterResult, ReportDie, SelectDice, ThrowDice
from tests.rules.duties import called_off, seen
from tests.rules.live import SUPERVISORS, Live, opened


def on_six() -> Live:
    """A point of 6, wagers that any throw would move, and the dice in the air."""
    live = opened().with_shooter(1).rolled(2, 4)
    return live.bets(2, "field").bets(2, "come", 5_00).bets(1, "buy", 20_00, 8).thrown()


def no_roll(reason: str, clause: str, *, must: bool) -> Live:
    """Called by stickperson or supervisor, it changes nothing: wagers, point, shooter and money stand."""
    seen(on_six(), reason, clause, must=must)
    assert STAR_CRAPS.no_result[reason].must is must
    return called_off(on_six, {"stickperson", *SUPERVISORS}, "5.1", "4.4.1", reason, clause)


def test_5_2_1() -> None:
    """Dice that did not leave the hand together: no roll may be called."""
    no_roll("not thrown together", "5.2.1", must=False)


def test_5_2_2() -> None:
    """A die that did not reach an end of the table: no roll may be called, or the throw counts."""
    no_roll("did not reach the end", "5.2.2", must=False)
    live = on_six()
    live.called(3, 4)
    assert live.lies == {}


def test_5_2_3() -> None:
    """A throw found irregular for any other reason: no roll may be called."""
    no_roll("irregular throw", "5.2.3", must=False)


def test_5_2_4() -> None:
    """Any other irregularity: no roll may be called."""
    no_roll("other irregularity", "5.2.4", must=False)


def test_5_3_1() -> None:
    """A die off the table: no roll must be called, so with one reported there is no result to enter."""
    no_roll("off the table", "5.3.1", must=True)
    live = on_six()
    live.ok(ReportDie(2, found=False), "stickperson")
    assert live.no(EnterResult(3, 4), "stickperson") == "5.3.1"


def test_5_3_2() -> None:
    """One die on the other: no roll must be called."""
    no_roll("one die on the other", "5.3.2", must=True)


def test_5_3_3() -> None:
    """A die on the chips of the float: no roll must be called."""
    no_roll("on the float", "5.3.3", must=True)


def test_5_3_4() -> None:
    """A die in the bowl or on a rail: no roll must be called."""
    no_roll("in the bowl or on a rail", "5.3.4", must=True)


def test_5_3_5() -> None:
    """A die cocked so that its fall cannot be called: no roll must be called."""
    no_roll("cocked", "5.3.5", must=True)


def test_5_3_6() -> None:
    """Dice thrown by anybody but the shooter: no roll must be called, and the dice stay the shooter's."""
    live = no_roll("thrown by another", "5.3.6", must=True)
    assert live.no(ThrowDice(), 2) == "5.3.6"
    assert live.thrown().life.shooter.seat == 1


def test_5_3_7() -> None:
    """A fraudulent device or technique: no roll must be called."""
    no_roll("fraud", "5.3.7", must=True)


def test_5_3_8() -> None:
    """Dice not approved for the game: no roll must be called, and a die not of the set cannot be selected."""
    live = no_roll("dice not approved", "5.3.8", must=True)
    for dice in ([1, 6], [0, 1], [7, 8]):
        assert live.no(SelectDice(1, dice), 1) == "3.3"
