"""Hypothesis plays the same scripts in every run (``FELTWORK_EXAMPLES``: how many); a test leaves nothing behind it."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import settings

# A long run with new seeds asks for them by name; every other run plays the same scripts.
settings.register_profile("reproducible", derandomize="FELTWORK_SOAK" not in os.environ)
settings.load_profile("reproducible")


@pytest.fixture(autouse=True)
def nothing_left_running(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A test that leaves a process running fails, and the process ends with it: no other test meets it."""
    started: list[subprocess.Popen[Any]] = []
    begin = subprocess.Popen.__init__

    def noted(self: subprocess.Popen[Any], *args: Any, **options: Any) -> None:
        begin(self, *args, **options)
        started.append(self)

    before = set(multiprocessing.active_children())
    with monkeypatch.context() as patch:
        patch.setattr(subprocess.Popen, "__init__", noted)
        yield
    left = [process for process in started if process.poll() is None]
    forked = [process for process in multiprocessing.active_children() if process not in before]
    for process in left:
        process.kill()
        process.communicate()
    for child in forked:
        child.kill()
        child.join()
    assert not left, f"left running: {[process.args for process in left]}"
    assert not forked, f"left running: {[child.name for child in forked]}"


@pytest.fixture(autouse=True)
def nothing_left_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A test that leaves a SQLite connection open fails. Python says so itself from 3.13 on, in some later test."""
    opened: list[tuple[sqlite3.Connection, str]] = []
    connect = sqlite3.connect

    def noted(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        caller = sys._getframe(1)
        opened.append((connection, f"{args[0]} in {caller.f_code.co_filename}:{caller.f_lineno}"))
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", noted)
        yield
    left = [(connection, where) for connection, where in opened if not is_closed(connection)]
    for connection, _ in left:
        with suppress(sqlite3.Error):  # one that belongs to another thread
            connection.close()
    assert not left, f"left open: {[where for _, where in left]}"


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes < 0
    except sqlite3.ProgrammingError:
        return True
