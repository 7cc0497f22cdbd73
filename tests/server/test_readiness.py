"""Readiness while the database answers and takes nothing into the log: no money moves, and ``/ready`` says why."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from tests.server.conftest import KEYS, SMALL, Running, running
from tests.server.processes import floor_file
from tests.store.postgres import postgres_schema, postgres_url

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.opening import supervisor_session
from feltwork.store.opening import open_store
from feltwork.store.port import StoreError
from feltwork.store.postgres_limits import AT_REST, MAX_CONNECTIONS

__all__ = ["postgres_schema", "postgres_url"]

OwnerAndFloor = tuple[psycopg.Connection[tuple[object, ...]], Running]
ROLE = "floor_readiness"
DAY = 86_400_000_000
NO = """
CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no more'; END $$;
CREATE TRIGGER no BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION no();
"""


@contextmanager
def granted(owner: str, role: str = ROLE) -> Iterator[str]:
    """The same database for a role that has an application's rights alone."""
    assert run(["migrate", owner]) == 0
    assert run(["grant", owner, role]) == 0
    try:
        yield f"{owner}&user={role}"
    finally:
        with psycopg.connect(owner, autocommit=True) as db:
            db.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())


def deposit(floor: Running) -> str:
    """What became of a deposit: nothing, or why it could not be written."""
    try:
        sent = Envelope(f"deposit-{next(KEYS)}", "cage", "till", "cashier", Deposit("ann", 100))
        assert not floor.floor.house.post(sent).result().reason
    except StoreError as failed:
        return str(failed)
    return ""


def readiness(floor: Running) -> tuple[int, str]:
    floor.floor.heartbeat.beat()
    status, body, _ = floor.fetch("/ready")
    return status, body.decode()


@pytest.fixture
def owner_and_floor(postgres_schema: str) -> Iterator[OwnerAndFloor]:
    with (
        granted(postgres_schema) as url,
        running(FloorConfig(SMALL.tables, url)) as floor,
        psycopg.connect(postgres_schema, autocommit=True) as owner,
    ):
        yield owner, floor


def test_a_right_that_was_taken_away_is_seen_before_anybody_plays(owner_and_floor: OwnerAndFloor) -> None:
    owner, floor = owner_and_floor
    assert readiness(floor)[0] == 200
    for right, table in (("INSERT", "records"), ("INSERT", "postings"), ("INSERT", "answers"), ("UPDATE", "heads")):
        owner.execute(f"REVOKE {right} ON {table} FROM {ROLE}".encode())
        status, said = readiness(floor)
        assert status == 503
        assert f"rights: no {right} on {table}; the owner of the tables runs 'feltwork grant'\n" in said
        assert "permission denied" in deposit(floor)
        owner.execute(f"GRANT {right} ON {table} TO {ROLE}".encode())
        assert readiness(floor)[0] == 200, "it is as it was, and nobody had to try"
        assert deposit(floor) == ""


@pytest.mark.parametrize("table", ["records", "postings", "answers"])
def test_a_log_that_takes_nothing_makes_a_process_unready_until_it_does(
    owner_and_floor: OwnerAndFloor, table: str
) -> None:
    owner, floor = owner_and_floor
    owner.execute(NO.format(table=table).encode())
    assert "no more" in deposit(floor)
    for _ in range(2):  # and it stays so, though the heartbeat is written
        status, said = readiness(floor)
        assert (status, said) == (
            503,
            "not ready\nwriter: the last command could not be written: PostgreSQL: no more\n",
        )
    assert b"feltwork_ready 0" in floor.fetch("/metrics")[1]
    before = owner.execute("SELECT count(*) FROM records").fetchone()
    owner.execute("DROP FUNCTION no CASCADE")
    assert readiness(floor) == (200, "ready\n"), "tried by the heartbeat: a balancer sends nobody meanwhile"
    assert owner.execute("SELECT count(*) FROM records").fetchone() == before, "and what it tried is taken back"
    assert deposit(floor) == ""


def test_a_stream_that_somebody_holds_makes_a_process_unready(owner_and_floor: OwnerAndFloor) -> None:
    owner, floor = owner_and_floor
    assert deposit(floor) == ""
    desk = floor.floor.house.queue.desk
    with psycopg.connect(owner.info.dsn) as other:
        other.execute("SELECT * FROM heads WHERE stream = 'cage' FOR UPDATE")
        for store in (desk.store, floor.floor.heartbeat._store):
            store.connections._writer.execute("SET lock_timeout = 300")  # type: ignore[union-attr]
        assert "lock timeout" in deposit(floor)
        assert readiness(floor)[0] == 503
    assert readiness(floor)[0] == 200


def test_a_file_that_takes_nothing_makes_a_process_unready(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    with running(FloorConfig(SMALL.tables, str(path))) as floor:
        assert deposit(floor) == ""
        assert readiness(floor) == (200, "ready\n")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("CREATE TRIGGER no BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'no more'); END")
            assert deposit(floor)
            for _ in range(2):
                status, said = readiness(floor)
                assert status == 503
                assert "writer: the last command could not be written: " in said
            other.execute("DROP TRIGGER no")
        assert readiness(floor) == (200, "ready\n")
        assert deposit(floor) == ""


def taken_by(owner: psycopg.Connection[tuple[object, ...]], role: str) -> int:
    found = owner.execute("SELECT count(*)::text FROM pg_stat_activity WHERE usename = %s", (role,)).fetchone()
    assert found
    return int(str(found[0]))


def test_a_floor_takes_as_many_connections_as_is_said_and_does_not_start_with_fewer(
    owner_and_floor: OwnerAndFloor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owner, floor = owner_and_floor
    inspector = floor.token(Session("inspector", (("ines", "inspector"),)))
    assert (deposit(floor), readiness(floor)[0]) == ("", 200)
    with ThreadPoolExecutor(8) as many:
        asked = [many.submit(floor.fetch, "/api/inspect/events?kind=x", inspector) for _ in range(8)]
        taken = [taken_by(owner, ROLE)]
        while not all(one.done() for one in asked):
            taken.append(taken_by(owner, ROLE))
    assert max(taken) <= AT_REST, "checkpoints and integrity of a served floor come to six more"
    owner.execute(f"ALTER ROLE {ROLE} CONNECTION LIMIT {taken[-1] + AT_REST - 1}".encode())
    config = floor_file(tmp_path, floor.config.database)
    for more, code in (([], 2), (["--check"], 1)):
        assert run(["serve", "--config", str(config), *more]) == code
        said = "".join(capsys.readouterr())
        assert f"connections left, and a process of a floor takes {AT_REST}, and up to {MAX_CONNECTIONS}" in said
        assert "Traceback" not in said


def test_a_log_that_takes_nothing_is_found_before_anybody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feltwork.server.ops.heartbeat.PROBE_SECONDS", 0.0)
    path = tmp_path / "floor.sqlite"
    with running(FloorConfig(SMALL.tables, str(path))) as floor:
        assert readiness(floor)[0] == 200
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            before = other.execute("SELECT count(*), max(seq) FROM records").fetchone()
            other.execute("CREATE TRIGGER no BEFORE INSERT ON records BEGIN SELECT RAISE(ABORT, 'no more'); END")
            status, said = readiness(floor)
            assert status == 503
            assert "writer: a command could not be written: " in said
            other.execute("DROP TRIGGER no")
            assert readiness(floor) == (200, "ready\n"), "it was tried, and nobody had to play"
            assert other.execute("SELECT count(*), max(seq) FROM records").fetchone() == before


def test_a_record_ahead_of_the_clock_is_told_while_the_floor_runs(tmp_path: Path) -> None:
    path = str(tmp_path / "floor.sqlite")
    with running(FloorConfig(SMALL.tables, path)) as floor:
        assert readiness(floor) == (200, "ready\n")
        other = open_store(path)  # another process, by a clock that somebody has set 40 days ahead
        ahead = Desk(other)
        now = ahead.now
        ahead.now = lambda: now() + 40 * DAY
        ahead.submit(Envelope("late", "cage", "till", "cashier", Deposit("ann", 100)))
        other.close()
        for _ in range(2):
            status, said = readiness(floor)
            assert status == 200, "the others play on"
            assert "clock: the last record of cage is of 20" in said
            assert " seconds ahead of the clock: a wrong clock wrote it" in said
        glance = json.loads(floor.fetch("/api/office", floor.token(supervisor_session(floor.config)))[1])
        assert glance["clock"].startswith("the last record of cage is of 20")
