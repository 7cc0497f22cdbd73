"""What happened beside the round: oral wagers, throws reported, seats to vacate, rulings after the event."""

from __future__ import annotations

from msgspec import Struct


class WagerDeclared(Struct, frozen=True, tag="wager-declared"):
    """A player called a wager aloud; it does not stand yet."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    amount: int
    brings: str


class WagerAnnounced(Struct, frozen=True, tag="wager-announced"):
    """A dealer or stickperson repeated it; the boxperson's confirmation is what lets it stand."""

    seat: int
    person: str
    clause: str


class StickTaken(Struct, frozen=True, tag="stick-taken"):
    """Who of the boxpersons acts as stickperson; nobody when the dealer is alone again."""

    person: str | None
    clause: str


class ThrowReported(Struct, frozen=True, tag="throw-reported"):
    """What was seen of the throw in the air; where the book leaves no choice, it has no result."""

    what: str
    clause: str
    must: bool


class VacateOrdered(Struct, frozen=True, tag="vacate-ordered"):
    """A player who only sits was told to give up the place; no wager is taken from the seat until then."""

    seat: int
    player: str
    missed: int
    """Rounds in a row without a wager."""
    clause: str


FloorEvent = WagerDeclared | WagerAnnounced | StickTaken | ThrowReported | VacateOrdered
