"""Sessions by the million: pieces of work, run by a backend on all cores, counted exactly.

What is counted are whole numbers (how many sessions ended with how many cents), so the result is the same
whatever the number of threads or machines.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from feltwork.extras import MissingExtraError, need
from feltwork.lab.simulate import vector
from feltwork.lab.simulate.cpu import run_numba, run_numpy
from feltwork.lab.simulate.figures import Figures
from feltwork.lab.simulate.interval import MIN_TRIAL, TRIAL, Interval, interval_of
from feltwork.lab.simulate.jit import has_numba, numba_trouble, unbroken
from feltwork.lab.simulate.job import MAX_SESSIONS, Job, Piece, Runner, Tally
from feltwork.lab.simulate.standing import AtEnd
from feltwork.lab.simulate.tables import pieces
from feltwork.lab.simulate.unplaced import NotPlaced
from feltwork.lab.strategy.strategy import StrategyError

PIECE = 1 << 16
"""Sessions a piece of work: small enough to share out evenly, large enough to be worth handing over."""
WATCHED = 1024
"""Sessions whose drawdown is watched: the first ones."""
TRIAL_ROLLS = 20_000_000
"""Results that a trial run has at most, if that is more than was asked for."""
MAX_RESULTS = 255
"""Results of a round for which a half word gives four."""
BACKENDS = ("auto", "numba", "numpy", "gpu")


@dataclass(frozen=True, repr=False)
class Simulated:
    """A simulation's figures, and how it was run."""

    figures: Figures
    sessions: int
    rolls: int
    seconds: float
    backend: str
    threads: int
    interval: Interval
    """Where the true mean lies."""
    drawdown: float
    """Mean over the first sessions, in cents."""
    visits: NDArray[np.float64] | None = None
    """How often each branch of the table was taken, in a session of the first ones,"""
    unmet: tuple[NotPlaced, ...] = ()
    """and so what was wanted and not placed."""
    rests: Mapping[int, int] = field(default_factory=dict)
    """How many sessions leave each rest of the layout standing,"""
    finished: bool = False
    """unless what stood was played out,"""
    at_end: AtEnd | None = None
    """and so what was in hand and what stood."""

    @property
    def ci95(self) -> tuple[float, float] | None:
        """In this range the true mean lies, 19 times in 20 or more often; in cents. ``None`` where they are too few."""
        return self.interval.ends

    def __repr__(self) -> str:
        return f"<{self.sessions:,} simulated sessions: {self.figures}; {self.interval}>"

    def _repr_svg_(self) -> str:
        return self.figures._repr_svg_()

    def as_data(self) -> dict[str, object]:
        return {
            **self.figures.as_data(),
            "sessions": self.sessions,
            "rolls": self.rolls,
            "seconds": round(self.seconds, 6),
            "rolls_per_second": round(self.rolls / max(self.seconds, 1e-9)),
            "backend": self.backend,
            "threads": self.threads,
            **self.interval.as_data(),
            "drawdown": self.drawdown / 100,
            **(self.at_end.as_data() if self.at_end else {}),
            "unmet": [each.as_data() for each in self.unmet],
        }


def find_backend(name: str) -> tuple[str, Runner]:
    """The backend of that name; ``auto`` is numba where it is installed, and NumPy where not."""
    if name == "auto":
        name = "numba" if has_numba() else "numpy"
    if name == "numba":
        if not has_numba():
            raise MissingExtraError(f"numba {numba_trouble()}: pip install 'feltwork[sim]', or --backend numpy")
        return name, run_numba
    if name == "gpu":
        need("cupy", "gpu")
        from feltwork.lab.simulate.gpu import run_gpu  # optional: cupy

        return name, run_gpu
    if name != "numpy":
        raise StrategyError(f"backends are {', '.join(BACKENDS)}, not '{name}'")
    return name, run_numpy


def simulate(
    job: Job, backend: str = "auto", threads: int | None = None, *,
    progress: Callable[[int], None] | None = None, rows: Callable[[int, Piece], None] | None = None,
) -> Simulated:  # fmt: skip
    """Run the sessions and count what they came to; ``rows`` is given each piece with its first session."""
    name, runner = find_backend(backend)
    if job.tables.choices > 1 and backend == "auto" and name != "numba":
        trouble = f"numba {numba_trouble()}: pip install 'feltwork[sim]'"
        raise MissingExtraError(f"a function that chooses layouts is simulated by numba, and {trouble}")
    if job.tables.choices > 1 and (name != "numba" or job.tables.results > MAX_RESULTS):
        raise StrategyError("a function that chooses layouts is simulated by numba, at dice or a plain wheel")
    if name == "numba":
        with unbroken():
            runner(job, 0, 0)  # loads or compiles the kernel, which is not what is timed
    began = time.perf_counter()
    if name == "gpu" and rows is None and job.finish is None:
        workers, tally = 1, _counted_on_card(job, progress)
    else:
        workers = 1 if name == "gpu" else threads or os.cpu_count() or 1
        tally = tally_up(_shared_out(job, runner, workers), progress, rows)
    return simulated(job, tally, time.perf_counter() - began, name, workers)


def _counted_on_card(job: Job, progress: Callable[[int], None] | None) -> Tally:
    from feltwork.lab.simulate.gpu import CARD_PIECE, tally_gpu  # optional: cupy

    whole = Tally()
    for first, count in pieces(job.sessions, CARD_PIECE):
        whole.add(tally_gpu(job, first, count))
        if progress:
            progress(count)
    return whole


def tally_up(
    done: Iterable[tuple[int, Piece, Tally]],
    progress: Callable[[int], None] | None = None,
    rows: Callable[[int, Piece], None] | None = None,
) -> Tally:
    """All pieces together, in order."""
    whole = Tally()
    for first, piece, tally in done:
        whole.add(tally)
        if rows:
            rows(first, piece)
        if progress:
            progress(len(piece[0]))
    return whole


def _shared_out(job: Job, runner: Runner, workers: int) -> Iterator[tuple[int, Piece, Tally]]:
    """Pieces in order; a few more than there are workers are under way at any time."""

    def work(first: int, count: int) -> tuple[int, Piece, Tally]:
        piece = runner(job, first, count)
        return first, piece, Tally.of(piece, job.unit)

    turns = -(-job.sessions // (PIECE * workers))
    todo = pieces(job.sessions, -(-job.sessions // (turns * workers)))  # as many for each, so that all finish together
    if workers == 1:
        yield from (work(first, count) for first, count in todo)
        return
    with ThreadPoolExecutor(workers) as pool:
        under_way = deque(pool.submit(work, *piece) for piece in islice(todo, 2 * workers))
        while under_way:
            done = under_way.popleft().result()
            under_way.extend(pool.submit(work, *piece) for piece in islice(todo, 1))
            yield done


def simulated(job: Job, tally: Tally, seconds: float, backend: str, threads: int) -> Simulated:
    """The figures of a tally, if it is whole."""
    if tally.sessions != job.sessions:
        raise StrategyError(f"only {tally.sessions:,} of {job.sessions:,} sessions came back: no result")
    figures = tally.figures()
    interval = interval_of(figures, job.sessions, *_trial(job))
    done = Simulated(figures, job.sessions, tally.rolls, seconds, backend, threads, interval, *_watched(job))
    return replace(done, rests=tally.rests, finished=job.finish is not None)


def _trial(job: Job) -> tuple[Figures | None, int]:
    """Sessions that were not asked for, of the same strategy: they tell how skewed results are."""
    tried = min(TRIAL, max(job.sessions, TRIAL_ROLLS // job.rolls))
    if job.sessions >= TRIAL or tried < MIN_TRIAL:
        return None, job.sessions
    runner = find_backend("auto")[1]
    return Tally.of(runner(job, MAX_SESSIONS, tried), job.unit).figures(), tried


def _watched(job: Job) -> tuple[float, NDArray[np.float64] | None]:
    if job.tables.choices > 1:
        return float("nan"), None
    watched = min(job.sessions, WATCHED, max(1, 10**8 // job.rolls))
    return vector.watched(job.tables, job.seed, watched, job.rolls)
