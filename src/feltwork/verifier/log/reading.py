"""Rows straight from a database, opened for reading only and without any of the server's code."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from operator import methodcaller
from pathlib import Path
from typing import Any, NoReturn

from feltwork.refusal import harmless
from feltwork.verifier.log.database import (
    PAGE,
    RECORD,
    WHOLE_TYPES,
    Database,
    DatabaseReading,
    Form,
    NoSuchThingError,
    ReadError,
)
from feltwork.verifier.log.guards import wrong_in_postgres, wrong_in_sqlite

STRICT = """
SELECT c.name, c.type FROM pragma_table_list('records') t, pragma_table_info('records') c
WHERE t.schema = 'main' AND t.type = 'table' AND t.strict AND c."notnull" ORDER BY c.name
"""
"""Columns of which SQLite's own check of the file, which is made when it is opened, has seen every value."""
DECLARED = {str: "TEXT", int: "INTEGER", bytes: "BLOB"}
STRICT_COLUMNS = sorted(zip((*RECORD, "postings"), map(DECLARED.__getitem__, WHOLE_TYPES), strict=True))


def read_log(url: str, *, looked_over: bool = True) -> DatabaseReading:
    """The log at a path, ``sqlite:PATH`` or ``postgresql://...``.

    Without ``looked_over`` a file is not gone through page by page first, which takes the longer the longer the log is:
    then each value is looked at when it is read.
    """
    postgres = url.startswith(("postgresql://", "postgres://"))
    reading = read_postgres(url) if postgres else read_sqlite(url.removeprefix("sqlite:"), looked_over=looked_over)
    reading.url = url
    return reading


def read_sqlite(path: str | Path, *, looked_over: bool = True) -> DatabaseReading:
    """A log in an SQLite file. The file is opened for reading only, and as it is at this moment."""
    shown, file = harmless(path), Path(path)
    try:
        if "\0" in str(path):
            raise ValueError("no file has such a name")
        if not file.is_file():
            raise ReadError(f"{shown} is not there" if not file.exists() else f"{shown} is not a file")
        size = file.stat().st_size
        if not size:
            raise ReadError(f"{shown} is empty")
        address = f"{file.absolute().as_uri()}?mode=ro"
        beside = Path(f"{path}-wal")
        alone = not beside.exists() or not beside.stat().st_size
    except (OSError, ValueError) as error:
        raise ReadError(f"{shown} cannot be read: {harmless(getattr(error, 'strerror', None) or error)}") from None
    for ending in ("", "&immutable=1") if alone else ("",):
        # A file without a write-ahead log, on a disk that cannot be written to, can only be opened as unchanging.
        try:
            reading = _opened(f"{address}{ending}", shown, size if alone else 0, looked_over=looked_over)
        except _CannotOpenError:
            continue
        return reading
    raise ReadError(f"{shown} cannot be opened: may this user read it?")


class _CannotOpenError(ReadError):
    """SQLite could not open the file in this way."""


def _opened(address: str, shown: str, size: int, *, looked_over: bool) -> DatabaseReading:
    try:
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        _explain(shown, error)

    def pages(sql: str, *values: int | str) -> Iterator[list[tuple[Any, ...]]]:
        seen = 0
        try:
            cursor = connection.execute(sql, values)
            while page := cursor.fetchmany(PAGE):
                yield page
                seen += len(page)
        except UnicodeEncodeError:
            return  # no well-formed text of that name is stored
        except sqlite3.Error as error:
            if connection.text_factory is not str or "UTF-8" not in str(error):
                _explain(shown, error)
            # Text that is not well formed is read all the same, from here on, a little slower.
            connection.text_factory = methodcaller("decode", "utf-8", "surrogateescape")
            rest = islice(ask(sql, *values), seen, None)
            while page := list(islice(rest, PAGE)):
                yield page

    def ask(sql: str, *values: int | str) -> Iterator[tuple[Any, ...]]:
        return chain.from_iterable(pages(sql, *values))

    form = Form("SELECT name FROM sqlite_master WHERE type = 'table'", wrong_in_sqlite, whole_since=4)
    db = Database(ask, shown, "?", form)
    try:
        list(ask("BEGIN"))
        db.check_schema()
        ((page,),) = ask("PRAGMA page_size")
        if size % page or (looked_over and list(ask("PRAGMA quick_check(1)")) != [("ok",)]):
            raise ReadError(f"{shown} is damaged: it is cut short or its pages do not fit together")
        db.typed = looked_over and list(ask(STRICT)) == STRICT_COLUMNS
    except BaseException:
        connection.close()
        raise
    return DatabaseReading(db, connection.close)


def _explain(shown: str, error: sqlite3.Error) -> NoReturn:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        raise ReadError(f"{shown} is not a log: it is no SQLite database") from None
    if code == sqlite3.SQLITE_CORRUPT:
        raise ReadError(f"{shown} is damaged: it is cut short or its pages do not fit together") from None
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        raise _CannotOpenError from None
    if code == sqlite3.SQLITE_ERROR:
        raise NoSuchThingError(str(error)) from None
    raise ReadError(f"{shown} cannot be read: {harmless(error)}") from None


def read_postgres(url: str) -> DatabaseReading:
    """A log in PostgreSQL, in one transaction that sees it as it is at this moment."""
    try:
        import psycopg  # optional: psycopg
    except ImportError:
        raise ReadError("reading from PostgreSQL needs its driver: pip install 'feltwork[postgres]'") from None

    @contextmanager
    def explained() -> Iterator[None]:
        try:
            yield
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
            raise NoSuchThingError from None
        except psycopg.Error as error:
            line = harmless(str(error).strip().partition("\n")[0])
            raise ReadError(f"PostgreSQL cannot be read: {line}") from None

    try:
        connection = psycopg.connect(url, connect_timeout=5)
    except psycopg.ProgrammingError:
        # The driver quotes the address here, and it may hold a password.
        raise ReadError("that is no PostgreSQL address: postgresql://USER@HOST:PORT/NAME") from None
    except psycopg.Error as error:
        line = harmless(str(error).strip().partition("\n")[0])
        raise ReadError(f"PostgreSQL cannot be reached: {line}") from None
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    numbers = iter(range(1, 1_000_000_000))

    def ask(sql: str, *values: int | str) -> Iterator[tuple[Any, ...]]:
        with explained(), connection.cursor(f"audit_{next(numbers)}") as cursor:
            cursor.execute(sql.encode(), values)
            yield from cursor

    tables = "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid)"
    heads = "SELECT has_table_privilege('heads', 'SELECT')"
    remarks = "SELECT obj_description('records'::regclass, 'pg_class')"
    db = Database(ask, "this database", "%s", Form(tables, wrong_in_postgres, 4, remarks, heads))
    try:
        db.check_schema()
    except BaseException:
        connection.close()
        raise
    return DatabaseReading(db, connection.close)
