"""Turns between processes on one PostgreSQL server: advisory locks that no frozen process keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from feltwork.store.port import StoreError
from feltwork.store.postgres_connection import Limits, LockedError, driver, explaining, roll_back

if TYPE_CHECKING:
    from feltwork.store.postgres_connection import Connection

TAKE_TURN = """
BEGIN; SELECT pg_advisory_xact_lock(hashtext(current_schema()), hashtext(name)) FROM unnest(ARRAY[{names}]) AS name
"""
END_STUCK = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL
AND wait_event = 'ClientRead' AND query NOT ILIKE 'copy%%'
AND greatest(query_start, state_change) < clock_timestamp() - make_interval(secs => %s)
"""
"""Ends transactions that have written and wait for their client. Between and after statements that are sent in one go
the server does not count them as idle, so that its own limit does not hold. A copy of a log may wait for its rows."""


class StreamLocks:
    """Advisory locks on streams, on a connection of its own.

    The transaction that holds them ends with the turn, or when the server finds the process frozen in it.
    """

    def __init__(self, connect: Callable[[], Connection], limits: Limits) -> None:
        self._connect, self._limits = connect, limits
        self._connection: Connection | None = None
        self._lock = Lock()

    @contextmanager
    def turn(self, streams: Sequence[str]) -> Iterator[None]:
        """Locks by name, in order, held while a batch is decided and written; ``LockedError`` if they stay taken."""
        wanted = [stream for stream in sorted(set(streams)) if _is_text(stream)]
        with self._lock:
            if wanted:
                self._take(wanted)
            try:
                yield
            finally:
                self._leave()

    def end_stuck(self) -> bool:
        """End transactions of frozen processes that the server does not end by itself; were there any?

        It is asked by somebody who has waited for a while already, so half the limit is enough.
        """
        with explaining():
            return bool(self._alive().execute(END_STUCK, (self._limits.idle / 2,)).fetchall())

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _take(self, wanted: list[str]) -> None:
        began = monotonic()
        try:
            self._lock_names(wanted)
        except LockedError:
            if not self.end_stuck():
                raise
            self._lock_names(wanted)
        except StoreError:
            if self._connection is None or not self._connection.closed:
                raise
            self._lock_names(wanted)  # the connection was cut since the last turn, and nothing is lost with it
        if monotonic() - began > self._limits.idle / 2:  # whoever had it may be frozen and have more than this
            self.end_stuck()

    def _lock_names(self, wanted: list[str]) -> None:
        sql = driver().sql
        connection = self._alive()
        names = sql.SQL(", ").join(map(sql.Literal, wanted))
        with explaining():
            try:
                connection.execute(sql.SQL(TAKE_TURN).format(names=names), prepare=False)
            except BaseException:
                roll_back(connection)
                raise

    def _leave(self) -> None:
        """A server that is gone, or has ended our turn, holds no lock; and what was said of the commit stands."""
        if self._connection is not None:
            roll_back(self._connection)

    def _alive(self) -> Connection:
        if self._connection is None or self._connection.closed:
            self._connection = self._connect()
        return self._connection


def _is_text(stream: str) -> bool:
    """Can the database hold this name? Nobody writes to a stream of a name that it cannot hold."""
    return stream.isprintable() or not any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in stream)
