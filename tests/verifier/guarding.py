"""The guards that migrations make, for the verifier's list: ``python -m tests.verifier.guarding`` writes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from feltwork.store.migrating import scripts
from feltwork.store.sql import row_sum
from feltwork.store.sqlite_file import statements
from feltwork.verifier.log.guards import POSTGRES, SQLITE, Guard, digest_of
from tests.store.postgres import empty_schema, found_binaries, server

LIST = Path(__file__).parents[2] / "src" / "feltwork" / "verifier" / "log" / "data" / "guards.tsv"


def made(url: str) -> list[Guard]:
    """The guards of both kinds of database, schema by schema; the server's in the empty schema at this address."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.create_function("row_sum", -1, row_sum, deterministic=True)
        found = _stepwise("sqlite", lambda sql: [db.execute(one) for one in statements(sql)], db.execute)
    with psycopg.connect(url, autocommit=True) as server:

        def run(sql: str) -> Any:
            return server.execute(sql.encode(), prepare=False)

        return found + _stepwise("postgres", run, run)


def _stepwise(database: str, change: Callable[[str], object], ask: Callable[[str], Any]) -> list[Guard]:
    spans: dict[tuple[str, str], list[int]] = {}
    known = scripts(database)
    for version, script in enumerate(known, 1):
        change(script)
        for what, how in ask({"sqlite": SQLITE, "postgres": POSTGRES}[database]).fetchall():
            spans.setdefault((what, digest_of(how)), []).append(version)
    return sorted(
        Guard(database, seen[0], 0 if seen[-1] == len(known) else seen[-1], what, digest)
        for (what, digest), seen in spans.items()
    )


def lines(guards: list[Guard]) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in (Guard._fields, *guards))


if __name__ == "__main__":
    binaries = found_binaries()
    assert binaries
    with server(binaries) as address, empty_schema(address) as url:
        LIST.write_text(lines(made(url)), "utf-8")
