"""The store's figures, each as a ratio taken in one run: ``make bench``.

Durable commands by one client and by 64, against raw single-row commits to SQLite with synchronous=FULL on the same
disk in the same run; and a rehearsal in memory against one on disk.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from concurrent.futures import Future
from pathlib import Path
from threading import Event

from feltwork.rehearse.craps import Rehearsal
from feltwork.store.desk import Deposit, Desk, Envelope
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Store
from feltwork.store.queue import DeskQueue
from feltwork.store.sqlite import SqliteStore

COMMITS, COMMANDS, CLIENTS = 300, 300, 64


def raw_commits(path: Path) -> float:
    """Single-row commits a second, as fast as SQLite makes them durable."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
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

    def __init__(self, queue: DeskQueue, number: int, total: int) -> None:
        self.queue, self.next, self.total = queue, number, total
        self.done = Event()
        self.go_on()

    def go_on(self, answered: Future[Answer] | None = None) -> None:
        if answered is not None:
            assert not answered.result().reason
        if self.next >= self.total:
            self.done.set()
            return
        sent, self.next = deposit(self.next), self.next + CLIENTS
        self.queue.send(sent).add_done_callback(self.go_on)


def many_clients(store: Store) -> tuple[float, int]:
    queue = DeskQueue(Desk(store))
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
    return (table.accepted + table.refused) / (time.perf_counter() - start)


def main() -> None:
    with tempfile.TemporaryDirectory() as room:
        raw = raw_commits(Path(room) / "raw.db")
        one = one_client(SqliteStore(str(Path(room) / "one.db")))
        many, groups = many_clients(SqliteStore(str(Path(room) / "many.db")))
        disk = rehearsal(SqliteStore(str(Path(room) / "rehearsal.db")), 20)
        memory = rehearsal(MemoryStore(), 100)
    print(f"raw SQLite commits: {raw:.0f} a second")
    print(f"durable commands, one client: {one:.0f} a second, {one / raw:.2f} of raw (aim 0.5)")
    print(
        f"durable commands, {CLIENTS} clients: {many:.0f} a second in {groups} commits, {many / raw:.1f} of raw (aim 8)"
    )
    print(f"rehearsal: {memory:.0f} commands a second in memory, {disk:.0f} on disk, {memory / disk:.1f} times (aim 5)")


if __name__ == "__main__":
    main()
