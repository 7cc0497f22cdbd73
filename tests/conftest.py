"""Hypothesis plays the same scripts in every run (``FELTWORK_EXAMPLES``: how many); processes end with their test."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
from collections.abc import Iterator
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
