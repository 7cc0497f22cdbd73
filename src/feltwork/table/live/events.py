"""What happened at a live table, beside what happened in the game."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from feltwork.table.live.acceptors import AcceptorEvent
from feltwork.table.live.call_events import CallEvent
from feltwork.table.live.card_events import CardEvent
from feltwork.table.live.equipment_events import EquipmentEvent, Inspection
from feltwork.table.live.floor_events import FloorEvent
from feltwork.table.live.gear_events import GearEvent
from feltwork.table.live.money_events import MoneyEvent
from feltwork.table.play import events as game

Limits = tuple[int, int | None, int]
"""Minimum, maximum (``None``: none) and unit above the minimum, in cents."""


class TableOpened(Struct, frozen=True, tag="table-opened"):
    """Under which book, readings and limits the table is played; the compiled book is stored by its fingerprint."""

    book: str
    variant: str | None
    wheel: str
    lucky_ball: bool | str
    readings: dict[str, str]
    fingerprint: str
    chip: int
    seats: int
    limits: dict[str, Limits]
    source: str = "dealer"
    rehearsal: bool = False
    betting_seconds: int = 0
    layout: str = ""
    """Which of the book's layouts the cloth has."""
    uspin: bool = False
    """Has the wheel a uSpin unit?"""
    max_award: int | None = None
    rules: int = 1
    """The number of the rules of conduct it is run by."""
    shooting: int | None = None
    """The stake that makes a shooter at an electronic table, where it is not the minimum on the sign."""


class EquipmentChecked(Struct, frozen=True, tag="equipment-checked"):
    items: list[str]
    found: dict[str, Inspection] = {}
    """What was measured, counted and read off them, by item."""
    remark: str = ""


class CrewAssigned(Struct, frozen=True, tag="crew-assigned"):
    person: str
    role: str
    relieves: str = ""
    """Who had that place, where one person has it at a time, and has it no more."""


class PlayOpened(Struct, frozen=True, tag="play-opened"):
    pass


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    seat: int
    player: str


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    seat: int
    player: str
    asked: str = ""
    """What the player asked for, where one of the crew did it for them."""


class BoughtIn(Struct, frozen=True, tag="bought-in"):
    """Money came to a seat."""

    seat: int
    player: str
    amount: int
    via: str = ""
    """What it came as: ``cash``, ``ticket`` or ``transfer``; nothing for the player's money at the cage."""
    asked: str | UnsetType = UNSET
    """What the player asked for, where one of the crew did it for them."""


class Collected(Struct, frozen=True, tag="collected"):
    seat: int
    player: str
    amount: int
    asked: str = ""


class DiceOffered(Struct, frozen=True, tag="dice-offered"):
    seat: int
    clause: str


class DiceAccepted(Struct, frozen=True, tag="dice-accepted"):
    seat: int
    asked: str = ""


class DiceRejected(Struct, frozen=True, tag="dice-rejected"):
    seat: int
    asked: str = ""


class DiceSelected(Struct, frozen=True, tag="dice-selected"):
    dice: tuple[int, int]
    asked: str = ""


class DieLost(Struct, frozen=True, tag="die-lost"):
    die: int


class DieFound(Struct, frozen=True, tag="die-found"):
    die: int


class DieChecked(Struct, frozen=True, tag="die-checked"):
    die: int
    to_shooter: bool


class DiceBrought(Struct, frozen=True, tag="dice-brought"):
    """A new set is at the table; the old one goes once its shooter is done."""

    first: int
    """The number of its first die; the five follow on."""


class WagerRefused(Struct, frozen=True, tag="wager-refused"):
    """Why a supervisor had a wager taken down; the removal follows."""

    seat: int
    wager: str
    reason: str
    clause: str


class DicePassed(Struct, frozen=True, tag="dice-passed"):
    """The shooter gave up the dice, of their own will, by a 7 Out, or by order."""

    seat: int
    clause: str
    reason: str
    asked: str = ""
    """What the shooter said, where one of the crew passed the dice for them."""


class HouseThrows(Struct, frozen=True, tag="house-throws"):
    """Nobody takes the dice and wagers are undecided: the stickperson throws."""

    clause: str


class ThrowerAuthorised(Struct, frozen=True, tag="thrower-authorised"):
    """The shooter lets somebody else throw the dice."""

    seat: int
    person: str
    clause: str
    asked: str = ""


class DiceThrown(Struct, frozen=True, tag="dice-thrown"):
    by: int | None
    """The shooter's seat; ``None`` when the house throws."""


class ShotAwaited(Struct, frozen=True, tag="shot-awaited"):
    """Who may press the button, and until when; with nobody there the dice are shot at once."""

    seat: int | None
    until: int
    clause: str


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


class ResultEntered(Struct, frozen=True, tag="result-entered"):
    first: int
    second: int
    person: str = ""
    """Who entered it."""


class LimitsAnnounced(Struct, frozen=True, tag="limits-announced"):
    limits: dict[str, Limits]
    effective: int
    """Not before this time, in microseconds."""


class LimitsWithdrawn(Struct, frozen=True, tag="limits-withdrawn"):
    """The notice of limits for these wagers was taken down before its time."""

    wagers: list[str]
    clause: str


class LimitsChanged(Struct, frozen=True, tag="limits-changed"):
    limits: dict[str, Limits]


class PersonalLimitSet(Struct, frozen=True, tag="personal-limit-set"):
    """A player's own sign stands, or is taken away."""

    seat: int
    limit: Limits | None
    wagers: list[str] = []
    """What it is for; every wager where none is named."""


class ClosureAnnounced(Struct, frozen=True, tag="closure-announced"):
    effective: int


class ClosureWithdrawn(Struct, frozen=True, tag="closure-withdrawn"):
    """The notice of closing was taken down before its time."""

    clause: str


class TableClosed(Struct, frozen=True, tag="table-closed"):
    pass


class TableSuspended(Struct, frozen=True, tag="table-suspended"):
    reason: str
    clause: str


class InspectorNotified(Struct, frozen=True, tag="inspector-notified"):
    what: str
    clause: str


class TableResumed(Struct, frozen=True, tag="table-resumed"):
    how: str


class Chips(NamedTuple):
    """Chips that moved between the rail and the layout."""

    key: game.Key
    amount: int
    commission: int = 0
    tokens: int = 0
    checks: int = 0
    """Of the amount, in tokens and in colour checks."""


class Owed(NamedTuple):
    """What a player has too little to give back, by what it is in."""

    seat: int
    player: str
    cents: int
    of: str


class RoundReversed(Struct, frozen=True, tag="round-reversed"):
    """The last round's settlement taken back, chip by chip; the record it reverses stays."""

    version: int
    reason: str
    clause: str
    back: tuple[Chips, ...] = ()
    """Chips put down since, which go back to their players;"""
    again: tuple[Chips, ...] = ()
    """chips taken up since, which lie where they lay;"""
    gone: tuple[int, ...] = ()
    """seats whose players have left since, so that their settlement is not taken back chip by chip;"""
    owed: tuple[Owed, ...] = ()
    """what stands as a debt under the round's case until the round is settled again."""


class DrawCommitted(Struct, frozen=True, tag="draw-committed"):
    """The house is bound to a secret before any wager of the round is taken."""

    round_id: str
    commitment: str
    sealed: str
    mapping: int


class BettingOpened(Struct, frozen=True, tag="betting-opened"):
    """Wagers are taken; none that is stamped later than ``closes_at``, whether or not the close was ever written."""

    round_id: str
    closes_at: int | None
    """In microseconds; ``None`` where somebody calls no more bets."""


class NonceAdded(Struct, frozen=True, tag="nonce-added"):
    seat: int
    nonce: str


class OutcomeDrawn(Struct, frozen=True, tag="outcome-drawn"):
    """One draw of the round, recorded with what it decides and before anybody is shown it."""

    kind: str
    outcome: tuple[int | str, ...]
    used: int


class DrawGivenUp(Struct, frozen=True, tag="draw-given-up"):
    """A commitment that will never be revealed, because its secret is lost."""

    round_id: str
    reason: str
    clause: str


class SecretRevealed(Struct, frozen=True, tag="secret-revealed"):
    round_id: str
    secret: str


LifeEvent = (
    TableOpened
    | EquipmentChecked
    | CrewAssigned
    | PlayOpened
    | SeatTaken
    | SeatLeft
    | BoughtIn
    | Collected
    | CallEvent
    | DiceOffered
    | DiceAccepted
    | DiceRejected
    | DiceSelected
    | DicePassed
    | HouseThrows
    | ThrowerAuthorised
    | DiceThrown
    | ResultEntered
    | DieLost
    | DieFound
    | DieChecked
    | DiceBrought
    | ShotAwaited
    | BallSpun
    | NumberEntered
    | DollyPlaced
    | LimitsAnnounced
    | LimitsWithdrawn
    | LimitsChanged
    | PersonalLimitSet
    | ClosureAnnounced
    | ClosureWithdrawn
    | TableClosed
    | RoundReversed
    | WagerRefused
    | TableSuspended
    | InspectorNotified
    | TableResumed
    | DrawCommitted
    | BettingOpened
    | NonceAdded
    | OutcomeDrawn
    | DrawGivenUp
    | SecretRevealed
    | MoneyEvent
    | CardEvent
    | AcceptorEvent
    | game.Placed
    | game.Removed
    | game.Called
    | game.BetsClosed
    | game.LuckyBallDrawn
    | game.Boosted
    | game.RoundSettled
    | game.RoundInvalid
    | FloorEvent
    | GearEvent
    | EquipmentEvent
)
SCHEMA = 1
"""The version of these events; older bodies are brought up to it when they are read."""
