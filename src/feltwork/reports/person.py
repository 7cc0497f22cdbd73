"""What a floor holds about one person, and what keeps their name from being erased."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from feltwork.engine.kept_names import kept_by
from feltwork.engine.withheld import without_cards, without_secrets
from feltwork.money import format_money
from feltwork.reports.mentions import about
from feltwork.reports.told import moment
from feltwork.store.port import Record, Store


class Mention(Struct, frozen=True):
    """One record of the log that names the person."""

    at: str
    stream: str
    version: int
    kind: str
    by: str
    body: Any


class Held(Struct):
    """Everything that the floor's database holds about one person."""

    person: str
    name: str = ""
    address: str = ""
    accounts: dict[str, str] = field(default_factory=dict)
    """Money in accounts of the person, in dollars."""
    records: list[Mention] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    """Why the name cannot be erased now."""


def ids_of(store: Store, typed: str) -> list[str]:
    """Who may be meant: the one with this id, else all who are called so, else nobody but the id itself."""
    known, name = store.people.all(), " ".join(typed.split()).casefold()
    called = [one.id for one in known if one.name.casefold() == name]
    return [typed] if not called or typed in {one.id for one in known} else called


def held_about(store: Store, person: str) -> Held:
    """Read the whole log for one person; what others did to them counts as well as what they did."""
    held = Held(person)
    for known in store.people.all():
        if known.id == person:
            held.name, held.address = known.name, known.address
    held.accounts = {
        account: format_money(cents)
        for account, cents in sorted(store.log.balances().items())
        if cents and person in account.split("/")
    }
    for head in sorted(store.log.heads(), key=lambda head: head.stream):
        held.records += [_mention(each) for each in about(store.log.read(head.stream), head.stream, person)]
    held.kept = list(kept_by(store, person))
    return held


def _mention(record: Record) -> Mention:
    where = (record.stream, record.version, record.kind, record.actor)
    return Mention(moment(record.at), *where, without_cards(without_secrets(msgspec.json.decode(record.body))))
