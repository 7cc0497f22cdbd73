"""Rulings that are made up, or only half carried out: on faces, on paid rounds, on games that were stopped."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltwork.games.conduct import Act
from feltwork.outcomes import throw_symbol
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import (
    Collect,
    CorrectNumber,
    CorrectResult,
    Leave,
    LoadBall,
    ReportScreenFault,
    ReportUnitFault,
    RuleOnFace,
    RuleOnRound,
    SpinBall,
)
from feltwork.table.live.events import (
    DebtRepaid,
    FaceRuled,
    LiveEvent,
    RoundAdjusted,
    RoundReversed,
    RoundRuled,
    TableSuspended,
)
from feltwork.table.live.topics.last_round import end_again
from feltwork.table.live.topics.rulings import resettle
from feltwork.table.play.events import RoundInvalid
from feltwork.table.play.state import TableState
from tests.rules.at_desk import AtDesk, By, desk, who
from tests.rules.disputes import confirmed_wrongly, field_up, lands, lucky_paid, paid

LEANS = RuleOnFace(3, 5, "it leans")
BOX = "boxperson"


def kinds(live: AtDesk) -> set[str]:
    return {finding.kind for finding in live.found()}


def decided(live: AtDesk, command: object, by: By) -> tuple[LiveEvent, ...]:
    events = live.asks(command, by)  # type: ignore[arg-type]  # any command
    assert not isinstance(events, Refusal), events
    return events


def read_again(live: AtDesk, dice: tuple[int, int], reason: str, by: By = BOX) -> tuple[LiveEvent, ...]:
    """The last round settled on other dice, whatever was ruled on them."""
    asker = Asker(*who(by), live.now)
    events = resettle(live.life, live.conduct, throw_symbol(*dice), dice, reason, asker)
    assert not isinstance(events, Refusal), events
    return events


def test_a_ruling_after_the_settlement_is_carried_out() -> None:
    live = field_up("star-craps")
    live.called(3, 1)
    ruled, *_ = decided(live, LEANS, BOX)
    assert isinstance(ruled, FaceRuled)
    live.forges(BOX, ruled).bets(2, "field")
    assert kinds(live) == {"result"}


@pytest.mark.parametrize("reason", ["misread", "fire"])
def test_dice_ruled_on_are_not_read_again_by_one_person(reason: str) -> None:
    live = field_up("star-craps")
    live.ok(LEANS, BOX)
    live.called(3, 5)
    live.forges(BOX, *read_again(live, (3, 4), reason))
    assert {"reversal"} <= kinds(live)


@pytest.mark.parametrize("book", ["star-craps", "crown-craps"])
def test_a_correction_of_the_faces_is_a_ruling(book: str) -> None:
    """Else two others could read the dice again after it."""
    live = field_up(book)
    live.called(3, 1)
    live.forges(BOX, *read_again(live, (3, 5), "misread"))
    assert kinds(live) == {"result"}


def test_who_called_a_result_does_not_set_it_right_under_any_reason() -> None:
    live = confirmed_wrongly()
    live.forges(("dealer", "casino_supervisor"), *read_again(live, (5, 6), "fire", ("dealer", "casino_supervisor")))
    assert "role" in kinds(live)


def test_a_round_taken_back_ends_another_way() -> None:
    live = confirmed_wrongly()
    back = next(e for e in decided(live, CorrectResult(5, 6, "x"), "casino_supervisor") if isinstance(e, RoundReversed))
    live.forges("casino_supervisor", back)
    live.forges("casino_supervisor", TableSuspended("x", "10.1"))
    assert "reversal" in kinds(live)


def test_a_paid_spin_that_is_ruled_void_goes_back() -> None:
    live = paid()
    live.ok(ReportUnitFault("jammed", spin_valid=False), "dealer")
    ruled, *_ = decided(live, RuleOnRound(live.life.stops.doubts[0].number, False, "x"), "gaming_supervisor")
    assert isinstance(ruled, RoundRuled)
    live.forges("gaming_supervisor", ruled).ok(Collect(1), 1)
    assert kinds(live) == {"reversal"}


def test_lucky_ball_wagers_that_are_ruled_void_go_back() -> None:
    live = lucky_paid()
    live.ok(ReportScreenFault("old numbers"), "dealer")
    ruled, *_ = decided(live, RuleOnRound(live.life.stops.doubts[0].number, False, "x"), "gaming_supervisor")
    live.forges("gaming_supervisor", ruled).ok(Collect(1), 1)
    assert kinds(live) == {"reversal"}


def test_a_paid_spin_is_not_void_for_its_unit_without_a_ruling() -> None:
    """Whatever reason its reversal gives."""
    live = paid()
    live.ok(ReportUnitFault("jammed", spin_valid=False), "dealer")
    doubt = live.life.stops.doubts[0].number
    _, back, invalid = decided(live, RuleOnRound(doubt, False, "x"), "gaming_supervisor")
    live.ok(RuleOnRound(doubt, True, "seen"), "gaming_supervisor")
    assert isinstance(back, RoundReversed)
    live.forges("gaming_supervisor", replace(back, reason="fire"), invalid)
    assert "reversal" in kinds(live)


def owing(pays: bool) -> tuple[AtDesk, RuleOnFace]:
    """Seat 3 was paid and has taken it away; seat 2 was paid and has gone. Ruled so, the round pays seat 3 less."""
    live = desk("star-craps", 3)
    live.bets(2, "field", 100_00).bets(3, "field", 50_00).with_shooter(1).rolled(1, 1)
    for seat in (2, 3):
        live.ok(Collect(seat), seat)
    live.ok(Leave(2), 2)
    return live, RuleOnFace(1, 2 if pays else 4, "it leans")


def test_debts_are_taken_from_what_the_round_pays() -> None:
    for change in (lambda _: (), lambda e: (replace(e, cents=e.cents - 1_00),)):
        live, ruling = owing(pays=True)
        events = decided(live, ruling, BOX)
        assert any(isinstance(event, DebtRepaid) for event in events)
        forged = [x for e in events for x in (change(e) if isinstance(e, DebtRepaid) else (e,))]
        live.forges(BOX, *forged).bets(1, "field")
        assert "money" in kinds(live)


def test_who_has_left_is_squared_with() -> None:
    for line_cents, kind in ((None, "reversal"), (1_00, "lines")):
        live, ruling = owing(pays=False)
        events: list[LiveEvent] = []
        for event in decided(live, ruling, BOX):
            if isinstance(event, RoundAdjusted):
                line = event.lines[0]
                events += [] if line_cents is None else [replace(event, lines=(line._replace(cents=line_cents),))]
            else:
                events.append(event)
        live.forges(BOX, *events).bets(1, "field")
        assert kind in kinds(live)


def test_as_it_should_be_nothing_is_found() -> None:
    for pays in (True, False):
        live, ruling = owing(pays)
        live.ok(ruling, BOX)
        live.bets(1, "field")
        live.sound()


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "dragon-fire", "star-roulette"])
def test_a_game_that_the_crew_stops_is_told_to_somebody(book: str) -> None:
    live = desk(book)
    live.forges("dealer", TableSuspended("x", live.conduct.clause_of(Act.STOP_GAME))).ok(Collect(1), 1)
    assert kinds(live) == {"order"}


def test_an_outcome_is_not_invalidated_by_one_once_chips_have_moved() -> None:
    live = confirmed_wrongly()
    live.bets(3, "fire", 30_00)
    clause = live.conduct.invalidating.causes["fire"]
    before = live.life.before
    assert before is not None

    def invalid(laid: TableState) -> RoundInvalid:
        return RoundInvalid("fire", (), laid.area, clause)

    ended = end_again(live.life, "fire", clause, invalid, "x", None, [])
    live.forges(("x", "casino_supervisor"), ended.reversed, ended.instead, *ended.rest)
    assert "reversal" in kinds(live)


def test_the_words_of_a_reason_decide_nothing() -> None:
    """A reason that reads like a cause of the book, or like a fault of the unit, is a reason."""
    live = confirmed_wrongly()
    live.bets(3, "fire", 30_00)
    live.ok(CorrectResult(5, 6, "fire"), "casino_supervisor")
    live.sound()
    craps = field_up("star-craps")
    craps.called(3, 1)
    craps.ok(RuleOnFace(3, 5, "fraud"), BOX)
    craps.sound()
    for reason in ("uSpin fault", "left since", "fire"):
        wheel = desk("star-roulette", 2, uspin=True)
        wheel.bets(1, "red").ok(LoadBall(), "dealer")
        wheel.ok(SpinBall(by_unit=True), "dealer")
        lands(wheel, 7).ok(CorrectNumber(8, reason), "gaming_supervisor")
        wheel.sound()
