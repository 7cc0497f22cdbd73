"""The hint that PostgreSQL gives its followers: something was committed, come and look.

It is sent after the commit, on a connection of its own, and not waited for. While one is on its way no other is sent.
A hint may be lost, so followers look by themselves now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any

from feltwork.store.port import StoreError

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

CHANNEL = "feltwork"


class Bell:
    """Rings for everybody on one database, and waits for its ringing; connects when it is first used."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._voice: Connection | None = None
        self._ear: Connection | None = None
        self._listening = Lock()

    def ring(self) -> None:
        try:
            if self._voice is None or self._voice.closed:
                self._voice = self._connect()
                self._voice.execute("SET synchronous_commit = off")  # nobody's word depends on a hint
            line = self._voice.pgconn
            line.consume_input()
            if line.is_busy():
                return
            while line.get_result() is not None:
                pass
            line.send_query(f"NOTIFY {CHANNEL}".encode())
            line.flush()
        except Exception:  # a lost hint costs a follower a quarter of a second and nothing else
            self._voice = None

    def wait(self, timeout: float) -> bool:
        """Until it rings, or so many seconds."""
        with self._listening:
            try:
                if self._ear is None or self._ear.closed:
                    self._ear = self._connect()
                    self._ear.execute(f"LISTEN {CHANNEL}")
                heard = list(self._ear.notifies(timeout=timeout, stop_after=1))
            except StoreError:
                raise
            except Exception as error:
                raise StoreError(f"PostgreSQL cannot be listened to: {error}") from None
            return bool(heard)

    def close(self) -> None:
        for connection in (self._voice, self._ear):
            if connection is not None:
                connection.close()
