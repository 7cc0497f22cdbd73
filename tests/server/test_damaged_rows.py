"""Rows on the shelves and heads of streams that somebody wrote into the database, and a database that hangs."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
import time
from pathlib import Path

import msgspec
import pytest
from tests.server.conftest import SMALL, Running, in_a_loop_of_its_own, running, until
from tests.server.test_signin import RIGHT, post

from feltwork.server import cms as cms_module
from feltwork.server.auth import passwords
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.ops import background
from feltwork.server.ops.heartbeat import KINDS, SHELF, Heartbeat, check_beside
from feltwork.server.ops.single_flight import SingleFlight
from feltwork.server.runtime import Runtime
from feltwork.store.integrity import Check, DamagedError
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Head, StoreError

NONSENSE = (b"", b"{", b"[]", b"null", b'{"at":"x"}', b"\xff\xfe", b"7")


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)


@pytest.mark.parametrize("stream", ["table/one", "door"])
def test_a_head_with_another_hash_than_its_last_event_is_damage(floor: Running, stream: str) -> None:
    floor.player()
    store = floor.floor.house.reader
    assert Check(store, "a floor").run(lambda: False)
    standing = store.log.heads()
    assert stream in {head.stream for head in standing}

    class EditedLog:
        """As PostgreSQL keeps its heads in rows of their own, which can be changed."""

        def heads(self) -> list[Head]:
            return [Head(head.stream, head.version, bytes(32)) if head.stream == stream else head for head in standing]

        def __getattr__(self, name: str) -> object:
            return getattr(store.log, name)

    class Edited:
        """A store with such a log."""

        log = EditedLog()

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

    with pytest.raises(DamagedError, match=f"the head of {stream} has another hash"):
        Check(Edited(), "a floor").run(lambda: False)  # type: ignore[arg-type]  # a store but for its heads


def test_heartbeats_of_processes_that_are_long_gone_are_cleared_away(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.sqlite")
    store = open_store(database)
    now, day = store.now(), 24 * 60 * 60 * 1_000_000
    for name, at in (("gone", now - day - 1), ("yesterday", now - day + 60_000_000), ("ahead", now + 2 * day)):
        store.settings.put(SHELF, name, msgspec.json.encode({"at": at, "pid": 1, "kinds": KINDS}))
    store.settings.put(SHELF, "unreadable", b"{")
    house = Runtime(database)
    heartbeat = Heartbeat(house)
    heartbeat.start()
    heartbeat.stop()
    house.stop()
    assert sorted(store.settings.names(SHELF)) == sorted(["ahead", "unreadable", "yesterday", heartbeat.name])
    store.close()


def test_a_heartbeat_that_cannot_be_read_stops_no_start() -> None:
    for row in NONSENSE[1:]:
        store = MemoryStore()
        store.settings.put(SHELF, "gone-1", row)
        check_beside(store, wait=0)
    store, rows = MemoryStore(), [b"{", b"[["]

    def written(shelf: str, name: str) -> bytes:
        return rows.pop(0)

    store.settings.put(SHELF, "there-2", b"{")
    store.settings.get = written  # type: ignore[method-assign]
    with pytest.raises(StoreError, match="there-2 has a heartbeat that cannot be read"):
        check_beside(store, wait=0)


def test_rows_of_a_person_that_cannot_be_read_are_said_to_be_so(
    floor: Running, caplog: pytest.LogCaptureFixture
) -> None:
    staff, store = floor.floor.staff, floor.floor.house.shelf.store
    staff.add("mo", "supervisor", ("gaming_manager",), RIGHT)
    body = {"person": "mo", "password": RIGHT}
    store.settings.put("places", "mo", b"{")
    with caplog.at_level(logging.ERROR):
        assert post(floor, "/signin", body)[0] == 200, "the password is right"
    assert "the log does not know as it is" in caplog.text
    for name in store.settings.names("tries"):
        store.settings.put("tries", name, b"{")
    assert post(floor, "/signin", body)[0] == 200
    store.settings.put("account", "mo", b"{")
    assert post(floor, "/signin", body)[0] == 503
    assert not [record for record in caplog.records if record.exc_info]


def test_a_session_that_cannot_be_read_is_over(floor: Running) -> None:
    store, token = floor.floor.house.shelf.store, floor.player()
    other = floor.player("one", 2, "ben")
    name = next(n for n in store.settings.names("session") if b'"ann"' in (store.settings.get("session", n) or b""))
    store.settings.put("session", name, b"{")
    assert floor.fetch("/api/me", token)[0] == 401
    assert floor.floor.sessions.sweep() == 0
    assert floor.fetch("/api/me", other)[0] == 200


def test_a_transfer_that_cannot_be_read_stops_no_other(
    floor: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cms_module, "RESOLVE_SECONDS", 0.01)
    cashless, store = floor.floor.cashless, floor.floor.house.shelf.store
    for number, row in enumerate(NONSENSE[1:]):
        store.settings.put("transfer-out", f"a:{number}", row)
    turns: list[int] = []

    async def expire() -> None:
        turns.append(1)
        if len(turns) == 1:
            raise StoreError("just now")

    monkeypatch.setattr(cashless, "expire", expire)

    async def some() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(cashless.keep_resolving(), 0.5)

    with caplog.at_level(logging.ERROR):
        in_a_loop_of_its_own(some)
    assert len(turns) > 1
    assert caplog.text.count("cannot be read") == len(NONSENSE) - 1, "a line each"


def test_a_background_job_that_fails_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RESTART_SECONDS", 0.01)
    began: list[int] = []

    async def job(_: object) -> None:
        began.append(1)
        if len(began) < 3:
            raise LookupError("a row that is no row")

    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite")), (job,)):
        until(lambda: len(began) == 3)


def test_ready_says_within_moments_that_the_database_hangs(
    floor: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(SingleFlight.call, "__defaults__", (0.3,))
    gate, waiting = threading.Event(), list[int]()

    def hangs(_: object) -> dict[str, str]:
        waiting.append(1)
        gate.wait(30)
        return {}

    with monkeypatch.context() as hanging, caplog.at_level(logging.ERROR):
        hanging.setattr("feltwork.server.ops.watching.problems", hangs)
        since = time.monotonic()
        found = [floor.fetch("/ready") for _ in range(2)]
        assert time.monotonic() - since < 8
        assert [status for status, _, _ in found] == [503, 503]
        assert b"database: no answer within" in found[0][1]
        assert floor.fetch("/health")[0] == 200
        assert len(waiting) == 1, "one look at a time"
        gate.set()
    assert "gives no answer" in caplog.text
    until(lambda: floor.fetch("/ready")[0] == 200)


def test_exports_are_written_one_for_a_session_and_few_at_once(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = [floor.token(Session("inspector", ((f"ines{n}", "inspector"),))) for n in range(3)]
    opened, gate = [0], threading.Event()
    really = floor.floor.house.connect

    def connect() -> object:
        opened[0] += 1
        return really()

    def slow(records: object) -> object:
        yield b"x" * 100_000
        gate.wait(20)

    monkeypatch.setattr(floor.floor.house, "connect", connect)
    monkeypatch.setattr("feltwork.server.api.inspecting.as_csv", slow)
    lines = []
    for token in (*tokens, *[tokens[0]] * 5):
        line = socket.create_connection(("127.0.0.1", floor.port), timeout=10)
        line.sendall(f"GET /api/inspect/export HTTP/1.1\r\nhost: x\r\ncookie: feltwork={token}\r\n\r\n".encode())
        lines.append((line, line.recv(15)))
    assert [said[9:12] for _, said in lines] == [b"200", b"200", *[b"429"] * 6]
    assert opened[0] == 2
    for line, _ in lines:
        line.close()
    gate.set()
    until(lambda: not floor.floor.exports)
    monkeypatch.undo()
    assert floor.fetch("/api/inspect/export", tokens[0])[0] == 200
    until(lambda: not floor.floor.exports)
    assert json.loads(floor.fetch("/api/inspect/export?form=jsonl", tokens[0])[1].splitlines()[0])


def test_an_export_that_cannot_begin_is_told_so(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    token = floor.token(Session("inspector", (("ines", "inspector"),)))

    def full() -> None:
        raise StoreError("PostgreSQL cannot be reached: remaining connection slots are reserved")

    monkeypatch.setattr(floor.floor.house, "connect", full)
    assert floor.fetch("/api/inspect/export", token)[0] == 503
    assert not floor.floor.exports
