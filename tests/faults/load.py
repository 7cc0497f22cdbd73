"""Commands to send, a process that sends them and may die, and what must be true whatever became of it."""

from __future__ import annotations

import os
import random
import re
import signal
from collections import Counter
from collections.abc import Iterable
from graphlib import TopologicalSorter
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.refusing import Refused
from feltwork.engine.sealed_answers import seal_answers
from feltwork.engine.writer_queue import WriterQueue
from feltwork.rehearse.kinds import kind_of
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.store import crash_points as crashing
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Store, StoreError
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.verify import findings

SEED = int(os.environ.get("FELTWORK_SEED", "0"))
"""Soak gives another one each time."""
FRESH = get_context("forkserver")
FRESH.set_forkserver_preload(["tests.faults.load"])
BOOKS = ("star-craps", "crown-craps", "dragon-fire")
TIME = re.compile(rb":\d{16}\b")
"""A time by the clock, in an event that holds one."""
Log = list[tuple[str, str, str, bytes, object]]


def recorded(seed: int, rounds: int = 12, table: str = "t") -> list[Envelope]:
    """All commands of a rehearsal, as they were sent."""
    sent: list[Envelope] = []

    class Listening(Desk):
        def submit(self, envelope: Envelope) -> Answer:
            sent.append(envelope)
            return super().submit(envelope)

    book = BOOKS[seed % len(BOOKS)]
    rehearsal = kind_of(book)(Listening(MemoryStore()), table, book, None, seed)
    rehearsal.open()
    for _ in rehearsal.rounds(rounds):
        pass
    rehearsal.close()
    return sent


class Crash:
    """Kill this process, as the kernel does it, when a point is passed for the ``turn``-th time."""

    def __init__(self, point: str, turn: int) -> None:
        self.point, self.left = point, turn

    def __call__(self, name: str) -> None:
        self.left -= name == self.point
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)


def work(url: str, sent: list[list[Envelope]], heard: str, crash: Crash | None = None) -> None:
    """Send groups of commands through the queue; what is acknowledged is written down at that moment."""
    if crash:
        crashing.armed.append(crash)
    out = os.open(heard, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    queue = WriterQueue(Desk(open_store(url)))
    shelves = RecordedShelves(open_store(url)) if crash and "sessions" in crash.point else None
    for number, group in enumerate(sent):
        if shelves is not None:
            shelves.put("link", f"link {number % 3}", b'{"n":%d}' % number)
        if crash and "sealed" in crash.point and number:
            seal_answers(queue.desk.store)
        futures = [queue.send(envelope) for envelope in group]
        for future in futures:
            future.add_done_callback(lambda done: os.write(out, msgspec.json.encode(done.result()) + b"\n") and None)
        for future in futures:
            future.result()
    queue.close()
    queue.desk.store.close()


def start(url: str, sent: list[list[Envelope]], heard: Path, crash: Crash | None = None) -> BaseProcess:
    process = FRESH.Process(target=work, args=(url, sent, str(heard), crash), daemon=True)
    process.start()
    return process


def acknowledged(heard: Path) -> dict[str, Answer]:
    """What clients have been told; a line cut by a kill was not heard."""
    lines = heard.read_bytes().splitlines(keepends=True) if heard.exists() else []
    told = [msgspec.json.decode(line, type=Answer) for line in lines if line.endswith(b"\n")]
    return {answer.key: answer for answer in told}


def groups(sent: list[Envelope], chance: random.Random, most: int = 8) -> list[list[Envelope]]:
    found, at = [], 0
    while at < len(sent):
        size = chance.randint(1, most)
        found.append(sent[at : at + size])
        at += size
    return found


def verified(url: str) -> list[Finding]:
    """What ``audit verify`` finds."""
    reading = read_log(url)
    try:
        return list(findings(reading))
    finally:
        reading.close()


def log(store: Store) -> Log:
    """Everything in the log but the clock, stream by stream."""
    return [
        (r.stream, r.key, r.kind, TIME.sub(b":0", r.body), r.postings)
        for head in store.log.heads()
        for r in store.log.read(head.stream)
    ]


def played(store: Store) -> Log:
    """The same without refusals, whose repeats are counted anew after a restart, who came in, and what was sealed."""
    return [row for row in log(store) if not row[0].startswith(("refused/", "door", "answers"))]


def refusals_kept(store: Store) -> Counter[tuple[bytes, str, str]]:
    """How many refusals of each kind the records stand for."""
    kept: Counter[tuple[bytes, str, str]] = Counter()
    for head in store.log.heads():
        for record in store.log.read(head.stream) if head.stream.startswith("refused/") else ():
            if record.kind != "refused":
                continue
            answer = store.log.answer(record.key)
            assert answer
            kept[answer.digest, answer.clause, answer.reason] += msgspec.json.decode(record.body, type=Refused).times
    return kept


def check_once(store: Store, told: Iterable[Answer]) -> None:
    """What was acknowledged is there, as it was said, and once."""
    told = list(told)
    written = Counter((r.stream, r.key) for head in store.log.heads() for r in store.log.read(head.stream))
    kept = refusals_kept(store)
    for refusal, times in Counter((a.digest, a.clause, a.reason) for a in told if a.reason).items():
        assert times <= 2 * kept[refusal], "repeats are recorded when their count doubles"
    for answer in told:
        assert store.log.answer(answer.key) == answer
        if answer.reason:
            where = "refused/cage" if answer.stream == "cage" else f"refused/{answer.stream.removeprefix('table/')}"
            assert written[where, answer.key] <= 1
            assert written[answer.stream, answer.key] == 0
        else:
            assert written[answer.stream, answer.key] == (answer.last - answer.first + 1 if answer.first else 0)
    assert sum(store.log.balances().values()) == 0


def check_resent(url: str, sent: list[Envelope], told: dict[str, Answer]) -> None:
    """The same keys once more get the same answers, and all together leave the log of one execution."""
    store = open_store(url)
    desk, model = Desk(store), Desk(MemoryStore())
    try:
        for envelope in sent:
            answer, expected = desk.submit(envelope), model.submit(envelope)
            assert (answer.first, answer.last, answer.reason) == (expected.first, expected.last, expected.reason)
            assert answer == told.get(envelope.key, answer)
        assert played(store) == played(model.store)
        assert store.log.balances() == model.store.log.balances()
    finally:
        store.close()
    assert verified(url) == []


def patiently(desk: Desk, envelope: Envelope) -> Answer:
    """Ask again while a store that was lost is found."""
    for _ in range(20):
        try:
            return desk.submit(envelope)
        except StoreError:
            continue
    raise AssertionError("the store does not come back")


def executed(store: Store) -> list[str]:
    """The keys of what was done, in an order that every stream agrees with."""
    order: TopologicalSorter[str] = TopologicalSorter()
    for head in store.log.heads():
        if not head.stream.startswith("refused/"):
            keys = [record.key for record in store.log.read(head.stream)]
            order.add(keys[0])
            for before, key in pairwise(keys):
                if before != key:
                    order.add(key, before)
    return list(order.static_order())
