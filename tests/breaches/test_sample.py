"""Each listed test of the register can fail: it is tried against a breach of its clause, drawn by lot.

A seeded sample of the clauses is tried here; ``make mutants`` tries them all.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltwork.games import book_names
from tests.breaches.trial import BROKEN, SEEN, SURVIVED, excused, listed

ROOT = Path(__file__).parents[2]
SEED = int(os.environ.get("FELTWORK_SEED", "13"))
SAMPLE = int(os.environ.get("FELTWORK_BREACHES", "12"))
"""How many clauses of each book are tried."""


def tried(*wanted: str) -> Iterator[dict[str, str]]:
    """What became of one breach, by lot, of each of these clauses."""
    asked = [sys.executable, "-m", "tests.breaches.trial", str(SEED), "1", "1", *wanted]
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    done = subprocess.run(
        asked, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    yield from map(json.loads, done.stdout.splitlines())


@pytest.mark.parametrize("book", book_names())
def test_a_breach_of_its_clause_fails_the_listed_test(book: str) -> None:
    clauses = sorted({row.clause for row in listed(book)} - {clause for own, clause in excused() if own == book})
    chosen = random.Random(f"{SEED} {book}").sample(clauses, min(SAMPLE, len(clauses)))
    found = list(tried(*(f"{book}:{clause}" for clause in chosen)))
    assert {outcome["clause"] for outcome in found} == set(chosen)
    assert [outcome for outcome in found if outcome["state"] != SEEN] == []


@pytest.mark.parametrize(("body", "state"), [("pass", [SURVIVED]), ("assert False", [BROKEN, SEEN])])
def test_a_test_that_tells_nothing_is_told_of(body: str, state: list[str], tmp_path: Path) -> None:
    """The trial itself can fail: an empty test survives every breach, and one that always fails sees none."""
    copy = tmp_path / "rules" / "star_craps"
    copy.mkdir(parents=True)
    (copy / "test_empty.py").write_text(f"def test_3_7_1() -> None:\n    {body}\n")
    told = f"""
import json
from dataclasses import asdict
from pathlib import Path
from tests.breaches import trial
trial.RULES = Path({str(tmp_path / "rules")!r})
found = trial.breaches("star-craps")["3.7.1"][:1]
trial.run(found, 1, lambda outcome: print(json.dumps(asdict(outcome))))
"""
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", told],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line)["state"] for line in done.stdout.splitlines()] == state
