"""Commits cut in flight, servers stopped at once, disks that fail to sync: no false answer, nothing lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import psycopg
import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store import postgres
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Store, StoreError, UnknownOutcomeError
from feltwork.store.postgres import PostgresStore
from feltwork.store.postgres_connection import Limits, connect
from feltwork.store.sqlite import SqliteStore
from tests.faults.cutting import AFTER, BEFORE, DURING, cut_line
from tests.faults.disk import IOERR_FSYNC, OK, Disk
from tests.faults.load import SEED, check_once, check_resent, recorded
from tests.store.postgres import cluster, found_binaries, installed_binaries, running

if TYPE_CHECKING:
    from feltwork.store.postgres_connection import Connection

BREAKS = int(os.environ.get("FELTWORK_BREAKS", "6"))
"""How often each way of breaking off is tried; soak has fifty."""


class Trial:
    """Sends commands to desks that may break off, and holds every answer against the log."""

    def __init__(self, opens: Callable[[], Store], sent: list[Envelope]) -> None:
        self.opens, self.sent = opens, sent
        self.desk = Desk(opens())
        self.told: dict[str, Answer] = {}
        self.unknown = self.undone = 0
        self.said_undone: list[str] = []

    def send(self, envelope: Envelope, broken: Callable[[], None] = lambda: None) -> None:
        """Until it has a definite answer, as a screen does: by the same key, at a desk that was started again."""
        broken()
        for _ in range(40):
            try:
                self.told[envelope.key] = self.desk.submit(envelope)
                return
            except UnknownOutcomeError:
                self.unknown += 1
            except StoreError:
                self.undone += 1
                assert self.answered(envelope.key) is None, "answered as not done, and it is in the log"
            self.again()
        raise AssertionError("no answer")

    def until_it_breaks(self, most: int) -> None:
        """Send on where the last one stopped; what is said not to be done is looked up when the server is back."""
        for envelope in self.sent[len(self.told) : most]:
            try:
                self.told[envelope.key] = self.desk.submit(envelope)
            except UnknownOutcomeError:
                self.unknown += 1
                return
            except StoreError:
                self.undone += 1
                self.said_undone.append(envelope.key)
                return

    def check_undone(self) -> None:
        for key in self.said_undone:
            assert self.answered(key) is None, "answered as not done, and it is in the log"
        self.said_undone.clear()

    def answered(self, key: str) -> Answer | None:
        """What the log has, seen by another connection; asked until there is one."""
        for _ in range(200):
            try:
                store = self.opens()
                try:
                    return store.log.answer(key)
                finally:
                    store.close()
            except StoreError:
                time.sleep(0.05)
        raise AssertionError("the database did not come back")

    def again(self) -> None:
        """The process starts again."""
        for _ in range(200):
            try:
                self.desk.store.close()
                self.desk = Desk(self.opens())
                return
            except StoreError:
                time.sleep(0.05)
        raise AssertionError("the database did not come back")


@pytest.fixture
def disk() -> Iterator[Disk]:
    with Disk().in_use() as disk:
        yield disk


def test_a_sync_that_fails_is_answered_as_unknown_and_settled_by_its_key(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "log.sqlite"
    sent = recorded(SEED, rounds=4)
    trial = Trial(lambda: SqliteStore(path), sent)
    fails = set(random.Random(SEED).sample(range(len(sent)), min(BREAKS, len(sent))))

    def breaks() -> None:
        disk.failing = IOERR_FSYNC

    for number, envelope in enumerate(sent):
        if number in fails:
            breaks()
            with pytest.raises(UnknownOutcomeError):
                trial.desk.submit(envelope)
            disk.failing = OK
            with pytest.raises(StoreError, match="until this process has started again"):
                trial.desk.submit(envelope)
            trial.unknown += 1
            trial.again()
        trial.send(envelope)
    assert trial.unknown == len(fails)
    check_once(trial.desk.store, trial.told.values())
    trial.desk.store.close()
    check_resent(str(path), sent, trial.told)


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements go over the line as they are written, so that it knows a COMMIT by its name."""

    def connected(url: str, limits: Limits | None = None) -> Connection:
        connection = connect(url, limits)
        connection.prepare_threshold = None
        return connection

    monkeypatch.setattr(postgres, "connect", connected)


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize("how", [BEFORE, DURING, AFTER])
def test_a_commit_cut_in_flight_has_a_true_answer(postgres_schema: str, how: str) -> None:
    with cut_line(postgres_schema) as (line, url):
        sent = recorded(SEED, rounds=6)
        trial = Trial(lambda: PostgresStore(url), sent)
        cuts = set(random.Random(SEED).sample(range(len(sent)), min(BREAKS, len(sent))))

        def breaks() -> None:
            line.cut = how

        for number, envelope in enumerate(sent):
            trial.send(envelope, breaks if number in cuts else lambda: None)
        trial.desk.store.close()
        assert line.cuts == len(cuts)
        print(f"cut {how}: {line.cuts} commits, {trial.undone} not done, {trial.unknown} unknown")
        assert trial.undone == (len(cuts) if how == BEFORE else 0) or how == DURING
    store = open_store(postgres_schema)
    check_once(store, trial.told.values())
    store.close()
    check_resent(postgres_schema, sent, trial.told)


def test_immediate_stops_of_the_server_leave_no_false_answer() -> None:
    binaries = found_binaries() or installed_binaries()
    assert binaries, "stopping PostgreSQL needs initdb and postgres"
    chance = random.Random(SEED)
    sent = recorded(SEED, rounds=10)
    with cluster(binaries) as (home, who):
        with running(binaries, home, who, fsync=False) as (url, _):
            Desk(PostgresStore(url)).store.close()
        trial: Trial | None = None
        for stop in range(BREAKS):
            with running(binaries, home, who, fsync=False) as (url, process):
                trial = trial or Trial(partial(PostgresStore, url), sent)
                stopper = Timer(chance.uniform(0.02, 0.2), process.send_signal, (signal.SIGQUIT,))
                stopper.start()
                trial.until_it_breaks(len(sent) * (stop + 1) // BREAKS)
                stopper.join()
                process.wait(30)
            with running(binaries, home, who, fsync=False):
                trial.check_undone()
                trial.again()
        assert trial is not None
        with running(binaries, home, who, fsync=False):
            trial.again()
            for envelope in sent:
                trial.send(envelope)
            check_once(trial.desk.store, trial.told.values())
            trial.desk.store.close()
            check_resent(url, sent, trial.told)
        print(f"{BREAKS} immediate stops: {trial.undone} not done, {trial.unknown} unknown")


def test_connections_that_were_cut_while_nobody_asked_cost_no_command(postgres_schema: str) -> None:
    """A server that was restarted at night, a firewall that forgets: what nothing was sent on is simply made anew."""
    store = PostgresStore(postgres_schema)
    desk = Desk(store)
    with psycopg.connect(postgres_schema, autocommit=True) as other:
        ours = {line.info.backend_pid for line in (store.connections._writer, store.connections._reader)}
        for number in range(3):
            other.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", (list(ours),))
            assert store.log.head("cage").version == number
            given = desk.submit(Envelope(f"k{number}", "cage", "cass", "cashier", Deposit("ann", 100)))
            assert (given.reason, given.last) == ("", number + 1)
            ours = {line.info.backend_pid for line in (store.connections._writer, store.connections._reader)}
        assert store.connections.rows("SHOW idle_session_timeout") == [("0",)]
    store.close()
