"""Commands to the office's streams from the command line: one order through the desk, one look at a state."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from secrets import token_hex
from typing import Any, TypeVar

import click

from feltwork.aggregate import Aggregate
from feltwork.cli.stores import open_to_write
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.refusal import shown
from feltwork.store.opening import open_to_read
from feltwork.store.port import Answer
from feltwork.table.live.asker import Asked

F = TypeVar("F", bound=Callable[..., Any])


def by_options(function: F) -> F:
    """``--as`` and ``--role``: who sends an order, and in which role."""
    function = click.option("--role", required=True, help="In which role, such as pit_boss or gaming_manager.")(
        function
    )
    return click.option("--as", "person", default=None, help="Who, by id; by default who is signed in here.")(function)


def send_order(
    db: str, kind: Aggregate[Any], body: Asked, person: str | None, role: str, name: str = ""
) -> tuple[Answer, Any]:
    """One command through the desk: its answer, and the state after it. A refusal is the command line's complaint."""
    store = open_to_write(db, play=True)
    try:
        desk = Desk(store)
        who = person or getpass.getuser()
        given = desk.submit(Envelope(f"cli-{token_hex(12)}", name or kind.kind, who, role, body))
        state = desk.aggregate(kind, name)
        desk.close()
    finally:
        store.close()
    if given.reason:
        raise click.UsageError(f"{given.reason} ({given.clause})")
    return given, state


def look_at(db: str, kind: Aggregate[Any], name: str = "") -> Any:
    """The state of a stream in a database; a complaint where there is none of that id."""
    store = open_to_read(db)
    try:
        if not kind.single and not store.log.head(kind.stream(name)).version:
            raise click.UsageError(f"there is no {kind.kind} '{shown(name)}' here")
        return Desk(store).aggregate(kind, name)
    finally:
        store.close()
