"""What happened in the floor's incidents. Incidents, measures and disputes are numbered by their records."""

from __future__ import annotations

from msgspec import Struct


class IncidentReported(Struct, frozen=True, tag="incident-reported"):
    """Somebody did what a book bans."""

    number: int
    book: str
    offence: str
    clause: str
    person: str
    words: str
    table: str


class MeasureTaken(Struct, frozen=True, tag="measure-taken"):
    """Something was done about an incident, by a power of the book."""

    number: int
    incident: int
    measure: str
    person: str
    book: str
    reason: str
    clause: str
    until: int = 0


class TakenAtTable(Struct, frozen=True, tag="taken-at-table"):
    """What a measure did at a table where the person sits; the table has the other half."""

    measure: int
    table: str
    player: str


class MoneySeized(Struct, frozen=True, tag="money-seized"):
    """Money of the person at the cage, kept until an investigation is complete."""

    measure: int
    player: str
    amount: int


class SeizureDetermined(Struct, frozen=True, tag="seizure-determined"):
    """The investigation is complete, and the money goes where it says."""

    measure: int
    player: str
    amount: int
    to_player: bool
    finding: str
    clause: str


class MeasureEnded(Struct, frozen=True, tag="measure-ended"):
    """It holds no more."""

    measure: int
    reason: str


class HandedOver(Struct, frozen=True, tag="handed-over"):
    """A detention ends."""

    measure: int
    office: str
    whom: str
    clause: str


class DisputeRaised(Struct, frozen=True, tag="game-dispute-raised"):
    """Somebody does not agree with what was done."""

    number: int
    book: str
    person: str
    words: str
    table: str
    round: int
    covered: bool
    clause: str


class DisputeDecided(Struct, frozen=True, tag="dispute-decided"):
    """In the first instance, or on review."""

    dispute: int
    review: bool
    finding: str
    clause: str


class DisputeCompensated(Struct, frozen=True, tag="dispute-compensated"):
    """Money for the person, by a decision; no round is settled again."""

    dispute: int
    player: str
    amount: int


class DelegateNamed(Struct, frozen=True, tag="delegate-named"):
    """Somebody may review in the place of whom the book names."""

    book: str
    person: str
    clause: str


class DelegationEnded(Struct, frozen=True, tag="delegation-ended"):
    """No longer."""

    book: str
    person: str
    clause: str


class PersonErased(Struct, frozen=True, tag="person-erased"):
    """Nobody's name stands behind this id any more."""

    person: str
    reason: str


class ReviewAsked(Struct, frozen=True, tag="review-asked"):
    """The person wants the decision looked at again."""

    dispute: int
    clause: str


class EvidenceAttached(Struct, frozen=True, tag="evidence-attached"):
    """A file that shows something, by its digest."""

    dispute: int
    sha256: str
    what: str


class ComplaintAdvised(Struct, frozen=True, tag="complaint-advised"):
    """The person knows of the right."""

    dispute: int
    right: str
    how: str
    clause: str


class DisputeClosed(Struct, frozen=True, tag="dispute-closed"):
    """Nothing more comes of it here."""

    dispute: int
    satisfied: bool
    clause: str


IncidentEvent = (
    IncidentReported
    | MeasureTaken
    | TakenAtTable
    | MoneySeized
    | SeizureDetermined
    | MeasureEnded
    | HandedOver
    | DisputeRaised
    | DisputeDecided
    | DisputeCompensated
    | ReviewAsked
    | DelegateNamed
    | DelegationEnded
    | PersonErased
    | EvidenceAttached
    | ComplaintAdvised
    | DisputeClosed
)
