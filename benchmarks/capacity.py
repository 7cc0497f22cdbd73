"""What one machine carries, on SQLite and on PostgreSQL: ``python -m benchmarks.capacity``.

Ten roulette tables of twenty seats, everybody wagering at once as fast as they are answered; then everybody at the
pace of a player. With two processes each table's players are at both. The load's process, PostgreSQL and the servers
share the machine's cores; what each of them used is told, so that a larger machine can be reckoned. It prints its
figures and records none.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from benchmarks.floor import PAUSE, REPEATS, SECONDS, TERMINALS, WRITERS, Started, seated, terminal, wagers
from tests.store.postgres import cluster, found_binaries, running

Player = tuple[str, int, str]


class Measured(NamedTuple):
    """One load."""

    rate: float
    """Wagers a second."""
    server: float
    """Milliseconds of a processor that the server's processes used for one wager."""
    database: float
    """The same of PostgreSQL."""
    slowest: float
    """Milliseconds of the slowest hundredth of acknowledgements."""


def used(processes: list[int]) -> float:
    """Seconds of a processor that these processes and their children have used."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(") ")[2].split()
            except OSError:
                continue
            if int(folder.name) in processes or int(fields[1]) in processes:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def load(ups: list[Started], players: list[Player], database: list[int], run: str, pause: float = 0) -> Measured:
    """Everybody wagers at once, every other one at the second process where there is one."""
    ports = [ups[n % len(ups)].port for n in range(len(players))]
    screens = await asyncio.gather(
        *(terminal(port, table, token) for port, (table, _, token) in zip(ports, players, strict=True))
    )
    servers = [up.process.pid for up in ups]
    before = used(servers), used(database)
    until = time.perf_counter() + SECONDS
    found = await asyncio.gather(
        *(wagers(screen, seat, until, run, pause) for screen, (_, seat, _) in zip(screens, players, strict=True))
    )
    after = used(servers), used(database)
    for screen in screens:
        screen.transport.close()
    taken = [one for times in found for one in times]
    server, stored = ((late - early) * 1000 / len(taken) for early, late in zip(before, after, strict=True))
    return Measured(len(taken) / SECONDS, server, stored, quantiles(taken, n=100)[98] * 1000)


@contextmanager
def postgres() -> Iterator[tuple[str, list[int]]]:
    """A server of our own that syncs, and its process."""
    binaries = found_binaries()
    if binaries is None:
        raise SystemExit("capacity: no PostgreSQL on this machine")
    with cluster(binaries) as (home, who), running(binaries, home, who, fsync=True) as (url, process):
        yield url, [process.pid]


async def measured(address: str, folder: Path, processes: int, database: list[int]) -> tuple[list[Measured], Measured]:
    ups = [Started("--serve", address, str(folder)) for _ in range(processes)]
    try:
        players = seated(address)
        busy = [await load(ups, players[:: TERMINALS // WRITERS][:WRITERS], database, f"a{n}-") for n in range(REPEATS)]
        return busy, await load(ups, players, database, "b-", PAUSE)
    finally:
        for up in ups:
            up.stop()


def told(title: str, busy: list[Measured], paced: Measured) -> None:
    middle = sorted(busy)[len(busy) // 2]
    print(
        f"{title}: {middle.rate:,.0f} wagers a second over {WRITERS} sockets, {middle.server:.3f} ms of a core each at"
        f" the server and {middle.database:.3f} ms at the database; {TERMINALS} terminals at a player's pace:"
        f" {paced.rate:.0f} a second, slowest hundredth {paced.slowest:.1f} ms, {paced.server:.3f} ms of a core each"
    )


def main() -> None:
    with ExitStack() as open_until_the_end:
        folder = Path(open_until_the_end.enter_context(tempfile.TemporaryDirectory()))
        told("SQLite, one process", *asyncio.run(measured(str(folder / "floor.db"), folder, 1, [])))
        for processes, title in ((1, "one process"), (2, "two processes")):
            with postgres() as (url, pids):
                found = asyncio.run(measured(url, folder, processes, pids))
            told(f"PostgreSQL, {title}", *found)


if __name__ == "__main__":
    main()
