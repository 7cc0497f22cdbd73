"""Selecting the shooter (5.1), throwing on or giving up the dice (5.2), and the result (5.3)."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.outcomes import THROWS
from feltwork.table.live.commands import (
    AcceptDice,
    AuthoriseThrower,
    CloseBets,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    Leave,
    OfferDice,
    OrderPass,
    PassDice,
    RejectDice,
    RemoveWager,
    SelectDice,
    Sit,
    ThrowDice,
)
from feltwork.table.live.events import (
    DiceAccepted,
    DiceOffered,
    DicePassed,
    DiceRejected,
    DiceSelected,
    DiceThrown,
    ResultEntered,
    RoundReversed,
    ThrowerAuthorised,
)
from feltwork.table.play.events import RoundSettled
from tests.rules.live import MONEY, PIT_BOSS, Live, crown

VARIANTS = (None, "mini")


def next_seat(live: Live) -> int:
    """Who is offered the dice now."""
    (offer,) = live.ok(OfferDice(), live.one_who_may(Act.OFFER_DICE))
    assert isinstance(offer, DiceOffered), offer
    return offer.seat


def test_5_1_1() -> None:
    """At the commencement the stickperson offers the dice at the boxperson's left, to one player at a time."""
    live = crown(0).seated(5, 3, 8)
    assert live.who_may(OfferDice(), "5.1.1") - {"boxperson", *PIT_BOSS} == {"stickperson"}
    assert live.ok(OfferDice(), "stickperson") == (DiceOffered(3, "5.1.1"),)
    assert live.no(OfferDice(), "stickperson") == "5.1.1"
    for other in (5, 8):
        assert (live.no(AcceptDice(other), other), live.no(RejectDice(other), other)) == ("5.1.1", "5.1.1")
        assert (live.no(AcceptDice(3), other), live.no(RejectDice(3), other)) == ("5.1.1", "5.1.1")
    again = crown(3).with_shooter(2).rolled(3, 4).shut().in_play(3)
    assert again.ok(OfferDice(), "stickperson") == (DiceOffered(1, "5.1.1"),)
    gone = crown().offered(1).emptied()
    gone.ok(Leave(1), 1)
    assert next_seat(gone) == 2


def test_5_1_1_a() -> None:
    """Turned down, they go on clockwise to each of the others until one takes them, and to nobody twice."""
    live = crown(0).seated(5, 1, 8, 3).bets(8, "win-line").offered(1)
    asked = []
    for seat in (1, 3, 5):
        assert live.ok(RejectDice(seat), seat) == (DiceRejected(seat),)
        (offer,) = live.ok(OfferDice(), "stickperson")
        assert isinstance(offer, DiceOffered)
        asked.append((offer.seat, offer.clause))
    live.ok(AcceptDice(8), 8)
    assert live.no(OfferDice(), "stickperson") == "5.1.1"
    all_refuse = crown(2).offered(2)
    all_refuse.ok(RejectDice(2), 2)
    assert all_refuse.ok(OfferDice(), "stickperson") == (DiceOffered(1, "5.1.1"),), "round again"
    assert [seat for seat, _ in asked] == [3, 5, 8]
    assert {clause for _, clause in asked} == {"5.1.1(a)"}


def test_5_1_1_b() -> None:
    """Only a player with a Win Line or Don't Win Line wager may take the dice to throw."""
    for other, on in ((None, None), ("field", None), ("place", 6), ("hardway", 8), ("any-seven", None)):
        for variant in VARIANTS:
            live = crown(1, variant=variant)
            if other:
                live.bets(1, other, 12_00, on)
            assert live.offered(1).no(AcceptDice(1), 1) == "5.1.1(b)"
            assert (live.life.shooter.offered, live.life.shooter.seat) == (1, None)
    for line in ("win-line", "dont-win-line"):
        live = crown().bets(2, line).offered(1)
        assert live.no(AcceptDice(1), 1) == "5.1.1(b)"
        live.bets(1, line, 1_00).ok(AcceptDice(1), 1)
        live.ok(SelectDice(1, [1, 2]), 1)
        assert (live.life.shooter.seat, live.no(ThrowDice(), 2)) == (1, "5.2.1"), (
            "and a line wager alone makes no shooter"
        )
    for variant in VARIANTS:
        for seven in ((1, 6), (5, 6)):
            live = crown(variant=variant).bets(2, "field").with_shooter(1).rolled(*seven)
            stick = "dealer" if variant else "stickperson"
            assert (live.life.shooter.seat, live.no(CloseBets() if variant else ThrowDice(), stick)) == (1, "5.1.1(b)")
            then = live.life.copy()
            live.bets(1, "win-line").thrown()
            live.life = then
            assert live.ok(OfferDice(), stick) == (
                DicePassed(1, "5.1.1(b)", "no line wager"),
                DiceOffered(2, "5.2.2(a)"),
            )


def test_5_1_1_b_i() -> None:
    """Whoever took the dice may let another at the table throw them, wager or not, and stays the shooter."""
    live = crown(3).bets(3, "win-line")
    assert live.no(AuthoriseThrower(1, "player-2"), 1) == "5.1.1(b)(i)"
    live.with_shooter(1)
    assert live.no(ThrowDice(), 2) == "5.2.1"
    for nobody in ("", "two words/", "x" * 65, "dealer", "stickperson"):
        assert live.no(AuthoriseThrower(1, nobody), 1) == "5.1.1(b)(i)"
    stands_there = live.ok(AuthoriseThrower(1, "passer-by"), 1)
    assert stands_there == (ThrowerAuthorised(1, "passer-by", "5.1.1(b)(i)"),)
    assert (live.no(ThrowDice(), 2), isinstance(live.asks(ThrowDice(), "stickperson"), tuple)) == ("5.2.1", True)
    assert (live.no(AuthoriseThrower(1, "player-3"), 2), live.no(AuthoriseThrower(2, "player-3"), 2)) == (
        "5.1.1(b)(i)",
        "5.1.1(b)(i)",
    )
    authorised = live.ok(AuthoriseThrower(1, "player-2"), 1)
    assert authorised == (ThrowerAuthorised(1, "player-2", "5.1.1(b)(i)"),)
    assert live.no(ThrowDice(), 3) == "5.2.1"
    assert live.ok(ThrowDice(), 2) == (DiceThrown(1),)
    live.called(2, 4)
    assert (live.life.shooter.seat, isinstance(live.asks(ThrowDice(), 1), tuple)) == (1, True)
    live.rolled(3, 4).with_shooter(3)
    assert live.no(ThrowDice(), 2) == "5.2.1"
    left = crown(1).with_shooter(1)
    left.ok(Sit("player-2", 2), 2)
    left.ok(AuthoriseThrower(1, "player-2"), 1)
    left.ok(Leave(2), 2)
    assert left.no(ThrowDice(), 2) == "5.2.1"


def test_5_1_2() -> None:
    """Whoever first accepts is the shooter, and selects and keeps two of the five dice."""
    for variant in VARIANTS:
        live = crown(variant=variant).bets(1, "win-line").bets(2, "win-line").offered(1)
        assert live.no(SelectDice(1, [1, 2]), 1) == "5.1.2"
        assert live.no(AcceptDice(2), 2) == live.conduct.shooting.opening_offers[0], "the dice are offered to another"
        assert live.ok(AcceptDice(1), 1) == (DiceAccepted(1),)
        assert (live.life.shooter.seat, live.no(SelectDice(1, [1, 2]), 2), live.no(SelectDice(2, [1, 2]), 2)) == (
            1,
            "5.1.2",
            "5.1.2",
        )
        for dice in ([], [1], [1, 1], [1, 1, 2], [1, 2, 3], [0, 1], [5, 6]):
            assert live.no(SelectDice(1, dice), 1) == "5.1.2"
        assert live.ok(SelectDice(1, [4, 2]), 1) == (DiceSelected((4, 2)),)
        for _ in range(2):
            assert live.no(SelectDice(1, [1, 3]), 1) == "5.1.2", "the two are kept between throws too"
            assert live.thrown().no(SelectDice(1, [1, 3]), 1) == "5.1.2"
            live.called(4, 5)
            assert live.hand == [4, 2]
    unselected = crown().bets(1, "win-line").offered(1)
    unselected.ok(AcceptDice(1), 1)
    assert unselected.no(ThrowDice(), 1) == "5.1.2"


def test_5_1_2_a() -> None:
    """The three dice not selected are back in the bowl, and all five when the shooter is done."""
    live = crown().bets(1, "win-line").offered(1)
    live.ok(AcceptDice(1), 1)
    live.ok(SelectDice(1, [5, 1]), 1)
    assert (live.bowl, live.thrown().bowl) == ({2, 3, 4}, {2, 3, 4})
    live.called(2, 4)
    assert (live.bowl, live.rolled(3, 4).bowl, live.hand) == ({2, 3, 4}, {1, 2, 3, 4, 5}, [])


def test_5_2_2() -> None:
    """The shooter throws on until a 7-out or until giving up the dice; nothing else takes them away."""
    for dice in THROWS:
        live = crown().bets(2, "win-line").with_shooter(1).thrown()
        assert (live.no(PassDice(1), 1), live.no(PassDice(2), 2), live.no(PassDice(1), 2)) == ("5.2.2",) * 3
        live.called(*dice)
        if live.game.come_out:
            live.bets(1, "win-line")
        assert (live.life.shooter.seat, isinstance(live.asks(ThrowDice(), 1), tuple)) == (1, True)
        puck, chips, lies = live.game.area_state, live.chips, live.lies
        assert live.ok(PassDice(1), 1) == (DicePassed(1, "5.2.2", "passed"),)
        assert (live.game.area_state, live.chips, live.lies) == (puck, chips, lies)
        assert (live.hand, live.no(PassDice(1), 1), live.no(ThrowDice(), 1)) == ([], "5.2.2", "5.2.2(a)")
        live = crown().with_shooter(1).rolled(2, 4).thrown()
        passed = [event for event in live.called(*dice) if isinstance(event, DicePassed)]
        assert passed == ([DicePassed(1, "5.2.2", "7 Out")] if sum(dice) == 7 else [])
        assert live.life.shooter.seat == (None if sum(dice) == 7 else 1)
    live = crown().with_shooter(1, "dont-win-line").rolled(2, 4)
    live.ok(RemoveWager(1, "dont-win-line"), 1)
    assert live.ok(ThrowDice(), 1) == (DiceThrown(1),), "a wager placed for this point is enough until it is decided"
    live = crown().with_shooter(1)
    assert live.who_may(OrderPass("unreasonable delay"), "5.2.2") == set()
    assert live.who_may(PassDice(1), "5.2.2") == {"player"}, "giving up the dice is the shooter's own will"
    told = PassDice(1, asked="I am done")
    assert live.who_may(told, "5.2.2") == {"player", "dealer", "stickperson", "boxperson"}
    assert live.ok(told, "stickperson") == (DicePassed(1, "5.2.2", "passed", "I am done"),)


def test_5_2_2_a() -> None:
    """Dice given up are offered to each next player in turn, with a wager on the line or without, until taken."""
    live = crown(5).bets(2, "dont-win-line").bets(4, "field").with_shooter(3).rolled(2, 2)
    live.ok(PassDice(3), 3)
    asked = []
    for seat in (4, 5, 1):
        (offer,) = live.ok(OfferDice(), "stickperson")
        assert isinstance(offer, DiceOffered)
        asked.append((offer.seat, offer.clause))
        assert offer.seat == seat, "the dice skipped the next player in turn"
        assert live.no(AcceptDice(seat), seat) == "5.1.1(b)"
        live.ok(RejectDice(seat), seat)
    assert asked == [(4, "5.2.2(a)"), (5, "5.2.2(a)"), (1, "5.2.2(a)")]
    assert next_seat(live) == 2
    live.ok(AcceptDice(2), 2)
    assert (live.life.shooter.seat, live.game.area_state) == (2, 4)


def test_5_3_1_a() -> None:
    """The stickperson calls what was thrown; only the same call again settles it, and no call comes without a throw."""
    live = crown().bets(2, "field").with_shooter(1)
    assert live.no(EnterResult(1, 2), "stickperson") == "5.3.1(a)"
    assert live.thrown().no(ConfirmResult(1, 2), "stickperson") == "5.3.1(a)"
    assert live.who_may(EnterResult(1, 2), "5.3.1(a)") - {"boxperson", *PIT_BOSS} == {"stickperson"}
    lies, chips = live.lies, live.chips
    assert live.ok(EnterResult(1, 2), "stickperson") == (ResultEntered(1, 2, "stickperson"),)
    assert (live.lies, live.chips) == (lies, chips)
    for other in (ConfirmResult(1, 3), ConfirmResult(2, 1)):
        assert live.no(other, "stickperson") == "5.3.1(a)"
    (settled,) = live.ok(ConfirmResult(1, 2), "stickperson")
    assert isinstance(settled, RoundSettled)
    assert (settled.result, live.lies, live.chips) == ((1, 2), {}, 2 * MONEY)


def test_5_3_1_b() -> None:
    """Each die has one face up, of six; settled by the wrong one, all is taken back and settled by the right one."""
    live = crown().bets(2, "field").with_shooter(1).thrown()
    for dice in ((0, 3), (7, 1), (3, -1), (1, 0)):
        assert live.no(EnterResult(*dice), "stickperson") == "2.3.1"
    live.called(1, 2)
    for wrong in (CorrectResult(1, 2, "same"), CorrectResult(1, 3, " "), CorrectResult(0, 3, "no such face")):
        assert live.no(wrong, "boxperson") == "5.3.1(b)(i)"
    _, back, again = live.ok(CorrectResult(1, 3, "leaning die"), "boxperson")
    assert isinstance(back, RoundReversed)
    assert isinstance(again, RoundSettled)
    assert (again.result, live.game.area_state, live.lies) == ((1, 3), 4, {(1, "win-line", None): 10_00})
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 10_00)
    assert live.no(CorrectResult(1, 2, "on second thoughts"), "boxperson") == "5.3.1(b)(i)"


def test_5_3_1_e() -> None:
    """The dice come back to the shooter for the next throw only when all that the last one decided is settled."""
    for variant in VARIANTS:
        live = crown(variant=variant).bets(2, "field").bets(2, "big-6").with_shooter(1).thrown()
        assert live.no(ThrowDice(), 1) == "5.3.1(e)"
        live.ok(EnterResult(5, 4), live.one_who_may(Act.CALL_RESULT))
        assert live.no(ThrowDice(), 1) == "5.3.1(e)"
        assert (live.rail(2), live.lies[2, "field", None]) == (MONEY - 20_00, 10_00)
        live.ok(ConfirmResult(5, 4), live.one_who_may(Act.CALL_RESULT))
        assert (live.rail(2), live.life.shooter.seat, live.hand) == (MONEY, 1, [1, 2])
        assert live.lies == {(1, "win-line", None): 10_00, (2, "big-6", None): 10_00}
        live.thrown()
