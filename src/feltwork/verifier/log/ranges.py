"""Parts of a stream, found by version: what is asked of a long log when only a part of it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from feltwork.verifier.log.database import (
    LARGEST,
    SUMMED,
    Database,
    DatabaseReading,
    NoSuchThingError,
    Records,
    wrong_sum,
)
from feltwork.verifier.log.rows import Columns, Reading, Row

KEPT_FROM = 10
"""Whole subtrees of 2 to this power leaves, and larger ones, may be kept beside the log."""


class Ranges(Protocol):
    """Parts of the streams of a log."""

    def between(self, stream: str, after: int, until: int) -> Iterator[Row]:
        """The records after a version, up to another."""
        ...

    def hashes(self, stream: str, after: int, until: int) -> list[bytes]:
        """Their hashes."""
        ...

    def last_of(self, stream: str, kinds: Sequence[str], until: int, at: int = LARGEST) -> int:
        """The version of the last record of these kinds up to a version and a time; 0 if there is none."""
        ...

    def next_of(self, stream: str, kinds: Sequence[str], after: int) -> int:
        """The version of the first one after a version; 0 if there is none."""
        ...

    def subtree(self, stream: str, level: int, place: int) -> bytes | None:
        """What is kept as the root of a whole subtree; whether it is one shows when the path comes to the root."""
        ...


def wrong_sums_after(reading: Reading, after: Mapping[str, int]) -> Iterator[str]:
    """Answers to records after these versions that do not have their checksum; only files have such sums."""
    if not isinstance(reading, DatabaseReading) or not reading.db.summed:
        return
    db, (raw, texts) = reading.db, SUMMED["answers"]
    columns = ", ".join(f"a.{column}" for column in (raw, *texts.split(", ")))
    joined = f"FROM records r JOIN answers a ON a.key = r.key WHERE r.stream = {db.mark} AND r.version > {db.mark}"
    found = dict.fromkeys(
        wrong
        for stream, version in after.items()
        for row in db.ask(f"SELECT a.sum, {columns} {joined}", stream, version)
        if (wrong := wrong_sum(row))
    )
    yield from found


class DatabaseRanges:
    """The same in a database."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def between(self, stream: str, after: int, until: int) -> Iterator[Row]:
        return Records(self._db).records(stream, after, until)

    def hashes(self, stream: str, after: int, until: int) -> list[bytes]:
        db = self._db
        where = f"stream = {db.mark} AND version > {db.mark} AND version <= {db.mark}"
        rows = db.ask(f"SELECT hash FROM records WHERE {where} ORDER BY version", stream, after, until)
        return [db.checked(row, (bytes,))[0] for row in rows]

    def last_of(self, stream: str, kinds: Sequence[str], until: int, at: int = LARGEST) -> int:
        where = f"version <= {self._db.mark} AND at <= {self._db.mark}"
        return self._one(stream, kinds, where, "DESC", until, at)

    def next_of(self, stream: str, kinds: Sequence[str], after: int) -> int:
        return self._one(stream, kinds, f"version > {self._db.mark}", "ASC", after)

    def _one(self, stream: str, kinds: Sequence[str], where: str, order: str, *values: int) -> int:
        marks = ", ".join([self._db.mark] * len(kinds))
        asked = f"SELECT version FROM records WHERE stream = {self._db.mark} AND {where} AND kind IN ({marks})"
        rows = self._db.ask(f"{asked} ORDER BY version {order} LIMIT 1", stream, *values, *kinds)
        return next((int(self._db.checked(row, (int,))[0]) for row in rows), 0)

    def subtree(self, stream: str, level: int, place: int) -> bytes | None:
        asked = f"SELECT body FROM snapshots WHERE stream = {self._db.mark}"
        try:
            rows = list(self._db.ask(asked, f"tree/{level}/{place}/{stream}"))
        except NoSuchThingError:
            return None
        return next((bytes(body) for (body,) in rows if isinstance(body, bytes)), None)


class ReadRanges:
    """The same of a log whose streams can only be read from their first records."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def between(self, stream: str, after: int, until: int) -> Iterator[Row]:
        return (row for row in self._reading.records(stream) if after < row.version <= until)

    def hashes(self, stream: str, after: int, until: int) -> list[bytes]:
        return [row.digest for row in self.between(stream, after, until)]

    def last_of(self, stream: str, kinds: Sequence[str], until: int, at: int = LARGEST) -> int:
        found = (row for row in self.between(stream, 0, until) if row.kind in kinds and row.at <= at)
        return max((row.version for row in found), default=0)

    def next_of(self, stream: str, kinds: Sequence[str], after: int) -> int:
        found = (row.version for row in self.between(stream, after, LARGEST) if row.kind in kinds)
        return min(found, default=0)

    def subtree(self, stream: str, level: int, place: int) -> bytes | None:
        return None


def columns_after(reading: Reading, stream: str, after: int) -> Iterator[Columns]:
    """The records of a stream after a version, as they are followed."""
    if not after:
        return reading.columns(stream)
    if isinstance(reading, DatabaseReading):
        return reading.through(stream, Records(reading.db).columns(stream, after))
    return (row for row in reading.columns(stream) if row[1] > after)


def ranges_of(reading: Reading) -> Ranges:
    return DatabaseRanges(reading.db) if isinstance(reading, DatabaseReading) else ReadRanges(reading)
