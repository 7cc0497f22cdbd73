"""kill -9 while 32 clients send: what was acknowledged is there afterwards, once; and backends that are cut off."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path
from threading import Event, Thread

import psycopg

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, StoreError
from feltwork.store.postgres import PostgresStore
from feltwork.table.live import commands as ask
from tests.faults.load import SEED, acknowledged, check_once, check_resent, patiently, recorded, start, verified

KILLS = int(os.environ.get("FELTWORK_KILLS", "10"))
CLIENTS = 32
OFTEN = 10
"""A look at the whole log, by the verifier too, after so many kills; at what was acknowledged last, after each."""


def kill_under_load(url: str, folder: Path) -> None:
    chance = random.Random(SEED)
    opening = recorded(SEED, rounds=0)[:-12]
    desk = Desk(open_store(url))
    desk.submit_many(opening)
    desk.store.close()
    heard, told = folder / "heard", 0
    for turn in range(KILLS):
        heard.unlink(missing_ok=True)
        process = start(url, endless(turn, chance), heard)
        while process.is_alive() and not acknowledged(heard):
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.03))
        process.kill()
        process.join(30)
        assert process.exitcode == -signal.SIGKILL, "it was still at work"
        answers = acknowledged(heard)
        assert answers
        told += len(answers)
        store = open_store(url)
        assert all(store.log.answer(key) == answer for key, answer in answers.items())
        if turn % OFTEN == OFTEN - 1:
            check_once(store, answers.values())
            assert verified(url) == []
        store.close()
    assert verified(url) == []
    print(f"{KILLS} kills under load, {told} commands acknowledged in between")


def endless(turn: int, chance: random.Random) -> list[list[Envelope]]:
    """More waves of wagers by 32 clients than there is time for, with keys of their own."""
    waves = []
    for wave in range(400):
        bodies = [
            ask.PlaceWager(seat, "field", 500) if chance.random() < 0.6 else ask.RemoveWager(seat, "field")
            for seat in (1 + client % 6 for client in range(CLIENTS))
        ]
        waves.append([Envelope(f"{turn}-{wave}-{n}", "t", f"t-p{b.seat}", "player", b) for n, b in enumerate(bodies)])
    return waves


def test_kills_under_load_on_sqlite(tmp_path: Path) -> None:
    kill_under_load(str(tmp_path / "log.sqlite"), tmp_path)


def test_kills_under_load_on_postgres(tmp_path: Path, postgres_schema: str) -> None:
    kill_under_load(postgres_schema, tmp_path)


class Cutter(Thread):
    """Ends the database's side of a store's connections at random moments."""

    def __init__(self, url: str, store: PostgresStore, ends: int) -> None:
        super().__init__(daemon=True)
        self.url, self.store, self.left = url, store, ends
        self.met = Event()
        """Set by whoever has met with an ended connection: the next one is ended after that, or soon after."""

    def run(self) -> None:
        chance = random.Random(SEED)
        with psycopg.connect(self.url, autocommit=True) as other:
            while self.left:
                time.sleep(chance.uniform(0, 0.03))
                # Every command writes and few read: a reader that was ended may not be missed before the next one is.
                victim = chance.choice((*[self.store.connections._writer] * 3, self.store.connections._reader))
                if not victim.closed and self._is_ended(other, victim.info.backend_pid, between=chance.random() < 0.25):
                    self.left -= 1
                    self.met.wait(0.1)
                    self.met.clear()

    def _is_ended(self, other: psycopg.Connection[tuple[object, ...]], pid: int, *, between: bool) -> bool:
        """End a connection in the middle of what it does; or between two commands, where it is made anew by itself."""
        within = "" if between else " AND state IN ('active', 'idle in transaction')"
        until = time.monotonic() + 1
        while time.monotonic() < until:
            ended = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid = %s{within}"
            if other.execute(ended.encode(), (pid,)).fetchone():
                return True
        return False


def test_backends_cut_off_under_load(postgres_schema: str) -> None:
    """Whatever a command was doing when its connection ended, it is done or not done; asking again tells which."""
    sent = recorded(SEED, rounds=10 + 5 * KILLS)  # more than are done before the last connection is ended
    store = PostgresStore(postgres_schema)
    desk, failed = Desk(store), 0
    told: dict[str, Answer] = {}
    cutter = Cutter(postgres_schema, store, KILLS)
    cutter.start()
    again = iter(range(100_000))
    while cutter.is_alive() or len(told) < len(sent):
        envelope = sent[next(again) % len(sent)]
        try:
            answer = desk.submit(envelope)
            assert told.setdefault(envelope.key, answer) == answer
        except StoreError:
            failed += 1
            cutter.met.set()
            # What comes later must not overtake it.
            told[envelope.key] = patiently(desk, envelope)
    print(f"{KILLS} connections ended, {failed} commands failed at first")
    assert failed > KILLS // 5, "the others found theirs ended before they had sent anything, or after the commit"
    check_once(store, told.values())
    store.close()
    check_resent(postgres_schema, sent, told)
