"""The way out to a screen: frames in their order, and the code with which its socket is closed."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from feltwork.server.sockets.frames import FRAMES, FrameProtocol, framed

TRY_AGAIN_LATER, SIGNED_OUT, RESTARTING = 1013, 4401, 1012
"""Why a socket is closed: too slow, its session is over, this process stops. A screen comes back after these."""
NOT_TEXT, TOO_LARGE, TOO_FAST = 1003, 1009, 1008
"""Closed for what a screen of ours never sends: a frame that is not text, a message that is too large, a flood."""
_encode = msgspec.json.Encoder().encode


class Connection:
    """One socket, as far as it is written to."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.line: FrameProtocol = socket.scope["extensions"][FRAMES]["line"]
        self.deaf = False
        """What comes from a screen that is being let go is left for it to send again."""
        self._over, self._code = asyncio.Event(), 0
        """Is the socket to be closed, and with which code?"""

    def say(self, frame: bytes) -> None:
        """Put a frame on its way; a screen too slow to take them is let go and will come back."""
        if not self._over.is_set() and not self.line.say(frame):
            self.let_go(TRY_AGAIN_LATER)

    def answer(self, data: object) -> None:
        self.say(framed(_encode(data)))

    def let_go(self, code: int) -> None:
        """Close the socket once everything before has been sent; a screen that is too far behind will ask anew."""
        self.deaf = True
        if not self._over.is_set():
            self.line.flush()
            self._code = code
            self._over.set()

    async def close(self) -> None:
        """Wait until the screen is let go, then close its socket."""
        await self._over.wait()
        with suppress(WebSocketDisconnect, RuntimeError):  # gone by itself meanwhile
            await self.socket.close(self._code)
