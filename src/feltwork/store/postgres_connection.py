"""Connections to PostgreSQL: how long each side waits for the other, and what an error says of a commit.

A process may stop in the middle of a transaction without its connection breaking: it is suspended, its machine is
paused, or its line swallows every packet. The server ends such a transaction after a while, and whoever waits for its
locks gives up after a little more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from feltwork.refusal import harmless
from feltwork.store.port import ConflictError, StoreError, UnknownOutcomeError, UnreachableError

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

T = TypeVar("T")
SERVER_GONE = ("57", "08")
"""Classes of errors with which a server breaks off a connection: of a commit under way they say nothing."""
IDLE_SECONDS = 8
"""The server ends a transaction whose client sends nothing for so long: a live one sends within milliseconds, and a
pause of a machine that is moved takes seconds."""
LOCK_SECONDS = 10
"""A waiter gives up after this: longer than a holder may be idle, so that it mostly gets its turn instead."""
STATEMENT_SECONDS = 15
"""No statement of a writer takes so long; longer than a wait for a lock, which says better what is wrong."""
LINE_SECONDS = 10
"""A line on which nothing comes back for so long is dead; without this TCP waits for a quarter of an hour."""
KEEPALIVE_IDLE, KEEPALIVE_INTERVAL, KEEPALIVE_COUNT = 4, 2, 3
"""An idle line is asked after so many seconds, then so often and so many times: dead after ``LINE_SECONDS``."""
SETTINGS = f"""
SET synchronous_commit = on; SET client_min_messages = warning; SET tcp_user_timeout = '{LINE_SECONDS}s';
SET tcp_keepalives_idle = {KEEPALIVE_IDLE}; SET tcp_keepalives_interval = {KEEPALIVE_INTERVAL};
SET tcp_keepalives_count = {KEEPALIVE_COUNT};
SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'
"""
OURS: dict[str, Any] = {
    "connect_timeout": 5,
    "tcp_user_timeout": LINE_SECONDS * 1000,
    "keepalives_idle": KEEPALIVE_IDLE,
    "keepalives_interval": KEEPALIVE_INTERVAL,
    "keepalives_count": KEEPALIVE_COUNT,
}
"""The client's side of the same; what an address says itself goes before."""
COMMIT = b"SET LOCAL statement_timeout = 0; COMMIT"
"""A commit is never cut short: where it waits for a standby, the server would then say that it is done."""


class Limits(NamedTuple):
    """Seconds after which the server ends what a writer does."""

    idle: float = IDLE_SECONDS
    lock: float = LOCK_SECONDS
    statement: float = STATEMENT_SECONDS

    @property
    def settings(self) -> str:
        return (
            f"SET idle_in_transaction_session_timeout = {int(self.idle * 1000)};"
            f"SET lock_timeout = {int(self.lock * 1000)}; SET statement_timeout = {int(self.statement * 1000)}"
        )


ORDINARY = Limits()


class LockedError(StoreError):
    """Somebody else holds what this needs and did not let go of it in time; nothing was written."""


@cache
def driver() -> Any:
    """PostgreSQL's driver, ``psycopg``."""
    # Imported here alone and when it is first needed: it is an extra, and a floor on a file starts without it.
    try:
        import psycopg  # optional: psycopg
        import psycopg.conninfo  # optional: psycopg
        import psycopg.sql  # optional: psycopg
    except ImportError:
        raise StoreError("PostgreSQL needs its driver: pip install 'feltwork[postgres]'") from None
    return psycopg


def connect(url: str, limits: Limits | None = None) -> Connection:
    """A connection with transactions in our own hands; one that takes locks has limits."""
    psycopg = driver()
    try:
        connection: Connection = psycopg.connect(**OURS | psycopg.conninfo.conninfo_to_dict(url), autocommit=True)
    except psycopg.ProgrammingError:
        # The driver quotes the address in this error, and it may hold a password.
        raise StoreError("that is no PostgreSQL address: postgresql://USER@HOST:PORT/NAME") from None
    except psycopg.Error as error:
        raise UnreachableError(f"PostgreSQL cannot be reached: {line(error)}") from None
    with explaining():
        connection.execute(f"{SETTINGS};{limits.settings if limits else ''}".encode(), prepare=False)
    return connection


def again_if_cut(work: Callable[[], T], connection: Callable[[], Connection]) -> T:
    """Do what can be done twice; once more if the connection was cut, which often is found only when it is used."""
    try:
        return work()
    except driver().Error:
        if not connection().closed:
            raise
        return work()


def line(error: Exception) -> str:
    """An error in one line."""
    return harmless(next(iter(str(error).strip().splitlines()), type(error).__name__))


@contextmanager
def explaining() -> Iterator[None]:
    """Every failure of the database as a refusal of the store, in one line."""
    psycopg = driver()
    errors = psycopg.errors
    clashes = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
    try:
        yield
    except clashes as error:
        raise ConflictError(f"PostgreSQL: {line(error)}") from None
    except errors.LockNotAvailable as error:
        raise LockedError(f"PostgreSQL: {line(error)}") from None
    except (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow) as error:
        raise UnreachableError(f"PostgreSQL: {line(error)}") from None
    except psycopg.Error as error:
        lost = type(error) is psycopg.OperationalError  # without a code of the server's: the connection broke
        raise (UnreachableError if lost else StoreError)(f"PostgreSQL: {line(error)}") from None


@contextmanager
def told_apart(writer: Connection) -> Iterator[None]:
    """A COMMIT that the server says it refused is refused; one that it did not answer may have been done."""
    psycopg = driver()
    try:
        yield
    except psycopg.Error as error:
        answered = error.sqlstate is not None and not error.sqlstate.startswith(SERVER_GONE) and not writer.closed
        if answered:
            roll_back(writer)
            raise
        writer.close()
        raise UnknownOutcomeError(f"PostgreSQL: {line(error)}") from None


def commit_transaction(writer: Connection) -> None:
    """Commit; ``UnknownOutcomeError`` if the server does not say what came of it."""
    with told_apart(writer):
        cursor = writer.execute(COMMIT, prepare=False)
        while cursor.nextset():  # the answer to the COMMIT is the last one
            pass
    if cursor.statusmessage != "COMMIT":
        raise StoreError("PostgreSQL: the transaction had failed and was rolled back")


def roll_back(writer: Connection) -> None:
    """Undo, if the connection still stands; if it does not, the server does so by itself."""
    try:
        writer.execute("ROLLBACK")
    except driver().Error:
        writer.close()


def is_undefined_column(error: Exception) -> bool:
    """Does the server not know a column that was named?"""
    return isinstance(error, driver().errors.UndefinedColumn)
