"""The uSpin unit: loaded, its button offered and pressed, a fault.

Roulette 5.6, 8.7 and 8.12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import UNIT_FAULT, Act, Conduct
from feltwork.games.equipment import UNIT, UNIT_PART
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.gear import LOADED, NONE, OUT_OF_USE, READY
from feltwork.table.live.topic import BETTING, Guard, Topic, tag
from feltwork.table.live.topics import equipment
from feltwork.table.live.topics.last_round import RoundReversed
from feltwork.table.live.topics.seats import SeatLeft, not_theirs
from feltwork.table.live.topics.stops import TableResumed, TableSuspended, in_doubt, spoilt, waits
from feltwork.table.live.topics.wheel import BallSpun, check_ball, check_unit
from feltwork.table.play.events import RoundInvalid
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import Decision, LiveTable


MENDED = ("repaired", "replaced", "removed")


class LoadBall(Asked, frozen=True, tag="load-ball"):
    """Into the uSpin unit."""


class OfferButton(Asked, frozen=True, tag="offer-button"):
    """The remote button of the unit is put before a player."""

    seat: int


class PressButton(Asked, frozen=True, tag="press-button"):
    seat: int
    asked: str = ""
    """What the player asked for, where the dealer presses it for them."""


class ReportUnitFault(Asked, frozen=True, tag="report-unit-fault"):
    what: str
    spin_valid: bool
    """Was the last spin a valid one all the same: against the wheel, four revolutions, into a compartment?"""


class RestoreUnit(Asked, frozen=True, tag="restore-unit"):
    how: str
    """``repaired``, ``replaced`` or ``removed``."""


class BallLoaded(Struct, frozen=True, tag="ball-loaded"):
    clause: str


class ButtonOffered(Struct, frozen=True, tag="button-offered"):
    seat: int
    clause: str


class UnitFailed(Struct, frozen=True, tag="unit-failed"):
    """The uSpin unit is out of use; the table stops."""

    what: str
    spin_valid: bool
    clause: str


class UnitRestored(Struct, frozen=True, tag="unit-restored"):
    how: str
    clause: str


def report_unit(live: LiveTable, table: TableState, conduct: Conduct, command: ReportUnitFault, by: Asker) -> Decision:
    """The unit is out of use and play stops; the last spin is void unless it was a valid one (reading R22).

    One that has been paid already is in doubt until a supervisor rules on it (reading R28).
    """
    refused = may(by, conduct, Act.REPORT_UNIT)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPORT_UNIT)
    if live.gear.unit in (NONE, OUT_OF_USE):
        return Refusal(NOT_IN_THE_BOOK, "no uSpin unit is in use here")
    if not command.what.strip():
        return Refusal(NOT_IN_THE_BOOK, "say what is wrong with the unit")
    failed = UnitFailed(command.what, command.spin_valid, clause)
    doubtful = not command.spin_valid and live.gear.spun_by_unit
    paid = live.phase == BETTING and conduct.rules > 1
    voided = _last_spin_void(live, table, clause) if doubtful and not paid else ()
    doubted = in_doubt(live, UNIT_FAULT, command.what, clause, by, len(voided) + 2) if doubtful and paid else ()
    return (*voided, failed, *doubted, TableSuspended(command.what, clause))


def load(live: LiveTable, table: TableState, conduct: Conduct, command: LoadBall, by: Asker) -> Decision:
    """The dealer, and only the dealer (8.7), puts the ball into the unit."""
    refused = may(by, conduct, Act.LOAD_BALL) or check_ball(live, conduct)
    if refused:
        return refused
    clause = conduct.clause_of(Act.LOAD_BALL)
    if live.gear.unit == NONE:
        return Refusal(NOT_IN_THE_BOOK, "this wheel has no uSpin unit")
    if live.gear.unit != READY or live.phase != BETTING:
        return Refusal(clause, "the ball is already on its way")
    return (BallLoaded(clause),)


def offer_button(live: LiveTable, table: TableState, conduct: Conduct, command: OfferButton, by: Asker) -> Decision:
    """To whichever player wants it; it may go on to another until it is pressed."""
    refused = may(by, conduct, Act.LOAD_BALL)
    if refused:
        return refused
    clause = conduct.clause_of(Act.LOAD_BALL)
    if live.gear.unit != LOADED:
        return Refusal(clause, "the ball is not in the unit")
    if command.seat not in live.seats.players:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {command.seat}")
    return (ButtonOffered(command.seat, clause),)


def press(live: LiveTable, table: TableState, conduct: Conduct, command: PressButton, by: Asker) -> Decision:
    """The player with the button before them sends the ball; the dealer does so by spinning it with the unit."""
    clause = conduct.clause_of(Act.LOAD_BALL)
    if live.gear.button is None or live.gear.button != command.seat:
        return Refusal(clause, "the button is not offered to this seat")
    refused = not_theirs(live.seats.players.get(command.seat), command.seat, by, clause) or check_ball(live, conduct)
    refused = refused or check_unit(live, conduct)
    return refused or (BallSpun(True, conduct.wheel.unit_spin, command.seat),)


def _last_spin_void(live: LiveTable, table: TableState, clause: str) -> tuple[LiveEvent, ...]:
    """The spin in the wheel; or, while it can still be taken back, the one just settled."""
    if live.phase != BETTING:
        return (RoundInvalid(UNIT_FAULT, spoilt(table, clause), table.area, clause),)
    if live.before is None or live.rounds.last is None:
        return ()
    version, _ = live.rounds.last
    return (
        RoundReversed(version, UNIT_FAULT, clause),
        RoundInvalid(UNIT_FAULT, spoilt(live.before, clause), live.before.area, clause),
    )


def restore(live: LiveTable, table: TableState, conduct: Conduct, command: RestoreUnit, by: Asker) -> Decision:
    """Repaired or replaced it is used again once it is checked; removed, the dealer spins by hand."""
    refused = may(by, conduct, Act.RESTORE_UNIT)
    if refused:
        return refused
    clause = conduct.clause_of(Act.RESTORE_UNIT)
    if live.gear.unit != OUT_OF_USE:
        return Refusal(NOT_IN_THE_BOOK, "the unit is not out of use")
    if command.how not in MENDED:
        return Refusal(clause, f"a unit is {', '.join(MENDED)}")
    if refused := waits(live):
        return refused
    restored = UnitRestored(command.how, clause), TableResumed(f"uSpin unit {command.how}")
    return restored if command.how != "removed" else (*equipment.returned(live, UNIT), *restored)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case BallLoaded():
            return [f"the dealer loads the ball into the unit ({event.clause})"]
        case ButtonOffered():
            return [f"the button is offered to seat {event.seat} ({event.clause})"]
        case UnitFailed():
            spin = "the spin was valid" if event.spin_valid else "the spin was not valid"
            return [f"the uSpin unit failed ({event.clause}): {shown(event.what)}; {spin}"]
        case UnitRestored():
            return [f"the uSpin unit was {event.how} ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """The unit that may send the ball, and its button."""
    now = live.gear
    match event:
        case BallLoaded():
            live.gear = replace(now, unit=LOADED)
        case ButtonOffered():
            live.gear = replace(now, button=event.seat)
        case UnitFailed():
            live.gear = replace(now, unit=OUT_OF_USE, button=None)
        case UnitRestored():
            live.gear = replace(now, unit=NONE if event.how == "removed" else READY)
            if event.how != "removed":
                why = equipment.ANOTHER if event.how == "replaced" else equipment.MENDED
                equipment.awaits(live, UNIT_PART, why)
        case SeatLeft():
            if now.button == event.seat:
                live.gear = replace(now, button=None)


TOPIC = Topic(
    commands={
        LoadBall: load,
        OfferButton: offer_button,
        PressButton: press,
        ReportUnitFault: report_unit,
        RestoreUnit: restore,
    },
    guards={Guard.WHILE_STOPPED: (RestoreUnit,), Guard.IN_A_ROUND: (PressButton,)},
    for_a_player={PressButton: lambda live, table, conduct: conduct.clause_of(Act.LOAD_BALL)},
    events=(BallLoaded, ButtonOffered, UnitFailed, UnitRestored),
    follows=(SeatLeft,),
    happen=happen,
    tell=tell,
)
