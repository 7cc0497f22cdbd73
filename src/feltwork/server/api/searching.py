"""Searching the log: newest first, by person, amount, clause, kind, table and time, in pages and as a whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from heapq import merge
from itertools import islice
from typing import NamedTuple

import msgspec

from feltwork.engine.aggregates import aggregate_of
from feltwork.engine.replay import read_event
from feltwork.engine.withheld import without_secrets
from feltwork.ledger.account import Posting
from feltwork.money import format_money
from feltwork.reports.mentions import names
from feltwork.server.auth.events import DOOR, DOOR_EVENTS
from feltwork.server.auth.narrate import tell_door
from feltwork.store.port import Record, Store, UnreadableError
from feltwork.table.live.events import Adjustment
from feltwork.table.live.narrate import tell
from feltwork.table.live.schema import LIFE
from feltwork.table.play.events import Settled
from feltwork.views.views import Data

BLOCK = 400
"""Records read at a time on the way back."""
MAX_LOOKED = 20_000
"""Records looked at for one page; then the page says how far back it got."""
MONEY = frozenset({"amount", "stake", "winnings", "returned", "cents", "commission", "at_seat", "second_above"})
CHIPS = ("tournament-chips/", "tournament-bank/")
"""Accounts of tournament chips, which are no money: one to a cent."""
Cursor = dict[str, int]
"""For each stream the version that was looked at last; those before it are still to come."""


class Wanted(NamedTuple):
    """What is looked for; an empty field asks for nothing."""

    table: str = ""
    person: str = ""
    amount: int | None = None
    clause: str = ""
    kind: str = ""
    since: int = 0
    until: int | None = None

    def is_met_by(self, record: Record) -> bool:
        if self.until is not None and record.at > self.until:
            return False
        if self.kind and self.kind != record.kind:
            return False
        if not (self.person or self.amount is not None or self.clause):
            return True
        fields = list(_fields(msgspec.json.decode(record.body)))
        return (
            (not self.person or names(record, self.person))
            and (
                self.amount is None
                or any(abs(p.cents) == self.amount for p in record.postings)
                or any(name in MONEY and value == self.amount for name, value in fields)
            )
            and (not self.clause or any(name == "clause" and _within(value, self.clause) for name, value in fields))
        )


def _within(clause: object, wanted: str) -> bool:
    """Is this the clause, or a part of it?"""
    return isinstance(clause, str) and (clause == wanted or clause.startswith((f"{wanted}.", f"{wanted}(")))


def _fields(value: object, name: str = "", kind: str = "") -> Iterator[tuple[str, object]]:
    """Every name and plain value in a body, however deep; the places of a line by what they are called."""
    if isinstance(value, dict):
        kind = kind or str(value.get("type", ""))
        for key, inner in value.items():
            yield from _fields(inner, str(key), kind)
    elif isinstance(value, list) and name == "lines":
        called = Adjustment._fields if kind == "round-adjusted" else Settled._fields
        for line in value:
            yield from _fields(dict(zip(called, line, strict=False)) if isinstance(line, list) else line, "", kind)
    elif isinstance(value, list):
        for inner in value:
            yield from _fields(inner, name, kind)
    else:
        yield name, value


def streams_of(store: Store, table: str) -> Cursor:
    """The streams to look through, each from just past its end."""
    wanted = {f"table/{table}", f"refused/{table}", table} if table else None
    return {head.stream: head.version + 1 for head in store.log.heads() if wanted is None or head.stream in wanted}


def backwards(store: Store, stream: str, before: int) -> Iterator[Record]:
    """The records before a version, the newest first."""
    before = min(before, store.log.head(stream).version + 1)
    while before > 1:
        after = max(before - 1 - BLOCK, 0)
        yield from reversed(list(islice(store.log.read(stream, after), before - 1 - after)))
        before = after + 1


def matches(store: Store, wanted: Wanted, cursor: Cursor) -> Iterator[Record | None]:
    """Newest first over all streams; ``None`` for a record that does not match. The cursor moves along."""
    streams = (backwards(store, stream, before) for stream, before in cursor.items())
    for record in merge(*streams, key=lambda r: -r.at):
        if record.at < wanted.since:
            return
        cursor[record.stream] = record.version
        yield record if wanted.is_met_by(record) else None


def search(store: Store, wanted: Wanted, cursor: Cursor | None, most: int) -> Data:
    """A page of what was found, and where the next one goes on."""
    cursor = streams_of(store, wanted.table) if cursor is None else dict(cursor)
    found: list[Data] = []
    looked, last = 0, None
    for record in matches(store, wanted, cursor):
        looked += 1
        if record is not None:
            found.append(told(record))
        if len(found) == most or looked == MAX_LOOKED:
            last = dict(cursor)
            break
    return {"found": found, "looked": looked, "next": last}


def told(record: Record) -> Data:
    """A record in words and in figures."""
    body = without_secrets(msgspec.json.decode(record.body))
    return {
        "at": record.at,
        "stream": record.stream,
        "version": record.version,
        "actor": record.actor,
        "role": record.role,
        "kind": record.kind,
        "text": in_words(record, body),
        "link": record.link,
        "clauses": sorted({str(value) for name, value in _fields(body) if name == "clause" and value}),
        "postings": [[p.account, p.cents] for p in record.postings],
        "hash": record.hash.hex(),
        "body": body,
    }


def in_words(record: Record, body: Data) -> list[str]:
    if record.stream.startswith("table/"):
        try:
            return tell(read_event(LIFE, record))
        except UnreadableError as unread:
            return [str(unread)]
    kind = aggregate_of(record.stream)
    if kind is not None:
        try:
            return kind.tell(read_event(kind.events, record))
        except UnreadableError as unread:
            return [str(unread)]
    if record.kind == "refused":
        command = body.get("command")
        asked = command.get("type") if isinstance(command, dict) else "something"
        times = f", {body['times']} times" if body.get("times", 1) != 1 else ""
        why = f": {body['reason']}" if body.get("reason") else ""
        return [f"{asked} refused{times} ({body.get('clause')}){why}"]
    if record.kind == "nothing-done":
        command = body.get("command")
        asked = command.get("type") if isinstance(command, dict) else "something"
        return [f"{asked}: nothing had to happen for it"]
    if record.kind == "answers-sealed":
        return ["The answers that were given so far are sealed."]
    if record.stream == DOOR:
        return tell_door(read_event(DOOR_EVENTS, record))
    said = [
        f"{name.replace('_', ' ')} {_valued(name, value)}" for name, value in body.items() if name != "type" and value
    ]
    return [f"{record.kind.replace('-', ' ')}: {', '.join(said)}" if said else record.kind.replace("-", " ")]


def _valued(name: str, value: object) -> object:
    """What a field says: money as it is written on screens."""
    if name not in MONEY or not isinstance(value, int):
        return value
    whole, _, cents = format_money(value).partition(".")
    return f"{int(whole):,}.{cents}" if whole.isdecimal() else format_money(value)


def everything(store: Store, wanted: Wanted) -> Iterator[Record]:
    """All that is found, newest first."""
    return (record for record in matches(store, wanted, streams_of(store, wanted.table)) if record is not None)


def as_lines(records: Iterable[Record]) -> Iterator[bytes]:
    """One JSON object a line."""
    for record in records:
        yield msgspec.json.encode(told(record)) + b"\n"


COLUMNS = ("time", "stream", "version", "actor", "role", "kind", "told", "clauses", "postings", "hash")


def as_csv(records: Iterable[Record]) -> Iterator[bytes]:
    """A table for a spreadsheet; nothing in it can be taken for a formula."""
    yield _row(COLUMNS)
    for record in records:
        shown = told(record)
        moved = "; ".join(f"{p.account} {_figure(p)}" for p in record.postings)
        yield _row(
            (
                datetime.fromtimestamp(record.at / 1e6, UTC).isoformat(timespec="milliseconds"),
                record.stream,
                str(record.version),
                record.actor,
                record.role,
                record.kind,
                " | ".join(_texts(shown["text"])),
                " ".join(_texts(shown["clauses"])),
                moved,
                record.hash.hex(),
            )
        )


def _figure(posting: Posting) -> str:
    return f"{posting.cents} chips" if posting.account.startswith(CHIPS) else format_money(posting.cents)


def _texts(value: object) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list) else []


def _row(values: Iterable[str]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow([f"'{value}" if value[:1] in "=+-@\t\r" and value else value for value in values])
    return line.getvalue().encode()
