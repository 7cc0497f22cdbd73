"""Readings of the wheel and of Dragon Fire that only a live table can show."""

from __future__ import annotations

from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    AnnounceLimits,
    ChangeLimits,
    CloseBets,
    ConfirmNumber,
    LoadBall,
    OpenTable,
    ReportUnitFault,
    RuleOnRound,
    SpinBall,
)
from feltwork.table.live.events import Limits
from tests.build import enters, signed
from tests.rules.at_desk import desk
from tests.rules.live import FLOOR_ROLES, MONEY, Live, dragon, roulette

BOSS = "gaming_manager"


def test_a_unit_that_fails_may_leave_the_wagers_for_the_next_spin() -> None:
    for reading, lies in (("return", {}), ("stand", {(1, "red", None): 10_00})):
        for paid in (False, True):
            live = desk("star-roulette", uspin=True, readings={"uspin_void": reading})
            live.bets(1, "red")
            live.ok(LoadBall(), "dealer")
            live.ok(SpinBall(by_unit=True), "dealer")
            if paid:
                live.ok(CloseBets(), "dealer")
                live.ok(enters(7), "dealer")
                live.ok(ConfirmNumber(7), "dealer")
            live.ok(ReportUnitFault("jammed", spin_valid=False), "dealer")
            if paid:
                live.ok(RuleOnRound(live.life.stops.doubts[0].number, False, "fell short"), "gaming_supervisor")
            assert (live.lies, live.chips) == (lies, 2 * MONEY)
            live.sound()


def test_a_shooter_on_both_sides_may_keep_the_dice_unless_both_lose() -> None:
    for reading, after_a_loss in (("true", None), ("false", 1)):
        live = dragon(readings={"both_sides_pass": reading}).bets(1, "fire").with_shooter(1, "dragon").rolled(3, 4)
        assert live.rolled(1, 1).life.shooter.seat == after_a_loss
        twice = dragon(readings={"both_sides_pass": reading}).bets(1, "fire").with_shooter(1, "dragon").rolled(3, 4)
        assert twice.rolled(3, 4).life.shooter.seat is None
        one = dragon(readings={"both_sides_pass": reading}).with_shooter(1, "dragon").rolled(3, 4)
        assert one.rolled(6, 6).life.shooter.seat is None


def test_a_sign_may_have_one_minimum_for_all_wagers() -> None:
    for reading, taken in (("true", True), ("false", False)):
        live = Live("star-roulette", roles=FLOOR_ROLES)
        limits: dict[str, Limits] = {"red": (5_00, 100_00, 0)}
        opening = OpenTable("star-roulette", 100, 8, limits, {"limits_by_class": reading})
        assert isinstance(live.asks(signed(opening), BOSS), Refusal) is not taken
        live = roulette(readings={"limits_by_class": reading})
        for command in (AnnounceLimits(limits), ChangeLimits({"red": (1, 50_00, 0), "odd": (1, 90_00, 0)})):
            same = isinstance(command, ChangeLimits)
            assert isinstance(live.asks(command, BOSS), Refusal) is not (taken or same)
        everything: dict[str, Limits] = dict.fromkeys(live.game.book.wagers, (5_00, 100_00, 0))
        assert not isinstance(live.asks(AnnounceLimits(everything), BOSS), Refusal)


def test_a_higher_unit_may_need_no_notice() -> None:
    for book, wager in (("star-roulette", "red"), ("dragon-fire", "dragon")):
        for reading, taken in (("true", False), ("false", True)):
            live = Live(book, roles=FLOOR_ROLES).in_play(readings={"unit_change_notice": reading})
            assert isinstance(live.asks(ChangeLimits({wager: (1, 100_00, 5_00)}), BOSS), tuple) is taken
            assert live.no(ChangeLimits({wager: (5_00, 100_00, 0)}), BOSS) == live.conduct.notices.raises
