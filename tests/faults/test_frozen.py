"""A process that is frozen with a lock in its hands: the others go on, and it neither doubles nor loses anything."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import wait
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

import psycopg
import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.writer_queue import WriterQueue
from feltwork.store import crash_points as crashing
from feltwork.store import postgres, sql
from feltwork.store.port import Answer, Batch, NotLookedUpError, StoreError, UnknownOutcomeError
from feltwork.store.postgres import PostgresStore
from feltwork.store.postgres_connection import Limits
from feltwork.store.sql import Row
from tests.faults.load import FRESH, SEED, verified
from tests.server.conftest import until

LIMITS = Limits(idle=1, lock=1.5, statement=3)
AMID = "amid the statements of a batch"
SENT, CROWD = 4, 48
FREEZES = int(os.environ.get("FELTWORK_BREAKS", "6")) // 3
"""How often a process under load is frozen; soak has more."""


def deposit(key: str) -> Envelope:
    return Envelope(key, "cage", "till", "cashier", Deposit("ann", 100))


class Freeze:
    """Stop this process, as a debugger or a paused machine does, when a point is passed for the second time."""

    def __init__(self, point: str) -> None:
        self.point, self.left = point, 2

    def __call__(self, name: str) -> None:
        self.left -= name == self.point
        if name == self.point and self.left == 0:
            os.kill(os.getpid(), signal.SIGSTOP)


class Halting(list[Row]):
    """Rows of which the first is on its way to the server when a point is passed."""

    def __iter__(self) -> Iterator[Row]:
        for row in super().__iter__():
            yield row
            crashing.crash_point(AMID)


def freezes(url: str, heard: str, point: str) -> None:
    """Sends deposits, each until it has a definite answer, and notes what it was told."""
    crashing.armed.append(Freeze(point))
    if point == AMID:
        vars(postgres)["answer_rows"] = lambda answers: Halting(sql.answer_rows(answers))
    store = PostgresStore(url, LIMITS)
    queue = WriterQueue(Desk(store))
    with Path(heard).open("a", encoding="utf-8") as out:
        for n in range(SENT):
            for _ in range(5):
                try:
                    answer = queue.send(deposit(f"a{n}")).result()
                except StoreError as failed:
                    out.write(f"{type(failed).__name__} a{n} {store.log.answer(f'a{n}') is not None}\n")
                else:
                    out.write(f"done a{n} {answer.first}\n")
                    break
    queue.close()
    store.close()


def until_stopped(pid: int) -> None:
    end = monotonic() + 20
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        assert monotonic() < end, "it was to stop by itself"
        time.sleep(0.02)


@pytest.mark.parametrize(
    "point", ["before the desk commits", "before the PostgreSQL commit", "after the PostgreSQL commit", AMID]
)
def test_a_frozen_process_keeps_nobody_waiting(postgres_schema: str, tmp_path: Path, point: str) -> None:
    store = PostgresStore(postgres_schema, LIMITS)
    queue, heard = WriterQueue(Desk(store)), tmp_path / "heard"
    frozen = FRESH.Process(target=freezes, args=(postgres_schema, str(heard), point), daemon=True)
    frozen.start()
    assert frozen.pid is not None
    try:
        until_stopped(frozen.pid)
        began = monotonic()
        told = queue.send(deposit("b")).result(10)
        taken = monotonic() - began
        os.kill(frozen.pid, signal.SIGCONT)
        frozen.join(20)
    finally:
        frozen.kill()
    assert not told.reason
    assert frozen.exitcode == 0
    print(f"frozen {point}: the other one was answered after {taken:.2f} s")
    assert taken < LIMITS.idle + LIMITS.lock

    lines = [line.split() for line in heard.read_text("utf-8").splitlines()]
    assert [line[1] for line in lines if line[0] == "done"] == [f"a{n}" for n in range(SENT)]
    assert [line for line in lines if line[0] == "StoreError" and line[2] == "True"] == [], "not done, and in the log"
    assert store.log.balances()["player/ann"] == 100 * (SENT + 1), "each once"
    queue.close()
    store.close()
    assert verified(postgres_schema) == []


def crowded(url: str, heard: str) -> None:
    """Sends deposits in crowds, each until it has a definite answer, until there is a file that says it is enough."""
    store = PostgresStore(url, LIMITS)
    queue = WriterQueue(Desk(store))
    with Path(heard).open("a", encoding="utf-8") as out:
        for crowd in count():
            if Path(f"{heard}.enough").exists():
                break
            left = [f"a{crowd}-{n}" for n in range(CROWD)]
            while left:
                sent = {key: queue.send(deposit(key)) for key in left}
                failed = {key: why for key, one in sent.items() if (why := one.exception()) is not None}
                out.writelines(f"done {key}\n" for key in left if key not in failed)
                for key, why in failed.items():
                    assert isinstance(why, StoreError), why
                    if not isinstance(why, UnknownOutcomeError | NotLookedUpError):
                        out.write("not-done\n" if store.log.answer(key) is None else f"false {key}\n")
                left = list(failed)
    queue.close()
    store.close()


def test_freezes_at_any_moment_lose_and_double_nothing(postgres_schema: str, tmp_path: Path) -> None:
    store, chance = PostgresStore(postgres_schema, LIMITS), Random(SEED)
    queue, heard = WriterQueue(Desk(store)), tmp_path / "heard"
    frozen = FRESH.Process(target=crowded, args=(postgres_schema, str(heard)), daemon=True)
    frozen.start()
    assert frozen.pid is not None
    slowest = 0.0
    try:
        until(lambda: store.log.head("cage").version > CROWD)
        for number in range(FREEZES):
            time.sleep(chance.uniform(0.05, 0.3))
            os.kill(frozen.pid, signal.SIGSTOP)
            until_stopped(frozen.pid)
            began = monotonic()
            assert not queue.send(deposit(f"b{number}")).result(10).reason
            slowest = max(slowest, monotonic() - began)
            os.kill(frozen.pid, signal.SIGCONT)
        Path(f"{heard}.enough").touch()
        frozen.join(30)
    finally:
        frozen.kill()
    assert frozen.exitcode == 0
    assert slowest < LIMITS.idle + LIMITS.lock
    said = Counter(heard.read_text("utf-8").splitlines())
    done = [line for line in said if line.startswith("done ")]
    print(f"{FREEZES} freezes: slowest answer {slowest:.2f} s, {len(done)} done, {said['not-done']} not done at first")
    assert not [line for line in said if line.startswith("false ")], "not done, and in the log"
    assert len(done) % CROWD == 0
    assert store.log.balances()["player/ann"] == 100 * (len(done) + FREEZES), "each once"
    queue.close()
    store.close()
    assert verified(postgres_schema) == []


HOLDS_HEADS = "SELECT * FROM heads WHERE stream = 'cage' FOR UPDATE"
HOLDS_TURN = "SELECT pg_advisory_xact_lock(hashtext(current_schema()), hashtext('cage'))"


@pytest.mark.parametrize("held", [HOLDS_HEADS, HOLDS_TURN])
def test_a_lock_that_stays_taken_is_answered_in_time_and_truly(postgres_schema: str, held: str) -> None:
    """Held by somebody whom the limits of a store do not bind, such as an operator at a prompt."""
    limits = Limits(idle=0.5, lock=0.5, statement=1)
    store = PostgresStore(postgres_schema, limits)
    queue = WriterQueue(Desk(store))
    assert not queue.send(deposit("first")).result(10).reason
    with psycopg.connect(postgres_schema) as other:
        other.execute(held.encode())
        began = monotonic()
        promised = [queue.send(deposit(f"k{n}")) for n in range(20)]
        late = wait(promised, 10).not_done
        taken = monotonic() - began
        assert not late
        assert taken < 6, "not each of them waits as long as the first"
        failed = [one.exception() for one in promised]
        assert all(isinstance(one, StoreError) for one in failed)
        if held == HOLDS_TURN:
            assert any(isinstance(one, NotLookedUpError) for one in failed), "nobody can look it up meanwhile"
        other.rollback()
    assert store.log.balances()["player/ann"] == 100, "nothing of it was written"
    again = [queue.send(deposit(f"k{n}")).result(10) for n in range(20)]
    assert [one.reason for one in again] == [""] * 20
    assert store.log.balances()["player/ann"] == 2100
    queue.close()
    store.close()


SLOW = """
CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.6); RETURN NEW; END $$;
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON answers DEFERRABLE INITIALLY {when}
FOR EACH ROW EXECUTE FUNCTION slow();
"""


@pytest.mark.parametrize("when", ["IMMEDIATE", "DEFERRED"])
def test_a_statement_is_cut_short_and_a_commit_is_not(postgres_schema: str, when: str) -> None:
    """A commit that waits for a standby, cut short, would be called done before the standby has it."""
    store = PostgresStore(postgres_schema, Limits(statement=0.2))
    with psycopg.connect(postgres_schema, autocommit=True) as other:
        other.execute(SLOW.format(when=when).encode())
    batch = Batch(answers=(Answer("key", b"digest", "cage", 0, 0),))
    if when == "DEFERRED":
        store.log.append(batch)
        assert store.log.answer("key") is not None
    else:
        with pytest.raises(StoreError, match="statement timeout"):
            store.log.append(batch)
        assert store.log.answer("key") is None
    store.close()


def test_connections_that_take_locks_have_limits(postgres_schema: str) -> None:
    store = PostgresStore(postgres_schema)
    with store.log.turn(["cage"]):
        found = [
            tuple(
                connection.execute(f"SHOW {name}".encode()).fetchone()
                for name in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout")
            )
            for connection in (
                store.connections._writer,
                store.connections.turns._connection,
                store.connections._reader,
            )
            if connection is not None
        ]
    assert found == [(("8s",), ("10s",), ("15s",)), (("8s",), ("10s",), ("15s",)), (("0",), ("0",), ("0",))]
    known = store.connections._reader.info.get_parameters()
    assert (known["tcp_user_timeout"], known["keepalives_idle"]) == ("10000", "4")
    store.close()
