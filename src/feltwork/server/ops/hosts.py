"""The names by which a floor is reached: a page of another site that gives its own name this address gets nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from feltwork.server.ops.rates import slow_down

if TYPE_CHECKING:
    from feltwork.server.state import ServerState

BY_ANY_NAME = ("/health", "/ready")
"""What a load balancer asks, by address: nothing of play is told there, and nobody is told to wait."""
NOT_OURS = "this floor is not reached by that name; 'hosts' in its configuration lists those it is reached by"
TWO_LENGTHS = {b"content-length", b"transfer-encoding"}
NOT_ONE = "a request says once where it ends"
"""What stands before us may have read it otherwise, and taken the rest for another's request."""
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\[\]:@/]+?))\.?(?::[0-9]{0,5})?")


def host_of(asked: HTTPConnection) -> str:
    """The name, without a port, by which the floor is asked; empty where none is told.

    >>> [host_of(HTTPConnection({"type": "http", "headers": [(b"host", told)]})) for told in (b"A.example:80", b"[")]
    ['a.example', '']
    """
    told = HOST.fullmatch(asked.headers.get("host", ""))
    return (told[1] or told[2]).lower() if told else ""


class KnownHosts:
    """Turns away whoever comes by another name, where the floor has names."""

    def __init__(self, app: ASGIApp, floor: ServerState) -> None:
        self.app, self.floor = app, floor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts, answers = self.floor.hosts, self.app
        if scope["type"] == "http" and {name for name, _ in scope["headers"]} >= TWO_LENGTHS:
            await JSONResponse({"why": NOT_ONE}, 400, {"connection": "close"})(scope, receive, send)
            return
        if hosts and scope["type"] in ("http", "websocket") and scope["path"] not in BY_ANY_NAME:
            asked = HTTPConnection(scope)
            if host_of(asked) not in hosts:
                wait = self.floor.limits.too_fast(asked)
                refused = slow_down(wait) if wait else JSONResponse({"why": NOT_OURS}, 421)
                answers = refused if scope["type"] == "http" else WebSocketClose(4403)
        await answers(scope, receive, send)
