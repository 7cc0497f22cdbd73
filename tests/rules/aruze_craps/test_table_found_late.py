"""A terminal found to fail after a round was settled: its wagers of that round are confirmed or void (6.1, 6.3)."""

from __future__ import annotations

import pytest

from feltwork.table.live import commands as ask
from feltwork.table.live.commands import ConfirmTerminal, CorrectPaidRound, ReportTerminal
from tests.cage.till import MANAGER, Till

FAULT = ReportTerminal(1, "credits do not match", "E-7")


def settled(first: int, second: int) -> Till:
    """Two terminals with a Pass Line and a field each; the round is settled, and one of them bets on."""
    till = Till().seated(1, 2)
    for seat in (1, 2):
        till.at(seat, ask.PlaceWager(seat, "pass-line", 5_00))
        till.at(seat, ask.PlaceWager(seat, "field", 3_00))
    till.roll(first, second)
    till.at(2, ask.PlaceWager(2, "field", 2_00))
    return till


@pytest.mark.parametrize("who", ["player", "system", "manager"])
def test_6_3_found_after_the_round_was_settled(who: str) -> None:
    """Nothing goes back with the report; what cannot be confirmed is void, of the settled round too."""
    till = settled(5, 6)
    paid, others = till.credit(1), till.credit(2)
    assert paid == 100_00 + 5_00 + 3_00
    version = till.desk.table("t").rounds.kept[-1]
    by = {"player": ("p1", "player"), "system": ("sensor", "system"), "manager": MANAGER}[who]
    till.ok(FAULT, *by, "t")
    assert till.credit(1) == paid
    assert till.desk.table("t").terminals.faulty, "the console shows the terminal until a manager has decided"
    assert till.no(CorrectPaidRound(version, [1, 1], "seen"), *MANAGER, "t")[0] == "7.15"
    assert till.no(ConfirmTerminal(1, False, "no journal"), "p1", "player", "t")[0] == "6.1"
    till.ok(ConfirmTerminal(1, False, "no journal left"), *MANAGER, "t")
    assert (till.credit(1), till.credit(2)) == (100_00, others)
    till.is_sound()


def test_6_1_confirmed_after_the_round_was_settled() -> None:
    """Wagers that the records show stand, and so does what they were paid."""
    till = settled(5, 6)
    till.ok(FAULT, "sensor", "system", "t")
    till.ok(ConfirmTerminal(1, True, "journal read"), *MANAGER, "t")
    assert till.credit(1) == 108_00
    till.is_sound()


def test_6_3_paid_wagers_that_were_confirmed_stand() -> None:
    """The records show the settled round, but not what lies since: only that is void."""
    till = settled(5, 6)
    till.at(1, ask.PlaceWager(1, "field", 4_00))
    till.ok(FAULT, "sensor", "system", "t")
    till.ok(ConfirmTerminal(1, False, "journal ends there", paid_stands=True), *MANAGER, "t")
    assert till.credit(1) == 108_00
    till.is_sound()


def test_6_3_not_of_a_round_before_the_last_shot() -> None:
    """With the next dice shot, the round before is past: the wagers of the one in the tumbler are to be confirmed."""
    till = settled(5, 6)
    till.at(1, ask.PlaceWager(1, "field", 4_00))
    till.ok(ask.CloseBets(), "timer", "system", "t")
    till.clock.now += 11_000_000
    till.ok(ask.ShootDice(), "timer", "system", "t")
    till.ok(FAULT, "sensor", "system", "t")
    till.ok(ask.SenseResult(1, 1), "timer", "system", "t")
    till.ok(ConfirmTerminal(1, False, "no journal left"), *MANAGER, "t")
    assert till.credit(1) == 108_00
    till.is_sound()
