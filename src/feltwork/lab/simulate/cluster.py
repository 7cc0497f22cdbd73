"""The same pieces of work on a Dask cluster: many machines, the same result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from feltwork.extras import need
from feltwork.lab.simulate.job import Job, Tally
from feltwork.lab.simulate.run import PIECE, Simulated, find_backend, simulated
from feltwork.lab.simulate.tables import pieces
from feltwork.refusal import shown

CLUSTER_PIECE = PIECE * 8
TRIES = 3
"""A piece whose worker is lost is run again elsewhere, so often."""
PATIENCE = 5
"""Seconds without a piece after which somebody looks whether there are workers left."""


class ClusterError(ValueError):
    """The cluster cannot be reached, or lost work for good."""


def _work(job: Job, backend: str, first: int, count: int) -> Tally:
    return Tally.of(find_backend(backend)[1](job, first, count), job.unit)


def simulate_on_cluster(
    job: Job, address: str, backend: str = "auto", *, progress: Callable[[int], None] | None = None
) -> Simulated:
    """Share the sessions out among the workers; all of them come back, or there is no result."""
    distributed: Any = need("distributed", "cluster")
    began = time.perf_counter()
    try:
        if address.partition("://")[0] in ("tcp", "tls") or "://" not in address:
            # asked first, for a client that fails on it leaves a traceback when it is thrown away
            distributed.comm.addressing.parse_host_port(distributed.comm.parse_address(address)[1])
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as wrong:
        why = str(wrong).splitlines()[0] if str(wrong) else type(wrong).__name__
        raise ClusterError(f"no Dask scheduler answers at {shown(address)}: {shown(why)}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterError(f"the Dask cluster at {shown(address)} has no workers")
        try:
            tally = _gather(distributed, client, job, backend, threads, progress)
        except (distributed.scheduler.KilledWorker, distributed.CancelledError, OSError, TimeoutError) as wrong:
            raise ClusterError(f"the Dask cluster lost work for good ({type(wrong).__name__}): no result") from None
    return simulated(job, tally, time.perf_counter() - began, f"dask {backend}", threads)


def _gather(
    distributed: Any, client: Any, job: Job, backend: str, threads: int, progress: Callable[[int], None] | None
) -> Tally:
    whole, lost = Tally(), 0
    everywhere = client.scatter(job, broadcast=True)
    todo = pieces(job.sessions, min(CLUSTER_PIECE, -(-job.sessions // threads)))
    pending: dict[Any, tuple[int, int]] = {}

    def hand_out(some: Iterable[tuple[int, int]]) -> None:
        for piece in some:
            pending[client.submit(_work, everywhere, backend, *piece, pure=False, retries=TRIES)] = piece

    hand_out(islice(todo, 4 * threads))
    with client.as_current():
        while pending:
            try:
                done, _ = distributed.wait(set(pending), timeout=PATIENCE, return_when="FIRST_COMPLETED")
            except TimeoutError:
                _check_workers(client)
                continue
            except distributed.CancelledError:  # the job went with a worker, and all that waited for it
                done = {future for future in pending if future.cancelled()}
                if not done:
                    raise
            for future in done:
                piece = pending.pop(future)
                try:
                    tally = future.result()
                except distributed.CancelledError:  # its worker is gone, with the result or with the job
                    _check_workers(client)
                    lost += 1
                    if lost > TRIES * (len(pending) + 1):
                        raise
                    everywhere = client.scatter(job, broadcast=True)
                    hand_out([piece])
                    continue
                whole.add(tally)
                hand_out(islice(todo, 1))
                if progress:
                    progress(tally.sessions)
    return whole


def _check_workers(client: Any) -> None:
    if not client.nthreads():
        raise ClusterError("the Dask cluster lost its last worker: no result")
