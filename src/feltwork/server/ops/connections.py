"""Connections that nothing comes over are let go, and the process's descriptors are watched."""

from __future__ import annotations

import asyncio
import os
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # not on this system
    resource = None  # type: ignore[assignment]  # a module or none

HEADER_SECONDS = 10.0
"""In which the whole head of a request comes, from the connection's first byte or from its last answer on."""
UNREAD_SECONDS = 30.0
"""In which somebody takes some of an answer that waits for them; a connection on which nobody does is let go."""
MAX_WAITING = 256
"""Connections over which no request is coming that are kept at one time; beyond them the oldest is let go."""
MAX_DESCRIPTORS = 65_536
NEARLY_ALL = 0.9
"""The part of the process's descriptors beyond which it says so."""


class Patient(H11Protocol):
    """HTTP with a time for each request's head, and for taking its answer: who does neither holds no connection."""

    waiting: ClassVar[dict[Patient, None]] = {}
    """Those over which no request is coming, the oldest first."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._unsent: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the library
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self._is_read()
        self._is_sent()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The answer is longer than the other side takes just now: it has its time to take some of it."""
        super().pause_writing()
        if self._unread is None:
            self._unread = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_read()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        upgraded = self.transport.get_protocol() is not self
        if not upgraded and self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE:
            self._is_sent()
            self._wait()
        else:
            self._wait_no_more()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._wait()
        elif self.conn.their_state is h11.SEND_BODY and self._unsent is None:
            # Answered before all of it had come: the rest has its time too, however often a byte of it comes.
            self._unsent = asyncio.get_running_loop().call_later(HEADER_SECONDS, self.transport.abort)

    def _is_sent(self) -> None:
        if self._unsent is not None:
            self._unsent.cancel()
            self._unsent = None

    def _wait(self) -> None:
        if self._late is None:
            self._late = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._let_go)
            self.waiting[self] = None
            if len(self.waiting) > MAX_WAITING:
                oldest = next(iter(self.waiting))
                oldest._wait_no_more()
                oldest._let_go()

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
            self.waiting.pop(self, None)

    def _let_go(self) -> None:
        self._late = None
        self.waiting.pop(self, None)
        if not self.transport.is_closing():
            self.transport.abort()


def raise_limit() -> None:
    """Take as many descriptors as the system allows this process."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def descriptors() -> tuple[int, int]:
    """How many files and sockets this process has open, and how many it may have; nothing where that is not known."""
    try:
        used = len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0, 0
    return used, resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else 0


def short_of_descriptors() -> str:
    """What to say when nearly all descriptors are in use; empty while they are not."""
    used, most = descriptors()
    return f"{used} of {most} files and sockets are open" if most > 0 and used > most * NEARLY_ALL else ""
