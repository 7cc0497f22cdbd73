"""What happened at a live table, of every topic, and what happened in the game."""

from __future__ import annotations

from feltwork.table.live.topics.acceptors import AcceptorEnrolled, AcceptorRemoved, NoteReported
from feltwork.table.live.topics.acknowledgements import CorrectionAcknowledged
from feltwork.table.live.topics.betting import BetsOpened, WageringPeriodSet
from feltwork.table.live.topics.calls import CallAsked, CallDeclined, CallWithdrawn
from feltwork.table.live.topics.cards import CardIn, CardOut, WagersFoundInvalid
from feltwork.table.live.topics.closing import ClosureAnnounced, ClosureWithdrawn, TableClosed
from feltwork.table.live.topics.colours import (
    ChecksBroughtBack,
    ChecksLeftOut,
    ChecksRedeemed,
    ColourAgreed,
    ColourAsked,
    ColourIssued,
    ColourRedeemed,
)
from feltwork.table.live.topics.concerns import ConcernAnswered, ConcernRaised
from feltwork.table.live.topics.corrections import Adjustment, CorrectionDropped, CorrectionProposed, RoundAdjusted
from feltwork.table.live.topics.crew import CrewAssigned, CrewReleased, StickTaken
from feltwork.table.live.topics.dice import DiceBrought, DiceSelected, DieChecked, DieFound, DieLost
from feltwork.table.live.topics.doubts import RoundRuled
from feltwork.table.live.topics.draws import (
    BettingOpened,
    DrawCommitted,
    DrawGivenUp,
    NonceAdded,
    OutcomeDrawn,
    SecretRevealed,
)
from feltwork.table.live.topics.equipment import (
    EquipmentBrought,
    EquipmentChecked,
    EquipmentReturned,
    Inspection,
    ItemReplaced,
    Value,
)
from feltwork.table.live.topics.faces import FaceRuled
from feltwork.table.live.topics.last_round import Chips, DebtRepaid, Owed, RoundReversed
from feltwork.table.live.topics.limits import Limits, LimitsAnnounced, LimitsChanged, LimitsWithdrawn, PersonalLimitSet
from feltwork.table.live.topics.lucky_ball import ScreenFailed, ScreenRestored
from feltwork.table.live.topics.money import BoughtIn, ChipsSold, Collected, DropCounted, FloatCredited, FloatFilled
from feltwork.table.live.topics.moved_wagers import FairnessApplied, WagerRefused
from feltwork.table.live.topics.no_result import ReportDismissed, ThrowReported
from feltwork.table.live.topics.opening import PlayOpened, TableOpened
from feltwork.table.live.topics.oral_wagers import WagerAnnounced, WagerDeclared
from feltwork.table.live.topics.outside_zero import ZeroMoved, ZeroPlacedOutside, ZeroTakenOutside
from feltwork.table.live.topics.rolls import AreasLit, DiceHanded, DiceThrown, DisplayRead, ResultEntered
from feltwork.table.live.topics.sanctions import PlayerSanctioned
from feltwork.table.live.topics.seats import SeatLeft, SeatTaken, VacateOrdered
from feltwork.table.live.topics.shooter import (
    DiceAccepted,
    DiceOffered,
    DicePassed,
    DiceRejected,
    HouseThrows,
    ThrowerAuthorised,
)
from feltwork.table.live.topics.stops import (
    InspectorNotified,
    RoundDoubted,
    SupervisorCalled,
    TableResumed,
    TableSuspended,
)
from feltwork.table.live.topics.terminals import (
    CloseRelaxed,
    TerminalFaulted,
    TerminalRestored,
    WagersVoided,
    Withheld,
    WithholdingEnded,
)
from feltwork.table.live.topics.tokens import TokensHandedIn, TokensIssued, VoucherChanged
from feltwork.table.live.topics.tumbler import ShotAwaited
from feltwork.table.live.topics.uspin import BallLoaded, ButtonOffered, UnitFailed, UnitRestored
from feltwork.table.live.topics.wheel import BallExamined, BallSpun, BallTakenOut, DollyPlaced, NumberEntered
from feltwork.table.play import events as game

__all__ = (
    "SCHEMA",
    "AcceptorEnrolled",
    "AcceptorRemoved",
    "Adjustment",
    "AreasLit",
    "BallExamined",
    "BallLoaded",
    "BallSpun",
    "BallTakenOut",
    "BetsOpened",
    "BettingOpened",
    "BoughtIn",
    "ButtonOffered",
    "CallAsked",
    "CallDeclined",
    "CallWithdrawn",
    "CardIn",
    "CardOut",
    "ChecksBroughtBack",
    "ChecksLeftOut",
    "ChecksRedeemed",
    "Chips",
    "ChipsSold",
    "CloseRelaxed",
    "ClosureAnnounced",
    "ClosureWithdrawn",
    "Collected",
    "ColourAgreed",
    "ColourAsked",
    "ColourIssued",
    "ColourRedeemed",
    "ConcernAnswered",
    "ConcernRaised",
    "CorrectionAcknowledged",
    "CorrectionDropped",
    "CorrectionProposed",
    "CrewAssigned",
    "CrewReleased",
    "DebtRepaid",
    "DiceAccepted",
    "DiceBrought",
    "DiceHanded",
    "DiceOffered",
    "DicePassed",
    "DiceRejected",
    "DiceSelected",
    "DiceThrown",
    "DieChecked",
    "DieFound",
    "DieLost",
    "DisplayRead",
    "DollyPlaced",
    "DrawCommitted",
    "DrawGivenUp",
    "DropCounted",
    "EquipmentBrought",
    "EquipmentChecked",
    "EquipmentReturned",
    "FaceRuled",
    "FairnessApplied",
    "FloatCredited",
    "FloatFilled",
    "HouseThrows",
    "Inspection",
    "InspectorNotified",
    "ItemReplaced",
    "Limits",
    "LimitsAnnounced",
    "LimitsChanged",
    "LimitsWithdrawn",
    "LiveEvent",
    "NonceAdded",
    "NoteReported",
    "NumberEntered",
    "OutcomeDrawn",
    "Owed",
    "PersonalLimitSet",
    "PlayOpened",
    "PlayerSanctioned",
    "ReportDismissed",
    "ResultEntered",
    "RoundAdjusted",
    "RoundDoubted",
    "RoundReversed",
    "RoundRuled",
    "ScreenFailed",
    "ScreenRestored",
    "SeatLeft",
    "SeatTaken",
    "SecretRevealed",
    "ShotAwaited",
    "StickTaken",
    "SupervisorCalled",
    "TableClosed",
    "TableOpened",
    "TableResumed",
    "TableSuspended",
    "TerminalFaulted",
    "TerminalRestored",
    "ThrowReported",
    "ThrowerAuthorised",
    "TokensHandedIn",
    "TokensIssued",
    "UnitFailed",
    "UnitRestored",
    "VacateOrdered",
    "Value",
    "VoucherChanged",
    "WagerAnnounced",
    "WagerDeclared",
    "WagerRefused",
    "WageringPeriodSet",
    "WagersFoundInvalid",
    "WagersVoided",
    "Withheld",
    "WithholdingEnded",
    "ZeroMoved",
    "ZeroPlacedOutside",
    "ZeroTakenOutside",
)

LiveEvent = (
    TableOpened
    | PlayOpened
    | EquipmentChecked
    | EquipmentBrought
    | EquipmentReturned
    | ItemReplaced
    | CrewAssigned
    | CrewReleased
    | StickTaken
    | SeatTaken
    | SeatLeft
    | VacateOrdered
    | BoughtIn
    | Collected
    | ChipsSold
    | FloatFilled
    | FloatCredited
    | DropCounted
    | TokensIssued
    | VoucherChanged
    | TokensHandedIn
    | ColourIssued
    | ColourAsked
    | ColourAgreed
    | ColourRedeemed
    | ChecksLeftOut
    | ChecksRedeemed
    | ChecksBroughtBack
    | DiceSelected
    | DieLost
    | DieFound
    | DieChecked
    | DiceBrought
    | DiceOffered
    | DiceAccepted
    | DiceRejected
    | DicePassed
    | HouseThrows
    | ThrowerAuthorised
    | DiceThrown
    | ResultEntered
    | DiceHanded
    | AreasLit
    | DisplayRead
    | ShotAwaited
    | BallSpun
    | NumberEntered
    | DollyPlaced
    | BallExamined
    | BallTakenOut
    | BallLoaded
    | ButtonOffered
    | UnitFailed
    | UnitRestored
    | ScreenFailed
    | ScreenRestored
    | ZeroPlacedOutside
    | ZeroTakenOutside
    | ZeroMoved
    | DrawCommitted
    | BettingOpened
    | NonceAdded
    | OutcomeDrawn
    | DrawGivenUp
    | SecretRevealed
    | BetsOpened
    | WageringPeriodSet
    | WagerRefused
    | FairnessApplied
    | CallAsked
    | CallDeclined
    | CallWithdrawn
    | LimitsAnnounced
    | LimitsWithdrawn
    | LimitsChanged
    | PersonalLimitSet
    | ClosureAnnounced
    | ClosureWithdrawn
    | TableClosed
    | ThrowReported
    | ReportDismissed
    | TableSuspended
    | InspectorNotified
    | TableResumed
    | SupervisorCalled
    | RoundDoubted
    | CorrectionProposed
    | CorrectionDropped
    | RoundAdjusted
    | RoundReversed
    | DebtRepaid
    | FaceRuled
    | RoundRuled
    | WagerDeclared
    | WagerAnnounced
    | CloseRelaxed
    | TerminalFaulted
    | TerminalRestored
    | WagersVoided
    | Withheld
    | WithholdingEnded
    | CardIn
    | CardOut
    | WagersFoundInvalid
    | ConcernRaised
    | ConcernAnswered
    | CorrectionAcknowledged
    | AcceptorEnrolled
    | AcceptorRemoved
    | NoteReported
    | PlayerSanctioned
    | game.Placed
    | game.Removed
    | game.Called
    | game.BetsClosed
    | game.LuckyBallDrawn
    | game.Boosted
    | game.LuckyBallVoided
    | game.Repositioned
    | game.RoundSettled
    | game.RoundInvalid
)
SCHEMA = 1
"""The version of these events; older bodies are brought up to it when they are read."""
