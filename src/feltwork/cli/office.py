"""What commands of the office share: one command through the desk, and an aggregate as it stands."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, TypeVar

import click

from feltwork.cli.stores import open_to_write
from feltwork.engine.aggregates import BY_KIND
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_to_read
from feltwork.store.port import Answer, Store
from feltwork.table.live.asker import Asked

F = TypeVar("F", bound=Callable[..., Any])
DEFAULT_ROLE = "gaming_manager"


def by_options(function: F) -> F:
    """``--as`` and ``--role``: who asks, and as what."""
    function = click.option("--role", default=DEFAULT_ROLE, show_default=True, help="As what they act.")(function)
    return click.option("--as", "person", default=None, help="Who asks; by default who is signed in here.")(function)


def order(
    store: Store,
    name: str,
    body: Asked,
    person: str | None,
    role: str,
    *,
    secret: bytes = b"",
    key: str = "",
    people: tuple[tuple[str, str, str], ...] = (),
) -> Answer:
    """One command through the desk, with the names that go with it; a refusal is the command line's complaint."""
    desk = Desk(store)
    sent = Envelope(key or f"cli-{token_hex(12)}", name, person or getpass.getuser(), role, body, secret, people=people)
    given = desk.submit(sent)
    desk.close()
    if given.reason:
        raise click.UsageError(f"{given.reason} ({given.clause})")
    return given


@contextmanager
def to_write(db: str) -> Iterator[Store]:
    """A floor's database, to ask something of."""
    store = open_to_write(db, play=True)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def to_read(db: str) -> Iterator[Store]:
    """A floor's database, to look at."""
    store = open_to_read(db)
    try:
        yield store
    finally:
        store.close()


def state_of(store: Store, kind: str, name: str = "") -> Any:
    """An aggregate as it stands on disk."""
    return Desk(store).aggregate(BY_KIND[kind], name)


def names_of(store: Store, kind: str) -> list[str]:
    """The ids of all there are of a kind."""
    found = BY_KIND[kind]
    return sorted(found.name_of(head.stream) for head in store.log.heads() if found.has(head.stream))
