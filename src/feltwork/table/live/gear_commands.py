"""What people ask around the wheel and the entry terminal, beside what every table has."""

from __future__ import annotations

from feltwork.table.live.asked import Asked

Raw = int | str | list[int | str] | None


class OpenBets(Asked, frozen=True, tag="open-bets"):
    """Place your bets; in Dragon Fire also the press of start game."""


class SetWageringPeriod(Asked, frozen=True, tag="set-wagering-period"):
    """How long betting stays open from the next place your bets on; ``None``: until the call of no more bets."""

    seconds: int | None


class HandDice(Asked, frozen=True, tag="hand-dice"):
    """The dice are passed to the shooter, once no more bets has been called."""


class ReadDisplay(Asked, frozen=True, tag="read-display"):
    """What the winning number display shows of the last roll."""

    first: int
    second: int


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


class ExamineBall(Asked, frozen=True, tag="examine-ball"):
    """A ball that left the wheel is looked over; one that will not do is replaced."""

    replaced: bool = False


class TakeBallOut(Asked, frozen=True, tag="take-ball-out"):
    """After no spin the dealer tries to take the ball out of the wheel before it comes to rest."""

    in_time: bool
    """Was it out before it came to rest in a compartment?"""


class MoveZero(Asked, frozen=True, tag="move-zero"):
    """Layout C: chips on the outside 0 go to the 0 inside."""


class ReportScreenFault(Asked, frozen=True, tag="report-screen-fault"):
    """The Lucky Ball screen fails."""

    what: str


class RestoreScreen(Asked, frozen=True, tag="restore-screen"):
    how: str


class RepositionWager(Asked, frozen=True, tag="reposition-wager"):
    """A supervisor has chips count as if they lay elsewhere, because it would be unfair to the player otherwise."""

    seat: int
    wager: str
    to_wager: str
    reason: str
    on: Raw = None
    to_on: Raw = None


class CorrectNumber(Asked, frozen=True, tag="correct-number"):
    """The number settled was not the one the ball lay in."""

    pocket: int | str
    reason: str


class ReplaceEquipment(Asked, frozen=True, tag="replace-equipment"):
    """Another takes the place of an item of the checklist, and is checked before play goes on."""

    item: str
    reason: str


GearCommand = (
    OpenBets
    | SetWageringPeriod
    | HandDice
    | ReadDisplay
    | LoadBall
    | OfferButton
    | PressButton
    | ReportUnitFault
    | RestoreUnit
    | ExamineBall
    | TakeBallOut
    | MoveZero
    | ReportScreenFault
    | RestoreScreen
    | RepositionWager
    | CorrectNumber
    | ReplaceEquipment
)
