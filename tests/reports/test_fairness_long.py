"""The alarms' promise in the issue's own figures: 100 runs of 10,000 rounds in ``make test``, more in ``make soak``.

Counts are made for all runs at once: what a watch looks at is only how often each side has come up by then.
"""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

from feltwork.reports.fairness import COUNT_SHARES, EVERY, FALSE_ALARM, FIRST_COUNT, GROWS, LOADS, Watch, upper_tail

ROUNDS = 10_000
AT_ONCE = 100
"""Runs that are drawn together."""
LONG = "FELTWORK_LOADED" in os.environ
RUNS = int(os.environ.get("FELTWORK_LOADED", "100"))
"""Runs of each loaded device."""
FAIR = int(os.environ.get("FELTWORK_FAIR", "100"))
GIVEN = os.environ.get("FELTWORK_SEED") or os.environ.get("FELTWORK_FAIRNESS_SEED")
SEED = int(GIVEN) if GIVEN else random.SystemRandom().randrange(2**32) if LONG else 5


def drawn(chance: np.random.Generator, sides: int, load: float, runs: int) -> np.ndarray:
    """Results of so many runs, the last side loaded."""
    weights = np.full(sides, (1 - load / sides) / (sides - 1))
    weights[-1] = load / sides
    return chance.choice(sides, size=(runs, ROUNDS), p=weights)


def found(results: np.ndarray, sides: int, chance: float, devices: int = 1) -> np.ndarray:
    """In which runs the watch of one device would raise an alarm, by its own rules worked out anew."""
    runs, rounds = results.shape
    half, alarmed = chance / 2, np.zeros(runs, dtype=bool)
    counts = np.zeros((runs, sides), dtype=np.int64)
    checked = {FIRST_COUNT * devices * GROWS**n: COUNT_SHARES[n] for n in range(len(COUNT_SHARES))}
    looks = sorted({*range(EVERY, rounds + 1, EVERY), *(at for at in checked if at <= rounds)})
    least = {
        at: next(n for n in range(at // sides, at + 1) if upper_tail(at, n, 1 / sides) <= half * share / sides)
        for at, share in checked.items()
        if at <= rounds
    }
    before = 0
    for at in looks:
        for side in range(sides):
            counts[:, side] += (results[:, before:at] == side).sum(axis=1)
        before = at
        stake = np.zeros(runs)
        for load, weight in LOADS:
            most = min(load, sides * 0.9)
            less = (1 - most / sides) / (1 - 1 / sides)
            stake += (weight / sides * np.exp(counts * np.log(most) + (at - counts) * np.log(less))).sum(axis=1)
        alarmed |= stake >= 1 / half
        if at in least:
            alarmed |= counts.max(axis=1) >= least[at]
    return alarmed


def dice(chance: np.random.Generator, load: float, runs: int, swapped: bool) -> np.ndarray:
    """In which runs one of the three watches over two dice raises an alarm."""
    one, other = drawn(chance, 6, load, runs), drawn(chance, 6, 1.0, runs)
    if swapped:
        turned = chance.random((runs, ROUNDS)) < 0.5
        one, other = np.where(turned, other, one), np.where(turned, one, other)
    both = np.empty((runs, 2 * ROUNDS), dtype=one.dtype)
    both[:, ::2], both[:, 1::2] = one, other
    places = (found(one, 6, FALSE_ALARM / 3), found(other, 6, FALSE_ALARM / 3))
    alarmed: np.ndarray = np.logical_or.reduce([*places, found(both, 6, FALSE_ALARM / 3, devices=2)])
    return alarmed


def often_enough(seen: int, runs: int) -> bool:
    """95 of 100 by the fixed seed; by a new one, no further below than chance takes a device that is found so often."""
    slack = 3 * (0.95 * 0.05 * runs) ** 0.5 if LONG else 0
    return seen >= 0.95 * runs - slack


@pytest.mark.parametrize(("sides", "load"), [(6, 1.2), (37, 1.4), (38, 1.0)])
def test_all_runs_at_once_find_what_a_watch_finds(sides: int, load: float) -> None:
    chance = np.random.default_rng(11)
    results = drawn(chance, sides, load, 3)
    alarms = []
    for run in results:
        watch = Watch(sides)
        watch.add(*map(int, run))
        alarms.append(watch.alarm is not None)
    assert found(results, sides, FALSE_ALARM).tolist() == alarms


@pytest.mark.parametrize("swapped", [False, True], ids=["same place", "either place"])
def test_a_die_face_loaded_by_a_fifth(swapped: bool) -> None:
    runs, chance = RUNS, np.random.default_rng(SEED)
    seen = sum(int(dice(chance, 1.2, AT_ONCE, swapped).sum()) for _ in range(runs // AT_ONCE))
    print(f"seed {SEED}: a die loaded by 20% was found in {seen} of {runs} runs of {ROUNDS} rolls")
    assert often_enough(seen, runs)


@pytest.mark.parametrize("sides", [37, 38])
def test_a_pocket_loaded_by_two_fifths(sides: int) -> None:
    runs, chance = RUNS, np.random.default_rng(SEED)
    some = (found(drawn(chance, sides, 1.4, AT_ONCE), sides, FALSE_ALARM) for _ in range(runs // AT_ONCE))
    seen = sum(int(each.sum()) for each in some)
    print(f"seed {SEED}: a pocket of {sides} loaded by 40% was found in {seen} of {runs} runs")
    assert often_enough(seen, runs)


@pytest.mark.parametrize("sides", [0, 37, 38], ids=["dice", "single zero", "double zero"])
def test_a_fair_device_alarms_once_in_a_thousand_at_most(sides: int) -> None:
    """Of so many runs, no more than four standard deviations over one in a thousand."""
    runs, alarms = FAIR, 0
    chance = np.random.default_rng(SEED)
    for _ in range(runs // AT_ONCE):
        some = (
            found(drawn(chance, sides, 1.0, AT_ONCE), sides, FALSE_ALARM) if sides else dice(chance, 1.0, AT_ONCE, True)
        )
        alarms += int(some.sum())
    print(f"seed {SEED}: a fair device ({sides or 'dice'}) raised an alarm in {alarms} of {runs} runs")
    assert alarms <= runs / 1000 + 4 * (runs / 1000) ** 0.5
