"""Faults reported after a spin was paid: a casino supervisor rules on it, and nothing goes back before (8.11, 8.12)."""

from __future__ import annotations

import pytest

from feltwork.games.conduct import Act
from feltwork.games.registry import conduct_of
from feltwork.table.live.commands import (
    AnnounceClosure,
    ClearFault,
    CloseTable,
    Collect,
    CorrectNumber,
    CorrectPaidRound,
    DrawNumbers,
    InvalidateOutcome,
    Leave,
    LoadBall,
    ReportScreenFault,
    ReportUnitFault,
    RestoreScreen,
    RestoreUnit,
    RuleOnRound,
    SecondCorrection,
    SpinBall,
)
from feltwork.table.live.events import (
    RoundAdjusted,
    RoundDoubted,
    RoundReversed,
    RoundRuled,
    ScreenFailed,
    TableSuspended,
    UnitFailed,
)
from feltwork.table.live.topics.corrections import MAX_ROUNDS
from feltwork.table.play.events import RoundInvalid
from tests.rules.at_desk import desk
from tests.rules.disputes import DRAWN, lands, lucky_paid, paid
from tests.rules.live import FLOOR, MONEY

FAULT = ReportUnitFault("jammed", spin_valid=False)
BOSS = "gaming_supervisor"


def test_5_4_a_mistyped_correction_is_corrected() -> None:
    """No clause makes a number final: while no chip has moved, another supervisor sets the correction right."""
    live = paid()
    held = dict(live.game.balances)
    live.ok(CorrectNumber(8, "misread"), BOSS)
    assert live.game.balances != held
    assert "called this result" in live.why(CorrectNumber(7, "mistyped"), BOSS)
    live.ok(CorrectNumber(7, "mistyped"), ("another", BOSS))
    assert live.game.balances == held
    live.sound()


def test_8_12_after_the_spin_was_paid() -> None:
    """The dealer's report stops play and puts the spin in doubt; only a casino supervisor's ruling takes it back."""
    live = paid()
    held = dict(live.game.balances)
    version = live.life.rounds.kept[-1]
    failed, doubted, stopped = live.ok(FAULT, "dealer")
    assert isinstance(doubted, RoundDoubted)
    assert (failed, stopped) == (UnitFailed("jammed", False, "8.12"), TableSuspended("jammed", "8.12"))
    assert (doubted.version, doubted.person, live.life.stops.doubts) == (version, "dealer", (doubted,))
    assert live.game.balances == held, "nothing goes back before"
    void = RuleOnRound(doubted.number, False, "under four revolutions")
    assert live.who_may(void, "8.12") == FLOOR
    for early in (RestoreUnit("repaired"), ClearFault("kicked")):
        assert live.no(early, BOSS) == "8.12"
    assert live.no(CorrectNumber(8, "misread"), BOSS) == "8.12"
    assert live.no(InvalidateOutcome("fire"), BOSS) == "8.12"
    ruled, back, invalid = live.ok(void, BOSS)
    assert ruled == RoundRuled(doubted.number, version, False, BOSS, "under four revolutions", "8.12")
    assert isinstance(back, RoundReversed)
    assert isinstance(invalid, RoundInvalid)
    assert live.game.balances == {1: MONEY, 2: MONEY, 3: MONEY}
    assert live.no(void, BOSS) == "not in the book"
    live.ok(RestoreUnit("repaired"), BOSS)
    live.sound()


def test_8_12_the_spin_stands() -> None:
    live = paid()
    held = dict(live.game.balances)
    live.ok(FAULT, "dealer")
    (ruled,) = live.ok(RuleOnRound(live.life.stops.doubts[0].number, True, "seen on the recording"), BOSS)
    assert isinstance(ruled, RoundRuled)
    assert (ruled.stands, live.game.balances, live.life.stops.doubts) == (True, held, ())
    live.ok(RestoreUnit("removed"), BOSS)
    live.sound()


def test_8_12_with_chips_moved_and_players_gone() -> None:
    """Wagers for the next spin go back; who has left is squared with apart."""
    live = paid()
    live.betting().bets(1, "black", 40_00)
    live.ok(Collect(2), 2)
    live.ok(Leave(2), 2)
    live.ok(Collect(3), 3)
    live.ok(Leave(3), 3)
    live.ok(FAULT, "dealer")
    events = live.ok(RuleOnRound(live.life.stops.doubts[0].number, False, "fell short"), BOSS)
    adjusted = next(event for event in events if isinstance(event, RoundAdjusted))
    assert [(line.player, line.cents) for line in adjusted.lines] == [("player-2", -175_00), ("player-3", 20_00)]
    assert (live.rail(1), live.lies) == (MONEY, {})
    live.sound()


@pytest.mark.parametrize("how", ["closing", "another caller", "a valid spin", "a spin by hand"])
def test_8_12_in_doubt(how: str) -> None:
    live = paid()
    if how == "a valid spin":
        live.ok(ReportUnitFault("hums", spin_valid=True), "dealer")
        assert not live.life.stops.doubts
    elif how == "a spin by hand":
        live.betting().bets(1, "red").ok(SpinBall(), "dealer")
        lands(live, 7).ok(FAULT, "dealer")
        assert not live.life.stops.doubts
    else:
        live.ok(FAULT, "dealer")
        number = live.life.stops.doubts[0].number
        if how == "closing":
            live.ok(AnnounceClosure(), BOSS)
            live.now += 20 * 60 * 1_000_000
            for seat in (1, 2, 3):
                live.ok(Collect(seat), seat)
                live.ok(Leave(seat), seat)
            assert live.no(CloseTable(), BOSS) == "8.12"
        else:
            assert "called that result" in live.why(RuleOnRound(number, True, "mine"), ("dealer", BOSS))
            assert live.no(CorrectPaidRound(live.life.rounds.kept[-1], 8, "seen"), BOSS) == "8.12"
    live.sound()


def test_8_11_after_the_spin_was_paid() -> None:
    """Lucky Ball wagers of the paid spin are in doubt; ruled void, their stakes go back and what they won goes."""
    live = lucky_paid()
    held = dict(live.game.balances)
    assert held[1] > MONEY
    failed, doubted = live.ok(ReportScreenFault("showed old numbers"), "dealer")
    assert (failed, isinstance(doubted, RoundDoubted)) == (ScreenFailed("showed old numbers", "8.11"), True)
    assert live.game.balances == held
    live.betting().bets(2, "black")
    live.ok(SpinBall(), "dealer")  # 8.11 does not stop the game
    number = live.life.stops.doubts[0].number
    assert live.who_may(RuleOnRound(number, False, "old numbers"), "8.11") == FLOOR
    _, adjusted = live.ok(RuleOnRound(number, False, "old numbers"), BOSS)
    assert isinstance(adjusted, RoundAdjusted)
    assert (adjusted.clause, adjusted.result) == ("8.11", None)
    assert (live.rail(1), live.rail(2)) == (MONEY, MONEY + 10_00 - 10_00)
    live.ok(RestoreScreen("new cable"), BOSS)
    live.sound()


def test_8_11_reported_twice_is_one_doubt() -> None:
    """The screen works again and fails again before the next spin: the wagers go back once."""
    live = lucky_paid()
    for _ in range(2):
        live.ok(ReportScreenFault("showed old numbers"), "dealer")
        live.ok(RestoreScreen("new cable"), BOSS)
    (doubt,) = live.life.stops.doubts
    live.ok(RuleOnRound(doubt.number, False, "old numbers"), BOSS)
    assert (live.rail(1), live.life.stops.doubts) == (MONEY, ())
    live.ok(ReportScreenFault("showed old numbers"), "dealer")
    assert not live.life.stops.doubts, "what was ruled void is past"
    live.sound()


def test_8_11_is_ruled_on_however_many_spins_later() -> None:
    live = lucky_paid()
    live.ok(ReportScreenFault("showed old numbers"), "dealer")
    live.ok(RestoreScreen("new cable"), BOSS)
    (doubt,) = live.life.stops.doubts
    for _ in range(MAX_ROUNDS + 1):
        live.betting().ok(SpinBall(), "dealer")
        live.ok(DrawNumbers(DRAWN), "system")
        lands(live, 8)
    assert doubt.version not in live.life.rounds.kept
    live.ok(RuleOnRound(doubt.number, False, "old numbers"), BOSS)
    assert live.rail(1) == MONEY
    live.sound()


@pytest.mark.parametrize("spoilt", [True, False])
def test_8_12_comes_before_8_11(spoilt: bool) -> None:
    """Unit and screen both fail after the spin was paid: whether it was a spin at all is ruled on first."""
    live = desk("star-roulette", 2, lucky=True, uspin=True)
    live.bets(1, "lucky-ball", 5_00, "red").bets(2, "red").ok(LoadBall(), "dealer")
    live.ok(SpinBall(by_unit=True), "dealer")
    live.ok(DrawNumbers(DRAWN), "system")
    lands(live, 7).ok(ReportScreenFault("showed old numbers"), "dealer")
    live.ok(FAULT, "dealer")
    screen, unit = live.life.stops.doubts
    assert live.no(RuleOnRound(screen.number, False, "old numbers"), BOSS) == "8.12"
    live.ok(RuleOnRound(unit.number, not spoilt, "seen"), BOSS)
    if spoilt:
        assert (live.life.stops.doubts, live.rail(1), live.rail(2)) == ((), MONEY, MONEY)
    else:
        live.ok(RuleOnRound(screen.number, False, "old numbers"), BOSS)
        assert (live.rail(1), live.rail(2)) == (MONEY, MONEY + 10_00)
    live.ok(RestoreUnit("repaired"), BOSS)
    live.sound()


def test_8_12_a_correction_that_waits_for_its_second_person_waits_for_the_ruling() -> None:
    live = paid()
    live.betting().bets(1, "black")
    version = live.life.rounds.kept[-1]
    live.ok(CorrectPaidRound(version, 8, "seen on the recording"), BOSS)
    live.ok(FAULT, "dealer")
    assert live.no(SecondCorrection(version), ("second", BOSS)) == "8.12"
    live.ok(RuleOnRound(live.life.stops.doubts[0].number, True, "a valid spin"), BOSS)
    live.ok(SecondCorrection(version), ("second", BOSS))
    live.sound()


def test_8_11_the_numbers_stand() -> None:
    live = lucky_paid()
    held = dict(live.game.balances)
    live.ok(ReportScreenFault("dark since"), "dealer")
    live.ok(RuleOnRound(live.life.stops.doubts[0].number, True, "dark only since"), BOSS)
    assert live.game.balances == held
    live.sound()


def test_8_11_without_lucky_ball_wagers_nothing_is_in_doubt() -> None:
    live = desk("star-roulette", 2, lucky=True)
    live.bets(1, "red").ok(SpinBall(), "dealer")
    live.ok(DrawNumbers(DRAWN), "system")
    lands(live, 7)
    assert live.ok(ReportScreenFault("dark"), "dealer") == (ScreenFailed("dark", "8.11"),)
    live.sound()


def test_8_12_made_up_is_found() -> None:
    """A paid spin taken back by the dealer, or without a ruling, or with nobody told that it is in doubt."""
    for by, keep, kinds in (
        ("dealer", ("round-ruled", "round-reversed", "round-invalid"), {"role"}),
        (BOSS, ("round-reversed", "round-invalid"), {"reversal"}),
    ):
        live = paid()
        live.ok(FAULT, "dealer")
        decided = live.asks(RuleOnRound(live.life.stops.doubts[0].number, False, "x"), BOSS)
        assert isinstance(decided, tuple)
        live.forges(by, *[event for event in decided if event.__struct_config__.tag in keep])
        assert kinds <= {finding.kind for finding in live.found()}
    live = paid()
    live.forges("dealer", UnitFailed("jammed", False, "8.12"), TableSuspended("jammed", "8.12"))
    assert {finding.kind for finding in live.found()} == {"order"}


def test_8_11_made_up_is_found() -> None:
    live = lucky_paid()
    live.ok(ReportScreenFault("old numbers"), "dealer")
    _, adjusted = live.asks(RuleOnRound(live.life.stops.doubts[0].number, False, "x"), BOSS)  # type: ignore[misc]
    live.forges(BOSS, adjusted)
    assert "reversal" in {finding.kind for finding in live.found()}


def test_8_12_under_the_first_rules_stays_as_it_was() -> None:
    first = conduct_of("star-roulette", rules=1)
    assert first
    assert Act.RULE_ON_A_ROUND not in first.powers
