"""Sessions by the million: pieces of work, run by a backend on all cores, counted exactly.

What is counted are whole numbers (how many sessions ended with how many cents), so the result is the same
whatever the number of threads or machines.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from feltwork.extras import MissingExtraError, need
from feltwork.simulate import stream
from feltwork.simulate.figures import Figures, figures_of
from feltwork.simulate.jit import has_numba, numba_trouble, unbroken
from feltwork.simulate.tables import Tables, pieces
from feltwork.simulate.unplaced import NotPlaced
from feltwork.strategy.reconcile import RUINED, STOPPED
from feltwork.strategy.strategy import StrategyError

PIECE = 1 << 16
"""Sessions a piece of work: small enough to share out evenly, large enough to be worth handing over."""
WATCHED = 1024
"""Sessions whose drawdown is watched: the first ones."""
MOST_BINS = 1 << 20
MOST_SESSIONS, MOST_ROLLS, MOST_SEED = 10**12, 10**8, 1 << 63
Piece = tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int8]]
Runner = Callable[["Job", int, int], Piece]
MOST_RESULTS = 255
"""Results of a round for which a half word gives four."""
BACKENDS = ("auto", "numba", "numpy", "gpu")


@dataclass(frozen=True)
class Job:
    """Which sessions: compiled tables, rolls a session at most, how many, and the seed."""

    tables: Tables
    rolls: int
    sessions: int
    seed: int
    choose: Callable[[int, int, int, int], int] | None = None
    """Asked before each result which layout is wanted, where there are several."""

    def __post_init__(self) -> None:
        for what, value, most in (("sessions", self.sessions, MOST_SESSIONS), ("rolls", self.rolls, MOST_ROLLS)):
            if not isinstance(value, int):
                raise StrategyError(f"{what} are a whole number, not {value!r}")
            if not 1 <= value <= most:
                raise StrategyError(f"{what} are 1 to {most:,}, not {value:,}")
        if not 0 <= self.seed < MOST_SEED:
            raise StrategyError(f"a seed is 0 to {MOST_SEED - 1}, not {self.seed}")


@dataclass
class Tally:
    """What the sessions came to, counted."""

    finals: Counter[int] = field(default_factory=Counter)
    rolls: int = 0
    endings: Counter[int] = field(default_factory=Counter)

    @staticmethod
    def of(piece: Piece, unit: int = 1) -> Tally:
        """A piece counted; what sessions end with differs by whole units."""
        low, high = int(piece[0].min()), int(piece[0].max())
        if (high - low) // unit < MOST_BINS:
            counts = np.bincount((piece[0] - low) // unit)
            finals = np.flatnonzero(counts)
            counts, finals = counts[finals], finals * unit + low
        else:
            finals, counts = np.unique(piece[0], return_counts=True)
        return Tally(
            Counter(dict(zip(finals.tolist(), counts.tolist(), strict=True))),
            int(piece[1].sum(dtype=np.int64)),
            Counter(dict(enumerate(np.bincount(piece[2]).tolist()))),
        )

    def add(self, other: Tally) -> None:
        self.finals.update(other.finals)
        self.rolls += other.rolls
        self.endings.update(other.endings)

    @property
    def sessions(self) -> int:
        return self.finals.total()

    def figures(self) -> Figures:
        finals = np.array(sorted(self.finals), dtype=np.int64)
        shares = np.array([self.finals[int(final)] for final in finals]) / self.sessions
        ruin, stopped = (self.endings[how] / self.sessions for how in (RUINED, STOPPED))
        return figures_of(finals, shares, ruin, stopped, self.rolls / self.sessions)


@dataclass(frozen=True, repr=False)
class Simulated:
    """A simulation's figures, and how it was run."""

    figures: Figures
    sessions: int
    rolls: int
    seconds: float
    backend: str
    threads: int
    drawdown: float
    """Mean over the first sessions, in cents."""
    visits: NDArray[np.float64] | None = None
    """How often each branch of the table was taken, in a session of the first ones,"""
    unmet: tuple[NotPlaced, ...] = ()
    """and so what was wanted and not placed."""

    @property
    def ci95(self) -> tuple[float, float]:
        """In this range the true mean lies, 19 times in 20; in cents."""
        half = 1.959963984540054 * self.figures.sd / sqrt(self.sessions)
        return self.figures.mean - half, self.figures.mean + half

    def __repr__(self) -> str:
        low, high = self.ci95
        sure = f"95% sure of a mean of {low / 100:,.2f} to {high / 100:,.2f}"
        return f"<{self.sessions:,} simulated sessions: {self.figures}; {sure}>"

    def _repr_svg_(self) -> str:
        return self.figures._repr_svg_()

    def as_data(self) -> dict[str, object]:
        low, high = self.ci95
        return {
            **self.figures.as_data(),
            "sessions": self.sessions,
            "rolls": self.rolls,
            "seconds": round(self.seconds, 6),
            "rolls_per_second": round(self.rolls / max(self.seconds, 1e-9)),
            "backend": self.backend,
            "threads": self.threads,
            "ci95": [low / 100, high / 100],
            "drawdown": self.drawdown / 100,
            "unmet": [each.as_data() for each in self.unmet],
        }


def run_numba(job: Job, first: int, count: int) -> Piece:
    from feltwork.simulate import kernel

    t = job.tables
    finals = np.empty(count, dtype=np.int64)
    lengths = np.empty(count, dtype=np.int32)
    endings = np.empty(count, dtype=np.int8)
    acts, about = t.acts
    u = np.uint64
    state, draws = (
        u(t.first_state),
        (u(stream.threshold(t.results)), u(stream.key_of(job.seed)), u(first), u(job.rolls)),
    )
    if t.choices > 1:
        lanes = kernel.empty_lanes(state, job.rolls)  # type: ignore[no-untyped-call]  # as all of the kernels
        inside = kernel.run_chosen(
            kernel.compile_choice(job.choose), t.choices, acts, t.kinds, t.views, u(t.count), u(about), state,
            t.first_cash, t.bankroll, u(t.results), *draws, lanes, finals, lengths, endings,
        )  # fmt: skip
        if inside < 0:
            raise StrategyError(f"the function chose a layout that is not among its {t.choices}")
    elif t.quick(job.rolls):
        p, marks = t.pairs, t.pairs.marks
        start = p.mark(np.array([t.first_state]), np.array([t.first_cash]))[0]
        lanes = kernel.empty_lanes(start, job.rolls)  # type: ignore[no-untyped-call]  # the same
        kernel.run_pairs(
            marks.rows.view(np.uint64), t.pair_kinds, acts, p.cells, t.kinds, u(t.count), u(about), p.base, p.unit,
            u(start), u(marks.outside), u(marks.ends), u(t.results), *draws, lanes, finals, lengths, endings,
        )  # fmt: skip
    else:
        kernel.run_singles(
            acts, t.kinds, u(t.count), u(about), state, t.first_cash, u(t.results), stream.batch(t.results), *draws,
            finals, lengths, endings,
        )  # fmt: skip
    return finals, lengths, endings


def run_numpy(job: Job, first: int, count: int) -> Piece:
    from feltwork.simulate import vector

    return vector.run(job.tables, job.seed, first, count, job.rolls)[:3]


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
        from feltwork.simulate.gpu import run_gpu

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
    if job.tables.choices > 1 and (name != "numba" or job.tables.results > MOST_RESULTS):
        raise StrategyError("a function that chooses layouts is simulated by numba, at dice or a plain wheel")
    if name == "numba":
        with unbroken():
            runner(job, 0, 0)  # loads or compiles the kernel, which is not what is timed
    began = time.perf_counter()
    if name == "gpu" and rows is None:
        workers, tally = 1, _counted_on_card(job, progress)
    else:
        workers = 1 if name == "gpu" else threads or os.cpu_count() or 1
        tally = tally_up(_shared_out(job, runner, workers), progress, rows)
    return simulated(job, tally, time.perf_counter() - began, name, workers)


def _counted_on_card(job: Job, progress: Callable[[int], None] | None) -> Tally:
    from feltwork.simulate.gpu import CARD_PIECE, tally_gpu

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
        return first, piece, Tally.of(piece, job.tables.unit)

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
    return Simulated(tally.figures(), job.sessions, tally.rolls, seconds, backend, threads, *_watched(job))


def _watched(job: Job) -> tuple[float, NDArray[np.float64] | None]:
    from feltwork.simulate import vector

    if job.tables.choices > 1:
        return float("nan"), None
    watched = min(job.sessions, WATCHED, max(1, 10**8 // job.rolls))
    return vector.watched(job.tables, job.seed, watched, job.rolls)
