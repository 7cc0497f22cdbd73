"""The kernels, compiled by numba: whole sessions through the tables, without the interpreter.

They do what ``stream.results_of`` and the tables say, one session after another; threads share nothing but the tables.
"""

from __future__ import annotations

import os
from pathlib import Path


def _cache_folder() -> str:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return str(Path(home) / "feltwork" / "numba")


os.environ.setdefault("NUMBA_CACHE_DIR", _cache_folder())

import numpy as np  # noqa: E402  # the cache's place must be known before numba is loaded
from numba import njit  # noqa: E402  # the same

U = np.uint64
GAMMA, MIX1, MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
HALF, LOWER = U(32), U(0xFFFFFFFF)
EITHER = (U(0), U(32))
ROW = 0xFFFFFFFF


@njit(cache=True, nogil=True)
def _mix(x):
    x = (x ^ (x >> U(30))) * MIX1
    x = (x ^ (x >> U(27))) * MIX2
    return x ^ (x >> U(31))


@njit(cache=True, nogil=True)
def _turn(x, by):
    return (x << U(by)) | (x >> U(64 - by))


@njit(cache=True, nogil=True)
def _one(step, credit, branch, low, spent, to, count, state, kind, cash):
    """One result the plain way: what comes back, then the first branch that the cash covers."""
    group = step[state * count + kind]
    cash += credit[group]
    b = branch[group]
    while cash < low[b]:
        b += 1
    return to[b], cash - spent[b]


@njit(cache=True, nogil=True)
def run_pairs(
    pairs, width, pair_kinds, kinds, count, step, credit, branch, low, spent, to, stakes, ends, state0, cash0,
    results, least, key, first, rolls, finals, lengths, endings,
):  # fmt: skip
    """Two results a lookup while the cash is in the state's range, one by one outside it."""
    square = U(results) * U(results)
    for n in range(len(finals)):
        at = key + GAMMA * (U(4) * U(first + n) + U(1))
        s0, s1, s2, s3 = _mix(at), _mix(at + GAMMA), _mix(at + GAMMA * U(2)), _mix(at + GAMMA * U(3))
        row, cash, t, over = state0 * width, cash0, 0, False
        while not over:
            word = _turn(s0 + s3, 23) + s0
            shifted = s1 << U(17)
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= shifted
            s3 = _turn(s3, 45)
            for _part in range(2):
                m = (word & LOWER) * square
                word >>= HALF
                m2 = (m & LOWER) * square
                if (m2 & LOWER) < least or over:
                    continue
                for turn in range(2):
                    pair = (m if turn == 0 else m2) >> HALF
                    if U(cash - pairs[row]) < U(pairs[row + 1]) and t + 2 <= rolls:
                        entry = pairs[row + pair_kinds[pair]]
                        row = entry & ROW
                        cash += entry >> 32
                        t += 2
                        continue
                    state = row // width
                    for symbol in (pair // U(results), pair % U(results)):
                        if t < rolls and not ends[state]:
                            kind = kinds[symbol]
                            state, cash = _one(step, credit, branch, low, spent, to, count, state, kind, cash)
                            t += 1
                    row = state * width
                    if t == rolls or ends[state]:
                        over = True
                        break
                over = over or t == rolls
        state = row // width
        finals[n] = cash + stakes[state]
        lengths[n] = t
        endings[n] = ends[state]


@njit(cache=True, nogil=True)
def run_singles(
    kinds, count, step, credit, branch, low, spent, to, stakes, ends, state0, cash0,
    results, each, least, key, first, rolls, finals, lengths, endings,
):  # fmt: skip
    """One result a lookup."""
    many = U(results)
    for n in range(len(finals)):
        at = key + GAMMA * (U(4) * U(first + n) + U(1))
        s0, s1, s2, s3 = _mix(at), _mix(at + GAMMA), _mix(at + GAMMA * U(2)), _mix(at + GAMMA * U(3))
        state, cash, t = state0, cash0, 0
        while t < rolls and not ends[state]:
            word = _turn(s0 + s3, 23) + s0
            shifted = s1 << U(17)
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= shifted
            s3 = _turn(s3, 45)
            for _part in range(2):
                half = word & LOWER
                word >>= HALF
                left = half
                for _ in range(each):
                    left = (left * many) & LOWER
                if left < least:
                    continue
                left = half
                for _ in range(each):
                    product = left * many
                    left = product & LOWER
                    if t < rolls and not ends[state]:
                        kind = kinds[product >> HALF]
                        state, cash = _one(step, credit, branch, low, spent, to, count, state, kind, cash)
                        t += 1
        finals[n] = cash + stakes[state]
        lengths[n] = t
        endings[n] = ends[state]


@njit(cache=True, nogil=True)
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
