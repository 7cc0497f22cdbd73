"""A store in memory, for tests, simulations and practice tables: the same refusals, nothing kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import Condition, RLock

from feltwork.store.checks import (
    advanced,
    check_kept,
    check_mark,
    check_person,
    check_shelved,
    check_snapshot,
    check_values,
)
from feltwork.store.clock import Clock, machine_time
from feltwork.store.port import Answer, Batch, CommitMark, ConflictError, Head, Person, Record, Snapshot, StoreError

Shelves = dict[tuple[str, str], bytes]


class Shared:
    """What the four adapters share: one lock, and whether the store is closed."""

    def __init__(self) -> None:
        self.lock = Condition(RLock())
        self.closed = False
        self.shelves: Shelves = {}
        """A batch may change them together with the log,"""
        self.people: dict[str, Person] = {}
        """and these."""

    def open(self) -> Condition:
        if self.closed:
            raise StoreError("the store is closed")
        return self.lock


class MemoryLog:
    """Streams in plain dictionaries."""

    def __init__(self, shared: Shared) -> None:
        self.commits = 0
        """How often this store has committed."""
        self._shared = shared
        self._streams: dict[str, list[Record]] = {}
        self._answers: dict[str, Answer] = {}
        self._books: dict[str, bytes] = {}
        self._balances: dict[str, int] = {}

    def mark(self, *, asking: bool = True) -> CommitMark:  # there is nobody else to ask about
        return CommitMark(0, self.commits)

    def head(self, stream: str) -> Head:
        with self._shared.open():
            records = self._streams.get(stream)
            return Head(stream, records[-1].version, records[-1].hash) if records else Head(stream)

    def heads(self) -> list[Head]:
        with self._shared.open():
            return [self.head(stream) for stream in sorted(self._streams)]

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        with self._shared.open():
            return iter(self._streams.get(stream, [])[max(after, 0) :])

    def answer(self, key: str) -> Answer | None:
        with self._shared.open():
            return self._answers.get(key)

    def answers(self, keys: Collection[str]) -> dict[str, Answer]:
        with self._shared.open():
            return {key: self._answers[key] for key in keys if key in self._answers}

    def idle_answers(self) -> list[Answer]:
        with self._shared.open():
            return [
                a for _, a in sorted(self._answers.items()) if not (a.reason or a.clause) and a.last < max(a.first, 1)
            ]

    def book(self, fingerprint: str) -> bytes | None:
        with self._shared.open():
            return self._books.get(fingerprint)

    def balances(self) -> dict[str, int]:
        with self._shared.open():
            return dict(sorted(self._balances.items()))

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        """One process writes here at a time; a second one finds out by the versions."""
        return nullcontext()

    def append(self, batch: Batch) -> CommitMark:
        check_values(batch)
        shelves = self._shared.shelves
        with self._shared.open():
            check_mark(batch, self.mark())
            advanced(batch, self.head)
            keys = [answer.key for answer in batch.answers]
            if len(set(keys)) < len(keys) or not self._answers.keys().isdisjoint(keys):
                raise ConflictError("a command with that key has been answered already")
            for row in batch.shelved:
                check_shelved(row, shelves.get((row.shelf, row.name)))
            for row in batch.shelved:
                shelves.pop((row.shelf, row.name), None)
                if row.new is not None:
                    shelves[row.shelf, row.name] = row.new
            self._shared.people.update({person.id: person for person in batch.people})
            for who in batch.forgotten:
                self._shared.people.pop(who, None)
            for record in batch.records:
                self._streams.setdefault(record.stream, []).append(record)
                for posting in record.postings:
                    self._balances[posting.account] = self._balances.get(posting.account, 0) + posting.cents
            self._answers.update(zip(keys, batch.answers, strict=True))
            for fingerprint, body in batch.books:
                self._books.setdefault(fingerprint, body)
            self.commits += 1
            self._shared.lock.notify_all()
            return self.mark()

    def try_append(self, batch: Batch) -> None:
        check_values(batch)
        with self._shared.open():
            advanced(batch, self.head)

    def was_committed(self, batch: Batch) -> bool:
        """Memory never leaves it open; a trial that makes it do so asks for the answers and records."""
        with self._shared.open():
            given = all(self._answers.get(answer.key) == answer for answer in batch.answers)
            return given and all(self._has(record) for record in batch.records)

    def _has(self, record: Record) -> bool:
        records = self._streams.get(record.stream, ())
        return len(records) >= record.version and records[record.version - 1] == record


class MemorySnapshots:
    """The last state of each stream."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._kept: dict[str, Snapshot] = {}

    def get(self, stream: str) -> Snapshot | None:
        with self._shared.open():
            return self._kept.get(stream)

    def save(self, snapshot: Snapshot) -> None:
        self.save_all([snapshot])

    def save_all(self, snapshots: Sequence[Snapshot]) -> None:
        for snapshot in snapshots:
            check_snapshot(snapshot)
        with self._shared.open():
            self._kept |= {snapshot.stream: snapshot for snapshot in snapshots}


class MemoryPeople:
    """Names and addresses by id."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._known = shared.people

    def all(self) -> list[Person]:
        with self._shared.open():
            return [self._known[person] for person in sorted(self._known)]

    def save(self, person: Person) -> None:
        check_person(person)
        with self._shared.open():
            self._known[person.id] = person

    def erase(self, person: str) -> bool:
        with self._shared.open():
            return self._known.pop(person, None) is not None


class MemorySettings:
    """Rows by shelf and name."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def get(self, shelf: str, name: str) -> bytes | None:
        with self._shared.open():
            return self._shared.shelves.get((shelf, name))

    def put(self, shelf: str, name: str, body: bytes) -> None:
        check_kept(shelf, name)
        with self._shared.open():
            self._shared.shelves[shelf, name] = body

    def take(self, shelf: str, name: str) -> bytes | None:
        with self._shared.open():
            return self._shared.shelves.pop((shelf, name), None)

    def swap(self, shelf: str, name: str, old: bytes | None, new: bytes) -> bool:
        with self._shared.open():
            if self._shared.shelves.get((shelf, name)) != old:
                return False
            self._shared.shelves[shelf, name] = new
            return True

    def names(self, shelf: str) -> list[str]:
        with self._shared.open():
            return sorted(name for where, name in self._shared.shelves if where == shelf)


class MemoryStore:
    """The four ports in memory."""

    def __init__(self, clock: Callable[[], int] = machine_time) -> None:
        self._shared = Shared()
        self._clock = Clock(clock)
        self.log = MemoryLog(self._shared)
        self.snapshots = MemorySnapshots(self._shared)
        self.people = MemoryPeople(self._shared)
        self.settings = MemorySettings(self._shared)

    def now(self) -> int:
        return self._clock()

    def wait_for_news(self, timeout: float) -> bool:
        with self._shared.open():
            return self._shared.lock.wait(timeout)

    def missing_rights(self) -> list[str]:
        return []

    def close(self) -> None:
        with self._shared.lock:
            self._shared.closed = True
