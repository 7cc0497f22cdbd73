"""The kernels, compiled by numba: whole sessions through the tables, without the interpreter.

They do what ``stream.results_of`` and the tables say; threads share nothing but the tables. All of a strategy that is
not pairs comes as one array of numbers, ``acts`` (see ``tables.acts_of``): few arguments make a quick call.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path


def _cache_folder() -> str:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return str(Path(home) / "feltwork" / "numba")


os.environ.setdefault("NUMBA_CACHE_DIR", _cache_folder())

import numpy as np  # noqa: E402  # the cache's place must be known before numba is loaded
from numba import njit  # noqa: E402  # the same
from numba.core.errors import NumbaError  # noqa: E402  # the same

from feltwork.lab.simulate import pairs  # noqa: E402  # the same
from feltwork.lab.strategy.strategy import StrategyError  # noqa: E402  # the same
from feltwork.refusal import shown  # noqa: E402  # the same

U, W = np.uint64, np.uint32
GAMMA, MIX1, MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
HALF, LOWER = U(32), U(0xFFFFFFFF)
ONE, TWO, THREE, EIGHT, TOP = U(1), U(2), U(3), U(8), U(63)
HEAD, GOING, NOBODY = U(pairs.HEAD), U(3), U(1 << 63)
LANES = U(16)
S1, S2, S3, WORD, FIRST, SECOND, THIRD, FOURTH, DONE, CARE, MARK, NUMBER = (LANES * U(n) for n in range(1, 13))
LEFT, CASH, ENDED, LAST = FIRST, SECOND, THIRD, FOURTH
"""A lane plays one session at a time: its stream, word and pairs, rolls done, mark and number stand so far apart; where
results are not taken in pairs, what is left of a half word, the cash, the end and the last step stand in the pairs'
place."""
plain = {"_nrt": False, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
compiled = njit(cache=True, **plain)
inside = njit(no_cpython_wrapper=True, **plain)
in_place = njit(no_cpython_wrapper=True, forceinline=True, **plain)
"""Kernels are kept on disk; what is only called inside them need not be callable from Python. Nothing is allocated, so
references need not be counted, which costs more than the lookups."""


@inside
def _mix(x):
    x = (x ^ (x >> U(30))) * MIX1
    x = (x ^ (x >> U(27))) * MIX2
    return x ^ (x >> U(31))


@inside
def _seeds(key, session):
    at = key + GAMMA * (U(4) * U(session) + ONE)
    return _mix(at), _mix(at + GAMMA), _mix(at + GAMMA * TWO), _mix(at + GAMMA * THREE)


@inside
def _next(s0, s1, s2, s3):
    """The next word of a stream, and the stream after it."""
    sum_ = s0 + s3
    word = ((sum_ << U(23)) | (sum_ >> U(41))) + s0
    shifted = s1 << U(17)
    s2 ^= s0
    s3 ^= s1
    return word, s0 ^ s3, s1 ^ s2, s2 ^ shifted, (s3 << U(45)) | (s3 >> U(19))


@in_place
def _counts(half, results, each, least):
    """Do the results that a half word gives count? Some do not, or a few results would come more often."""
    left = half
    for _ in range(each):
        left = (left * results) & LOWER
    return left >= least


@inside
def _one(acts, at, cash):
    """One result the plain way: what comes back, then the first branch that the cash covers."""
    b = U(acts[at])
    cash += acts[b]
    b += ONE
    while cash < acts[b]:
        b += THREE
    return U(acts[b + TWO]), cash - acts[b + ONE]


def empty_lanes(start, rolls):
    """Lanes where the last session is over, and nobody's."""
    lanes = np.zeros(int(NUMBER + LANES), dtype=np.uint64)
    lanes[DONE:CARE], lanes[MARK:NUMBER], lanes[NUMBER:] = rolls, start, NOBODY
    return lanes


@inside
def _deal(lanes, square, least, rolls):
    """The next word of every lane: four pairs of results, and a number below zero where they need care."""
    for i in range(LANES):
        word, s0, s1, s2, s3 = _next(lanes[i], lanes[S1 + i], lanes[S2 + i], lanes[S3 + i])
        lanes[i], lanes[S1 + i], lanes[S2 + i], lanes[S3 + i] = s0, s1, s2, s3
        first = (word & LOWER) * square
        second = (first & LOWER) * square
        third = (word >> HALF) * square
        fourth = (third & LOWER) * square
        lanes[WORD + i] = word
        lanes[FIRST + i], lanes[SECOND + i] = first >> HALF, second >> HALF
        lanes[THIRD + i], lanes[FOURTH + i] = third >> HALF, fourth >> HALF
        done = lanes[DONE + i] + EIGHT
        lanes[DONE + i] = done
        lanes[CARE + i] = ((second & LOWER) - least) | ((fourth & LOWER) - least) | (rolls - ONE - done)


@inside
def _level(rows, mark):
    """The cash at a mark, in units."""
    return (mark >> HALF) + rows[(mark & LOWER) - ONE] & LOWER


@inside
def _mark(rows, cells, row_length, state, level):
    """Where to go on: the state's own row, or the one for just this cash."""
    row = state
    if level < U(cells.shape[1]):
        row = U(cells[state, level])
    at = row * row_length + HEAD
    return ((level - rows[at - ONE]) << HALF) + at


@in_place
def _carefully(
    word, rows, pair_kinds, acts, cells, kinds, count, about, base, unit, results, least, rolls, outside, ends, mark, t
):
    """A word pair by pair: rejections, branches by cash, and the end are all looked at.

    Gives the mark, the rolls done, and how the session ended; the mark of one that ended by itself is in an end's row.
    For one whose rolls are over: the cash when the last result is in, and that result's step.
    """
    square, row_length = results * results, HEAD + count * count
    settled, last = np.int64(0), np.int64(-1)
    for _ in range(2):
        first = (word & LOWER) * square
        second = (first & LOWER) * square
        word >>= HALF
        if (second & LOWER) < least:
            continue
        for pair in (first >> HALF, second >> HALF):
            state, level = rows[(mark & LOWER) - TWO], _level(rows, mark)
            if t == rolls:
                return mark, t, U(0), settled, last
            if mark & outside:
                mark = _mark(rows, cells, row_length, state, level)
            if t + TWO < rolls and not mark & outside:
                mark += rows[(mark & LOWER) + pair_kinds[pair]]
                at = mark & LOWER
                if at >= ends:
                    how = rows[at - TWO]
                    return mark, t + ONE + (how & ONE), how >> ONE, settled, last
                t += TWO
                continue
            cash = base + unit * np.int64(level)
            for symbol in (pair // results, pair % results):
                if t < rolls:
                    step = state * count + kinds[symbol]
                    settled, last = cash + acts[U(acts[step])], np.int64(step)
                    state, cash = _one(acts, step, cash)
                    ended = U(acts[about + TWO * state])
                    t += ONE
                    if ended:
                        level = U((cash + acts[about + TWO * state + ONE] - base) // unit)
                        at = ends + (TWO * ended - TWO) * row_length
                        return ((level - rows[at - ONE]) << HALF) + at, t, ended, settled, last
            mark = _mark(rows, cells, row_length, state, U((cash - base) // unit))
    if t == rolls:
        return mark, t, U(0), settled, last
    mark = _mark(rows, cells, row_length, rows[(mark & LOWER) - TWO], _level(rows, mark))
    return mark, t, GOING, settled, last


@compiled
def run_pairs(
    rows, pair_kinds, acts, cells, kinds, count, about, base, unit, start, outside, ends, results, least, key,
    first, rolls, lanes, rest_after, face, finals, lengths, endings, rests,
):  # fmt: skip
    """Two results a lookup, and many sessions side by side.

    Words are dealt to all lanes by vector instructions, and one lane's lookups run while the others' are awaited. As
    long as no mark on the way is outside of its row's range, nothing needs to be looked at.
    """
    todo, upcoming = U(len(finals)), U(0)
    while todo:
        _deal(lanes, results * results, least, rolls)
        for i in range(LANES):
            mark, care = lanes[MARK + i], lanes[CARE + i]
            care |= mark
            mark += rows[W(W(mark) + W(pair_kinds[lanes[FIRST + i]]))]
            care |= mark
            mark += rows[W(W(mark) + W(pair_kinds[lanes[SECOND + i]]))]
            care |= mark
            mark += rows[W(W(mark) + W(pair_kinds[lanes[THIRD + i]]))]
            care |= mark
            mark += rows[W(W(mark) + W(pair_kinds[lanes[FOURTH + i]]))]
            if not (care | mark) & outside:
                lanes[MARK + i] = mark
                continue
            mark, t, ended, settled, last = _carefully(
                lanes[WORD + i], rows, pair_kinds, acts, cells, kinds, count, about, base, unit, results, least,
                rolls, outside, ends, lanes[MARK + i], lanes[DONE + i] - EIGHT,
            )  # fmt: skip
            lanes[MARK + i], lanes[DONE + i] = mark, t
            if ended == GOING:
                continue
            n = lanes[NUMBER + i]
            if n < U(len(finals)):
                lengths[n], endings[n] = t, ended
                if ended:
                    finals[n], rests[n] = base + unit * np.int64(_level(rows, mark)), -1
                else:
                    rest = rest_after[last]
                    finals[n], rests[n] = settled + face[rest], rest
                todo -= ONE
            lanes[i], lanes[S1 + i], lanes[S2 + i], lanes[S3 + i] = _seeds(key, first + upcoming)
            lanes[MARK + i], lanes[DONE + i], lanes[NUMBER + i] = start, U(0), upcoming
            upcoming += ONE


@compiled
def run_singles(
    acts, kinds, count, about, state0, cash0, results, each, least, key, first, rolls, rest_after, face, finals,
    lengths, endings, rests,
):  # fmt: skip
    """One result a lookup."""
    for n in range(len(finals)):
        s0, s1, s2, s3 = _seeds(key, first + n)
        state, cash, t, ended = state0, cash0, 0, 0
        settled, step = cash0, U(0)
        while t < rolls and not ended:
            word, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            for _ in range(2):
                half = word & LOWER
                word >>= HALF
                if not _counts(half, results, each, least):
                    continue
                left = half
                for _ in range(each):
                    shows = left * results
                    left = shows & LOWER
                    if t < rolls and not ended:
                        step = state * count + kinds[shows >> HALF]
                        settled = cash + acts[U(acts[step])]
                        state, cash = _one(acts, step, cash)
                        ended = acts[about + TWO * state]
                        t += 1
        lengths[n], endings[n] = t, ended
        if ended:
            finals[n], rests[n] = cash + acts[about + TWO * state + ONE], -1
        else:
            rest = rest_after[step]
            finals[n], rests[n] = settled + face[rest], rest


@compiled
def run_out(acts, kinds, count, about, results, each, least, key, first, states, finals, lengths):
    """Play what stands until nothing lies: sessions go on with the results after those that they have had."""
    for n in range(len(finals)):
        if states[n] < 0:
            continue
        state = U(states[n])
        s0, s1, s2, s3 = _seeds(key, first + n)
        cash, t = finals[n] - acts[about + TWO * state + ONE], -np.int64(lengths[n])
        ended = acts[about + TWO * state]
        while not ended:
            word, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            for _ in range(2):
                half = word & LOWER
                word >>= HALF
                if not _counts(half, results, each, least):
                    continue
                left = half
                for _ in range(each):
                    shows = left * results
                    left = shows & LOWER
                    if t >= 0 and not ended:
                        state, cash = _one(acts, state * count + kinds[shows >> HALF], cash)
                        ended = acts[about + TWO * state]
                        lengths[n] += 1
                    t += 1
        finals[n] = cash


@cache
def compile_choice(choose):
    """The function for the kernel; a plain one is compiled, and must keep to what numba knows."""
    made = choose if hasattr(choose, "py_func") else njit(nogil=True)(choose)
    try:
        made(0, 0, 0, 0)
    except NumbaError as wrong:
        why = str(wrong).strip().splitlines()[0]
        raise StrategyError(f"numba cannot compile the function: {shown(why)}") from None
    return made


@njit(**plain)
def run_chosen(
    choose, layouts, acts, kinds, views, count, about, state0, cash0, bankroll, results, least, key, first, rolls,
    lanes, rest_after, face, finals, lengths, endings, rests,
):  # fmt: skip
    """One result a lookup, a function asked after each which layout is wanted, and many sessions side by side."""
    todo, upcoming = U(len(finals)), U(0)
    while todo:
        for i in range(LANES):
            word, s0, s1, s2, s3 = _next(lanes[i], lanes[S1 + i], lanes[S2 + i], lanes[S3 + i])
            lanes[i], lanes[S1 + i], lanes[S2 + i], lanes[S3 + i] = s0, s1, s2, s3
            lanes[WORD + i] = word
        for _ in range(2):
            for i in range(LANES):
                half = lanes[WORD + i] & LOWER
                lanes[WORD + i] >>= HALF
                lanes[LEFT + i] = half
                over = lanes[DONE + i] == rolls or lanes[ENDED + i] != 0
                lanes[CARE + i] = over or (half * results**4 & LOWER) < least
            for _ in range(4):
                for i in range(LANES):
                    shows = lanes[LEFT + i] * results
                    lanes[LEFT + i] = shows & LOWER
                    if lanes[CARE + i]:
                        continue
                    state, cash = lanes[MARK + i], np.int64(lanes[CASH + i])
                    at = state * count + kinds[shows >> HALF]
                    settled = cash + acts[U(acts[at])]
                    number = choose(views[TWO * at], settled, views[TWO * at + ONE], bankroll)
                    if number < 0 or number >= layouts:
                        return -1
                    at = state * count + kinds[U(number) * results + (shows >> HALF)]
                    state, cash = _one(acts, at, cash)
                    ended, t = U(acts[about + TWO * state]), lanes[DONE + i] + ONE
                    lanes[MARK + i], lanes[CASH + i], lanes[DONE + i], lanes[ENDED + i] = state, U(cash), t, ended
                    lanes[CARE + i] = ended != 0 or t == rolls
                    if t == rolls and not ended:
                        lanes[CASH + i], lanes[LAST + i] = U(settled), at
        for i in range(LANES):
            if lanes[DONE + i] < rolls and lanes[ENDED + i] == 0:
                continue
            n = lanes[NUMBER + i]
            if n < U(len(finals)):
                cash, ended = np.int64(lanes[CASH + i]), lanes[ENDED + i]
                lengths[n], endings[n] = lanes[DONE + i], ended
                if ended:
                    finals[n], rests[n] = cash + acts[about + TWO * lanes[MARK + i] + ONE], -1
                else:
                    rest = rest_after[lanes[LAST + i]]
                    finals[n], rests[n] = cash + face[rest], rest
                lanes[NUMBER + i] = NOBODY
                todo -= ONE
            if upcoming < U(len(finals)):  # else the lane stays empty: the function is asked about no other session
                lanes[i], lanes[S1 + i], lanes[S2 + i], lanes[S3 + i] = _seeds(key, first + upcoming)
                lanes[MARK + i], lanes[CASH + i], lanes[DONE + i], lanes[ENDED + i] = state0, U(cash0), U(0), U(0)
                lanes[NUMBER + i] = upcoming
                upcoming += ONE
    return 0
