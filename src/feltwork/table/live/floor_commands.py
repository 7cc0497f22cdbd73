"""What is asked beside the round: oral wagers, throws reported, seats to vacate, rulings after the event."""

from __future__ import annotations

from msgspec import field

from feltwork.table.live.asked import Asked

Raw = int | str | list[int | str] | None
Result = int | str | list[int]
"""A number, or two dice."""


class DeclareWager(Asked, frozen=True, tag="declare-wager"):
    """A player calls a wager aloud and shows what pays for it: chips and the like, or what is changed into chips."""

    seat: int
    wager: str
    amount: int
    on: Raw = None
    brings: str = "chips"
    voucher: str = ""
    """The number of the voucher, or that under which tokens were issued,"""
    value: int = 0
    """and what it is worth; for anything else nothing."""
    asked: str = ""
    """What the player said, where one of the crew enters it."""


class AnnounceWager(Asked, frozen=True, tag="announce-wager"):
    """Staff repeat the seat's oral wager aloud."""

    seat: int


class ConfirmWager(Asked, frozen=True, tag="confirm-wager"):
    """The boxperson confirms it, and it stands."""

    seat: int


class ActAsStick(Asked, frozen=True, tag="act-as-stick"):
    """Mini Craps: a boxperson takes the stickperson's place, or gives it up again."""

    person: str
    acting: bool = True


class RuleOnFace(Asked, frozen=True, tag="rule-on-face"):
    """Which faces are uppermost, by the person whose decision is final: other than were called, or the same."""

    first: int
    second: int
    reason: str


class StopGame(Asked, frozen=True, tag="stop-game"):
    """The crew stops the game and has a supervisor told why."""

    reason: str


class RuleOnRound(Asked, frozen=True, tag="rule-on-round"):
    """Whether a round stands that was paid when a fault was reported."""

    number: int
    """The entry of the log that put it in doubt."""
    stands: bool
    reason: str


class ReleaseCrew(Asked, frozen=True, tag="release-crew"):
    """Somebody of the crew is relieved of their place."""

    person: str


class ReportThrow(Asked, frozen=True, tag="report-throw"):
    """How dice or ball came to rest, or were thrown, by one of the book's reasons for which it may not count."""

    what: str


class DismissReport(Asked, frozen=True, tag="dismiss-report"):
    """Whoever may call the throw off finds that what was reported of it is no reason to."""

    reason: str


class VacateSeat(Asked, frozen=True, tag="vacate-seat"):
    """A player who does not play is told to give up the seat."""

    seat: int


class CorrectPaidRound(Asked, frozen=True, tag="correct-paid-round"):
    """Chips have moved since a round: what should have lain there, or why its outcome is invalid, for a second person
    to agree to."""

    version: int
    """The event that settled the round."""
    result: Result | None
    """Nothing where the outcome is invalidated."""
    reason: str
    cause: str = ""
    """Then one of the book's causes,"""
    forfeits: list[int] = field(default_factory=list)
    """and the seats that forfeit their wagers, for fraud."""


class SecondCorrection(Asked, frozen=True, tag="second-correction"):
    """The second person's word on it."""

    version: int
    agreed: bool = True


class RelaxClose(Asked, frozen=True, tag="relax-close"):
    """A manager lets a player place or take back a wager after the close, where refusing it would be unfair."""

    seat: int
    reason: str


class ReportTerminal(Asked, frozen=True, tag="report-terminal"):
    """A player terminal does not work as it should: which of the book's faults, and the error it shows."""

    seat: int
    fault: str
    error: str


class ConfirmTerminal(Asked, frozen=True, tag="confirm-terminal"):
    """The terminal's wagers were confirmed from its records, or could not be and are void."""

    seat: int
    confirmed: bool
    how: str
    paid_stands: bool = False
    """Where they are void: were those confirmed all the same that a round had decided?"""


class Withhold(Asked, frozen=True, tag="withhold"):
    """Credits are kept back until an investigation is done."""

    seat: int
    amount: int
    reason: str


class EndWithholding(Asked, frozen=True, tag="end-withholding"):
    """What the investigation found: the credits go to the player, or stay with the house."""

    case: int
    to_player: bool
    finding: str


class RaiseConcern(Asked, frozen=True, tag="raise-concern"):
    """A player reports a fault of the terminal, or disputes what an entry of the log did."""

    seat: int
    about: str
    """``fault`` or ``dispute``."""
    words: str
    version: int = 0
    """The entry it is about; 0 for none."""


class AnswerConcern(Asked, frozen=True, tag="answer-concern"):
    number: int
    words: str


class FindInvalid(Asked, frozen=True, tag="find-invalid"):
    """A player was found to play with another's card, or for another person, whatever is claimed of agency."""

    seat: int
    reason: str
    claim: str = ""


FloorCommand = (
    RaiseConcern
    | AnswerConcern
    | CorrectPaidRound
    | SecondCorrection
    | RelaxClose
    | ReportTerminal
    | ConfirmTerminal
    | Withhold
    | EndWithholding
    | DeclareWager
    | AnnounceWager
    | ConfirmWager
    | ActAsStick
    | ReportThrow
    | DismissReport
    | VacateSeat
    | FindInvalid
    | ReleaseCrew
    | RuleOnFace
    | StopGame
    | RuleOnRound
)
