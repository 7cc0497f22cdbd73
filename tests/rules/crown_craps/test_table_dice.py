"""Dice off the table: looked for, replaced, found, checked (5.4.2(a))."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.table.live.commands import (
    AcceptDice,
    AssignCrew,
    BringDice,
    CallNoRoll,
    CheckDie,
    OfferDice,
    PassDice,
    ReportDie,
    SelectDice,
    ThrowDice,
)
from feltwork.table.live.events import DiceBrought, DieChecked, DieFound, DieLost
from tests.build import checks
from tests.rules.live import PIT_BOSS, Live, crown

DICE = ("five dice", "faces adding up to 7", "faces of 19 mm")


def loses(live: Live, *dice: int) -> Live:
    """These dice went off the table."""
    for die in dice:
        live.ok(ReportDie(die, found=False), live.one_who_may(Act.OFFER_DICE))
    return live


def finds(live: Live, *dice: int) -> Live:
    for die in dice:
        live.ok(ReportDie(die, found=True), live.one_who_may(Act.OFFER_DICE))
    return live


def test_5_4_2_a_i() -> None:
    """A die gone off the table is reported, looked for and reported found; without two dice play does not go on."""
    live = crown().with_shooter(1).thrown()
    assert live.ok(ReportDie(2, found=False), "stickperson") == (DieLost(2),)
    live.ok(CallNoRoll("off the table"), "stickperson")
    assert (live.lost, live.hand, live.bowl) == ({2}, [1], {3, 4, 5})
    assert (live.no(ThrowDice(), 1), live.no(ReportDie(2, found=False), "stickperson")) == ("5.1.2", "not in the book")
    assert live.no(ReportDie(3, found=True), "stickperson") == "not in the book"
    assert live.ok(ReportDie(2, found=True), "stickperson") == (DieFound(2),)
    assert live.no(ReportDie(2, found=True), "stickperson") == "not in the book"
    mini = loses(crown(variant="mini").with_shooter(1), 2)
    assert (mini.lost, finds(mini, 2).lost) == ({2}, set())


def test_5_4_2_a_ii() -> None:
    """Meanwhile the shooter takes new dice from those left, or asks for the same ones back."""
    live = loses(crown().with_shooter(1), 2)
    for dice in ([1, 2], [2, 3], [3]):
        assert live.no(SelectDice(1, dice), 1) == "5.1.2"
    assert live.no(SelectDice(1, [3, 5]), 2) == "5.1.2"
    kept = loses(crown().with_shooter(1), 2)
    kept.ok(SelectDice(1, [1, 4]), 1)
    live.ok(SelectDice(1, [3, 5]), 1)
    assert (live.hand, live.bowl, kept.thrown().hand) == ([3, 5], {1, 4}, [1, 4])
    live.thrown()
    live = finds(loses(crown().with_shooter(1), 1, 2), 1, 2)
    live.ok(CheckDie(1, to_shooter=True), "boxperson")
    assert live.no(ThrowDice(), 1) == "5.1.2"
    live.ok(CheckDie(2, to_shooter=True), "boxperson")
    assert live.thrown().hand == [1, 2]
    live = loses(crown().with_shooter(1), 2)
    live.ok(SelectDice(1, [3, 5]), 1)
    assert live.no(SelectDice(1, [1, 4]), 1) == "5.1.2", "the new dice are kept as the old ones were"
    finds(live, 2).ok(CheckDie(2), "boxperson")
    live.ok(SelectDice(1, [1, 2]), 1)
    assert (live.hand, live.bowl) == ([1, 2], {3, 4, 5}), "the original dice again, after new ones"
    assert live.no(SelectDice(1, [3, 5]), 1) == "5.1.2"


def test_5_4_2_a_iii() -> None:
    """A die found is of no use until the boxperson checked it; it goes to the player who asks, else into the bowl."""
    live = finds(loses(crown().with_shooter(1), 2), 2)
    assert (live.no(SelectDice(1, [1, 2]), 1), live.no(ThrowDice(), 1)) == ("5.1.2", "5.1.2")
    assert live.who_may(CheckDie(2), "5.4.2(a)(iii)") == {"boxperson"}
    assert live.no(CheckDie(3), "boxperson") == "5.4.2(a)(iii)"
    assert live.ok(CheckDie(2), "boxperson") == (DieChecked(2, to_shooter=False),)
    assert (live.hand, live.bowl, live.no(CheckDie(2), "boxperson")) == ([1], {2, 3, 4, 5}, "5.4.2(a)(iii)")
    live.ok(SelectDice(1, [1, 2]), 1)
    live = finds(loses(live, 2), 2)
    assert live.ok(CheckDie(2, to_shooter=True), "boxperson") == (DieChecked(2, to_shooter=True),)
    assert (live.hand, live.bowl) == ([1, 2], {3, 4, 5})
    nobody = finds(loses(crown(), 2), 2)
    assert nobody.no(CheckDie(2, to_shooter=True), "boxperson") == "5.4.2(a)(iii)"
    mini = finds(loses(crown(variant="mini").with_shooter(1), 2), 2)
    mini.ok(AssignCrew("boxperson", "boxperson"), "pit_boss")
    mini.ok(CheckDie(2), "boxperson")
    assert mini.bowl == {2, 3, 4, 5}


def test_5_4_2_a_iv() -> None:
    """With two dice lost a new set comes and the old one goes, but for the shooter of the moment, who plays on."""
    live = crown().bets(2, "win-line").with_shooter(1)
    assert loses(live, 4).no(BringDice(), "pit_boss") == "5.4.2(a)(iv)"
    live.rolled(2, 4)
    loses(live, 2).ok(SelectDice(1, [3, 5]), 1)
    assert isinstance(live.asks(ThrowDice(), 1), tuple)
    assert live.who_may(BringDice(), "not in the book") == {"boxperson", *PIT_BOSS}
    assert live.ok(BringDice(), "pit_boss") == (DiceBrought(6),)
    assert live.no(SelectDice(1, [3, 6]), 1) == "5.1.2"
    live.rolled(4, 4).ok(PassDice(1), 1)
    assert (live.bowl, live.hand, live.lost) == ({6, 7, 8, 9, 10}, [], set())
    assert live.no(OfferDice(), "stickperson") == "2.3", "nobody has measured the new set"
    live.ok(checks(live.life, ["five dice"], batch=2), "pit_boss")
    assert live.no(OfferDice(), "stickperson") == "2.3.1"
    live.ok(checks(live.life, ["faces adding up to 7", "faces of 19 mm"]), "pit_boss")
    live.offered(2).ok(AcceptDice(2), 2)
    assert live.no(SelectDice(2, [3, 5]), 2) == "5.1.2"
    live.ok(SelectDice(2, [6, 10]), 2)
    late = loses(crown().bets(2, "win-line").with_shooter(1), 4, 5)
    late.ok(PassDice(1), 1)
    assert late.no(OfferDice(), "stickperson") == "5.4.2(a)(iv)"
    late.ok(BringDice(), "pit_boss")
    assert late.bowl == {6, 7, 8, 9, 10}
    one_left = loses(crown().with_shooter(1), 1, 2, 3, 4)
    one_left.ok(BringDice(), "pit_boss")
    assert one_left.no(SelectDice(1, [6, 7]), 1) == "2.3"
    one_left.ok(checks(one_left.life, DICE, batch=2), "pit_boss")
    assert isinstance(one_left.asks(SelectDice(1, [6, 7]), 1), tuple), "the shooter has no dice to continue with"
