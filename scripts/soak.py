"""``make soak MINUTES=10``: the long forms of the trials, again and again with new seeds, until the time is up.

Every part prints its seed; ``--seed`` repeats them all. What was covered, and how often, is said at the end, also after
a failure, which ends it with the exit code of the tests. A part that has begun is finished.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONG = {
    "FELTWORK_CRASH_SEEDS": "20",
    "FELTWORK_KILLS": "200",
    "FELTWORK_BREAKS": "50",
    "FELTWORK_FLIPS": "300",
    "FELTWORK_COMMANDS": "10000",
    "FELTWORK_RACES": "5000",
    "FELTWORK_SCHEDULES": "100000",
    "FELTWORK_EVENINGS": "10000",
    "FELTWORK_MACHINES": "40",
    "FELTWORK_HOSTILE": "2000",
    "FELTWORK_GUESSES": "5000",
    "FELTWORK_TAMPERS": "1000",
    "FELTWORK_DRAWS": "10000000",
    "FELTWORK_PRIZE_DRAWS": "1000000",
    "FELTWORK_OFFICES": "1000",
    "FELTWORK_EXAMPLES": "3000",
    "FELTWORK_ROUNDS": "10000",
    "FELTWORK_SCREEN_ROUNDS": "1000",
    "FELTWORK_SESSIONS": "2000",
    "FELTWORK_DEPTH": "5",
    "FELTWORK_SAMPLES": "20000",
    "FELTWORK_LOADED": "1000",
    "FELTWORK_FAIR": "10000",
    "FELTWORK_SOAK": "1",
}
"""How long the long forms are: read by the tests, which are short without them."""
PARTS = {
    "tests/faults": (
        "{FELTWORK_CRASH_SEEDS} crashes at every registered point, {FELTWORK_KILLS} kills under load, "
        "{FELTWORK_BREAKS} commits cut in flight in each of three ways, syncs that fail and servers stopped at once, "
        "{FELTWORK_BREAKS} reads cut after a commit, processes frozen under load, "
        "{FELTWORK_FLIPS} flipped bits of a database file, "
        "{FELTWORK_COMMANDS} commands doubled, disordered and 32 at once, {FELTWORK_RACES} rounds by two processes, "
        "{FELTWORK_SCHEDULES} schedules around the close of betting, "
        "{FELTWORK_EVENINGS} evenings with seeded clock, network, disk and scheduler, "
        "{FELTWORK_MACHINES} random nights per book and store, "
        "{FELTWORK_HOSTILE} hostile commands per book; full and failing disks, syncs"
    ),
    "tests/verifier": (
        "{FELTWORK_TAMPERS} tampered logs and {FELTWORK_TAMPERS} tampered databases, "
        "all found by the verifier holding the last checkpoint"
    ),
    "tests/entropy": "{FELTWORK_DRAWS} mapped outcomes through the battery",
    "tests/properties": (
        "{FELTWORK_EXAMPLES} random scripts per property, against the second implementation too; "
        "{FELTWORK_OFFICES} random promotions and evenings of disputes, each run to an end"
    ),
    "tests/promotion": "{FELTWORK_PRIZE_DRAWS} draws of prizes, each uniform",
    "tests/server": (
        "floors in one process and several, hostile screens, memory flat over {FELTWORK_ROUNDS} rounds, "
        "{FELTWORK_GUESSES} guesses at a password and at numbers of tickets"
    ),
    "tests/browser/test_play.py": "{FELTWORK_SCREEN_ROUNDS} rounds on a real screen, equal to the ledger after each",
    "tests/lab": (
        "{FELTWORK_SESSIONS} sessions of each strategy at each book and three bankrolls, by kernels and at the table; "
        "exact sessions {FELTWORK_DEPTH} results deep against a table that merges no layouts; "
        "{FELTWORK_SAMPLES} samples of a hundred sessions, whose intervals hold"
    ),
    "tests/tournament": "{FELTWORK_SESSIONS} random sessions of a tournament, against a second implementation",
    "tests/reports/test_fairness_long.py": (
        "{FELTWORK_LOADED} runs of 10000 rounds with a loaded die and a loaded pocket, {FELTWORK_FAIR} with fair ones"
    ),
    "tests/desk": "duplicates, batches, failed commits, rehearsals of every book",
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    asked = options.parse_args()
    until = time.monotonic() + 60 * asked.minutes
    chance = random.Random(asked.seed)
    done = dict.fromkeys(PARTS, 0)
    print(f"seed {asked.seed}", flush=True)
    failed = 0
    for part in cycle(PARTS):
        if failed or time.monotonic() >= until:
            break
        failed = soak(part, chance.randrange(2**31))
        done[part] += not failed
        print(f"{max(0, until - time.monotonic()) / 60:.0f} of {asked.minutes:g} minutes left", flush=True)
    for part, count in done.items():
        print(f"{part}: {count} times ({PARTS[part].format(**LONG)})")
    return failed


def soak(part: str, seed: int) -> int:
    """One part once, in its long form; a part that has begun is finished."""
    print(f"{part} with seed {seed}", flush=True)
    # Each test of a part may take as long as it needs; what each of them covered is printed with its name.
    command = [sys.executable, "-m", "pytest", "-n", "auto", "-q", "-rP", "--timeout=0", part]
    environment = {**os.environ, **LONG, "FELTWORK_SEED": str(seed)}
    code = subprocess.run([*command, f"--hypothesis-seed={seed}"], cwd=ROOT, env=environment, check=False).returncode
    if code:
        print(f"{part} failed with seed {seed}: repeat it with FELTWORK_SEED={seed} and --hypothesis-seed={seed}")
    return code


if __name__ == "__main__":
    sys.exit(main())
