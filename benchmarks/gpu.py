"""The standard session on an NVIDIA card, against all cores of the same machine: ``python -m benchmarks.gpu``.

Needs CuPy. First the card must give, session by session, what NumPy gives; then both are timed.
"""

from __future__ import annotations

import statistics
import time

import numpy as np
from benchmarks.figures import record

from feltwork.extras import need
from feltwork.lab.simulate.cpu import run_numpy
from feltwork.lab.simulate.gpu import run_gpu, tally_gpu
from feltwork.lab.simulate.job import Job
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.simulate.run import simulate

TURNS, ROLLS, ON_CARD, ON_CORES = 5, 500, 1 << 30, 1 << 22


def main() -> None:
    cupy = need("cupy", "gpu")
    card = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    for name, book in (("standard-w", "star-craps"), ("red-martingale", "star-roulette"), ("iron-cross", "star-craps")):
        job = Job(prepare(name, book).tables, 501, 20_000, 1)
        there, here = run_gpu(job, 0, 20_000), run_numpy(job, 0, 20_000)
        assert all(np.array_equal(there[column], here[column]) for column in range(3))
        assert simulate(job, "gpu").as_data()["mean"] == simulate(job, "numpy").as_data()["mean"]
        print(f"{name}: 20,000 sessions on {card} are the same, session by session")
    tables = prepare("standard-w", "star-craps").tables
    big, small = Job(tables, ROLLS, ON_CARD, 1), Job(tables, ROLLS, ON_CORES, 1)
    tally_gpu(big, 0, 1000)
    rates = []
    for _ in range(TURNS):
        begun = time.perf_counter()
        rolls = tally_gpu(big, 0, ON_CARD).rolls
        rates.append((rolls / (time.perf_counter() - begun), _cores(small)))
    fast, slow = (statistics.median(each) for each in zip(*rates, strict=True))
    print(f"W on {card}: {fast / 1e9:,.0f} thousand million rolls a second")
    print(f"W on all cores of this machine: {slow / 1e9:,.2f}; {fast / slow:,.0f} times")
    record("card", [there / 1e9 for there, _ in rates])
    record("card-cores", [here / 1e9 for _, here in rates])
    record("card-against-cores", [there / here for there, here in rates])


def _cores(job: Job) -> float:
    done = simulate(job)
    return done.rolls / done.seconds


if __name__ == "__main__":
    main()
