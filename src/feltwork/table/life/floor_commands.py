"""What is asked beside the round: oral wagers, throws reported, seats to vacate, rulings after the event."""

from __future__ import annotations

from msgspec import Struct

Raw = int | str | list[int | str] | None


class DeclareWager(Struct, frozen=True, tag="declare-wager"):
    """A player calls a wager aloud and shows what pays for it: chips, or what is first changed into chips."""

    seat: int
    wager: str
    amount: int
    on: Raw = None
    brings: str = "chips"


class AnnounceWager(Struct, frozen=True, tag="announce-wager"):
    """Staff repeat the seat's oral wager aloud."""

    seat: int


class ConfirmWager(Struct, frozen=True, tag="confirm-wager"):
    """The boxperson confirms it, and it stands."""

    seat: int


class ActAsStick(Struct, frozen=True, tag="act-as-stick"):
    """Mini Craps: a boxperson takes the stickperson's place, or gives it up again."""

    person: str
    acting: bool = True


class ReportThrow(Struct, frozen=True, tag="report-throw"):
    """How dice or ball came to rest, or were thrown, by one of the book's reasons for which it may not count."""

    what: str


class VacateSeat(Struct, frozen=True, tag="vacate-seat"):
    """A player who does not play is told to give up the seat."""

    seat: int


FloorCommand = DeclareWager | AnnounceWager | ConfirmWager | ActAsStick | ReportThrow | VacateSeat
