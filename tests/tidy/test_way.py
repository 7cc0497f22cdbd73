"""One wager's way from the socket to the commit: which modules of ours it passes through, counted and printed."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, cast

import msgspec

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.opening import open_tables
from feltwork.server.ops.rates import Rates
from feltwork.server.runtime import Runtime
from feltwork.server.sockets.frames import FRAMES
from feltwork.server.sockets.handover import Handover
from feltwork.server.sockets.screen import Screen
from feltwork.table.live.commands import BuyIn, Sit
from tests.server.conftest import SMALL, in_a_loop_of_its_own

SRC = Path(__file__).parents[2] / "src" / "feltwork"
MAX_MODULES = 25
"""From the socket to the commit."""
MAX_BESIDE_TABLE = 15
"""Of those, the ones outside of ``table``."""
WAGER = {"type": "place-wager", "seat": 1, "wager": "horn-high", "amount": 500, "on": 12}


class Counted:
    """Records which of our modules are called, by any thread, while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.modules: dict[str, None] = {}
        """In the order in which they are first called."""
        self.functions: set[tuple[str, str]] = set()

    def __call__(self, frame: FrameType, what: str, _: object) -> None:
        code = frame.f_code
        if not self.on or not code.co_filename.startswith(str(SRC)):
            return
        if what == "call" and not code.co_name.startswith("<"):
            module = Path(code.co_filename).relative_to(SRC).as_posix()
            self.modules[module] = None
            self.functions.add((module, code.co_qualname))
        self.on = what != "return" or code.co_qualname != "SqliteLog.append"


class Wire:
    """A socket's line that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def say(self, frame: bytes) -> bool:
        self.sent.append(frame)
        return True

    def flush(self) -> None:
        pass


def one_wager(path: Path) -> Counted:
    """Place a wager through a screen's socket, twice: the second one, at a table that is in play, is counted."""
    counted = Counted()
    threading.setprofile(counted)
    try:
        house = Runtime(str(path))
    finally:
        threading.setprofile(None)
    open_tables(house, FloorConfig(SMALL.tables[:1], str(path)))
    for body, actor, role in (
        (Deposit("ann", 100_000), "till", "cashier"),
        (Sit("ann", 1), "ann", "player"),
        (BuyIn(1, 100_000), "ann", "player"),
    ):
        answer = house.post(Envelope(f"key-{type(body).__name__}", "one", actor, role, body)).result()
        assert not answer.reason, answer.reason
    house.follower.look()
    try:
        in_a_loop_of_its_own(lambda: _place(house, counted))
    finally:
        house.stop()
    return counted


async def _place(house: Runtime, counted: Counted) -> None:
    line, handover = Wire(), Handover()
    handover.loop = asyncio.get_running_loop()
    socket = cast("Any", SimpleNamespace(scope={"extensions": {FRAMES: {"line": line}}}))
    session = Session("player", (("ann", "player"),), "one", 1)
    screen = Screen(socket, session, house.rooms["one"], house, handover, Rates())
    for key in ("first", "second"):
        text = msgspec.json.encode({"key": key, "do": WAGER})
        if key == "second":
            counted.on = True
            sys.setprofile(counted)
        try:
            screen.take(text)
        finally:
            sys.setprofile(None)
        while not any(key.encode() in frame for frame in line.sent):
            await asyncio.sleep(0.01)
    assert not counted.on, "it was committed"
    assert b'"ack":"second"' in b"".join(line.sent), line.sent


def test_a_wager_passes_through_few_modules(tmp_path: Path) -> None:
    counted = one_wager(tmp_path / "floor.sqlite")
    modules = list(counted.modules)
    print(f"{len(modules)} modules and {len(counted.functions)} functions, at most {MAX_MODULES} modules:")
    print("\n".join(modules))
    beside = [module for module in modules if not module.startswith("table/")]
    print(f"{len(beside)} of them are not the table's own, at most {MAX_BESIDE_TABLE}")
    assert modules[0] == "server/sockets/screen.py"
    assert len(beside) <= MAX_BESIDE_TABLE, beside
    assert len(modules) <= MAX_MODULES, modules
    assert steps() <= counted.functions, "the table in docs/architecture.md names what is called"


def steps() -> set[tuple[str, str]]:
    """Module and function of each step that docs/architecture.md tells, up to the commit."""
    page = (SRC.parents[1] / "docs" / "architecture.md").read_text()
    told = re.findall(r"^\| ([a-z ]+) \| `([a-z_/]+\.py)` \| `([A-Za-z_.]+)` \|", page, re.MULTILINE)
    names = [name for name, _, _ in told]
    return {(module, function) for _, module, function in told[: names.index("commit") + 1]}
