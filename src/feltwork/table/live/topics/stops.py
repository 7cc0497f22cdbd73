"""Play stopped: for a fault, or for a supervisor; and rounds in doubt that had been paid by then.

Dragon Fire 10.1: the dealer who confirmed a wrong number stops the game and has a casino supervisor told; in the other
books a crew refers a dispute in the same way. Roulette 8.11 and 8.12 do not say who voids what was settled already: a
casino supervisor does (reading R28), and nothing goes back before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import SCREEN_FAULT, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import SYSTEM, Asked, Asker, may
from feltwork.table.live.gear import OUT_OF_USE
from feltwork.table.live.topic import BETTING, Guard, Topic, tag
from feltwork.table.live.topics import equipment
from feltwork.table.play.events import Settled
from feltwork.table.play.settle import settle_invalid, voided
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


LONGEST = 300
"""Letters that say why the game is stopped."""
LUCKY_BALL = "lucky-ball"


class ReportFault(Asked, frozen=True, tag="report-fault"):
    """Equipment fails: play stops."""

    what: str


class ClearFault(Asked, frozen=True, tag="clear-fault"):
    how: str


class StopGame(Asked, frozen=True, tag="stop-game"):
    """The crew stops the game and has a supervisor told why."""

    reason: str


class TableSuspended(Struct, frozen=True, tag="table-suspended"):
    reason: str
    clause: str


class InspectorNotified(Struct, frozen=True, tag="inspector-notified"):
    what: str
    clause: str


class TableResumed(Struct, frozen=True, tag="table-resumed"):
    how: str


class SupervisorCalled(Struct, frozen=True, tag="supervisor-called"):
    """Who stopped the game and why: a supervisor is told."""

    person: str
    what: str
    clause: str


class RoundDoubted(Struct, frozen=True, tag="round-doubted"):
    """A fault was reported when this round had been paid: whether it stands is for a supervisor to say."""

    number: int
    """The entry it stands in itself."""
    version: int
    """The round."""
    fault: str
    what: str
    person: str
    clause: str


class Stops(Struct, frozen=True):
    """Why play is stopped, if it is, and what waits for a supervisor."""

    reason: str | None = None
    clause: str = ""
    called: SupervisorCalled | None = None
    """Who of the crew stopped it and had a supervisor told."""
    doubts: tuple[RoundDoubted, ...] = ()
    """Rounds that had been paid when a fault was reported, and wait for a supervisor."""


def report_fault(live: LiveTable, table: TableState, conduct: Conduct, command: ReportFault, by: Asker) -> Decision:
    """Play stops until the fault is mended, and an inspector is told at once.

    Dragon Fire 10.3 says so of its equipment. In the other books it is for who may close the table, and cited as not
    in the book. The system itself may stop any table: one whose software is in doubt is not played on.
    """
    refused = None if by.role == SYSTEM else may(by, conduct, Act.REPORT_FAULT)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPORT_FAULT)
    if not 0 < len(command.what.strip()) <= LONGEST:
        return Refusal(NOT_IN_THE_BOOK, f"say what is at fault, in {LONGEST} letters at most")
    stopped = TableSuspended(command.what, clause)
    return (stopped, InspectorNotified(command.what, conduct.faults.told or clause))


def clear_fault(live: LiveTable, table: TableState, conduct: Conduct, command: ClearFault, by: Asker) -> Decision:
    if live.stops.reason is None:
        return Refusal(NOT_IN_THE_BOOK, "no fault is open at this table")
    if not command.how.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the fault was mended")
    if live.gear.unit == OUT_OF_USE:
        return Refusal(conduct.faults.clause, "the uSpin unit must be repaired, replaced or removed first")
    refused = waits(live) or may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK) or equipment.not_checked(live, conduct)
    return refused or (TableResumed(command.how),)


def stop(live: LiveTable, table: TableState, conduct: Conduct, command: StopGame, by: Asker) -> Decision:
    """Play stops until a supervisor lets it go on; a throw in the air is played to its end."""
    refused = may(by, conduct, Act.STOP_GAME)
    if refused:
        return refused
    clause, what = conduct.clause_of(Act.STOP_GAME), command.reason.strip()
    if not 0 < len(what) <= LONGEST or not what.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"say why the game is stopped, in {LONGEST} letters at most")
    referred = conduct.clause_of(Act.ANSWER_CONCERN) if clause == NOT_IN_THE_BOOK else clause
    return (TableSuspended(what, clause), SupervisorCalled(by.person, what, referred))


def in_doubt(live: LiveTable, fault: str, what: str, clause: str, by: Asker, place: int) -> tuple[RoundDoubted, ...]:
    """The last round, paid already, as the event that comes in this place after the table as it stands."""
    if live.phase != BETTING or live.rounds.last is None:
        return ()
    version, settled = live.rounds.last
    if any((doubt.version, doubt.fault) == (version, fault) for doubt in live.stops.doubts):
        return ()
    if fault == SCREEN_FAULT and not any(is_lucky(line.wager) for line in settled.lines):
        return ()
    if fault == SCREEN_FAULT and (0, LUCKY_BALL) in live.rounds.parts.get(version, ()):
        return ()  # void already
    return (RoundDoubted(live.version + place, version, fault, what, by.person, clause),)


def is_lucky(wager: str) -> bool:
    return wager == LUCKY_BALL


def waits(live: LiveTable, version: int | None = None) -> Refusal | None:
    """What cannot be done before a supervisor has ruled on a round in doubt, this one or any."""
    for doubt in live.stops.doubts:
        if version in (None, doubt.version):
            return Refusal(doubt.clause, f"a supervisor has to rule on the last spin first: {shown(doubt.what)}")
    return None


def spoilt(table: TableState, clause: str) -> tuple[Settled, ...]:
    """What goes back when the unit spoilt a spin: all wagers, or by the other reading what any no spin returns."""
    if table.book.readings.chose("uspin_void", "stand"):
        return settle_invalid(table)
    return voided(table.layout.values(), clause)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case SupervisorCalled():
            return [
                f"{shown(event.person)} stops the game and calls a supervisor ({event.clause}): {shown(event.what)}"
            ]
        case RoundDoubted():
            about = f"round of event {event.version} is in doubt"
            return [f"{about} ({event.clause}): {shown(event.what)}; a supervisor rules on it"]
        case TableSuspended():
            return [f"play is stopped ({event.clause}): {shown(event.reason)}"]
        case InspectorNotified():
            return [f"an inspector is told ({event.clause}): {shown(event.what)}"]
        case TableResumed():
            return [f"play goes on: {shown(event.how)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Why play is stopped, and what waits for a supervisor."""
    match event:
        case TableSuspended():
            live.stops = replace(live.stops, reason=event.reason, clause=event.clause)
        case TableResumed():
            live.stops = replace(live.stops, reason=None, called=None)
        case SupervisorCalled():
            live.stops = replace(live.stops, called=event)
        case RoundDoubted():
            live.stops = replace(live.stops, doubts=(*live.stops.doubts, event))


TOPIC = Topic(
    commands={ReportFault: report_fault, ClearFault: clear_fault, StopGame: stop},
    guards={Guard.WHILE_STOPPED: (ClearFault,)},
    events=(TableSuspended, InspectorNotified, TableResumed, SupervisorCalled, RoundDoubted),
    keeps_last_round=(TableSuspended, InspectorNotified, TableResumed, SupervisorCalled, RoundDoubted),
    happen=happen,
    tell=tell,
)
