"""Which face is uppermost: the boxperson's ruling, at the desk and in the log (4.4.3, 9.4; Crown has the same)."""

from __future__ import annotations

import pytest

from feltwork.table.live.commands import (
    BuyIn,
    CallNoRoll,
    Collect,
    ConfirmResult,
    CorrectPaidRound,
    CorrectResult,
    EnterResult,
    InvalidateOutcome,
    Leave,
    RemoveWager,
    ReportThrow,
    RuleOnFace,
    SecondCorrection,
    Sit,
)
from feltwork.table.live.events import DebtRepaid, FaceRuled, RoundAdjusted, RoundReversed
from feltwork.table.play.events import Removed, RoundSettled
from feltwork.verifier.table.checker import TableChecker
from tests.rules.at_desk import desk
from tests.rules.disputes import field_up
from tests.rules.live import MONEY
from tests.verifier.forging import Forged

BOOKS = {"star-craps": ("4.4.3", "gaming_manager"), "crown-craps": ("5.3.1(b)(i)", "pit_boss")}
SECOND = ("second", "gaming_manager")
books = pytest.mark.parametrize("book", BOOKS)


@books
def test_4_4_3_before_the_settlement(book: str) -> None:
    """Ruled while the dice lie: the call falls that differs, and only the ruling can be entered and confirmed."""
    clause, _ = BOOKS[book]
    live = field_up(book)
    live.ok(EnterResult(3, 4), "stickperson")
    assert live.no(RuleOnFace(3, 5, "it leans"), "stickperson") == clause
    assert live.no(RuleOnFace(3, 5, " "), "boxperson") == "not in the book"
    ruled = FaceRuled(3, 5, "boxperson", "it leans", clause)
    assert live.ok(RuleOnFace(3, 5, "it leans"), "boxperson") == (ruled,)
    assert live.no(RuleOnFace(3, 4, "on second thoughts"), "boxperson") == clause
    assert live.no(EnterResult(3, 4), "stickperson") == clause
    assert live.no(ConfirmResult(3, 4), "stickperson") == ("4.4.1" if book == "star-craps" else "5.3.1(a)")
    live.ok(EnterResult(5, 3), "stickperson")
    live.ok(ConfirmResult(5, 3), "stickperson")
    assert live.rail(2) == MONEY - 10_00, "the field lost on 8"
    live.sound()


@books
def test_4_4_3_upholds_a_call(book: str) -> None:
    """The called faces stand, on the record, before the settlement or after it; and then for good."""
    clause, boss = BOOKS[book]
    live = field_up(book)
    live.ok(EnterResult(3, 1), "stickperson")
    live.ok(RuleOnFace(1, 3, "as called"), "boxperson")
    live.ok(ConfirmResult(3, 1), "stickperson")
    assert live.no(CorrectResult(3, 2, "no"), "boxperson") == clause
    live.bets(2, "field").thrown().called(1, 2)
    (ruled,) = live.ok(RuleOnFace(1, 2, "as called"), "boxperson")
    assert isinstance(ruled, FaceRuled)
    assert ruled.version == live.life.rounds.kept[-1]
    assert live.no(RuleOnFace(1, 3, "no"), "boxperson") == clause
    live.bets(1, "field")
    for version in live.life.rounds.kept[-2:]:
        assert live.no(CorrectPaidRound(version, [6, 6], "the camera shows it"), boss) == clause
    live.sound()


@books
def test_4_4_3_is_not_overwritten_by_two_others(book: str) -> None:
    """Once chips have moved and dice fly, two others do not read the dice again; they may invalidate the outcome."""
    clause, boss = BOOKS[book]
    live = field_up(book)
    live.ok(EnterResult(3, 4), "stickperson")
    live.ok(RuleOnFace(3, 5, "it leans"), "boxperson")
    live.called(3, 5)
    version = live.life.rounds.kept[-1]
    before = live.desk.store.log.balances()
    live.bets(2, "field").thrown()
    assert live.no(CorrectPaidRound(version, [3, 4], "the camera shows it"), boss) == clause
    assert live.desk.store.log.balances()["seat/t1/2"] == before["seat/t1/2"] - 10_00, "only the new wager"
    live.ok(CorrectPaidRound(version, None, "loaded dice", "fraud"), boss)
    live.ok(SecondCorrection(version), SECOND if book == "star-craps" else ("second", "gaming_manager"))
    live.sound()


@books
def test_4_4_3_a_proposal_falls_to_a_ruling_after_it(book: str) -> None:
    """Proposed while the next throw had not begun, ruled on since: nobody can agree to it any more."""
    clause, boss = BOOKS[book]
    live = field_up(book)
    live.called(3, 1)
    version = live.life.rounds.kept[-1]
    live.bets(2, "field")
    live.ok(CorrectPaidRound(version, [3, 5], "seen so"), boss)
    live.ok(RuleOnFace(3, 1, "as called"), "boxperson")
    assert live.no(SecondCorrection(version), SECOND) == clause
    live.ok(SecondCorrection(version, agreed=False), SECOND)
    live.sound()


def test_4_4_3_until_the_next_throw_whatever_moved() -> None:
    """After the settlement, with chips put down and taken up since: all lies as it lay, and settles as ruled."""
    live = desk("star-craps", 3)
    live.bets(2, "field").bets(3, "place-to-win", 12_00, 6).with_shooter(1).rolled(2, 2)
    assert live.rail(2) == MONEY + 10_00
    live.bets(2, "field", 50_00)
    live.ok(RemoveWager(3, "place-to-win", 6), 3)
    live.ok(BuyIn(3, 20_00), 3)
    ruled, back, again, removed = live.ok(RuleOnFace(2, 1, "it leans"), "boxperson")
    assert isinstance(ruled, FaceRuled)
    assert isinstance(back, RoundReversed)
    assert [chips.amount for chips in back.back] == [50_00]
    assert [chips.amount for chips in back.again] == [12_00]
    assert isinstance(again, RoundSettled)
    assert (live.rail(1), live.rail(2), live.rail(3)) == (MONEY - 10_00, MONEY + 10_00, MONEY + 20_00)
    assert isinstance(removed, Removed)
    assert (live.game.area_state, live.lies, removed.key) == (None, {}, (3, "place-to-win", 6))
    assert live.no(RuleOnFace(2, 2, "no"), "boxperson") == "4.4.3"
    live.sound()


def test_4_4_3_with_players_who_left_and_spent() -> None:
    """Who has left owes what was paid too much; who is there and has too little owes it until the round pays."""
    live = desk("star-craps", 4)
    live.bets(2, "field", 100_00).bets(3, "field", 50_00).bets(4, "any-seven", 10_00).with_shooter(1).rolled(1, 2)
    live.ok(Collect(2), 2)
    live.ok(Leave(2), 2)
    live.ok(Collect(3), 3)
    live.ok(Sit("newcomer", 2), ("newcomer", "player"))
    events = live.ok(RuleOnFace(3, 4, "it leans"), "boxperson")
    back = next(event for event in events if isinstance(event, RoundReversed))
    assert (back.gone, [(debt.seat, debt.cents) for debt in back.owed]) == ((2,), [(3, 100_00)])
    adjusted = next(event for event in events if isinstance(event, RoundAdjusted))
    assert [(line.player, line.cents, line.now) for line in adjusted.lines] == [("player-2", -200_00, None)]
    assert not [event for event in events if isinstance(event, DebtRepaid)], "the field of seat 3 lost"
    version = adjusted.version
    assert live.desk.store.log.balances()[f"receivable/t1/{version}"] == -300_00
    assert live.rail(4) == MONEY + 40_00
    live.sound()


def test_4_4_3_pays_back_a_debt_from_what_the_round_pays() -> None:
    live = desk("star-craps", 3)
    live.bets(3, "field", 50_00).with_shooter(1).rolled(1, 1)
    assert live.rail(3) == MONEY + 100_00
    live.ok(Collect(3), 3)
    events = live.ok(RuleOnFace(1, 2, "it leans"), "boxperson")
    (repaid,) = [event for event in events if isinstance(event, DebtRepaid)]
    assert (repaid.cents, live.rail(3)) == (100_00, 0)
    assert live.desk.store.log.balances()[f"receivable/t1/{repaid.version}"] == -50_00
    live.sound()


def test_4_4_3_rules_out_that_the_dice_cannot_be_read() -> None:
    """A die whose face has been ruled on is not cocked; and what was reported to be so has no face to rule on."""
    live = field_up("star-craps")
    live.ok(RuleOnFace(3, 5, "it leans"), "boxperson")
    assert live.no(CallNoRoll("cocked"), "stickperson") == "4.4.3"
    live.ok(CallNoRoll("irregular throw"), "stickperson")
    live.thrown().ok(ReportThrow("cocked"), "stickperson")
    assert live.no(RuleOnFace(3, 5, "it leans"), "boxperson") == "5.3.5"
    live.sound()


def test_9_4_1_after_a_ruling_reads_no_dice_again() -> None:
    live = field_up("star-craps")
    live.ok(RuleOnFace(3, 5, "it leans"), "boxperson")
    live.called(3, 5)
    live.ok(InvalidateOutcome("fire"), "gaming_manager")
    assert live.rail(2) == MONEY
    live.sound()


def test_5_3_1_b_i_is_not_for_who_called_the_result() -> None:
    """Crown 1.2: a boxperson who dealt does not rule on that call; nor sets it right with another."""
    live = desk("crown-craps")
    live.bets(2, "field").with_shooter(1).thrown().ok(EnterResult(1, 2), "boxperson")
    assert "called this result" in live.why(RuleOnFace(1, 3, "it leans"), "boxperson")
    live.ok(ConfirmResult(1, 2), "pit_boss")
    seen = CorrectPaidRound(live.life.rounds.kept[-1], [1, 3], "seen")
    assert live.no(RuleOnFace(1, 3, "it leans"), "boxperson") == "not in the book"
    assert live.bets(2, "field").no(seen, "pit_boss") == "not in the book"
    live.ok(seen, ("other", "pit_boss"))
    assert live.no(SecondCorrection(live.life.rounds.kept[-1]), "pit_boss") == "not in the book"
    live.sound()


def lying(fold: TableChecker, *_: object) -> bool:
    return fold.round.thrown and fold.round.entered is None and not fold.round.must and fold.round.face is None


def entered(fold: TableChecker, *_: object) -> bool:
    return fold.round.thrown and fold.round.entered is not None and not fold.round.must


@books
def test_4_4_3_forged_is_found(book: str) -> None:
    clause, _ = BOOKS[book]
    said = {"first": 3, "second": 4, "reason": "it leans", "clause": clause, "version": 0}
    box = ("box", "boxperson")
    assert Forged(book, lying).add("face-ruled", ("stick", "stickperson"), **said, person="stick").found() == {"role"}
    assert Forged(book, lying).add("face-ruled", box, **said, person="x").found() == {"role"}
    ruled = Forged(book, lying).add("face-ruled", box, **said, person="box")
    assert ruled.found() == set()
    stick = {"person": "stick"}
    ruled.add("result-entered", ("stick", "stickperson"), first=2, second=2, **stick)
    assert "result" in ruled.found()
    twice = Forged(book, lying).add("face-ruled", box, **said, person="box")
    assert "result" in twice.add("face-ruled", box, **{**said, "second": 5}, person="box").found()


@books
def test_4_4_3_read_again_by_two_is_found(book: str) -> None:
    """A log in which two others read the dice again that had been ruled on."""
    boss = BOOKS[book][1]
    live = field_up(book)
    live.ok(RuleOnFace(3, 5, "it leans"), "boxperson")
    live.called(3, 5)
    version = live.life.rounds.kept[-1]
    live.bets(2, "field")
    told = (version, [3, 4], "seen", "x", live.conduct.disputes)
    live.forges(("x", boss), live.proposal(*told))
    assert {finding.kind for finding in live.found()} == {"reversal"}
