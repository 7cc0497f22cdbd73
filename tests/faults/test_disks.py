"""Every acknowledged group was synced first; a disk that is full or fails refuses play and spoils nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from feltwork.engine.desk import Desk
from feltwork.engine.writer_queue import WriterQueue
from feltwork.store.port import StoreError
from feltwork.store.postgres import PostgresStore
from feltwork.store.sqlite import SqliteStore
from tests.faults.disk import FULL, IOERR_FSYNC, OK, Disk
from tests.faults.load import SEED, check_once, check_resent, patiently, recorded
from tests.store.postgres import cluster, found_binaries, installed_binaries, running, server

SYNCED = "SELECT wal_sync FROM pg_stat_wal"


@pytest.fixture
def disk() -> Iterator[Disk]:
    with Disk().in_use() as disk:
        yield disk


def test_every_command_alone_is_synced_on_sqlite(tmp_path: Path, disk: Disk) -> None:
    store = SqliteStore(tmp_path / "log.sqlite")
    desk = Desk(store)
    for envelope in recorded(SEED, rounds=5):
        before, commits = disk.syncs, store.log.commits
        desk.submit(envelope)
        assert store.log.commits == commits + 1
        assert disk.syncs > before, "acknowledged, and not on disk"
    store.close()
    print(f"SQLite: {disk.syncs} syncs for {store.log.commits} commits")


def test_every_group_is_synced_on_sqlite(tmp_path: Path, disk: Disk) -> None:
    store = SqliteStore(tmp_path / "log.sqlite")
    queue = WriterQueue(Desk(store))
    sent = recorded(SEED, rounds=40)
    before = disk.syncs
    for future in [queue.send(envelope) for envelope in sent]:
        future.result()
    queue.close()
    assert queue.groups < len(sent) / 4, "they were grouped"
    assert disk.syncs - before >= store.log.commits >= queue.groups
    store.close()


@pytest.fixture(scope="module")
def syncing_postgres() -> Iterator[str]:
    """A server that does sync, unlike the one for all other tests."""
    url = os.environ.get("DATABASE_URL")
    if url:
        yield url
        return
    binaries = found_binaries() or installed_binaries()
    assert binaries, "counting PostgreSQL's syncs needs initdb and postgres, or DATABASE_URL"
    with server(binaries, fsync=True) as url:
        yield url


def test_every_commit_is_synced_on_postgres(syncing_postgres: str) -> None:
    with psycopg.connect(syncing_postgres, autocommit=True) as counting:
        assert counting.execute("SHOW fsync").fetchone() == ("on",)
        counting.execute("SELECT pg_stat_force_next_flush()")
        (before,) = counting.execute(SYNCED).fetchone() or (0,)
        store = PostgresStore(syncing_postgres)
        assert store.connections._writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
        desk = Desk(store)
        for envelope in recorded(SEED, rounds=3):
            desk.submit(envelope)
        store.close()  # its backend tells what it counted as it ends, a moment later
        after, patience = before, time.monotonic() + 20
        while after - before < store.log.commits and time.monotonic() < patience:
            time.sleep(0.05)
            (after,) = counting.execute(SYNCED).fetchone() or (0,)
    assert store.log.commits > 50
    assert after - before >= store.log.commits
    print(f"PostgreSQL: {after - before} syncs for {store.log.commits} commits")


@pytest.mark.parametrize(("full", "failing"), [(FULL, OK), (OK, IOERR_FSYNC)])
def test_a_disk_that_fails_refuses_play_and_spoils_nothing(tmp_path: Path, disk: Disk, full: int, failing: int) -> None:
    """Every fifth command meets a bad disk. It is not done; the store may have to be opened again; then it is done."""
    path = tmp_path / "log.sqlite"
    sent = recorded(SEED, rounds=4)
    desk, told, failed = Desk(SqliteStore(path)), {}, 0
    for number, envelope in enumerate(sent):
        if number % 5 == 0:
            before = desk.table("t").copy()
            disk.full, disk.failing = full, failing
            with pytest.raises(StoreError, match=r"the disk (is full|reported an error)"):
                desk.submit(envelope)
            disk.full = disk.failing = OK
            assert desk.table("t") == before, "what is not written has not happened"
            failed += 1
            if failing:
                with pytest.raises(StoreError, match="must be opened again"):
                    desk.submit(envelope)
                desk.store.close()
                desk = Desk(SqliteStore(path))
        told[envelope.key] = desk.submit(envelope)
    assert failed > 10
    check_once(desk.store, told.values())
    desk.store.close()
    check_resent(str(path), sent, told)


def test_a_queue_on_a_failing_disk_answers_not_done(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "log.sqlite"
    sent = recorded(SEED, rounds=4)
    queue = WriterQueue(Desk(SqliteStore(path)))
    told = {envelope.key: queue.send(envelope).result() for envelope in sent[:40]}
    disk.full = FULL
    for future in [queue.send(envelope) for envelope in sent[40:60]]:
        with pytest.raises(StoreError, match="the disk is full"):
            future.result()
    disk.full = OK
    for wave in [[sent[0]], sent[40:]]:
        futures = [queue.send(envelope) for envelope in wave]
        for envelope, future in zip(wave, futures, strict=True):
            told[envelope.key] = future.result()
    queue.close()
    queue.desk.store.close()
    check_resent(str(path), sent, told)


FAILING = """
CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '{code}'; END $$;
CREATE TRIGGER fail AFTER INSERT ON answers FOR EACH ROW EXECUTE FUNCTION fail();
"""


@pytest.mark.parametrize("code", ["53100", "58030"])
def test_a_full_or_failing_disk_under_postgres(postgres_schema: str, code: str) -> None:
    """Its last statement meets PostgreSQL's own error for a full disk, and for one that fails."""
    sent = recorded(SEED, rounds=4)
    store = PostgresStore(postgres_schema)
    desk, told = Desk(store), {}
    with psycopg.connect(postgres_schema, autocommit=True) as other:
        for number, envelope in enumerate(sent):
            if number % 20 == 0:
                other.execute(FAILING.format(code=code).encode())
                before = desk.table("t").copy()
                with pytest.raises(StoreError, match="PostgreSQL: could not extend file"):
                    desk.submit(envelope)
                assert desk.table("t") == before, "what is not written has not happened"
                other.execute("DROP FUNCTION fail CASCADE")
            told[envelope.key] = desk.submit(envelope)
    check_once(store, told.values())
    store.close()
    check_resent(postgres_schema, sent, told)


def test_a_postgres_that_crashes_and_comes_back() -> None:
    """The whole server goes down at once, as when its machine does; play is refused until it is back."""
    binaries = found_binaries() or installed_binaries()
    assert binaries, "crashing a PostgreSQL needs one of our own: initdb and postgres"
    sent = recorded(SEED, rounds=6)
    told = {}
    with cluster(binaries) as (home, who):
        with running(binaries, home, who, fsync=True) as (url, process):
            store = PostgresStore(url)
            desk = Desk(store)
            for envelope in sent[:70]:
                told[envelope.key] = desk.submit(envelope)
            process.send_signal(signal.SIGQUIT)  # PostgreSQL's word for "as if the power went"
            process.wait(30)
            for envelope in sent[70:73]:
                with pytest.raises(StoreError, match=r"^PostgreSQL"):
                    desk.submit(envelope)
        with running(binaries, home, who, fsync=True) as (url, _):
            for envelope in sent[70:]:
                told[envelope.key] = patiently(desk, envelope)
            check_once(store, told.values())
            store.close()
            check_resent(url, sent, told)
