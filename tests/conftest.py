"""Hypothesis plays the same scripts in every run (``FELTWORK_EXAMPLES``: how many); a test leaves nothing behind it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import settings

# A long run with new seeds asks for them by name; every other run plays the same scripts.
# How long one case takes depends on the machine: pytest-timeout says when it is too long.
settings.register_profile("reproducible", derandomize="FELTWORK_SOAK" not in os.environ, deadline=None)
settings.load_profile("reproducible")


class Leftovers:
    """Processes and SQLite connections that were begun and should have ended.

    Fixtures of a wider scope end theirs later, so nothing is noted while one of them is set up.
    """

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[Any]] = []
        self.connections: list[tuple[sqlite3.Connection, str]] = []
        self.noting = False
        begin, connect = subprocess.Popen.__init__, sqlite3.connect

        def begun(process: subprocess.Popen[Any], *args: Any, **options: Any) -> None:
            begin(process, *args, **options)
            if self.noting:
                self.processes.append(process)

        def connected(*args: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*args, **options)
            if self.noting:
                caller = sys._getframe(1)
                where = f"{args[0]} by {caller.f_code.co_filename}:{caller.f_lineno}"
                self.connections.append((connection, where))
            return connection

        patch = pytest.MonkeyPatch()  # for the whole run
        patch.setattr(subprocess.Popen, "__init__", begun)
        patch.setattr(sqlite3, "connect", connected)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        """What a fixture of more than one test begins may go on after the test that asked for it first."""
        if fixturedef.argname == "nothing_left":  # it begins to note, and goes on
            return (yield)
        before, self.noting = self.noting, self.noting and fixturedef.scope == "function"
        try:
            return (yield)
        finally:
            self.noting = before

    def ended(self) -> list[str]:
        """End what is left, and say what it was."""
        running = [process for process in self.processes if process.poll() is None]
        opened = [(connection, where) for connection, where in self.connections if not is_closed(connection)]
        self.processes, self.connections = [], []
        for process in running:
            process.kill()
            process.communicate()
        for connection, _ in opened:
            with suppress(sqlite3.Error):  # it belongs to another thread
                connection.close()
        return [
            *(f"process {process.args!r}" for process in running),
            *(f"connection to {where}" for _, where in opened),
        ]


LEFT = Leftovers()


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes < 0
    except sqlite3.ProgrammingError:
        return True


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(LEFT)  # hooks of this file itself are not asked about fixtures of the whole session


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """A test that leaves a process running or a SQLite connection open fails, and both end: no other test meets them.

    Of connections Python says so itself from 3.13 on, but in whatever test comes next.
    """
    LEFT.noting = True
    yield
    LEFT.noting = False
    assert LEFT.ended() == []
