"""The dice: offered, selected, lost, found, replaced (3.2 to 3.6)."""

from __future__ import annotations

from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    AcceptDice,
    BringDice,
    CheckDie,
    Leave,
    OfferDice,
    OpenPlay,
    PassDice,
    RejectDice,
    ReportDie,
    SelectDice,
    ThrowDice,
)
from feltwork.table.live.events import (
    DiceAccepted,
    DiceBrought,
    DiceOffered,
    DiceRejected,
    DiceSelected,
    DieChecked,
    DieFound,
    DieLost,
)
from tests.build import checks
from tests.rules.live import SUPERVISORS, Live, opened


def loses(live: Live, *dice: int) -> Live:
    """These dice are off the table and cannot be found."""
    for die in dice:
        live.ok(ReportDie(die, found=False), "stickperson")
    return live


def found(live: Live, die: int) -> Live:
    live.ok(ReportDie(die, found=True), "stickperson")
    return live


def test_3_2() -> None:
    """At the commencement the dice go round clockwise from the boxperson's left until one player takes them."""
    live = opened(0).seated(5, 1, 8, 3).bets(8, "win-line")
    for seat in (1, 3, 5, 8):
        assert live.ok(OfferDice(), "stickperson") == (DiceOffered(seat, "3.2"),)
        assert live.no(OfferDice(), "stickperson") == "3.2"
        for other in {1, 3, 5, 8} - {seat}:
            assert (live.no(AcceptDice(other), other), live.no(RejectDice(other), other)) == ("3.2", "3.2")
            assert live.no(AcceptDice(seat), other) == "3.2"
        if seat != 8:
            assert live.ok(RejectDice(seat), seat) == (DiceRejected(seat),)
    live.ok(AcceptDice(8), 8)
    assert live.no(OfferDice(), "stickperson") == "3.2"
    again = opened(3).with_shooter(2).rolled(3, 4).shut().prepared()
    again.ok(OpenPlay(), "boxperson")
    again.seated(1, 2, 3)
    anew = again.asks(OfferDice(), "stickperson")
    theirs = opened(2).offered(1).asks(RejectDice(1), 2)
    gone = opened(2).offered(1).emptied()
    gone.ok(Leave(1), 1)
    after = gone.asks(OfferDice(), "stickperson")
    assert (anew, isinstance(theirs, Refusal), after) == ((DiceOffered(1, "3.2"),), True, (DiceOffered(2, "3.2"),))


def test_3_3() -> None:
    """Whoever first accepts is the shooter and keeps two dice of the five; three go back into the bowl."""
    live = opened().bets(1, "win-line").offered(1)
    assert live.no(SelectDice(1, [1, 2]), 1) == "3.3"
    assert live.ok(AcceptDice(1), 1) == (DiceAccepted(1),)
    assert (live.life.shooter.seat, live.no(ThrowDice(), 1), live.no(SelectDice(1, [1, 2]), 2)) == (1, "3.3", "3.3")
    for dice in ([], [1], [1, 1], [1, 2, 3], [0, 1], [5, 6]):
        assert live.no(SelectDice(1, dice), 1) == "3.3"
    assert live.ok(SelectDice(1, [4, 2]), 1) == (DiceSelected((4, 2)),)
    for _ in range(2):
        assert (live.hand, live.bowl) == ([4, 2], {1, 3, 5})
        assert live.no(SelectDice(1, [1, 3]), 1) == "3.3", "the two are kept between throws too"
        assert live.thrown().no(SelectDice(1, [1, 3]), 1) == "3.3"
        live.called(4, 5)
    live = opened().bets(1, "win-line").bets(2, "win-line").offered(1)
    assert live.no(AcceptDice(2), 2) == "3.2", "the dice are offered to another"
    live.ok(AcceptDice(1), 1)
    assert live.no(SelectDice(1, [1, 1, 2]), 1) == "3.3"


def test_3_4_1() -> None:
    """A die gone off the table is reported and looked for at once, and play does not go on without two."""
    live = opened().with_shooter(1)
    assert live.who_may(ReportDie(2, found=False), "3.1") == {"stickperson"}
    assert live.ok(ReportDie(2, found=False), "stickperson") == (DieLost(2),)
    assert (live.lost, live.hand, live.bowl) == ({2}, [1], {3, 4, 5})
    assert (live.no(ThrowDice(), 1), live.no(ReportDie(2, found=False), "stickperson")) == ("3.3", "not in the book")
    assert (live.no(ReportDie(3, found=True), "stickperson"), live.no(CheckDie(2), "boxperson")) == (
        "not in the book",
        "3.5",
    )
    assert live.ok(ReportDie(2, found=True), "stickperson") == (DieFound(2),)


def test_3_4_2() -> None:
    """Meanwhile the shooter takes new dice from those left, or has the same ones back."""
    live = loses(opened().with_shooter(1), 2)
    for dice in ([1, 2], [2, 3], [3]):
        assert live.no(SelectDice(1, dice), 1) == "3.3"
    live.ok(SelectDice(1, [3, 5]), 1)
    assert (live.hand, live.bowl) == ([3, 5], {1, 4})
    live.thrown()
    live = found(loses(opened().with_shooter(1), 1, 2), 1)
    found(live, 2).ok(CheckDie(1, to_shooter=True), "boxperson")
    assert live.no(ThrowDice(), 1) == "3.3"
    live.ok(CheckDie(2, to_shooter=True), "boxperson")
    assert live.thrown().hand == [1, 2]
    live = loses(opened().with_shooter(1), 2)
    live.ok(SelectDice(1, [3, 5]), 1)
    assert live.no(SelectDice(1, [1, 4]), 1) == "3.3", "the new dice are kept as the old ones were"
    found(live, 2).ok(CheckDie(2), "boxperson")
    live.ok(SelectDice(1, [1, 2]), 1)
    assert (live.hand, live.bowl) == ([1, 2], {3, 4, 5}), "the original dice again, after new ones"
    assert live.no(SelectDice(1, [3, 5]), 1) == "3.3"


def test_3_5() -> None:
    """A die that was found is of no use until the boxperson has checked it."""
    live = found(loses(opened().with_shooter(1), 2), 2)
    assert live.life.dice.unchecked == {2}
    assert 2 not in live.life.dice.usable()
    assert (live.no(SelectDice(1, [1, 2]), 1), live.no(ThrowDice(), 1)) == ("3.3", "3.3")
    assert live.who_may(CheckDie(2), "3.5") == {"boxperson"}
    assert live.no(CheckDie(3), "boxperson") == "3.5"
    assert live.ok(CheckDie(2), "boxperson") == (DieChecked(2, to_shooter=False),)
    assert live.no(CheckDie(2), "boxperson") == "3.5"
    live.ok(SelectDice(1, [1, 2]), 1)


def test_3_5_1() -> None:
    """The player who asks for it gets the die back, unless with two in hand already that is refused."""
    live = found(loses(opened().with_shooter(1), 2), 2)
    assert live.ok(CheckDie(2, to_shooter=True), "boxperson") == (DieChecked(2, to_shooter=True),)
    assert (live.hand, live.bowl, bool(live.life.dice.unchecked)) == ([1, 2], {3, 4, 5}, False)
    live = loses(opened().with_shooter(1), 2)
    live.ok(SelectDice(1, [1, 3]), 1)
    assert found(live, 2).no(CheckDie(2, to_shooter=True), "boxperson") == "3.5"
    assert live.hand == [1, 3]


def test_3_5_2() -> None:
    """Otherwise it goes into the bowl, as it must when no player is there to ask for it."""
    live = found(loses(opened().with_shooter(1), 2), 2)
    live.ok(CheckDie(2), "boxperson")
    assert (live.hand, live.bowl, live.no(ThrowDice(), 1)) == ([1], {2, 3, 4, 5}, "3.3")
    live = found(loses(opened(), 2), 2)
    assert live.no(CheckDie(2, to_shooter=True), "boxperson") == "3.5"
    live.ok(CheckDie(2), "boxperson")
    assert (live.hand, live.bowl) == ([], {1, 2, 3, 4, 5})


def test_3_6() -> None:
    """With two dice lost a new set comes and the old one goes, but for the shooter of the moment, who plays on."""
    live = opened().bets(2, "win-line").with_shooter(1)
    assert loses(live, 4).no(BringDice(), "boxperson") == "3.6"
    live.thrown().called(2, 4)
    loses(live, 2).ok(SelectDice(1, [3, 5]), 1)
    at_once = live.asks(ThrowDice(), 1)
    assert live.who_may(BringDice()) == SUPERVISORS
    assert live.ok(BringDice(), "boxperson") == (DiceBrought(6),)
    assert live.no(SelectDice(1, [6, 7]), 1) == "3.3"
    live.rolled(4, 4).ok(PassDice(1), 1)
    assert (live.bowl, live.lost) == ({6, 7, 8, 9, 10}, set())
    assert live.no(OfferDice(), "stickperson") == "2.3", "nobody has measured the new set"
    assert live.no(checks(live.life, ["five dice"]), "boxperson") == "2.3", "it is the old one"
    live.ok(checks(live.life, ["five dice"], batch=2), "boxperson")
    live.offered(2).ok(AcceptDice(2), 2)
    assert live.no(SelectDice(2, [3, 5]), 2) == "3.3"
    live.ok(SelectDice(2, [6, 10]), 2)
    late = loses(opened().bets(2, "win-line").with_shooter(1), 4, 5)
    late.ok(PassDice(1), 1)
    assert late.no(OfferDice(), "stickperson") == "3.6"
    late.ok(BringDice(), "boxperson")
    assert late.no(OfferDice(), "stickperson") == "2.3"
    late.ok(checks(late.life, ["five dice"], batch=2), "boxperson")
    late.offered(2).ok(AcceptDice(2), 2)
    theirs = late.asks(SelectDice(2, [6, 7]), 2)
    assert (isinstance(at_once, tuple), isinstance(theirs, tuple)) == (True, True)
