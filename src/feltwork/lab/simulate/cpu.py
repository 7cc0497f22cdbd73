"""Sessions on the processor: by the compiled kernels where numba is there, by NumPy where not."""

from __future__ import annotations

import numpy as np

from feltwork.lab.simulate import stream, vector
from feltwork.lab.simulate.jit import has_numba
from feltwork.lab.simulate.job import Job, Piece
from feltwork.lab.strategy.strategy import StrategyError


def run_numba(job: Job, first: int, count: int) -> Piece:
    from feltwork.lab.simulate import kernel  # optional: numba

    t = job.tables
    finals = np.empty(count, dtype=np.int64)
    lengths = np.empty(count, dtype=np.int32)
    endings = np.empty(count, dtype=np.int8)
    rests = np.empty(count, dtype=np.int32)
    out = (t.rest_after, t.face_of, finals, lengths, endings, rests)
    acts, about = t.acts
    u = np.uint64
    state, draws = (
        u(t.start.state),
        (u(stream.threshold(t.results)), u(stream.key_of(job.seed)), u(first), u(job.rolls)),
    )
    if t.choices > 1:
        lanes = kernel.empty_lanes(state, job.rolls)  # type: ignore[no-untyped-call]  # as all of the kernels
        inside = kernel.run_chosen(
            kernel.compile_choice(job.choose), t.choices, acts, t.kinds, t.views, u(t.count), u(about), state,
            t.start.cash, t.start.bankroll, u(t.results), *draws, lanes, *out,
        )  # fmt: skip
        if inside < 0:
            raise StrategyError(f"the function chose a layout that is not among its {t.choices}")
    elif t.pairs.fit(job.rolls, t.start.bankroll):
        p, marks = t.pairs, t.pairs.marks
        start = p.mark(np.array([t.start.state]), np.array([t.start.cash]))[0]
        lanes = kernel.empty_lanes(start, job.rolls)  # type: ignore[no-untyped-call]  # the same
        kernel.run_pairs(
            marks.rows.view(np.uint64), t.pair_kinds, acts, p.cells, t.kinds, u(t.count), u(about), p.base, p.unit,
            u(start), u(marks.outside), u(marks.ends), u(t.results), *draws, lanes, *out,
        )  # fmt: skip
    else:
        kernel.run_singles(
            acts, t.kinds, u(t.count), u(about), state, t.start.cash, u(t.results), stream.batch(t.results), *draws,
            *out,
        )  # fmt: skip
    return finished(job, first, (finals, lengths, endings, rests))


def finished(job: Job, first: int, piece: Piece) -> Piece:
    """The same sessions with what stands played out, where that is asked for; on the processor, whatever ran them."""
    t, (finals, lengths, endings, rests) = job.finish, piece
    if t is None:
        return piece
    if has_numba():
        from feltwork.lab.simulate import kernel  # optional: numba

        u, (acts, about) = np.uint64, t.acts
        kernel.run_out(
            acts, t.kinds, u(t.count), u(about), u(t.results), stream.batch(t.results), u(stream.threshold(t.results)),
            u(stream.key_of(job.seed)), u(first), rests, finals, lengths,
        )  # fmt: skip
    else:
        vector.run_out(t, job.seed, first, rests, finals, lengths)
    return finals, lengths, endings, np.full_like(rests, -1)


def run_numpy(job: Job, first: int, count: int) -> Piece:
    finals, lengths, endings, rests, _ = vector.run(job.tables, job.seed, first, count, job.rolls)
    if job.finish is None:
        return finals, lengths, endings, rests
    vector.run_out(job.finish, job.seed, first, rests, finals, lengths)
    return finals, lengths, endings, np.full_like(rests, -1)
