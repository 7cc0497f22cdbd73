"""Who sits where and acts for a seat: seats taken and left, and players who only sit where others would play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import HELPERS, PLAYER, Asked, Asker, in_words, may, stands_in
from feltwork.table.live.names import may_be_person
from feltwork.table.live.topic import Topic, asked, game_of, tag
from feltwork.table.play.events import Placed, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


TERMINAL = "terminal-"
"""How an enrolled terminal is known while nobody has said who is there."""
MAX_MISSED = 3
"""Rounds in a row without a wager before a player may be told to go."""


class Sit(Asked, frozen=True, tag="sit"):
    player: str
    seat: int


class VacateSeat(Asked, frozen=True, tag="vacate-seat"):
    """A player who does not play is told to give up the seat."""

    seat: int


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    seat: int
    player: str


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    seat: int
    player: str
    asked: str = ""
    """What the player asked for, where one of the crew did it for them."""


class VacateOrdered(Struct, frozen=True, tag="vacate-ordered"):
    """A player who only sits was told to give up the place; no wager is taken from the seat until then."""

    seat: int
    player: str
    missed: int
    """Rounds in a row without a wager."""
    clause: str


class Attendance(Struct, frozen=True):
    """Counted by seat; it starts again whenever a seat is empty, for only a full table needs the places."""

    missed: Mapping[int, int] = field(default_factory=dict)
    """Rounds in a row, each whole and at a full table, without a wager."""
    present: frozenset[int] = frozenset()
    """Seats that do not count as abstaining in the round that is running."""

    def wagers(self, seat: int) -> Attendance:
        if seat in self.present and self.missed.get(seat) == 0:
            return self
        return Attendance({**self.missed, seat: 0}, self.present | {seat})

    def disturbed(self, seats: Iterable[int], *, midway: bool) -> Attendance:
        """Somebody came or went: a round of which a part was played so does not count for anybody."""
        return Attendance({}, frozenset(seats) if midway else frozenset())

    def after_round(self, seats: Iterable[int], live: Iterable[int], *, full: bool) -> Attendance:
        """A round of play is over; whoever has a wager left is present in the next one already."""
        missed = {s: 0 if s in self.present else self.missed.get(s, 0) + 1 for s in seats} if full else {}
        return Attendance(missed, frozenset(live))


class Seats(Struct):
    """Who sits where."""

    players: dict[int, str] = field(default_factory=dict)
    """Seat to player, clockwise from the boxperson's left."""
    vacating: frozenset[int] = frozenset()
    """Seats whose players have been told to give them up."""
    attendance: Attendance = field(default_factory=Attendance)
    warned: frozenset[str] = frozenset()
    """Players who left the table after a warning that still holds (reading C8)."""

    def of(self, player: str) -> int | None:
        """Where somebody sits."""
        return next((seat for seat, who in self.players.items() if who == player), None)


def not_theirs(seated: str | None, seat: int, by: Asker, clause: str) -> Refusal | None:
    """A player acts for their own seat; crew at the table may pass on what a player does; nobody else may."""
    if by.role == PLAYER and seated == by.person:
        return None
    if by.role in HELPERS:
        return None
    return Refusal(clause, f"seat {seat} is not yours")


def taken(live: LiveTable, table: TableState, seat: int) -> Refusal | None:
    return None if seat in live.seats.players else Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")


def own_seat(live: LiveTable, table: TableState, seat: int, by: Asker) -> Refusal | None:
    """A player acts for their own seat only; staff may act for any."""
    if seat not in live.seats.players:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")
    if by.role == PLAYER:
        return None if live.seats.players[seat] == by.person else Refusal(NOT_IN_THE_BOOK, f"seat {seat} is not yours")
    if by.role not in HELPERS and not (live.conduct and stands_in(by, live.conduct)):
        return Refusal(NOT_IN_THE_BOOK, f"{in_words(by.role)} does not act for a player")
    return None


def not_their_seat(live: LiveTable, table: TableState, seat: int, by: Asker) -> Refusal | None:
    return not_theirs(live.seats.players.get(seat), seat, by, table.book.house.placing)


def nobody(conduct: Conduct, player: str, now: int) -> Refusal | None:
    """3.13: a terminal does not sit down at itself; the card in it says who does. Under rules 1 it did."""
    if (
        not conduct.terminals.card
        or conduct.rules == 1
        or now < conduct.terminals.card_from
        or not player.startswith(TERMINAL)
    ):
        return None
    return Refusal(conduct.terminals.card, "put your own player card in: it says who sits here")


def told_to_go(live: LiveTable, conduct: Conduct, seat: int) -> Refusal | None:
    """Whoever was told to give up the seat puts down nothing more."""
    if seat not in live.seats.vacating:
        return None
    return Refusal(conduct.clause_of(Act.VACATE), "this player has been told to give up the seat")


def vacate(live: LiveTable, table: TableState, conduct: Conduct, command: VacateSeat, by: Asker) -> Decision:
    """Three rounds without a wager while every other place is taken (Star Craps 9.9); reading G12: what a round is,
    and that a wager still live is no abstaining."""
    refused = may(by, conduct, Act.VACATE) or taken(live, table, command.seat)
    if refused:
        return refused
    clause = conduct.clause_of(Act.VACATE)
    if command.seat in live.seats.vacating:
        return Refusal(NOT_IN_THE_BOOK, "this player has already been told")
    if any(standing.seat == command.seat for standing in table.layout.values()):
        return Refusal(clause, "this player has a wager on the table")
    missed = live.seats.attendance.missed.get(command.seat, 0)
    if conduct.counts_missed and missed < MAX_MISSED:
        return Refusal(clause, f"{missed} rounds without a wager at a full table; it takes {MAX_MISSED}")
    return (VacateOrdered(command.seat, live.seats.players[command.seat], missed, clause),)


def sit(live: LiveTable, table: TableState, conduct: Conduct, command: Sit, by: Asker) -> Decision:
    clause = table.book.house.placing
    if not may_be_person(command.player):
        return Refusal(NOT_IN_THE_BOOK, "a player is known by letters, digits, dots and dashes")
    if refused := nobody(conduct, command.player, by.at):
        return refused
    if by.role not in HELPERS and (by.role, by.person) != (PLAYER, command.player):
        return Refusal(NOT_IN_THE_BOOK, "players take their seats themselves, or the crew shows them to one")
    if not 1 <= command.seat <= live.opening.capacity:
        return Refusal(NOT_IN_THE_BOOK, f"there is no seat {command.seat}")
    if command.seat in live.seats.players:
        return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} is taken")
    if live.seats.of(command.player) is not None or command.player in live.crew.roster:
        return Refusal(conduct.terminals.one_terminal or clause, "this person is already at the table")
    if live.notices.closing is not None:
        return Refusal(NOT_IN_THE_BOOK, "the table is about to close")
    return (SeatTaken(command.seat, command.player),)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case SeatTaken():
            return [f"{shown(event.player)} takes seat {event.seat}"]
        case SeatLeft():
            return [f"{shown(event.player)} leaves seat {event.seat}{asked(event.asked)}"]
        case VacateOrdered():
            return [f"{shown(event.player)} is told to give up seat {event.seat} ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Who sits where, and who only sits."""
    match event:
        case Placed():
            live.seats.attendance = live.seats.attendance.wagers(event.key[0])
        case SeatTaken():
            _seated(live, event.seat, event.player)
        case SeatLeft():
            _left(live, event.seat)
        case VacateOrdered():
            live.seats.vacating |= {event.seat}
        case RoundSettled():
            _count_round(live)


def _seated(live: LiveTable, seat: int, player: str) -> None:
    table = game_of(live)
    live.seats.players[seat] = player
    table.balances[seat] = 0
    if player in live.seats.warned:
        table.warned[seat] = table.results
    live.seats.attendance = live.seats.attendance.disturbed(live.seats.players, midway=not table.come_out)


def _left(live: LiveTable, seat: int) -> None:
    """A seat is empty again, with nothing of its player's left on it."""
    table = game_of(live)
    if table.warned.pop(seat, None) is not None and table.book.readings.chose("warning_expiry", "day"):
        live.seats.warned |= {live.seats.players[seat]}
    del live.seats.players[seat], table.balances[seat]
    live.seats.vacating -= {seat}
    live.seats.attendance = live.seats.attendance.disturbed(live.seats.players, midway=not table.come_out)


def _count_round(live: LiveTable) -> None:
    """A roll or spin ends the round of play, except where a round lasts until the line is decided (reading G12)."""
    table = game_of(live)
    if table.come_out or not table.book.readings.chose("abstain_round", "line_cycle"):
        lying = (standing.seat for standing in table.layout.values())
        now, full = live.seats, len(live.seats.players) == live.opening.capacity
        now.attendance = now.attendance.after_round(now.players, lying, full=full)


TOPIC = Topic(
    commands={Sit: sit, VacateSeat: vacate},
    events=(SeatTaken, SeatLeft, VacateOrdered),
    follows=(Placed, RoundSettled),
    keeps_last_round=(VacateOrdered,),
    happen=happen,
    tell=tell,
)
