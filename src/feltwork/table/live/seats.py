"""Giving up a seat: players who only sit where others would play."""

from __future__ import annotations

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.crew import HELPERS, PLAYER, Asker, in_words, may, stands_in
from feltwork.table.live.floor_commands import VacateSeat
from feltwork.table.live.floor_events import VacateOrdered
from feltwork.table.live.state import Decision, Life, taken
from feltwork.table.play.state import TableState

MOST_MISSED = 3
"""Rounds in a row without a wager before a player may be told to go."""


def told_to_go(life: Life, conduct: Conduct, seat: int) -> Refusal | None:
    """Whoever was told to give up the seat puts down nothing more."""
    if seat not in life.vacating:
        return None
    return Refusal(conduct.clause_of(Act.VACATE), "this player has been told to give up the seat")


def own_seat(life: Life, table: TableState, seat: int, by: Asker) -> Refusal | None:
    """A player acts for their own seat only; staff may act for any."""
    if seat not in life.seats:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")
    if by.role == PLAYER:
        return None if life.seats[seat] == by.person else Refusal(NOT_IN_THE_BOOK, f"seat {seat} is not yours")
    if by.role not in HELPERS and not (life.conduct and stands_in(by, life.conduct)):
        return Refusal(NOT_IN_THE_BOOK, f"{in_words(by.role)} does not act for a player")
    return None


def vacate(life: Life, table: TableState, conduct: Conduct, command: VacateSeat, by: Asker) -> Decision:
    """Three rounds without a wager while every other place is taken (Star Craps 9.9); reading G12: what a round is,
    and that a wager still live is no abstaining."""
    refused = may(by, conduct, Act.VACATE) or taken(life, table, command.seat)
    if refused:
        return refused
    clause = conduct.clause_of(Act.VACATE)
    if command.seat in life.vacating:
        return Refusal(NOT_IN_THE_BOOK, "this player has already been told")
    if any(standing.seat == command.seat for standing in table.layout.values()):
        return Refusal(clause, "this player has a wager on the table")
    missed = life.attendance.missed.get(command.seat, 0)
    if conduct.counts_missed and missed < MOST_MISSED:
        return Refusal(clause, f"{missed} rounds without a wager at a full table; it takes {MOST_MISSED}")
    return (VacateOrdered(command.seat, life.seats[command.seat], missed, clause),)
