"""The same sessions in NumPy alone: many side by side, one operation for all of them at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate import stream
from feltwork.lab.simulate.tables import Tables

U = np.uint64
LOWER, HALF = U(0xFFFFFFFF), U(32)
GAMMAS = [U(part * stream.GAMMA & stream.MASK) for part in range(4)]
LANES = 65_536
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


def _mix(x: Words) -> Words:
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


def _turn(x: Words, by: int) -> Words:
    return (x << U(by)) | (x >> U(64 - by))


def seeds_of(key: int, sessions: Words) -> list[Words]:
    at = U(key) + GAMMAS[1] * (U(4) * sessions + U(1))
    return [_mix(at + gamma) for gamma in GAMMAS]


def next_word(seeds: list[Words]) -> tuple[Words, list[Words]]:
    """The next word of each stream, and the streams after it."""
    s0, s1, s2, s3 = seeds
    word = _turn(s0 + s3, 23) + s0
    shifted = s1 << U(17)
    s2 = s2 ^ s0
    s3 = s3 ^ s1
    return word, [s0 ^ s3, s1 ^ s2, s2 ^ shifted, _turn(s3, 45)]


def results_in(word: Words, results: int) -> Iterator[tuple[Words, NDArray[np.bool_]]]:
    """The results that words give, in order, and in which of them each counts."""
    for half in (word & LOWER, word >> HALF):
        shown: list[Words] = []
        left = half
        for _ in range(stream.batch(results)):
            product = left * U(results)
            shown.append(product >> HALF)
            left = product & LOWER
        taken = left >= U(stream.threshold(results))
        for symbols in shown:
            yield symbols, taken


class Ended:
    """What became of each session that is over."""

    def __init__(self, count: int) -> None:
        self.finals = np.zeros(count, dtype=np.int64)
        self.lengths = np.zeros(count, dtype=np.int32)
        self.endings = np.zeros(count, dtype=np.int8)
        self.rests = np.full(count, -1, dtype=np.int32)
        self.drawdowns = np.zeros(count, dtype=np.int64)


class Lanes:
    """Sessions in progress, one a lane; lanes that are done leave, and the others close up."""

    def __init__(self, tables: Tables, key: int, first: int, count: int, rolls: int) -> None:
        self.tables, self.rolls = tables, rolls
        self.seeds = seeds_of(key, np.arange(first, first + count, dtype=np.uint64))
        self.lane = np.arange(count)
        self.state = np.full(count, tables.start.state, dtype=np.int64)
        self.in_pairs = tables.pairs.fit(rolls, tables.start.bankroll)
        self.cash = np.full(count, tables.start.cash, dtype=np.int64)
        self.mark = tables.pairs.mark(self.state, self.cash) if self.in_pairs else self.state
        self.entry_at = tables.pair_kinds.astype(np.int64)
        self.done = np.zeros(count, dtype=np.int32)
        self.group = np.zeros(count, dtype=np.int64)
        """The group of each lane's last result,"""
        self.settled = np.zeros(count, dtype=np.int64)
        """and the cash when it was in."""
        self.gone = np.zeros(count, dtype=np.bool_)
        self.peak = np.full(count, tables.start.bankroll, dtype=np.int64)
        self.deepest = np.zeros(count, dtype=np.int64)
        self.ended = Ended(count)
        self.visits = np.zeros(len(tables.low))

    def word(self) -> Words:
        word, self.seeds = next_word(self.seeds)
        return word

    def leave(self, lanes: NDArray[np.intp]) -> None:
        """Write down those of these sessions that are over; once an eighth is, the others close up."""
        t = self.tables
        over = lanes[(self.done[lanes] >= self.rolls) | (t.ends[self.state[lanes]] != 0)]
        if not len(over):
            return
        lane, ending, ended = self.lane[over], t.ends[self.state[over]], self.ended
        rest = np.where(ending, -1, t.rest[self.group[over]])
        ended.finals[lane] = np.where(rest < 0, self.cash[over], self.settled[over] + t.face_of[rest])
        ended.lengths[lane] = self.done[over]
        ended.endings[lane], ended.rests[lane] = ending, rest
        ended.drawdowns[lane] = self.deepest[over]
        self.gone[over] = True
        if 8 * int(self.gone.sum()) < len(self.gone) and not self.gone.all():
            return
        stay = ~self.gone
        self.seeds = [seed[stay] for seed in self.seeds]
        for name in ("lane", "state", "mark", "cash", "done", "peak", "deepest", "gone", "group", "settled"):
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
        self.group[lanes], self.settled[lanes] = group, cash
        if watch:
            wealth = cash + t.face[t.rest[group]]
            peak = np.maximum(self.peak[lanes], wealth)
            self.peak[lanes] = peak
            self.deepest[lanes] = np.maximum(self.deepest[lanes], peak - wealth)
            np.add.at(self.visits, at[self.done[lanes] < self.rolls], 1.0)

    def eight(self, word: Words) -> None:
        """Eight results for every lane by four lookups, as if the cash stayed in range; else one by one."""
        t, p = self.tables, self.tables.pairs
        square, least, rows, mark = U(t.results**2), stream.threshold(t.results), p.marks.rows, self.mark
        care = self.rolls - 9 - self.done.astype(np.int64)
        for left in (word & LOWER, word >> HALF):
            for _ in range(2):
                left *= square  # noqa: PLW2901  # what is left of the half is what the next pair is made of
                care |= mark
                at = mark & 0xFFFFFFFF
                at += self.entry_at.take((left >> HALF).view(np.int64))
                mark = mark + rows.take(at)
                left &= LOWER  # noqa: PLW2901  # the same
            care |= left.view(np.int64) - least
        care |= mark
        care &= np.int64(p.marks.outside - (1 << 64))
        self.done += 8
        slow = np.flatnonzero(care)
        before, self.mark = self.mark, mark
        slow = slow[~self.gone[slow]]
        if len(slow):
            mark[slow] = before[slow]
            self.done[slow] -= 8
            self.state[slow], self.cash[slow] = p.at(mark[slow])
            self.each(slow, word[slow], watch=False)
            mark[slow] = p.mark(self.state[slow], self.cash[slow])
            self.leave(slow)

    def each(self, lanes: NDArray[np.intp], word: Words, *, watch: bool) -> None:
        """All results of a word for some lanes, one by one."""
        for symbols, taken in results_in(word, self.tables.results):
            self.one(lanes[taken], symbols[taken], watch=watch)


def run(
    tables: Tables, seed: int, first: int, count: int, rolls: int, *, watch: bool = False
) -> tuple[Ints, NDArray[np.int32], NDArray[np.int8], NDArray[np.int32], Ints]:
    """Final amounts, lengths, endings, rests and (if watched) drawdowns of these sessions."""
    parts = [
        _lanes(tables, stream.key_of(seed), at, min(LANES, first + count - at), rolls, watch=watch)
        for at in range(first, first + count, LANES)
    ]
    return (
        np.concatenate([part.ended.finals for part in parts]),
        np.concatenate([part.ended.lengths for part in parts]),
        np.concatenate([part.ended.endings for part in parts]),
        np.concatenate([part.ended.rests for part in parts]),
        np.concatenate([part.ended.drawdowns for part in parts]),
    )


def run_out(
    tables: Tables, seed: int, first: int, states: NDArray[np.int32], finals: Ints, lengths: NDArray[np.int32]
) -> None:
    """Play what stands until nothing lies, as ``kernel.run_out`` does; amounts and lengths are changed in place."""
    for at in range(0, len(finals), LANES):
        part = slice(at, at + LANES)
        _run_out(tables, stream.key_of(seed), first + at, states[part], finals[part], lengths[part])


def _run_out(
    tables: Tables, key: int, first: int, states: NDArray[np.int32], finals: Ints, lengths: NDArray[np.int32]
) -> None:
    lanes = np.flatnonzero(states >= 0)
    lanes = lanes[tables.ends[states[lanes]] == 0]
    seeds = seeds_of(key, (first + lanes).astype(np.uint64))
    state, skip = states[lanes].astype(np.int64), lengths[lanes].astype(np.int64)
    finals[lanes] -= tables.stakes[state]
    while len(lanes):
        word, seeds = next_word(seeds)
        for symbols, taken in results_in(word, tables.results):
            playing = taken & (skip <= 0) & (tables.ends[state] == 0)
            group = tables.step[state[playing] * tables.count + tables.kinds[symbols[playing]]]
            finals[lanes[playing]] += tables.credit[group]
            state[playing] = tables.to[tables.branch[group]]
            lengths[lanes[playing]] += 1
            skip -= taken
        stay = tables.ends[state] == 0
        if not stay.all():
            lanes, state, skip, seeds = lanes[stay], state[stay], skip[stay], [seed[stay] for seed in seeds]


def watched(tables: Tables, seed: int, count: int, rolls: int) -> tuple[float, NDArray[np.float64]]:
    """Of the first sessions: the mean drawdown, and how often each branch was taken in a session."""
    lanes = _lanes(tables, stream.key_of(seed), 0, count, rolls, watch=True)
    return float(lanes.ended.drawdowns.mean()), lanes.visits / count


def _lanes(tables: Tables, key: int, first: int, count: int, rolls: int, *, watch: bool) -> Lanes:
    lanes = Lanes(tables, key, first, count, rolls)
    while len(lanes.lane):
        word = lanes.word()
        if lanes.in_pairs and not watch:
            lanes.eight(word)
        else:
            everyone = np.flatnonzero(~lanes.gone)
            lanes.each(everyone, word[everyone], watch=watch)
            lanes.leave(everyone)
    return lanes
