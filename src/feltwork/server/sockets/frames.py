"""A screen's line: plain texts go straight from the socket to the screen, and straight back.

Between the bytes and a screen lie otherwise a queue, several wrappers and a task that has to be woken, and they cost
more than deciding a wager does. The library keeps all the rest: the handshake, pings and closing, and whatever no
screen of ours sends (a frame that is not text, a message in parts, one that is too large), which it judges as ever.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library was built without its compiled part
    from websockets.utils import apply_mask

FRAMES = "feltwork.frames"
"""Where an accepted socket's scope has its line."""
AT_ONCE = 8192
"""Bytes taken from a socket in one go; nearly every message is shorter."""
MAX_WAITING, MAX_BEHIND = 512, 1 << 17
"""Frames, and bytes in all but the first of them, that wait for a screen too slow to take them; with more it is let go,
and will come back."""
WHOLE_TEXT, CONTROL = 0x81, 0x88
"""The first byte of a message in one frame; of a close, and with the bits below it of a ping or pong."""
MASKED, SHORT, MEDIUM = 0x80, 126, 1 << 16
"""The second byte has a bit for masked, which a browser always sets, and the length if it is short; 126 says that it is
written in the next two bytes."""


def framed(text: bytes) -> bytes:
    """A text as the server sends it: one frame, not masked.

    >>> framed(b"hello")
    b'\\x81\\x05hello'
    """
    size = len(text)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + text
    if size < MEDIUM:
        return bytes((WHOLE_TEXT, SHORT)) + size.to_bytes(2, "big") + text
    return bytes((WHOLE_TEXT, SHORT + 1)) + size.to_bytes(8, "big") + text


class FrameProtocol(WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """The socket of one screen; the app takes it over by setting ``on_text``."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._room = memoryview(bytearray(AT_ONCE))
        self.on_text: Callable[[bytes], None] | None = None
        """Is given each text, in the loop's thread; it neither waits nor fails."""
        self._rest = b""
        """The beginning of a frame whose end has not come yet."""
        self._waiting: deque[bytes] = deque()
        self._behind = 0
        """Bytes that wait."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][FRAMES] = {"line": self}

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the next bytes go; without it a quarter of a megabyte is set apart for each message and given back."""
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._room[:nbytes]))

    def data_received(self, data: bytes) -> None:
        if self.on_text is None:
            super().data_received(data)
            return
        data, at = self._rest + data, 0
        while len(data) - at >= 2 and not self.transport.is_closing():
            first, size = data[at], data[at + 1] - MASKED
            is_text = first == WHOLE_TEXT
            if not (is_text or first >= CONTROL) or not 0 <= size <= SHORT:
                self._leave_to_library(data[at:])
                return
            begin = at + 6
            if size == SHORT:
                begin = at + 8
                if len(data) < begin:
                    break
                size = int.from_bytes(data[at + 2 : at + 4], "big")
                if size > self.config.ws_max_size or not is_text:
                    self._leave_to_library(data[at:])
                    return
            end = begin + size
            if len(data) < end:
                break
            if is_text:
                self.on_text(apply_mask(data[begin:end], data[begin - 4 : begin]))
            else:
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]

    def _leave_to_library(self, data: bytes) -> None:
        """It knows what to say to this; what it takes for a message after all reaches the app in the usual way."""
        self.on_text, self._rest = None, b""
        super().data_received(data)

    def say(self, frame: bytes) -> bool:
        """Send a frame now, or when the screen has taken what was sent before; not if it is too far behind."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return True
        if self.writable.is_set():
            self.transport.write(frame)
            return True
        self._waiting.append(frame)
        self._behind += len(frame)
        return not self._is_too_far_behind()

    def resume_writing(self) -> None:
        super().resume_writing()
        while self._waiting and self.writable.is_set():
            frame = self._waiting.popleft()
            self._behind -= len(frame)
            self.transport.write(frame)

    def flush(self) -> None:
        """What waits goes before a close, unless there is too much of it."""
        if not self._is_too_far_behind() and not self.transport.is_closing():
            self.transport.write(b"".join(self._waiting))
        self._waiting.clear()
        self._behind = 0

    def _is_too_far_behind(self) -> bool:
        waiting = self._waiting
        return len(waiting) > MAX_WAITING or (len(waiting) > 1 and self._behind - len(waiting[0]) > MAX_BEHIND)
