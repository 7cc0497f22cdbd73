"""Workers of a Dask cluster that die in the middle of a run: all sessions come back, or there is no result."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from feltwork.lab.simulate.cluster import ClusterError, simulate_on_cluster
from feltwork.lab.simulate.job import Job
from feltwork.lab.simulate.lab import prepare

SESSIONS, ROLLS = 40_000, 60


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.lab.simulate.cluster.CLUSTER_PIECE", 1000)
    monkeypatch.setattr("feltwork.lab.simulate.cluster.PATIENCE", 1)


@contextmanager
def workers(many: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler here, and workers in processes of their own that nobody starts again."""
    import distributed

    here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with distributed.LocalCluster(
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=None, silence_logs=logging.CRITICAL
    ) as made:
        program = [sys.executable, "-m", "distributed.cli.dask_worker", made.scheduler_address, "--no-nanny"]
        alone = [*program, "--nthreads", "1", "--no-dashboard"]
        started = [subprocess.Popen(alone, env=here, stderr=subprocess.DEVNULL) for _ in range(many)]
        try:
            with distributed.Client(made.scheduler_address, set_as_default=False) as client:
                client.wait_for_workers(many, timeout=120)
            yield made.scheduler_address, started
        finally:
            for each in started:
                each.kill()
                each.wait()


def _job() -> tuple[Any, Job]:
    ready = prepare("standard-w", "star-craps")
    return ready, Job(ready.tables, ROLLS, SESSIONS, 1)


def test_what_a_killed_worker_had_is_run_elsewhere() -> None:
    ready, job = _job()
    with workers(2) as (address, started):
        there = simulate_on_cluster(job, address, progress=lambda _: started[0].kill())
        assert started[0].wait() != 0
    here = ready.simulate(SESSIONS, ROLLS)
    assert (there.figures.weights == here.figures.weights).all()
    assert (there.sessions, there.rolls) == (SESSIONS, here.rolls)


def test_without_its_last_worker_a_run_has_no_result() -> None:
    _, job = _job()
    done: list[int] = []

    def kill(sessions: int) -> None:
        done.append(sessions)
        started[0].kill()

    with (
        workers(1) as (address, started),
        pytest.raises(ClusterError, match=r"^the Dask cluster lost .*: no result$"),
    ):
        simulate_on_cluster(job, address, progress=kill)
    assert 0 < sum(done) < SESSIONS
