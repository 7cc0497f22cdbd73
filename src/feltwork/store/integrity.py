"""Is everything in a store as it was written? Asked part by part, what play and payment rest on first.

A bit that flips on the disk is found by SQLite's own check of its pages, by the chain of hashes over every record, by
the fingerprints of books, and by the checksums of the rows that nothing else covers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import islice

from feltwork.refusal import harmless
from feltwork.store.chain import chain_hash, columns
from feltwork.store.migrating import scripts
from feltwork.store.opening import open_to_read
from feltwork.store.port import FIRST, Store, StoreError
from feltwork.store.postgres import PostgresStore
from feltwork.store.read_only import read_only
from feltwork.store.sql import SUMMED, row_sum
from feltwork.store.sqlite import SqliteStore
from feltwork.store.sqlite_file import explained, statements

NEWEST = 1_500
"""Records of each stream that are looked at first: more than lie between two snapshots."""
MONEY = ("cage",)
"""Streams that money is paid from: they are looked at whole before the rest of the others."""
PAGE = 500
STEPS = 20_000
"""Steps of SQLite's machine between two looks at whether its check is to be given up."""
SCHEMA = """
SELECT type, name, tbl_name, sql FROM sqlite_master
WHERE sql IS NOT NULL AND sql NOT GLOB 'CREATE TABLE sqlite_*' ORDER BY type, name
"""
"""Left out are indexes and statistics that SQLite makes by itself; what else may be called like them is not."""
DAMAGED_PAGES = "is damaged: its pages do not fit together"


class DamagedError(StoreError):
    """A store holds something that was never written to it; the message says where."""


class Check:
    """One pass over a store. ``run`` goes on where it stopped, so that the rest may be left for later."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name = store, harmless(name)
        self.done, self.total = 0, 1
        self.finished = self.stopped = False
        self._file = store.path if isinstance(store, SqliteStore) else None
        self._enough: Callable[[], bool] = lambda: False
        self._parts = self._all()

    @property
    def percent(self) -> int:
        return 100 if self.finished else min(99, 100 * self.done // max(self.total, 1))

    def run(self, enough: Callable[[], bool]) -> bool:
        """Go on until everything is looked at, or it is enough; is it everything? A ``DamagedError`` says where not."""
        self._enough = enough
        try:
            for _ in self._parts:
                if self.stopped or enough():
                    return False
        except DamagedError:
            raise
        except (StoreError, sqlite3.Error, ValueError, TypeError, ArithmeticError, LookupError, MemoryError) as fault:
            raise DamagedError(f"{self.name} cannot be read: {harmless(str(fault))}") from None
        self.finished = not self.stopped
        return self.finished

    def _all(self) -> Iterator[None]:
        if self._file is not None:
            self._schema()
            yield
        elif isinstance(self.store, PostgresStore):
            for what in self.store.unguarded():
                raise DamagedError(f"{self.name} does not guard its log: {harmless(what)}")
            yield
        standing = self.store.log.heads()
        heads = {head.stream: head.version for head in standing}
        rows = self._rows()
        self.total = sum(heads.values()) + sum(rows.values())
        late = {stream: max(version - NEWEST, 0) for stream, version in heads.items()}
        for head in standing:
            yield from self._chain(head.stream, late[head.stream], head.version, head.hash)
        pages_done = self._file is None or self._pages("quick_check")  # of a large file later, if time is short
        for stream in sorted(heads, key=lambda name: name not in MONEY):
            yield from self._chain(stream, 0, late[stream])
            if stream in MONEY:
                yield from self._beside(rows, "shelves")
        yield from self._books()
        for table in rows:
            if table != "shelves" or not set(MONEY) & set(heads):
                yield from self._beside(rows, table)
        if self._file is not None:
            if not pages_done:
                self._pages("quick_check", whole=True)
                yield
            self._pages("integrity_check", whole=True)  # the indexes too: slower, and hardly ever more
            yield

    def _schema(self) -> None:
        """Tables and triggers are those that this program makes."""
        with closing(self._look()) as found, closing(sqlite3.connect(":memory:")) as fresh:
            fresh.create_function("row_sum", -1, row_sum, deterministic=True)
            for script in scripts("sqlite"):
                for statement in statements(script):
                    fresh.execute(statement)
            there, wanted = ({_plain(row) for row in db.execute(SCHEMA)} for db in (found, fresh))
            for _, name, _, _ in sorted(there ^ wanted):
                raise DamagedError(f"{self.name} is damaged: its schema is not ours at {harmless(str(name))}")

    def _pages(self, kind: str, *, whole: bool = False) -> bool:
        """SQLite's own check; given up when it is enough, unless the whole is wanted."""
        with closing(self._look()) as db:
            db.set_progress_handler(lambda: int(self.stopped or (not whole and self._enough())), STEPS)
            try:
                said = db.execute(f"PRAGMA {kind}(1)").fetchall()
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                    return False
                raise DamagedError(f"{self.name} {DAMAGED_PAGES} ({harmless(str(error))})") from None
        if said != [("ok",)]:
            raise DamagedError(f"{self.name} {DAMAGED_PAGES} ({harmless(str(said[0][0]))[:120]})")
        return True

    def _look(self) -> sqlite3.Connection:
        assert self._file is not None
        try:
            return read_only(self._file)
        except sqlite3.Error as error:
            raise DamagedError(str(explained(self._file, error))) from None

    def _chain(self, stream: str, after: int, until: int, ends: bytes | None = None) -> Iterator[None]:
        """Every record after a version has the hash of its content after the record before it.

        ``ends`` is the hash that the next record would be chained to: that of the last one.
        """
        if until <= after:
            return
        before = FIRST
        if after:
            first = next(self.store.log.read(stream, after - 1), None)
            before = first.hash if first is not None else FIRST
        records = islice(self.store.log.read(stream, after), until - after)
        expected = after
        while page := list(islice(records, PAGE)):
            for record in page:
                expected += 1
                if record.version != expected or chain_hash(before, columns(record)) != record.hash:
                    raise DamagedError(f"{self.name} is damaged: {harmless(stream)} at version {expected}")
                before = record.hash
            self.done += len(page)
            yield
        if expected != until:
            raise DamagedError(f"{self.name} is damaged: {harmless(stream)} ends at {expected}, not at {until}")
        if ends is not None and ends != before:
            raise DamagedError(
                f"{self.name} is damaged: the head of {harmless(stream)} has another hash than its last event"
            )

    def _books(self) -> Iterator[None]:
        if self._file is None:
            return
        with closing(self._look()) as db:
            for name, body in db.execute("SELECT fingerprint, body FROM books").fetchall():
                if sha256(body).hexdigest() != name:
                    raise DamagedError(f"{self.name} is damaged: the book {harmless(str(name))[:12]}")
        yield

    def _rows(self) -> dict[str, int]:
        """How many rows there are to sum in each table of a file."""
        if self._file is None:
            return {}
        with closing(self._look()) as db:
            return {table: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in SUMMED}

    def _beside(self, rows: dict[str, int], table: str) -> Iterator[None]:
        """Rows that no chained hash covers have their checksums. Their first columns are their keys, in order."""
        if table not in rows:
            return
        raw, texts = SUMMED[table]
        keys = {"answers": "key", "people": "id", "shelves": "shelf, name"}[table]
        marks = ", ".join("?" * len(keys.split(", ")))
        asked = (
            f"SELECT {keys}, sum, {raw}, {texts} FROM {table} WHERE ({keys}) > ({marks}) ORDER BY {keys} LIMIT {PAGE}"
        )
        last: tuple[str, ...] = ("",) * len(keys.split(", "))
        while True:
            with closing(self._look()) as db:
                page = db.execute(asked, last).fetchall()
            for row in page:
                before, last, (found, blob, *values) = last, row[: len(last)], row[len(last) :]
                if row_sum(blob, *values) != found or last <= before:
                    raise DamagedError(f"{self.name} is damaged: a row of {table}, {harmless(' '.join(last))[:80]}")
            self.done += len(page)
            yield
            if len(page) < PAGE:
                return


def _plain(row: tuple[object, ...]) -> tuple[str, ...]:
    """A row of the schema without quotes and spaces: releases of SQLite differ there when they alter a table."""
    return tuple("".join(str(text).replace('"', "").split()) for text in row)


def check_file(url: str) -> None:
    """Look at everything in a store, for as long as it takes."""
    store = open_to_read(url)
    try:
        Check(store, url.removeprefix("sqlite:")).run(lambda: False)
    finally:
        store.close()
