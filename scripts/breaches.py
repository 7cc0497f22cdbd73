"""``make mutants``, its second half: every listed test of the register against breaches of its clause.

A breach is a change of the program after which the clause no longer holds: a row that pays otherwise, a power in other
hands, a line or two of code (``tests/breaches``). The listed test must fail under it. Survivors are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("wanted", nargs="*", metavar="BOOK[:CLAUSE]", help="default: every clause of every book")
    options.add_argument("--most", type=int, default=0, help="breaches of each clause, by lot (default 0: all)")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = options.parse_args()
    started = time.monotonic()
    words = [sys.executable, "-m", "tests.breaches.trial", str(asked.seed), str(asked.most), str(asked.workers)]
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    job = subprocess.Popen(
        [*words, *asked.wanted], cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True
    )
    assert job.stdout
    states: Counter[str] = Counter()
    for line in job.stdout:
        outcome = json.loads(line)
        states[outcome["state"]] += 1
        if outcome["state"] != "seen":
            told = " ".join(filter(None, (outcome["breach"], outcome["words"])))
            print(f"{outcome['state']}: {outcome['book']} {outcome['clause']}: {told}", flush=True)
    code = job.wait()
    tried, minutes = sum(states.values()), (time.monotonic() - started) / 60
    print(f"{states['seen']} of {tried} breaches seen by the listed tests, seed {asked.seed}, {minutes:.1f} minutes")
    if code:
        print(f"the trial ended early, with {code}: what comes after was not tried")
    return 0 if code == 0 and tried and states["seen"] == tried else 1


if __name__ == "__main__":
    sys.exit(main())
