"""The store's figures, each as a ratio taken in one run: ``make bench``.

Durable commands by one client and by 64, against raw single-row commits to SQLite with synchronous=FULL on the same
disk in the same run; a rehearsal in memory against one on disk; reopening a long table from its snapshot against a full
replay, and a house that shows it; and verifying the log of a pit against only reading the same records and decoding
each event into its struct. What is compared alternates, and the middle ratio of several counts, for a disk's pace, or a
busy machine's, changes from second to second. ``--profile`` shows where a group's time goes.
"""

from __future__ import annotations

import cProfile
import pstats
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from threading import Event

import msgspec
from benchmarks.figures import record

from feltwork.cage.commands import Deposit
from feltwork.cage.events import CAGE_EVENTS
from feltwork.cage.till import Till
from feltwork.engine.aggregates import AGGREGATES
from feltwork.engine.compiled_book import compiled
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.writer_queue import WriterQueue
from feltwork.rehearse.craps import Rehearsal
from feltwork.server.runtime import Runtime
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Batch, Store, StoreError
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live.schema import LIFE
from feltwork.verifier import parallel
from feltwork.verifier.log.database import DatabaseReading
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

COMMITS, COMMANDS, CLIENTS, TURNS, REPEATS, EVENTS = 300, 300, 64, 15, 7, 100_000
PIT = {"one": "star-craps", "two": "crown-craps", "three": "crown-craps", "four": "star-craps"}
"""Tables of the log that is verified."""
WAL, AS_IT_COMES = "wal", "delete"
"""Journals of SQLite: the write-ahead log, which a store uses, and the one that SQLite keeps when nobody says."""
TILL = Till(key=b"benchmarks" * 4)
"""With a key of its own a server trusts the snapshots that it made before."""


def raw_commits(path: Path, journal: str = WAL) -> float:
    """Single-row commits a second, as fast as SQLite makes them durable."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"PRAGMA journal_mode={journal}")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, body BLOB)")
    start = time.perf_counter()
    for n in range(COMMITS):
        db.execute("INSERT INTO t VALUES (?, ?)", (n, b"x" * 100))
    taken = time.perf_counter() - start
    db.close()
    return COMMITS / taken


def deposit(n: int) -> Envelope:
    return Envelope(f"k{n}", "cage", "till", "cashier", Deposit("ann", 100))


def one_client(store: Store) -> float:
    desk = Desk(store)
    start = time.perf_counter()
    for n in range(COMMANDS):
        desk.submit(deposit(n))
    return COMMANDS / (time.perf_counter() - start)


class Client:
    """Sends its next command when the last one is answered, as a terminal behind a server does."""

    def __init__(self, queue: WriterQueue, number: int, total: int) -> None:
        self.queue, self.next, self.total = queue, number, total
        self.done = Event()
        self.go_on()

    def go_on(self, answered: Answer | StoreError | None = None) -> None:
        if answered is not None:
            assert isinstance(answered, Answer)
            assert not answered.reason
        if self.next >= self.total:
            self.done.set()
            return
        sent, self.next = deposit(self.next), self.next + CLIENTS
        self.queue.put(sent, self.go_on)


def many_clients(store: Store) -> tuple[float, int]:
    queue = WriterQueue(Desk(store))
    total = COMMANDS * 20
    start = time.perf_counter()
    for client in [Client(queue, number, total) for number in range(CLIENTS)]:
        client.done.wait()
    taken = time.perf_counter() - start
    queue.close()
    return total / taken, queue.groups


def rehearsal(store: Store, rounds: int) -> float:
    table = Rehearsal(Desk(store), "bench", "star-craps", None, 7)
    start = time.perf_counter()
    table.open()
    for _ in table.rounds(rounds):
        pass
    return (table.night.tally.accepted + table.night.tally.refused) / (time.perf_counter() - start)


def long_log(path: Path, books: dict[str, str], events: int) -> str:
    """Tables of many events each in a file; the name of the first."""
    desk = Desk(MemoryStore())
    tables = [Rehearsal(desk, name, book, None, 7) for name, book in books.items()]
    for table in tables:
        table.open()
        for _ in table.rounds(1_000_000):
            if desk.streams.head(f"table/{table.night.table}").version >= events:
                break
    store = SqliteStore(path)
    for head in desk.store.log.heads():
        records = list(desk.store.log.read(head.stream))
        for start in range(0, len(records), 2000):
            store.log.append(Batch(tuple(records[start : start + 2000])))
    for table in tables:
        opening = desk.table(table.night.table).opening.opened
        assert opening
        answers = desk.store.log.answers(
            [f"{table.night.table}-7-{n}" for n in range(table.night.tally.accepted + table.night.tally.refused + 1)]
        )
        store.log.append(Batch((), tuple(answers.values()), ((opening.fingerprint, compiled(opening)),)))
    store.close()
    return tables[0].night.table


def reopened(path: Path, table: str) -> tuple[float, int]:
    """Seconds to open the store and have the table, and its events."""
    start = time.perf_counter()
    desk = Desk(SqliteStore(path))
    version = desk.table(table).version
    taken = time.perf_counter() - start
    desk.close()
    desk.store.close()
    return taken, version


def snapshot_times(path: Path, table: str) -> tuple[float, list[float], int]:
    full, events = reopened(path, table)  # leaves a snapshot behind
    return full, [reopened(path, table)[0] for _ in range(3)], events


def started(path: Path) -> float:
    """Seconds until a house shows the tables of this store."""
    start = time.perf_counter()
    house = Runtime(f"sqlite:{path}", till=TILL)
    house.start()
    taken = time.perf_counter() - start
    house.stop()
    return taken


def decoded(reading: DatabaseReading) -> int:
    """Read every record that the verifier reads, each event into its struct; how many."""
    count = 0
    kinds = {"table": LIFE.read, "cage": CAGE_EVENTS.read, "refused": _refused}
    kinds |= {kind.kind: kind.events.read for kind in AGGREGATES}
    for stream in reading.streams():
        read = kinds[stream.partition("/")[0]]
        for row in reading.records(stream):
            read(row.schema, row.body)
            count += 1
    return count


def _refused(schema: int, body: bytes) -> object:
    return msgspec.json.decode(body)


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start


def verify_times(path: Path, clock: Callable[[], float]) -> tuple[list[float], list[float], int]:
    """Seconds to read and decode a log and to verify it, turn by turn, and the log's records."""
    reading = read_log(str(path))
    assert not verify(reading)
    count = decoded(reading)
    turns = []
    for _ in range(REPEATS):
        read = (seconds(lambda: decoded(reading), clock) + seconds(lambda: decoded(reading), clock)) / 2
        turns.append((read, seconds(lambda: verify(reading), clock)))
    reading.close()
    reads, verifies = zip(*turns, strict=True)
    return list(reads), list(verifies), count


def ratios(reads: list[float], verifies: list[float]) -> list[float]:
    return [read / taken for read, taken in zip(reads, verifies, strict=True)]


def verifying(room: Path) -> None:
    """A pit's log with every processor there is and with one, and the log of one table."""
    pit = room / "pit.db"
    long_log(pit, PIT, EVENTS // 5)
    read, taken, count = verify_times(pit, time.perf_counter)
    record("verify-pit", ratio := ratios(read, taken))
    told = f"{median(taken):.2f} s, reading them {median(read):.2f} s, {median(ratio):.2f} (aim 0.2)"
    print(f"verifying {count} records: {told}")
    parallel.WORTH_IT = sys.maxsize
    read, taken, count = verify_times(pit, time.process_time)
    record("verify-pit-one-processor", ratio := ratios(read, taken))
    print(f"  with one processor: {median(taken):.2f} s of it, reading {median(read):.2f} s, {median(ratio):.2f}")
    one = room / "one.db"
    long_log(one, {"one": "star-craps"}, EVENTS // 5)
    read, taken, count = verify_times(one, time.process_time)
    each, reading = ([seconds / count * 1e6 for seconds in column] for column in (taken, read))
    record("verify-table", ratio := ratios(read, taken))
    record("verify-record", each)
    record("read-record", reading)
    told = f"{median(each):.1f} us each, {median(reading):.1f} us to read one, {median(ratio):.2f}"
    print(f"  one table of {count} records: {told}")


def commits_and_commands(room: Path) -> None:
    ones, manys, rates, plain = [], [], [], []
    for n in range(TURNS):
        raw = raw_commits(room / f"raw{n}.db")
        one = one_client(SqliteStore(room / f"one{n}.db"))
        raw_again = raw_commits(room / f"again{n}.db")
        many, _ = many_clients(SqliteStore(room / f"many{n}.db"))
        ones.append(one / ((raw + raw_again) / 2))
        manys.append(many / raw_again)
        rates.append((raw, one, many))
        plain.append(raw_commits(room / f"plain{n}.db", AS_IT_COMES))
    for name, column in zip(
        ("raw SQLite commits", "one client", f"{CLIENTS} clients"), zip(*rates, strict=True), strict=True
    ):
        print(f"{name}: {min(column):.0f} to {max(column):.0f} a second")
    print(f"durable commands, one client: {median(ones):.2f} of raw (aim 0.5), {min(ones):.2f} to {max(ones):.2f}")
    print(
        f"durable commands, {CLIENTS} clients: {median(manys):.1f} of raw (aim 8), {min(manys):.1f} to {max(manys):.1f}"
    )
    raws, by_one, by_many = zip(*rates, strict=True)
    print(
        f"against SQLite with the journal it comes with ({median(plain):.0f} commits a second): "
        f"one client {median(by_one) / median(plain):.2f}, {CLIENTS} clients {median(by_many) / median(plain):.1f}"
    )
    record("raw-commits", raws)
    record("raw-commits-journal", plain)
    record("one-client", ones)
    record("one-client-journal", [rate / median(plain) for rate in by_one])
    record("many-clients", manys)
    record("many-clients-journal", [rate / median(plain) for rate in by_many])
    record("many-clients-rate", by_many)


def profile(room: Path) -> None:
    """Where a group of commands spends its time."""
    desk = Desk(SqliteStore(room / "profile.db"))
    watch = cProfile.Profile()
    for group in range(200):
        sent = [deposit(group * CLIENTS + n) for n in range(CLIENTS)]
        watch.runcall(desk.submit_many, sent)
    pstats.Stats(watch).sort_stats("tottime").print_stats(16)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        if "--profile" in sys.argv:
            profile(room)
            return
        commits_and_commands(room)
        disk = rehearsal(SqliteStore(room / "rehearsal.db"), 20)
        memory = rehearsal(MemoryStore(), 100)
        print(f"rehearsal: {memory:.0f} commands a second in memory, {disk:.0f} on disk, {memory / disk:.1f} (aim 5)")
        record("rehearsal", [memory / disk])
        table = long_log(room / "long.db", {"long": "star-craps"}, EVENTS)
        full, kept, events = snapshot_times(room / "long.db", table)
        told = f"{full:.2f} s by replay, {median(kept) * 1000:.1f} ms by snapshot"
        print(f"reopening {events} events: {told}, {median(kept) / full:.4f} (aim 0.02)")
        record("reopening", [taken / full for taken in kept])
        record("reopening-snapshot", [taken * 1000 for taken in kept])
        record("reopening-replay", [full])
        full, kept = started(room / "long.db"), [started(room / "long.db") for _ in range(3)]
        told = f"{full:.2f} s the first time, {median(kept) * 1000:.1f} ms from then on"
        print(f"a house that shows them starts: {told}, {median(kept) / full:.4f}")
        record("starting", [taken / full for taken in kept])
        record("starting-again", [taken * 1000 for taken in kept])
        record("starting-first", [full])
        verifying(room)


if __name__ == "__main__":
    main()
