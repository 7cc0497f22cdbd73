"""A long log followed by several processes: each takes tables of its own, and one joins what they saw.

A table's records move the table's own accounts, so tables can be followed apart. Money that passes between them and the
cage, all accounts together and the answers are looked at where everything comes together again.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
from typing import Any, NamedTuple

from feltwork.verifier.log.rows import Columns, Finding, Reading, Row

WORTH_IT = 30_000
"""Records of a log from which on another process saves more time than its start takes."""
Linked = list[tuple[Row, dict[str, Any]]]


class Task(NamedTuple):
    """Which streams to follow, up to which version, and what a checkpoint says of them."""

    url: str
    ends: dict[str, int]
    pinned: dict[str, tuple[int, bytes]]
    trees: dict[str, bytes]


class Seen(NamedTuple):
    """What a process saw of its streams."""

    findings: list[tuple[int, Finding]]
    """With the time of the record."""
    linked: Linked
    """Records that name another in a stream of somebody else's."""
    balances: dict[str, int]
    counts: dict[str, int]
    ends: dict[str, int]
    books: dict[str, set[str]]
    """Fingerprints of the books that each table was opened under."""
    notes: list[str]
    at_tables: Linked
    """Records of tables that aggregates look at."""


class Noted:
    """In place of ``Twins``: links to other streams are noted, for whoever has both ends."""

    def __init__(self) -> None:
        self.linked: Linked = []

    def take(self, row: Row, body: dict[str, Any]) -> list[Finding]:
        self.linked.append((row, body))
        return []


def shared_out(reading: Reading) -> list[dict[str, int]]:
    """Tables for other processes to follow, by their last versions; none where that would not pay."""
    ends = reading.ends() if reading.url and sys.executable else {}
    tables = sorted((end, name) for name, end in ends.items() if name.startswith("table/"))
    helpers = min(_cores(), len(tables)) - 1
    if helpers < 1 or sum(ends.values()) < WORTH_IT:
        return []
    shares: list[dict[str, int]] = [{} for _ in range(helpers)]
    loads = [0] * helpers + [sum(ends.values()) - sum(end for end, _ in tables)]
    for end, name in reversed(tables):
        least = loads.index(min(loads))
        loads[least] += end
        if least < helpers:
            shares[least][name] = end
    return [share for share in shares if share]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Helper:
    """A process that follows its share of a log."""

    def __init__(self, task: Task) -> None:
        self.task = task
        command = [sys.executable, "-m", "feltwork.verifier.worker"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        assert self._process.stdin
        try:
            with self._process.stdin as told:
                told.write(pickle.dumps(task))
        except BrokenPipeError:
            pass  # it died: what it says, and how it ended, will show

    def seen(self) -> Seen | None:
        """What it saw; nothing if it could not, and then somebody else must look."""
        assert self._process.stdout
        with self._process.stdout as said:
            raw = said.read()
        if self._process.wait():
            return None
        found: Seen = pickle.loads(raw)
        return found

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def up_to(rows: Iterator[Columns], end: int) -> Iterator[Columns]:
    """A stream as it was when the log was opened: others may be writing to it."""
    return takewhile(lambda row: row[1] <= end, rows)
