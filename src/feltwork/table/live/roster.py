"""Who works at a table, in which place: assigned, relieved by another, released."""

from __future__ import annotations

from feltwork.games.conduct import HELD_BY_ONE, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.commands import AssignCrew
from feltwork.table.live.crew import HELPERS, PLAYER, Asker, may
from feltwork.table.live.events import CrewAssigned
from feltwork.table.live.floor_commands import ReleaseCrew
from feltwork.table.live.floor_events import CrewReleased
from feltwork.table.live.state import OPEN, Decision, Life, is_name
from feltwork.table.play.state import TableState


def assign(life: Life, table: TableState, conduct: Conduct, command: AssignCrew, by: Asker) -> Decision:
    """People take the places of the crew, one for another; a table in play keeps everybody it cannot play without.

    Boxperson and stickperson are one person each: whoever takes that place relieves who had it.
    """
    if command.role == PLAYER or life.seat_of(command.person) is not None:
        return Refusal(NOT_IN_THE_BOOK, "a player is not crew")
    if not is_name(command.person):
        return Refusal(NOT_IN_THE_BOOK, "somebody of the crew is known by letters, digits, dots and dashes")
    if command.role not in conduct.staff.union(HELPERS):
        return Refusal(NOT_IN_THE_BOOK, f"'{shown(command.role)}' is no role at this table")
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    then = {**life.crew, command.person: command.role}
    if refused := _only_one(life, conduct, then, command.person):
        return refused
    alone = command.role in HELD_BY_ONE and conduct.rules > 1
    others = [person for person, role in life.crew.items() if role == command.role and person != command.person]
    return (CrewAssigned(command.person, command.role, others[0] if alone and others else ""),)


def release(life: Life, table: TableState, conduct: Conduct, command: ReleaseCrew, by: Asker) -> Decision:
    """Somebody of the crew goes, and with them what they could do here."""
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    role = life.crew.get(command.person)
    if role is None:
        return Refusal(NOT_IN_THE_BOOK, f"{shown(command.person)} does not work at this table")
    then = {person: place for person, place in life.crew.items() if person != command.person}
    return _only_one(life, conduct, then, command.person) or (CrewReleased(command.person, role),)


def _only_one(life: Life, conduct: Conduct, then: dict[str, str], person: str) -> Refusal | None:
    """A table in play keeps everybody it cannot play without."""
    gone = [role for role in conduct.crew if role not in then.values()]
    if life.status != OPEN or not gone:
        return None
    return Refusal(NOT_IN_THE_BOOK, f"{shown(person)} is the only {gone[0]}: somebody else takes over first")


def happen(life: Life, event: CrewAssigned | CrewReleased) -> None:
    """Whoever is no longer boxperson here has the stick no more (Crown 7.4.2)."""
    gone = event.relieves if isinstance(event, CrewAssigned) else event.person
    life.crew.pop(gone, None)
    if isinstance(event, CrewAssigned):
        life.crew[event.person] = event.role
    still = life.stick is not None and life.crew.get(life.stick) == "boxperson"
    if life.conduct and life.conduct.rules > 1 and not still:
        life.stick = None
