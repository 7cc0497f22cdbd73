"""Running a floor: the server on its socket, until it is told to stop."""

from __future__ import annotations

import socket

import uvicorn

from feltwork.server.app import Floor, Job, build
from feltwork.server.attending import Attendant

MOST_MESSAGE = 16_384
DRAIN_SECONDS = 10


class PortTakenError(Exception):
    """Somebody else listens there."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that is already listening, so that addresses printed now will answer."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as wrong:
        listening.close()
        raise PortTakenError(
            f"cannot listen on {host}:{port}: {wrong.strerror}; --port 0 takes any free port"
        ) from None
    return listening


def server(floor: Floor, jobs: tuple[Job, ...] = (), attendant: Attendant | None = None) -> uvicorn.Server:
    config = uvicorn.Config(
        build(floor, jobs, attendant), log_config=None, access_log=False, ws_max_size=MOST_MESSAGE, ws_ping_interval=20,
        timeout_graceful_shutdown=DRAIN_SECONDS, server_header=False, ws_per_message_deflate=False,
    )  # fmt: skip
    return uvicorn.Server(config)
