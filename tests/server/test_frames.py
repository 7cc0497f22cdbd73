"""The line of a screen: however the network cuts up what is sent, the screen hears it whole and once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from tests.server.conftest import in_a_loop_of_its_own
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.uri import parse_uri

from feltwork.server.sockets import frames
from feltwork.server.sockets.frames import FRAMES, FrameProtocol, framed

MAX_FRAME = 1000
PING, PONG = Opcode.PING, Opcode.PONG


class Wire(asyncio.Transport):
    """Keeps what is written; does not close before it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class End:
    """Both ends of a line that is up: ours, and a client of the library's."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.odd: list[object] = []
        self.wire = Wire()
        config = uvicorn.Config(
            self._app, interface="asgi3", ws_max_size=MAX_FRAME, ws_per_message_deflate=False, log_config=None
        )
        config.load()
        self.line = FrameProtocol(config, ServerState(), {}, asyncio.get_running_loop())
        self.line.connection_made(self.wire)
        self.client = ClientProtocol(parse_uri("ws://here/"))
        self.client.send_request(self.client.connect())

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][FRAMES]["line"].on_text = self.heard.append
        while (told := await receive())["type"] == "websocket.receive":
            self.odd.append(told.get("text") or told.get("bytes"))
        self.odd.append(told["code"])

    async def shake_hands(self) -> None:
        self.line.data_received(b"".join(self.client.data_to_send()))
        await asyncio.sleep(0)
        self.back()

    def back(self) -> list[Any]:
        """What the client makes of what came back."""
        sent, self.wire.sent = self.wire.sent, b""
        self.client.receive_data(sent)
        return self.client.events_received()

    async def gets(self, data: bytes, cuts: Sequence[int] = ()) -> None:
        edges = [0, *sorted({cut % (len(data) + 1) for cut in cuts}), len(data)]
        for begin, end in pairwise(edges):
            self.line.data_received(data[begin:end])
        for _ in range(8):
            await asyncio.sleep(0)


def masked(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def text(data: bytes, *, fin: bool = True) -> bytes:
    return masked(Opcode.TEXT, data, fin=fin)


async def _met() -> End:
    end = End()
    await end.shake_hands()
    return end


@given(
    st.lists(st.one_of(st.binary(max_size=MAX_FRAME), st.just(PING), st.just(PONG)), max_size=6),
    st.lists(st.integers(0, 9999), max_size=12),
)
def test_every_text_is_heard_once_and_in_order(said: list[bytes | Opcode], cuts: list[int]) -> None:
    async def play() -> None:
        end = await _met()
        sent = [masked(s, b"n%d" % n) if isinstance(s, Opcode) else text(s) for n, s in enumerate(said)]
        await end.gets(b"".join(sent), cuts)
        assert end.heard == [s for s in said if isinstance(s, bytes)]
        assert end.odd == []
        pongs = [event.data for event in end.back()]
        assert pongs == [b"n%d" % n for n, s in enumerate(said) if s is PING]

    in_a_loop_of_its_own(play)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_is_read_by_any_client(size: int) -> None:
    async def play() -> None:
        end = await _met()
        assert end.line.say(framed(b"x" * size))
        (event,) = end.back()
        assert (event.opcode, event.data) == (Opcode.TEXT, b"x" * size)

    in_a_loop_of_its_own(play)


PARTS = text(b"one ", fin=False) + masked(Opcode.CONT, b"two", fin=False) + masked(Opcode.CONT, b"!")


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (PARTS, ["one two!"]),
        (masked(Opcode.BINARY, b"\x00"), [b"\x00"]),
        (text(b"x" * (MAX_FRAME + 1)), [CloseCode.MESSAGE_TOO_BIG]),
        (text(b"x" * 70_000), [CloseCode.MESSAGE_TOO_BIG]),
        (Frame(Opcode.TEXT, b"bare").serialize(mask=False), [CloseCode.PROTOCOL_ERROR]),
        (masked(Opcode.CONT, b"of nothing"), [CloseCode.PROTOCOL_ERROR]),
        (bytes((0xC1, 0x80, 1, 2, 3, 4)), [CloseCode.PROTOCOL_ERROR]),
        (masked(Opcode.CLOSE, b"\x03\xe8"), [CloseCode.NORMAL_CLOSURE]),
    ],
    ids=["in parts", "not text", "too large", "far too large", "not masked", "of nothing", "reserved bit", "close"],
)
def test_what_no_screen_of_ours_sends_is_judged_by_the_library(odd: bytes, told: list[object]) -> None:
    async def play() -> None:
        end = await _met()
        await end.gets(text(b"before") + odd, (9,))
        assert end.heard == [b"before"]
        assert end.odd == told
        if isinstance(told[0], int):
            assert end.wire.closed
            (event,) = end.back()
            assert event.opcode == Opcode.CLOSE
            assert int.from_bytes(event.data[:2], "big") == told[0]
        else:
            await end.gets(text(b"after"))
            assert [*end.odd[1:], *end.heard[1:]] == ["after"], "heard still, by the usual way"

    in_a_loop_of_its_own(play)


def test_nothing_after_a_close_is_heard() -> None:
    async def play() -> None:
        end = await _met()
        await end.gets(masked(Opcode.CLOSE, b"") + text(b"late"))
        assert end.heard == []

    in_a_loop_of_its_own(play)


def test_a_screen_that_does_not_read_gets_the_rest_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MAX_WAITING", 3)

    async def play() -> None:
        end = await _met()
        end.line.pause_writing()
        assert [end.line.say(framed(b"%d" % n)) for n in range(3)] == [True] * 3
        assert end.wire.sent == b""
        end.line.resume_writing()
        assert end.line.say(framed(b"3"))
        assert [event.data for event in end.back()] == [b"0", b"1", b"2", b"3"]
        end.line.pause_writing()
        assert [end.line.say(framed(b"x")) for _ in range(4)] == [True, True, True, False]
        end.line.flush()
        assert end.wire.sent == b"", "too much of it"

    in_a_loop_of_its_own(play)


def test_a_screen_is_let_go_for_bytes_as_well_as_for_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for one screen has an end; the first of it may be of any length, or nobody would ever be greeted."""
    monkeypatch.setattr(frames, "MAX_BEHIND", 100)

    async def play() -> None:
        end = await _met()
        end.line.pause_writing()
        assert end.line.say(framed(bytes(1000)))
        assert [end.line.say(framed(bytes(38))) for _ in range(3)] == [True, True, False]
        end.line.flush()
        assert end.wire.sent == b"", "too much of it"
        end.line.resume_writing()
        end.line.pause_writing()
        assert [end.line.say(framed(bytes(38))) for _ in range(4)] == [True, True, True, False], "it counts anew"

    in_a_loop_of_its_own(play)
