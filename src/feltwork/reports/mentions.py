"""Which records are about a person: those that name them, and what came of a measure or a dispute of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from feltwork.engine.withheld import without_secrets
from feltwork.incidents.guards import KIND as INCIDENTS
from feltwork.store.port import Record

NUMBERED = {"measure-taken": "measure", "game-dispute-raised": "dispute"}
"""What is numbered by its record, and the field in which later records name the number."""


def names(record: Record, person: str) -> bool:
    """Did the person do it, or does it name them, wherever in its body?"""
    if record.actor == person:
        return True
    return person.encode() in record.body and person in set(_words(without_secrets(msgspec.json.decode(record.body))))


def about(records: Iterable[Record], stream: str, person: str) -> Iterator[Record]:
    """The records of a whole stream that are about the person, also those that have a number alone."""
    numbers: set[tuple[str, Any]] = set()
    for record in records:
        if stream != INCIDENTS:
            if names(record, person):
                yield record
            continue
        body = msgspec.json.decode(record.body)
        if record.kind in NUMBERED and body.get("person") == person:
            numbers.add((NUMBERED[record.kind], record.version))
        if names(record, person) or any((field, body.get(field)) in numbers for field in NUMBERED.values()):
            yield record


def _words(value: object) -> Iterator[str]:
    """Every text in a body, wherever it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _words(part)
    elif isinstance(value, list):
        for part in value:
            yield from _words(part)
