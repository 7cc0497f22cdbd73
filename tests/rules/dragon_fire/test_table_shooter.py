"""Passing the dice on (3.6 to 3.8), the right to throw and the call (4), a second 7 (6.2.5.4), a round (8.2 to 8.5)."""

from __future__ import annotations

from feltwork.outcomes import THROWS
from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    AcceptDice,
    CloseBets,
    ConfirmResult,
    EnterResult,
    HandDice,
    OfferDice,
    OrderPass,
    PassDice,
    PlaceWager,
    RejectDice,
    RemoveWager,
    ThrowDice,
)
from feltwork.table.live.events import AreasLit, DiceOffered, DicePassed, DiceThrown, HouseThrows, ResultEntered
from feltwork.table.live.narrate import tell
from feltwork.table.play.events import BetsClosed, RoundInvalid, RoundSettled
from tests.rules.live import MANAGERS, MONEY, Live, dragon

BY_LOSS = "lost the roll after a 7"


def sevened(wager: str = "dragon") -> Live:
    """Seat 1 has thrown a 7 with this wager, which is frozen."""
    return dragon(3).with_shooter(1, wager).rolled(3, 4)


def house() -> Live:
    """Seat 1 left a frozen Dragon wager, was ordered to pass the dice; nobody else may have them."""
    live = sevened()
    live.ok(OrderPass("unreasonable delay"), "gaming_manager")
    assert live.ok(OfferDice(), "dealer") == (HouseThrows("3.8"),)
    return live


def offers(live: Live, count: int) -> list[tuple[int, str]]:
    """The next so many offers, each turned down."""
    made = []
    for _ in range(count):
        (offer,) = live.ok(OfferDice(), "dealer")
        assert isinstance(offer, DiceOffered)
        made.append((offer.seat, offer.clause))
        live.ok(RejectDice(offer.seat), offer.seat)
    return made


def test_3_6() -> None:
    """After any roll but a 7 the shooter goes on or passes; the wagers stay as they are."""
    for dice in THROWS:
        live = dragon().bets(2, "total", 10_00, 5).with_shooter(1, "dragon").thrown()
        assert (live.no(PassDice(1), 1), live.no(PassDice(2), 2), live.no(PassDice(1), 2)) == ("3.6", "3.6", "3.6")
        live.called(*dice)
        assert (live.life.shooter.seat, live.no(PassDice(1), 2)) == (1, "3.6"), "nobody passes another's dice"
        if sum(dice) != 7:
            chips, lies = live.chips, live.lies
            assert live.who_may(PassDice(1), "3.6") == {"player"}
            assert live.who_may(PassDice(1, asked="enough"), "3.6") == {"player", "dealer"}
            assert live.ok(PassDice(1), 1) == (DicePassed(1, "3.6", "passed"),)
            assert (live.chips, live.lies, live.hand) == (chips, lies, [])
            assert (live.no(PassDice(1), 1), live.no(ThrowDice(), 1)) == ("3.6", "3.7.1")


def test_3_6_1() -> None:
    """A 7 means another roll by the same shooter, who gives up the dice if Dragon or Fire then loses."""
    for wager, lost in (("dragon", range(7, 13)), ("fire", range(2, 8))):
        for dice in THROWS:
            live = sevened(wager)
            assert (live.life.shooter.seat, live.no(PassDice(1), 1)) == (1, "3.6.1")
            passed = [event for event in live.thrown().called(*dice) if isinstance(event, DicePassed)]
            assert passed == ([DicePassed(1, "3.6.1", BY_LOSS)] if sum(dice) in lost else [])
            assert live.life.shooter.seat == (None if sum(dice) in lost else 1)
            assert dragon().with_shooter(1, wager).rolled(*dice).life.shooter.seat == 1
    for dice in THROWS:
        both = dragon().bets(1, "fire").with_shooter(1, "dragon").rolled(3, 4).rolled(*dice)
        assert both.life.shooter.seat is None
    others = dragon().bets(2, "fire").with_shooter(1, "dragon").rolled(3, 4).rolled(1, 1)
    assert (others.life.shooter.seat, others.no(ThrowDice(), 1), others.lies) == (1, "4.3", {})


def test_3_6_2() -> None:
    """A casino supervisor may order the dice on and says why; a roll in the air still gets its result."""
    live = dragon().bets(2, "fire")
    assert live.no(OrderPass("unreasonable delay"), "casino_supervisor") == "3.6.2"
    live.with_shooter(1, "dragon")
    for reason in ("unreasonable delay", "repeated invalid rolls", "broke the rules"):
        assert live.who_may(OrderPass(reason), "3.6.2") == MANAGERS
        assert live.no(OrderPass(" "), "casino_supervisor") == "3.6.2"
        assert live.ok(OrderPass(reason), "casino_supervisor") == (DicePassed(1, "3.6.2", reason),)
        assert (live.life.shooter.seat, live.chips, len(live.lies)) == (None, 2 * MONEY, 2)
        live.with_shooter(2, None).ok(PassDice(2), 2)
        live.with_shooter(1, None)
    alone = dragon(1).with_shooter(1, "dragon")
    alone.ok(OrderPass("unreasonable delay"), "casino_supervisor")
    assert alone.ok(OfferDice(), "dealer") == (HouseThrows("3.8"),), "not to the one who was sent on"
    live.thrown()
    if not isinstance(live.asks(OrderPass("unreasonable delay"), "casino_supervisor"), Refusal):
        live.ok(OrderPass("unreasonable delay"), "casino_supervisor")
    live.called(1, 2)


def test_3_7_1() -> None:
    """Dice given up go to the first on the shooter's right with a Dragon or Fire wager, round the corner too."""
    live = dragon(6).bets(2, "fire").bets(5, "dragon").bets(4, "low-pair").with_shooter(3, "dragon")
    live.ok(PassDice(3), 3)
    assert live.ok(OfferDice(), "dealer") == (DiceOffered(2, "3.7.1"),)
    assert live.no(AcceptDice(5), 5) == "3.7.1"
    live.ok(AcceptDice(2), 2)
    live.ok(OrderPass("unreasonable delay"), "gaming_manager")
    assert live.ok(OfferDice(), "dealer") == (DiceOffered(5, "3.7.1"),)
    out = sevened().rolled(6, 6).bets(2, "total", 5_00, 4).bets(3, "fire")
    assert out.ok(OfferDice(), "dealer") == (DiceOffered(3, "3.7.1"),)


def test_3_7_2() -> None:
    """Whoever turns them down, the next anti-clockwise with such a wager is asked, and nobody twice."""
    live = dragon(6).bets(1, "fire").bets(2, "dragon").bets(6, "fire").bets(5, "total", 5_00, 7)
    live.with_shooter(3, "dragon").ok(PassDice(3), 3)
    assert offers(live, 4) == [(2, "3.7.1"), (1, "3.7.2"), (6, "3.7.2"), (3, "3.7.2")]
    assert live.no(AcceptDice(2), 2) == "3.7.1"


def test_3_8() -> None:
    """With nobody to take the dice the dealer rolls what is undecided out, and then stops."""
    assert dragon().no(OfferDice(), "dealer") == "3.2"
    throwers = house().who_may(ThrowDice())
    for dice, chips in (((1, 1), 3 * MONEY + 10_00), ((3, 4), 3 * MONEY - 10_00), ((6, 6), 3 * MONEY - 10_00)):
        live = house().betting()
        live.ok(CloseBets(), "dealer")
        assert live.ok(ThrowDice(), "dealer") == (DiceThrown(None),)
        live.called(*dice)
        assert (live.lies, live.chips, live.life.shooter.house_throws) == ({}, chips, False)
        assert live.no(ThrowDice(), "dealer") == "3.7.1"
        assert live.bets(2, "fire").ok(OfferDice(), "dealer") == (DiceOffered(2, "3.7.1"),)
    tail = dragon(1).bets(1, "dragons-tail")
    tail.ok(OfferDice(), "dealer")
    assert tail.rolled(4, 4).life.shooter.house_throws
    assert (tail.rolled(2, 3).life.shooter.house_throws, tail.chips) == (False, MONEY + 20_00)
    assert throwers == {"dealer"}


def test_4_1() -> None:
    """Only a player with a Dragon or Fire wager may take the dice to roll."""
    for wager in ("dragon", "fire"):
        live = dragon().bets(1, wager).offered(1)
        live.ok(RemoveWager(1, wager), 1)
        for other, on in (("low-pair", None), ("specific-pair", 3), ("total", 7), ("dragons-tail", None)):
            assert live.bets(1, other, 5_00, on).no(AcceptDice(1), 1) == "4.1"
        assert (live.life.shooter.offered, live.life.shooter.seat) == (1, None)
        live.bets(1, wager, 1_00).ok(AcceptDice(1), 1)
        assert live.life.shooter.seat == 1
    assert dragon().bets(1, "total", 5_00, 7).ok(OfferDice(), "dealer") == (HouseThrows("3.8"),)


def test_4_3() -> None:
    """For each further roll the shooter still needs such a wager up, of either kind and any size."""
    for wager in ("dragon", "fire"):
        live = dragon().with_shooter(1, wager)
        live.ok(RemoveWager(1, wager, None, 9_00), 1)
        assert isinstance(live.asks(ThrowDice(), 1), tuple)
        live.ok(RemoveWager(1, wager), 1)
        assert live.bets(1, "total", 5_00, 7).no(ThrowDice(), 1) == "4.3"
        for dice in ((1, 1), (6, 6)):
            live = dragon().with_shooter(1, wager).rolled(*dice)
            assert (live.life.shooter.seat, live.no(ThrowDice(), 1)) == (1, "4.3")
            for side in ("dragon", "fire"):
                assert isinstance(live.bets(1, side).asks(ThrowDice(), 1), tuple)
                live.ok(RemoveWager(1, side), 1)
    waits = dragon().bets(2, "dragons-tail").with_shooter(1, "dragon").rolled(1, 1)
    assert waits.no(OfferDice(), "dealer") == "3.7.1", "nobody else is there, and the Tail is decided"
    waits.bets(2, "fire")
    assert waits.ok(OfferDice(), "dealer") == (DicePassed(1, "4.3", "no line wager"), DiceOffered(2, "3.7.1"))
    frozen = sevened()
    assert frozen.no(OfferDice(), "dealer") == "3.2"
    assert frozen.no(RemoveWager(1, "dragon"), 1) == "6.4.1"
    assert frozen.thrown().life.phase == "dice out"


def test_4_4_1() -> None:
    """Dealer or supervisor calls the dice, lowest first, with the total; only the same call again settles it."""
    live = dragon().bets(2, "total", 10_00, 7).with_shooter(1, "dragon")
    assert live.no(EnterResult(5, 2), "dealer") == "4.4.1"
    live.thrown()
    assert live.no(ConfirmResult(5, 2), "dealer") == "4.4.1"
    for dice in ((0, 3), (7, 1), (3, -1), (1, 0)):
        assert live.no(EnterResult(*dice), "dealer") == "2.5"
    lies, chips = live.lies, live.chips
    (entered,) = live.ok(EnterResult(5, 2), "dealer")
    assert (live.lies, live.chips, live.no(ConfirmResult(5, 3), "dealer")) == (lies, chips, "4.4.1")
    live.ok(ConfirmResult(5, 2), "dealer")
    assert (live.rail(2), live.lies) == (MONEY + 40_00, {(1, "dragon", None): 10_00})
    assert "2-5" in tell(entered)[0]


def test_4_4_2() -> None:
    """The total is part of the call, at once, before anything is settled."""
    for first, second in THROWS:
        live = dragon().bets(2, "dragons-tail").with_shooter(1, "dragon").thrown()
        (entered,) = live.ok(EnterResult(first, second), "dealer")
        assert entered == ResultEntered(first, second, "dealer")
        assert f"total {first + second}" in tell(entered)[0]
        *_, settled = [e for e in live.ok(ConfirmResult(first, second), "dealer") if isinstance(e, RoundSettled)]
        assert settled.result == (first, second)
    assert dragon().no(EnterResult(1, 2), "dealer") == "4.4.1", "nothing was rolled"


def test_4_5() -> None:
    """The dice come back for the next roll only when all that the last one decided is settled."""
    live = dragon().bets(2, "total", 10_00, 9).bets(2, "dragons-tail").with_shooter(1, "fire").thrown()
    assert live.no(ThrowDice(), 1) == "4.5"
    live.ok(EnterResult(5, 4), "dealer")
    assert live.no(ThrowDice(), 1) == "4.5"
    assert (live.rail(2), live.chips) == (MONEY - 20_00, 2 * MONEY)
    live.ok(ConfirmResult(5, 4), "gaming_manager")
    assert (live.rail(1), live.rail(2), live.lies) == (MONEY + 10_00, MONEY + 60_00, {})
    assert (live.life.shooter.seat, live.hand) == (1, [1, 2])
    live.bets(1, "fire").thrown()


def test_6_2_5_4() -> None:
    """After a second 7 in a row there is a new shooter: the next on the right with a Dragon or Fire wager."""
    for wager in ("dragon", "fire"):
        live = sevened(wager).rolled(1, 6)
        assert (live.life.shooter.seat, live.hand, live.lies, live.rail(1)) == (None, [], {}, MONEY - 10_00)
        assert (live.no(ThrowDice(), 1), live.no(PassDice(1), 1)) == ("3.7.1", "3.6")
        live.bets(1, wager).bets(2, wager).bets(3, wager)
        assert offers(live, 3) == [(3, "3.7.1"), (2, "3.7.2"), (1, "3.7.2")]


def test_8_2() -> None:
    """The dealer calls no more bets before the throw: wagers are then shut; called later it saves no roll."""
    live = dragon().with_shooter(1, "dragon")
    assert live.who_may(CloseBets(), "8.2") == {"dealer"}
    assert live.ok(CloseBets(), "dealer") == (BetsClosed(),)
    assert (live.no(PlaceWager(2, "fire", 10_00), 2), live.no(RemoveWager(1, "dragon"), 1)) == ("6.4", "6.4")
    live.thrown().called(1, 1)
    assert (live.rail(1), isinstance(live.asks(PlaceWager(2, "fire", 10_00), 2), tuple)) == (MONEY + 10_00, True)
    assert live.bets(1, "dragon").no(CloseBets(), "dealer") == "8.1", "the next game has not been started"
    late = dragon().with_shooter(1, "dragon")
    late.ok(ThrowDice(), 1)
    assert late.no(CloseBets(), "dealer") == "8.2"
    (result,) = late.called(6, 6)
    assert (isinstance(result, RoundInvalid), late.rail(1)) == (True, MONEY)
    idle = dragon()
    assert idle.no(CloseBets(), "dealer") == "not in the book"
    assert isinstance(idle.asks(PlaceWager(1, "fire", 10_00), 1), tuple), "nobody has the dice: betting goes on"


def test_8_4() -> None:
    """Then the shooter throws: not another player, nor anybody else unless the dealer notes it down."""
    live = dragon().bets(2, "fire").with_shooter(1, "dragon")
    live.ok(CloseBets(), "dealer")
    live.ok(HandDice(), "dealer")
    assert live.no(ThrowDice(), 2) == "5.4.7"
    assert live.ok(ThrowDice(), 1) == (DiceThrown(1),)
    live = dragon().with_shooter(1, "dragon")
    live.ok(CloseBets(), "dealer")
    assert live.who_may(ThrowDice()) <= {"player", "dealer"}


def test_8_5() -> None:
    """Dealer or casino supervisor enters the two numbers, and again to confirm; nobody else."""
    early = dragon().with_shooter(1, "dragon")
    assert early.no(EnterResult(3, 6), "dealer") == "4.4.1"
    live, may = early.thrown(), {"dealer", *MANAGERS}
    for no_button in ((0, 6), (3, 7)):
        assert live.no(EnterResult(*no_button), "dealer") == "2.5"
    assert live.who_may(EnterResult(3, 6), "8.5") == may
    live.ok(EnterResult(3, 5), "dealer")
    assert live.ok(EnterResult(3, 6), "gaming_manager") == (ResultEntered(3, 6, "gaming_manager"),)
    assert (live.no(ConfirmResult(3, 5), "dealer"), live.who_may(ConfirmResult(3, 6), "8.5")) == ("4.4.1", may)
    lit, settled = live.ok(ConfirmResult(3, 6), "casino_supervisor")
    assert lit == AreasLit((3, 6), (("fire", None), ("total", 9)), "2.3")
    assert isinstance(settled, RoundSettled)
    assert (settled.result, live.chips) == ((3, 6), 2 * MONEY - 10_00)
