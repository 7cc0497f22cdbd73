"""Beside the round: players who only sit (9.9)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    Collect,
    EnterResult,
    Leave,
    PlaceWager,
    RemoveWager,
    ReportThrow,
    Sit,
    VacateSeat,
)
from feltwork.table.live.events import ThrowReported, VacateOrdered
from tests.rules.live import SUPERVISORS, Live, opened


def full(readings: dict[str, str] | None = None, empty: int | None = None) -> Live:
    """All eight seats taken but one; the player of seat 1 has the dice."""
    live = opened(0, readings=readings).seated(*(seat for seat in range(1, 9) if seat != empty))
    return live.with_shooter(1)


def decisions(live: Live, count: int) -> Live:
    """So many come outs decided at once, everybody but the player of seat 8 betting on each."""
    for _ in range(count):
        for seat in live.life.seats.players:
            if seat < 8 and (seat, "win-line", None) not in live.lies:
                live.bets(seat, "win-line")
        live.rolled(5, 6)
    return live


def test_9_9() -> None:
    """Three rounds without a wager at a full table, and a supervisor may have the player give up the seat."""
    live = decisions(full(), 2)
    assert live.no(VacateSeat(8), "boxperson") == "9.9"
    decisions(live, 1)
    assert live.no(VacateSeat(7), "boxperson") == "9.9", "seat 7 plays"
    assert live.who_may(VacateSeat(8)) == SUPERVISORS
    assert live.ok(VacateSeat(8), "boxperson") == (VacateOrdered(8, "player-8", 3, "9.9"),)
    assert live.no(PlaceWager(8, "field", 5_00), 8) == "9.9"
    assert live.no(VacateSeat(8), "boxperson") == "not in the book", "once is enough"
    live.ok(Collect(8), 8)
    live.ok(Leave(8), 8)
    live.ok(Sit("somebody", 8), "dealer")
    assert live.life.seats.vacating == frozenset()
    assert decisions(full(empty=7), 4).no(VacateSeat(8), "boxperson") == "9.9", "a place was free"
    came_late = decisions(full(empty=7), 3).seated(7)
    assert decisions(came_late, 2).no(VacateSeat(8), "boxperson") == "9.9"
    assert decisions(came_late, 1).ok(VacateSeat(8), "boxperson")
    played = decisions(decisions(full(), 2).bets(8, "field", 5_00), 2)
    assert played.no(VacateSeat(8), "boxperson") == "9.9", "a wager ends the row"
    hard = decisions(decisions(full(), 1).bets(8, "hardway", 5_00, 4), 3)
    assert hard.lies[(8, "hardway", 4)] == 5_00
    assert hard.no(VacateSeat(8), "boxperson") == "9.9", "a wager that is still live is no abstaining"
    hard.ok(RemoveWager(8, "hardway", 4), 8)
    assert hard.no(VacateSeat(8), "boxperson") == "9.9", "nor was it while it was"
    cycle = full()
    for dice in ((2, 2), (5, 6), (5, 6), (5, 6)):
        cycle.rolled(*dice)
    assert 8 not in cycle.life.seats.attendance.missed, "a round lasts until the line is decided (reading G12)"
    assert cycle.rolled(2, 2).life.seats.attendance.missed[8] == 1


def test_4_2() -> None:
    """How the dice left the hand is for staff to see; what they saw is kept, and the throw may still count."""
    for what in ("not thrown together", "did not reach the end"):
        live = opened(1).with_shooter(1).thrown()
        (seen,) = live.ok(ReportThrow(what), "stickperson")
        assert isinstance(seen, ThrowReported)
        assert not seen.must
        live.called(2, 2)


def test_4_4_2() -> None:
    """One face of each die counts; a leaning die is called by the face opposite the obstruction, or not at all."""
    live = opened(1).with_shooter(1).thrown()
    for no_face in ((0, 2), (2, 7)):
        assert live.no(EnterResult(*no_face), "stickperson") == "2.3"
    live.called(2, 2)
    assert live.game.area_state == 4
    leaning = live.thrown()
    leaning.ok(ReportThrow("cocked"), "boxperson")
    assert leaning.no(EnterResult(2, 2), "stickperson") == "5.3.5"
