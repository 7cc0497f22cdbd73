"""``make soak MINUTES=10``: the long forms of the trials, again and again with new seeds, until the time is up.

Every round prints its seed; ``--seed`` repeats one. What each part covers is said at the end.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = {
    "tests/properties": "random scripts against the second implementation, conservation, replay",
    "tests/audit": "tampered logs, all to be found by the verifier holding the last checkpoint",
    "tests/entropy": "ten million mapped outcomes through the battery",
    "tests/faults": "kills under load, full disks, two processes on one table",
    "tests/desk": "duplicates, batches, failed commits, rehearsals of every book",
}
LONG = {
    "FELTWORK_EXAMPLES": "3000",
    "FELTWORK_TAMPERS": "1000",
    "FELTWORK_DRAWS": "10000000",
    "FELTWORK_RACES": "1000",
    "FELTWORK_SOAK": "1",
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31))
    asked = options.parse_args()
    until = time.monotonic() + 60 * asked.minutes
    chance = random.Random(asked.seed)
    done: dict[str, int] = dict.fromkeys(PARTS, 0)
    print(f"seed {asked.seed}", flush=True)
    while time.monotonic() < until:
        for part in PARTS:
            if time.monotonic() >= until:
                break
            seed = chance.randrange(2**31)
            print(f"{part} with seed {seed}", flush=True)
            command = [sys.executable, "-m", "pytest", "-n", "auto", "-q", part, f"--hypothesis-seed={seed}"]
            code = subprocess.run(command, cwd=ROOT, env={**os.environ, **LONG}, check=False).returncode
            if code:
                print(f"{part} failed with seed {seed}")
                return code
            done[part] += 1
    for part, count in done.items():
        print(f"{part}: {count} times ({PARTS[part]})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
