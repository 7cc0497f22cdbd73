"""What happened around the wheel and the entry terminal."""

from __future__ import annotations

from msgspec import Struct

from feltwork.table.play import events as game


class BetsOpened(Struct, frozen=True, tag="bets-opened"):
    """Place your bets was called."""

    clause: str
    closes_at: int | None = None
    """When the wagering period ends by itself, in microseconds; ``None``: with the call of no more bets."""


class WageringPeriodSet(Struct, frozen=True, tag="wagering-period-set"):
    seconds: int | None
    clause: str


class DiceHanded(Struct, frozen=True, tag="dice-handed"):
    seat: int
    clause: str


class AreasLit(Struct, frozen=True, tag="areas-lit"):
    """The winning areas of a result, as the equipment was told to light them."""

    dice: tuple[int, int]
    areas: tuple[tuple[str, int | None], ...]
    clause: str


class DisplayRead(Struct, frozen=True, tag="display-read"):
    """What the winning number display showed; it never decides anything."""

    dice: tuple[int, int]
    disregarded: bool
    """Did it differ from the dice?"""
    clause: str


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


class BallExamined(Struct, frozen=True, tag="ball-examined"):
    replaced: bool
    clause: str


class BallTakenOut(Struct, frozen=True, tag="ball-taken-out"):
    """The dealer took the ball out of the wheel after no spin, or it came to rest first; the spin is invalid anyway."""

    in_time: bool
    clause: str


class ZeroPlacedOutside(Struct, frozen=True, tag="zero-placed-outside"):
    """Chips just placed on the 0 lie on the outside area of layout C."""

    seat: int
    amount: int
    clause: str


class ZeroTakenOutside(Struct, frozen=True, tag="zero-taken-outside"):
    """Chips that are about to be taken off the 0 come off the outside area of layout C."""

    seat: int
    amount: int
    clause: str


class ZeroMoved(Struct, frozen=True, tag="zero-moved"):
    """The chips of these seats on the outside 0 are now on the 0 inside."""

    seats: tuple[int, ...]
    clause: str


class ScreenFailed(Struct, frozen=True, tag="screen-failed"):
    """Lucky Ball is not offered until the screen works; its wagers go back with the event that follows."""

    what: str
    clause: str


class ScreenRestored(Struct, frozen=True, tag="screen-restored"):
    how: str
    clause: str


class FairnessApplied(Struct, frozen=True, tag="fairness-applied"):
    """Why chips count as if they lay elsewhere; the move follows."""

    seat: int
    reason: str
    clause: str


GearEvent = (
    BetsOpened
    | WageringPeriodSet
    | DiceHanded
    | AreasLit
    | DisplayRead
    | BallLoaded
    | ButtonOffered
    | UnitFailed
    | UnitRestored
    | BallExamined
    | BallTakenOut
    | ZeroPlacedOutside
    | ZeroTakenOutside
    | ZeroMoved
    | ScreenFailed
    | ScreenRestored
    | FairnessApplied
    | game.LuckyBallVoided
    | game.Repositioned
)
