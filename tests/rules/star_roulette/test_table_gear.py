"""Betting opened (5.1), the uSpin unit (5.6, 8.12), a ball examined (8.5), the screen (8.11), fairness (3.14)."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import BALL
from feltwork.table.live.commands import (
    BoostNumber,
    BuyColour,
    CallNoRoll,
    CheckEquipment,
    ClearFault,
    CloseBets,
    Collect,
    ConfirmNumber,
    ConfirmWager,
    DeclareWager,
    DrawNumbers,
    ExamineBall,
    LoadBall,
    MoveZero,
    OfferButton,
    OpenBets,
    OpenPlay,
    OpenTable,
    PlaceWager,
    PressButton,
    RedeemColour,
    RefuseWager,
    RemoveWager,
    ReportScreenFault,
    ReportThrow,
    ReportUnitFault,
    RepositionWager,
    RestoreScreen,
    RestoreUnit,
    RuleOnRound,
    SetWageringPeriod,
    SpinBall,
    TakeBallOut,
)
from feltwork.table.live.events import (
    BallExamined,
    BallLoaded,
    BallSpun,
    BetsOpened,
    ButtonOffered,
    DollyPlaced,
    EquipmentReturned,
    FairnessApplied,
    ScreenFailed,
    ScreenRestored,
    TableResumed,
    TableSuspended,
    UnitFailed,
    UnitRestored,
    WageringPeriodSet,
    ZeroMoved,
    ZeroPlacedOutside,
    ZeroTakenOutside,
)
from feltwork.table.live.narrate import tell
from feltwork.table.play.events import LuckyBallVoided, Repositioned, RoundInvalid, RoundSettled
from feltwork.views.views import public_view
from tests.build import checks, enters
from tests.rules.desk import AtDesk
from tests.rules.disputes import lucky_paid
from tests.rules.disputes import paid as paid_spin
from tests.rules.live import FLOOR, FLOOR_ROLES, MONEY, Live, roulette
from tests.rules.terms import defined

BOSS = "gaming_supervisor"
DRAWN: dict[str, int | str] = {"red": 7, "green": 0, "blue": 12, "yellow": 31}
SECOND = 1_000_000


def settled(live: Live, pocket: int) -> Live:
    """The ball, already in the wheel, comes to rest here."""
    live.ok(CloseBets(), "dealer")
    live.ok(enters(pocket), "dealer")
    live.ok(ConfirmNumber(pocket), "dealer")
    return live


def loaded(readings: dict[str, str] | None = None, *, lucky: bool = False) -> Live:
    """A wheel with a unit and the ball in it; both players have wagers."""
    live = roulette(uspin=True, lucky=lucky, readings=readings).bets(1, "red").bets(2, "straight", 5_00, 7)
    live.ok(LoadBall(), "dealer")
    return live


def by_unit(readings: dict[str, str] | None = None, *, lucky: bool = False) -> Live:
    live = loaded(readings, lucky=lucky)
    live.ok(SpinBall(by_unit=True), "dealer")
    return live


def test_1_1_assistant_gaming_manager() -> None:
    """The manager of a pit is one of the casino supervisors, and does not deal."""
    defined("star-roulette", "Assistant Gaming Manager")
    live = roulette()
    live.ok(SetWageringPeriod(60), "assistant_gaming_manager")
    assert live.no(SpinBall(), "assistant_gaming_manager") == "5.2"
    assert live.no(OpenBets(), "assistant_gaming_manager") == "5.1"


def test_1_1_uspin() -> None:
    """A unit may be on the wheel, with a button; a wheel without one is spun by hand only."""
    defined("star-roulette", "uSpin")
    plain = roulette().bets(1, "red")
    assert plain.no(LoadBall(), "dealer") == "not in the book"
    for command in (OfferButton(1), SpinBall(by_unit=True)):
        assert plain.no(command, "dealer") == "5.6"
    assert plain.no(PressButton(1), 1) == "5.6"
    assert plain.no(ReportUnitFault("jammed", True), "dealer") == "not in the book"
    fitted = roulette(uspin=True)
    assert "uSpin unit" in fitted.conduct.equipment
    assert fitted.asks(SpinBall(), "dealer") == (BallSpun(False, "5.2"),)
    fitted.ok(LoadBall(), "dealer")
    assert fitted.ok(SpinBall(by_unit=True), "dealer") == (BallSpun(True, "5.6"),)
    dice = Live("star-craps")
    assert dice.no(OpenTable("star-craps", 100, 8, uspin=True), "casino_supervisor") == "not in the book"


def test_1_1_wagering_period() -> None:
    """A supervisor may set how long players place, move and cancel; from place your bets on, not a moment longer."""
    defined("star-roulette", "wagering period")
    live = roulette()
    assert live.who_may(SetWageringPeriod(30), '1.1["wagering period"]') == FLOOR
    for wrong in (0, -1, 3_601):
        assert live.no(SetWageringPeriod(wrong), BOSS) == "not in the book"
    clause = '1.1["wagering period"]'
    assert live.ok(SetWageringPeriod(30), BOSS) == (WageringPeriodSet(30, clause),)
    assert live.life.gear.closes_at is None
    live.bets(1, "red").ok(SpinBall(), "dealer")
    settled(live, 1)
    end = live.now + 30 * SECOND
    assert live.ok(OpenBets(), "dealer") == (BetsOpened("5.1", end),)
    live.now = end - 1
    live.bets(1, "red")
    live.now = end
    assert live.no(PlaceWager(1, "red", 5_00), 1) == clause
    assert live.no(RemoveWager(1, "red"), 1) == clause
    live.ok(SpinBall(), "dealer")
    assert settled(live, 1).rail(1) == MONEY + 20_00
    assert live.ok(SetWageringPeriod(None), BOSS) == (WageringPeriodSet(None, clause),)
    assert live.ok(OpenBets(), "dealer") == (BetsOpened("5.1"),)


def test_2_6_3() -> None:
    """A unit is looked over before play where there is one, and may spin instead of the dealer."""
    live = Live("star-roulette", roles=FLOOR_ROLES)
    live.uspin = True
    live.prepared(without="uSpin unit")
    assert live.no(OpenPlay(), BOSS) == "2.6.3"
    assert by_unit().life.gear.spun_by_unit


def test_2_9() -> None:
    """A table with Lucky Ball has its screen checked before play; without Lucky Ball there is none to check."""
    live = Live("star-roulette", roles=FLOOR_ROLES)
    live.lucky = True
    live.prepared(without="Lucky Ball screen")
    assert live.no(OpenPlay(), BOSS) == "2.9"
    assert "Lucky Ball screen" not in roulette().conduct.equipment
    shown = roulette(lucky=True)
    shown.ok(SpinBall(), "dealer")
    (drawn,) = shown.ok(DrawNumbers(DRAWN), "system")
    assert tell(drawn) == ["Lucky Ball: red 7, green 0, blue 12, yellow 31"]


def rack(live: Live) -> object:
    """What the display rack shows."""
    colours = public_view(live.life)["colours"]
    assert isinstance(colours, dict)
    return colours["rack"]


def test_2_6_1() -> None:
    """The rack shows each colour in use and what one check of it is worth; a colour that is cashed in is gone."""
    live = roulette()
    assert rack(live) == []
    live.ok(BuyColour(2, "green", 5_00, 40_00), "dealer")
    live.ok(BuyColour(1, "blue", 1_00, 20_00), "dealer")
    blue, green = {"colour": "blue", "value": 1_00}, {"colour": "green", "value": 5_00}
    assert rack(live) == [blue, green]
    live.ok(RedeemColour(2), 2)
    assert rack(live) == [blue]


def test_diagram_l() -> None:
    """The display shows the four numbers, each with its colour and what it pays; the boosted one with its new odds."""
    plain = (True, "6 to 1", "super", "120 to 1")
    for lucky, standard, boosted, pays in (plain, ("mega", "5 to 1", "mega", "1000 to 1")):
        live = roulette(lucky=lucky)
        live.ok(SpinBall(), "dealer")
        assert public_view(live.life)["lucky_pays"] is None
        live.ok(DrawNumbers(DRAWN), "system")
        shown = public_view(live.life)
        assert (shown["lucky"], shown["boost"]) == (DRAWN, None)
        odds = {"red": standard, "green": "12 to 1", "blue": "20 to 1", "yellow": "25 to 1"}
        assert shown["lucky_pays"] == odds
        live.ok(CloseBets(), "dealer")
        live.ok(BoostNumber("red", boosted), "system")
        assert public_view(live.life)["lucky_pays"] == odds | {"red": pays}


def test_3_14() -> None:
    """Where the position of chips would be unfair to a player, a supervisor has them count elsewhere, saying why."""
    live = roulette().bets(1, "straight", 10_00, 8).bets(2, "red").bets(1, "straight", 5_00, 7)
    fair = RepositionWager(1, "straight", "straight", "pushed over by the dealer", 8, 7)
    assert live.no(fair, BOSS) == "3.14"
    live.ok(SpinBall(), "dealer")
    assert live.no(fair, BOSS) == "3.14"
    live.ok(CloseBets(), "dealer")
    assert live.who_may(fair, "3.14") == FLOOR
    for wrong, clause in (
        (RepositionWager(1, "straight", "straight", " ", 8, 7), "3.14"),
        (RepositionWager(1, "straight", "straight", "same place", 8, 8), "not in the book"),
        (RepositionWager(1, "straight", "split", "no such place", 8, [1, 36]), "3.2.2.1"),
        (RepositionWager(2, "straight", "red", "not theirs", 8), "not in the book"),
        (RepositionWager(1, "straight", "lucky-ball", "not here", 8, "red"), "7.1"),
    ):
        assert live.no(wrong, BOSS) == clause
    live.ok(enters(7), "dealer")
    key, to = (1, "straight", (8,)), (1, "straight", (7,))
    assert live.ok(fair, BOSS) == (FairnessApplied(1, fair.reason, "3.14"), Repositioned(key, to))
    assert (live.lies, live.chips) == ({to: 15_00, (2, "red", None): 10_00}, 2 * MONEY)
    live.ok(ConfirmNumber(7), "dealer")
    assert (live.rail(1), live.rail(2)) == (MONEY + 35 * 15_00, MONEY + 10_00)
    other = roulette().bets(1, "red")
    other.ok(SpinBall(), "dealer")
    other.ok(CloseBets(), "dealer")
    other.ok(RepositionWager(1, "red", "dozen", "misplaced by the dealer", None, 1), BOSS)
    other.ok(enters(2), "dealer")
    other.ok(ConfirmNumber(2), "dealer")
    assert other.rail(1) == MONEY + 20_00
    for award, refused in ((3_000_00, True), (3_500_00, False)):
        bound = AtDesk("star-roulette", limits={"straight": (5_00, 100_00, 0)}, max_award=award).betting()
        for number, amount in ((8, 80_00), (7, 60_00)):
            bound.does(PlaceWager(1, "straight", amount, number), 1)
        bound.spun()
        if refused:
            assert bound.says_no(fair, BOSS) == "not in the book", "one result could win more than was declared"
        else:
            bound.does(fair, BOSS)
            assert bound.lands(7).line(1, "straight")[2] == 3_500_00


def test_5_1() -> None:
    """The dealer calls place your bets when all is paid and before the ball is spun; betting begins with it."""
    live = Live("star-roulette", roles=FLOOR_ROLES).prepared()
    live.ok(OpenPlay(), BOSS)
    live.seated(1, 2)
    assert live.no(PlaceWager(1, "red", 10_00), 1) == "5.1"
    assert live.no(SpinBall(), "dealer") == "5.1"
    assert live.who_may(OpenBets(), "5.1") == {"dealer"}
    assert live.ok(OpenBets(), "dealer") == (BetsOpened("5.1"),)
    assert live.no(OpenBets(), "dealer") == "5.1"
    live.bets(1, "red").ok(SpinBall(), "dealer")
    assert live.no(OpenBets(), "dealer") == "5.1"
    live.bets(2, "black").ok(CloseBets(), "dealer")
    assert live.no(OpenBets(), "dealer") == "5.1"
    live.ok(enters(1), "dealer")
    assert live.no(OpenBets(), "dealer") == "5.1"
    live.ok(ConfirmNumber(1), "dealer")
    assert (live.no(PlaceWager(1, "red", 10_00), 1), live.no(SpinBall(), "dealer")) == ("5.1", "5.1")
    live.ok(OpenBets(), "dealer")
    live.bets(1, "red").ok(SpinBall(), "dealer")
    live.ok(CallNoRoll("same direction"), "dealer")
    assert (live.no(SpinBall(), "dealer"), live.no(RemoveWager(1, "red"), 1)) == ("5.1", "5.1")
    live.ok(OpenBets(), "dealer")
    live.ok(RemoveWager(1, "red"), 1)


def test_5_5() -> None:
    """Layout C: chips on the outside 0 are the player's Straight Up on 0; the dealer moves them in before the call."""
    live = roulette(layout="C", limits={"straight": (5_00, 20_00, 0)}).bets(1, "straight", 5_00, 0)
    _, outside = live.ok(PlaceWager(1, "straight", 10_00, "outside 0"), 1)
    assert outside == ZeroPlacedOutside(1, 10_00, "5.5")
    assert (live.lies, live.life.gear.outside_zero) == ({(1, "straight", (0,)): 15_00}, {1: 10_00})
    assert live.no(PlaceWager(1, "straight", 10_00, "outside 0"), 1) == "4.1"
    assert live.who_may(MoveZero(), "5.5") == {"dealer"}
    assert live.ok(MoveZero(), "dealer") == (ZeroMoved((1,), "5.5"),)
    assert (live.life.gear.outside_zero, live.no(MoveZero(), "dealer")) == ({}, "not in the book")
    live.bets(2, "straight", 5_00, "outside 0").ok(SpinBall(), "dealer")
    live.ok(RemoveWager(2, "straight", "outside 0"), 2)
    assert (live.life.gear.outside_zero, live.rail(2)) == ({}, MONEY)
    live.bets(2, "straight", 5_00, "outside 0").ok(CloseBets(), "dealer")
    assert live.no(MoveZero(), "dealer") == "5.5"
    both = roulette(layout="C").bets(1, "straight", 10_00, 0)
    for amount in (None, 5_00):
        assert both.no(RemoveWager(1, "straight", "outside 0", amount), 1) == "5.5"
    both.bets(1, "straight", 5_00, "outside 0").ok(RemoveWager(1, "straight", 0, 5_00), 1)
    assert (both.lies, both.life.gear.outside_zero) == ({(1, "straight", (0,)): 10_00}, {1: 5_00})
    assert both.no(RemoveWager(1, "straight", "outside 0", 6_00), 1) == "5.5"
    taken, _ = both.ok(RemoveWager(1, "straight", "outside 0", 2_00), 1)
    assert (taken, both.life.gear.outside_zero) == (ZeroTakenOutside(1, 2_00, "5.5"), {1: 3_00})
    assert "outside 0" in tell(taken)[0]
    both.ok(RemoveWager(1, "straight", 0, 6_00), 1)
    assert both.life.gear.outside_zero == {1: 2_00}
    assert both.ok(MoveZero(), "dealer") == (ZeroMoved((1,), "5.5"),)
    both.ok(DeclareWager(2, "straight", 5_00, "outside 0"), 2)
    both.ok(ConfirmWager(2), "dealer")
    assert (both.lies[2, "straight", (0,)], both.life.gear.outside_zero) == (5_00, {}), "the dealer puts it inside"
    both.bets(2, "straight", 5_00, "outside 0").ok(RefuseWager(2, "straight", "why", "outside 0"), "casino_supervisor")
    assert (both.rail(2), both.life.gear.outside_zero) == (MONEY, {}), "one wager, wherever its chips lie"
    for other in ("A", "E"):
        assert roulette(layout=other).no(PlaceWager(1, "straight", 5_00, "outside 0"), 1) == "3.2.1"
    assert "outside 0" in tell(outside)[0]


def test_5_6() -> None:
    """The dealer loads the ball; a player who was offered the button may press it, or the dealer sends the ball."""
    live = roulette(3, uspin=True).bets(1, "red")
    assert live.no(SpinBall(by_unit=True), "dealer") == "5.6"
    assert live.who_may(LoadBall(), "5.6") == {"dealer"}
    assert live.ok(LoadBall(), "dealer") == (BallLoaded("5.6"),)
    assert (live.no(LoadBall(), "dealer"), live.no(SpinBall(), "dealer")) == ("5.6", "5.6")
    assert live.no(PressButton(1), 1) == "5.6"
    assert live.who_may(OfferButton(1), "5.6") == {"dealer"}
    assert live.no(OfferButton(8), "dealer") == "not in the book"
    live.ok(OfferButton(1), "dealer")
    assert live.ok(OfferButton(2), "dealer") == (ButtonOffered(2, "5.6"),)
    assert (live.no(PressButton(1), 1), live.no(PressButton(2), 3)) == ("5.6", "5.6")
    assert live.ok(PressButton(2), 2) == (BallSpun(True, "5.6", 2),)
    assert (live.no(PressButton(2), 2), live.no(LoadBall(), "dealer")) == ("5.6", "5.6")
    assert settled(live, 1).rail(1) == MONEY + 10_00
    live.ok(LoadBall(), "dealer")
    assert live.no(SpinBall(by_unit=True), "dealer") == "5.1"
    live.betting().ok(OfferButton(2), "dealer")
    assert live.ok(SpinBall(by_unit=True), "dealer") == (BallSpun(True, "5.6"),)


def test_8_5() -> None:
    """A ball out of the wheel is no spin; it is not used again before a casino supervisor has examined it.

    Not even where it was only reported so, and no spin called for another reason; and a new ball is checked (2.4).
    """
    for replaced in (False, True):
        live = roulette(uspin=True).bets(1, "red")
        assert live.no(ExamineBall(), BOSS) == "8.5"
        live.ok(SpinBall(), "dealer")
        assert live.ok(CallNoRoll("ball out of the wheel"), "dealer") == (
            RoundInvalid("ball out of the wheel", (), 0, "8.5", "no spin"),
        )
        live.betting()
        assert (live.no(SpinBall(), "dealer"), live.no(LoadBall(), "dealer")) == ("8.5", "8.5")
        assert live.who_may(ExamineBall(replaced), "8.5") == FLOOR
        assert live.ok(ExamineBall(replaced), BOSS) == (BallExamined(replaced, "8.5"),)
        if replaced:
            assert (live.no(SpinBall(), "dealer"), live.no(LoadBall(), "dealer")) == ("2.4", "2.4")
            another = checks(live.life, [BALL], batch=2)
            assert live.who_may(another) == FLOOR
            live.ok(checks(live.life, ["dolly"]), BOSS)
            assert live.no(SpinBall(), "dealer") == "2.4"
            assert live.no(CheckEquipment([BALL]), BOSS) == "2.4", "it is measured as the first was"
            assert live.no(checks(live.life, [BALL]), BOSS) == "2.4", "it is not the one that was replaced"
            live.ok(another, BOSS)
        live.ok(SpinBall(), "dealer")
        assert (live.lies, live.life.gear.ball_out) == ({(1, "red", None): 10_00}, False)
    seen = roulette().bets(1, "red")
    seen.ok(SpinBall(), "dealer")
    seen.ok(ReportThrow("ball out of the wheel"), "dealer")
    assert seen.no(ExamineBall(), BOSS) == "8.5"
    seen.ok(CloseBets(), "dealer")
    assert seen.no(enters(7), "dealer") == "8.5", "there is no result, and no choice about it"
    assert seen.ok(CallNoRoll("interference"), "dealer") == (RoundInvalid("interference", (), 0, "8.6", "no spin"),)
    assert seen.betting().no(SpinBall(), "dealer") == "8.5"
    seen.ok(ExamineBall(), BOSS)
    seen.ok(SpinBall(), "dealer")
    other = roulette()
    other.ok(SpinBall(), "dealer")
    other.ok(CallNoRoll("foreign object"), "dealer")
    assert other.betting().no(SpinBall(), "dealer") == "8.3", "the ball is in the wheel, and is to be taken out"
    gone = roulette()
    gone.ok(SpinBall(), "dealer")
    gone.ok(ReportThrow("ball out of the wheel"), "dealer")
    gone.ok(CallNoRoll("foreign object"), "dealer")
    assert gone.no(TakeBallOut(in_time=True), "dealer") == "not in the book", "it is out already"
    gone.betting().ok(ExamineBall(), BOSS)
    gone.ok(SpinBall(), "dealer")


def test_8_10() -> None:
    """Layout C: what is still outside when the dolly is down is moved in first, and counts as a 0 in any case."""
    for pocket, left in ((0, MONEY + 35 * 10_00), (5, MONEY - 10_00)):
        live = roulette(layout="C").bets(1, "straight", 10_00, "outside 0").bets(2, "straight", 5_00, 0)
        live.ok(SpinBall(), "dealer")
        live.ok(CloseBets(), "dealer")
        live.ok(enters(pocket), "dealer")
        dolly, moved, result = live.ok(ConfirmNumber(pocket), "dealer")
        assert (dolly, moved) == (DollyPlaced(pocket, "5.4"), ZeroMoved((1,), "8.10"))
        assert isinstance(result, RoundSettled)
        assert (live.rail(1), live.lies, live.life.gear.outside_zero) == (left, {}, {})
    again = roulette(layout="C").bets(1, "straight", 10_00, "outside 0")
    again.ok(SpinBall(), "dealer")
    again.ok(CallNoRoll("no compartment"), "dealer")
    assert again.life.gear.outside_zero == {1: 10_00}


def test_8_11() -> None:
    """The screen fails: all Lucky Ball wagers are void and go back, none is taken till it works, the rest plays on."""
    live = roulette(lucky=True).bets(1, "lucky-ball", 10_00, "red").bets(2, "lucky-ball", 5_00, "blue").bets(1, "red")
    live.ok(SpinBall(), "dealer")
    live.ok(DrawNumbers(DRAWN), "system")
    live.ok(DeclareWager(1, "lucky-ball", 5_00, "red"), 1)
    fault = ReportScreenFault("dark")
    assert live.who_may(fault, "8.11") == {"dealer", *FLOOR}
    assert live.no(ReportScreenFault(" "), "dealer") == "not in the book"
    failed, voided = live.ok(fault, "dealer")
    assert failed == ScreenFailed("dark", "8.11")
    assert isinstance(voided, LuckyBallVoided)
    assert {(line.result, line.winnings, line.clause) for line in voided.lines} == {("void", 0, "8.11")}
    assert (live.rail(1), live.rail(2), live.lies) == (MONEY - 10_00, MONEY, {(1, "red", None): 10_00})
    for refused, who in (
        (PlaceWager(2, "lucky-ball", 5_00, "red"), 2),
        (DeclareWager(2, "lucky-ball", 5_00, "red"), 2),
        (ConfirmWager(1), "dealer"),
        (DrawNumbers(DRAWN), "system"),
        (BoostNumber("red", "super"), "system"),
    ):
        assert live.no(refused, who) == "8.11"
    assert live.no(fault, "dealer") == "not in the book", "it has failed already"
    assert settled(live.bets(2, "black"), 1).rail(1) == MONEY + 10_00
    live.betting()
    assert live.no(PlaceWager(2, "lucky-ball", 5_00, "red"), 2) == "8.11"
    assert live.no(RestoreScreen(" "), BOSS) == "not in the book"
    assert live.who_may(RestoreScreen("new cable"), "not in the book") == FLOOR
    assert live.ok(RestoreScreen("new cable"), BOSS) == (ScreenRestored("new cable", "8.11"),)
    live.bets(2, "lucky-ball", 5_00, "red")
    assert roulette().no(fault, "dealer") == "not in the book"
    late = roulette(lucky=True).bets(1, "lucky-ball", 10_00, "red")
    late.ok(SpinBall(), "dealer")
    late.ok(DrawNumbers(DRAWN), "system")
    late.ok(CloseBets(), "dealer")
    late.ok(BoostNumber("red", "super"), "system")
    late.ok(fault, BOSS)
    late.ok(enters(7), "dealer")
    late.ok(ConfirmNumber(7), "dealer")
    assert late.rail(1) == MONEY
    disputed = lucky_paid()
    disputed.ok(fault, "dealer")
    (doubt,) = disputed.life.stops.doubts
    assert disputed.who_may(RuleOnRound(doubt.number, False, "dark already then"), "8.11") == FLOOR


@pytest.mark.parametrize("how", ["repaired", "replaced", "removed"])
def test_8_12(how: str) -> None:
    """The unit fails: play stops till it is mended or gone; the spin it spoilt is void, a valid one counts."""
    live = by_unit(lucky=True)
    fault = ReportUnitFault("jammed", spin_valid=False)
    assert live.who_may(fault, "8.12") == {"dealer", *FLOOR}
    assert live.no(ReportUnitFault(" ", spin_valid=False), "dealer") == "not in the book"
    invalid, failed, stopped = live.ok(fault, "dealer")
    assert isinstance(invalid, RoundInvalid)
    assert {(line.result, line.clause) for line in invalid.lines} == {("void", "8.12")}
    assert (failed, stopped) == (UnitFailed("jammed", False, "8.12"), TableSuspended("jammed", "8.12"))
    assert (live.lies, live.game.balances) == ({}, {1: MONEY, 2: MONEY})
    for refused, who in ((OpenBets(), "dealer"), (SpinBall(), "dealer"), (ClearFault("kicked"), BOSS), (fault, BOSS)):
        assert live.no(refused, who) == "8.12"
    live.ok(Collect(2), 2)
    assert live.no(RestoreUnit("cleaned"), BOSS) == "8.12"
    assert live.who_may(RestoreUnit(how), "8.12") == FLOOR
    gone = () if how != "removed" else (EquipmentReturned(["uSpin unit t1-1-1"]),)
    assert live.ok(RestoreUnit(how), BOSS) == (*gone, UnitRestored(how, "8.12"), TableResumed(f"uSpin unit {how}"))
    assert live.no(RestoreUnit(how), BOSS) == "not in the book"
    if how != "removed":
        live.betting()
        assert live.no(SpinBall(), "dealer") == live.no(LoadBall(), "dealer") == "8.12", "nobody has found it to work"
        assert live.no(CheckEquipment(["uSpin unit"]), BOSS) == "2.6.3"
        if how == "replaced":
            assert live.no(checks(live.life, ["uSpin unit"]), BOSS) == "2.6.3", "another unit has another number"
        live.ok(checks(live.life, ["uSpin unit"], batch=1 if how == "repaired" else 2), BOSS)
    live.betting().ok(SpinBall(), "dealer")
    live.ok(CallNoRoll("same direction"), "dealer")
    live.ok(TakeBallOut(in_time=False), "dealer")
    if how == "removed":
        assert live.no(LoadBall(), "dealer") == "not in the book"
    else:
        live.ok(LoadBall(), "dealer")
    valid = by_unit()
    valid.ok(ReportUnitFault("hums", spin_valid=True), "dealer")
    assert settled(valid, 7).rail(2) == MONEY + 35 * 5_00
    assert valid.no(OpenBets(), "dealer") == "8.12"
    paid = settled(by_unit(), 7)
    held = dict(paid.game.balances)
    paid.ok(fault, BOSS)
    assert (paid.game.balances, len(paid.life.stops.doubts)) == (held, 1), (
        "what was paid is for a supervisor to rule on"
    )
    disputed = paid_spin()
    disputed.ok(fault, "dealer")
    (doubt,) = disputed.life.stops.doubts
    assert disputed.who_may(RuleOnRound(doubt.number, False, "fell short"), "8.12") == FLOOR
    by_hand = roulette(uspin=True).bets(1, "red")
    by_hand.ok(SpinBall(), "dealer")
    by_hand.ok(fault, "dealer")
    assert settled(by_hand, 1).rail(1) == MONEY + 10_00
