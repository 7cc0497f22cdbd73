"""The ball and the uSpin unit: loaded, the button offered and pressed, a fault, a ball that left the wheel.

Roulette 5.6, 8.5, 8.7 and 8.12.
"""

from __future__ import annotations

from collections.abc import Mapping

from feltwork.games.conduct import BALL, LOADED_BY_ANOTHER, UNIT_FAULT, Act, Conduct, NoResult
from feltwork.games.equipment import UNIT
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live import events as life_events
from feltwork.table.live import gear_commands as ask
from feltwork.table.live import gear_events as happened
from feltwork.table.live import inspecting
from feltwork.table.live.crew import Asker, may, not_theirs
from feltwork.table.live.doubts import in_doubt, waits
from feltwork.table.live.gear import LOADED, NONE, OUT_OF_USE, READY
from feltwork.table.live.shooter import no_result
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.play.events import RoundInvalid, Settled, report_order
from feltwork.table.play.settle import all_handed_back, settle_invalid
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

MENDED = ("repaired", "replaced", "removed")


def load(life: Life, table: TableState, conduct: Conduct, command: ask.LoadBall, by: Asker) -> Decision:
    """The dealer, and only the dealer (8.7), puts the ball into the unit."""
    refused = may(by, conduct, Act.LOAD_BALL) or check_ball(life, conduct)
    if refused:
        return refused
    clause = conduct.clause_of(Act.LOAD_BALL)
    if life.gear.unit == NONE:
        return Refusal(NOT_IN_THE_BOOK, "this wheel has no uSpin unit")
    if life.gear.unit != READY or life.phase != BETTING:
        return Refusal(clause, "the ball is already on its way")
    return (happened.BallLoaded(clause),)


def take_out(life: Life, table: TableState, conduct: Conduct, command: ask.TakeBallOut, by: Asker) -> Decision:
    """Roulette 8.1 to 8.3: after no spin; by 8.8 the spin is invalid whether or not the ball came to rest first."""
    clause = life.gear.in_wheel
    refused = may(by, conduct, Act.SPIN_BALL)
    if refused:
        return refused
    if not clause:
        return Refusal(NOT_IN_THE_BOOK, "no spin was called for which the ball is taken out of the wheel")
    return (happened.BallTakenOut(command.in_time, clause),)


def check_ball(life: Life, conduct: Conduct) -> Refusal | None:
    """A ball that left the wheel is not used again before it has been examined, nor one that another has loaded."""
    if life.gear.ball_out:
        return Refusal(conduct.clause_of(Act.EXAMINE_BALL), "the ball left the wheel and has not been examined")
    if life.gear.in_wheel:
        return Refusal(life.gear.in_wheel, "no spin was called, and the ball has not been taken out of the wheel")
    if life.gear.new_ball:
        return Refusal(conduct.equipment[BALL], "the new ball has not been checked")
    return inspecting.not_checked(life, conduct) or no_result(life, conduct)


def reasons(life: Life, conduct: Conduct) -> Mapping[str, NoResult]:
    """The book's reasons for no result; nobody loads a unit where there is none (8.7)."""
    if life.gear.unit != NONE:
        return conduct.no_result
    return {reason: row for reason, row in conduct.no_result.items() if reason != LOADED_BY_ANOTHER}


def examine(life: Life, table: TableState, conduct: Conduct, command: ask.ExamineBall, by: Asker) -> Decision:
    refused = may(by, conduct, Act.EXAMINE_BALL)
    if refused:
        return refused
    clause = conduct.clause_of(Act.EXAMINE_BALL)
    if not life.gear.ball_out:
        return Refusal(clause, "the ball has not left the wheel")
    if life.phase != BETTING:
        return no_result(life, conduct) or Refusal(clause, "the ball is in the wheel")
    return (happened.BallExamined(command.replaced, clause),)


def offer_button(life: Life, table: TableState, conduct: Conduct, command: ask.OfferButton, by: Asker) -> Decision:
    """To whichever player wants it; it may go on to another until it is pressed."""
    refused = may(by, conduct, Act.LOAD_BALL)
    if refused:
        return refused
    clause = conduct.clause_of(Act.LOAD_BALL)
    if life.gear.unit != LOADED:
        return Refusal(clause, "the ball is not in the unit")
    if command.seat not in life.seats:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {command.seat}")
    return (happened.ButtonOffered(command.seat, clause),)


def press(life: Life, table: TableState, conduct: Conduct, command: ask.PressButton, by: Asker) -> Decision:
    """The player with the button before them sends the ball; the dealer does so by spinning it with the unit."""
    clause = conduct.clause_of(Act.LOAD_BALL)
    if life.gear.button is None or life.gear.button != command.seat:
        return Refusal(clause, "the button is not offered to this seat")
    refused = not_theirs(life.seats.get(command.seat), command.seat, by, clause) or check_ball(life, conduct)
    refused = refused or check_unit(life, conduct)
    return refused or (life_events.BallSpun(True, conduct.unit_spin, command.seat),)


def check_unit(life: Life, conduct: Conduct) -> Refusal | None:
    """The unit spins a ball that the dealer has loaded, between place your bets and no more bets."""
    if life.gear.unit != LOADED:
        return Refusal(conduct.unit_spin, "the ball is not in the unit")
    if not life.gear.bets_open:
        return Refusal(conduct.clause_of(Act.OPEN_BETS), "place your bets has not been called")
    return None


def report_fault(life: Life, table: TableState, conduct: Conduct, command: ask.ReportUnitFault, by: Asker) -> Decision:
    """The unit is out of use and play stops; the last spin is void unless it was a valid one (reading R22).

    One that has been paid already is in doubt until a supervisor rules on it (reading R28).
    """
    refused = may(by, conduct, Act.REPORT_UNIT)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPORT_UNIT)
    if life.gear.unit in (NONE, OUT_OF_USE):
        return Refusal(NOT_IN_THE_BOOK, "no uSpin unit is in use here")
    if not command.what.strip():
        return Refusal(NOT_IN_THE_BOOK, "say what is wrong with the unit")
    failed = happened.UnitFailed(command.what, command.spin_valid, clause)
    doubtful = not command.spin_valid and life.gear.spun_by_unit
    paid = life.phase == BETTING and conduct.rules > 1
    voided = _last_spin_void(life, table, clause) if doubtful and not paid else ()
    doubted = in_doubt(life, UNIT_FAULT, command.what, clause, by, len(voided) + 2) if doubtful and paid else ()
    return (*voided, failed, *doubted, life_events.TableSuspended(command.what, clause))


def _last_spin_void(life: Life, table: TableState, clause: str) -> tuple[life_events.LifeEvent, ...]:
    """The spin in the wheel; or, while it can still be taken back, the one just settled."""
    if life.phase != BETTING:
        return (RoundInvalid(UNIT_FAULT, spoilt(table, clause), table.area, clause),)
    if life.before is None or life.last_round is None:
        return ()
    version, _ = life.last_round
    return (
        life_events.RoundReversed(version, UNIT_FAULT, clause),
        RoundInvalid(UNIT_FAULT, spoilt(life.before, clause), life.before.area, clause),
    )


def spoilt(table: TableState, clause: str) -> tuple[Settled, ...]:
    """What goes back when the unit spoilt a spin: all wagers, or by the other reading what any no spin returns."""
    if table.book.readings.chose("uspin_void", "stand"):
        return settle_invalid(table)
    lines = (all_handed_back(s, Result.VOID, clause) for s in table.layout.values())
    return tuple(sorted(lines, key=lambda line: report_order(line.key)))


def restore(life: Life, table: TableState, conduct: Conduct, command: ask.RestoreUnit, by: Asker) -> Decision:
    """Repaired or replaced it is used again once it is checked; removed, the dealer spins by hand."""
    refused = may(by, conduct, Act.RESTORE_UNIT)
    if refused:
        return refused
    clause = conduct.clause_of(Act.RESTORE_UNIT)
    if life.gear.unit != OUT_OF_USE:
        return Refusal(NOT_IN_THE_BOOK, "the unit is not out of use")
    if command.how not in MENDED:
        return Refusal(clause, f"a unit is {', '.join(MENDED)}")
    if refused := waits(life):
        return refused
    restored = happened.UnitRestored(command.how, clause), life_events.TableResumed(f"uSpin unit {command.how}")
    return restored if command.how != "removed" else (*inspecting.returned(life, UNIT), *restored)
