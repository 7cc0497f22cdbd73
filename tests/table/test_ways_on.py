"""What a table refuses so that it always has a way on, and so that nobody does what is another's to do."""

from __future__ import annotations

from random import Random

import pytest

from feltwork.games.conduct import Act
from feltwork.refusal import Refusal
from feltwork.server.demo.dealing import next_step
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import (
    BuyColour,
    ConfirmWager,
    CorrectNumber,
    DeclareWager,
    ExchangeVoucher,
    OpenBets,
    ReportScreenFault,
)
from feltwork.table.live.events import Collected, CrewAssigned, InspectorNotified, SeatLeft, TableSuspended
from tests.build import checks, enters
from tests.rules.live import MONEY, Live, crown, dragon, opened, roulette


def test_no_more_bets_waits_for_a_shooter_who_can_throw() -> None:
    live = dragon(2).with_shooter(1, "dragon")
    live.ok(ask.RemoveWager(1, "dragon"), 1)
    assert live.no(ask.CloseBets(), "dealer") == "4.3"
    live.ok(ask.OrderPass("unreasonable delay"), "casino_supervisor")
    live.bets(2, "fire").ok(ask.OfferDice(), "dealer")
    live.ok(ask.AcceptDice(2), 2)
    assert live.ok(ask.CloseBets(), "dealer")


def test_after_no_more_bets_somebody_is_left_to_throw() -> None:
    """Whoever passes then, the dice go to another with a line wager, or the house throws."""
    mini = crown(2, variant="mini").with_shooter(1).rolled(4, 3)
    assert mini.lies == {}
    assert mini.no(ask.CloseBets(), "dealer") == "5.1.1(b)", "the shooter has no line wager for the next come out roll"
    mini.bets(1, "win-line").bets(2, "field")
    mini.ok(ask.CloseBets(), "dealer")
    mini.ok(ask.PassDice(1), 1)
    for seat in (2, 1):
        mini.ok(ask.OfferDice(), "dealer")
        mini.ok(ask.RejectDice(seat), seat)
    mini.ok(ask.OfferDice(), "dealer")
    assert mini.life.shooter.house_throws
    mini.ok(ask.ThrowDice(), "dealer")
    bare = crown(2, variant="mini").with_shooter(1, "dont-win-line").rolled(2, 4)
    bare.ok(ask.RemoveWager(1, "dont-win-line"), 1)
    assert bare.no(ask.CloseBets(), "dealer") == "not in the book", (
        "nothing is up, and afterwards nothing can be put up"
    )


def test_lucky_ball_numbers_come_before_no_more_bets() -> None:
    live = roulette(1, lucky=True)
    live.ok(ask.PlaceWager(1, "lucky-ball", 5_00, "red"), 1)
    live.ok(ask.SpinBall(), "dealer")
    assert live.no(ask.CloseBets(), "dealer") == "7.4"
    live.ok(ReportScreenFault("black"), "dealer")
    assert live.ok(ask.CloseBets(), "dealer"), "a screen that fails ends the wait"


def test_the_house_s_own_dealer_issues_the_checks_a_guest_asks_for() -> None:
    live = roulette(1)
    wants = BuyColour(1, "red", 5_00, 50_00)
    live.ok(wants, 1)
    assert next_step(live.life, Random(1), live.now, frozenset()) == (wants, "dealer", "dealer")
    live.ok(wants, "dealer")
    step = next_step(live.life, Random(1), live.now, frozenset())
    assert step is not None
    assert step[0] == ask.SpinBall()


@pytest.mark.parametrize("live", [opened(), crown(), roulette()], ids=["star", "crown", "roulette"])
def test_a_supervisor_stops_any_table(live: Live) -> None:
    """An inspector is told; nothing is played until it is cleared."""
    boss, clause = live.one_who_may(Act.REPORT_FAULT), live.conduct.clause_of(Act.REPORT_FAULT)
    stop = ask.ReportFault("a leak over the table")
    assert live.no(stop, 1) == "not in the book"
    assert live.no(stop, "dealer") == "not in the book"
    events = (TableSuspended(stop.what, clause), InspectorNotified(stop.what, clause))
    assert live.ok(stop, boss) == events
    assert live.no(ask.BuyIn(1, 10_00), 1) == "not in the book"
    live.ok(ask.ClearFault("mopped up"), boss)
    live.ok(ask.BuyIn(1, 10_00), 1)


def test_chips_come_off_a_stopped_wheel() -> None:
    """After a no spin nobody has called place your bets again, and now nobody may."""
    live = roulette(1).bets(1, "red")
    live.ok(ask.SpinBall(), "dealer")
    live.ok(ask.CallNoRoll("foreign object"), "dealer")
    assert live.no(ask.RemoveWager(1, "red"), 1) == "5.1"
    live.ok(ask.ReportFault("the wheel is bent"), live.one_who_may(Act.REPORT_FAULT))
    live.ok(ask.RemoveWager(1, "red"), 1)
    assert live.no(ask.PlaceWager(1, "red", 10_00), 1) == "not in the book"
    live.ok(ask.Collect(1), 1)
    live.ok(ask.Leave(1), 1)
    live.ok(ask.CloseTable(), live.one_who_may(Act.CLOSE))


def test_crew_are_people_in_roles_of_the_table() -> None:
    live = opened()
    for person, role in (("x", "emperor"), ("", "dealer"), ("z" * 5_000, "dealer"), ("x", ""), ("x", "system")):
        assert live.no(ask.AssignCrew(person, role), "casino_supervisor") == "not in the book"
    assert live.no(ask.AssignCrew("dealer", "stickperson"), "casino_supervisor") == "not in the book"
    live.ok(ask.AssignCrew("relief", "dealer"), "casino_supervisor")
    moved = ask.AssignCrew("dealer", "stickperson")
    assert live.ok(moved, "casino_supervisor") == (CrewAssigned("dealer", "stickperson", "stickperson"),)


def test_who_leaves_is_told_what_stays_behind() -> None:
    live = opened(1)
    chips = live.asks(ask.Leave(1), 1)
    assert isinstance(chips, Refusal)
    assert chips.reason == "collect the chips in the rail first"
    live.ok(ask.PlaceWager(1, "field", 500), 1)
    wagers = live.asks(ask.Leave(1), 1)
    assert isinstance(wagers, Refusal)
    assert wagers.reason == "this seat still has bets on the layout"


def test_crew_collect_and_leave_for_a_player_who_asked() -> None:
    live = opened(1)
    for unasked in (ask.Collect(1), ask.Collect(1, " "), ask.Collect(1, "x" * 201), ask.Leave(1)):
        assert live.no(unasked, "dealer") == "not in the book"
    assert live.ok(ask.Collect(1, "colour me up"), "dealer") == (Collected(1, "player-1", MONEY, "colour me up"),)
    assert live.ok(ask.Leave(1, "good night"), "dealer") == (SeatLeft(1, "player-1", "good night"),)


@pytest.mark.parametrize("limit", [(1, 2**70, 0), (2**70, 2**71, 0), (1, 10, 2**70), (1, 10**15 + 1, 0)])
def test_limits_are_amounts_that_could_be_staked(limit: tuple[int, int | None, int]) -> None:
    live = opened()
    for command in (ask.ChangeLimits({"field": limit}), ask.AnnounceLimits({"field": limit})):
        assert live.no(command, "casino_supervisor") == "not in the book"
    assert live.no(ask.SetPersonalLimit(1, limit), "casino_supervisor") == "7.6"
    fresh = Live()
    assert fresh.no(ask.OpenTable("star-craps", 100, 8, {"field": limit}), "gaming_manager") == "not in the book"
    live.ok(ask.ChangeLimits({"field": (1, 10**15, 0)}), "casino_supervisor")


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        ((5_00, 4_00, 0), "the maximum of 4.00 is below the minimum of 5.00"),
        ((-1, None, 0), "not below zero"),
        ((0, 2**70, 0), "can never be staked"),
    ],
)
def test_a_refused_limit_says_why(limit: tuple[int, int | None, int], why: str) -> None:
    for refused in (
        opened().asks(ask.ChangeLimits({"field": limit}), "casino_supervisor"),
        Live().asks(ask.OpenTable("star-craps", 100, 8, {"field": limit}), "gaming_manager"),
    ):
        assert isinstance(refused, Refusal)
        assert why in refused.reason


def test_a_result_is_set_right_while_lights_have_stopped_play() -> None:
    """Dragon Fire 10.1 with 10.2: the wrong number was entered, and the areas do not light either."""
    live = dragon().with_shooter(1, "dragon").rolled(2, 2)
    live.ok(ask.ReportFault("lights failed"), "dealer")
    live.ok(ask.CorrectResult(6, 6, "wrong entry"), "casino_supervisor")
    assert live.rail(1) == MONEY - 10_00
    assert live.no(OpenBets(), "dealer") == "10.3"


def test_the_house_throws_with_a_set_of_dice() -> None:
    live = opened(1).bets(1, "place-to-win", 12_00, 6).offered(1)
    live.ok(ask.RejectDice(1), 1)
    live.ok(ask.OfferDice(), "stickperson")
    assert live.life.shooter.house_throws
    live.ok(ask.ReportDie(1, found=False), "stickperson")
    live.ok(ask.ReportDie(2, found=False), "stickperson")
    assert live.no(ask.ThrowDice(), "stickperson") == "3.6"
    live.ok(ask.BringDice(), "casino_supervisor")
    assert live.no(ask.ThrowDice(), "stickperson") == "2.3", "nobody has measured the new set"
    live.ok(checks(live.life, ["five dice"], batch=2), "casino_supervisor")
    live.ok(ask.ThrowDice(), "stickperson")


def test_selected_dice_are_retained() -> None:
    """3.3, 3.4.2: others only when one goes off the table, and the old one again when it is found."""
    live = opened(1).with_shooter(1).rolled(2, 2)
    assert live.no(ask.SelectDice(1, [3, 4]), 1) == "3.3"
    live.ok(ask.ReportDie(5, found=False), "stickperson")
    assert live.no(ask.SelectDice(1, [3, 4]), 1) == "3.3", "the bowl's die is no reason"
    live.ok(ask.ReportDie(2, found=False), "stickperson")
    live.ok(ask.SelectDice(1, [3, 4]), 1)
    assert live.no(ask.SelectDice(1, [1, 3]), 1) == "3.3"
    live.ok(ask.ReportDie(2, found=True), "stickperson")
    live.ok(ask.CheckDie(2, to_shooter=False), "boxperson")
    live.ok(ask.SelectDice(1, [1, 2]), 1)
    assert live.no(ask.SelectDice(1, [3, 4]), 1) == "3.3"


def test_a_die_of_the_bowl_does_not_spoil_a_throw() -> None:
    live = opened(1).with_shooter(1).thrown()
    live.ok(ask.ReportDie(5, found=False), "stickperson")
    assert live.called(2, 2)
    live.thrown().ok(ask.ReportDie(1, found=False), "stickperson")
    assert live.no(ask.EnterResult(2, 2), "stickperson") == "5.3.1"


def test_a_crown_shooter_has_a_line_wager_for_every_come_out_roll() -> None:
    """5.1.1(b); without one the dice stay (5.2.2) until the shooter bets, or the crew offers them on."""
    live = crown(1).with_shooter(1)
    live.ok(ask.RemoveWager(1, "win-line"), 1)
    assert live.no(ask.ThrowDice(), 1) == "5.1.1(b)"
    live.bets(1, "win-line").rolled(5, 6)
    assert (live.lies, live.life.shooter.seat) == ({}, 1)
    assert live.no(ask.ThrowDice(), 1) == "5.1.1(b)"
    live.bets(1, "dont-win-line").ok(ask.ThrowDice(), 1)


def test_oral_wagers_come_with_what_the_book_plays_with() -> None:
    """Dragon Fire 6.7: chips or tokens; Roulette 3.11: colour checks too."""
    live = dragon(1)
    assert live.no(DeclareWager(1, "fire", 5_00, None, "tokens"), 1) == "6.3"
    live.ok(ExchangeVoucher(1, "v1", 5_00), "dealer")
    live.ok(DeclareWager(1, "fire", 5_00, None, "tokens"), 1)
    assert live.no(DeclareWager(1, "fire", 5_00, None, "checks"), 1) == "6.7"
    live.ok(ConfirmWager(1), "dealer")
    assert (live.rail(1), live.game.tokens[1], len(live.lies)) == (MONEY, 0, 1)
    wheel = roulette(1)
    wheel.ok(BuyColour(1, "red", 5_00, 50_00), "dealer")
    assert wheel.no(DeclareWager(1, "red", 7_00, None, "checks"), 1) == "3.8"
    wheel.ok(DeclareWager(1, "red", 10_00, None, "checks"), 1)
    wheel.ok(ConfirmWager(1), "dealer")
    assert (wheel.rail(1), wheel.game.checks[1]) == (MONEY - 50_00, 40_00)


def test_dice_are_taken_on_from_a_shooter_who_can_neither_throw_nor_pass() -> None:
    """After a 7 the next roll is invalidated: Dragon goes back, its area stays closed, the shooter must not pass."""
    live = dragon(2).with_shooter(1, "dragon").rolled(3, 4).thrown()
    live.ok(ask.InvalidateOutcome("fire"), "casino_supervisor")
    live.betting().bets(2, "total", 5_00, 8)
    assert (live.no(ask.PassDice(1), 1), live.no(ask.PlaceWager(1, "dragon", 5_00), 1)) == ("3.6.1", "6.2.4")
    assert next_step(live.life, Random(1), live.now, frozenset({1, 2})) == (ask.OfferDice(), "dealer", "dealer")
    live.ok(ask.OfferDice(), "dealer")
    assert live.life.shooter.house_throws
    live.rolled(4, 4)
    assert live.game.area_state != "frozen"


@pytest.mark.parametrize("live", [opened(), crown(), dragon()], ids=["star", "crown", "dragon"])
def test_what_a_table_does_not_have_is_said_so(live: Live) -> None:
    for command in (ask.SpinBall(), enters(5), ask.ConfirmNumber(5), CorrectNumber(5, "misread")):
        assert "there is no wheel at this table" in str(live.asks(command, "dealer"))
    if not live.game.book.house.closing:
        assert "this table has no call of no more bets" in str(live.asks(ask.CloseBets(), "dealer"))
        assert "this table has no call of no more bets" in str(live.with_shooter(1).asks(ask.CloseBets(), "dealer"))
