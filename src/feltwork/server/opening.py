"""Opening a floor: its tables through the same commands that people use, so that the log tells it all."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec.structs import replace

from feltwork.engine.envelope import Envelope
from feltwork.games import open_book
from feltwork.games.conduct import Act, Conduct
from feltwork.games.layouts import usual_layout
from feltwork.games.registry import choose_readings, conduct_of
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig, cents, limits_of
from feltwork.server.runtime import Runtime
from feltwork.store.port import UnreadableError
from feltwork.table.live import commands as ask
from feltwork.table.live.topic import CLOSED, OPEN
from feltwork.table.live.topics.equipment import as_rehearsed

SUPERVISOR = "floor-manager"
STUCK = "stuck"
log = logging.getLogger("feltwork.server")
DEMONSTRATION = "a demonstration with play money: nothing was measured"


class OpeningError(Exception):
    """A table could not be opened; the message says which and why."""


def open_tables(house: Runtime, config: FloorConfig) -> None:
    """Open every table of a demonstration for play; one that is open goes on where it stood.

    Its money is play money, so nobody measures its equipment: its manager says so in the log.
    """
    for table in config.tables:
        if _status(house, table.name) not in (OPEN, STUCK):
            crew = [ask.AssignCrew(person, job) for person, job in crew_of(table)]
            _send(house, table, config.manager, [unmeasured(table), *crew, ask.OpenPlay()])


def _status(house: Runtime, name: str) -> str:
    """How a table stands; one that cannot be followed opens nothing and stops no other."""
    try:
        return house.queue.desk.look(name).status
    except UnreadableError as stuck:
        log.error("table %s is not served: %s", name, stuck)
        return STUCK


def unmeasured(table: TableConfig) -> ask.CheckEquipment:
    """The check of a demonstration's table, which says that it is one."""
    conduct, opening = conduct_at(table), opening_of(table)
    lucky = bool(table.lucky_ball)
    layout = opening.layout or usual_layout(table.book, table.wheel, lucky)
    found = as_rehearsed(conduct, table.name, table.seats, layout)
    return ask.CheckEquipment(sorted(conduct.equipment), found, DEMONSTRATION)


def serve_tables(house: Runtime, config: FloorConfig) -> None:
    """Open the tables of a floor with the crew that its file names, and nobody else.

    Nobody but a manager at the console checks the equipment, and until then play does not open.
    """
    for table in config.tables:
        if _status(house, table.name) == CLOSED:
            _send(house, table, config.manager, [ask.AssignCrew(member.person, member.role) for member in table.crew])


def crew_of(table: TableConfig) -> list[tuple[str, str]]:
    """The people a table of a demonstration cannot play without, by id and role."""
    roles = conduct_at(table).crew
    return [(f"{table.name}-{role.replace('_', '-')}", role) for role in roles]


def manager_role(conduct: Conduct) -> str:
    """Who may open and close this book's table."""
    return conduct.powers[Act.CLOSE].roles[0]


def opening_of(table: TableConfig) -> ask.OpenTable:
    """The command that opens a table as its configuration says."""
    book = open_book(table.book, variant=table.variant, wheel=table.wheel, lucky_ball=table.lucky_ball)
    chip = book.default_chip if table.chip is None else cents(table.chip)
    return ask.OpenTable(
        table.book,
        chip,
        table.seats,
        limits_of(table, book),
        table.readings,
        table.variant,
        table.wheel,
        table.lucky_ball,
        source=table.source,
        betting_seconds=table.betting_seconds,
        layout=table.layout,
        uspin=table.uspin,
        max_award=cents(table.max_award) if table.max_award is not None else None,
        rehearsal=table.practice,
        shooting=cents(table.shooting) if table.shooting is not None else None,
    )


def conduct_at(table: TableConfig) -> Conduct:
    """How a table that is configured so is conducted."""
    conduct = conduct_of(
        table.book,
        table.variant,
        wheel=table.wheel,
        lucky_ball=bool(table.lucky_ball),
        uspin=table.uspin,
        readings=choose_readings(table.book, table.readings),
    )
    if conduct is None:
        raise OpeningError(f"no table of {table.book} can be opened")
    return conduct


def _send(house: Runtime, table: TableConfig, manager: str, steps: Sequence[ask.Command]) -> None:
    """Open a table, and what comes after."""
    role, opened = manager_role(conduct_at(table)), house.now()
    before = house.queue.desk.look(table.name)
    opening = opening_of(table)
    if before.version:  # a table is for practice from its first day on, or never
        opening = replace(opening, rehearsal=before.opening.rehearsal)
    for number, step in enumerate([opening, *steps]):
        key = f"open-{table.name}-{opened}-{number}"
        given = house.post(Envelope(key, table.name, manager, role, step)).result()
        status = house.queue.desk.look(table.name).status
        # Another process may open the same table at the same time, or have died while it did.
        if given.reason and status != OPEN and not (isinstance(step, ask.OpenTable) and status != CLOSED):
            raise OpeningError(f"table {table.name} could not be opened: {given.reason} ({given.clause})")


def crew_session(table: TableConfig) -> Session:
    """The crew's screen of a table: everybody who works there is signed in at it."""
    return Session("crew", tuple(crew_of(table)), table.name)


SUPERVISORS_DO = (
    Act.CLOSE,
    Act.CHANGE_LIMITS,
    Act.PERSONAL_LIMIT,
    Act.INVALIDATE,
    Act.REFUSE_WAGER,
    Act.CORRECT,
    Act.REPORT_FAULT,
    Act.RULE_ON_A_FACE,
    Act.ANSWER_CONCERN,
)


def supervising_roles(conduct: Conduct) -> list[str]:
    """The fewest roles that a supervisor of this table needs, the manager's first."""
    roles = [manager_role(conduct)]
    for what in SUPERVISORS_DO:
        power = conduct.powers.get(what)
        if power and not set(power.roles) & set(roles):
            roles.append(power.roles[-1])
    return roles


def supervisor_session(config: FloorConfig, person: str = SUPERVISOR) -> Session:
    roles = dict.fromkeys(role for table in config.tables for role in supervising_roles(conduct_at(table)))
    return Session("supervisor", tuple((person, role) for role in roles))
