"""The wheel: ball spun, the number called, the dolly placed; a ball that left the wheel.

Roulette 5.2 to 5.4, 8.1 to 8.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import BALL, DIRECTIONS, LOADED_BY_ANOTHER, MAX_REVOLUTIONS, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.refusal import shown as quoted
from feltwork.table.live.asker import Asked, Asker, called_by, may
from feltwork.table.live.gear import LOADED, READY
from feltwork.table.live.topic import BETTING, DICE_OUT, ENTERED, Guard, Topic, asked, tag
from feltwork.table.live.topics import equipment
from feltwork.table.live.topics.betting import check_called
from feltwork.table.live.topics.equipment import EquipmentChecked
from feltwork.table.live.topics.lucky_ball import not_boosted
from feltwork.table.live.topics.no_result import ReportDismissed, ThrowReported, no_result
from feltwork.table.live.topics.outside_zero import left_outside
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class SpinBall(Asked, frozen=True, tag="spin-ball"):
    """The ball is sent round: by the dealer's hand, or by the uSpin unit at the press of its button."""

    by_unit: bool = False


class EnterNumber(Asked, frozen=True, tag="enter-number"):
    """First of two steps: where the ball came to rest, and how it got there."""

    pocket: int | str
    ball: str = ""
    """Which way the ball ran, ``clockwise`` or ``anticlockwise``."""
    wheel: str = ""
    """Which way the wheel turned, in the same words."""
    revolutions: int = 0
    """How often the ball went round the track, as far as the dealer counted."""


class ConfirmNumber(Asked, frozen=True, tag="confirm-number"):
    pocket: int | str


class ExamineBall(Asked, frozen=True, tag="examine-ball"):
    """A ball that left the wheel is looked over; one that will not do is replaced."""

    replaced: bool = False


class TakeBallOut(Asked, frozen=True, tag="take-ball-out"):
    """After no spin the dealer tries to take the ball out of the wheel before it comes to rest."""

    in_time: bool
    """Was it out before it came to rest in a compartment?"""


class BallSpun(Struct, frozen=True, tag="ball-spun"):
    """The ball runs: sent by the dealer's hand, or by the unit."""

    by_unit: bool
    clause: str
    pressed: int | None = None
    """The seat that pressed the unit's button; ``None`` when the dealer sent the ball."""
    asked: str = ""


class NumberEntered(Struct, frozen=True, tag="number-entered"):
    """Where the ball came to rest, and how it got there."""

    pocket: int | str
    person: str = ""
    """Who entered it."""
    ball: str = ""
    """Which way the ball ran; and the wheel."""
    wheel: str = ""
    revolutions: int = 0
    """How often the ball went round, as far as the dealer counted."""


class DollyPlaced(Struct, frozen=True, tag="dolly-placed"):
    """The winning number is marked on the layout before anything is taken or paid."""

    pocket: int | str
    clause: str


class BallExamined(Struct, frozen=True, tag="ball-examined"):
    replaced: bool
    clause: str


class BallTakenOut(Struct, frozen=True, tag="ball-taken-out"):
    """The dealer took the ball out of the wheel after no spin, or it came to rest first; the spin is invalid anyway."""

    in_time: bool
    clause: str


def spin(live: LiveTable, table: TableState, conduct: Conduct, command: SpinBall, by: Asker) -> Decision:
    """Roulette 5.2, 5.6: by the dealer, or by the unit when the dealer has loaded it."""
    refused = may(by, conduct, Act.SPIN_BALL)
    if refused:
        return refused
    if live.phase != BETTING:
        return Refusal(conduct.clause_of(Act.SPIN_BALL), "the ball is already in the wheel")
    refused = check_called(live, table, conduct) or check_ball(live, conduct)
    if refused:
        return refused
    if command.by_unit:
        refused = check_unit(live, conduct)
    elif live.gear.unit == LOADED:
        refused = Refusal(conduct.wheel.unit_spin, "the ball is in the unit")
    return refused or (
        BallSpun(command.by_unit, conduct.wheel.unit_spin if command.by_unit else conduct.clause_of(Act.SPIN_BALL)),
    )


def enter(live: LiveTable, table: TableState, conduct: Conduct, command: EnterNumber, by: Asker) -> Decision:
    """The dealer announces the winning number: first of two steps."""
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if live.phase not in (DICE_OUT, ENTERED) or not table.closed:
        return Refusal(table.book.house.needs_close or table.book.house.result, "no more bets has not been called")
    if command.pocket not in table.book.wheel:
        return Refusal(table.book.house.result, f"this wheel has no pocket {quoted(command.pocket)}")
    refused = no_result(live, conduct) or not_boosted(live, table) or _no_valid_spin(conduct, command)
    told = (command.ball, command.wheel, command.revolutions) if conduct.wheel.valid_spin else ()
    return refused or (NumberEntered(command.pocket, by.person, *told),)


def _no_valid_spin(conduct: Conduct, command: EnterNumber) -> Refusal | None:
    """Roulette 5.2: a spin is one against the wheel, four times round; the dealer tells how it was."""
    valid = conduct.wheel.valid_spin
    if valid is None:
        return None
    if not {command.ball, command.wheel} <= set(DIRECTIONS) or not 0 <= command.revolutions <= MAX_REVOLUTIONS:
        return Refusal(valid.clause, "tell which way ball and wheel ran, and how often the ball went round")
    if command.ball == command.wheel:
        return Refusal(valid.same_way, "the ball ran the same way as the wheel: call no spin")
    if command.revolutions < valid.revolutions:
        return Refusal(valid.too_few, f"the ball went round less than {valid.revolutions} times: call no spin")
    return None


def confirm(live: LiveTable, table: TableState, conduct: Conduct, command: ConfirmNumber, by: Asker) -> Decision:
    refused = may(by, conduct, Act.CALL_RESULT)
    if refused:
        return refused
    if live.phase != ENTERED or live.throw.entered != command.pocket:
        return Refusal(table.book.house.result, "this is not the number that was entered")
    refused = no_result(live, conduct)
    if refused:
        return refused
    settled = decide_game(table, play.Spin(command.pocket))
    if isinstance(settled, Refusal):
        return settled
    people = called_by(live, by)
    settled = tuple(replace(e, called_by=people) if isinstance(e, RoundSettled) else e for e in settled)
    return (DollyPlaced(command.pocket, table.book.house.result), *left_outside(live, conduct), *settled)


def check_ball(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """Refuse a spin while the ball may not be used.

    The ball left the wheel and is not examined, still lies in the wheel after no spin, is new and not checked, or was
    loaded by somebody else than the dealer.
    """
    if live.gear.ball_out:
        return Refusal(conduct.clause_of(Act.EXAMINE_BALL), "the ball left the wheel and has not been examined")
    if live.gear.in_wheel:
        return Refusal(live.gear.in_wheel, "no spin was called, and the ball has not been taken out of the wheel")
    if live.gear.new_ball:
        return Refusal(conduct.equipment[BALL], "the new ball has not been checked")
    return equipment.not_checked(live, conduct) or no_result(live, conduct)


def check_unit(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """The unit spins a ball that the dealer has loaded, between place your bets and no more bets."""
    if live.gear.unit != LOADED:
        return Refusal(conduct.wheel.unit_spin, "the ball is not in the unit")
    if not live.gear.bets_open:
        return Refusal(conduct.clause_of(Act.OPEN_BETS), "place your bets has not been called")
    return None


def examine(live: LiveTable, table: TableState, conduct: Conduct, command: ExamineBall, by: Asker) -> Decision:
    refused = may(by, conduct, Act.EXAMINE_BALL)
    if refused:
        return refused
    clause = conduct.clause_of(Act.EXAMINE_BALL)
    if not live.gear.ball_out:
        return Refusal(clause, "the ball has not left the wheel")
    if live.phase != BETTING:
        return no_result(live, conduct) or Refusal(clause, "the ball is in the wheel")
    return (BallExamined(command.replaced, clause),)


def take_out(live: LiveTable, table: TableState, conduct: Conduct, command: TakeBallOut, by: Asker) -> Decision:
    """Roulette 8.1 to 8.3: after no spin; by 8.8 the spin is invalid whether or not the ball came to rest first."""
    clause = live.gear.in_wheel
    refused = may(by, conduct, Act.SPIN_BALL)
    if refused:
        return refused
    if not clause:
        return Refusal(NOT_IN_THE_BOOK, "the ball is taken out of the wheel after no spin was called, and it was not")
    return (BallTakenOut(command.in_time, clause),)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case BallSpun():
            by = "by the unit" if event.by_unit else "by hand"
            pressed = "" if event.pressed is None else f", seat {event.pressed} pressing the button"
            return [f"the ball is spun {by}{pressed} ({event.clause}){asked(event.asked)}"]
        case NumberEntered():
            ran = f"; ball {event.ball}, wheel {event.wheel}, {event.revolutions} times round" if event.ball else ""
            return [f"called: {event.pocket}{ran}"]
        case DollyPlaced():
            return [f"the dolly is placed on {event.pocket} ({event.clause})"]
        case BallExamined():
            return [f"the ball was examined{' and replaced' if event.replaced else ''} ({event.clause})"]
        case BallTakenOut():
            how = "out of the wheel before it came to rest" if event.in_time else "at rest before it could be taken out"
            return [f"the ball was {how} ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Where the ball is, and whether it may be used."""
    now = live.gear
    match event:
        case BallSpun():
            live.phase, live.rounds.final, live.throw.caller = DICE_OUT, False, ""
            unit = READY if event.by_unit else now.unit
            live.gear = replace(now, spun_by_unit=event.by_unit, unit=unit, button=None)
        case NumberEntered():
            live.phase, live.throw.entered, live.throw.caller = ENTERED, event.pocket, event.person
        case BallTakenOut():
            live.gear = replace(now, in_wheel="")
        case BallExamined():
            live.gear = replace(now, ball_out=False, new_ball=event.replaced)
            if event.replaced:
                equipment.awaits_ball(live)
        case EquipmentChecked():
            if BALL in event.items:
                live.gear = replace(now, new_ball=False)
        case ThrowReported():
            live.gear = replace(now, ball_out=now.ball_out or _leaves_wheel(event.clause, live.conduct))
        case ReportDismissed():
            live.gear = replace(now, ball_out=False)
        case RoundInvalid():
            _no_spin(live, event)


def _no_spin(live: LiveTable, event: RoundInvalid) -> None:
    """The ball perhaps has to be taken out of the unit or the wheel, or to be examined."""
    now, conduct = live.gear, live.conduct
    if event.reason == LOADED_BY_ANOTHER and now.unit == LOADED:
        now = replace(now, unit=READY, button=None)  # the ball is taken out again
    called = conduct.no_result.get(event.reason) if conduct else None
    left = now.ball_out or _leaves_wheel(event.clause, conduct)
    live.gear = replace(now, ball_out=left, in_wheel=called.clause if called and called.takes_ball and not left else "")


def _leaves_wheel(clause: str, conduct: Conduct | None) -> bool:
    """Is this the clause of a ball that left the wheel, and is to be examined?"""
    power = conduct.powers.get(Act.EXAMINE_BALL) if conduct else None
    return power is not None and power.clause == clause


TOPIC = Topic(
    commands={
        SpinBall: spin,
        EnterNumber: enter,
        ConfirmNumber: confirm,
        ExamineBall: examine,
        TakeBallOut: take_out,
    },
    guards={
        Guard.WITH_A_WHEEL: (SpinBall, EnterNumber, ConfirmNumber),
        Guard.TO_THE_END: (EnterNumber, ConfirmNumber),
        Guard.IN_A_ROUND: (SpinBall,),
        Guard.METERED: (SpinBall, ConfirmNumber),
    },
    events=(
        BallSpun,
        NumberEntered,
        DollyPlaced,
        BallExamined,
        BallTakenOut,
    ),
    follows=(EquipmentChecked, ThrowReported, ReportDismissed, RoundInvalid),
    keeps_last_round=(DollyPlaced,),
    next_round=(BallSpun,),
    happen=happen,
    tell=tell,
)
