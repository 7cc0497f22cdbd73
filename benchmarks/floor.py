"""The floor's figures, each as a ratio taken in one run: ``make bench``.

A real server in a process of its own, real sockets. Wagers acknowledged after their commit at 64 connections, against
raw single-row commits to SQLite with synchronous=FULL on the same disk; one event told to 200 terminals, against a bare
Starlette server that sends the same bytes to as many; the slowest hundredth of acknowledgements with 200 terminals
connected, against the disk's own fdatasync. ``--serve DATABASE FOLDER [TABLES]`` and ``--bare`` are those servers.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import random
from statistics import median, quantiles

import uvicorn
from benchmarks.figures import record
from benchmarks.store import AS_IT_COMES, raw_commits
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from feltwork.cage.commands import Deposit
from feltwork.cage.till import Till
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session, Sessions
from feltwork.server.config import FloorConfig, LimitSign, TableConfig
from feltwork.server.opening import open_tables
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.server.ops.rates import Bucket, Rate, Rates
from feltwork.server.running import listen, run, server
from feltwork.server.runtime import Runtime
from feltwork.server.sockets import accept
from feltwork.server.state import ServerState
from feltwork.store.opening import open_store
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets

SEATS, TABLES, WRITERS, TERMINALS = 20, 10, 64, 200
PAUSE = 4.0
"""Seconds a player thinks between two wagers."""
SECONDS, TELLINGS, SYNCS, REPEATS = 5.0, 40, 200, 5
MONEY = 100_000_000
SPOTS = 8
"""Straight Ups a player has chips on: sixty-four stakes lie at a full table."""


class WideRates(Rates):
    """Rate limits that are looked at for each command, and that the load does not reach."""

    def bucket(self, name: str, rate: Rate) -> Bucket:
        return super().bucket(name, Rate(1e6, 1e6))


def serve(address: str, folder: Path, count: int = TABLES) -> None:
    """A floor of so many tables, its key in a folder; prints its port."""
    accept.MAX_SOCKETS = TERMINALS
    sign = LimitSign("1", "100000")
    tables = [TableConfig(f"t{n}", "star-roulette", SEATS, sign=sign) for n in range(count)]
    config = FloorConfig(tables, address)
    house = Runtime(config.database, till=Till(draw_key_at(folder / "ticket.key")))
    open_tables(house, config)
    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    floor = ServerState(house)
    floor.limits.rates = WideRates()
    run(server(floor, attendant=Attendant(house, draw_key_at(folder / "draw.key"))), listening)


def bare() -> None:
    """A server that tells everybody what anybody says, and does nothing else; prints its port."""
    screens: set[WebSocket] = set()

    async def talk(screen: WebSocket) -> None:
        await screen.accept()
        screens.add(screen)
        try:
            while True:
                text = await screen.receive_text()
                for other in list(screens):
                    await other.send_text(text)
        except WebSocketDisconnect:
            screens.discard(screen)

    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    app = Starlette(routes=[WebSocketRoute("/ws/{table}", talk)])
    config = uvicorn.Config(app, log_config=None, access_log=False, ws_per_message_deflate=False)
    asyncio.run(uvicorn.Server(config).serve([listening]))


class Started:
    """One of these servers in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "benchmarks.floor", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())
        while True:
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def screen(self, table: str, token: str = "") -> Awaitable[ClientConnection]:
        return connect(
            f"ws://127.0.0.1:{self.port}/ws/{table}",
            origin=Origin(f"http://127.0.0.1:{self.port}"),
            compression=None,
            additional_headers={"cookie": f"feltwork={token}"},
            max_size=None,
        )


def seated(address: str) -> list[tuple[str, int, str]]:
    """Table, seat and token of everybody who plays, each with more money than can be lost."""
    store = open_store(address)
    desk, sessions = Desk(store), Sessions(store, store.now)
    found, steps = [], []
    for table in (f"t{n}" for n in range(TABLES)):
        steps.append(Envelope(f"open-{table}", table, f"{table}-dealer", "dealer", OpenBets()))
        for seat in range(1, SEATS + 1):
            name = f"{table}-p{seat}"
            steps.append(Envelope(f"{name}-pays", "cage", name, "cashier", Deposit(name, MONEY)))
            steps.append(Envelope(f"{name}-sits", table, name, "player", ask.Sit(name, seat)))
            steps.append(Envelope(f"{name}-buys", table, name, "player", ask.BuyIn(seat, MONEY)))
            found.append((table, seat, sessions.begin(Session("player", ((name, "player"),), table, seat))))
    assert not [given for given in desk.submit_many(steps) if given.reason]
    desk.close()
    store.close()
    return found


async def heard(screen: ClientConnection, wanted: Callable[[str], bool]) -> str:
    while True:
        text = str(await screen.recv())
        if wanted(text):
            return text


class Terminal(asyncio.Protocol):
    """A screen that looks at nothing but what it is answered: the load shares the server's processors."""

    def __init__(self, request: bytes) -> None:
        self._request = request
        self._rest = b""
        self._answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.greeted = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self.greeted.is_set():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            assert b" 101 " in head, head
            self.greeted.set()
        at = 0
        while len(data) - at >= 2:
            size, begin = data[at + 1], at + 2
            if size >= 126:
                begin = at + (4 if size == 126 else 10)
                size = int.from_bytes(data[at + 2 : begin], "big")
            if len(data) < begin + size:
                break
            if data[begin : begin + 5] in (b'{"ack', b'{"no"', b'{"los'):
                self._answer.set_result(data[begin : begin + size])
            at = begin + size
        self._rest = data[at:]

    async def send(self, text: bytes) -> bytes:
        """What comes back on a command; a mask of noughts is a mask."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(head + bytes(4) + text)
        return await self._answer


async def terminal(port: int, table: str, token: str) -> Terminal:
    request = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Cookie: feltwork={token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: Terminal(request.encode()), "127.0.0.1", port)
    await made.greeted.wait()
    return made


async def wagers(screen: Terminal, seat: int, until: float, run: str, pause: float) -> list[float]:
    """Chips put on a few numbers and taken back, each when the last was acknowledged; how long each took."""
    taken: list[float] = []
    if pause:
        await asyncio.sleep(random() * pause)  # spreads the terminals, decides nothing
    while time.perf_counter() < until:
        turn, spot = divmod(len(taken), SPOTS)
        kind = {"type": "remove-wager"} if turn % 2 else {"type": "place-wager"}
        body = {**kind, "seat": seat, "wager": "straight", "amount": 100, "on": spot}
        said = json.dumps({"key": f"{run}{len(taken)}", "do": body}).encode()
        began = time.perf_counter()
        told = await screen.send(said)
        assert told.startswith(b'{"ack"'), told
        taken.append(time.perf_counter() - began)
        await asyncio.sleep(pause)
    return taken


async def load(up: Started, players: list[tuple[str, int, str]], run: str, pause: float = 0) -> list[float]:
    """Acknowledgement times of everybody wagering at once."""
    screens = await asyncio.gather(*(terminal(up.port, table, token) for table, _, token in players))
    until = time.perf_counter() + SECONDS
    found = await asyncio.gather(
        *(wagers(screen, seat, until, run, pause) for screen, (_, seat, _) in zip(screens, players, strict=True))
    )
    for screen in screens:
        screen.transport.close()
    return [taken for times in found for taken in times]


async def telling(screens: list[ClientConnection], said: str, mark: str) -> float:
    """Seconds from the answer to whoever spoke until the last of the others has heard."""
    await screens[0].send(said)
    await heard(screens[0], lambda text: text.startswith(('{"ack"', mark)))
    began = time.perf_counter()
    await asyncio.gather(*(heard(screen, lambda text: mark in text) for screen in screens[1:]))
    return time.perf_counter() - began


async def broadcast(up: Started, plain: Started, players: list[tuple[str, int, str]]) -> list[tuple[float, float]]:
    """Seconds until 200 terminals of one table know of a wager, and of as many bytes sent by a bare server."""
    table, seat, token = players[0]
    screens = await asyncio.gather(*(up.screen(table, token) for _ in range(TERMINALS)))
    bares = await asyncio.gather(*(plain.screen(table) for _ in range(TERMINALS)))
    size = 0
    for screen in screens:
        size = len(await heard(screen, lambda text: '"hello"' in text[:10]))
    found = []
    for n in range(TELLINGS):
        body = {"type": "place-wager", "seat": seat, "wager": "straight", "amount": 100, "on": n % SPOTS}
        wager = json.dumps({"key": f"tell{n}", "do": body})
        floor = await telling(screens, wager, f'"by":"{table}-p{seat}"')
        found.append((floor, await telling(bares, f"{n} " + "x" * size, f"{n} ")))
    await asyncio.gather(*(screen.close() for screen in (*screens, *bares)))
    return found


def fdatasync(path: Path) -> float:
    """Median seconds for the disk to take one small write."""
    handle = os.open(path, os.O_CREAT | os.O_WRONLY)
    taken = []
    for _ in range(SYNCS):
        os.write(handle, b"x" * 100)
        began = time.perf_counter()
        os.fdatasync(handle)
        taken.append(time.perf_counter() - began)
    os.close(handle)
    return median(taken)


async def measure(room: Path) -> None:
    up, plain = Started("--serve", str(room / "floor.db"), str(room)), Started("--bare")
    try:
        players = seated(str(room / "floor.db"))
        rates, slow = [], []
        for n in range(REPEATS):
            before = raw_commits(room / f"raw{n}.db")
            taken = await load(up, players[:: TERMINALS // WRITERS][:WRITERS], f"a{n}-")
            raw = (before + raw_commits(room / f"again{n}.db")) / 2
            rate = len(taken) / SECONDS
            rates.append((rate / raw, rate, raw, rate / raw_commits(room / f"plain{n}.db", AS_IT_COMES)))
        for n in range(REPEATS):
            sync = fdatasync(room / "sync")
            taken = await load(up, players, f"b{n}-", PAUSE)
            p99 = quantiles(taken, n=100)[98]
            slow.append((p99 / sync, p99, sync))
        told = await broadcast(up, plain, players)
    finally:
        up.stop()
        plain.stop()
    report(rates, slow, told)


def report(
    rates: list[tuple[float, float, float, float]],
    slow: list[tuple[float, float, float]],
    told: list[tuple[float, float]],
) -> None:
    ratio, rate, raw, as_it_comes = sorted(rates)[REPEATS // 2]
    print(
        f"wagers over {WRITERS} sockets: {rate:.0f} a second, raw commits {raw:.0f}, {ratio:.2f} of them (aim 2); "
        f"{as_it_comes:.2f} of those with the journal that SQLite comes with"
    )
    ratio, p99, sync = sorted(slow)[REPEATS // 2]
    print(
        f"slowest hundredth of {TERMINALS} terminals, each wagering every {PAUSE:.0f} s: "
        f"{p99 * 1000:.0f} ms, fdatasync {sync * 1000:.2f} ms, {ratio:.0f} times (aim at most 100)"
    )
    ratio, floor, plainly = median(a / b for a, b in told), *(median(column) for column in zip(*told, strict=True))
    print(
        f"told to the last of {TERMINALS} terminals: {floor * 1000:.0f} ms, by a bare server {plainly * 1000:.0f} ms, "
        f"{ratio:.2f} times (aim at most 2)"
    )
    record("sockets", [each[0] for each in rates])
    record("sockets-rate", [each[1] for each in rates])
    record("sockets-journal", [each[3] for each in rates])
    record("slowest", [each[0] for each in slow])
    record("slowest-time", [each[1] * 1000 for each in slow])
    record("fdatasync", [each[2] * 1000 for each in slow])
    record("told", [a / b for a, b in told])
    record("told-time", [a * 1000 for a, _ in told])
    record("told-bare", [b * 1000 for _, b in told])


def main() -> None:
    if "--serve" in sys.argv:
        address, folder, *count = sys.argv[sys.argv.index("--serve") + 1 :]
        return serve(address, Path(folder), *map(int, count))
    if "--bare" in sys.argv:
        return bare()
    with tempfile.TemporaryDirectory() as room:
        asyncio.run(measure(Path(room)))
    return None


if __name__ == "__main__":
    main()
