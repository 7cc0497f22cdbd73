"""Questions to a stored log in plain SQL, that SQLite and PostgreSQL both understand; nothing of ours answers them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

TEXT = {True: "CAST(body AS TEXT)", False: "convert_from(body, 'UTF8')::jsonb"}
EACH = {True: "json_each", False: "jsonb_array_elements"}
DAY = """
WITH past AS (SELECT stream, version, at, actor, kind, {text} AS body FROM records WHERE at < {until}),
today AS (SELECT * FROM past WHERE at >= {since}),
moved AS (SELECT p.stream, p.account, p.cents, r.at, r.kind
    FROM postings p JOIN records r ON r.stream = p.stream AND r.version = p.version WHERE r.at < {until}),
undone AS (SELECT stream, CAST(body ->> 'version' AS BIGINT) AS version FROM today WHERE kind = 'round-reversed'),
lines AS (SELECT r.stream, r.version, CAST(line.value ->> 0 AS BIGINT) AS seat, line.value ->> 1 AS wager,
    CAST(line.value -> 2 AS TEXT) AS spot, line.value ->> 3 AS result, CAST(line.value ->> 4 AS BIGINT) AS stake,
    CAST(line.value ->> 5 AS BIGINT) AS winnings, CAST(line.value ->> 6 AS BIGINT) AS returned,
    line.value ->> 7 AS clause, CAST(line.value ->> 8 AS BIGINT) AS back,
    coalesce(CAST(line.value -> 9 ->> 1 AS BIGINT), 0) AS excess
    FROM today r, {each}(r.body -> 'lines') AS line WHERE r.kind = 'round-settled' AND NOT EXISTS
    (SELECT 1 FROM undone u WHERE u.stream = r.stream AND u.version = r.version)),
decided AS (SELECT * FROM lines WHERE result IN ('win', 'lose', 'draw'))
"""
"""Everything so far and today; what was posted; the lines of rounds that stand, and those that were decided."""


class Asked:
    """One day of a database."""

    def __init__(self, url: str, since: int, until: int) -> None:
        self.url, self.is_file = url, "://" not in url
        self._day = DAY.format(text=TEXT[self.is_file], each=EACH[self.is_file], since=since, until=until)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        asked = self._day + query.replace("EACH(", f"{EACH[self.is_file]}(")
        if self.is_file:
            with closing(sqlite3.connect(f"file:{self.url}?mode=ro", uri=True)) as db:
                return db.execute(asked).fetchall()
        import psycopg

        with psycopg.connect(self.url) as connection:
            return connection.execute(asked.encode()).fetchall()

    def each(self, query: str) -> dict[str, int]:
        """What a query says of each table, those with nothing left out."""
        return {str(name).removeprefix("table/"): int(value) for name, value in self.rows(query) if value}

    def two(self, query: str) -> tuple[int, int]:
        """How many, and how much."""
        ((number, cents),) = self.rows(query)
        return int(number or 0), int(cents or 0)
