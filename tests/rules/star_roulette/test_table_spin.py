"""A round at the wheel (5), Lucky Ball numbers (7.4), and spins that do not count (8.1 to 8.8, 8.12)."""

from __future__ import annotations

from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    BoostNumber,
    CallNoRoll,
    CloseBets,
    Command,
    ConfirmNumber,
    DrawNumbers,
    EnterNumber,
    EnterResult,
    LoadBall,
    OfferButton,
    OpenTable,
    PlaceWager,
    PressButton,
    RemoveWager,
    ReportThrow,
    SpinBall,
    TakeBallOut,
    ThrowDice,
)
from feltwork.table.live.events import BallSpun, BallTakenOut, DollyPlaced, NumberEntered
from feltwork.table.play.events import BetsClosed, LuckyBallDrawn, RoundInvalid, RoundSettled
from feltwork.views.actions import reasons
from tests.build import enters
from tests.rules.live import FLOOR, FLOOR_ROLES, MONEY, Live, roulette

DRAWN: dict[str, int | str] = {"red": 7, "green": 0, "blue": 12, "yellow": 31}
BOSS = "casino_supervisor"


def spun(live: Live | None = None, *, by_unit: bool = False, unit: bool = False) -> Live:
    """The ball is in the wheel, with wagers of both players on the layout."""
    live = live or roulette(uspin=unit).bets(1, "red").bets(2, "straight", 5_00, 7)
    live.betting().ok(SpinBall(by_unit), "dealer")
    return live


def closed(unit: bool = False) -> Live:
    live = spun(unit=unit)
    live.ok(CloseBets(), "dealer")
    return live


def does(live: Live, *commands: Command, by: str = "dealer") -> Live:
    for command in commands:
        live.ok(command, by)
    return live


def no_spin(reason: str, clause: str, unit: bool = False) -> Live:
    """Called by dealer or supervisor at any time till the number is confirmed; wagers and money stand as they are."""
    assert spun().conduct.no_result[reason].must
    for seen in (spun(unit=unit), closed(unit), does(closed(unit), enters(7))):
        seen.ok(ReportThrow(reason), "dealer")
        clause_then = {seen.no(c, "dealer") for c in (enters(7), ConfirmNumber(7)) if seen.game.closed}
        assert clause_then <= {clause, "5.4"}
        assert (seen.chips, seen.lies != {}) == (2 * MONEY, True)
        assert seen.ok(CallNoRoll(reason), "dealer") == (RoundInvalid(reason, (), 0, clause, "no spin"),)
    entered = does(closed(unit), enters(7), ReportThrow(reason))
    assert (entered.no(ConfirmNumber(7), "dealer"), entered.no(enters(8), "dealer")) == (clause, clause)
    for live in (spun(unit=unit), closed(unit), does(closed(unit), enters(7))):
        lies, balances = live.lies, dict(live.game.balances)
        assert live.who_may(CallNoRoll(reason), "8.8") == {"dealer", *FLOOR}
        assert live.no(CallNoRoll(f"not {reason}"), "dealer") == "8.9"
        assert live.ok(CallNoRoll(reason), BOSS) == (RoundInvalid(reason, (), 0, clause, "no spin"),)
        assert (live.lies, live.game.balances, live.life.phase, live.game.closed) == (lies, balances, "betting", False)
        assert live.no(CallNoRoll("same direction"), "dealer") == "8.9"
        assert live.no(ConfirmNumber(7), "dealer") == "5.4"
        assert live.no(enters(7), "dealer") == "5.3"
    return live


def test_5_2() -> None:
    """The dealer, by hand or by the unit, and nobody else, spins the ball: once for each result."""
    live = roulette().bets(1, "red")
    assert live.who_may(SpinBall(), "5.2") == {"dealer"}
    assert live.ok(SpinBall(), "dealer") == (BallSpun(by_unit=False, clause="5.2"),)
    assert live.no(SpinBall(), "dealer") == "5.2"
    does(live, CloseBets(), enters(7))
    assert live.no(SpinBall(), "dealer") == "5.2"
    again = does(does(live, ConfirmNumber(7)).betting(), SpinBall(), CallNoRoll("under four revolutions"))
    spun(does(again, TakeBallOut(in_time=True)))
    the_ball_ran()


def the_ball_ran() -> None:
    """With its number the dealer tells how a spin ran: against the wheel, and four times round at least."""
    live = closed()
    for ball, wheel, times in (
        ("", "", 4),
        ("clockwise", "", 4),
        ("up", "down", 4),
        ("clockwise", "anticlockwise", -1),
    ):
        assert live.no(EnterNumber(7, ball, wheel, times), "dealer") == "5.2"
    assert live.no(EnterNumber(7), "dealer") == "5.2"
    for way in ("clockwise", "anticlockwise"):
        assert live.no(EnterNumber(7, way, way, 4), "dealer") == "8.1"
    assert live.no(EnterNumber(7, "clockwise", "anticlockwise", 3), "dealer") == "8.2"
    told = EnterNumber(7, "anticlockwise", "clockwise", 4)
    assert live.ok(told, "dealer") == (NumberEntered(7, "dealer", "anticlockwise", "clockwise", 4),)


def the_ball_is_taken_out(reason: str, clause: str) -> None:
    """After this no spin the dealer tries to take the ball out; until it is told how that went, none is spun."""
    for in_time, uspin in ((True, False), (False, True)):
        live = does(closed(uspin), CallNoRoll(reason)).betting()
        again: list[Command] = [SpinBall(), LoadBall()] if uspin else [SpinBall()]
        assert {live.no(command, "dealer") for command in again} == {clause}
        assert live.who_may(TakeBallOut(in_time), "5.2") == {"dealer"}
        assert live.ok(TakeBallOut(in_time), "dealer") == (BallTakenOut(in_time, clause),)
        assert live.no(TakeBallOut(in_time), "dealer") == "not in the book"
        assert live.lies
        does(live, SpinBall())


def test_5_3() -> None:
    """No more bets is the dealer's call while the ball runs; until then every player may bet and take down."""
    live = spun()
    late: list[tuple[Command, int]] = [(PlaceWager(1, "red", 5_00), 1), (RemoveWager(2, "straight", [7]), 2)]
    open_till_then = [live.asks(command, seat) for command, seat in late]
    assert live.who_may(CloseBets(), "5.3") == {"dealer"}
    assert live.no(enters(7), "dealer") == "5.3"
    assert live.ok(CloseBets(), "dealer") == (BetsClosed(),)
    for command, seat in late:
        assert live.no(command, seat) == "3.10"
    without_ball = roulette().no(CloseBets(), "dealer")
    assert not any(isinstance(answer, Refusal) for answer in open_till_then)
    assert without_ball == "5.3"


def test_5_4() -> None:
    """The dealer announces where the ball lies; said twice alike it stands, the dolly goes down, and all is settled."""
    early = roulette()
    assert (early.no(enters(7), "dealer"), early.no(ConfirmNumber(7), "dealer")) == ("5.3", "5.4")
    live = closed()
    for nowhere in ("00", 37, -1):
        assert live.no(enters(nowhere), "dealer") == "5.4"
    assert live.who_may(enters(7), "5.4") == {"dealer"}
    does(live, enters(8))
    assert live.ok(enters(7), "dealer") == (NumberEntered(7, "dealer", "clockwise", "anticlockwise", 4),)
    assert (live.no(ConfirmNumber(8), "dealer"), live.who_may(ConfirmNumber(7), "5.4")) == ("5.4", {"dealer"})
    assert live.chips == 2 * MONEY
    dolly, settled = live.ok(ConfirmNumber(7), "dealer")
    assert isinstance(settled, RoundSettled)
    assert (dolly, live.rail(1), live.rail(2)) == (DollyPlaced(7, "5.4"), MONEY + 10_00, MONEY + 175_00)
    for dice in (ThrowDice(), EnterResult(1, 2)):
        assert spun().no(dice, "dealer") == "not in the book"


def test_7_4() -> None:
    """Once the ball is spun four numbers are drawn by the system, and players may then bet on their colours.

    In each round, wagered on or not; and a live table draws them from the committed secret or is not opened.
    """
    live = roulette(lucky=True).bets(1, "lucky-ball", 10_00, "red")
    assert live.no(DrawNumbers(DRAWN), "system") == "7.4"
    spun(live)
    assert live.who_may(DrawNumbers(DRAWN), "7.4") == {"system"}
    for colour, pocket in (("red", 12), ("red", 37), ("red", "00"), ("pink", 1)):
        assert live.no(DrawNumbers({**DRAWN, colour: pocket}), "system") == "7.4"
    assert live.no(DrawNumbers({"red": 7}), "system") == "7.4"
    assert live.ok(DrawNumbers(DRAWN), "system") == (LuckyBallDrawn(DRAWN),)
    assert live.no(DrawNumbers(DRAWN), "system") == "7.4"
    seen = live.asks(PlaceWager(2, "lucky-ball", 10_00, "blue"), 2)
    assert live.no(BoostNumber("red", "super"), "system") == "7.6"
    does(live, CloseBets())
    assert live.no(DrawNumbers(DRAWN), "system") == "7.4"
    assert live.who_may(BoostNumber("green", "super")) == {"system"}
    does(live, BoostNumber("green", "super"), by="system")
    assert does(live, enters(7), ConfirmNumber(7)).rail(1) == MONEY + 60_00
    assert roulette().no(DrawNumbers(DRAWN), "system") == "7.4"
    assert isinstance(seen, tuple)
    nobody = spun(roulette(lucky=True))
    assert nobody.no(CloseBets(), "dealer") == "7.4"
    does(nobody, DrawNumbers(DRAWN), by="system")
    does(nobody, CloseBets())
    closed_table = Live("star-roulette", roles=FLOOR_ROLES)
    for source, taken in (("dealer", False), ("os-draw", True)):
        opening = OpenTable("star-roulette", 100, 8, lucky_ball=True, source=source)
        assert isinstance(closed_table.asks(opening, BOSS), tuple) is taken
        assert taken or closed_table.no(opening, BOSS) == "7.4"


def test_8_1() -> None:
    """A ball spun the way the wheel turns is no spin."""
    no_spin("same direction", "8.1")
    the_ball_is_taken_out("same direction", "8.1")


def test_8_2() -> None:
    """One that will not make four revolutions is no spin."""
    no_spin("under four revolutions", "8.2")
    the_ball_is_taken_out("under four revolutions", "8.2")


def test_8_3() -> None:
    """A foreign object in the wheel makes it no spin."""
    no_spin("foreign object", "8.3")
    the_ball_is_taken_out("foreign object", "8.3")


def test_8_4() -> None:
    """A ball that falls into no compartment is no spin."""
    no_spin("no compartment", "8.4")


def test_8_6() -> None:
    """Interference with ball or wheel makes it no spin."""
    no_spin("interference", "8.6")


def test_8_7() -> None:
    """A ball put into the unit by anybody but the dealer is no spin, spun or not; without a unit it is no reason."""
    another = "loaded by another"
    live = no_spin(another, "8.7", unit=True)
    assert not live.who_may(SpinBall(by_unit=True)) - {"dealer", "player"}
    assert live.who_may(LoadBall(), "5.6") == {"dealer"}
    for early in (roulette(uspin=True).bets(1, "red"), does(roulette(uspin=True).bets(1, "red"), LoadBall())):
        assert early.no(CallNoRoll("same direction"), "dealer") == "8.9"
        assert early.who_may(CallNoRoll(another), "8.8") == {"dealer", *FLOOR}
        does(early, ReportThrow(another))
        assert {early.no(c, "dealer") for c in (SpinBall(), SpinBall(by_unit=True), LoadBall())} == {"8.7"}
        assert early.ok(CallNoRoll(another), "dealer") == (RoundInvalid(another, (), 0, "8.7", "no spin"),)
        assert (early.lies, early.no(SpinBall(), "dealer")) == ({(1, "red", None): 10_00}, "5.1")
        does(early.betting(), LoadBall(), SpinBall(by_unit=True))
    offered = does(roulette(uspin=True).bets(1, "red"), LoadBall(), OfferButton(1), ReportThrow(another))
    assert offered.no(PressButton(1), 1) == "8.7"
    assert does(offered, CallNoRoll(another)).life.gear.button is None
    plain = spun()
    for command in (CallNoRoll(another), ReportThrow(another)):
        assert (plain.no(command, "dealer"), roulette().no(command, "dealer")) == ("8.9", "8.9")
    assert another not in [told["reason"] for told in reasons(plain.life)]
    assert [told["reason"] for told in reasons(roulette(uspin=True).life)] == [another]


def test_8_8() -> None:
    """Once called, no spin is final wherever the ball comes to rest: no number can be entered or confirmed."""
    assert closed().who_may(CallNoRoll("same direction"), "8.8") == {"dealer", *FLOOR}
    assert closed().no(CallNoRoll("the number is a bad one"), "dealer") == "8.9", "for reasons of the book only"
    live = does(closed(), enters(7), CallNoRoll("same direction"))
    assert live.life.phase == "betting"
    for pocket in range(37):
        assert live.no(enters(pocket), "dealer") == "5.3"
        assert live.no(ConfirmNumber(pocket), "dealer") == "5.4"
    does(live.betting(), TakeBallOut(in_time=True), SpinBall(), CloseBets(), enters(7), ConfirmNumber(7))
    live = does(closed(), enters(7), CallNoRoll("same direction"))
    assert (live.lies, live.chips) == ({(1, "red", None): 10_00, (2, "straight", (7,)): 5_00}, 2 * MONEY)
    settled = does(closed(), enters(7), ConfirmNumber(7))
    assert settled.no(CallNoRoll("same direction"), "dealer") == "8.9"
    lucky = spun(roulette(lucky=True).bets(1, "lucky-ball", 10_00, "red"))
    assert does(lucky, CallNoRoll("foreign object")).rail(1) == MONEY
