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

from feltwork.refusal import shown  # noqa: E402  # the same
from feltwork.strategy.strategy import StrategyError  # noqa: E402  # the same

U = np.uint64
GAMMA, MIX1, MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
HALF, LOWER = U(32), U(0xFFFFFFFF)
ONE, TWO, THREE, HEAD = U(1), U(2), U(3), U(3)
compiled = njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)
inside = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)
"""Kernels are kept on disk; what is only called inside them need not be callable from Python."""


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


@inside
def _one(acts, at, cash):
    """One result the plain way: what comes back, then the first branch that the cash covers."""
    b = U(acts[at])
    cash += acts[b]
    b += ONE
    while cash < acts[b]:
        b += THREE
    return U(acts[b + TWO]), cash - acts[b + ONE]


@inside
def _eight(word, pairs, pair_kinds, square, row, cash):
    """Eight results by four lookups, as if the cash stayed in range throughout; whether it did comes with it."""
    m = (word & LOWER) * square
    m2 = (m & LOWER) * square
    n = (word >> HALF) * square
    n2 = (n & LOWER) * square
    good = U(cash - pairs[row]) < U(pairs[row + ONE])
    entry = pairs[row + pair_kinds[m >> HALF]]
    row, cash = U(entry) & LOWER, cash + (entry >> 32)
    good &= U(cash - pairs[row]) < U(pairs[row + ONE])
    entry = pairs[row + pair_kinds[m2 >> HALF]]
    row, cash = U(entry) & LOWER, cash + (entry >> 32)
    good &= U(cash - pairs[row]) < U(pairs[row + ONE])
    entry = pairs[row + pair_kinds[n >> HALF]]
    row, cash = U(entry) & LOWER, cash + (entry >> 32)
    good &= U(cash - pairs[row]) < U(pairs[row + ONE])
    entry = pairs[row + pair_kinds[n2 >> HALF]]
    row, cash = U(entry) & LOWER, cash + (entry >> 32)
    good &= pairs[row + ONE] != 0
    return row, cash, good, min(m2 & LOWER, n2 & LOWER)


@inside
def _carefully(word, pairs, pair_kinds, acts, cells, kinds, count, results, least, about, unit, row, cash, t, rolls):
    """The same word pair by pair: rejections, branches by cash, and the end are all looked at."""
    square, ended = results * results, 0
    width = HEAD + count * count
    for _ in range(2):
        left = word & LOWER
        word >>= HALF
        m = left * square
        m2 = (m & LOWER) * square
        if (m2 & LOWER) < least:
            continue
        for pair in (m, m2):
            if U(cash - pairs[row]) < U(pairs[row + ONE]) and t + 2 <= rolls:
                entry = pairs[row + pair_kinds[pair >> HALF]]
                to = U(entry) & LOWER
                if pairs[to + ONE] != 0:
                    row, cash, left = to, cash + (entry >> 32), pair & LOWER
                    t += 2
                    if t == rolls:
                        return row, cash, t, 0
                    continue
            state = U(pairs[row + TWO])
            for _ in range(2):
                shows = left * results
                left = shows & LOWER
                state, cash = _one(acts, state * count + kinds[shows >> HALF], cash)
                ended = acts[about + TWO * state]
                t += 1
                if ended or t == rolls:
                    return state * width, cash, t, ended
            row = state * width
            level = U(cash) // unit
            if cash < pairs[row] and level < U(cells.shape[1]):
                row = U(cells[state, level]) * width
    return row, cash, t, ended


@compiled
def run_pairs(
    pairs, pair_kinds, acts, cells, kinds, count, about, unit, row0, cash0, results, least, key, first, rolls,
    finals, lengths, endings,
):  # fmt: skip
    """Two results a lookup, and two sessions side by side, so that one's lookups run while the other's are awaited."""
    square, sessions = results * results, len(finals)
    a, b, upcoming = 0, 1, 2
    a0, a1, a2, a3 = _seeds(key, first + a)
    b0, b1, b2, b3 = _seeds(key, first + b)
    row_a, cash_a, t_a = row0, cash0, 0
    row_b, cash_b, t_b = row0, cash0, 0
    while a < sessions or b < sessions:
        word_a, a0, a1, a2, a3 = _next(a0, a1, a2, a3)
        word_b, b0, b1, b2, b3 = _next(b0, b1, b2, b3)
        row, cash, good, left = _eight(word_a, pairs, pair_kinds, square, row_a, cash_a)
        row2, cash2, good2, left2 = _eight(word_b, pairs, pair_kinds, square, row_b, cash_b)
        if good and left >= least and t_a + 8 < rolls:
            row_a, cash_a, t_a = row, cash, t_a + 8
        else:
            row_a, cash_a, t_a, ended = _carefully(
                word_a, pairs, pair_kinds, acts, cells, kinds, count, results, least, about, unit, row_a, cash_a, t_a,
                rolls,
            )  # fmt: skip
            if ended or t_a == rolls:
                if a < sessions:
                    finals[a] = cash_a + acts[about + TWO * U(pairs[row_a + TWO]) + ONE]
                    lengths[a], endings[a] = t_a, ended
                a, upcoming = upcoming, upcoming + 1
                a0, a1, a2, a3 = _seeds(key, first + a)
                row_a, cash_a, t_a = row0, cash0, 0
        if good2 and left2 >= least and t_b + 8 < rolls:
            row_b, cash_b, t_b = row2, cash2, t_b + 8
        else:
            row_b, cash_b, t_b, ended = _carefully(
                word_b, pairs, pair_kinds, acts, cells, kinds, count, results, least, about, unit, row_b, cash_b, t_b,
                rolls,
            )  # fmt: skip
            if ended or t_b == rolls:
                if b < sessions:
                    finals[b] = cash_b + acts[about + TWO * U(pairs[row_b + TWO]) + ONE]
                    lengths[b], endings[b] = t_b, ended
                b, upcoming = upcoming, upcoming + 1
                b0, b1, b2, b3 = _seeds(key, first + b)
                row_b, cash_b, t_b = row0, cash0, 0


@compiled
def run_singles(
    acts, kinds, count, about, state0, cash0, results, each, least, key, first, rolls, finals, lengths, endings
):
    """One result a lookup."""
    for n in range(len(finals)):
        s0, s1, s2, s3 = _seeds(key, first + n)
        state, cash, t, ended = state0, cash0, 0, 0
        while t < rolls and not ended:
            word, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            for _ in range(2):
                half = word & LOWER
                word >>= HALF
                left = half
                for _ in range(each):
                    left = (left * results) & LOWER
                if left < least:
                    continue
                left = half
                for _ in range(each):
                    shows = left * results
                    left = shows & LOWER
                    if t < rolls and not ended:
                        state, cash = _one(acts, state * count + kinds[shows >> HALF], cash)
                        ended = acts[about + TWO * state]
                        t += 1
        finals[n] = cash + acts[about + TWO * state + ONE]
        lengths[n], endings[n] = t, ended


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


@njit(nogil=True, error_model="numpy")
def run_chosen(
    choose, layouts, acts, kinds, views, count, about, state0, cash0, bankroll, results, least, key, first, rolls,
    finals, lengths, endings,
):  # fmt: skip
    """One result a lookup, and a function asked after each which layout is wanted."""
    for n in range(len(finals)):
        s0, s1, s2, s3 = _seeds(key, first + n)
        state, cash, t, ended = state0, cash0, 0, 0
        while t < rolls and not ended:
            word, s0, s1, s2, s3 = _next(s0, s1, s2, s3)
            for _ in range(2):
                half = word & LOWER
                word >>= HALF
                if (half * results**4 & LOWER) < least:
                    continue
                left = half
                for _ in range(4):
                    shows = left * results
                    left = shows & LOWER
                    if t < rolls and not ended:
                        at = state * count + kinds[shows >> HALF]
                        held = cash + acts[U(acts[at])]
                        number = choose(views[TWO * at], held, views[TWO * at + ONE], bankroll)
                        if number < 0 or number >= layouts:
                            return -1
                        at = state * count + kinds[U(number) * results + (shows >> HALF)]
                        state, cash = _one(acts, at, cash)
                        ended = acts[about + TWO * state]
                        t += 1
        finals[n] = cash + acts[about + TWO * state + ONE]
        lengths[n], endings[n] = t, ended
    return 0


@compiled
def sweep(now, then, window, after, groups, share, credit, branch, low, spent, to, base, unit, visits, least):
    """One result for all states and amounts of cash of an exact session; gives the chance that was let go."""
    cells, let_go = now.shape[1], 0.0
    after[0, :] = cells
    after[1, :] = 0
    for state in range(now.shape[0]):
        a, b = window[0, state], window[1, state]
        if a >= b:
            continue
        for g in range(groups[state], groups[state + 1]):
            high, at = b, branch[g]
            while high > a:
                begin = max(a, -((base + credit[g] - low[at]) // unit))
                if begin < high:
                    shift = (credit[g] - spent[at]) // unit
                    target, total = to[at], 0.0
                    fits = max(begin, min(high, cells - shift))
                    for i in range(begin, fits):
                        part = now[state, i] * share[g]
                        then[target, i + shift] += part
                        total += part
                    for i in range(fits, high):
                        let_go += now[state, i] * share[g]
                    visits[at] += total
                    after[0, target] = min(after[0, target], begin + shift)
                    after[1, target] = max(after[1, target], fits + shift)
                    high = begin
                at += 1
        now[state, a:b] = 0.0
    for state in range(now.shape[0]):
        while after[1, state] > after[0, state] and then[state, after[1, state] - 1] < least:
            let_go += then[state, after[1, state] - 1]
            then[state, after[1, state] - 1] = 0.0
            after[1, state] -= 1
    return let_go
