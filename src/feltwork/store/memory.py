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


class MemoryStore:
    """Streams in plain dictionaries."""

    def __init__(self, clock: Callable[[], int] = machine_time) -> None:
        self.commits = 0
        """How often this store has committed."""
        self._clock = Clock(clock)
        self._lock = Condition(RLock())
        self._streams: dict[str, list[Record]] = {}
        self._answers: dict[str, Answer] = {}
        self._books: dict[str, bytes] = {}
        self._people: dict[str, Person] = {}
        self._shelves: dict[tuple[str, str], bytes] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._balances: dict[str, int] = {}
        self._closed = False

    def now(self) -> int:
        return self._clock()

    def mark(self, *, asking: bool = True) -> CommitMark:  # there is nobody else to ask about
        return CommitMark(0, self.commits)

    def head(self, stream: str) -> Head:
        with self._open():
            records = self._streams.get(stream)
            return Head(stream, records[-1].version, records[-1].hash) if records else Head(stream)

    def heads(self) -> list[Head]:
        with self._open():
            return [self.head(stream) for stream in sorted(self._streams)]

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        with self._open():
            return iter(self._streams.get(stream, [])[max(after, 0) :])

    def answer(self, key: str) -> Answer | None:
        with self._open():
            return self._answers.get(key)

    def answers(self, keys: Collection[str]) -> dict[str, Answer]:
        with self._open():
            return {key: self._answers[key] for key in keys if key in self._answers}

    def idle_answers(self) -> list[Answer]:
        with self._open():
            return [
                a for _, a in sorted(self._answers.items()) if not (a.reason or a.clause) and a.last < max(a.first, 1)
            ]

    def book(self, fingerprint: str) -> bytes | None:
        with self._open():
            return self._books.get(fingerprint)

    def balances(self) -> dict[str, int]:
        with self._open():
            return dict(sorted(self._balances.items()))

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        """One process writes here at a time; a second one finds out by the versions."""
        return nullcontext()

    def append(self, batch: Batch) -> CommitMark:
        check_values(batch)
        with self._open():
            check_mark(batch, self.mark())
            advanced(batch, self.head)
            keys = [answer.key for answer in batch.answers]
            if len(set(keys)) < len(keys) or not self._answers.keys().isdisjoint(keys):
                raise ConflictError("a command with that key has been answered already")
            for row in batch.shelved:
                check_shelved(row, self._shelves.get((row.shelf, row.name)))
            for row in batch.shelved:
                self._shelves.pop((row.shelf, row.name), None)
                if row.new is not None:
                    self._shelves[row.shelf, row.name] = row.new
            for record in batch.records:
                self._streams.setdefault(record.stream, []).append(record)
                for posting in record.postings:
                    self._balances[posting.account] = self._balances.get(posting.account, 0) + posting.cents
            self._answers.update(zip(keys, batch.answers, strict=True))
            for fingerprint, body in batch.books:
                self._books.setdefault(fingerprint, body)
            self.commits += 1
            self._lock.notify_all()
            return self.mark()

    def try_append(self, batch: Batch) -> None:
        check_values(batch)
        with self._open():
            advanced(batch, self.head)

    def missing_rights(self) -> list[str]:
        return []

    def was_committed(self, batch: Batch) -> bool:
        """Memory never leaves it open; a trial that makes it do so asks for the answers and records."""
        with self._open():
            given = all(self._answers.get(answer.key) == answer for answer in batch.answers)
            return given and all(self._has(record) for record in batch.records)

    def _has(self, record: Record) -> bool:
        records = self._streams.get(record.stream, ())
        return len(records) >= record.version and records[record.version - 1] == record

    def save_snapshot(self, snapshot: Snapshot) -> None:
        check_snapshot(snapshot)
        with self._open():
            self._snapshots[snapshot.stream] = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        with self._open():
            return self._snapshots.get(stream)

    def people(self) -> list[Person]:
        with self._open():
            return [self._people[person] for person in sorted(self._people)]

    def save_person(self, person: Person) -> None:
        check_person(person)
        with self._open():
            self._people[person.id] = person

    def erase_person(self, person: str) -> bool:
        with self._open():
            return self._people.pop(person, None) is not None

    def put(self, shelf: str, name: str, body: bytes) -> None:
        check_kept(shelf, name)
        with self._open():
            self._shelves[shelf, name] = body

    def get(self, shelf: str, name: str) -> bytes | None:
        with self._open():
            return self._shelves.get((shelf, name))

    def take(self, shelf: str, name: str) -> bytes | None:
        with self._open():
            return self._shelves.pop((shelf, name), None)

    def swap(self, shelf: str, name: str, old: bytes | None, new: bytes) -> bool:
        with self._open():
            if self._shelves.get((shelf, name)) != old:
                return False
            self._shelves[shelf, name] = new
            return True

    def names(self, shelf: str) -> list[str]:
        with self._open():
            return sorted(name for where, name in self._shelves if where == shelf)

    def wait_for_news(self, timeout: float) -> bool:
        with self._open():
            return self._lock.wait(timeout)

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _open(self) -> Condition:
        if self._closed:
            raise StoreError("the store is closed")
        return self._lock
