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


class Notifier:
    """Notifies everybody on one database of a commit, and waits for such a notification; connects when first used."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._sender: Connection | None = None
        self._listener: Connection | None = None
        self._listening = Lock()

    def notify(self) -> None:
        try:
            if self._sender is None or self._sender.closed:
                self._sender = self._connect()
                self._sender.execute("SET synchronous_commit = off")  # nobody's word depends on a hint
            line = self._sender.pgconn
            line.consume_input()
            if line.is_busy():
                return
            while line.get_result() is not None:
                pass
            line.send_query(f"NOTIFY {CHANNEL}".encode())
            line.flush()
        except Exception:  # a lost hint costs a follower a quarter of a second and nothing else
            self._sender = None

    def wait(self, timeout: float) -> bool:
        """Wait for a notification, or so many seconds; did one come?"""
        with self._listening:
            try:
                if self._listener is None or self._listener.closed:
                    self._listener = self._connect()
                    self._listener.execute(f"LISTEN {CHANNEL}")
                heard = list(self._listener.notifies(timeout=timeout, stop_after=1))
            except StoreError:
                raise
            except Exception as error:
                raise StoreError(f"PostgreSQL cannot be listened to: {error}") from None
            return bool(heard)

    def close(self) -> None:
        for connection in (self._sender, self._listener):
            if connection is not None:
                connection.close()
