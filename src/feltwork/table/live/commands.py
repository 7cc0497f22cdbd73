"""What people at a live table ask for, of every topic. Who asks, in which role and when, comes with the command."""

from __future__ import annotations

from feltwork.table.live.asker import Raw
from feltwork.table.live.topics.acceptors import EnrolAcceptor, RemoveAcceptor
from feltwork.table.live.topics.acknowledgements import AcknowledgeCorrection
from feltwork.table.live.topics.betting import CloseBets, OpenBets, SetWageringPeriod
from feltwork.table.live.topics.calls import CallWager, DeclineCall, WithdrawCall
from feltwork.table.live.topics.cards import FindInvalid
from feltwork.table.live.topics.closing import AnnounceClosure, CloseTable, WithdrawClosure
from feltwork.table.live.topics.colours import AgreeColour, BuyColour, RedeemChecks, RedeemColour
from feltwork.table.live.topics.concerns import AnswerConcern, RaiseConcern
from feltwork.table.live.topics.corrections import AnyResult, CorrectPaidRound, SecondCorrection
from feltwork.table.live.topics.crew import ActAsStick, AssignCrew, ReleaseCrew
from feltwork.table.live.topics.dice import BringDice, CheckDie, ReportDie, SelectDice
from feltwork.table.live.topics.doubts import RuleOnRound
from feltwork.table.live.topics.draws import AddNonce, GiveUpDraw, OpenBetting, RevealSecret
from feltwork.table.live.topics.equipment import CheckEquipment, ReplaceEquipment
from feltwork.table.live.topics.faces import CorrectResult, RuleOnFace
from feltwork.table.live.topics.leaving import Leave
from feltwork.table.live.topics.limits import AnnounceLimits, ChangeLimits, SetPersonalLimit, WithdrawLimits
from feltwork.table.live.topics.lucky_ball import BoostNumber, DrawNumbers, ReportScreenFault, RestoreScreen
from feltwork.table.live.topics.money import BuyIn, Collect, CreditFloat, EmptyDropBox, FillFloat, SellChips
from feltwork.table.live.topics.moved_wagers import MoveWager, RefuseWager, RepositionWager
from feltwork.table.live.topics.no_result import CallNoRoll, DismissReport, ReportThrow
from feltwork.table.live.topics.opening import OpenPlay, OpenTable
from feltwork.table.live.topics.oral_wagers import AnnounceWager, ConfirmWager, DeclareWager
from feltwork.table.live.topics.outside_zero import MoveZero
from feltwork.table.live.topics.rolls import ConfirmResult, EnterResult, HandDice, ReadDisplay, ThrowDice
from feltwork.table.live.topics.rulings import CorrectNumber, InvalidateOutcome
from feltwork.table.live.topics.seats import Sit, VacateSeat
from feltwork.table.live.topics.shooter import AcceptDice, AuthoriseThrower, OfferDice, OrderPass, PassDice, RejectDice
from feltwork.table.live.topics.stops import ClearFault, ReportFault, StopGame
from feltwork.table.live.topics.taken_down import RemoveWager
from feltwork.table.live.topics.terminals import ConfirmTerminal, EndWithholding, RelaxClose, ReportTerminal, Withhold
from feltwork.table.live.topics.tokens import ExchangeVoucher, HandInTokens
from feltwork.table.live.topics.tumbler import PressShoot, SenseResult, ShootDice
from feltwork.table.live.topics.uspin import LoadBall, OfferButton, PressButton, ReportUnitFault, RestoreUnit
from feltwork.table.live.topics.wagers import PlaceWager
from feltwork.table.live.topics.wheel import ConfirmNumber, EnterNumber, ExamineBall, SpinBall, TakeBallOut

__all__ = (
    "AcceptDice",
    "AcknowledgeCorrection",
    "ActAsStick",
    "AddNonce",
    "AgreeColour",
    "AnnounceClosure",
    "AnnounceLimits",
    "AnnounceWager",
    "AnswerConcern",
    "AnyResult",
    "AssignCrew",
    "AuthoriseThrower",
    "BoostNumber",
    "BringDice",
    "BuyColour",
    "BuyIn",
    "CallNoRoll",
    "CallWager",
    "ChangeLimits",
    "CheckDie",
    "CheckEquipment",
    "ClearFault",
    "CloseBets",
    "CloseTable",
    "Collect",
    "Command",
    "ConfirmNumber",
    "ConfirmResult",
    "ConfirmTerminal",
    "ConfirmWager",
    "CorrectNumber",
    "CorrectPaidRound",
    "CorrectResult",
    "CreditFloat",
    "DeclareWager",
    "DeclineCall",
    "DismissReport",
    "DrawNumbers",
    "EmptyDropBox",
    "EndWithholding",
    "EnrolAcceptor",
    "EnterNumber",
    "EnterResult",
    "ExamineBall",
    "ExchangeVoucher",
    "FillFloat",
    "FindInvalid",
    "GiveUpDraw",
    "HandDice",
    "HandInTokens",
    "InvalidateOutcome",
    "Leave",
    "LoadBall",
    "MoveWager",
    "MoveZero",
    "OfferButton",
    "OfferDice",
    "OpenBets",
    "OpenBetting",
    "OpenPlay",
    "OpenTable",
    "OrderPass",
    "PassDice",
    "PlaceWager",
    "PressButton",
    "PressShoot",
    "RaiseConcern",
    "Raw",
    "ReadDisplay",
    "RedeemChecks",
    "RedeemColour",
    "RefuseWager",
    "RejectDice",
    "RelaxClose",
    "ReleaseCrew",
    "RemoveAcceptor",
    "RemoveWager",
    "ReplaceEquipment",
    "ReportDie",
    "ReportFault",
    "ReportScreenFault",
    "ReportTerminal",
    "ReportThrow",
    "ReportUnitFault",
    "RepositionWager",
    "RestoreScreen",
    "RestoreUnit",
    "RevealSecret",
    "RuleOnFace",
    "RuleOnRound",
    "SecondCorrection",
    "SelectDice",
    "SellChips",
    "SenseResult",
    "SetPersonalLimit",
    "SetWageringPeriod",
    "ShootDice",
    "Sit",
    "SpinBall",
    "StopGame",
    "TakeBallOut",
    "ThrowDice",
    "VacateSeat",
    "WithdrawCall",
    "WithdrawClosure",
    "WithdrawLimits",
    "Withhold",
)

Command = (
    OpenTable
    | OpenPlay
    | CheckEquipment
    | ReplaceEquipment
    | AssignCrew
    | ReleaseCrew
    | ActAsStick
    | Sit
    | VacateSeat
    | Leave
    | BuyIn
    | Collect
    | SellChips
    | FillFloat
    | CreditFloat
    | EmptyDropBox
    | ExchangeVoucher
    | HandInTokens
    | BuyColour
    | AgreeColour
    | RedeemColour
    | RedeemChecks
    | SelectDice
    | ReportDie
    | CheckDie
    | BringDice
    | OfferDice
    | AcceptDice
    | RejectDice
    | PassDice
    | OrderPass
    | AuthoriseThrower
    | ThrowDice
    | EnterResult
    | ConfirmResult
    | HandDice
    | ReadDisplay
    | PressShoot
    | ShootDice
    | SenseResult
    | SpinBall
    | EnterNumber
    | ConfirmNumber
    | ExamineBall
    | TakeBallOut
    | LoadBall
    | OfferButton
    | PressButton
    | ReportUnitFault
    | RestoreUnit
    | DrawNumbers
    | BoostNumber
    | ReportScreenFault
    | RestoreScreen
    | MoveZero
    | OpenBetting
    | AddNonce
    | GiveUpDraw
    | RevealSecret
    | OpenBets
    | SetWageringPeriod
    | CloseBets
    | PlaceWager
    | RemoveWager
    | MoveWager
    | RefuseWager
    | RepositionWager
    | CallWager
    | DeclineCall
    | WithdrawCall
    | ChangeLimits
    | AnnounceLimits
    | WithdrawLimits
    | SetPersonalLimit
    | AnnounceClosure
    | WithdrawClosure
    | CloseTable
    | CallNoRoll
    | ReportThrow
    | DismissReport
    | ReportFault
    | ClearFault
    | StopGame
    | CorrectPaidRound
    | SecondCorrection
    | InvalidateOutcome
    | CorrectNumber
    | RuleOnFace
    | CorrectResult
    | RuleOnRound
    | DeclareWager
    | AnnounceWager
    | ConfirmWager
    | RelaxClose
    | ReportTerminal
    | ConfirmTerminal
    | Withhold
    | EndWithholding
    | FindInvalid
    | RaiseConcern
    | AnswerConcern
    | AcknowledgeCorrection
    | EnrolAcceptor
    | RemoveAcceptor
)
