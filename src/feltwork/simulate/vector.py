"""The same sessions in NumPy alone: many side by side, one operation for all of them at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltwork.simulate import stream
from feltwork.simulate.tables import HEAD, Tables

U = np.uint64
LOWER, HALF = U(0xFFFFFFFF), U(32)
GAMMAS = [U(part * stream.GAMMA & stream.MASK) for part in range(4)]
LANES = 16_384
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


def _mix(x: Words) -> Words:
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


def _turn(x: Words, by: int) -> Words:
    return (x << U(by)) | (x >> U(64 - by))


class Lanes:
    """Sessions in progress, one a lane; lanes that are done leave, and the others close up."""

    def __init__(self, tables: Tables, key: int, first: int, count: int, rolls: int) -> None:
        self.tables, self.rolls = tables, rolls
        numbers = np.arange(first, first + count, dtype=np.uint64)
        at = U(key) + GAMMAS[1] * (U(4) * numbers + U(1))
        self.seeds = [_mix(at + gamma) for gamma in GAMMAS]
        self.lane = np.arange(count)
        self.state = np.full(count, tables.first_state, dtype=np.int64)
        self.cash = np.full(count, tables.first_cash, dtype=np.int64)
        self.done = np.zeros(count, dtype=np.int32)
        self.peak = np.full(count, tables.bankroll, dtype=np.int64)
        self.deepest = np.zeros(count, dtype=np.int64)
        self.finals = np.zeros(count, dtype=np.int64)
        self.lengths = np.zeros(count, dtype=np.int32)
        self.endings = np.zeros(count, dtype=np.int8)
        self.drawdowns = np.zeros(count, dtype=np.int64)

    def word(self) -> Words:
        s0, s1, s2, s3 = self.seeds
        word = _turn(s0 + s3, 23) + s0
        shifted = s1 << U(17)
        s2 = s2 ^ s0
        s3 = s3 ^ s1
        self.seeds = [s0 ^ s3, s1 ^ s2, s2 ^ shifted, _turn(s3, 45)]
        return word

    def leave(self) -> None:
        """Write down the sessions that are over and close up."""
        over = (self.done >= self.rolls) | (self.tables.ends[self.state] != 0)
        if not over.any():
            return
        lane = self.lane[over]
        self.finals[lane] = self.cash[over] + self.tables.stakes[self.state[over]]
        self.lengths[lane] = self.done[over]
        self.endings[lane] = self.tables.ends[self.state[over]]
        self.drawdowns[lane] = self.deepest[over]
        stay = ~over
        self.seeds = [seed[stay] for seed in self.seeds]
        for name in ("lane", "state", "cash", "done", "peak", "deepest"):
            setattr(self, name, getattr(self, name)[stay])

    def one(self, lanes: NDArray[np.intp], symbols: Words, *, watch: bool) -> None:
        """One result for some lanes, the plain way; what is over stays as it is."""
        t = self.tables
        going = (self.done[lanes] < self.rolls) & (t.ends[self.state[lanes]] == 0)
        lanes, symbols = lanes[going], symbols[going]
        group = t.step[self.state[lanes] * t.count + t.kinds[symbols]]
        cash = self.cash[lanes] + t.credit[group]
        at = t.branch[group].astype(np.int64)
        poor = np.flatnonzero(cash < t.low[at])
        while len(poor):
            at[poor] += 1
            poor = poor[cash[poor] < t.low[at[poor]]]
        self.state[lanes] = t.to[at]
        self.cash[lanes] = cash - t.spent[at]
        self.done[lanes] += 1
        if watch:
            wealth = self.cash[lanes] + t.stakes[self.state[lanes]]
            peak = np.maximum(self.peak[lanes], wealth)
            self.peak[lanes] = peak
            self.deepest[lanes] = np.maximum(self.deepest[lanes], peak - wealth)

    def two(self, taken: NDArray[np.bool_], pair: Words) -> None:
        """Two results for the lanes that take them: one lookup where the cash is in range."""
        t, rows = self.tables, self.tables.pairs
        row = self.state * (HEAD + t.count * t.count)
        ready = taken & (self.done <= self.rolls - 2)
        ready &= (self.cash - rows[row]).view(np.uint64) < rows[row + 1].view(np.uint64)
        if ready.all():
            entry = rows[row + t.pair_kinds[pair]]
            self.state = (entry & 0xFFFFFFFF) // (HEAD + t.count * t.count)
            self.cash += entry >> 32
            self.done += 2
            return
        quick = np.flatnonzero(ready)
        entry = rows[row[quick] + t.pair_kinds[pair[quick]]]
        self.state[quick] = (entry & 0xFFFFFFFF) // (HEAD + t.count * t.count)
        self.cash[quick] += entry >> 32
        self.done[quick] += 2
        slow = np.flatnonzero(taken & ~ready)
        for symbols in np.divmod(pair[slow], U(t.results)):
            self.one(slow, symbols, watch=False)


def run(
    tables: Tables, seed: int, first: int, count: int, rolls: int, *, watch: bool = False
) -> tuple[Ints, NDArray[np.int32], NDArray[np.int8], Ints]:
    """Final amounts, lengths, endings and (if watched) drawdowns of these sessions."""
    parts = [
        _lanes(tables, stream.key_of(seed), at, min(LANES, first + count - at), rolls, watch)
        for at in range(first, first + count, LANES)
    ]
    finals, lengths, endings, drawdowns = (np.concatenate([part[k] for part in parts]) for k in range(4))
    return finals, lengths, endings, drawdowns


def _lanes(
    tables: Tables, key: int, first: int, count: int, rolls: int, watch: bool
) -> tuple[Ints, NDArray[np.int32], NDArray[np.int8], Ints]:
    each, least = stream.batch(tables.results), U(stream.threshold(tables.results))
    in_pairs = bool(len(tables.pairs)) and not watch
    factor = U(tables.results**2 if in_pairs else tables.results)
    lanes = Lanes(tables, key, first, count, rolls)
    while len(lanes.lane):
        word = lanes.word()
        for half in (word & LOWER, word >> HALF):
            shown: list[Words] = []
            left = half
            for _ in range(each // 2 if in_pairs else each):
                product = left * factor
                shown.append(product >> HALF)
                left = product & LOWER
            taken = left >= least
            for symbols in shown:
                if in_pairs:
                    lanes.two(taken, symbols)
                else:
                    lanes.one(np.flatnonzero(taken), symbols[taken], watch=watch)
        lanes.leave()
    return lanes.finals, lanes.lengths, lanes.endings, lanes.drawdowns
