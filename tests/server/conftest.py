"""A real floor on a real socket, in this process."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
import uvicorn
from tests.notes import Slots
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from feltwork.cage.commands import InsertNote
from feltwork.engine.envelope import Body, Envelope
from feltwork.games.conduct import Act
from feltwork.server.auth.sessions import Session
from feltwork.server.auth.staff import STAFF_KINDS
from feltwork.server.config import FloorConfig, LimitSign, TableConfig
from feltwork.server.opening import crew_session, open_tables
from feltwork.server.ops.background import Job, Worker
from feltwork.server.running import listen, server
from feltwork.server.runtime import Runtime
from feltwork.server.state import ServerState
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Store

SIGN = LimitSign("0.01", "1000000")
"""On the sign of every table of a test that does not say otherwise."""
SMALL = FloorConfig(
    [
        TableConfig("one", "star-craps", 4, limits={"win-line": LimitSign("5", "500")}, sign=SIGN),
        TableConfig("wheel", "star-roulette", 4, sign=SIGN),
    ]
)


KEYS = itertools.count(1)


def until(holds: Callable[[], object], seconds: float = 20) -> None:
    late = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < late, "it did not happen in time"
        time.sleep(0.02)


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *told: object) -> None:
        return None


@dataclass
class Running:
    """A floor that is up, and ways to come to it."""

    floor: ServerState
    config: FloorConfig
    port: int
    sockets: ExitStack = field(default_factory=ExitStack)
    slots: dict[str, Slots] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def token(self, session: Session) -> str:
        """A session; staff without an account come by a one-time link, or the verifier would ask how they came in."""
        sessions = self.floor.sessions
        if session.kind in STAFF_KINDS:
            return sessions.follow(sessions.invite(session)) or ""
        return sessions.begin(session)

    def player(self, table: str = "one", seat: int = 1, name: str = "ann") -> str:
        return self.token(Session("player", ((name, "player"),), table, seat))

    def crew(self, table: str = "one") -> str:
        found = next(t for t in self.config.tables if t.name == table)
        return self.token(crew_session(found))

    def note(self, table: str, seat: int, amount: int) -> tuple[int, bytes]:
        """A note goes into the acceptor of a terminal; how its report is answered."""
        life = self.floor.house.rooms[table].live
        assert life.conduct
        manager = (self.config.manager, life.conduct.powers[Act.CLOSE].roles[0])
        slots = self.slots.setdefault(table, Slots(table, manager))
        return self.tell(slots.acceptor(partial(self.send, table), seat).report(amount), table)

    def send(self, table: str, body: Body, actor: str, role: str) -> Answer:
        """A command as anybody; the screens know of it when this returns."""
        answer = self.floor.house.post(Envelope(f"sent-{next(KEYS)}", table, actor, role, body)).result()
        room = self.floor.house.rooms[table]
        until(lambda: room.live.version >= answer.last)
        return answer

    def tell(self, note: InsertNote, table: str) -> tuple[int, bytes]:
        body = {
            "table": table,
            "seat": note.seat,
            "amount": note.amount,
            "number": note.number,
            "signature": note.signature,
        }
        return self.fetch("/api/note", body=body, origin="")[:2]

    def fetch(
        self,
        path: str,
        token: str = "",
        body: object = None,
        origin: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of an answer; redirects are not followed."""
        data = None if body is None else json.dumps(body).encode()
        own = {"cookie": f"feltwork={token}", "origin": self.address if origin is None else origin}
        asked = Request(self.address + path, data, own | (headers or {}))
        try:
            with build_opener(_Stay).open(asked, timeout=10) as answer:
                return answer.status, answer.read(), dict(answer.headers)
        except HTTPError as refused:
            return refused.code, refused.read(), dict(refused.headers)

    def screen(self, table: str, token: str, origin: str | None = None) -> ClientConnection:
        coming = connect(
            f"ws://127.0.0.1:{self.port}/ws/{table}",
            additional_headers={"cookie": f"feltwork={token}"},
            origin=Origin(origin or self.address),
            legacy=True,
            close_timeout=1,
        )
        return self.sockets.enter_context(coming)


@contextmanager
def running(
    config: FloorConfig,
    jobs: tuple[Job, ...] = (),
    attendant: Callable[[Runtime], Worker] | None = None,
    *,
    port: int = 0,
    opens: Callable[[str], Store] = open_store,
) -> Iterator[Running]:
    """Serve a floor in a thread until the block ends."""
    house = Runtime(config.database, opens)
    for table in config.tables:
        table.sign = table.sign or SIGN
    open_tables(house, config)
    listening = listen("127.0.0.1", port)
    floor = ServerState(house)
    floor.hosts = frozenset(map(str.lower, config.hosts))
    serving = server(floor, jobs, attendant(house) if attendant else None)
    thread = threading.Thread(target=_serve, args=(serving, listening), daemon=True)
    thread.start()
    while not serving.started:
        thread.join(0.01)
        assert thread.is_alive(), "the server did not start"
    up = Running(floor, config, listening.getsockname()[1])
    try:
        yield up
    finally:
        up.sockets.close()
        serving.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the server did not stop"


def _serve(serving: uvicorn.Server, listening: object) -> None:
    asyncio.run(serving.serve([listening]))  # type: ignore[list-item]  # the socket that listens


def in_a_loop_of_its_own(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """On another thread: a browser that is still open has its loop on this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(play())).result()


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as up:
        yield up


def given_token(headers: dict[str, str]) -> str:
    """The token of the role that a browser was let in as."""
    found = re.search(r"feltwork-[0-9a-f]{16}=([^;]+)", headers["set-cookie"])
    assert found
    return found[1]


class Talk:
    """One screen's conversation."""

    def __init__(self, socket: ClientConnection, first: int = 1) -> None:
        """Keys are numbered from the first on: a screen that comes back does not use a key again."""
        self.socket = socket
        self.heard: list[dict[str, object]] = []
        self._keys = first - 1
        self.hello = self.until(lambda m: "hello" in m)

    def until(self, wanted: Callable[[dict[str, object]], bool], seconds: float = 10) -> dict[str, object]:
        while True:
            message = json.loads(self.socket.recv(timeout=seconds))
            self.heard.append(message)
            if wanted(message):
                found: dict[str, object] = message
                return found

    def do(self, type_: str, **fields: object) -> dict[str, object]:
        """Send a command; what it was answered."""
        self._keys += 1
        key = f"k{self._keys}"
        self.socket.send(json.dumps({"key": key, "do": {"type": type_, **fields}}))
        return self.until(lambda m: key in (m.get("ack"), m.get("no"), m.get("lost"), m.get("unknown")))

    def ask(self, what: str, **fields: object) -> dict[str, object]:
        self._keys += 1
        self.socket.send(json.dumps({"ask": what, "n": self._keys, **fields}))
        return self.until(lambda m: m.get("n") == self._keys)
