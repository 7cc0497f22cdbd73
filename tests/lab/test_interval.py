"""Intervals that hold what they promise: 95% of them, on skewed results too, or none is given.

``FELTWORK_SAMPLES`` says how many samples are drawn for each strategy; ``FELTWORK_SEED`` draws others.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace

import numpy as np
import pytest

from feltwork.lab.simulate.interval import interval_of, mean_interval
from feltwork.lab.simulate.lab import Prepared, prepare
from feltwork.lab.simulate.run import Simulated, find_backend, simulate
from feltwork.lab.strategy import NAMED
from tests.cli.test_cli import answer

SAMPLES = int(os.environ.get("FELTWORK_SAMPLES", "4000"))
SEED = int(os.environ.get("FELTWORK_SEED", "11"))
LEVEL = 0.94
TABLES = [(name, bankroll, rolls) for name in NAMED for bankroll, rolls in ((60, 60), (300, 60), (300, 5))]


def share_that_holds(ready: Prepared, rolls: int, sessions: int) -> float:
    """Of many samples of so many sessions: how often the true mean lies in the interval."""
    drawn = find_backend("numba")[1](ready.job(rolls, SAMPLES * sessions, SEED), 0, SAMPLES * sessions)[0]
    samples = drawn.reshape(SAMPLES, sessions).astype(np.float64)
    mean, sd = samples.mean(axis=1), samples.std(axis=1)
    far = (samples - mean[:, None]) / np.where(sd > 0, sd, 1)[:, None]
    low, high = mean_interval(mean, sd, (far**3).mean(axis=1), sessions)
    true = ready.session(rolls).figures.mean
    return float(((low <= true) & (true <= high))[sd > 0].mean())


@pytest.mark.parametrize(("name", "bankroll", "rolls"), TABLES)
def test_at_a_hundred_sessions_the_interval_holds_or_none_is_given(name: str, bankroll: int, rolls: int) -> None:
    ready = prepare(name, NAMED[name][1][0], bankroll=bankroll)
    done = ready.simulate(100, rolls, SEED)
    if done.ci95 is None:
        assert "sessions are too few for a skewness of" in done.interval.why_not
        return
    assert share_that_holds(ready, rolls, 100) >= LEVEL


def test_intervals_are_given_for_most_of_what_ships_and_refused_for_the_rest() -> None:
    given = [prepare(n, NAMED[n][1][0], bankroll=b).simulate(100, rolls, SEED).ci95 for n, b, rolls in TABLES]
    assert sum(each is not None for each in given) > 0.6 * len(TABLES)
    assert any(each is None for each in given)


@pytest.mark.parametrize("sessions", [50, 400])
def test_other_numbers_of_sessions_hold_too(sessions: int) -> None:
    for name, bankroll, rolls in (("standard-w", 300, 60), ("hardways", 300, 60), ("dragon-paroli", 300, 60)):
        assert share_that_holds(prepare(name, NAMED[name][1][0], bankroll=bankroll), rolls, sessions) >= LEVEL


def test_what_is_declined_would_not_have_held() -> None:
    """A martingale from a small bankroll: rare sessions win much, and most samples of a hundred have none of them."""
    ready = prepare("field-martingale", "star-craps", bankroll=60)
    done = ready.simulate(100, 500, SEED)
    assert done.ci95 is None
    assert "100 sessions are too few for a skewness of" in done.interval.why_not
    drawn = find_backend("numba")[1](ready.job(500, 100_000, SEED), 0, 100_000)[0].reshape(1000, 100)
    half = 1.96 * drawn.std(axis=1) / 10
    true = ready.session(500).figures.mean
    assert (abs(drawn.mean(axis=1) - true) <= half).mean() < 0.9


@pytest.mark.parametrize(("sessions", "says"), [(1, "1 session is too few"), (49, "49 sessions are too few; 50 are")])
def test_few_sessions_give_no_interval(sessions: int, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "standard-w", "--sessions", str(sessions))
    assert f"(no 95% interval: {says}" in answer(capsys, *asked)
    told = json.loads(answer(capsys, *asked, "--json"))
    assert told["ci95"] is None
    assert told["ci95_why_not"].startswith(says)


def test_sessions_that_all_end_alike_give_none() -> None:
    done = prepare("six-and-eight", "star-craps").simulate(100, 1)
    assert done.interval.why_not == "all 16,384 sessions that were looked at ended alike"


def test_a_large_simulation_is_judged_by_itself_and_a_small_one_by_others() -> None:
    ready = prepare("standard-w", "star-craps")
    small, large = ready.simulate(400, 60, SEED), ready.simulate(20_000, 60, SEED)
    assert small.ci95
    assert large.ci95
    assert "95% between" in repr(large)
    others: Simulated = replace(small, figures=large.figures)
    assert interval_of(others.figures, 400, small.figures, 400).why_not.startswith("400 sessions are too few to tell")
    assert simulate(ready.job(60, 400, SEED), "numpy").ci95 == small.ci95
