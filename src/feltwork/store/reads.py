"""What every database does alike, whatever its driver: questions in SQL, and rows beside the log.

A database says how it is spoken to; a value to fill in is written ``?`` in a question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

from feltwork.refusal import shown
from feltwork.store.checks import LARGEST, check_kept, check_person, check_snapshot
from feltwork.store.port import Answer, Head, Person, Record, Snapshot, StoreError
from feltwork.store.rows import ANSWER, PAGE, Row

IDLE = f"SELECT {ANSWER} FROM answers WHERE clause = '' AND reason = '' AND (last < first OR last < 1) ORDER BY key"
GET = "SELECT body FROM shelves WHERE shelf = ? AND name = ?"
NAMES = "SELECT name FROM shelves WHERE shelf = ? ORDER BY name"


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
        check_snapshot(snapshot)
        with self._database.writing() as writer:
            writer.execute(self._save, (snapshot.stream, snapshot.version, snapshot.hash, snapshot.body))


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
