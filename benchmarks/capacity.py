"""What one machine carries, on SQLite and on PostgreSQL: ``python -m benchmarks.capacity``.

Ten roulette tables of twenty seats, everybody wagering at once as fast as they are answered; then everybody at the
pace of a player. With two processes each table's players are at both. The load's process, PostgreSQL and the servers
share the machine's cores; what each of them used is told, so that a larger machine can be reckoned. Then a thousand
tables are opened: what they need without a player. ``make bench`` has the figures written into ``docs/capacity.json``
and ``docs/capacity.md`` from it.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import psycopg
from benchmarks.capacity_page import MANY, record
from benchmarks.floor import PAUSE, REPEATS, SECONDS, TABLES, TERMINALS, WRITERS, Started, fdatasync, seated, wagers
from benchmarks.floor import terminal as connected
from tests.store.postgres import cluster, found_binaries, running

Player = tuple[str, int, str]
Figures = dict[str, float]
MIB = 1 << 20
QUIET_SECONDS = 10.0


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
    last: float
    """As ``server``, of the last process alone."""
    wagers: int
    """All together."""


def used(processes: Sequence[int]) -> float:
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


def memory(process: int) -> float:
    """Mebibytes that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def load(
    ups: list[Started],
    players: list[Player],
    database: list[int],
    run: str,
    *,
    pause: float = 0,
    silent: Sequence[Player] = (),
    at_first: bool = False,
) -> Measured:
    """Everybody wagers at once, every other one at the second process where there is one, and some only look on."""
    everybody = [*players, *silent]
    ports = [ups[0 if at_first else n % len(ups)].port for n in range(len(everybody))]
    screens = await asyncio.gather(
        *(connected(port, table, token) for port, (table, _, token) in zip(ports, everybody, strict=True))
    )
    groups = [[up.process.pid for up in ups], database, [ups[-1].process.pid]]
    before = [used(group) for group in groups]
    until = time.perf_counter() + SECONDS
    found = await asyncio.gather(
        *(wagers(screen, seat, until, run, pause) for screen, (_, seat, _) in zip(screens, players, strict=False))
    )
    taken = [one for times in found for one in times]
    server, stored, last = (
        (used(group) - early) * 1000 / len(taken) for group, early in zip(groups, before, strict=True)
    )
    for screen in screens:
        screen.transport.close()
    return Measured(len(taken) / SECONDS, server, stored, quantiles(taken, n=100)[98] * 1000, last, len(taken))


@contextmanager
def postgres() -> Iterator[tuple[str, list[int]]]:
    """A server of our own that syncs, and its process."""
    binaries = found_binaries()
    if binaries is None:
        raise SystemExit("capacity: no PostgreSQL on this machine")
    with cluster(binaries) as (home, who), running(binaries, home, who, fsync=True) as (url, process):
        yield url, [process.pid]


def written(address: str) -> tuple[int, int]:
    """Bytes of the database, and of its write-ahead log since it was made."""
    if "://" not in address:
        return sum(path.stat().st_size for path in Path(address).parent.glob(f"{Path(address).name}*")), 0
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'::pg_lsn"
        ).fetchone()
    assert row
    return int(row[0]), int(row[1])


async def measured(address: str, folder: Path, processes: int, database: list[int], title: str) -> Figures:
    """The loads of one kind of floor, by what they are called on the page."""
    ups = [Started("--serve", address, str(folder)) for _ in range(processes)]
    try:
        players = seated(address)
        some = players[:: TERMINALS // WRITERS][:WRITERS]
        bare, before = memory(ups[0].process.pid), written(address)
        busy = [await load(ups, some, database, f"a{n}-") for n in range(REPEATS)]
        after, count = written(address), sum(each.wagers for each in busy)
        paced = await load(ups, players, database, "b-", pause=PAUSE)
        others = [player for player in players if player not in some]
        watched = await load(ups, some, database, "c-", silent=others)
        figures = {
            f"{title}-rate": median(each.rate for each in busy),
            f"{title}-server-ms": median(each.server for each in busy),
            f"{title}-database-ms": median(each.database for each in busy),
            f"{title}-watched-ms": watched.server,
            f"{title}-paced-rate": paced.rate,
            f"{title}-paced-server-ms": paced.server,
            f"{title}-paced-database-ms": paced.database,
            f"{title}-paced-slowest-ms": paced.slowest,
            f"{title}-bytes": (after[0] - before[0]) / count,
            f"{title}-log-bytes": (after[1] - before[1]) / count,
            f"{title}-held": bare,
            f"{title}-held-played": memory(ups[0].process.pid),
        }
        if processes > 1:
            alone = [await load(ups, some, database, f"d{n}-", at_first=True) for n in range(REPEATS)]
            figures["follow-ms"] = median(each.last for each in alone)
    finally:
        for up in ups:
            up.stop()
    return figures


def quiet(address: str, folder: Path, database: list[int]) -> Figures:
    """A floor of many tables that nobody plays at: opened, stopped, started again, looked at."""
    began = time.perf_counter()
    up = Started("--serve", address, str(folder), str(MANY))
    opened = time.perf_counter() - began
    up.stop()
    began = time.perf_counter()
    up = Started("--serve", address, str(folder), str(MANY))
    again = time.perf_counter() - began
    try:
        time.sleep(QUIET_SECONDS / 2)  # until what a start leaves to do is done
        groups = [up.process.pid], database
        before = [used(group) for group in groups]
        time.sleep(QUIET_SECONDS)
        server, stored = (used(group) - early for group, early in zip(groups, before, strict=True))
        held = memory(up.process.pid)
    finally:
        up.stop()
    return {
        "many-open-s": opened,
        "many-start-s": again,
        "many-held": held,
        "many-idle-cores": server / QUIET_SECONDS,
        "many-idle-database-cores": stored / QUIET_SECONDS,
    }


def main() -> None:
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    found: Figures = {}
    with ExitStack() as open_until_the_end:
        folder = Path(open_until_the_end.enter_context(tempfile.TemporaryDirectory()))
        found["fdatasync-ms"] = fdatasync(folder / "sync") * 1000
        found |= asyncio.run(measured(str(folder / "floor.db"), folder, 1, [], "sqlite"))
        for processes in (1, 2):
            with postgres() as (url, pids):
                found |= asyncio.run(measured(url, folder, processes, pids, f"postgres-{processes}"))
        with postgres() as (url, pids):
            found |= quiet(url, folder, pids)
    for name, value in found.items():
        print(f"{name}: {value:,.4g}")
    record(found, tables=TABLES, seats=TERMINALS // TABLES, pause=PAUSE, writers=WRITERS)


if __name__ == "__main__":
    main()
