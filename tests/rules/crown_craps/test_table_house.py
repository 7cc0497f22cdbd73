"""Late wagers (3.2), calls of on and off (3.5), limits (4), invalidated outcomes and closing (9)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from feltwork.table.live.commands import (
    AnnounceClosure,
    AnnounceLimits,
    BuyIn,
    CallWager,
    ChangeLimits,
    CloseBets,
    DeclineCall,
    EnterResult,
    InvalidateOutcome,
    Leave,
    OfferDice,
    PlaceWager,
    RemoveWager,
    SetPersonalLimit,
    Sit,
    ThrowDice,
    WithdrawCall,
)
from feltwork.table.live.events import (
    CallAsked,
    Limits,
    LimitsAnnounced,
    LimitsChanged,
    PersonalLimitSet,
    RoundReversed,
)
from feltwork.table.play.events import Called, Late, Placed, RoundInvalid
from tests.rules.duties import DISRUPTIONS, closes_on_notice, opens_with_limits_shown
from tests.rules.floors import FLOORS
from tests.rules.live import CROWN_ROLES, MONEY, PIT_BOSS, TWENTY_MINUTES, Live, crown

SIGN: dict[str, Limits] = {"field": (5_00, 100_00, 0)}
VARIANTS = (None, "mini")
AT_MINI = (OfferDice(), "dealer")


def sevened_out(variant: str | None = None) -> Live:
    """Seat 1 shot a point of 6 and sevened out; seat 2 won on the 7 and lost a wager with commission."""
    live = crown(3, variant=variant).with_shooter(1).rolled(2, 4).bets(1, "win-line-odds", 20_00)
    return live.bets(2, "dont-place", 55_00, 4).bets(2, "buy", 20_00, 8).bets(3, "field", 30_00).rolled(3, 4)


def invalidated(cause: str, clause: str) -> None:
    """A Pit Boss or above has the roll taken back, with every wager it decided and the point."""
    for variant in VARIANTS:
        live = sevened_out(variant)
        live.ok(AnnounceClosure(), "pit_boss")
        assert live.who_may(InvalidateOutcome(cause)) == PIT_BOSS
        assert (live.no(InvalidateOutcome(cause), "dealer"), live.no(InvalidateOutcome("bad luck"), "pit_boss")) == (
            clause,
            "9.3.1",
        )
        back, invalid = live.ok(InvalidateOutcome(cause), "pit_boss")
        assert isinstance(back, RoundReversed)
        assert isinstance(invalid, RoundInvalid)
        assert (back.reason, back.clause, invalid.reason, invalid.clause) == (cause, clause, cause, clause)
        assert (live.game.area_state, live.life.shooter.seat, live.life.phase) == (6, 1, "betting")
        assert not live.game.closed
        assert live.no(InvalidateOutcome(cause), "pit_boss") == clause
        assert crown(variant=variant).no(InvalidateOutcome(cause), "pit_boss") == clause


def called(working: bool, clause: str) -> None:
    """The player's call counts once a dealer or the boxperson repeats it, and only as the player called it."""
    live = crown().with_shooter(1)
    if not working:
        live.rolled(2, 4)
    live.bets(2, "place", 10_00, 5).bets(2, "hardway", 10_00, 8)
    call, confirmed = CallWager(2, "place", working, 5), (Called(((2, "place", 5),), working, similar=True),)
    cited = {live.no(call, staff) for staff in ("dealer", "boxperson", "stickperson")}
    assert live.ok(call, 2) == (CallAsked(2, "place", 5, working),)
    live.bets(1, "place", 10_00, 9).ok(CallWager(1, "place", working, 9), 1)  # another's call, and neither is lost
    cited |= {live.no(CallWager(2, "hardway", working, 8), "dealer"), live.no(call, "stickperson")}
    assert live.who_may(call, seat=2) - PIT_BOSS == {"player", "dealer", "boxperson"}
    cited |= {live.no(ThrowDice(), 1)}
    unconfirmed = live.life.copy()
    assert live.ok(call, "boxperson") == confirmed
    assert live.no(call, "boxperson") == clause, "once"
    assert live.ok(CallWager(1, "place", working, 9), "dealer") == (Called(((1, "place", 9),), working, similar=True),)
    on_or_off = {working: live.rolled(2, 3).rail(2)}
    live.life = unconfirmed
    live.ok(DeclineCall(2, "place", "the dice were out", 5), "dealer")
    live.ok(WithdrawCall(1, "place", 9), 1)
    on_or_off[not working] = live.rolled(2, 3).rail(2)
    assert on_or_off == {True: MONEY + 4_00, False: MONEY - 20_00}
    late = crown().with_shooter(1).rolled(2, 4).bets(2, "place", 10_00, 5)
    late.ok(call, 2)
    late.ok(call, "dealer")
    cited |= {late.thrown().no(call, 2)}
    assert cited == {clause}


def test_3_2() -> None:
    """Wagers are made before the throw; in the air only by the word of dealer, box or stickperson, till called."""
    late = PlaceWager(2, "field", 10_00, asked="the field for ten")
    live = crown().with_shooter(1)
    assert isinstance(live.asks(late, 2), tuple)
    assert live.thrown().who_may(late, seat=2) - PIT_BOSS == {"dealer", "boxperson", "stickperson"}
    assert (live.no(late, 2), live.no(PlaceWager(2, "field", 10_00), "dealer")) == ("3.2", "3.2")
    for staff in ("dealer", "boxperson", "stickperson"):
        mark = Late("the field for ten", staff, "3.2")
        assert live.ok(late, staff) == (Placed((2, "field", None), 10_00, 0, late=mark),)
    assert live.no(PlaceWager(2, "field", MONEY, asked="all of it"), "dealer") == "3.1"
    assert (live.rail(2), live.chips) == (MONEY - 30_00, 2 * MONEY)
    live.ok(EnterResult(1, 2), "stickperson")
    assert live.who_may(late, "3.2", seat=2) == set()
    live.called(1, 2)
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY + 30_00)
    mini = crown(variant="mini").with_shooter(1)
    mini.ok(CloseBets(), "dealer")
    assert mini.who_may(late, seat=2) == mini.thrown().who_may(late, seat=2) == set()


def test_3_5_1_a() -> None:
    """A call of on counts on a come out roll once dealer or boxperson confirm it."""
    called(True, "3.5.1(a)")


def test_3_5_2_a() -> None:
    """A call of off counts once dealer or boxperson confirm it."""
    called(False, "3.5.2(a)")


def test_4_1() -> None:
    """The sign shows the limits; a minimum goes up only 20 minutes after a sign, which the dealer shows."""
    raised: dict[str, Limits] = {"field": (10_00, 100_00, 0)}
    lowered: dict[str, Limits] = {"field": (1_00, 40_00, 0)}
    live = crown(2, SIGN).bets(1, "field", 5_00)
    assert live.who_may(ChangeLimits(lowered), "not in the book") == {"boxperson", *PIT_BOSS}
    assert live.who_may(AnnounceLimits(raised), "4.1") >= {"boxperson", *PIT_BOSS}
    assert live.no(ChangeLimits(raised), "pit_boss") == "4.1"
    assert live.no(ChangeLimits({"field": (5_01, 40_00, 0)}), "pit_boss") == "4.1"
    start = live.now
    assert live.ok(AnnounceLimits(raised), "boxperson") == (LimitsAnnounced(raised, start + TWENTY_MINUTES),)
    live.now = start + TWENTY_MINUTES - 1
    assert live.no(ChangeLimits(raised), "pit_boss") == "4.1"
    live.now = start + TWENTY_MINUTES
    assert live.no(ChangeLimits({"field": (20_00, 100_00, 0)}), "pit_boss") == "4.1"
    assert live.ok(ChangeLimits(raised), "boxperson") == (LimitsChanged(raised),)
    assert live.lies == {(1, "field", None): 5_00}
    assert live.no(PlaceWager(2, "field", 9_00), 2) == "4.4"
    live.bets(2, "field", 10_00).ok(ChangeLimits(lowered), "pit_boss")
    assert live.bets(2, "field", 1_00).no(PlaceWager(2, "field", 30_00), 2) == "4.4"
    assert live.no(ChangeLimits(raised), "pit_boss") == "4.1"
    assert live.who_may(AnnounceLimits(raised), "4.1") == {"dealer", "boxperson", *PIT_BOSS}
    for variant in (None, "mini"):
        opens_with_limits_shown(Live("crown-craps", variant, CROWN_ROLES), "4.4")


def test_4_3() -> None:
    """A player may have limits other than the sign's, above or below, marked at the seat and gone with the player."""
    live, own = crown(2, SIGN), SetPersonalLimit(1, (2_00, 300_00, 0))
    assert live.no(PlaceWager(1, "field", 101_00), 1) == "4.4"
    assert live.no(PlaceWager(1, "field", 4_00), 1) == "4.4"
    assert live.who_may(own, "4.3") == {"boxperson", *PIT_BOSS}
    for wrong in ((20_00, None, 0), (300_00, 200_00, 0), (-1, 300_00, 0)):
        assert live.no(SetPersonalLimit(1, wrong), "pit_boss") == "4.3"
    assert live.no(SetPersonalLimit(7, (20_00, 300_00, 0)), "pit_boss") == "not in the book"
    assert live.ok(own, "boxperson") == (PersonalLimitSet(1, (2_00, 300_00, 0)),)
    assert set(live.game.personal) == {1}
    assert live.no(PlaceWager(1, "field", 301_00), 1) == "4.4"
    assert live.no(PlaceWager(1, "field", 1_00), 1) == "4.4"
    assert live.bets(1, "field", 2_00).bets(1, "field", 298_00).no(PlaceWager(2, "field", 101_00), 2) == "4.4"
    assert live.bets(2, "field", 100_00).chips == 2 * MONEY
    live.ok(RemoveWager(1, "field"), 1)
    live.emptied().ok(Leave(1), 1)
    live.ok(Sit("somebody-else", 1), "dealer")
    live.ok(BuyIn(1, MONEY, "chips, please"), "dealer")
    assert live.no(PlaceWager(1, "field", 300_00), "dealer") == "4.4"
    live.ok(SetPersonalLimit(1, (10_00, 50_00, 0)), "pit_boss")
    assert live.no(PlaceWager(1, "field", 60_00), "dealer") == "4.4"


def test_9_3_1() -> None:
    """A Pit Boss may invalidate an outcome that commotion, fire, riot, brawl, robbery or act of God disrupted."""
    for cause in DISRUPTIONS:
        invalidated(cause, "9.3.1")


def test_9_3_2() -> None:
    """And one that a fraudulent act of anybody affected."""
    invalidated("fraud", "9.3.2")


def test_9_4() -> None:
    """All that the roll decided is refunded, commission too, a cheat's wagers as well; the rest stays as it was."""
    for cause in ("fire", "fraud"):
        live = sevened_out()
        assert live.no(InvalidateOutcome(cause, [2]), "pit_boss") == "9.4"
        _, invalid = live.ok(InvalidateOutcome(cause), "pit_boss")
        assert isinstance(invalid, RoundInvalid)
        assert {(line.clause, line.returned == line.stake) for line in invalid.lines} == {("9.4", True)}
        assert (live.game.balances, live.lies) == (dict.fromkeys((1, 2, 3), MONEY), {})
    live = crown().with_shooter(1).rolled(2, 4).bets(2, "come").bets(2, "field").bets(1, "hardway", 5_00, 6)
    lies, chips = live.lies, live.chips
    live.rolled(4, 4).ok(InvalidateOutcome("fire"), "pit_boss")
    del lies[2, "field", None]
    assert (live.lies, live.chips, live.rail(2)) == (lies, chips, MONEY - 10_00)
    assert (live.game.area_state, live.rolled(5, 6).rail(2)) == (6, MONEY + 10_00)


def test_9_7_at_a_mini_table() -> None:
    """A Pit Boss closes a table with players 20 minutes after its sign, not a moment before; an empty one at once."""
    closes_on_notice(replace(FLOORS["crown-craps"], table=partial(crown, variant="mini"), begins=AT_MINI), "9.7")
