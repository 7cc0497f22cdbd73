"""A store in PostgreSQL, for a house with many tables: writers of different streams do not wait for each other.

An append locks the heads of the streams it touches, in the order of their names so that no two appends can lock
each other out, and looks at them only then. The driver is an extra and is imported when a store is opened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Lock
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from feltwork.store.checks import TakenBackError, advanced, check_shelved, check_values
from feltwork.store.clock import Clock, last_time, steady_count
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.migrating import Opened, check_number, pending, scripts
from feltwork.store.notify import Notifier
from feltwork.store.port import Answer, Batch, Head, Person, Record, StoreError, UnknownOutcomeError
from feltwork.store.postgres_connection import (
    ORDINARY,
    Limits,
    LockedError,
    again_if_cut,
    commit_transaction,
    connect,
    explaining,
    is_undefined_column,
    roll_back,
)
from feltwork.store.postgres_rights import LACKING, WRITERS_RIGHTS
from feltwork.store.postgres_turns import StreamLocks
from feltwork.store.sql import (
    ANSWER,
    RECORD,
    Carried,
    LogReads,
    Row,
    SqlPeople,
    SqlSettings,
    SqlSnapshots,
    answer_rows,
    posting_rows,
    record_rows,
    records_from,
)
from feltwork.verifier.log.guards import wrong_in_postgres

if TYPE_CHECKING:
    import psycopg

    from feltwork.store.postgres_connection import Connection

PATIENCE, RETRY = 10, 0.25
"""Seconds that are waited for a server which broke off in a commit, and between two tries to reach it."""
READABLE_SINCE = 3
"""From this schema on every table is there that is read; those after it changed how, not what."""
MIGRATION_LOCK = 0x66656C74
"""Held while the schema is brought up to date, so that two processes starting at once take turns."""
NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
READ = f"SELECT {RECORD} FROM records WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
READ_POSTINGS = """
SELECT version, account, cents FROM postings
WHERE stream = ? AND version > ? AND version <= ? ORDER BY version, n
"""
ANSWERS = f"SELECT {ANSWER} FROM answers WHERE key = ANY(?)"
ADD_HEADS = """
INSERT INTO heads SELECT stream, 0, ''::bytea FROM unnest(%s::text[]) AS stream ORDER BY stream COLLATE "C"
ON CONFLICT DO NOTHING
"""
LOCK_HEADS = "SELECT stream, version, hash FROM heads WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE"
MOVE_HEAD = "UPDATE heads SET version = %s, hash = %s WHERE stream = %s"
ADD_POSTING = "INSERT INTO postings (stream, version, n, account, cents) VALUES (%s, %s, %s, %s, %s)"
ADD_RECORD = f"INSERT INTO records ({RECORD}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
ADD_ANSWER = f"INSERT INTO answers ({ANSWER}) VALUES (%s, %s, %s, %s, %s, %s, %s)"
ADD_BOOK = "INSERT INTO books (fingerprint, body) VALUES (%s, %s) ON CONFLICT DO NOTHING"
HEADS_OF_RECORDS = """
INSERT INTO heads SELECT DISTINCT ON (stream) stream, version, hash FROM records ORDER BY stream, version DESC
"""
SAVE_SNAPSHOT = """
INSERT INTO snapshots (stream, version, hash, body) VALUES (%s, %s, %s, %s) ON CONFLICT (stream)
DO UPDATE SET version = excluded.version, hash = excluded.hash, body = excluded.body
"""
PUT = """
INSERT INTO shelves (shelf, name, body) VALUES (%s, %s, %s) ON CONFLICT (shelf, name) DO UPDATE SET body = excluded.body
"""
LOCK_ROW = "SELECT body FROM shelves WHERE shelf = %s AND name = %s FOR UPDATE"
TAKE = "DELETE FROM shelves WHERE shelf = %s AND name = %s RETURNING body"
SAVE_PERSON = """
INSERT INTO people (id, name, address) VALUES (%s, %s, %s) ON CONFLICT (id)
DO UPDATE SET name = excluded.name, address = excluded.address
"""
ERASE_PERSON = "DELETE FROM people WHERE id = %s"
SWAP = "UPDATE shelves SET body = %s WHERE shelf = %s AND name = %s AND body = %s"


class PostgresConnections:
    """One connection that writes and one that reads, shared by the adapters of a store, and one for news."""

    def __init__(self, url: str, limits: Limits, opened: Opened) -> None:
        self.commits = 0
        """How often this store has committed."""
        self.closed = False
        self._url, self._limits = url, limits
        self._writing, self._reading = Lock(), Lock()
        self.news = Notifier(lambda: connect(url))
        self.turns = StreamLocks(lambda: self._connect(limits), limits)
        self._writer = connect(url, limits)
        try:
            with explaining():
                _prepare(self._writer, opened)
                self._writer.execute(limits.settings.encode(), prepare=False)  # a migration has none
            self._reader = connect(url)
        except BaseException:
            self._writer.close()
            raise

    def rows(self, sql: str, *values: Any) -> list[Any]:
        with self._reading, explaining():
            if any(isinstance(value, str) and "\0" in value for value in values):
                return []  # no stored text has such a name
            question = sql.replace("?", "%s").encode()

            def asked() -> list[Any]:
                if self._reader.closed:
                    self._reader = self._connect()
                try:
                    return self._reader.execute(question, values).fetchall()
                except UnicodeEncodeError:
                    return []  # nor such a one

            return again_if_cut(asked, lambda: self._reader)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """What fails before COMMIT is sent is undone; of a COMMIT that the server did not answer nothing is known."""
        with self._writing, explaining():
            again_if_cut(self._begin, lambda: self._writer)
            writer = self._writer
            try:
                yield writer
                if armed:
                    crash_point("before the PostgreSQL commit")
            except BaseException:
                roll_back(writer)
                raise
            commit_transaction(writer)
            if armed:
                crash_point("after the PostgreSQL commit")
            self.commits += 1
            self.news.notify()

    def _begin(self) -> None:
        if self._writer.closed:
            self._writer = self._connect(self._limits)
        self._writer.execute("BEGIN")

    def close(self) -> None:
        self.closed = True
        self.turns.close()  # whoever has a turn may be about to write
        with self._writing, self._reading:
            self.news.close()
            self._reader.close()
            self._writer.close()

    def _connect(self, limits: Limits | None = None) -> Connection:
        """A new connection, in place of one that the server has ended."""
        if self.closed:
            raise StoreError("the store is closed")
        return connect(self._url, limits)


class PostgresLog(LogReads):
    """Streams in a database."""

    HEAD = "SELECT version, hash FROM heads WHERE stream = ? AND version > 0"  # a head without a record is only a lock
    HEADS = "SELECT stream, version, hash FROM heads WHERE version > 0 ORDER BY stream"
    BALANCES = "SELECT account, sum(cents)::text FROM postings GROUP BY account ORDER BY account"

    def __init__(self, database: PostgresConnections) -> None:
        super().__init__(database)
        self._database = database
        self._known: set[str] = set()
        """Streams whose heads are there to be locked."""

    @property
    def commits(self) -> int:
        """How often this store has committed."""
        return self._database.commits

    def mark(self, *, asking: bool = True) -> None:
        return None

    def _page(self, stream: str, after: int, until: int) -> Iterator[Record]:
        rows = self._rows(READ, stream, after, until)
        return records_from(rows, self._rows(READ_POSTINGS, stream, after, until))

    def answers(self, keys: Collection[str]) -> dict[str, Answer]:
        return {row[0]: Answer(*row) for row in self._rows(ANSWERS, [key for key in keys if key.isprintable()])}

    def turn(self, streams: Sequence[str]) -> AbstractContextManager[None]:
        return self._database.turns.turn(streams)

    def append(self, batch: Batch) -> None:  # its mark would cost a question of its own
        check_values(batch)
        if not (batch.records or batch.answers or batch.books or batch.shelved):
            return
        try:
            self._write(batch)
        except LockedError:
            if not self._database.turns.end_stuck():
                raise
            self._write(batch)

    def try_append(self, batch: Batch) -> None:
        check_values(batch)
        with suppress(TakenBackError):
            self._write(batch, stays=False)

    def _write(self, batch: Batch, *, stays: bool = True) -> None:
        work = (
            (ADD_POSTING, posting_rows(batch)),
            (ADD_RECORD, record_rows(batch)),
            # In order, so that two appends cannot wait for each other's keys.
            (ADD_ANSWER, answer_rows(sorted(batch.answers, key=lambda answer: answer.key))),
            (ADD_BOOK, sorted(batch.books)),
        )
        streams = _streams(batch)
        with self._database.writing() as writer, writer.cursor() as cursor:
            locked = self._lock(cursor, streams)
            moved = advanced(batch, lambda stream: locked[stream])
            for row in batch.shelved:
                found = cursor.execute(LOCK_ROW, (row.shelf, row.name)).fetchone()
                check_shelved(row, bytes(found[0]) if found else None)
                if row.new is not None:
                    cursor.execute(PUT, (row.shelf, row.name, row.new))
                else:
                    cursor.execute(TAKE, (row.shelf, row.name))
            for person in batch.people:
                cursor.execute(SAVE_PERSON, (person.id, person.name, person.address))
            for who in batch.forgotten:
                cursor.execute(ERASE_PERSON, (who,))
            with writer.pipeline():
                for sql, rows in work:
                    if rows:
                        cursor.executemany(sql, rows)
                if moved:
                    cursor.executemany(MOVE_HEAD, [(head.version, head.hash, head.stream) for head in moved.values()])
            if not stays:
                raise TakenBackError
        self._known.update(streams)

    def was_committed(self, batch: Batch) -> bool:
        """The server may still be at that commit: its streams are locked until it is over, so wait for the lock."""
        streams = _streams(batch)
        until = monotonic() + PATIENCE
        while True:
            try:
                with self._database.writing() as writer, writer.cursor() as cursor:
                    cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
                    self._known.clear()
                    self._lock(cursor, streams)
                    return self._has(cursor, batch)
            except StoreError as failed:
                if self._database.closed or monotonic() > until:
                    raise UnknownOutcomeError(str(failed)) from None
                sleep(RETRY)

    def _has(self, cursor: psycopg.Cursor[Any], batch: Batch) -> bool:
        """A batch is committed whole or not at all, so a record of it tells, or else all of its answers."""
        if batch.records:
            last = batch.records[-1]
            where = "SELECT hash FROM records WHERE stream = %s AND version = %s"
            found = cursor.execute(where, (last.stream, last.version)).fetchone()
            return found is not None and bytes(found[0]) == last.hash
        keys = [answer.key for answer in batch.answers]
        rows = cursor.execute(f"SELECT {ANSWER} FROM answers WHERE key = ANY(%s)", (keys,)).fetchall()
        found_there = {row[0]: Answer(*row) for row in rows}
        return bool(keys) and all(found_there.get(answer.key) == answer for answer in batch.answers)

    def _lock(self, cursor: psycopg.Cursor[Any], streams: list[str]) -> dict[str, Head]:
        """The heads of these streams, ours until the transaction ends; a stream's first append makes its head."""
        if not streams:
            return {}
        if not self._known.issuperset(streams):
            cursor.execute(ADD_HEADS, (streams,))
        rows = cursor.execute(LOCK_HEADS, (streams,)).fetchall()
        return {stream: Head(stream, version, found) if version else Head(stream) for stream, version, found in rows}


class PostgresPeople(SqlPeople):
    """People in a database."""

    SAVE = SAVE_PERSON

    def _row(self, person: Person) -> Row:
        return (person.id, person.name, person.address)

    def erase(self, person: str) -> bool:
        with self._database.writing() as writer:
            return bool(writer.execute(ERASE_PERSON, (person,)).rowcount)


class PostgresSettings(SqlSettings):
    """Settings in a database."""

    PUT, TAKE = PUT, TAKE
    ADD = "INSERT INTO shelves (shelf, name, body) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"

    def _row(self, shelf: str, name: str, body: bytes) -> Row:
        return (shelf, name, body)

    def _exchange(self, writer: Connection, shelf: str, name: str, old: bytes, new: bytes) -> bool:
        return bool(writer.execute(SWAP, (new, shelf, name, old)).rowcount)


class PostgresStore:
    """The four ports in one database."""

    def __init__(self, url: str, limits: Limits = ORDINARY, *, opened: Opened = Opened.TO_WRITE) -> None:
        self.connections = PostgresConnections(url, limits, opened)
        self.log = PostgresLog(self.connections)
        self.snapshots = SqlSnapshots(self.connections, SAVE_SNAPSHOT)
        self.people = PostgresPeople(self.connections)
        self.settings = PostgresSettings(self.connections)
        try:
            self.clock = Clock(self._server_time, steady_count, last_time(self.log))
        except BaseException:  # its newest records cannot be read
            self.connections.close()
            raise

    def now(self) -> int:
        """The database's clock, which is the same for all processes; where it jumps, time goes on by a steady count."""
        return self.clock()

    def _server_time(self) -> int:
        return int(self.connections.rows(NOW)[0][0])

    def unguarded(self) -> list[str]:
        """What guards the log and is missing, changed or switched off."""
        rows = self.connections.rows
        (version,) = rows("SELECT value FROM meta WHERE name = 'schema_version'")[0]
        return list(wrong_in_postgres(lambda sql: iter(rows(sql)), int(version)))

    def keeps_sums(self) -> bool:
        """Does the server keep checksums of its pages, so that it finds a bit that flipped on its disk?"""
        return self.connections.rows("SHOW data_checksums") == [("on",)]

    def missing_rights(self) -> list[str]:
        names, verbs = zip(*WRITERS_RIGHTS, strict=True)
        return [f"{verb} on {name}" for name, verb in self.connections.rows(LACKING, list(names), list(verbs))]

    def wait_for_news(self, timeout: float) -> bool:
        return self.connections.news.wait(timeout)

    def fill(self, tables: Carried) -> None:
        """Take over all rows of another store; this one must be empty."""
        with self.connections.writing() as writer, writer.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")  # a long log takes its time
            if cursor.execute("SELECT 1 FROM records LIMIT 1").fetchone():
                raise StoreError("there is a log in this PostgreSQL database already")
            for table, columns, rows in tables:
                with cursor.copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as copy:
                    for row in rows:
                        copy.write_row(row)
            cursor.execute(HEADS_OF_RECORDS)

    def close(self) -> None:
        self.connections.close()


def _streams(batch: Batch) -> list[str]:
    """What a batch writes to or was decided on."""
    return sorted({record.stream for record in batch.records} | {head.stream for head in batch.expects})


def has_log(url: str) -> bool:
    """Is there a log in this database? Opening a store would make one."""
    with explaining(), connect(url) as connection:
        return connection.execute("SELECT to_regclass('records')").fetchone() != (None,)


def schema_in(url: str) -> str:
    """The version of the schema in a database; 0 where there is none yet."""
    with explaining(), connect(url) as connection:
        return _schema(connection)


def _schema(connection: Connection) -> str:
    if connection.execute("SELECT to_regclass('meta')").fetchone() == (None,):
        return "0"
    try:
        row = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchone()
    except Exception as error:
        if not is_undefined_column(error):
            raise
        row = None
    if row is None:
        raise StoreError(f"{_place(connection)} is not a store: its table 'meta' is another program's")
    return str(row[0])


def _prepare(connection: Connection, opened: Opened) -> None:
    """See to it that the schema is one that we can work with; nobody else's is changed but by ``TO_MIGRATE``."""
    found = _schema(connection)
    if opened is Opened.TO_READ:
        connection.execute("SET default_transaction_read_only = on")
    if opened is Opened.TO_MIGRATE or (opened is Opened.TO_WRITE and found == "0"):
        _migrate(connection)
    elif pending(_place(connection), "postgres", found) and not (
        opened is Opened.TO_READ and int(found) >= READABLE_SINCE
    ):
        check_number(int(found), len(scripts("postgres")))


def _place(connection: Connection) -> str:
    return f"PostgreSQL database {connection.info.dbname!r}"


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date, in one transaction.

    It begins when it is our turn: a transaction that was begun before might not see what others have made meanwhile.
    """
    with _turn_to_migrate(connection), connection.transaction():
        for number, script in pending(_place(connection), "postgres", _schema(connection)):
            connection.execute(script.encode())
            connection.execute("DELETE FROM meta WHERE name = 'schema_version'")
            connection.execute("INSERT INTO meta VALUES ('schema_version', %s)", (str(number),))
        if armed:
            crash_point("before the PostgreSQL migration")
    if armed:
        crash_point("after the PostgreSQL migration")


@contextmanager
def _turn_to_migrate(connection: Connection) -> Iterator[None]:
    """One process after the other, without limits of time: a long log takes its time, and others wait for it."""
    connection.execute("SET statement_timeout = 0; SET lock_timeout = 0", prepare=False)
    connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
    try:
        yield
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", (MIGRATION_LOCK,))
