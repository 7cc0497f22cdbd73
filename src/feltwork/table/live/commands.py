"""What people at a live table ask for. Who asks, in which role and when, comes with the command, not in it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from feltwork.table.live.acceptors import AcceptorCommand
from feltwork.table.live.asked import Asked
from feltwork.table.live.equipment_events import Inspection
from feltwork.table.live.events import Limits
from feltwork.table.live.floor_commands import FloorCommand
from feltwork.table.live.gear_commands import GearCommand
from feltwork.table.live.money_commands import MoneyCommand
from feltwork.table.play.instruments import CHIPS

Raw = int | str | list[int | str] | None


class OpenTable(Asked, frozen=True, tag="open-table"):
    book: str
    chip: int
    seats: int
    limits: dict[str, Limits] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    variant: str | None = None
    wheel: str = "single"
    lucky_ball: bool | str = False
    source: str = "dealer"
    """Where results come from: ``dealer`` (people and sensors), ``os-draw``, or ``seeded`` at a rehearsal table."""
    rehearsal: bool = False
    betting_seconds: int = 0
    """How long wagers are taken at an electronic table; 0 leaves the close to its system."""
    layout: str | None = None
    """One of the book's layouts; ``None``: its usual one."""
    uspin: bool = False
    max_award: int | None = None
    """The most that one result may win at this table, if the operator declares it."""
    shooting: int | None = None
    """At an electronic table the stake that makes a shooter, where it is not the minimum on the sign."""


class CheckEquipment(Asked, frozen=True, tag="check-equipment"):
    items: list[str]
    found: dict[str, Inspection] = field(default_factory=dict)
    """What was measured, counted and read off them, by item."""
    remark: str = ""


class AssignCrew(Asked, frozen=True, tag="assign-crew"):
    person: str
    role: str


class OpenPlay(Asked, frozen=True, tag="open-play"):
    pass


class Sit(Asked, frozen=True, tag="sit"):
    player: str
    seat: int


class BuyIn(Asked, frozen=True, tag="buy-in"):
    seat: int
    amount: int
    asked: str | UnsetType = UNSET
    """What the player asked for, where one of the crew takes it from the player's money at the cage."""


class Collect(Asked, frozen=True, tag="collect"):
    """Take all chips in the rail away from the table."""

    seat: int
    asked: str = ""
    """What the player asked for, where one of the crew does it for them."""


class Leave(Asked, frozen=True, tag="leave"):
    seat: int
    asked: str = ""


class PlaceWager(Asked, frozen=True, tag="place-wager"):
    """By the player; or by staff for the seat, which is how a late or an oral wager is confirmed."""

    seat: int
    wager: str
    amount: int
    on: Raw = None
    instrument: str = CHIPS
    asked: str = ""
    """What the player said, of a late wager that staff confirm."""


class RemoveWager(Asked, frozen=True, tag="remove-wager"):
    seat: int
    wager: str
    on: Raw = None
    amount: int | None = None
    asked: str = ""
    """What the player asked for, where one of the crew does it for them; so below."""


class MoveWager(Asked, frozen=True, tag="move-wager"):
    """Chips from one place on the layout to another, in one step: taken up and put down, or left where they are."""

    seat: int
    wager: str
    to: str
    on: Raw = None
    to_on: Raw = None
    amount: int | None = None
    asked: str = ""


class CallWager(Asked, frozen=True, tag="call-wager"):
    """A player's call of on or off; it takes effect when staff repeat it."""

    seat: int
    wager: str
    working: bool
    on: Raw = None
    alone: bool = False
    """For this wager alone, where a button stands for all similar ones of the player."""
    asked: str = ""
    """What the player said, where one of the crew enters the call."""


class DeclineCall(Asked, frozen=True, tag="decline-call"):
    """Staff answer a call of on or off: it does not count."""

    seat: int
    wager: str
    reason: str
    on: Raw = None


class WithdrawCall(Asked, frozen=True, tag="withdraw-call"):
    """A player takes back a call of on or off that nobody has answered."""

    seat: int
    wager: str
    on: Raw = None
    asked: str = ""


class OfferDice(Asked, frozen=True, tag="offer-dice"):
    pass


class AcceptDice(Asked, frozen=True, tag="accept-dice"):
    seat: int
    asked: str = ""


class RejectDice(Asked, frozen=True, tag="reject-dice"):
    seat: int
    asked: str = ""


class SelectDice(Asked, frozen=True, tag="select-dice"):
    """The shooter takes two dice of the set; the others go back into the bowl."""

    seat: int
    dice: list[int]
    asked: str = ""


class ReportDie(Asked, frozen=True, tag="report-die"):
    """A die went off the table, or was found again."""

    die: int
    found: bool


class CheckDie(Asked, frozen=True, tag="check-die"):
    """A found die is looked over before it is used again; it goes to the shooter who asks for it, or to the bowl."""

    die: int
    to_shooter: bool = False


class BringDice(Asked, frozen=True, tag="bring-dice"):
    """A new set of five."""


class ReportFault(Asked, frozen=True, tag="report-fault"):
    """Equipment fails: play stops."""

    what: str


class ClearFault(Asked, frozen=True, tag="clear-fault"):
    how: str


class RefuseWager(Asked, frozen=True, tag="refuse-wager"):
    """A supervisor turns a wager away and has it taken down."""

    seat: int
    wager: str
    reason: str
    on: Raw = None


class PassDice(Asked, frozen=True, tag="pass-dice"):
    seat: int
    asked: str = ""


class OrderPass(Asked, frozen=True, tag="order-pass"):
    reason: str


class CloseBets(Asked, frozen=True, tag="close-bets"):
    """No more bets."""


class AuthoriseThrower(Asked, frozen=True, tag="authorise-thrower"):
    """Crown 5.1.1(b)(i): the player with the dice lets another person at the table throw them."""

    seat: int
    person: str
    asked: str = ""


class ThrowDice(Asked, frozen=True, tag="throw-dice"):
    """The dice leave the hand: from here wagers are late."""


class EnterResult(Asked, frozen=True, tag="enter-result"):
    """First of two steps: the dice as called."""

    first: int
    second: int


class ConfirmResult(Asked, frozen=True, tag="confirm-result"):
    """Second step, by repeating them: what differs is refused and nothing is settled."""

    first: int
    second: int


class PressShoot(Asked, frozen=True, tag="press-shoot"):
    """The shooter presses the button of an electronic table."""

    seat: int


class ShootDice(Asked, frozen=True, tag="shoot-dice"):
    """The table shoots by itself, when nobody has pressed in time or nobody is to press."""


class SenseResult(Asked, frozen=True, tag="sense-result"):
    """What the tumbler's sensors report."""

    first: int
    second: int


class SpinBall(Asked, frozen=True, tag="spin-ball"):
    """The ball is sent round: by the dealer's hand, or by the uSpin unit at the press of its button."""

    by_unit: bool = False


class DrawNumbers(Asked, frozen=True, tag="draw-numbers"):
    """The four Lucky Ball numbers of this round, from the draw."""

    numbers: dict[str, int | str]


class BoostNumber(Asked, frozen=True, tag="boost-number"):
    colour: str
    odds: str


class EnterNumber(Asked, frozen=True, tag="enter-number"):
    """First of two steps: where the ball came to rest, and how it got there."""

    pocket: int | str
    ball: str = ""
    """Which way the ball ran, ``clockwise`` or ``anticlockwise``; and the wheel."""
    wheel: str = ""
    revolutions: int = 0
    """How often the ball went round the track, as far as the dealer counted."""


class ConfirmNumber(Asked, frozen=True, tag="confirm-number"):
    pocket: int | str


class CallNoRoll(Asked, frozen=True, tag="call-no-roll"):
    reason: str


class ChangeLimits(Asked, frozen=True, tag="change-limits"):
    """New limits; a higher minimum or unit only after its notice has stood long enough."""

    limits: dict[str, Limits]


class AnnounceLimits(Asked, frozen=True, tag="announce-limits"):
    """A notice of limits that are to stand from a time on."""

    limits: dict[str, Limits]
    at: int = 0
    """From when, in microseconds; 0 for the earliest time that a notice may name."""


class WithdrawLimits(Asked, frozen=True, tag="withdraw-limits"):
    """A notice of limits is taken down before its time; of these wagers, or of all."""

    wagers: list[str] = field(default_factory=list)


class SetPersonalLimit(Asked, frozen=True, tag="set-personal-limit"):
    """A sign of one player's own, for the wagers named or for all that it may be for; none takes it away again."""

    seat: int
    limit: Limits | None
    wagers: list[str] = field(default_factory=list)


class AnnounceClosure(Asked, frozen=True, tag="announce-closure"):
    at: int = 0
    """When the table closes, in microseconds; 0 for the earliest time that a notice may name."""


class WithdrawClosure(Asked, frozen=True, tag="withdraw-closure"):
    """The notice of closing is taken down before its time."""


class CloseTable(Asked, frozen=True, tag="close-table"):
    pass


class CorrectResult(Asked, frozen=True, tag="correct-result"):
    first: int
    second: int
    reason: str


class InvalidateOutcome(Asked, frozen=True, tag="invalidate-outcome"):
    cause: str
    forfeits: list[int] = field(default_factory=list)
    """Seats whose wagers are forfeited, for fraud only."""


class OpenBetting(Asked, frozen=True, tag="open-betting"):
    """A round of an electronic table begins; where it is drawn, with the commitment to its secret."""

    round_id: str
    source: str = "dealer"
    commitment: str = ""
    sealed: str = ""
    """The secret under the draw key, in hex."""


class AddNonce(Asked, frozen=True, tag="add-nonce"):
    """What a player adds to the draw, so that the house cannot have known its outcome."""

    seat: int
    nonce: str


class GiveUpDraw(Asked, frozen=True, tag="give-up-draw"):
    """The secret that a round was committed to is lost: its wagers go back, and the next round has a new one."""

    reason: str


class RevealSecret(Asked, frozen=True, tag="reveal-secret"):
    """The round is over: everybody may recompute its draw."""


Command = (
    OpenTable
    | CheckEquipment
    | AssignCrew
    | OpenPlay
    | Sit
    | BuyIn
    | Collect
    | Leave
    | PlaceWager
    | RemoveWager
    | MoveWager
    | CallWager
    | DeclineCall
    | WithdrawCall
    | CloseBets
    | OfferDice
    | AcceptDice
    | RejectDice
    | SelectDice
    | PassDice
    | OrderPass
    | AuthoriseThrower
    | ThrowDice
    | EnterResult
    | ConfirmResult
    | CallNoRoll
    | ReportDie
    | CheckDie
    | BringDice
    | PressShoot
    | ShootDice
    | SenseResult
    | SpinBall
    | DrawNumbers
    | BoostNumber
    | EnterNumber
    | ConfirmNumber
    | ChangeLimits
    | AnnounceLimits
    | WithdrawLimits
    | SetPersonalLimit
    | AnnounceClosure
    | WithdrawClosure
    | CloseTable
    | CorrectResult
    | InvalidateOutcome
    | RefuseWager
    | ReportFault
    | ClearFault
    | OpenBetting
    | AddNonce
    | GiveUpDraw
    | RevealSecret
    | FloorCommand
    | GearCommand
    | MoneyCommand
    | AcceptorCommand
)
