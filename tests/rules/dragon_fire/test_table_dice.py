"""The dice: offered, selected, lost, found, replaced (3.2 to 3.5)."""

from __future__ import annotations

from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    AcceptDice,
    BringDice,
    CallNoRoll,
    CheckDie,
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
    HouseThrows,
)
from tests.build import checks
from tests.rules.live import MANAGERS, Live, dragon


def loses(live: Live, *dice: int) -> Live:
    """These dice are off the table and cannot be found."""
    for die in dice:
        live.ok(ReportDie(die, found=False), "dealer")
    return live


def found(live: Live, die: int) -> Live:
    live.ok(ReportDie(die, found=True), "dealer")
    return live


def asked(live: Live) -> DiceOffered:
    """The next offer, which is turned down."""
    (offer,) = live.ok(OfferDice(), "dealer")
    assert isinstance(offer, DiceOffered)
    assert live.ok(RejectDice(offer.seat), offer.seat) == (DiceRejected(offer.seat),)
    return offer


def around() -> Live:
    """Eight at the table, nobody has thrown yet; seats 7, 4, 3 and 1 have a Dragon or a Fire wager."""
    return dragon(8).bets(7, "fire").bets(4, "dragon").bets(3, "fire").bets(1, "dragon").bets(8, "total", 5_00, 7)


def test_3_2() -> None:
    """At the commencement the dice go first to the player on the dealer's right with a Dragon or Fire wager."""
    assert dragon().no(OfferDice(), "dealer") == "3.2"
    live = around()
    (offer,) = live.ok(OfferDice(), "dealer")
    assert isinstance(offer, DiceOffered)
    assert (offer.seat, live.no(OfferDice(), "dealer")) == (7, "3.2")
    for other in set(range(1, 9)) - {7}:
        assert (live.no(AcceptDice(other), other), live.no(RejectDice(other), other)) == ("3.2", "3.2")
        assert live.no(AcceptDice(7), other) == "3.2"
    live.ok(AcceptDice(7), 7)
    assert live.no(OfferDice(), "dealer") == "3.2"
    assert dragon(8).bets(7, "dragon").bets(8, "fire").offered(8).life.shooter.offered == 8
    again = dragon(3).with_shooter(2, "dragon").rolled(6, 6).shut().prepared()
    again.ok(OpenPlay(), "gaming_manager")
    assert again.seated(1, 3).bets(1, "fire").bets(3, "fire").offered(3).life.shooter.refused == set()
    assert offer.clause == "3.2"


def test_3_2_1() -> None:
    """Turned down there, they go to the next on the right who has such a wager."""
    live = around()
    first, second = asked(live), asked(live)
    assert (first.seat, second.seat) == (7, 4)
    assert second.clause == "3.2.1"


def test_3_2_2() -> None:
    """And on anti-clockwise, past those without one, nobody twice."""
    live = around()
    offers = [asked(live) for _ in range(4)]
    assert [offer.seat for offer in offers] == [7, 4, 3, 1]
    assert live.asks(OfferDice(), "dealer") == (HouseThrows("3.8"),)
    assert [offer.clause for offer in offers[2:]] == ["3.2.2", "3.2.2"]


def test_3_3() -> None:
    """Whoever first accepts is the shooter and keeps two dice of the five; three go back into the bowl."""
    live = dragon().bets(1, "dragon").offered(1)
    assert live.no(SelectDice(1, [1, 2]), 1) == "3.3"
    assert live.ok(AcceptDice(1), 1) == (DiceAccepted(1),)
    assert (live.life.shooter.seat, live.no(ThrowDice(), 1), live.no(SelectDice(1, [1, 2]), 2)) == (1, "3.3", "3.3")
    for dice in ([], [1], [1, 1], [1, 2, 3], [1, 1, 2], [0, 1], [5, 6]):
        assert live.no(SelectDice(1, dice), 1) == "3.3"
    assert live.ok(SelectDice(1, [4, 2]), 1) == (DiceSelected((4, 2)),)
    for _ in range(2):
        assert (live.hand, live.bowl) == ([4, 2], {1, 3, 5})
        assert live.no(SelectDice(1, [1, 3]), 1) == "3.3", "the two are kept between rolls too"
        assert live.thrown().no(SelectDice(1, [1, 3]), 1) == "3.3"
        live.called(4, 5)
        live.bets(1, "dragon")
    live = dragon().bets(1, "dragon").bets(2, "fire").offered(2)
    assert live.no(AcceptDice(1), 1) == "3.2", "the dice are offered to another"


def test_3_4_1() -> None:
    """A die gone off the table is reported and looked for at once, and play does not go on without two."""
    live = dragon().with_shooter(1, "dragon")
    assert live.who_may(ReportDie(2, found=False), "3.1") == {"dealer", *MANAGERS}
    assert live.ok(ReportDie(2, found=False), "dealer") == (DieLost(2),)
    assert (live.lost, live.hand, live.bowl) == ({2}, [1], {3, 4, 5})
    assert (live.no(ThrowDice(), 1), live.no(ReportDie(2, found=False), "dealer")) == ("3.3", "not in the book")
    assert (live.no(ReportDie(3, found=True), "dealer"), live.no(CheckDie(2), "gaming_supervisor")) == (
        "not in the book",
        "3.4.3",
    )
    assert live.ok(ReportDie(2, found=True), "dealer") == (DieFound(2),)


def test_3_4_2() -> None:
    """Meanwhile the shooter takes new dice from those left, or has the same ones back, and throws on."""
    live = dragon().with_shooter(1, "dragon").thrown()
    loses(live, 2).ok(CallNoRoll("off the table"), "dealer")
    live.bets(1, "dragon")
    for dice in ([1, 2], [2, 3], [3]):
        assert live.no(SelectDice(1, dice), 1) == "3.3"
    live.ok(SelectDice(1, [3, 5]), 1)
    assert (live.hand, live.bowl, live.rolled(1, 1).life.shooter.seat) == ([3, 5], {1, 4}, 1)
    live = found(found(loses(dragon().with_shooter(1, "fire"), 1, 2), 1), 2)
    for die in (1, 2):
        assert live.no(ThrowDice(), 1) == "3.3"
        live.ok(CheckDie(die, to_shooter=True), "gaming_supervisor")
    assert live.thrown().hand == [1, 2]
    live = loses(dragon().with_shooter(1, "fire"), 2)
    live.ok(SelectDice(1, [3, 5]), 1)
    assert live.no(SelectDice(1, [1, 4]), 1) == "3.3", "the new dice are kept as the old ones were"
    found(live, 2).ok(CheckDie(2), "gaming_supervisor")
    live.ok(SelectDice(1, [1, 2]), 1)
    assert (live.hand, live.bowl) == ([1, 2], {3, 4, 5}), "the original dice again, after new ones"
    assert live.no(SelectDice(1, [3, 5]), 1) == "3.3"


def test_3_4_3() -> None:
    """A die that was found is of no use until the gaming supervisor, and nobody else, has checked it."""
    live = found(loses(dragon().with_shooter(1, "dragon"), 2), 2)
    assert (set(live.life.dice.unchecked), 2 in live.life.dice.usable()) == ({2}, False)
    assert (live.no(SelectDice(1, [1, 2]), 1), live.no(ThrowDice(), 1)) == ("3.3", "3.3")
    checkers = live.who_may(CheckDie(2), "3.4.3")
    assert live.no(CheckDie(3), "gaming_supervisor") == "3.4.3"
    assert live.ok(CheckDie(2), "gaming_supervisor") == (DieChecked(2, to_shooter=False),)
    assert live.no(CheckDie(2), "gaming_supervisor") == "3.4.3"
    live.ok(SelectDice(1, [1, 2]), 1)
    assert checkers == {"gaming_supervisor"}


def test_3_4_3_1() -> None:
    """The player who asks for it gets the die back; one who has two already does not get a third."""
    live = found(loses(dragon().with_shooter(1, "dragon"), 2), 2)
    assert live.ok(CheckDie(2, to_shooter=True), "gaming_supervisor") == (DieChecked(2, to_shooter=True),)
    assert (live.hand, live.bowl, bool(live.life.dice.unchecked)) == ([1, 2], {3, 4, 5}, False)
    live = loses(dragon().with_shooter(1, "dragon"), 2)
    live.ok(SelectDice(1, [1, 3]), 1)
    assert isinstance(found(live, 2).asks(CheckDie(2, to_shooter=True), "gaming_supervisor"), Refusal)


def test_3_4_3_2() -> None:
    """Otherwise it goes into the bowl, as it must when no player is there to ask for it."""
    live = found(loses(dragon().with_shooter(1, "dragon"), 2), 2)
    live.ok(CheckDie(2), "gaming_supervisor")
    assert (live.hand, live.bowl, live.no(ThrowDice(), 1)) == ([1], {2, 3, 4, 5}, "3.3")
    live = found(loses(dragon(), 2), 2)
    live.no(CheckDie(2, to_shooter=True), "gaming_supervisor")
    live.ok(CheckDie(2), "gaming_supervisor")
    assert (live.hand, live.bowl) == ([], {1, 2, 3, 4, 5})


def test_3_5() -> None:
    """With two dice lost a new set comes and the old one goes, but for the shooter of the moment, who plays on."""
    live = dragon().bets(2, "dragon").with_shooter(1, "fire")
    assert loses(live, 4).no(BringDice(), "gaming_supervisor") == "3.5"
    loses(live, 2).ok(SelectDice(1, [3, 5]), 1)
    assert isinstance(live.asks(ThrowDice(), 1), tuple)
    assert live.who_may(BringDice()) == {"gaming_supervisor", *MANAGERS}
    assert live.ok(BringDice(), "gaming_supervisor") == (DiceBrought(6),)
    assert live.no(SelectDice(1, [6, 7]), 1) == "3.3"
    live.rolled(4, 4).ok(PassDice(1), 1)
    assert (live.bowl, live.lost) == ({6, 7, 8, 9, 10}, set())
    assert live.no(OfferDice(), "dealer") == "2.5", "nobody has measured the new set"
    assert live.no(checks(live.life, ["five dice"]), "casino_supervisor") == "2.5", "it is the old one"
    live.ok(checks(live.life, ["five dice"], batch=2), "casino_supervisor")
    live.bets(2, "dragon").offered(2).ok(AcceptDice(2), 2)
    assert live.no(SelectDice(2, [3, 5]), 2) == "3.3"
    live.ok(SelectDice(2, [6, 10]), 2)
    late = loses(dragon().bets(2, "dragon").with_shooter(1, "fire"), 4, 5)
    late.ok(PassDice(1), 1)
    assert late.no(OfferDice(), "dealer") == "3.5"
