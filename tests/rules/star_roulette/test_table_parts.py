"""Lucky Ball wagers of a paid spin void (8.11), and then the rest of the spin, or the whole (5.4, 8.12, 9.4, 9.5)."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import SCREEN_FAULT
from feltwork.table.live.commands import (
    CloseBets,
    CorrectNumber,
    CorrectPaidRound,
    DrawNumbers,
    InvalidateOutcome,
    LoadBall,
    ReportScreenFault,
    ReportUnitFault,
    RestoreScreen,
    RuleOnRound,
    SecondCorrection,
    SpinBall,
)
from feltwork.table.live.events import Adjustment, RoundAdjusted, RoundReversed, RoundRuled
from tests.rules.at_desk import AtDesk, desk
from tests.rules.disputes import DRAWN, lands, lucky_paid
from tests.rules.live import MONEY

BOSS = "gaming_supervisor"
OTHER = "casino_supervisor"


def lucky_void(live: AtDesk | None = None) -> tuple[AtDesk, int]:
    """The screen showed other numbers, so the Lucky Ball wagers of the paid spin are void; the spin stands."""
    live = live or lucky_paid()
    version = live.life.rounds.kept[-1]
    live.ok(ReportScreenFault("dark"), "dealer")
    live.ok(RuleOnRound(live.life.stops.doubts[0].number, False, "dark"), BOSS)
    assert (live.rail(1), live.rail(2)) == (MONEY, MONEY + 10_00)
    return live, version


def set_right(live: AtDesk, version: int, number: int | None, cause: str = "") -> AtDesk:
    live.ok(CorrectPaidRound(version, number, "as recorded", cause), BOSS)
    live.ok(SecondCorrection(version), OTHER)
    return live


def kinds(live: AtDesk) -> set[str]:
    return {finding.kind for finding in live.found()}


def test_9_5_the_rest_of_the_spin_is_refunded() -> None:
    live, version = lucky_void()
    assert live.why(InvalidateOutcome("fire"), BOSS).startswith("part of the last round has been corrected")
    set_right(live, version, None, "fire")
    assert (live.rail(1), live.rail(2)) == (MONEY, MONEY)
    again = live.why(CorrectPaidRound(version, None, "as recorded", "fire"), BOSS)
    assert "as a whole only once" in again
    assert live.why(InvalidateOutcome("fire"), BOSS).startswith("the last round has been corrected already")
    live.sound()


@pytest.mark.parametrize(("number", "won"), [(12, 10_00), (8, -10_00)])
def test_5_4_another_number_leaves_the_void_wagers_void(number: int, won: int) -> None:
    """It was 12, which the blue ball had: Lucky Ball stays void. It was 8: red is lost."""
    live, version = lucky_void()
    assert live.why(CorrectNumber(number, "misread"), BOSS).startswith("part of the last round has been corrected")
    set_right(live, version, number)
    assert (live.rail(1), live.rail(2)) == (MONEY, MONEY + won)
    assert "as a whole only once" in live.why(CorrectPaidRound(version, 0, "as recorded"), BOSS)
    live.sound()


def test_8_12_a_fault_of_the_unit_found_after_the_screen() -> None:
    """The Lucky Ball wagers are void already; then it was no spin at all, and the other stakes go back too."""
    live = desk("star-roulette", 2, lucky=True, uspin=True)
    live.bets(1, "lucky-ball", 5_00, "red").bets(2, "lucky-ball", 5_00, "blue").bets(2, "red")
    live.ok(LoadBall(), "dealer")
    live.ok(SpinBall(by_unit=True), "dealer")
    live.ok(DrawNumbers(DRAWN), "system")
    live, version = lucky_void(lands(live, 7))
    live.ok(ReportUnitFault("jammed", spin_valid=False), "dealer")
    (doubt,) = live.life.stops.doubts
    ruled, adjusted = live.ok(RuleOnRound(doubt.number, False, "too few turns"), BOSS)
    assert isinstance(ruled, RoundRuled)
    assert isinstance(adjusted, RoundAdjusted)
    assert (adjusted.version, adjusted.clause) == (version, "8.12")
    assert (live.rail(1), live.rail(2)) == (MONEY, MONEY)
    assert live.life.rounds.kept == ()
    live.sound()


def test_8_11_void_once() -> None:
    """The screen fails again after the ruling: nothing is in doubt that has gone back."""
    live, _ = lucky_void()
    live.ok(RestoreScreen("new cable"), BOSS)
    live.ok(ReportScreenFault("dark again"), "dealer")
    assert not live.life.stops.doubts
    live.sound()


def test_9_5_rounds_later() -> None:
    live, version = lucky_void()
    live.betting().bets(1, "black").ok(SpinBall(), "dealer")
    live.ok(CloseBets(), "dealer")
    assert live.why(InvalidateOutcome("storm"), BOSS)
    set_right(live, version, None, "fire")
    assert (live.rail(1), live.rail(2)) == (MONEY - 10_00, MONEY)
    live.sound()


def test_9_5_a_second_refund_is_found() -> None:
    live, version = lucky_void()
    again = (Adjustment(2, "player-2", 5_00, 2, 5_00),)
    live.forges(BOSS, RoundAdjusted(version, None, BOSS, BOSS, again, "8.11", SCREEN_FAULT))
    assert kinds(live) & {"reversal", "lines"}
    live, version = lucky_void()
    live.ok(CorrectPaidRound(version, None, "as recorded", "fire"), BOSS)
    twice = (Adjustment(1, "player-1", -5_00, 1, -5_00), Adjustment(2, "player-2", -5_00, 2, -5_00))
    clause = live.conduct.invalidating.causes["fire"]
    live.forges(OTHER, RoundAdjusted(version, None, BOSS, OTHER, twice, clause, "fire"))
    assert kinds(live) == {"lines"}
    live, version = lucky_void()
    live.forges(BOSS, RoundReversed(version, "fire", clause))
    assert any("part of the round" in finding.what for finding in live.found())
