"""``decide`` for a live table: who asks, in which role and when, against the table as it stands."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import SHOWN_LIMITS, Act, Conduct
from feltwork.games.stored_book import FormerBook
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import HELPERS, PLAYER, Asker, also_plays, on_record
from feltwork.table.live.commands import Command
from feltwork.table.live.registry import ABOUT_THE_PAST, FOR_A_PLAYER, GUARDS, HANDLERS, OPENS
from feltwork.table.live.state import Decision, LiveTable
from feltwork.table.live.topic import BETTING, CHECKING, OPEN, Guard
from feltwork.table.live.topics import closing, draws, meters, opening, terminals
from feltwork.table.live.topics.corrections import PastRound
from feltwork.table.play.state import TableState


def decide(live: LiveTable, command: Command, by: Asker, past: PastRound | None = None) -> Decision:
    """What the table makes of a command; nothing changes here. ``past`` is the round that a late correction names."""
    kind = type(command)
    if opens := OPENS.get(kind):
        return opens(live, command, by)
    table, conduct = live.game, live.conduct
    if table is None or conduct is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has not been opened")
    if by.role != PLAYER and (refused := also_plays(live.seats.of(by.person) is not None, conduct, by)):
        return refused
    guards = GUARDS[kind]
    if Guard.ANY_TIME in guards:
        return HANDLERS[kind](live, table, conduct, command, by)
    if refused := _not_now(live, conduct, guards, by):
        return refused
    if Guard.ADDS in guards and (refused := _no_more(live, table, by)):
        return refused
    if Guard.WITH_DICE in guards and not conduct.shooting.shoots:
        return Refusal(NOT_IN_THE_BOOK, "nobody throws dice by hand at this table")
    if Guard.WITH_A_WHEEL in guards and not table.book.spins:
        return Refusal(NOT_IN_THE_BOOK, "there is no wheel at this table")
    seat: int = getattr(command, "seat", 0)
    if live.terminals.faulty and Guard.AT_A_SEAT in guards and seat in live.terminals.faulty:
        return Refusal(conduct.clause_of(Act.CONFIRM_TERMINAL), "this terminal is out of play")
    if live.terminals.relaxed and Guard.CHANGES in guards and terminals.is_relaxed(live, seat):
        table = replace(table, closed=False)
    elif live.opening.opens_rounds and (refused := draws.out_of_time(live, table, guards, by)):
        return refused
    if Guard.METERED in guards and (wrong := meters.meters_disagree(live, table, conduct)):
        return wrong
    if handler := ABOUT_THE_PAST.get(kind):
        return handler(live, table, conduct, command, by, past)
    decided = HANDLERS[kind](live, table, conduct, command, by)
    if by.role == PLAYER or kind not in FOR_A_PLAYER:
        return decided
    return on_record(FOR_A_PLAYER[kind](live, table, conduct), conduct.rules, command, decided)


def is_about_the_past(command: object) -> bool:
    """Does the decision on this look at a past round as well?"""
    return type(command) in ABOUT_THE_PAST


def _not_now(live: LiveTable, conduct: Conduct, guards: frozenset[Guard], by: Asker) -> Refusal | None:
    """Is the table open for this, and does whoever asks work there?"""
    early = Guard.BEFORE_PLAY in guards
    if live.status != OPEN and not early and not _is_being_set_up(live, conduct, guards):
        return Refusal(NOT_IN_THE_BOOK, f"the table is {live.status}")
    if live.stops.reason is not None and Guard.WHILE_STOPPED not in guards:
        ending = live.phase != BETTING and Guard.TO_THE_END in guards
        if not ending:
            return Refusal(live.stops.clause, f"play is stopped: {shown(live.stops.reason)}")
    if by.role in HELPERS and live.crew.roster.get(by.person) != by.role:
        by_anybody = early and (live.status != OPEN or conduct.rules == 1)
        return None if by_anybody else Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} is not {by.role} at this table")
    return None


def _no_more(live: LiveTable, table: TableState, by: Asker) -> Refusal | None:
    """Is nothing added at this table any more?"""
    ending = closing.past_closing(live, by) if live.notices.closing is not None else None
    return ending or (opening.UNDER_OTHER_ROWS if isinstance(table.book, FormerBook) else None)


def _is_being_set_up(live: LiveTable, conduct: Conduct, guards: frozenset[Guard]) -> bool:
    """Before play opens the sign is put up, and a table that will not do is closed again."""
    return Guard.SETS_UP in guards and live.status == CHECKING and conduct.rules >= SHOWN_LIMITS
