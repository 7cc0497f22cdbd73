"""Each listed test against a breach of its clause: a process of its own breaks the rule and runs the test.

``python -m tests.breaches.trial`` is what ``scripts/breaches.py`` and ``test_sample.py`` run.
"""

from __future__ import annotations

import json
import os
import random
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from feltwork.games import book_names
from feltwork.games.register import IMPLEMENTED, RECORDED, Clause, name_of_test, register
from tests.breaches import conducts, houses, patches, promotions, rows, texts, tournaments
from tests.breaches.breach import Breach
from tests.rules.alike import collected

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests/rules"
EXCUSED = Path(__file__).with_name("excused.tsv")
SECONDS = 60
"""A test that a breach keeps from ending has seen it."""
SEEN, SURVIVED, BROKEN, NONE = "seen", "survived", "broken", "none"
UNBROKEN = "nothing is wrong"
"""What a breach says that breaks nothing: a test that fails all the same sees no breach."""


@dataclass(frozen=True)
class Outcome:
    """What became of one breach, or of a clause without one."""

    book: str
    clause: str
    breach: str
    state: str
    """``seen``: the test failed; ``survived``: it passed all the same; ``broken``: the breach could not be made, or the
    test fails without one; ``none``: there is no breach."""
    words: str = ""


def listed(book: str) -> list[Clause]:
    """The clauses of a book that have a listed test."""
    return [row for row in register() if row.book == book and row.state in (IMPLEMENTED, RECORDED)]


def excused() -> dict[tuple[str, str], str]:
    """Clauses for which no breach can be made, each with its reason."""
    lines = (line.split("\t") for line in EXCUSED.read_text().splitlines()[1:])
    return {(book, clause): reason for book, clause, reason in lines}


@cache
def breaches(book: str) -> dict[str, list[Breach]]:
    """Every breach of this book's clauses that have a listed test."""
    known: dict[str, list[Breach]] = {row.clause: [] for row in listed(book)}
    for source in (rows, houses, conducts, promotions, tournaments, texts, patches):
        for breach in source.breaches(book):
            if breach.clause in known:
                known[breach.clause].append(breach)
    return known


def drawn(found: dict[str, list[Breach]], seed: int, most: int) -> Iterator[Breach]:
    """At most so many breaches of each clause, by lot; 0 for all."""
    for clause, some in found.items():
        lot = random.Random(f"{seed} {clause}")
        yield from lot.sample(some, min(most or len(some), len(some)))


class Trial:
    """Runs in the place of pytest's own loop: every breach in a process made from this one."""

    def __init__(self, plan: list[Breach], workers: int, told: Callable[[Outcome], None]) -> None:
        self.plan, self.workers, self.told = plan, workers, told

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests themselves cannot be collected")
        tests: dict[tuple[str, str], list[pytest.Item]] = {}
        for item in session.items:
            book = Path(item.path).parent.name.replace("_", "-")
            tests.setdefault((book, item.name.partition("[")[0]), []).append(item)
        patches.load(patches.written())
        running: dict[int, tuple[Breach, int, float]] = {}
        waiting = list(reversed(self.plan))
        while waiting or running:
            while waiting and len(running) < self.workers:
                breach = waiting.pop()
                items = tests.get((breach.book, name_of_test(breach.clause)), [])
                pid, pipe = _start(breach, items)
                running[pipe] = (breach, pid, time.monotonic() + SECONDS)
            ready, _, _ = select.select(list(running), [], [], 1)
            for pipe in list(running):
                breach, pid, until = running[pipe]
                late = time.monotonic() > until
                if pipe not in ready and not late:
                    continue
                if late:
                    os.kill(pid, signal.SIGKILL)
                state, words = _answer(pipe)
                os.waitpid(pid, 0)
                del running[pipe]
                if late:
                    state, words = SEEN, f"the test did not end in {SECONDS} seconds"
                if breach.says == UNBROKEN and state == SURVIVED:
                    continue
                if breach.says == UNBROKEN:
                    state = BROKEN
                self.told(Outcome(breach.book, breach.clause, breach.says, state, words))
        return True


def _start(breach: Breach, items: list[pytest.Item]) -> tuple[int, int]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    code = 0
    try:
        os.close(reading)
        quiet = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(quiet, stream)
        state, words = _try(breach, items)
        os.write(writing, f"{state}\t{words[:400]}".encode())
    except BaseException as wrong:
        os.write(writing, f"{BROKEN}\t{type(wrong).__name__}: {wrong}"[:400].encode())
        code = 1
    finally:
        os._exit(code)


def _try(breach: Breach, items: list[pytest.Item]) -> tuple[str, str]:
    """Break the rule and run the test, in this process."""
    if not items:
        return BROKEN, f"there is no test {name_of_test(breach.clause)}"
    breach.enforce()
    for item in items:
        for report in runtestprotocol(item, nextitem=None, log=False):
            if report.failed:
                crash = getattr(report.longrepr, "reprcrash", None)
                return SEEN, " ".join(str(crash.message if crash else report.longrepr).split())
    return SURVIVED, ""


def _answer(pipe: int) -> tuple[str, str]:
    parts = []
    while part := os.read(pipe, 4096):
        parts.append(part)
    os.close(pipe)
    state, _, words = b"".join(parts).decode(errors="replace").partition("\t")
    return (state, words) if state else (SEEN, "the test's process died")


def _has(path: Path, name: str) -> bool:
    """Is the test written in this file, or a row of the table of duties that it collects?"""
    source = path.read_text()
    return f"def {name}(" in source or (
        "collected(" in source and name in collected(path.parent.name.replace("_", "-"))
    )


def run(plan: list[Breach], workers: int, told: Callable[[Outcome], None]) -> int:
    """Try all of these; pytest's exit code, where it could not even begin."""
    names = {(breach.book, name_of_test(breach.clause)) for breach in plan}
    files = [
        str(path)
        for book in sorted({book for book, _ in names})
        for path in sorted((RULES / book.replace("-", "_")).glob("test_*.py"))
        if any(_has(path, name) for own, name in names if own == book)
    ]
    options = ["-o", "addopts=--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:xdist"]
    options.append(f"--rootdir={ROOT}")
    clauses = dict.fromkeys((breach.book, breach.clause) for breach in plan)
    unbroken = [Breach(book, clause, UNBROKEN, lambda: None) for book, clause in clauses]
    return int(pytest.main([*options, *files], plugins=[Trial([*unbroken, *plan], workers, told)]))


def main(asked: list[str]) -> int:
    """``SEED MAX WORKERS BOOK[:CLAUSE] ...``: one line of JSON for each breach tried, on standard output."""
    seed, most, workers = map(int, asked[:3])
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    plan: list[Breach] = []
    for wanted in asked[3:] or book_names():
        book, _, clause = wanted.partition(":")
        found = breaches(book)
        if clause:
            found = {clause: found[clause]}
        for empty in (name for name, some in found.items() if not some):
            print(json.dumps(asdict(Outcome(book, empty, "", NONE))), file=out)
        plan += drawn(found, seed, most)
    code = run(plan, workers, lambda outcome: print(json.dumps(asdict(outcome)), file=out))
    return code if code not in (0, 5) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
