"""What happened beside the round: oral wagers, throws reported, seats to vacate, rulings after the event."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from feltwork.table.play.events import Settled


class WagerDeclared(Struct, frozen=True, tag="wager-declared"):
    """A player called a wager aloud; it does not stand yet."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    amount: int
    brings: str
    voucher: str = ""
    value: int = 0
    """The number of what came with it, where it has one, and its worth."""
    asked: str = ""
    """What the player said, where one of the crew entered it."""


class WagerAnnounced(Struct, frozen=True, tag="wager-announced"):
    """A dealer or stickperson repeated it; the boxperson's confirmation is what lets it stand."""

    seat: int
    person: str
    clause: str


class StickTaken(Struct, frozen=True, tag="stick-taken"):
    """Who of the boxpersons acts as stickperson; nobody when the dealer is alone again."""

    person: str | None
    clause: str


class FaceRuled(Struct, frozen=True, tag="face-ruled"):
    """Which faces are uppermost: nobody reads these dice otherwise any more."""

    first: int
    second: int
    person: str
    reason: str
    clause: str
    version: int = 0
    """The round that it is about, where that had been settled."""


class SupervisorCalled(Struct, frozen=True, tag="supervisor-called"):
    """Who stopped the game and why: a supervisor is told."""

    person: str
    what: str
    clause: str


class RoundDoubted(Struct, frozen=True, tag="round-doubted"):
    """A fault was reported when this round had been paid: whether it stands is for a supervisor to say."""

    number: int
    """The entry it stands in itself."""
    version: int
    """The round."""
    fault: str
    what: str
    person: str
    clause: str


class RoundRuled(Struct, frozen=True, tag="round-ruled"):
    """A round in doubt stands, or is void so far as the fault spoilt it; what goes back follows."""

    number: int
    version: int
    stands: bool
    person: str
    reason: str
    clause: str


class CrewReleased(Struct, frozen=True, tag="crew-released"):
    """Who no longer works at this table, and in which role they did."""

    person: str
    role: str


class ThrowReported(Struct, frozen=True, tag="throw-reported"):
    """What was seen of the throw in the air; where the book leaves no choice, it has no result."""

    what: str
    clause: str
    must: bool


class ReportDismissed(Struct, frozen=True, tag="report-dismissed"):
    """What was reported of the throw in the air was looked at, and does not keep it from counting."""

    what: str
    reason: str
    clause: str


class VacateOrdered(Struct, frozen=True, tag="vacate-ordered"):
    """A player who only sits was told to give up the place; no wager is taken from the seat until then."""

    seat: int
    player: str
    missed: int
    """Rounds in a row without a wager."""
    clause: str


class CorrectionProposed(Struct, frozen=True, tag="correction-proposed"):
    """A round whose chips have moved on should have had another result; one person says so."""

    version: int
    result: int | str | list[int] | None
    reason: str
    person: str
    clause: str
    cause: str = ""
    """Why the outcome is to be invalid, if it is."""
    forfeits: list[int] = []


class CorrectionDropped(Struct, frozen=True, tag="correction-dropped"):
    version: int
    person: str


class Adjustment(NamedTuple):
    """What one player is due of a round, or owes of it."""

    seat: int
    """Where the player sat then."""
    player: str
    cents: int
    now: int | None
    """Where the player sits now."""
    at_seat: int
    """Paid there, or taken from there; the rest stands under the round's case."""


class RoundAdjusted(Struct, frozen=True, tag="round-adjusted"):
    """The differences between what a round paid and what it should have paid, agreed by two people.

    Without a result its outcome is invalid for a cause; or wagers of one terminal are void that one manager could not
    confirm, of a round settled while that terminal was out of play.
    """

    version: int
    result: int | str | list[int] | None
    proposed_by: str
    agreed_by: str
    lines: tuple[Adjustment, ...]
    clause: str
    cause: str = ""
    forfeits: list[int] = []


class DebtRepaid(Struct, frozen=True, tag="debt-repaid"):
    """What a player owed of a round that was taken back, taken from what it paid when it was settled again."""

    version: int
    seat: int
    player: str
    cents: int
    of: str
    clause: str


class CloseRelaxed(Struct, frozen=True, tag="close-relaxed"):
    seat: int
    reason: str
    clause: str


class TerminalFaulted(Struct, frozen=True, tag="terminal-faulted"):
    """A terminal is out of play until its wagers are confirmed or void."""

    seat: int
    fault: str
    error: str
    clause: str
    told_by_player: bool = False
    """Then the error is the player's words, not what a second terminal could be compared with."""


class TerminalRestored(Struct, frozen=True, tag="terminal-restored"):
    seat: int
    how: str
    clause: str


class WagersVoided(Struct, frozen=True, tag="wagers-voided"):
    """Live wagers without a result: stake and commission go back."""

    reason: str
    lines: tuple[Settled, ...]
    clause: str


class Withheld(Struct, frozen=True, tag="withheld"):
    """Credits kept back, under a case numbered by this event."""

    seat: int
    player: str
    amount: int
    case: int
    reason: str
    clause: str


class WithholdingEnded(Struct, frozen=True, tag="withholding-ended"):
    """Paid to the player's seat, or kept by the house."""

    case: int
    seat: int | None
    amount: int
    finding: str
    clause: str


class ConcernRaised(Struct, frozen=True, tag="concern-raised"):
    """A player said that something is wrong, and about which entry of the log; it waits for an answer."""

    number: int
    """The entry it stands in itself."""
    seat: int
    player: str
    about: str
    version: int
    words: str
    clause: str


class ConcernAnswered(Struct, frozen=True, tag="concern-answered"):
    number: int
    seat: int
    words: str
    clause: str


FloorEvent = (
    ConcernRaised
    | ConcernAnswered
    | WagerDeclared
    | WagerAnnounced
    | StickTaken
    | ThrowReported
    | ReportDismissed
    | VacateOrdered
    | CorrectionProposed
    | CorrectionDropped
    | RoundAdjusted
    | CloseRelaxed
    | TerminalFaulted
    | TerminalRestored
    | WagersVoided
    | Withheld
    | WithholdingEnded
    | CrewReleased
    | DebtRepaid
    | FaceRuled
    | SupervisorCalled
    | RoundDoubted
    | RoundRuled
)
