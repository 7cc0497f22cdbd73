"""The gear of a round: betting opened and for how long, dice handed over, ball and unit, screen, outside 0."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.conduct import BALL, LOADED_BY_ANOTHER, Act, Conduct
from feltwork.games.registry import conduct_of
from feltwork.readings import Readings
from feltwork.table.live import events as happened
from feltwork.table.live import floor_events as floor
from feltwork.table.live import gear_events as gear
from feltwork.table.play import events as game
from feltwork.table.play.state import TableState

NONE, READY, LOADED, OUT_OF_USE = "none", "ready", "loaded", "out of use"
ZERO = ("straight", (0,))
RECENT = 20
"""How many results a winning number display keeps."""


class Gear(Struct, frozen=True):
    """How the equipment of the round stands."""

    layout: str = ""
    bets_open: bool = False
    closes_at: int | None = None
    period: int | None = None
    """The wagering period in seconds, where a supervisor has set one."""
    handed: bool = False
    unit: str = NONE
    button: int | None = None
    """The seat that has the unit's button before it."""
    spun_by_unit: bool = False
    ball_out: bool = False
    """Has the ball left the wheel and not been examined since?"""
    in_wheel: str = ""
    """The clause by which the dealer still has to try to take the ball out of the wheel."""
    new_ball: bool = False
    """Has another ball taken its place, and nobody checked it yet?"""
    screen_out: str = ""
    """Why the Lucky Ball screen is out of use."""
    outside_zero: dict[int, int] = field(default_factory=dict)
    """Layout C: chips on the outside 0, by seat; they are part of that seat's Straight Up on 0."""
    recent: tuple[tuple[int, int] | int | str, ...] = ()
    """The last results, the newest last: what a winning number display shows."""


def conduct_at(event: happened.TableOpened, readings: Readings) -> Conduct | None:
    """How the table that was opened so is conducted, with all that is to be checked at it."""
    return conduct_of(
        event.book,
        event.variant,
        wheel=event.wheel,
        lucky_ball=bool(event.lucky_ball),
        uspin=event.uspin,
        rules=event.rules,
        readings=readings,
    )


def opened(event: happened.TableOpened) -> Gear:
    return Gear(layout=event.layout, unit=READY if event.uspin else NONE)


def geared(now: Gear, event: happened.LifeEvent, table: TableState | None, conduct: Conduct | None) -> Gear:
    """The gear after an event; the table has already gone through it."""
    match event:
        case game.Placed():
            return now
        case game.Removed() if not now.outside_zero:
            return now
        case game.RoundSettled() | game.RoundInvalid():
            return _ended(now, event, table, conduct)
        case game.BetsClosed():
            return replace(now, bets_open=False, closes_at=None)
        case game.Removed() | game.LuckyBallVoided() | game.Repositioned():
            return replace(now, outside_zero=_still_outside(now, table))
        case happened.BallSpun():
            unit = READY if event.by_unit else now.unit
            return replace(now, spun_by_unit=event.by_unit, unit=unit, button=None)
        case floor.ThrowReported():
            return replace(now, ball_out=now.ball_out or _leaves_wheel(event.clause, conduct))
        case floor.ReportDismissed():
            return replace(now, ball_out=False)
        case happened.DicePassed():
            return replace(now, handed=False)
        case happened.SeatLeft():
            return replace(now, button=None) if now.button == event.seat else now
        case happened.RoundReversed():
            return replace(now, recent=now.recent[:-1], outside_zero={})
        case gear.BetsOpened():
            return replace(now, bets_open=True, closes_at=event.closes_at)
        case gear.WageringPeriodSet():
            return replace(now, period=event.seconds)
        case gear.DiceHanded():
            return replace(now, handed=True)
        case gear.ZeroPlacedOutside():
            there = now.outside_zero.get(event.seat, 0) + event.amount
            return replace(now, outside_zero={**now.outside_zero, event.seat: there})
        case gear.ZeroTakenOutside():
            there = now.outside_zero[event.seat] - event.amount
            return replace(now, outside_zero={**now.outside_zero, event.seat: there})
        case gear.ZeroMoved():
            return replace(now, outside_zero={})
        case _:
            return _mended(now, event)


def _mended(now: Gear, event: happened.LifeEvent) -> Gear:
    """What breaks, is looked over, or works again."""
    match event:
        case gear.BallLoaded():
            return replace(now, unit=LOADED)
        case gear.ButtonOffered():
            return replace(now, button=event.seat)
        case gear.UnitFailed():
            return replace(now, unit=OUT_OF_USE, button=None)
        case gear.UnitRestored():
            return replace(now, unit=NONE if event.how == "removed" else READY)
        case gear.BallTakenOut():
            return replace(now, in_wheel="")
        case gear.BallExamined():
            return replace(now, ball_out=False, new_ball=event.replaced)
        case happened.EquipmentChecked() if BALL in event.items:
            return replace(now, new_ball=False)
        case gear.ScreenFailed():
            return replace(now, screen_out=event.what)
        case gear.ScreenRestored():
            return replace(now, screen_out="")
        case _:
            return now


def _leaves_wheel(clause: str, conduct: Conduct | None) -> bool:
    """Is this the clause of a ball that left the wheel, and is to be examined?"""
    power = conduct.powers.get(Act.EXAMINE_BALL) if conduct else None
    return power is not None and power.clause == clause


def _ended(
    now: Gear, event: game.RoundSettled | game.RoundInvalid, table: TableState | None, conduct: Conduct | None
) -> Gear:
    """A round is over: betting waits to be opened, the dice to be handed over, the ball perhaps to be examined."""
    ended = replace(now, bets_open=False, closes_at=None, handed=False, outside_zero=_still_outside(now, table))
    if isinstance(event, game.RoundSettled):
        return replace(ended, recent=(*now.recent, event.result)[-RECENT:])
    if event.reason == LOADED_BY_ANOTHER and now.unit == LOADED:
        ended = replace(ended, unit=READY, button=None)  # the ball is taken out again
    called = conduct.no_result.get(event.reason) if conduct else None
    left = now.ball_out or _leaves_wheel(event.clause, conduct)
    return replace(ended, ball_out=left, in_wheel=called.clause if called and called.takes_ball and not left else "")


def _still_outside(now: Gear, table: TableState | None) -> dict[int, int]:
    """What is taken off a 0 comes off the inside first; nothing is outside that is not on the layout."""
    if not now.outside_zero or table is None:
        return now.outside_zero
    left = {seat: min(cents, table.stake_of(seat, *ZERO)) for seat, cents in now.outside_zero.items()}
    return {seat: cents for seat, cents in left.items() if cents > 0}
