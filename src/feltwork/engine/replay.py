"""Apply a stored record to the state of its stream; an error names the record that cannot be applied."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypeVar

from msgspec.structs import replace

from feltwork.aggregate import Aggregate, Stamp
from feltwork.cage.events import CAGE_EVENTS
from feltwork.cage.evolve import evolve as evolve_cage
from feltwork.cage.state import Cage
from feltwork.store.port import Record, UnreadableError
from feltwork.table.live.events import LiveEvent, TableOpened
from feltwork.table.live.opened_book import Stored, opened_book
from feltwork.table.live.schema import LIFE, Schema, SchemaError
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import evolve

T = TypeVar("T")
NOTHING: frozenset[bytes] = frozenset()


def apply_at_table(
    live: LiveTable, record: Record, stored: Stored, passed: Container[bytes] = NOTHING
) -> LiveEvent | None:
    """The event in a record, once the table has moved on by it; nothing for one that is passed over."""
    if is_passed(record, passed):
        live.version += 1
        return None
    event = read_event(LIFE, record)
    try:
        evolve(live, event)
        keep_rows(live, event, stored)
    except Exception as fault:
        raise unfollowed(record, fault) from fault
    return event


def keep_rows(live: LiveTable, event: LiveEvent, stored: Stored) -> None:
    """After an opening that was read from a log: the table is played by the rows it was opened under."""
    if isinstance(event, TableOpened) and live.game and live.game.book.fingerprint != event.fingerprint:
        live.game = replace(live.game, book=opened_book(event, stored))


def apply_at_cage(cage: Cage, record: Record, passed: Container[bytes] = NOTHING) -> None:
    """Move the cage on by a record; one that is passed over changes nothing."""
    if is_passed(record, passed):
        cage.version += 1
        return
    event = read_event(CAGE_EVENTS, record)
    try:
        evolve_cage(cage, event, record.at, record.actor)
    except Exception as fault:
        raise unfollowed(record, fault) from fault


def apply_at(kind: Aggregate[Any], state: Any, record: Record, passed: Container[bytes] = NOTHING) -> None:
    """Move an aggregate on by a record; one that is passed over changes nothing."""
    if is_passed(record, passed):
        return
    event = read_event(kind.events, record)
    try:
        kind.evolve(state, event, Stamp(record.at, record.actor, record.role, record.version))
    except Exception as fault:
        raise unfollowed(record, fault) from fault


def read_event(schema: Schema[T], record: Record) -> T:
    """The event in a record, whatever schema it was written under."""
    try:
        return schema.read(record.schema, record.body)
    except SchemaError as error:
        raise UnreadableError(f"{record.stream} version {record.version}: {error}") from None


def is_passed(record: Record, passed: Container[bytes]) -> bool:
    """Does this event count as if nothing had happened? Never one that moved money or has a twin."""
    return record.hash in passed and not record.postings and not record.link


def unfollowed(record: Record, fault: Exception) -> UnreadableError:
    where = f"{record.stream} version {record.version} ({record.kind})"
    return UnreadableError(f"{where} cannot be followed: {type(fault).__name__}: {str(fault)[:120]}")
