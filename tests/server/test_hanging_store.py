"""A store that does not answer: whoever reads it waits, and the process goes on for everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest
from tests.server.conftest import SMALL, Running, running
from tests.store.postgres import postgres_schema, postgres_url

from feltwork.engine.reconciling import day_report
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig

__all__ = ["postgres_schema", "postgres_url"]
CASHIER = Session("cashier", (("cass", "cashier"),))


@contextmanager
def hanging(floor: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every reading of a stream waits until the end."""
    go_on = Event()
    reader = floor.floor.house.reader.log
    read = reader.read

    def waits(*arguments: Any, **named: Any) -> Any:
        go_on.wait(30)
        return read(*arguments, **named)

    monkeypatch.setattr(reader, "read", waits)
    try:
        yield
    finally:
        go_on.set()
        monkeypatch.undo()


def answers_quickly(floor: Running, path: str) -> int:
    began = monotonic()
    status, _, _ = floor.fetch(path)
    assert monotonic() - began < 5
    return status


def test_the_process_answers_while_the_cage_cannot_be_read(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    token = floor.token(CASHIER)
    with hanging(floor, monkeypatch), ThreadPoolExecutor(3) as others:
        paths = ("/api/cage", "/api/me", "/api/cage/ticket?number=1")
        asked = [others.submit(floor.fetch, path, token) for path in paths]
        sleep(2.5)  # transfers are looked at every two seconds
        assert answers_quickly(floor, "/health") == 200
        assert answers_quickly(floor, "/ready") in (200, 503)
    assert all(each.result()[0] in (200, 503) for each in asked)


def test_the_process_answers_while_a_table_of_the_database_is_locked(postgres_schema: str) -> None:
    config = FloorConfig(SMALL.tables, postgres_schema)
    with running(config) as floor, psycopg.connect(postgres_schema) as other:
        assert answers_quickly(floor, "/health") == 200
        other.execute("LOCK TABLE heads, records IN ACCESS EXCLUSIVE MODE")
        sleep(2.5)
        for _ in range(3):
            assert answers_quickly(floor, "/health") == 200
            assert answers_quickly(floor, "/ready") == 503
        other.rollback()


def test_reports_leave_room_for_everybody_else(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def slow(*arguments: Any) -> Any:
        go_on.wait(20)
        return day_report(*arguments)

    monkeypatch.setattr("feltwork.server.api.cashier.day_report", slow)
    token = floor.token(CASHIER)
    with ThreadPoolExecutor(20) as many:
        asked = [many.submit(floor.fetch, "/api/cage/report", token) for _ in range(12)]
        sleep(0.5)
        began = monotonic()
        assert floor.fetch("/api/cage", token)[0] == 200
        assert monotonic() - began < 3
        go_on.set()
        found = [each.result()[0] for each in asked]
    assert sorted(found) == [200] * 6 + [429] * 6
