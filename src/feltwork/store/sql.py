"""What every database does alike, whatever its driver: rows from the port's values and back, and questions in SQL.

A database says how it is spoken to; a value to fill in is written ``?`` in a question.
Rows that no chained hash covers have a checksum: a bit that flips on the disk is found by it. It proves nothing against
somebody who writes to the database; the verifier and its checkpoints do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from typing import Any, ClassVar, Protocol
from zlib import crc32

import msgspec

from feltwork.refusal import shown
from feltwork.store.checks import LARGEST, check_kept, check_person, check_snapshot
from feltwork.store.port import Answer, Batch, Head, Person, Posting, Record, Snapshot, StoreError

PAGE = 500
"""Records fetched at a time: no statement stays open between pages, so a slow reader holds nobody up."""
RECORD = "stream, version, at, key, actor, role, kind, schema, body, link, hash"
WHOLE_RECORD = "stream, version, at, key, actor, role, kind, schema, body, link, postings, hash"
ANSWER = "key, digest, stream, first, last, clause, reason"
IDLE = f"SELECT {ANSWER} FROM answers WHERE clause = '' AND reason = '' AND (last < first OR last < 1) ORDER BY key"
GET = "SELECT body FROM shelves WHERE shelf = ? AND name = ?"
NAMES = "SELECT name FROM shelves WHERE shelf = ? ORDER BY name"

SUMMED = {
    "answers": ("digest", "key, stream, first, last, clause, reason"),
    "people": ("x''", "id, name, address"),
    "shelves": ("body", "shelf, name"),
}
"""The tables that have one, the bytes of a row, and its other columns, in the order in which they are summed."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, int]).decode

Row = Sequence[Any]
Carried = Iterable[tuple[str, str, Iterable[Row]]]
"""Tables of another store: name, columns, rows."""


def posting_rows(batch: Batch) -> list[Row]:
    return [
        (record.stream, record.version, n, posting.account, posting.cents)
        for record in batch.records
        for n, posting in enumerate(record.postings)
    ]


def record_rows(batch: Batch) -> list[Row]:
    return [
        (r.stream, r.version, r.at, r.key, r.actor, r.role, r.kind, r.schema, r.body, r.link, r.hash)
        for r in batch.records
    ]


def whole_rows(batch: Batch) -> list[Row]:
    """Records with their postings, where a row has both.

    Bytes go as ``bytearray``: ``sqlite3`` takes that as it is, and looks for an adapter for each ``bytes`` it is given.
    """
    return [
        (
            r.stream,
            r.version,
            r.at,
            r.key,
            r.actor,
            r.role,
            r.kind,
            r.schema,
            bytearray(r.body),
            r.link,
            _entries(r.postings),
            bytearray(r.hash),
        )
        for r in batch.records
    ]


def _entries(postings: tuple[Posting, ...]) -> str:
    if len(postings) == 2:  # most of them
        one, other = postings
        return _encode({one.account: one.cents, other.account: other.cents}).decode()
    return _encode({p.account: p.cents for p in postings}).decode() if postings else "{}"


def answer_rows(answers: Iterable[Answer]) -> list[Row]:
    return [(a.key, bytearray(a.digest), a.stream, a.first, a.last, a.clause, a.reason) for a in answers]


def whole_records(rows: Iterable[Row]) -> Iterator[Record]:
    """Records from rows that have their postings with them."""
    for row in rows:
        entries = tuple([Posting(account, cents) for account, cents in _decode(row[10]).items()])
        yield Record(*(*row[:10], entries, row[11]))


def records_from(rows: Iterable[Row], postings: Iterable[Row]) -> Iterator[Record]:
    """Records from their rows and the rows (version, account, cents) of their postings, both in order."""
    entries = {
        version: tuple(Posting(account, cents) for _, account, cents in group)
        for version, group in groupby(postings, lambda row: row[0])
    }
    for row in rows:
        yield Record(*(*row[:10], entries.get(row[1], ()), row[10]))


def row_sum(raw: bytes | bytearray, *texts: str | int) -> int:
    """The checksum of a row.

    >>> row_sum(b"body", "shelf", "name") == row_sum(b"body", "shelf", "nama")
    False
    """
    return crc32(raw, crc32("\0".join(map(str, texts)).encode()))


def answer_sum(
    key: str, digest: bytes | bytearray, stream: str, first: int, last: int, clause: str, reason: str
) -> int:
    """The same of an answer, put together in one step: this runs for every command."""
    return crc32(digest, crc32(f"{key}\0{stream}\0{first}\0{last}\0{clause}\0{reason}".encode()))


def with_sums(table: str, columns: str, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Rows of another store, with the checksum that they get in this one."""
    raw, texts = SUMMED[table]
    named = columns.split(", ")
    places = [named.index(text) for text in texts.split(", ")]
    for row in rows:
        blob = bytes(row[named.index(raw)]) if raw in named else b""
        yield (*row, row_sum(blob, *(row[place] for place in places)))


class Database(Protocol):
    """The connections that the adapters of one store share."""

    def rows(self, sql: str, *values: Any) -> list[Any]:
        """What the database says to a question."""
        ...

    def writing(self) -> AbstractContextManager[Any]:
        """A connection to write on; what is written is committed where the block ends."""
        ...


class LogReads(ABC):
    """The reading half of an event log."""

    HEAD: ClassVar[str]
    HEADS: ClassVar[str]
    BALANCES: ClassVar[str]

    def __init__(self, database: Database) -> None:
        self._rows = database.rows

    def head(self, stream: str) -> Head:
        return Head(stream, *next(iter(self._rows(self.HEAD, stream)), ()))

    def heads(self) -> list[Head]:
        return [Head(*row) for row in self._rows(self.HEADS)]

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """The records there are at this moment; what is appended meanwhile is for the next reading."""
        return self._pages(stream, max(min(after, LARGEST), 0), self.head(stream).version)

    def _pages(self, stream: str, after: int, last: int) -> Iterator[Record]:
        while after < last:
            until = min(after + PAGE, last)  # versions have no gaps, so this is one page
            yield from self._page(stream, after, until)
            after = until

    @abstractmethod
    def _page(self, stream: str, after: int, until: int) -> Iterator[Record]:
        """The records between two versions."""

    def answer(self, key: str) -> Answer | None:
        return next((Answer(*row) for row in self._rows(f"SELECT {ANSWER} FROM answers WHERE key = ?", key)), None)

    def idle_answers(self) -> list[Answer]:
        """No index helps here; it is asked once in the life of a store."""
        return [Answer(*row) for row in self._rows(IDLE)]

    def book(self, fingerprint: str) -> bytes | None:
        rows = self._rows("SELECT body FROM books WHERE fingerprint = ?", fingerprint)
        return next((body for (body,) in rows), None)

    def balances(self) -> dict[str, int]:
        found: dict[str, Any] = dict(self._rows(self.BALANCES))
        if odd := next((account for account, cents in found.items() if isinstance(cents, float)), None):
            raise StoreError(f"account {shown(odd)} has postings that are no whole cents: the log is damaged")
        return {account: int(cents) for account, cents in found.items()}


class SqlSnapshots:
    """Snapshots in a table."""

    def __init__(self, database: Database, save: str) -> None:
        self._database, self._save = database, save

    def get(self, stream: str) -> Snapshot | None:
        rows = self._database.rows("SELECT stream, version, hash, body FROM snapshots WHERE stream = ?", stream)
        return next((Snapshot(*row) for row in rows), None)

    def save(self, snapshot: Snapshot) -> None:
        self.save_all([snapshot])

    def save_all(self, snapshots: Sequence[Snapshot]) -> None:
        for snapshot in snapshots:
            check_snapshot(snapshot)
        with self._database.writing() as writer:
            for kept in snapshots:
                writer.execute(self._save, (kept.stream, kept.version, kept.hash, kept.body))


class SqlPeople(ABC):
    """People in a table; how they are erased depends on the database."""

    SAVE: ClassVar[str]

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Person]:
        return [Person(*row) for row in self._database.rows("SELECT id, name, address FROM people ORDER BY id")]

    def save(self, person: Person) -> None:
        check_person(person)
        with self._database.writing() as writer:
            writer.execute(self.SAVE, self._row(person))

    @abstractmethod
    def _row(self, person: Person) -> Row:
        """A person as a row."""

    @abstractmethod
    def erase(self, person: str) -> bool:
        """Forget a name and an address for good."""


class SqlSettings(ABC):
    """Settings in a table; an adapter says how a row is written."""

    PUT: ClassVar[str]
    ADD: ClassVar[str]
    TAKE: ClassVar[str]

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, shelf: str, name: str) -> bytes | None:
        return next((bytes(body) for (body,) in self._database.rows(GET, shelf, name)), None)

    def names(self, shelf: str) -> list[str]:
        return [name for (name,) in self._database.rows(NAMES, shelf)]

    def put(self, shelf: str, name: str, body: bytes) -> None:
        check_kept(shelf, name)
        with self._database.writing() as writer:
            writer.execute(self.PUT, self._row(shelf, name, body))

    def take(self, shelf: str, name: str) -> bytes | None:
        if self.get(shelf, name) is None:  # a made-up name costs nobody a write
            return None
        with self._database.writing() as writer:
            row = writer.execute(self.TAKE, (shelf, name)).fetchone()
            return bytes(row[0]) if row else None

    def swap(self, shelf: str, name: str, old: bytes | None, new: bytes) -> bool:
        check_kept(shelf, name)
        with self._database.writing() as writer:
            if old is None:
                return bool(writer.execute(self.ADD, self._row(shelf, name, new)).rowcount)
            return self._exchange(writer, shelf, name, old, new)

    @abstractmethod
    def _row(self, shelf: str, name: str, body: bytes) -> Row:
        """A setting as a row."""

    @abstractmethod
    def _exchange(self, writer: Any, shelf: str, name: str, old: bytes, new: bytes) -> bool:
        """Put the new in place of the old; was it there?"""
