"""Tables, starting times, and the draw of seats."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Guard, Stamp
from feltwork.entropy.commit import SECRET_BYTES, commitment
from feltwork.games.tournament import Duty
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import events as at_table
from feltwork.table.live.asker import Asked, Asker
from feltwork.table.live.names import is_name
from feltwork.table.live.when import MINUTE, in_utc
from feltwork.tournament.live.guards import not_official, rules_of
from feltwork.tournament.live.seat_draw import HEX, dealt, draw_id, drawn_order
from feltwork.tournament.live.state import CLOSED, OPEN, RUNNING, Decision, Tournament
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.live.topics.drafting import LAST

KIND = "tournament"
"""The kind of stream that a tournament is."""


class DesignateTables(Asked, frozen=True, tag="designate-tables"):
    """Name the tables of the next session."""

    tables: list[str]


class MoveStart(Asked, frozen=True, tag="move-start"):
    """Tell the players of another starting time."""

    session: int
    at: int


class DrawSeats(Asked, frozen=True, tag="draw-seats"):
    """Reveal the secret that was committed to, and seat the players of the next session by it.

    The secret goes beside the command; what stands in it is taken out before the command is looked at.
    """

    beside: ClassVar[str] = "secret"
    secret: str = ""


class TablesDesignated(Struct, frozen=True, tag="tables-designated"):
    session: int
    tables: tuple[str, ...]


class StartMoved(Struct, frozen=True, tag="start-moved"):
    session: int
    at: int


class SeatsDrawn(Struct, frozen=True, tag="seats-drawn"):
    """Players clockwise at each table; anybody can recompute it from the secret, the nonces and the names."""

    session: int
    secret: str
    nonces: tuple[str, ...]
    seats: tuple[tuple[str, tuple[str, ...]], ...]


def designate(tournament: Tournament, command: DesignateTables, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.TABLES)
    if tournament.phase not in (OPEN, CLOSED):
        return Refusal(clause, "tables are designated before a session begins")
    refused = not_official(tournament, by, Duty.TABLES)
    if refused:
        return refused
    tables = command.tables
    if len(set(tables)) != len(tables) or not all(map(is_name, tables)) or len(tables) != tournament.stage.tables:
        return Refusal(clause, f"session {tournament.session} has {tournament.stage.tables} tables, each by its name")
    if tournament.seating.drawn:
        return Refusal(clause, "the seats are drawn already")
    return (TablesDesignated(tournament.session, tuple(tables)),)


def in_use(tables: tuple[str, ...], tournament: Tournament, others: Elsewhere) -> str:
    """A table that somebody else plays at: another tournament, or players for money."""
    mine = set(tables)
    for name in others.names(KIND):
        if name != tournament.id:
            other = others.state(KIND, name)
            taken = mine & set(other.heats) if other.phase == RUNNING else set()
            if taken:
                return f"table {min(taken)} is used by the tournament {name}"
    for table in tables:
        live = others.table(table)
        if live.game is not None and (live.seats.players or live.game.layout):
            return f"people play for money at table {table}"
    return ""


def not_for_money(others: Elsewhere, event: object, stream: str) -> Refusal | None:
    """Nobody plays for money at a table while a session of a tournament is played there."""
    table = stream.removeprefix("table/")
    for name in others.names(KIND):
        tournament: Tournament = others.state(KIND, name)
        if tournament.phase == RUNNING and table in tournament.heats:
            clause = rules_of(tournament).clause(Duty.EXCLUSIVE)
            return Refusal(clause, f"table {table} is used by the tournament {name} alone")
    return None


NOT_FOR_MONEY = Guard((at_table.BoughtIn, at_table.SeatTaken, at_table.PlayOpened), not_for_money)


def move(tournament: Tournament, command: MoveStart, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.NOTICE)
    terms = tournament.terms
    refused = not_official(tournament, by, Duty.NOTICE) if terms else None
    if refused:
        return refused
    coming = range(tournament.session, len(tournament.starts) + 1)
    if terms is None or tournament.phase not in (OPEN, CLOSED) or command.session not in coming:
        return Refusal(clause, "only the start of a session that is still to come is moved")
    minutes = rules.notice_minutes or terms.notice_minutes
    if command.at < by.at + minutes * MINUTE or command.at > LAST:
        least = f"at least {minutes} minutes before it" if minutes else "before it"
        return Refusal(clause, f"players are told of another start {least}")
    if tournament.phase == OPEN and command.at < tournament.entries_close:
        return Refusal(clause, "a session begins when entries are closed")
    return (StartMoved(command.session, command.at),)


def draw(tournament: Tournament, command: DrawSeats, by: Asker, others: Elsewhere) -> Decision:
    rules, seating = rules_of(tournament), tournament.seating
    clause = rules.clause(Duty.SEATS)
    if tournament.phase != CLOSED:
        return Refusal(clause, "seats are drawn between the close of entries, or of a session, and the next session")
    refused = not_official(tournament, by, Duty.SEATS)
    if refused:
        return refused
    if not seating.tables:
        return Refusal(rules.clause(Duty.TABLES), "no tables are designated")
    if seating.drawn:
        return Refusal(clause, "the seats are drawn already")
    secret = by.secret or bytes.fromhex(command.secret if HEX.fullmatch(command.secret) else "")
    if len(secret) != SECRET_BYTES or commitment(secret) != seating.commitment:
        return Refusal(NOT_IN_THE_BOOK, "this is not the secret that was committed to")
    players = tournament.coming
    nonces = tuple(nonce for name in sorted(players) if (nonce := tournament.entries[name].nonce))
    order = drawn_order(secret, draw_id(tournament.id, tournament.session), nonces, players)
    seats = dealt(order, seating.tables)
    if any(len(names) > tournament.stage.seats for _, names in seats):
        return Refusal(clause, f"{len(players)} players do not fit at {len(seats)} tables of {tournament.stage.seats}")
    return (SeatsDrawn(tournament.session, secret.hex(), nonces, tuple(seats)),)


def designated(tournament: Tournament, event: TablesDesignated, stamp: Stamp) -> None:
    tournament.seating = replace(tournament.seating, tables=event.tables)


def moved(tournament: Tournament, event: StartMoved, stamp: Stamp) -> None:
    at = event.session - 1
    tournament.starts = (*tournament.starts[:at], event.at, *tournament.starts[at + 1 :])


def drawn(tournament: Tournament, event: SeatsDrawn, stamp: Stamp) -> None:
    tournament.seating = replace(tournament.seating, drawn=event.seats)
    tournament.record = replace(tournament.record, secret=event.secret)


def _tell_seats(event: SeatsDrawn) -> str:
    where = "; ".join(f"table {table}: {', '.join(names)}" for table, names in event.seats)
    return f"Seats of session {event.session} are drawn: {shown(where)}."


TOPIC = Topic(
    commands={
        DesignateTables: (Sender.DESK, designate),
        MoveStart: (Sender.DESK, move),
        DrawSeats: (Sender.DESK, draw),
    },
    events={
        TablesDesignated: Happens(
            designated, lambda e: f"Session {e.session} is played at {', '.join(e.tables)} and nothing else is there."
        ),
        StartMoved: Happens(moved, lambda e: f"Session {e.session} now starts at {in_utc(e.at)}; players are told."),
        SeatsDrawn: Happens(drawn, _tell_seats),
    },
)
