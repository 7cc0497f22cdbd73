"""A throw that was reported: whoever may call it off decides, and nobody else stops a result for good.

Star Craps 5.1, Crown 5.4.1(c), Dragon Fire 5.1, Roulette 8.8, Aruze 6.4.1.
"""

from __future__ import annotations

import pytest

from feltwork.table.live import commands as ask
from feltwork.table.live.commands import DismissReport, ReportThrow
from tests.build import enters
from tests.desk.pit import Pit, first_rules

AGAIN = "looked at again: the face can be called"
CRAPS = [("star-craps", "cocked", "5.3.5", "5.1"), ("crown-craps", "on a rail", "5.4.2(e)", "5.4.1(c)")]


@pytest.mark.parametrize(("book", "what", "clause", "power"), CRAPS)
def test_a_dealers_report_is_decided_on_by_who_may_call_no_roll(book: str, what: str, clause: str, power: str) -> None:
    pit = Pit(book).shooter(1).thrown().ok(ReportThrow(what), "dealer")
    assert pit.no(ask.EnterResult(3, 4), "stickperson") == clause
    assert pit.no(DismissReport(AGAIN), "dealer") == power, "a dealer may not call it, nor dismiss it"
    assert pit.no(DismissReport(AGAIN), 1) == power
    assert pit.no(DismissReport("  "), "boxperson") == clause
    pit.ok(DismissReport(AGAIN), "boxperson")
    assert pit.last("report-dismissed") == {"type": "report-dismissed", "what": what, "reason": AGAIN, "clause": clause}
    assert pit.no(DismissReport(AGAIN), "boxperson") == power, "once is enough"
    pit.called(3, 4).sound()
    assert pit.altered("report-dismissed", ("dealer", "dealer")) == {"role"}
    assert "result" in pit.altered("report-dismissed", what="on the float")


@pytest.mark.parametrize(("book", "what", "clause", "power"), CRAPS)
def test_the_stickperson_calls_no_roll_on_it_all_the_same(book: str, what: str, clause: str, power: str) -> None:
    pit = Pit(book).shooter(1).thrown().ok(ReportThrow(what), "dealer").ok(ask.CallNoRoll(what), "stickperson")
    assert (pit.last("round-invalid")["reason"], pit.last("round-invalid")["clause"]) == (what, clause)
    pit.sound()


def test_a_report_that_came_after_the_entry_is_decided_on_before_money_moves() -> None:
    pit = Pit("star-craps").shooter(1).thrown().ok(ask.EnterResult(6, 1), "stickperson")
    pit.ok(ReportThrow("cocked"), "dealer")
    assert pit.no(ask.ConfirmResult(6, 1), "stickperson") == "5.3.5"
    pit.ok(DismissReport(AGAIN), "stickperson").ok(ask.ConfirmResult(6, 1), "stickperson").sound()


def test_a_die_off_the_table_is_not_dismissed() -> None:
    pit = Pit("star-craps").shooter(1).thrown().ok(ReportThrow("cocked"), "dealer")
    pit.ok(ask.ReportDie(1, found=False), "stickperson")
    assert pit.no(DismissReport(AGAIN), "boxperson") == "5.3.5"
    pit.ok(ask.CallNoRoll("off the table"), "stickperson").sound()


def test_dragon_fire_5_1_and_roulette_8_8_the_dealer_decides_on_what_was_seen() -> None:
    dragon = Pit("dragon-fire").shooter(1).thrown().ok(ReportThrow("cocked"), "dealer")
    dragon.ok(DismissReport(AGAIN), "casino_supervisor").called(2, 3).sound()
    wheel = Pit("star-roulette").opens().ok(ask.SpinBall(), "dealer").ok(ReportThrow("ball out of the wheel"), "dealer")
    wheel.ok(ask.CloseBets(), "dealer")
    assert wheel.no(enters(7), "dealer") == "8.5"
    wheel.ok(DismissReport("it only jumped on the rim"), "dealer").ok(enters(7), "dealer")
    wheel.ok(ask.ConfirmNumber(7), "dealer").opens().ok(ask.SpinBall(), "dealer").sound()


def test_under_the_first_rules_a_report_stands_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    first_rules(monkeypatch)
    pit = Pit("star-craps").shooter(1).thrown().ok(ReportThrow("cocked"), "dealer")
    assert pit.no(DismissReport(AGAIN), "boxperson") == "5.1"
    pit.ok(ask.CallNoRoll("cocked"), "stickperson").sound()
