"""The kernel of the card, compiled for the processor and run in one thread: the same sessions as the other kernels.

It needs a C++ compiler. What only a card can show (warps, shared memory, atomic counts) it does not show.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from feltwork.lab.simulate import gpu
from feltwork.lab.simulate.job import Job, Piece, Tally
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.simulate.run import find_backend

COMPILER = shutil.which("g++") or shutil.which("clang++")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C++ compiler: the card's kernel is not tried")

ONE_THREAD = """
#include <cstddef>
#define __device__
#define __forceinline__ inline
#define __global__
#define __launch_bounds__(threads, blocks)
struct Place { int x; };
static Place threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};
static inline void __syncthreads() {}
static inline unsigned __activemask() { return 1u; }
static inline unsigned __ballot_sync(unsigned, int said) { return said ? 1u : 0u; }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
template <class T> static inline T atomicAdd(T *at, T more) { T had = *at; *at += more; return had; }
"""
SCALARS = {np.int32: ctypes.c_int32, np.int64: ctypes.c_int64, np.uint64: ctypes.c_uint64}


class OneThread:
    """The kernel of one job."""

    def __init__(self, job: Job, folder: Path) -> None:
        self.job, self.packed = job, gpu.pack(job.tables)
        source = gpu.SOURCE.replace("extern __shared__ ENTRY table[];", "static ENTRY table[1 << 20];")
        assert source != gpu.SOURCE
        (folder / "kernel.cpp").write_text(ONE_THREAD + source)
        said = [f"-D{name}={value}" for name, value in gpu.macros(job.tables, self.packed).items()]
        assert COMPILER
        library = folder / "kernel.so"
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, folder / "kernel.cpp", *said], check=True)
        self.play = ctypes.CDLL(str(library)).play

    def launch(self, *out: NDArray[Any] | np.generic | None) -> None:
        job = self.job
        given = (*gpu.arguments(job, self.packed), np.uint64(0), np.uint64(job.sessions), np.int32(job.rolls), *out)
        self.play(*(_passed(each) for each in given))

    def rows(self) -> Piece:
        many = self.job.sessions
        finals = np.zeros(many, dtype=np.int64 if self.packed.wide else np.int32)
        lengths, endings, standing = np.zeros(many, np.int32), np.zeros(many, np.int8), np.zeros(many, np.int32)
        self.launch(None, np.int32(0), None, np.zeros(4, np.uint64), finals, lengths, endings, standing)
        return finals.astype(np.int64) * self.packed.unit, lengths, endings, standing

    def counted(self) -> tuple[dict[int, int], dict[int, int], list[int]]:
        """Sessions by what they ended with and by what stands, and the totals."""
        bins = np.zeros((gpu.COPIES, gpu.MAX_BINS), np.uint32)
        left, totals = np.zeros((gpu.COPIES, len(self.job.tables.face) + 1), np.uint32), np.zeros(4, np.uint64)
        self.launch(bins, np.int32(gpu.MAX_BINS), left, totals, None, None, None, None)
        finals = {n * self.packed.unit: int(many) for n, many in enumerate(bins.sum(axis=0)) if many}
        return finals, {n: int(many) for n, many in enumerate(left.sum(axis=0), -1) if many}, totals.tolist()


def _passed(each: NDArray[Any] | np.generic | None) -> Any:
    if each is None:
        return ctypes.c_void_p(None)
    return ctypes.c_void_p(each.ctypes.data) if isinstance(each, np.ndarray) else SCALARS[type(each)](each.item())


@pytest.mark.parametrize(
    ("strategy", "book", "bankroll", "rolls"),
    [
        ("standard-w", "star-craps", 300, 500),
        ("standard-w", "star-craps", 60, 1),
        ("standard-w", "star-craps", 60, 2),
        ("three-point-molly", "star-craps", 60, 61),
        ("keep line 10; stop loss 40 win 30", "star-craps", 100, 200),
        ("ten-straights", "star-roulette", 300, 50),
        ("fire-and-tail", "dragon-fire", 100, 33),
    ],
)
def test_the_card_plays_the_same_sessions(strategy: str, book: str, bankroll: int, rolls: int, tmp_path: Path) -> None:
    job = Job(prepare(strategy, book, bankroll=bankroll).tables, rolls, 400, 5)
    card, same = OneThread(job, tmp_path), find_backend("numba")[1](job, 0, job.sessions)
    rows = card.rows()
    assert all(np.array_equal(rows[column], same[column]) for column in range(4))
    finals, rests, totals = card.counted()
    tally = Tally.of(same)
    assert (Counter(finals), Counter(rests)) == (tally.finals, tally.rests)
    assert totals == [tally.rolls, tally.endings[1], tally.endings[2], 0]
