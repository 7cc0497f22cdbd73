"""The floor's incidents as they stand. Only ``evolve`` changes them."""

from __future__ import annotations

from msgspec import Struct, field

RAISED, DECIDED, REVIEWING, REVIEWED, CLOSED = "raised", "decided", "under review", "reviewed", "closed"
"""How a dispute stands."""


class Incident(Struct, frozen=True):
    """Something that a book bans, and who did it."""

    book: str
    offence: str
    clause: str
    person: str
    words: str
    table: str
    at: int
    by: str


class Taken(Struct, frozen=True):
    """A measure."""

    incident: int
    measure: str
    person: str
    book: str
    reason: str
    clause: str
    at: int
    by: str
    until: int = 0
    ended: int = 0
    """When it ended; 0 while it holds."""
    ended_by: str = ""
    ended_why: str = ""
    seized: int = 0
    """Cents that are kept."""


class Dispute(Struct, frozen=True):
    """A dispute or complaint, and how far it has come."""

    book: str
    person: str
    words: str
    table: str
    round: int
    covered: bool
    at: int
    by: str
    standing: str = RAISED
    decided_by: tuple[tuple[str, str], ...] = ()
    """Who decided, in which role, in their order."""
    findings: tuple[str, ...] = ()
    paid: int = 0
    evidence: tuple[str, ...] = ()
    advised: int = 0
    """When the person was told of the right to complain."""
    satisfied: bool = False


class Incidents(Struct):
    """Everything a decision may look at."""

    version: int = 0
    incidents: dict[int, Incident] = field(default_factory=dict)
    measures: dict[int, Taken] = field(default_factory=dict)
    disputes: dict[int, Dispute] = field(default_factory=dict)
    excluded: dict[str, int] = field(default_factory=dict)
    """Who is excluded from the casino, by which measure."""
    barred: dict[str, int] = field(default_factory=dict)
    """Who plays a game no more, by ``PERSON BOOK``, by which measure."""
    delegates: dict[str, str] = field(default_factory=dict)
    """Who reviews in the place of whom the book names, by ``PERSON BOOK``, and who named them."""

    def holding(self, number: int | None, now: int) -> Taken | None:
        """The measure of this number, if it holds now."""
        taken = self.measures.get(number) if number is not None else None
        return taken if taken is not None and not taken.ended and not 0 < taken.until <= now else None
