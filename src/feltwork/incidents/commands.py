"""What is asked of the floor's incidents: breaches, measures, disputes."""

from __future__ import annotations

from feltwork.table.live.asker import Asked


class ReportIncident(Asked, frozen=True, tag="report-incident"):
    """Somebody did what a book bans."""

    book: str
    offence: str
    """By the book's own word, such as ``device``."""
    person: str
    """Who did it, by id."""
    words: str
    """What was seen."""
    table: str = ""
    clause: str = ""
    """Which rule, where the offence is a breach of any."""
    on_duty: bool = False
    """Is the person an employee, an agent or an inspector on duty?"""


class TakeMeasure(Asked, frozen=True, tag="take-measure"):
    """Do something about an incident that the book gives a power for."""

    incident: int
    measure: str
    reason: str
    table: str = ""
    """Where wagers are void."""
    amount: int = 0
    """Of money that is seized."""
    until: int = 0
    """When it ends by itself, in microseconds; 0 for until it is lifted."""


class EndMeasure(Asked, frozen=True, tag="end-measure"):
    """A bar, an exclusion or a recommendation is lifted; a device is given back."""

    measure: int
    reason: str


class HandOver(Asked, frozen=True, tag="hand-over"):
    """An inspector or a police officer has taken over the person who is detained."""

    measure: int
    office: str
    """``inspector`` or ``police officer``."""
    whom: str
    """Who took over, by id or number."""


class DetermineSeizure(Asked, frozen=True, tag="determine-seizure"):
    """The investigation is complete: the money goes back, or is kept."""

    measure: int
    to_player: bool
    finding: str


class RaiseDispute(Asked, frozen=True, tag="raise-game-dispute"):
    """Somebody does not agree with what was done at a game."""

    book: str
    person: str
    words: str
    table: str = ""
    round: int = 0
    """The record of the round in the table's stream, if it is about one."""
    covered: bool = True
    """Is it about something that the rules cover?"""


class DecideDispute(Asked, frozen=True, tag="decide-game-dispute"):
    """The decision in the first instance, or on review."""

    dispute: int
    finding: str
    compensation: int = 0


class NameDelegate(Asked, frozen=True, tag="name-delegate"):
    """Somebody reviews disputes in the place of whom the book names, until that ends."""

    book: str
    person: str


class EndDelegation(Asked, frozen=True, tag="end-delegation"):
    book: str
    person: str


class ErasePerson(Asked, frozen=True, tag="erase-person"):
    """Name and address of somebody are erased, where nothing keeps them."""

    person: str
    reason: str
    """Why: asked for by the person, or by which law."""


class AskReview(Asked, frozen=True, tag="ask-review"):
    """The person asks for a review; crew pass it on."""

    dispute: int


class AttachEvidence(Asked, frozen=True, tag="attach-evidence"):
    """A pack of evidence, by its digest; the pack itself is kept as a file."""

    dispute: int
    sha256: str
    what: str


class AdviseComplaint(Asked, frozen=True, tag="advise-game-complaint"):
    """The person was told of the right to complain."""

    dispute: int
    how: str


class CloseDispute(Asked, frozen=True, tag="close-dispute"):
    dispute: int
    satisfied: bool
