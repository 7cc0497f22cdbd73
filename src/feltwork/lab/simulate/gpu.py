"""The same sessions on an NVIDIA card, by a CUDA kernel that CuPy compiles.

Each thread plays session after session; results come from ``stream`` as everywhere. The tables lie in each
multiprocessor's shared memory, money is counted in the largest unit that all amounts are multiples of, and finished
sessions are counted on the card: only the counts come back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from feltwork.extras import need
from feltwork.lab.simulate import stream
from feltwork.lab.simulate.cpu import finished
from feltwork.lab.simulate.job import Job, Piece, Tally
from feltwork.lab.simulate.tables import Tables
from feltwork.lab.strategy.strategy import StrategyError

if TYPE_CHECKING:
    from numpy.typing import NDArray


THREADS, BLOCKS = 1024, 2
"""Threads a block, and blocks a multiprocessor: what ran fastest on an H200."""
MAX_BINS = 1 << 18
WAITING, WORDS = 5, 3
"""Threads of a warp that wait for each other before they sit down again; words each plays before it looks who waits."""
COPIES = 16
"""Counts are kept in so many copies, so that threads seldom wait for each other."""
CARD_PIECE = 1 << 28
"""Sessions a launch: a launch of a second or so keeps the card busy and the counts below 32 bits."""
MAX_SHARED = 200 * 1024
HEAD = 3

SOURCE = r"""
typedef unsigned long long u64;
typedef unsigned int u32;
__device__ __forceinline__ u64 mix(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
__device__ __forceinline__ u64 turn(u64 x, int by) { return (x << by) | (x >> (64 - by)); }

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) play(
    const ENTRY *pairs, const unsigned short *pair_kinds, const int *cells, int levels, const int *own,
    const unsigned short *kinds, int count, const int *step, const MONEY *credit, const int *branch, const MONEY *low,
    const MONEY *spent, const int *to, const MONEY *stakes, const signed char *ends, const int *rest_of,
    const MONEY *face, int rests, int row0, MONEY cash0, u64 key, u64 first, u64 sessions, int rolls, u32 *bins,
    int most, u32 *left, u64 *totals, MONEY *finals, int *lengths, signed char *endings, int *standing) {
    extern __shared__ ENTRY table[];
    unsigned short *kind_of = (unsigned short *)(table + OWN);
    for (int i = threadIdx.x; i < OWN; i += blockDim.x) table[i] = pairs[i];
    for (int i = threadIdx.x; i < RESULTS * RESULTS; i += blockDim.x) kind_of[i] = pair_kinds[i];
    __syncthreads();
    const u64 stride = (u64)gridDim.x * blockDim.x;
    u64 rolled = 0;
    u32 ruined = 0, stopped = 0;
    u64 n = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    u64 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int row = row0, t = 0, over = 1, ended = 0, begun = 0, rest = -1;
    MONEY cash = 0;
    while (true) {
        // threads that are over wait for each other, so that a warp seldom stops to sit down
        u32 here = __activemask(), waiting = __ballot_sync(here, over);
        if (over && (__popc(waiting) >= WAITING || waiting == here)) {
            if (begun) {
                rolled += t; ruined += ended == 1; stopped += ended == 2;
                if (bins) {
                    if (cash < most) atomicAdd(bins + (size_t)(blockIdx.x % COPIES) * most + cash, 1u);
                    else atomicAdd(totals + 3, 1ull);
                    atomicAdd(left + (size_t)(blockIdx.x % COPIES) * (rests + 1) + rest + 1, 1u);
                } else { finals[n] = cash; lengths[n] = t; endings[n] = ended; standing[n] = rest; }
                n += stride;
            }
            begun = 1;
            if (n >= sessions) break;
            u64 at = key + 0x9E3779B97F4A7C15ull * (4 * (first + n) + 1);
            s0 = mix(at); s1 = mix(at + 0x9E3779B97F4A7C15ull);
            s2 = mix(at + 2 * 0x9E3779B97F4A7C15ull); s3 = mix(at + 3 * 0x9E3779B97F4A7C15ull);
            row = row0; cash = cash0; t = 0; over = 0; ended = 0; rest = -1;
        }
        #pragma unroll
        for (int again = 0; again < WORDS; again++) {
            u64 word = turn(s0 + s3, 23) + s0, shifted = s1 << 17;
            s2 ^= s0; s3 ^= s1; s1 ^= s2; s0 ^= s3; s2 ^= shifted; s3 = turn(s3, 45);
            #pragma unroll
            for (int half = 0; half < 2; half++) {
                u32 x = half ? (u32)(word >> 32) : (u32)word;
                u64 m1 = (u64)x * (RESULTS * RESULTS), m2 = (u64)(u32)m1 * (RESULTS * RESULTS);
                if ((u32)m2 < MIN_DRAW) continue;
                #pragma unroll
                for (int part = 0; part < 2; part++) {
                    if (over) continue;
                    u32 pair = (u32)((part ? m2 : m1) >> 32);
                    int kind = kind_of[pair], good = t + 2 < rolls;  // the last result is always taken by itself
                    if (row >= BARE || (row < OWN && (cash < LOW || cash >= HIGH) &&
                                        (cash < (MONEY)table[row] || cash >= (MONEY)table[row + 1]))) {
                        // outside the state's own range: by the very cash, where there is a row for it
                        if (cash < levels) row = cells[(int)pairs[row + 2] * levels + (int)cash] * WIDTH;
                        good &= row >= OWN && row < BARE;
                    }
                    if (good) {
                        ENTRY entry = row < OWN ? table[row + kind] : pairs[row + kind];
                        row = (int)(entry & ROWS);
                        cash += (MONEY)(entry >> SHIFT);
                        t += 2;
                        if (row >= END) {
                            int how = (row - END) / WIDTH;
                            t -= 1 - (how & 1); ended = 1 + (how >> 1); over = 1; rest = -1;
                        }
                    } else {
                        int state = (int)pairs[row + 2];
                        MONEY settled = cash;
                        for (int turns = 0; turns < 2; turns++) {
                            u32 symbol = turns ? pair % RESULTS : pair / RESULTS;
                            if (t < rolls && !ended) {
                                int group = step[state * count + kinds[symbol]], b = branch[group];
                                settled = cash += credit[group];
                                rest = rest_of[group];
                                while (cash < low[b]) b++;
                                cash -= spent[b]; state = to[b]; t++;
                                ended = ends[state];
                            }
                        }
                        row = own[state] * WIDTH;
                        if (ended) { cash += stakes[state]; over = 1; rest = -1; }
                        else if (t == rolls) { cash = settled + face[rest]; over = 1; }
                    }
                }
            }
        }
    }
    atomicAdd(totals, rolled); atomicAdd(totals + 1, (u64)ruined); atomicAdd(totals + 2, (u64)stopped);
}
"""


@dataclass(frozen=True)
class Packed:
    """The tables in units of money, as the card has them.

    Rows stand in this order: states that have a range, single amounts of cash, states that have none, and the ends.
    """

    unit: int
    shift: int
    wide: bool
    rows: NDArray[Any]
    cells: NDArray[np.int32]
    own: NDArray[np.int32]
    """The row of each state."""
    used: int
    """So many states have a range,"""
    bare: int
    """and so many rows come before those that have none."""
    low: int
    """From this cash on all ranges hold,"""
    high: int
    """and up to this."""


def pack(tables: Tables) -> Packed:
    """Entries in 32 bits where cash and row fit side by side, else in 64."""
    pairs, states = tables.pairs, tables.states
    used = pairs.reach[:states] > 0
    every = np.arange(len(pairs.low))
    order = np.concatenate(
        [every[:states][used], every[states : pairs.ends], every[:states][~used], every[pairs.ends :]]
    )
    number = np.argsort(order)
    unit = gcd(pairs.unit, *np.unique(tables.stakes).tolist(), *np.unique(tables.face).tolist(), tables.start.cash)
    rows = number[pairs.to] * _width(tables)
    shift = int(rows.max()).bit_length()
    wide = int(np.abs(pairs.gain).max()) // unit >= 1 << (30 - shift)
    low = -(-pairs.low // unit)
    high = np.minimum(-(-np.minimum(pairs.low + pairs.reach, 1 << 62) // unit), (1 << 62) if wide else (1 << 31) - 1)
    packed = np.column_stack([low, high, pairs.state, ((pairs.gain // unit) << shift) | rows])[order]
    cells = np.repeat(number[pairs.cells], pairs.unit // unit, axis=1)
    ranges = low[:states][used], high[:states][used]
    return Packed(
        unit,
        shift,
        wide,
        packed.reshape(-1).astype(np.int64 if wide else np.int32),
        np.ascontiguousarray(cells, dtype=np.int32),
        number[:states].astype(np.int32),
        int(used.sum()),
        pairs.ends - int((~used).sum()),
        int(ranges[0].max(initial=0)),
        int(ranges[1].min(initial=(1 << 31) - 1)),
    )


def _width(tables: Tables) -> int:
    """How long a row is: where its range begins and ends, its state, and its entries."""
    return HEAD + tables.count**2


def macros(tables: Tables, packed: Packed) -> dict[str, object]:
    """What the kernel's source leaves open."""
    width, money = _width(tables), "long long" if packed.wide else "int"
    return {
        "RESULTS": tables.results,
        "WIDTH": width,
        "OWN": packed.used * width,
        "BARE": packed.bare * width,
        "END": tables.pairs.ends * width,
        "SHIFT": packed.shift,
        "ROWS": (1 << packed.shift) - 1,
        "LOW": packed.low,
        "HIGH": packed.high,
        "ENTRY": money,
        "MONEY": money,
        "MIN_DRAW": f"{stream.threshold(tables.results)}u",
        "THREADS": THREADS,
        "BLOCKS": BLOCKS,
        "COPIES": COPIES,
        "WAITING": WAITING,
        "WORDS": WORDS,
    }


def arguments(job: Job, packed: Packed) -> tuple[Any, ...]:
    """What the kernel is given for every launch: arrays, and numbers of the width it takes."""
    t, unit = job.tables, packed.unit
    money = np.int64 if packed.wide else np.int32
    lows = np.minimum(-(-t.low // unit), np.iinfo(money).max // 2)

    def units(cents: NDArray[np.int64]) -> NDArray[Any]:
        return (cents // unit).astype(money)

    return (
        packed.rows,
        t.pair_kinds + np.uint16(HEAD),
        packed.cells,
        np.int32(packed.cells.shape[1]),
        packed.own,
        t.kinds,
        np.int32(t.count),
        t.step,
        units(t.credit),
        t.branch,
        lows.astype(money),
        units(t.spent),
        t.to,
        units(t.stakes),
        t.ends,
        t.rest,
        units(t.face),
        np.int32(len(t.face)),
        np.int32(packed.own[t.start.state] * _width(t)),
        money(t.start.cash // unit),
        np.uint64(stream.key_of(job.seed)),
    )


@lru_cache(maxsize=8)
def _kernel(options: tuple[str, ...]) -> Any:
    return need("cupy", "gpu").RawKernel(SOURCE, "play", options=options)


class Card:
    """One job's tables on the card."""

    def __init__(self, job: Job) -> None:
        self.cupy = need("cupy", "gpu")
        t = job.tables
        if not len(t.pairs.low):
            raise StrategyError("the strategy has too many states for the card")
        self.job, self.packed = job, pack(t)
        self.kernel = _kernel(tuple(f"-D{name}={value}" for name, value in macros(t, self.packed).items()))
        put = self.cupy.asarray
        given = arguments(job, self.packed)
        self.fixed = tuple(put(each) if isinstance(each, np.ndarray) else each for each in given)
        own = self.packed.used * _width(t)
        self.shared = own * self.packed.rows.itemsize + 2 * t.results**2
        if self.shared > MAX_SHARED:
            raise StrategyError("the strategy has too many states for the card; leave --backend out")
        self.kernel.max_dynamic_shared_size_bytes = self.shared
        fit = max(1, min(BLOCKS, 220 * 1024 // self.shared))
        self.blocks = self.cupy.cuda.Device().attributes["MultiProcessorCount"] * fit

    def launch(self, first: int, count: int, *out: Any) -> None:
        blocks = min(self.blocks, -(-count // THREADS))
        rolls = np.int32(self.job.rolls)
        given = (*self.fixed, np.uint64(first), np.uint64(count), rolls, *out)
        self.kernel((blocks,), (THREADS,), given, shared_mem=self.shared)


def tally_gpu(job: Job, first: int, count: int) -> Tally:
    """What the sessions came to, counted on the card."""
    card, cupy = _card(job), need("cupy", "gpu")
    bins = cupy.zeros((COPIES, MAX_BINS), dtype=np.uint32)
    left = cupy.zeros((COPIES, len(job.tables.face) + 1), dtype=np.uint32)
    totals = cupy.zeros(4, dtype=np.uint64)
    none = np.uint64(0)
    card.launch(first, count, bins, np.int32(MAX_BINS), left, totals, none, none, none, none)
    rolled, ruined, stopped, beyond = totals.get().tolist()
    if beyond:
        return Tally.of(run_gpu(job, first, count))
    counts = bins.sum(axis=0, dtype=np.uint64).get()
    at = np.flatnonzero(counts)
    finals = Counter(dict(zip((at * card.packed.unit).tolist(), counts[at].tolist(), strict=True)))
    rests = left.sum(axis=0, dtype=np.uint64).get().tolist()
    return Tally(
        finals,
        int(rolled),
        Counter({0: count - ruined - stopped, 1: ruined, 2: stopped}),
        Counter({rest: many for rest, many in enumerate(rests, -1) if many}),
    )


def run_gpu(job: Job, first: int, count: int) -> Piece:
    """Every session by itself, for rows."""
    card, cupy = _card(job), need("cupy", "gpu")
    finals = cupy.zeros(count, dtype=np.int64 if card.packed.wide else np.int32)
    lengths, endings = cupy.zeros(count, dtype=np.int32), cupy.zeros(count, dtype=np.int8)
    standing = cupy.zeros(count, dtype=np.int32)
    totals, none = cupy.zeros(4, dtype=np.uint64), np.uint64(0)
    card.launch(first, count, none, np.int32(0), none, totals, finals, lengths, endings, standing)
    found = finals.get().astype(np.int64) * card.packed.unit
    return finished(job, first, (found, lengths.get(), endings.get(), standing.get()))


_cards: dict[int, Card] = {}


def _card(job: Job) -> Card:
    """The job's tables stay on the card from piece to piece."""
    if id(job) not in _cards or _cards[id(job)].job is not job:
        _cards.clear()
        _cards[id(job)] = Card(job)
    return _cards[id(job)]
