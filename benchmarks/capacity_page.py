"""``docs/capacity.json`` and the page that is written from it: what was measured, the model, where it breaks first."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.figures import RECORD, ROOT, commit, machine, shown

from feltwork.engine.writer_queue import MAX_AT_ONCE
from feltwork.store.postgres_limits import MAX_CONNECTIONS

RESULTS = ROOT / "docs/capacity.json"
PAGE = "capacity.md"
MANY = 1000
"""Tables that are opened to see what they need without a player."""
SEATS, PACE = 8, 4.0
"""A busy table of the model: so many players, each wagering every so many seconds."""
SHARE = 0.7
"""How much of a core a process or a server may use on the average, so that there is room for a rush."""
CROWD = 200
"""Screens at one table."""
DATABASE_CORES, SESSIONS = 16, 500
"""A large server for the database: its cores, and how many connections it holds without a pool before it."""
FLOORS = (10, 100, MANY)
DAY_SECONDS = 24 * 60 * 60
GIB = 1 << 30
Figures = dict[str, float]

HEAD = """\
# Capacity

How many tables, seats and wagers a second a floor carries, from measurements, and what a thousand tables would need.
`python -m benchmarks.capacity` takes the figures; with `FELTWORK_RECORD=1`, and in `make bench`, it writes them into
`capacity.json` and this page from it. It must be alone on the machine.
"""
STATEMENT = """\
## The statement

A busy table has {seats} players, each of whom puts a wager down every {pace:g} seconds: {wagers:g} wagers a second.
With {share:.0%} of what was measured in use, this one machine carries

- **{sqlite}** with one process on SQLite,
- **{one}** with one process on PostgreSQL,
- **{two}** with two processes on PostgreSQL beside each other.

Two processes on one machine are for outliving one of them; where cores are few they carry no more than one, for each
follows what the other takes. Players who wager five times in a round of a minute are a third of this load.
"""
MODEL = """\
## The model

A process decides the wagers of its own screens (`own`, with everybody at the table told) and follows those of all
others (`follow`). It is one Python interpreter, so one core is the most it uses, and {share:.0%} of one is what we
allow. With N processes each needs `wagers × (own + (N - 1) × follow) / N`, and what its open tables need without a
player. Processes may be on several machines; the database has one of its own. Telling a wager to one more screen of
its table takes {told:.1f} µs. A wager alone in its commit costs {alone:.1f} ms of a core and one of a full group
{own:.2f} ms; at its limit a process commits full groups, so that is what counts here, and a process that has little to
do looks busier than it is. A day is 24 hours of busy tables: a floor that is busy for eight hours grows by a third.
"""
COLUMNS = (
    "busy tables",
    "seats",
    "wagers a second",
    "processes",
    "cores for them",
    "cores for PostgreSQL",
    "connections",
    "memory a process",
    "database a day",
    "write-ahead log a day",
)
LAST = """
A thousand busy tables are {wanted:,.0f} wagers a second. Memory does not decide: see the model. The disk does not
either, but plan for it, for nothing in a log is given back ([operate.md](operate.md#retention-and-archive)).
"""
ROWS = (
    ("rate", "wagers a second, {writers} sockets, each as fast as it is answered", "a second"),
    ("server-ms", "a core's time for one of them at the server", "ms"),
    ("database-ms", "at PostgreSQL", "ms"),
    ("watched-ms", "at the server when {terminals} screens are told of it, {seats} at each table", "ms"),
    ("paced-rate", "wagers a second of {terminals} players, each wagering every {pause:g} s", "a second"),
    ("paced-slowest-ms", "the slowest hundredth of their acknowledgements", "ms"),
    ("paced-server-ms", "a core's time for one of them at the server", "ms"),
    ("paced-database-ms", "at PostgreSQL", "ms"),
    ("bytes", "the database grows by, for a wager", "bytes"),
    ("log-bytes", "PostgreSQL's write-ahead log, for a wager", "bytes"),
    ("held", "memory of the first process, nobody connected", "MB"),
    ("held-played", "the same after the loads", "MB"),
)
KINDS = (
    ("sqlite", "SQLite, one process"),
    ("postgres-1", "PostgreSQL, one process"),
    ("postgres-2", "PostgreSQL, two processes"),
)


class Need(NamedTuple):
    """What a floor of the model needs."""

    wagers: float
    """A second."""
    processes: int
    """None would do where it is 0."""
    cores: float
    database_cores: float
    memory: float
    """Megabytes of one process."""


def record(found: Figures, **load: float) -> None:
    """Keep what was measured, if ``make bench`` asks for it, and write the page."""
    if os.environ.get(RECORD):
        kept = {name: float(f"{value:.4g}") for name, value in found.items()}
        write({"commit": commit(), "machine": machine(), "load": load, "figures": kept})


def write(results: dict[str, Any], path: Path = RESULTS) -> None:
    path.write_text(json.dumps(results, indent=1) + "\n")
    path.with_name(PAGE).write_text(page(results))


def page(results: dict[str, Any]) -> str:
    parts = (HEAD, _measured(results), _statement(results["figures"]), _model(results), _breaks(results))
    return "\n".join(parts)


def _measured(results: dict[str, Any]) -> str:
    figures, load = results["figures"], results["load"]
    words = {**load, "terminals": int(load["tables"] * load["seats"])}
    words |= {name: int(words[name]) for name in ("tables", "seats", "writers")}
    lines = ["## Measured", ""]
    lines.append(f"At commit {results['commit']} on {results['machine']}, which load, PostgreSQL and server share.")
    lines.append(
        f"{words['tables']} roulette tables of {words['seats']} seats; chips are put down and taken off again;"
    )
    lines += ["the middle of five loads.", ""]
    lines += [f"| what | {' | '.join(title for _, title in KINDS)} |", f"|---|{'---|' * len(KINDS)}"]
    for name, what, unit in ROWS:
        cells = [_cell(figures[f"{kind}-{name}"], unit) for kind, _ in KINDS]
        lines.append(f"| {what.format(**words)} | {' | '.join(cells)} |")
    lines += ["", "| what | PostgreSQL |", "|---|---|"]
    for name, what, unit in (
        ("follow-ms", "a core's time at a process that only follows a wager taken by another", "ms"),
        ("many-open-s", f"opening {MANY:,} tables for the first time", "s"),
        ("many-start-s", "starting that floor again", "s"),
        ("many-held", "its memory, nobody connected", "MB"),
        ("many-idle-cores", "what it uses without a player", "of a core"),
        ("many-idle-database-cores", "and PostgreSQL", "of a core"),
        ("fdatasync-ms", "the disk's `fdatasync`", "ms"),
    ):
        lines.append(f"| {what} | {_cell(figures[name], unit)} |")
    return "\n".join([*lines, ""])


def _cell(value: float, unit: str) -> str:
    return f"{shown(value)} {unit}" if value else "–"


def _statement(figures: Figures) -> str:
    """One paragraph for whoever asks how much it carries."""

    def carries(kind: str) -> str:
        tables = int(figures[f"{kind}-rate"] * SHARE / (SEATS / PACE))
        return (
            f"{tables:,} busy tables ({tables * SEATS:,} seats, {figures[f'{kind}-rate'] * SHARE:,.0f} wagers a second)"
        )

    return STATEMENT.format(
        seats=SEATS,
        pace=PACE,
        wagers=SEATS / PACE,
        share=SHARE,
        sqlite=carries("sqlite"),
        one=carries("postgres-1"),
        two=carries("postgres-2"),
    )


def telling(results: dict[str, Any]) -> float:
    """Seconds of a core to tell a wager to one more screen of its table."""
    figures, load = results["figures"], results["load"]
    more = load["seats"] - load["writers"] / load["tables"]
    return max(float(figures["postgres-1-watched-ms"] - figures["postgres-1-server-ms"]), 0.0) / 1000 / float(more)


def need(figures: Figures, tables: int) -> Need:
    """What the model says of a floor of so many busy tables."""
    wagers = tables * SEATS / PACE
    own, follow = figures["postgres-1-watched-ms"] / 1000, figures["follow-ms"] / 1000
    idle = figures["many-idle-cores"] * tables / MANY
    processes = next((n for n in range(1, MANY) if _share(wagers, own, follow, idle, n) <= SHARE), 0)
    cores = processes * _share(wagers, own, follow, idle, processes) if processes else math.inf
    idle_database = figures["many-idle-database-cores"] * tables / MANY * processes
    database = wagers * figures["postgres-1-database-ms"] / 1000 + idle_database
    table = (figures["many-held"] - figures["postgres-1-held"]) / MANY
    seat = (figures["postgres-1-held-played"] - figures["postgres-1-held"]) / 200
    screens = tables * SEATS / max(processes, 1)
    memory = figures["postgres-1-held"] + tables * table + screens * max(seat, 0)
    return Need(wagers, processes, cores, database, memory)


def _share(wagers: float, own: float, follow: float, idle: float, processes: int) -> float:
    """Of a core, at each of so many processes that share the players."""
    return wagers * (own + (processes - 1) * follow) / processes + idle


def _model(results: dict[str, Any]) -> str:
    figures = results["figures"]
    own, paced = figures["postgres-1-watched-ms"], figures["postgres-1-paced-server-ms"]
    lines = [MODEL.format(share=SHARE, told=telling(results) * 1e6, alone=paced, own=own)]
    lines += [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    for tables in FLOORS:
        found = need(figures, tables)
        cells = [f"{tables:,}", f"{tables * SEATS:,}", f"{found.wagers:,.0f}"]
        if found.processes:
            cells += [f"{found.processes}", f"{found.cores:.1f}", f"{found.database_cores:.1f}"]
            cells.append(f"{found.processes * MAX_CONNECTIONS + 10}")
        else:
            cells += ["no number is enough", "–", f"{found.database_cores:.1f}", "–"]
        cells.append(f"{found.memory:,.0f} MB")
        for name in ("bytes", "log-bytes"):
            cells.append(f"{found.wagers * DAY_SECONDS * figures[f'postgres-1-{name}'] / GIB:,.0f} GB")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def breaks(results: dict[str, Any]) -> list[tuple[float, str, str]]:
    """Wagers a second of the whole floor at which each part would break, the first one first."""
    figures = results["figures"]
    own, follow = figures["postgres-1-watched-ms"] / 1000, figures["follow-ms"] / 1000
    alone, idle = figures["postgres-1-server-ms"] / 1000, figures["many-idle-cores"]
    most = (SESSIONS - 10) // MAX_CONNECTIONS
    return sorted(
        (
            (SHARE / own, "one process", "its one interpreter decides, writes and tells; add a process"),
            (
                SHARE / (alone + CROWD * telling(results)),
                f"the event loop of one process, {CROWD} screens at each table",
                "everybody at a table is told of every wager; spread its screens over the processes",
            ),
            (figures["sqlite-rate"], "SQLite", "one process and one writer; go to PostgreSQL"),
            (
                max(SHARE - idle, 0) / follow,
                f"following, with {MANY:,} tables open",
                (
                    "every process follows every table, also those that none of its screens is at"
                    f" (without a player they take {idle:.2f} of its core); split the floor into several databases"
                ),
            ),
            (
                DATABASE_CORES * SHARE / (figures["postgres-1-database-ms"] / 1000),
                f"PostgreSQL with {DATABASE_CORES} cores",
                "more cores, or several databases",
            ),
            (
                max(SHARE - idle, 0) * most / (own + (most - 1) * follow),
                f"{SESSIONS} connections, which are {most} processes",
                f"{MAX_CONNECTIONS} a process; a larger `max_connections`",
            ),
            (
                MAX_AT_ONCE / (figures["fdatasync-ms"] / 1000),
                "`fdatasync` of one writer",
                (
                    f"a commit takes up to {MAX_AT_ONCE} commands, so that the disk adds to the time of an"
                    f" acknowledgement and hardly bounds the rate; one of 5 ms is at {MAX_AT_ONCE / 0.005:,.0f}"
                ),
            ),
        )
    )


def _breaks(results: dict[str, Any]) -> str:
    lines = ["## Where it breaks first", "", "| at wagers a second | what | why, and what to do |", "|---|---|---|"]
    lines += [f"| {at:,.0f} | {what} | {why} |" for at, what, why in breaks(results)]
    return "\n".join([*lines, LAST.format(wanted=MANY * SEATS / PACE)])
