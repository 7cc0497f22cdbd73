"""What a request is answered when the store cannot be read once its command is committed: never that it was not done.

Every address that takes something is tried, as the table of routes has it. The connection of the writer goes on; all
others are cut after the first commit that the request makes, after the second, and so on.
"""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server import requests as ask
from tests.server.conftest import running
from tests.server.requests import CASES, TABLES, Case, Pit

from feltwork.server.auth import passwords
from feltwork.server.config import FloorConfig
from feltwork.server.routes import ENDPOINTS
from feltwork.store.port import Batch, Store, StoreError
from feltwork.store.sqlite import SqliteStore

MAX_COMMITS = 8
WRITER, READER, SESSIONS = range(3)


@dataclass
class Line:
    """What is between a floor and its database: connections of the writer, of those who read, of the sessions."""

    left: int | None = None
    """Commits until all other connections are cut."""
    cut: bool = False
    spared: tuple[int, ...] = (WRITER,)
    """Connections that are not cut with the others."""
    full: bool = False
    """Can the writer write nothing?"""
    connections: Iterator[int] = field(default_factory=itertools.count)

    def opens(self, url: str) -> Store:
        return cast("Store", Behind(SqliteStore(url), self, next(self.connections)))

    def committed(self, batch: Batch) -> None:
        if self.left is not None and any(record.stream != "heartbeat" for record in batch.records):
            self.left -= 1
            self.cut = self.cut or self.left == 0

    def mend(self) -> None:
        self.left, self.cut, self.spared, self.full = None, False, (WRITER,), False


PORTS = ("log", "snapshots", "people", "settings")


class Behind:
    """A store, or one of its ports, at the other end of the line."""

    def __init__(self, store: object, line: Line, number: int) -> None:
        self._store, self._line, self._number = store, line, number

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name in PORTS:
            return Behind(found, self._line, self._number)
        if not callable(found) or name == "close":
            return found

        def called(*told: Any, **named: Any) -> Any:
            if self._line.cut and self._number not in self._line.spared:
                raise StoreError("the line to the database is cut")
            if name == "append" and self._line.full:
                raise StoreError("the disk is full")
            came = found(*told, **named)
            if name == "append":
                self._line.committed(told[0])
            return came

        return called


DOES_NOTHING = {"/api/inspect/verify"}
"""It reads the log and writes nothing."""
KEYED = {door.path for door in ENDPOINTS if door.keyed}


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "floor.sqlite"


@pytest.fixture
def pit(file: Path, line: Line, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pit]:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    with running(FloorConfig(TABLES, str(file)), opens=line.opens) as up:
        yield Pit(up)
        line.mend()


def records(file: Path, kind: str) -> int:
    """How many there are of a kind, and of a row on a shelf if one is named behind it."""
    kind, _, shelf = kind.partition(" ")
    with closing(sqlite3.connect(file)) as log:
        found = log.execute("SELECT body FROM records WHERE kind = ?", (kind,)).fetchall()
    return sum(not shelf or json.loads(body)["shelf"] == shelf for (body,) in found)


def test_every_address_that_takes_something_is_tried() -> None:
    taking = {door.path for door in ENDPOINTS if door.method == "POST"}
    assert taking - DOES_NOTHING == {path for path, _, _ in CASES}


def cut_after(pit: Pit, line: Line, file: Path, commits: int, case: Case) -> tuple[bool, list[str]]:
    """Ask for something with the line cut after so many commits: was it cut, and what is wrong with the answer?"""
    path, prepare, kind = case
    asked, wrong = prepare(pit), []
    before = records(file, kind)
    line.left = commits
    status, told = pit.post(asked.path, asked.token, asked.body)
    was_cut = line.cut
    line.mend()
    done = records(file, kind) - before
    if told.get("lost") and done:
        wrong.append("answered as not done, and it is in the log")
    if not told.get("lost") and status != 200 and (status, told.get("unknown")) != (503, True):
        wrong.append("neither done nor unknown")
    if (status == 200 or not was_cut) and not done:
        wrong.append("nothing was done")
    if path in KEYED:
        again, same = pit.post(asked.path, asked.token, asked.body)
        if not done and same.get("code"):  # the code of a second factor counts once: this one was for nothing
            return was_cut, wrong
        if again != 200 or (status == 200 and same != told):
            wrong.append(f"sent again, it was answered {again} {same}")
        if records(file, kind) - before != max(done, 1):
            wrong.append("done twice")
    return was_cut, [f"{prepare.__name__}, cut after {commits}, {status} {told}: {what}" for what in wrong]


def test_what_was_committed_is_never_answered_as_not_done(pit: Pit, line: Line, file: Path) -> None:
    wrong: list[str] = []
    for case in CASES:
        for commits in range(1, MAX_COMMITS):
            was_cut, found = cut_after(pit, line, file, commits, case)
            wrong += found
            if not was_cut:
                break
        assert 1 < commits < MAX_COMMITS - 1, f"{case[1].__name__} makes {commits - 1} commits"
    assert wrong == []


def test_what_was_done_before_is_not_forgotten_while_nothing_can_be_read(pit: Pit, line: Line) -> None:
    """A screen sends it again and is answered as before, or keeps its key."""
    wrong = []
    for path, prepare, _ in CASES:
        if path not in KEYED:
            continue
        asked = prepare(pit)
        first = pit.done(asked)
        for spared in ((WRITER,), (WRITER, SESSIONS)):
            line.cut, line.spared = True, spared
            status, told = pit.post(asked.path, asked.token, asked.body)
            line.mend()
            if (status, told) != (200, first) and told.get("unknown") is not True:
                wrong.append(f"{prepare.__name__}: {status} {told}")
        assert pit.post(asked.path, asked.token, asked.body) == (200, first), prepare.__name__
    assert wrong == []


def test_what_the_writer_could_not_write_was_not_done(pit: Pit, line: Line) -> None:
    for prepare in (ask.collect, ask.sell, ask.pay, ask.move_in, ask.new_table, ask.clear):
        asked = prepare(pit)
        line.full = True
        status, told = pit.post(asked.path, asked.token, asked.body)
        line.mend()
        assert (status, told) == (503, {"lost": True, "why": "the system could not record this; it was not done"})
        assert pit.post(asked.path, asked.token, asked.body)[0] == 200


def test_a_fault_of_ours_after_the_commit_is_no_answer_either(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*told: object) -> None:
        raise LookupError("a fault of ours")

    asked = ask.collect(pit)
    with monkeypatch.context() as broken:
        broken.setattr("feltwork.server.api.terminal.printed_by", faulty)
        status, told = pit.post(asked.path, asked.token, asked.body)
    assert (status, told["unknown"]) == (503, True)
    assert pit.done(asked)["amount"] == 50_00
