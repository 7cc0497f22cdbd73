"""Crashes, duplicates, two processes and tampering, for every kind of aggregate."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.engine.desk import Desk
from feltwork.engine.sealed_answers import seal_answers
from feltwork.engine.writer_queue import WriterQueue
from feltwork.store import crash_points as crashing
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Store
from feltwork.verifier.keys.checkpoint import make_checkpoint
from feltwork.verifier.log.rows import AnswerRow
from feltwork.verifier.verify import verify
from tests.aggregates.scenes import SCENES, START, Step, played
from tests.build import rows_of
from tests.faults.load import FRESH, SEED, Crash, acknowledged, check_once, log, verified
from tests.verifier.tampering import Log, edit_answer, edit_postings, tamper

EVERY = pytest.mark.parametrize("name", sorted(SCENES))
TAMPERS = int(os.environ.get("FELTWORK_TAMPERS", "60"))
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
POINTS = (
    "before the desk commits",
    "after the desk commits",
    "before the queue acknowledges",
    "after the queue acknowledges",
)


def work(url: str, steps: list[Step], heard: str, crash: Crash) -> None:
    """Send the steps one by one; what is acknowledged is written down at that moment."""
    crashing.armed.append(crash)
    out = os.open(heard, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    queue = WriterQueue(Desk(open_store(url)))
    for seconds, sent in steps:
        queue.desk.now = lambda seconds=seconds: START + seconds * 1_000_000  # type: ignore[misc]  # bound now
        os.write(out, msgspec.json.encode(queue.send(sent).result()) + b"\n")


def crash(url: str, name: str, folder: Path) -> None:
    """Die at each point in turn, a little later each time; then everything is sent again."""
    steps = SCENES[name]().steps
    heard = folder / "heard"
    for turn, point in enumerate(POINTS):
        process = FRESH.Process(
            target=work, args=(url, steps, str(heard), Crash(point, (turn + 1) * len(steps) // 5 + 1)), daemon=True
        )
        process.start()
        process.join(120)
        assert process.exitcode == -signal.SIGKILL, "the point was not passed"
    told = acknowledged(heard)
    store, model = open_store(url), MemoryStore()
    try:
        check_once(store, told.values())
        again = played(store, steps)
        assert [told.get(given.key, given) for given in again] == again
        played(model, steps)
        assert log(store) == log(model)
        assert store.log.balances() == model.log.balances()
        seal_answers(store)
    finally:
        store.close()
    assert verified(url) == []


@EVERY
def test_a_process_dies_at_every_point_on_sqlite(name: str, tmp_path: Path) -> None:
    crash(str(tmp_path / "log.sqlite"), name, tmp_path)


@EVERY
def test_a_process_dies_at_every_point_on_postgres(name: str, tmp_path: Path, postgres_schema: str) -> None:
    crash(postgres_schema, name, tmp_path)


def taken_in_turns(url: str, name: str) -> None:
    """Two processes send every other command, each twice: every one is done once, as one process would have."""
    steps = SCENES[name]().steps
    stores = [open_store(url), open_store(url)]
    desks, model = [Desk(store) for store in stores], MemoryStore()
    try:
        for number, step in enumerate(steps):
            first = played(stores[0], [step], desks[number % 2])
            assert played(stores[1], [step], desks[1 - number % 2]) == first, "the same key gets the same answer"
        played(model, steps)
        assert log(stores[0]) == log(model)
        assert stores[1].log.balances() == model.log.balances()
    finally:
        for store in stores:
            store.close()
    assert verified(url) == []


@EVERY
def test_two_processes_take_turns_on_sqlite(name: str, tmp_path: Path) -> None:
    taken_in_turns(str(tmp_path / "log.sqlite"), name)


@EVERY
def test_two_processes_take_turns_on_postgres(name: str, postgres_schema: str) -> None:
    taken_in_turns(postgres_schema, name)


def readable(store: Store, steps: list[Step]) -> Log:
    """The log of a store as plain rows."""
    found = [store.log.answer(sent.key) for _, sent in steps]
    answers = [AnswerRow(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason) for a in found if a]
    prints = {
        row.body.split(b'"fingerprint":"')[1][:64].decode() for row in rows_of(store) if row.kind == "table-opened"
    }
    return Log(rows_of(store), answers, [(name, store.log.book(name) or b"") for name in sorted(prints)])


@EVERY
def test_tampering_is_found(name: str) -> None:
    """In every way, against a checkpoint; and rehashed without one, where it moves money or is answered otherwise."""
    store, steps = MemoryStore(), SCENES[name]().steps
    played(store, steps)
    sound = readable(store, steps)
    checkpoint = make_checkpoint(store.log.heads(), START, 1, KEY)
    assert verify(sound.reading(), checkpoint, KEY.public_key()) == []
    for seed in range(SEED, SEED + TAMPERS):
        changed = sound.copy()
        what = tamper(changed, Random(seed), seed) if changed.books or seed % 9 != 7 else "there is no book"
        assert verify(changed.reading(), checkpoint, KEY.public_key()) or "no book" in what, f"seed {seed}: {what}"
    for seed in range(SEED, SEED + TAMPERS):
        changed, chance = sound.copy(), Random(seed)
        what = chance.choice((edit_postings, edit_answer))(changed, chance)
        changed.rechain()
        assert verify(changed.reading()), f"seed {seed}: {what}"
