"""Passing the dice on (3.7 to 3.9), the right to throw, and the call (4.1 to 4.5)."""

from __future__ import annotations

from feltwork.outcomes import THROWS
from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    AcceptDice,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    OfferDice,
    OrderPass,
    PassDice,
    RejectDice,
    RemoveWager,
    RuleOnFace,
    SelectDice,
    ThrowDice,
)
from feltwork.table.live.events import (
    DiceOffered,
    DicePassed,
    DiceThrown,
    FaceRuled,
    HouseThrows,
    LiveEvent,
    ResultEntered,
    RoundReversed,
)
from feltwork.table.play.events import RoundSettled
from tests.rules.live import CREW, MONEY, Live, opened


def clause_of(decided: tuple[LiveEvent, ...] | Refusal) -> str:
    return decided.clause if isinstance(decided, Refusal) else "accepted"


def house() -> Live:
    """Seat 1 left a Win Line wager on a point of 6 and does not want the dice; nobody else may have them."""
    live = opened().with_shooter(1).rolled(2, 4)
    live.ok(PassDice(1), 1)
    live.offered(1).ok(RejectDice(1), 1)
    assert live.ok(OfferDice(), "stickperson") == (HouseThrows("3.9"),)
    return live


def test_3_7() -> None:
    """After any roll the shooter goes on or passes, with the point left where it is."""
    for dice in THROWS:
        live = opened().bets(2, "win-line").with_shooter(1).thrown()
        assert (live.no(PassDice(1), 1), live.no(PassDice(2), 2), live.no(PassDice(1), 2)) == ("3.7", "3.7", "3.7")
        live.called(*dice)
        assert (live.life.shooter.seat, live.no(PassDice(1), 2)) == (1, "3.7"), "nobody passes another's dice"
        puck, chips, lies = live.game.area_state, live.chips, live.lies
        assert live.ok(PassDice(1), 1) == (DicePassed(1, "3.7", "passed"),)
        assert (live.game.area_state, live.chips, live.lies) == (puck, chips, lies)
        assert (live.hand, live.no(PassDice(1), 1), live.no(ThrowDice(), 1)) == ([], "3.7", "3.8.1")
    live = opened().with_shooter(1).rolled(2, 4).rolled(4, 4).rolled(1, 2)
    assert (live.life.shooter.seat, live.who_may(PassDice(1), "3.7")) == (1, {"player"})
    told = PassDice(1, asked="that is enough for me")
    assert live.who_may(told, "3.7") == {"player", *CREW}, "the crew passes on what the shooter said"
    assert live.ok(told, "dealer") == (DicePassed(1, "3.7", "passed", "that is enough for me"),)


def test_3_7_1() -> None:
    """A 7 Out takes the dice from the shooter; no other throw does, nor a 7 on the come out."""
    for dice in THROWS:
        live = opened().with_shooter(1).rolled(2, 4).thrown()
        passed = [event for event in live.called(*dice) if isinstance(event, DicePassed)]
        assert passed == ([DicePassed(1, "3.7.1", "7 Out")] if sum(dice) == 7 else [])
        assert live.life.shooter.seat == (None if sum(dice) == 7 else 1)
        assert opened().with_shooter(1).rolled(*dice).life.shooter.seat == 1
    live = opened().with_shooter(1).rolled(2, 4).rolled(3, 4)
    assert (live.no(ThrowDice(), 1), live.no(PassDice(1), 1)) == ("3.8.1", "3.7")


def test_3_7_2() -> None:
    """The boxperson, and nobody else, may order the dice on, and says why."""
    live = opened().bets(2, "win-line")
    assert live.no(OrderPass("unreasonable delay"), "boxperson") == "3.7.2"
    live.with_shooter(1).rolled(2, 4)
    assert (live.no(PassDice(1), "dealer"), live.no(PassDice(1), "boxperson")) == ("3.7", "3.7"), "no order, no wish"
    for reason in ("unreasonable delay", "repeated invalid rolls", "broke the rules"):
        assert live.who_may(OrderPass(reason), "3.7.2") == {"boxperson"}
        assert (live.no(OrderPass(""), "boxperson"), live.no(OrderPass("  "), "boxperson")) == ("3.7.2", "3.7.2")
        assert live.ok(OrderPass(reason), "boxperson") == (DicePassed(1, "3.7.2", reason),)
        assert (live.life.shooter.seat, live.game.area_state, live.chips) == (None, 6, 2 * MONEY)
        live.with_shooter(2, None).ok(PassDice(2), 2)
        live.with_shooter(1, None)
    live.ok(OrderPass("broke the rules"), "boxperson")
    assert live.ok(OfferDice(), "stickperson") == (DiceOffered(2, "3.8.1"),)
    live.ok(RejectDice(2), 2)
    assert live.ok(OfferDice(), "stickperson") == (HouseThrows("3.9"),), "not to the one who was sent on"
    alone = opened(1).with_shooter(1).rolled(2, 4)
    alone.ok(OrderPass("unreasonable delay"), "boxperson")
    assert alone.ok(OfferDice(), "stickperson") == (HouseThrows("3.9"),)
    alone.ok(CorrectResult(1, 5, "misread"), "boxperson")
    assert (alone.life.shooter.seat, alone.life.shooter.house_throws) == (None, True), (
        "a ruling does not bring the dice back"
    )
    assert alone.rolled(3, 4).bets(1, "win-line").ok(OfferDice(), "stickperson") == (DiceOffered(1, "3.8.1"),)


def test_3_8_1() -> None:
    """Passed dice go to the first player on the left who has a Win Line or Don't Win wager, round the corner too."""
    live = opened(6).bets(2, "dont-win").bets(5, "win-line").bets(4, "field").bets(4, "place-to-win", 10_00, 6)
    live.with_shooter(3).rolled(2, 2)
    live.ok(PassDice(3), 3)
    assert live.ok(OfferDice(), "stickperson") == (DiceOffered(5, "3.8.1"),)
    live.ok(AcceptDice(5), 5)
    live.ok(OrderPass("unreasonable delay"), "boxperson")
    assert live.ok(OfferDice(), "stickperson") == (DiceOffered(2, "3.8.1"),)
    assert live.no(AcceptDice(4), 4) == "3.8.1"
    seven = opened(3).with_shooter(1).rolled(2, 4).rolled(3, 4)
    assert clause_of(seven.asks(OfferDice(), "stickperson")) == "3.8.1"
    assert seven.bets(3, "win-line").ok(OfferDice(), "stickperson") == (DiceOffered(3, "3.8.1"),)


def test_3_8_2() -> None:
    """Whoever turns them down, the next on the left with such a wager is asked, and nobody twice."""
    live = opened(6).bets(1, "win-line").bets(2, "dont-win").bets(6, "win-line").bets(5, "field").with_shooter(3)
    live.rolled(2, 2).ok(PassDice(3), 3)
    asked = []
    for _ in range(3):
        (offer,) = live.ok(OfferDice(), "stickperson")
        assert isinstance(offer, DiceOffered)
        asked.append((offer.seat, offer.clause))
        live.ok(RejectDice(offer.seat), offer.seat)
    assert [seat for seat, _ in asked] == [6, 1, 2]
    assert live.no(AcceptDice(6), 6) == "3.8.1"
    assert asked == [(6, "3.8.1"), (1, "3.8.2"), (2, "3.8.2")]


def test_3_9() -> None:
    """With nobody to take the dice the stickperson throws what is undecided out, and then stops."""
    idle = opened(1).offered(1)
    idle.ok(RejectDice(1), 1)
    assert idle.ok(OfferDice(), "stickperson") == (DiceOffered(1, "3.2"),), "nothing to throw out: round again"
    live = house()
    assert live.who_may(ThrowDice(), "3.9") == {"stickperson"}
    assert live.ok(ThrowDice(), "stickperson") == (DiceThrown(None),)
    live.called(2, 3)
    assert (live.lies, live.rolled(4, 4).life.shooter.house_throws) == ({(1, "win-line", None): 10_00}, True)
    ended = []
    for dice, chips in (((3, 3), 2 * MONEY + 10_00), ((3, 4), 2 * MONEY - 10_00)):
        live = house().rolled(*dice)
        assert (live.lies, live.chips) == ({}, chips)
        throws = live.asks(ThrowDice(), "stickperson")
        ended += [isinstance(throws, Refusal), live.bets(2, "win-line").asks(OfferDice(), "stickperson")]
    assert ended == [True, (DiceOffered(2, "3.8.1"),)] * 2


def test_4_1() -> None:
    """Only a player with a Win Line or Don't Win wager may take the dice to throw."""
    for other, on in ((None, None), ("field", None), ("place-to-win", 6), ("hardway", 8), ("any-seven", None)):
        live = opened(1)
        if other:
            live.bets(1, other, 12_00, on)
        assert live.offered(1).no(AcceptDice(1), 1) == "4.1"
        assert (live.life.shooter.offered, live.life.shooter.seat) == (1, None)
    for line in ("win-line", "dont-win"):
        live = opened().bets(2, line).offered(1)
        assert live.no(AcceptDice(1), 1) == "4.1"
        live.bets(1, line, 1_00).ok(AcceptDice(1), 1)
        live.ok(SelectDice(1, [1, 2]), 1)
        assert (live.life.shooter.seat, live.no(ThrowDice(), 2)) == (1, "5.3.6"), (
            "and a line wager alone makes no shooter"
        )


def test_4_3() -> None:
    """For each further throw the shooter still needs such a wager up."""
    live = opened().with_shooter(1, "dont-win").rolled(2, 4)
    live.ok(RemoveWager(1, "dont-win", None, 9_00), 1)
    live.rolled(1, 2).ok(RemoveWager(1, "dont-win"), 1)
    assert (live.bets(1, "field").no(ThrowDice(), 1), live.rail(1)) == ("4.3", MONEY - 10_00)
    live.ok(PassDice(1), 1)
    for wager, dice in (("win-line", (5, 6)), ("win-line", (1, 1)), ("dont-win", (1, 1)), ("dont-win", (5, 6))):
        live = opened().with_shooter(1, wager).rolled(*dice)
        assert (live.life.shooter.seat, live.no(ThrowDice(), 1)) == (1, "4.3")
        for line in ("win-line", "dont-win"):
            assert isinstance(live.bets(1, line).asks(ThrowDice(), 1), tuple)
            live.ok(RemoveWager(1, line), 1)
        assert live.no(ThrowDice(), 1) == "4.3"
    assert live.no(OfferDice(), "stickperson") == "3.8.1", "nobody else wants to play"
    assert live.bets(2, "win-line").who_may(OfferDice(), "3.1") == {"stickperson"}
    assert live.ok(OfferDice(), "stickperson") == (DicePassed(1, "4.3", "no line wager"), DiceOffered(2, "3.8.1"))
    lay = opened(1).with_shooter(1, "dont-win").bets(1, "place-to-win", 6_00, 8).rolled(2, 4)
    lay.ok(RemoveWager(1, "dont-win"), 1)
    assert lay.ok(OfferDice(), "stickperson") == (DicePassed(1, "4.3", "no line wager"), HouseThrows("3.9"))


def test_4_4_1() -> None:
    """The stickperson calls what was thrown; only the same call again settles it, and no call comes without a throw."""
    live = opened().bets(2, "field").with_shooter(1)
    assert live.no(EnterResult(1, 2), "stickperson") == "4.4.1"
    live.thrown()
    assert live.no(ConfirmResult(1, 2), "stickperson") == "4.4.1"
    assert live.who_may(EnterResult(1, 2), "4.4.1") == {"stickperson"}
    for dice in ((0, 3), (7, 1), (3, -1), (1, 0)):
        assert live.no(EnterResult(*dice), "stickperson") == "2.3"
    lies, chips = live.lies, live.chips
    assert live.ok(EnterResult(1, 2), "stickperson") == (ResultEntered(1, 2, "stickperson"),)
    assert (live.lies, live.chips) == (lies, chips)
    assert (live.no(ConfirmResult(1, 3), "stickperson"), live.no(ConfirmResult(2, 1), "stickperson")) == ("4.4.1",) * 2
    assert live.who_may(ConfirmResult(1, 2), "4.4.1") == {"stickperson"}
    (settled,) = live.ok(ConfirmResult(1, 2), "stickperson")
    assert isinstance(settled, RoundSettled)
    assert (settled.result, live.lies, live.chips) == ((1, 2), {}, 2 * MONEY)


def test_4_4_3() -> None:
    """Which face is up is for the boxperson, whose word once given is the last."""
    live = opened().bets(2, "field").with_shooter(1).rolled(1, 2)
    for ruling in (CorrectResult(1, 3, "leaning die"), RuleOnFace(1, 3, "leaning die")):
        assert live.who_may(ruling, "4.4.3") == {"boxperson"}
    for wrong in (CorrectResult(1, 2, "same"), CorrectResult(1, 3, " "), CorrectResult(0, 3, "no such face")):
        assert live.no(wrong, "boxperson") == "4.4.3"
    ruled, back, again = live.ok(CorrectResult(1, 3, "leaning die"), "boxperson")
    assert isinstance(ruled, FaceRuled)
    assert (ruled.first, ruled.second, ruled.person, ruled.clause) == (1, 3, "boxperson", "4.4.3")
    assert isinstance(back, RoundReversed)
    assert isinstance(again, RoundSettled)
    assert (back.clause, again.result, live.game.area_state) == ("4.4.3", (1, 3), 4)
    assert (live.rail(1), live.rail(2), live.lies) == (MONEY - 10_00, MONEY + 10_00, {(1, "win-line", None): 10_00})
    for later in (CorrectResult(1, 2, "on second thoughts"), RuleOnFace(1, 2, "on second thoughts")):
        assert clause_of(live.asks(later, "boxperson")) == "4.4.3"


def test_4_5() -> None:
    """The dice come back for the next throw only when all that the last one decided is settled."""
    live = opened().bets(2, "field").bets(2, "big-6").with_shooter(1).thrown()
    in_the_air = live.no(ThrowDice(), 1)
    live.ok(EnterResult(5, 4), "stickperson")
    unsettled = live.no(ThrowDice(), 1)
    assert (live.rail(2), live.lies[2, "field", None]) == (MONEY - 20_00, 10_00)
    live.ok(ConfirmResult(5, 4), "stickperson")
    assert live.rail(2) == MONEY
    assert live.lies == {(1, "win-line", None): 10_00, (2, "big-6", None): 10_00}
    assert (live.life.shooter.seat, live.hand) == (1, [1, 2])
    live.thrown()
    assert (in_the_air, unsettled) == ("4.5", "4.5")
