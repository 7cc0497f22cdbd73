"""Who works at a table, in which place: assigned, relieved by another, released; and who has the stick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.conduct import HELD_BY_ONE, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import HELPERS, PLAYER, Asked, Asker, may
from feltwork.table.live.names import is_name
from feltwork.table.live.topic import OPEN, Guard, Topic, tag
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class AssignCrew(Asked, frozen=True, tag="assign-crew"):
    person: str
    role: str


class ReleaseCrew(Asked, frozen=True, tag="release-crew"):
    """Somebody of the crew is relieved of their place."""

    person: str


class ActAsStick(Asked, frozen=True, tag="act-as-stick"):
    """Mini Craps: a boxperson takes the stickperson's place, or gives it up again."""

    person: str
    acting: bool = True


class CrewAssigned(Struct, frozen=True, tag="crew-assigned"):
    person: str
    role: str
    relieves: str = ""
    """Who had that place, where one person has it at a time, and has it no more."""


class CrewReleased(Struct, frozen=True, tag="crew-released"):
    """Who no longer works at this table, and in which role they did."""

    person: str
    role: str


class StickTaken(Struct, frozen=True, tag="stick-taken"):
    """Who of the boxpersons acts as stickperson; nobody when the dealer is alone again."""

    person: str | None
    clause: str


class Crew(Struct, frozen=True):
    """Who works at a table."""

    roster: Mapping[str, str] = field(default_factory=dict)
    """Person to role."""
    stick: str | None = None
    """The boxperson who acts as stickperson, at a table without one."""


def assign(live: LiveTable, table: TableState, conduct: Conduct, command: AssignCrew, by: Asker) -> Decision:
    """People take the places of the crew, one for another; a table in play keeps everybody it cannot play without.

    Boxperson and stickperson are one person each: whoever takes that place relieves who had it.
    """
    if command.role == PLAYER or live.seats.of(command.person) is not None:
        return Refusal(NOT_IN_THE_BOOK, "a player is not crew")
    if not is_name(command.person):
        return Refusal(NOT_IN_THE_BOOK, "somebody of the crew is known by letters, digits, dots and dashes")
    if command.role not in conduct.staff.union(HELPERS):
        return Refusal(NOT_IN_THE_BOOK, f"'{shown(command.role)}' is no role at this table")
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    then = {**live.crew.roster, command.person: command.role}
    if refused := _only_one(live, conduct, then, command.person):
        return refused
    alone = command.role in HELD_BY_ONE and conduct.rules > 1
    others = [person for person, role in live.crew.roster.items() if role == command.role and person != command.person]
    return (CrewAssigned(command.person, command.role, others[0] if alone and others else ""),)


def release(live: LiveTable, table: TableState, conduct: Conduct, command: ReleaseCrew, by: Asker) -> Decision:
    """Somebody of the crew goes, and with them what they could do here."""
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    role = live.crew.roster.get(command.person)
    if role is None:
        return Refusal(NOT_IN_THE_BOOK, f"{shown(command.person)} does not work at this table")
    then = {person: place for person, place in live.crew.roster.items() if person != command.person}
    return _only_one(live, conduct, then, command.person) or (CrewReleased(command.person, role),)


def _only_one(live: LiveTable, conduct: Conduct, then: dict[str, str], person: str) -> Refusal | None:
    """A table in play keeps everybody it cannot play without."""
    gone = [role for role in conduct.crew if role not in then.values()]
    if live.status != OPEN or not gone:
        return None
    return Refusal(NOT_IN_THE_BOOK, f"{shown(person)} is the only {gone[0]}: somebody else takes over first")


def act_as_stick(live: LiveTable, table: TableState, conduct: Conduct, command: ActAsStick, by: Asker) -> Decision:
    """Crown 7.3.3: at a Pit Boss's discretion a boxperson stands opposite the dealer and has the stick."""
    refused = may(by, conduct, Act.ACT_AS_STICK)
    if refused:
        return refused
    clause = conduct.clause_of(Act.ACT_AS_STICK)
    if live.crew.roster.get(command.person) != "boxperson":
        return Refusal(clause, f"{shown(command.person)} is not a boxperson at this table")
    if command.acting == (live.crew.stick == command.person):
        return Refusal(NOT_IN_THE_BOOK, "that is how it is already")
    return (StickTaken(command.person if command.acting else None, clause),)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case CrewAssigned():
            instead = f" instead of {shown(event.relieves)}" if event.relieves else ""
            return [f"{shown(event.person)} is {event.role.replace('_', ' ')}{instead}"]
        case StickTaken():
            return [f"{shown(event.person or 'the dealer')} has the stick ({event.clause})"]
        case CrewReleased():
            return [f"{shown(event.person)} is no longer {event.role.replace('_', ' ')} here"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Whoever is no longer boxperson here has the stick no more (Crown 7.4.2)."""
    if isinstance(event, StickTaken):
        live.crew = replace(live.crew, stick=event.person)
        return
    roster, stick = dict(live.crew.roster), live.crew.stick
    match event:
        case CrewAssigned():
            roster.pop(event.relieves, None)
            roster[event.person] = event.role
        case CrewReleased():
            roster.pop(event.person, None)
    still = stick is not None and roster.get(stick) == "boxperson"
    if live.conduct and live.conduct.rules > 1 and not still:
        stick = None
    live.crew = Crew(roster, stick)


TOPIC = Topic(
    commands={AssignCrew: assign, ReleaseCrew: release, ActAsStick: act_as_stick},
    guards={Guard.BEFORE_PLAY: (AssignCrew, ReleaseCrew), Guard.WHILE_STOPPED: (AssignCrew, ReleaseCrew)},
    events=(CrewAssigned, CrewReleased, StickTaken),
    keeps_last_round=(CrewAssigned, CrewReleased, StickTaken),
    happen=happen,
    tell=tell,
)
