"""The four ports of a store, and the values that pass through them.

A store keeps streams of records. A stream's versions run from 1 without a gap, and each record's hash chains to
the one before it. A batch is committed whole and is on disk when ``append`` returns, or nothing of it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from msgspec import Struct

from feltwork.ledger.account import Posting

__all__ = [
    "Answer",
    "Batch",
    "CommitMark",
    "ConflictError",
    "Head",
    "NotLookedUpError",
    "Person",
    "Posting",
    "Postings",
    "Record",
    "Shelved",
    "Snapshot",
    "Store",
    "StoreError",
    "UnknownOutcomeError",
    "UnreadableError",
]


POLL = 0.25
"""Seconds between two looks at a store by somebody who follows it: a hint of news may be lost."""

FIRST = bytes(32)
"""The hash that stands before the first record of a stream."""
Postings = tuple[Posting, ...]
"""What one event moves between accounts; the sum is zero."""


class StoreError(Exception):
    """The store cannot be used; the message is one clear line."""


class UnreachableError(StoreError):
    """The database's server is away; it may be there again in a moment."""


class UnknownOutcomeError(StoreError):
    """The store failed while a commit was under way: it may be on disk, and it may not be."""


class NotLookedUpError(StoreError):
    """Nothing was written now, and whether this was done when it was first sent cannot be looked up."""


class UnreadableError(StoreError):
    """One stream has an event that this program cannot follow; the others are as they were."""


class ConflictError(StoreError):
    """Somebody else appended first: catch up, decide again."""


class Head(Struct, frozen=True, gc=False):
    """Where a stream stands."""

    stream: str
    version: int = 0
    hash: bytes = FIRST


class Record(Struct, frozen=True, gc=False):
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


class Answer(Struct, frozen=True, gc=False):
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


class Person(Struct, frozen=True):
    """Who stands behind an id. Kept outside the chained log, so that it can be corrected and erased."""

    id: str
    name: str
    address: str = ""


class CommitMark(NamedTuple):
    """Equal to an earlier one while nothing has been committed in between."""

    others: int
    """Moves on when anybody else has committed."""
    ours: int
    """Commits through this store."""


class Shelved(Struct, frozen=True):
    """A row on a shelf that changes with a batch: ``old`` must be there as it is, ``new`` takes its place."""

    shelf: str
    name: str
    old: bytes | None
    """``None``: there must be no such row."""
    new: bytes | None
    """``None``: the row goes."""


class Batch(Struct, frozen=True):
    """What is committed together."""

    records: tuple[Record, ...] = ()
    answers: tuple[Answer, ...] = ()
    books: tuple[tuple[str, bytes], ...] = ()
    """Compiled books by fingerprint; one that is already there is left alone."""
    expects: tuple[Head, ...] = ()
    """Streams that the batch was decided on but may not write to: they too must not have moved on."""
    sealed_on: tuple[Head, ...] = ()
    """Heads from which ``chained`` made the records: where a stream stands there, its hashes are not made again."""
    decided_on: CommitMark | None = None
    """If given, nothing at all may have been committed since, not even to streams that are not named here."""
    shelved: tuple[Shelved, ...] = ()
    """Rows beside the log that change together with it."""
    people: tuple[Person, ...] = ()
    """Names that are noted together with it, each in place of what was noted before."""
    forgotten: tuple[str, ...] = ()
    """Whose names and addresses are erased with it, by id."""


class EventLog(Protocol):
    """Streams of records, the answers to commands, compiled books; ``append`` checks every version in the database."""

    def head(self, stream: str) -> Head: ...

    def heads(self) -> list[Head]:
        """All streams, by name."""
        ...

    def read(self, stream: str, after: int = 0) -> Iterator[Record]: ...

    def answer(self, key: str) -> Answer | None: ...

    def answers(self, keys: Collection[str]) -> dict[str, Answer]:
        """The answers there are to these keys, in one question."""
        ...

    def idle_answers(self) -> list[Answer]:
        """The answers to commands that were carried out and wrote no record of their own, by key."""
        ...

    def book(self, fingerprint: str) -> bytes | None: ...

    def balances(self) -> dict[str, int]:
        """Every account's balance, as a sum over all postings."""
        ...

    def mark(self, *, asking: bool = True) -> CommitMark | None:
        """Who has committed how often so far; nothing where a store cannot tell without asking for the heads.

        Without asking: as this store knew it when it last committed.
        """
        ...

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        """Our turn to decide on these streams: other processes that ask for a turn wait until it is over.

        Correctness does not need it, for ``append`` checks versions; fairness does, for racing and retrying starves.
        """
        ...

    def append(self, batch: Batch) -> CommitMark | None:
        """Commit a batch durably; ``ConflictError`` if a stream has moved on, then nothing is written.

        After any other ``StoreError`` nothing is written either, but for an ``UnknownOutcomeError``: then only
        ``was_committed`` can say. Returns the mark that stood then, where a store has one.
        """
        ...

    def try_append(self, batch: Batch) -> None:
        """Write a batch and take it back: fails as ``append`` would, and nothing is left of it."""
        ...

    def was_committed(self, batch: Batch) -> bool:
        """Is this batch in the log after all, and durably? Asked after an ``UnknownOutcomeError``.

        Waits until nothing more can come of that commit; ``UnknownOutcomeError`` again if that cannot be known here.
        """
        ...


class Snapshots(Protocol):
    """States of streams, so that they reopen without a full replay; any of them may be lost."""

    def get(self, stream: str) -> Snapshot | None: ...

    def save(self, snapshot: Snapshot) -> None:
        """Keep a state in place of the one that was kept under that name."""
        ...

    def save_all(self, snapshots: Sequence[Snapshot]) -> None:
        """Keep several together."""
        ...


class People(Protocol):
    """Names and addresses, which can be corrected and erased."""

    def all(self) -> list[Person]:
        """Everybody who is known by name, by id."""
        ...

    def save(self, person: Person) -> None:
        """Note a name and an address, in place of what was noted before."""
        ...

    def erase(self, person: str) -> bool:
        """Forget a name and an address for good; was there anything to forget?"""
        ...


class Settings(Protocol):
    """Rows beside the log that all processes share, by shelf and name: accounts, sessions, documents, checkpoints."""

    def get(self, shelf: str, name: str) -> bytes | None: ...

    def put(self, shelf: str, name: str, body: bytes) -> None:
        """Keep a row in place of what was there."""
        ...

    def take(self, shelf: str, name: str) -> bytes | None:
        """Get and remove in one step: only one taker gets it."""
        ...

    def swap(self, shelf: str, name: str, old: bytes | None, new: bytes) -> bool:
        """Put the new in place of the old, or where nothing was, unless somebody else was quicker; was it done?"""
        ...

    def names(self, shelf: str) -> list[str]:
        """What is on a shelf, by name."""
        ...


class Store(Protocol):
    """A database: four ports on one connection, its clock and its news."""

    @property
    def log(self) -> EventLog: ...

    @property
    def snapshots(self) -> Snapshots: ...

    @property
    def people(self) -> People: ...

    @property
    def settings(self) -> Settings: ...

    def now(self) -> int:
        """Microseconds since 1970, by the store's clock."""
        ...

    def wait_for_news(self, timeout: float) -> bool:
        """Wait until something may have been appended by anybody, or so many seconds; a hint and no more."""
        ...

    def missing_rights(self) -> list[str]:
        """Rights in the database that a floor needs and this store does not have, each as ``INSERT on records``."""
        ...

    def close(self) -> None: ...
