"""Alarms about dice and wheels: a load of a given size is found, a fair device is left alone, looking does no harm."""

from __future__ import annotations

import random
from itertools import product
from math import exp

import pytest

from feltwork.reports.fairness import FALSE_ALARM, DiceWatch, Watch, upper_tail

ROUNDS = 10_000


def rolled(seed: int, load: float, swapped: bool) -> DiceWatch:
    """So many throws of a fair die and of one with a loaded six, which may lie in either place."""
    chance = random.Random(seed)
    weights = [(1 - load / 6) / 5] * 5 + [load / 6]
    loaded = chance.choices(range(1, 7), weights, k=ROUNDS)
    fair = chance.choices(range(1, 7), k=ROUNDS)
    watch = DiceWatch()
    for one, other in zip(loaded, fair, strict=True):
        watch.roll(*((other, one) if swapped and chance.random() < 0.5 else (one, other)))
    return watch


@pytest.mark.parametrize("swapped", [False, True])
def test_a_die_face_loaded_by_a_fifth_is_found(swapped: bool) -> None:
    """In 95 of 100 runs of 10,000 throws; here 20 runs, of which at most two may miss it."""
    found = [watch for seed in range(20) if (watch := rolled(seed, 1.2, swapped)).alarms]
    assert len(found) >= 18
    assert {alarm.side for watch in found for alarm in watch.alarms.values()} == {5}


def test_a_pocket_loaded_by_two_fifths_is_found() -> None:
    found = 0
    for seed in range(20):
        chance, watch = random.Random(seed), Watch(37)
        weights = [1.4 / 37] + [(1 - 1.4 / 37) / 36] * 36
        for pocket in chance.choices(range(37), weights, k=ROUNDS):
            watch.add(pocket)
        found += watch.alarm is not None and watch.alarm.side == 0
    assert found >= 18


def test_fair_devices_raise_no_alarm() -> None:
    """At most once in 1,000 runs: none is expected in 60."""
    for seed in range(20):
        assert not rolled(seed, 1, True).alarms
        chance, watch = random.Random(seed), Watch(38)
        for pocket in chance.choices(range(38), k=ROUNDS):
            watch.add(pocket)
        assert watch.alarm is None


def test_a_badly_loaded_die_is_found_soon() -> None:
    """Nobody waits for the next count: one face in two throws is found within some hundred."""
    chance, watch = random.Random(7), Watch(6)
    while watch.alarm is None:
        watch.add(0 if chance.random() < 0.4 else chance.randrange(6))
    assert watch.alarm.rounds < 300
    assert (watch.alarm.side, watch.alarm.expected) == (0, watch.alarm.rounds / 6)


def test_an_alarm_stays_as_it_was_raised() -> None:
    watch = Watch(6)
    for _ in range(50):
        watch.add(2)
    raised = watch.alarm
    assert raised is not None
    for _ in range(100):
        watch.add(4)
    assert watch.alarm == raised


def test_bets_against_fairness_are_fair() -> None:
    """What a unit staked becomes is on average a unit: worked out over every way three throws can fall."""
    total = 0.0
    for faces in product(range(6), repeat=3):
        watch = Watch(6)
        for face in faces:
            watch.add(face)
        total += exp(watch.evidence)
    assert abs(total / 6**3 - 1) < 1e-9


def test_the_tail_of_a_count() -> None:
    assert upper_tail(100, 0, 0.5) == 1
    assert abs(upper_tail(6, 6, 0.5) - 1 / 64) < 1e-12
    assert abs(upper_tail(1000, 500, 0.5) - 0.5126) < 1e-3
    assert FALSE_ALARM == 1 / 1000
