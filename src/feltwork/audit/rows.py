"""A log as plain rows, whatever they were read from, and what the verifier says about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple, Protocol

NOTHING_BEFORE = bytes(32)
"""What the first record of a stream chains to."""


class Finding(NamedTuple):
    """Something in a log that is not as it should be."""

    kind: str
    """What sort of thing: ``version``, ``chain``, ``postings``, ``lines``, ``checkpoint``, ..."""
    stream: str
    version: int
    what: str

    def __str__(self) -> str:
        where = f"{self.stream}@{self.version}" if self.version else self.stream
        return f"{self.kind}: {where}: {self.what}" if where else f"{self.kind}: {self.what}"


class Row(NamedTuple):
    """One record, column by column."""

    stream: str
    version: int
    at: int
    key: str
    actor: str
    role: str
    kind: str
    schema: int
    body: bytes
    link: str
    postings: tuple[tuple[str, int], ...]
    digest: bytes
    """The record's place in the hash chain, as it was stored."""


class AnswerRow(NamedTuple):
    """What a command was answered."""

    key: str
    digest: bytes
    stream: str
    first: int
    last: int
    clause: str
    reason: str


class Reading(Protocol):
    """A log that can be read: each stream in the order of its versions, the rest by key."""

    def streams(self) -> list[str]: ...

    def records(self, stream: str) -> Iterator[Row]: ...

    def key_at(self, stream: str, version: int) -> str | None:
        """The key of the command behind one record, if there is such a record."""
        ...

    def answers_to(self, keys: Collection[str]) -> dict[str, AnswerRow]:
        """The answers there are to these keys."""
        ...

    def answers(self) -> Iterator[AnswerRow]: ...

    def book(self, fingerprint: str) -> bytes | None: ...

    def books(self) -> Iterator[tuple[str, bytes]]: ...

    def strays(self) -> Iterator[tuple[str, int, str]]:
        """Stream, version and complaint for postings that are out of place."""
        ...


class Listed:
    """A log that lies in memory: for packs, and for what was read by other means."""

    def __init__(
        self,
        rows: Iterable[Row],
        answers: Iterable[AnswerRow] = (),
        books: Iterable[tuple[str, bytes]] = (),
    ) -> None:
        self._rows: dict[str, list[Row]] = {}
        for row in rows:
            self._rows.setdefault(row.stream, []).append(row)
        self._answers = list(answers)
        self._books = list(books)
        self._by_key = {answer.key: answer for answer in self._answers}
        self._keys = {(row.stream, row.version): row.key for found in self._rows.values() for row in found}

    def streams(self) -> list[str]:
        return sorted(self._rows)

    def records(self, stream: str) -> Iterator[Row]:
        return iter(self._rows.get(stream, ()))

    def key_at(self, stream: str, version: int) -> str | None:
        return self._keys.get((stream, version))

    def answers_to(self, keys: Collection[str]) -> dict[str, AnswerRow]:
        return {key: self._by_key[key] for key in keys if key in self._by_key}

    def answers(self) -> Iterator[AnswerRow]:
        return iter(self._answers)

    def book(self, fingerprint: str) -> bytes | None:
        return dict(self._books).get(fingerprint)

    def books(self) -> Iterator[tuple[str, bytes]]:
        return iter(self._books)

    def strays(self) -> Iterator[tuple[str, int, str]]:
        return iter(())


def row_digest(before: bytes, row: Row) -> bytes:
    """The hash a record must have after one with the hash ``before``.

    Every column goes in as its length (eight bytes, big end first) and its bytes; numbers as decimal text,
    postings as ``account=cents`` joined by semicolons.
    """
    moved = ";".join(f"{account}={cents}" for account, cents in row.postings)
    covered = (*row[:10], moved)
    pieces = [before]
    for column in covered:
        raw = column if type(column) is bytes else str(column).encode("utf-8", "surrogateescape")
        pieces.append(len(raw).to_bytes(8, "big"))
        pieces.append(raw)
    return sha256(b"".join(pieces)).digest()
