"""Closing the table: its notice, and what becomes of those who are still there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import SYSTEM, Asked, Asker, may
from feltwork.table.live.topic import CLOSED, Guard, Topic, tag
from feltwork.table.live.topics import cards, colours, equipment
from feltwork.table.live.topics.limits import time_of
from feltwork.table.live.topics.money import Collected
from feltwork.table.live.topics.seats import SeatLeft
from feltwork.table.live.topics.stops import waits
from feltwork.table.live.when import in_utc
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


CLOSING = "the table closes"
"""What stands in the log where nobody asked for the chips that are paid out."""


class AnnounceClosure(Asked, frozen=True, tag="announce-closure"):
    at: int = 0
    """When the table closes, in microseconds; 0 for the earliest time that a notice may name."""


class WithdrawClosure(Asked, frozen=True, tag="withdraw-closure"):
    """The notice of closing is taken down before its time."""


class CloseTable(Asked, frozen=True, tag="close-table"):
    pass


class ClosureAnnounced(Struct, frozen=True, tag="closure-announced"):
    effective: int


class ClosureWithdrawn(Struct, frozen=True, tag="closure-withdrawn"):
    """The notice of closing was taken down before its time."""

    clause: str


class TableClosed(Struct, frozen=True, tag="table-closed"):
    pass


def withdraw_closure(
    live: LiveTable, table: TableState, conduct: Conduct, command: WithdrawClosure, by: Asker
) -> Decision:
    refused = may(by, conduct, Act.CLOSE)
    if refused:
        return refused
    if live.notices.closing is None or live.notices.closing <= by.at:
        why = "no notice of closing is up" if live.notices.closing is None else "the time on the notice has come"
        return Refusal(NOT_IN_THE_BOOK, why)
    return (ClosureWithdrawn(NOT_IN_THE_BOOK),)


def announce_closure(
    live: LiveTable, table: TableState, conduct: Conduct, command: AnnounceClosure, by: Asker
) -> Decision:
    effective = may(by, conduct, Act.CLOSE) or time_of(conduct, conduct.notices.closes, command.at, by)
    return effective if isinstance(effective, Refusal) else (ClosureAnnounced(effective),)


def close(live: LiveTable, table: TableState, conduct: Conduct, command: CloseTable, by: Asker) -> Decision:
    """With nobody present at once; after the notice over the heads of those who stay, their chips paid out."""
    by_clock = closes_now(live, by)
    refused = None if by_clock else may(by, conduct, Act.CLOSE)
    if refused:
        return refused
    stood = live.notices.closing is not None and by.at >= live.notices.closing
    by_hand = not conduct.terminals.meters  # credits of a terminal go out as a ticket, before
    pays_out = stood and not by_clock and by_hand
    if live.seats.players and not stood:
        minutes = conduct.notices.minutes
        return Refusal(conduct.notices.closes, f"with players present a sign must have stood for {minutes} minutes")
    if refused := waits(live):
        return refused
    left = undecided(live, table) if pays_out else left_behind(live, table)
    if left:
        return Refusal(NOT_IN_THE_BOOK, left)
    going = sorted(live.seats.players.items())
    paid = [Collected(seat, who, held, CLOSING) for seat, who in going if (held := table.balances[seat])]
    left_cards = [out for seat, _ in going for out in cards.gone_with(live, seat)]
    checks = colours.left_out(live, table, conduct)
    leaving = [SeatLeft(seat, who) for seat, who in going]
    return (*paid, *checks, *left_cards, *leaving, *equipment.returned(live), TableClosed())


def left_behind(live: LiveTable, table: TableState) -> str | None:
    """Why the table does not close by itself, as long as that is so."""
    if any(table.balances.values()):
        return "players still have chips at the table"
    checks = "players still have colour checks in their hands" if any(table.checks.values()) else None
    return undecided(live, table) or checks


def undecided(live: LiveTable, table: TableState) -> str | None:
    """Why the table cannot be closed, as long as that is so."""
    if table.layout:
        return "players still have chips at the table: wagers to be decided, taken down or refused"
    if any(table.tokens.values()):
        return "players still have chips at the table: tokens to be handed in"
    if live.draws.draw is not None and not live.draws.draw.secret:
        return "the secret of the open round has not been revealed"
    return None


def closes_now(live: LiveTable, by: Asker) -> bool:
    """Has the notice of closure stood, and is it the clock that closes?"""
    return by.role == SYSTEM and live.notices.closing is not None and live.notices.closing <= by.at


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case ClosureAnnounced():
            return [f"notice: the table closes at {in_utc(event.effective)}"]
        case ClosureWithdrawn():
            return [f"notice of closing taken down ({event.clause})"]
        case _:
            return [tag(event)]


def past_closing(live: LiveTable, by: Asker) -> Refusal | None:
    """Once the time on the sign has come, what lies is played to its end and nothing is added to it."""
    if live.notices.closing is None or by.at < live.notices.closing:
        return None
    return Refusal(NOT_IN_THE_BOOK, "the closing time on the sign has come: no more bets here")


def happen(live: LiveTable, event: object) -> None:
    """A notice of closing goes up or comes down; the table closes."""
    match event:
        case ClosureAnnounced():
            live.notices = replace(live.notices, closing=event.effective)
        case ClosureWithdrawn():
            live.notices = replace(live.notices, closing=None)
        case TableClosed():
            live.status, live.notices = CLOSED, replace(live.notices, closing=None)


TOPIC = Topic(
    commands={AnnounceClosure: announce_closure, WithdrawClosure: withdraw_closure, CloseTable: close},
    guards={
        Guard.SETS_UP: (CloseTable,),
        Guard.WHILE_STOPPED: (AnnounceClosure, WithdrawClosure, CloseTable),
    },
    events=(ClosureAnnounced, ClosureWithdrawn, TableClosed),
    keeps_last_round=(ClosureAnnounced, ClosureWithdrawn),
    next_round=(TableClosed,),
    happen=happen,
    tell=tell,
)
