"""One result of an exact session, compiled by numba; ``exact.sweep_by_slices`` is the same in NumPy."""

from __future__ import annotations

from feltwork.lab.simulate.kernel import compiled


@compiled
def sweep(now, then, window, after, groups, share, credit, branch, low, spent, to, ends, base, unit, visits, least):
    """One result for all states and amounts of cash of an exact session.

    Gives the chance that was cut, and the chance that the session goes on.
    """
    states, cells = now.shape
    cut, alive = 0.0, 0.0
    for state in range(states):
        after[0, state], after[1, state] = cells, 0
    for state in range(states):
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
                        cut += now[state, i] * share[g]
                    visits[at] += total
                    if not ends[target]:
                        alive += total
                    after[0, target] = min(after[0, target], begin + shift)
                    after[1, target] = max(after[1, target], fits + shift)
                    high = begin
                at += 1
        for i in range(a, b):
            now[state, i] = 0.0
    for state in range(states):
        while after[1, state] > after[0, state] and then[state, after[1, state] - 1] < least:
            cut += then[state, after[1, state] - 1]
            then[state, after[1, state] - 1] = 0.0
            after[1, state] -= 1
    return cut, alive
