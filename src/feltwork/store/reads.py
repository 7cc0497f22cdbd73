"""The reading half of a store in a database: the same questions, whatever the database and its driver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from feltwork.refusal import shown
from feltwork.store.checks import LARGEST
from feltwork.store.port import Answer, Head, Person, Record, Snapshot, StoreError
from feltwork.store.rows import ANSWER, PAGE, RECORD, records_from

READ = f"SELECT {RECORD} FROM records WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
READ_POSTINGS = """
SELECT version, account, cents FROM postings
WHERE stream = ? AND version > ? AND version <= ? ORDER BY version, n
"""


class DatabaseReads(ABC):
    """What a store is asked. An adapter says how its database is spoken to; a value to fill in is written ``?``."""

    HEAD: ClassVar[str]
    HEADS: ClassVar[str]
    BALANCES: ClassVar[str]

    @abstractmethod
    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database says to a question."""

    def missing_rights(self) -> list[str]:
        return []

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

    def _page(self, stream: str, after: int, until: int) -> Iterator[Record]:
        rows = self._rows(READ, stream, after, until)
        return records_from(rows, self._rows(READ_POSTINGS, stream, after, until))

    def answer(self, key: str) -> Answer | None:
        return next((Answer(*row) for row in self._rows(f"SELECT {ANSWER} FROM answers WHERE key = ?", key)), None)

    def idle_answers(self) -> list[Answer]:
        """No index helps here; it is asked once in the life of a store."""
        wrote_none = "clause = '' AND reason = '' AND (last < first OR last < 1)"
        return [Answer(*row) for row in self._rows(f"SELECT {ANSWER} FROM answers WHERE {wrote_none} ORDER BY key")]

    def book(self, fingerprint: str) -> bytes | None:
        rows = self._rows("SELECT body FROM books WHERE fingerprint = ?", fingerprint)
        return next((body for (body,) in rows), None)

    def balances(self) -> dict[str, int]:
        found: dict[str, Any] = dict(self._rows(self.BALANCES))
        if odd := next((account for account, cents in found.items() if isinstance(cents, float)), None):
            raise StoreError(f"account {shown(odd)} has postings that are no whole cents: the log is damaged")
        return {account: int(cents) for account, cents in found.items()}

    def snapshot(self, stream: str) -> Snapshot | None:
        rows = self._rows("SELECT stream, version, hash, body FROM snapshots WHERE stream = ?", stream)
        return next((Snapshot(*row) for row in rows), None)

    def get(self, shelf: str, name: str) -> bytes | None:
        rows = self._rows("SELECT body FROM shelves WHERE shelf = ? AND name = ?", shelf, name)
        return next((bytes(body) for (body,) in rows), None)

    def names(self, shelf: str) -> list[str]:
        return [name for (name,) in self._rows("SELECT name FROM shelves WHERE shelf = ? ORDER BY name", shelf)]

    def people(self) -> list[Person]:
        return [Person(*row) for row in self._rows("SELECT id, name, address FROM people ORDER BY id")]
