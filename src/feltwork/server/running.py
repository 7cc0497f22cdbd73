"""Running a floor: the server on its socket, until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from threading import Timer
from types import FrameType
from typing import NamedTuple

import uvicorn

try:
    import uvloop
except ImportError:  # without the extra 'fast' everything works, with a little more to do for each message
    uvloop = None  # type: ignore[assignment]  # a module or none

from feltwork.server.app import build
from feltwork.server.config import MAX_PORT
from feltwork.server.ops.background import Job, Worker
from feltwork.server.ops.connections import Patient, raise_limit
from feltwork.server.ops.days import carry_days_over
from feltwork.server.sockets.draining import DRAIN_SECONDS, drain
from feltwork.server.sockets.frames import FrameProtocol
from feltwork.server.state import ServerState

MAX_MESSAGE = 16_384
END_SECONDS = 40.0
"""After the signal to end: twice the draining, and the last checkpoint."""
FORCED = 70
"""The exit code of a process that did not end by itself: what sysexits.h calls an internal failure."""
log = logging.getLogger("feltwork.server")
SWITCH_SECONDS = 0.0005
"""How long a thread that decides or tells may keep the one that answers screens waiting."""


OWN = ("127.0.0.1", "::1")
"""A proxy on this machine is believed."""
MADE_BETWEEN = 20_000
"""Things made before young ones are looked through: a group of commands makes more than Python's seven hundred."""


class PortTakenError(Exception):
    """Somebody else listens there."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that is already listening, so that addresses printed now will answer."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves small packets to wait for the acknowledgement of those before: 40 ms an answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError) as wrong:
        listening.close()
        why = wrong.strerror if isinstance(wrong, OSError) else f"a port is a number up to {MAX_PORT}"
        raise PortTakenError(f"cannot listen on {host}:{port}: {why}; --port 0 takes any free port") from None
    return listening


def end_by(seconds: float) -> None:
    """End this process by force if it has not ended by then: what was acknowledged is on disk already."""

    def end() -> None:
        log.critical("still running %d seconds after the signal to end: ended by force", seconds)
        logging.shutdown()
        os._exit(FORCED)

    late = Timer(seconds, end)
    late.daemon = True
    late.start()


class FloorServer(uvicorn.Server):
    """A server that drains before it closes, and ends well when it was told to end."""

    def __init__(self, config: uvicorn.Config, floor: ServerState) -> None:
        super().__init__(config)
        self.floor = floor
        floor.end = self.stop

    def stop(self) -> None:
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Not noted as a signal to die of afterwards: being told to stop is no failure."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        if not self.should_exit:
            end_by(END_SECONDS)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await drain(self.floor)
        await super().shutdown(sockets)


class Opened(NamedTuple):
    """A floor that is open and not served yet: its state, and what works beside it."""

    floor: ServerState
    jobs: tuple[Job, ...] = ()
    attendant: Worker | None = None
    checkpoints: Worker | None = None
    proxies: tuple[str, ...] = ()
    """Reverse proxies on other machines, whose forwarded addresses are believed."""


def server(
    floor: ServerState,
    jobs: tuple[Job, ...] = (),
    attendant: Worker | None = None,
    checkpoints: Worker | None = None,
    proxies: tuple[str, ...] = (),
) -> uvicorn.Server:
    sys.setswitchinterval(SWITCH_SECONDS)
    config = uvicorn.Config(
        build(floor, (*jobs, carry_days_over()), attendant, checkpoints),
        log_config=None,
        access_log=False,
        ws_max_size=MAX_MESSAGE,
        http=Patient,
        ws=FrameProtocol,
        ws_ping_interval=20,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        server_header=False,
        forwarded_allow_ips=[*OWN, *proxies],
        ws_per_message_deflate=False,
    )
    return FloorServer(config, floor)


def run(serving: uvicorn.Server, listening: socket.socket, seconds: float | None = None) -> None:
    """Serve until told to stop, or so long."""

    async def serve() -> None:
        if seconds is not None:
            asyncio.get_running_loop().call_later(seconds, setattr, serving, "should_exit", True)
        await serving.serve([listening])

    raise_limit()
    gc.freeze()  # what is there now, books above all, stays to the end: it need not be looked through for waste
    gc.set_threshold(MADE_BETWEEN, *gc.get_threshold()[1:])
    (uvloop or asyncio).run(serve())
