"""What a store must do, and the values that pass through it.

A store keeps streams of records. A stream's versions run from 1 without a gap, and each record's hash chains to
the one before it. A batch is committed whole and is on disk when ``append`` returns, or nothing of it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from feltwork.audit.chain import FIRST, chain_hash
from feltwork.ledger.account import Posting

__all__ = [
    "Answer", "Batch", "ConflictError", "Head", "Posting", "Record", "Snapshot", "Store", "StoreError", "sealed",
]  # fmt: skip


class StoreError(Exception):
    """The store cannot be used; the message is one clear line."""


class ConflictError(StoreError):
    """Somebody else appended first: catch up, decide again."""


class Head(Struct, frozen=True):
    """Where a stream stands."""

    stream: str
    version: int = 0
    hash: bytes = FIRST


class Record(Struct, frozen=True):
    """One event as it is stored."""

    stream: str
    version: int
    at: int
    """Microseconds since 1970 by the store's clock."""
    key: str
    """The key of the command that caused it."""
    actor: str
    """Who, by id: names and addresses live outside the chained log."""
    role: str
    kind: str
    """The event's tag."""
    schema: int
    body: bytes
    """The event as JSON."""
    link: str
    """The twin in another stream, as ``stream@version``; empty for most."""
    postings: tuple[Posting, ...]
    hash: bytes

    def columns(self) -> tuple[int | str | bytes, ...]:
        """Everything the hash covers, in order."""
        flat = ";".join(f"{p.account}={p.cents}" for p in self.postings)
        return (
            self.stream, self.version, self.at, self.key, self.actor, self.role, self.kind, self.schema, self.body,
            self.link, flat,
        )  # fmt: skip


class Answer(Struct, frozen=True):
    """What a command was answered: the same key and body always get the same answer."""

    key: str
    digest: bytes
    """SHA-256 of the command's body: the same key with another body is refused."""
    stream: str
    first: int
    """The first version it wrote, 0 if it wrote none."""
    last: int
    clause: str = ""
    reason: str = ""
    """Why it was refused; empty when it was done."""


class Snapshot(Struct, frozen=True):
    """A stream's state at a version, so that it reopens without a full replay. Never a source of truth."""

    stream: str
    version: int
    hash: bytes
    """The chain's hash at that version: a snapshot that does not match is thrown away."""
    body: bytes


class Batch(Struct, frozen=True):
    """What is committed together."""

    records: tuple[Record, ...] = ()
    answers: tuple[Answer, ...] = ()
    books: tuple[tuple[str, bytes], ...] = ()
    """Compiled books by fingerprint; one that is already there is left alone."""
    expects: tuple[Head, ...] = ()
    """Streams that the batch was decided on but may not write to: they too must not have moved on."""


class Store(Protocol):
    """The port. ``append`` enforces that each stream's next version is the one offered, in the database itself."""

    def now(self) -> int:
        """Microseconds since 1970, by the store's clock."""
        ...

    def head(self, stream: str) -> Head: ...

    def heads(self) -> list[Head]:
        """All streams, by name."""
        ...

    def read(self, stream: str, after: int = 0) -> Iterator[Record]: ...

    def answer(self, key: str) -> Answer | None: ...

    def book(self, fingerprint: str) -> bytes | None: ...

    def balances(self) -> dict[str, int]:
        """Every account's balance, as a sum over all postings."""
        ...

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        """Our turn to decide on these streams: other processes that ask for a turn wait until it is over.

        Correctness does not need it, for ``append`` checks versions; fairness does, for racing and retrying starves.
        """
        ...

    def append(self, batch: Batch) -> None:
        """Commit a batch durably; ``ConflictError`` if a stream has moved on, then nothing is written."""
        ...

    def save_snapshot(self, snapshot: Snapshot) -> None: ...

    def snapshot(self, stream: str) -> Snapshot | None: ...

    def close(self) -> None: ...


def sealed(head: Head, drafts: Sequence[Record]) -> list[Record]:
    """Drafts of one stream with their versions and hashes, following a head."""
    found: list[Record] = []
    version, link = head.version, head.hash
    for draft in drafts:
        version += 1
        numbered = replace(draft, stream=head.stream, version=version)
        link = chain_hash(link, numbered.columns())
        found.append(replace(numbered, hash=link))
    return found
