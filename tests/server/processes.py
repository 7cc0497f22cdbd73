"""Floors in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
from tests.build import checked
from tests.server.conftest import Talk
from websockets.sync.client import connect
from websockets.typing import Origin

from feltwork.games.registry import conduct_of
from feltwork.server.auth.sessions import Session, Sessions
from feltwork.server.config import read_config
from feltwork.store.opening import open_store

ROOT = Path(__file__).parents[2]


class Process:
    """A ``feltwork serve`` of its own."""

    def __init__(self, config: Path, wait: bool = True, source: Path = ROOT / "src") -> None:
        """``source`` may be that of another release."""
        self.config = config
        environment = {**os.environ, "PYTHONPATH": str(source)}
        self.begin([sys.executable, "-m", "feltwork", "serve", "--config", str(config)], environment)
        if wait:
            self.wait()

    def begin(self, command: list[str], environment: dict[str, str], folder: Path | None = None) -> None:
        """Start it, and listen to what it says."""
        self.process = subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.PIPE, text=True)
        self.lines: list[dict[str, object]] = []
        self.address = ""
        self.up = threading.Event()
        self.reading = threading.Thread(target=self._read, daemon=True)
        self.reading.start()

    def wait(self) -> None:
        """Until it is ready."""
        assert self.up.wait(60), self.lines
        assert self.address, self.lines
        while self.ask("/ready")[0] != 200:
            time.sleep(0.05)
        self.check()

    def check(self) -> None:
        """A manager at the console checks the table's equipment and opens play, as nobody else does."""
        config, conduct = read_config(self.config), conduct_of("star-craps")
        assert conduct
        database = config.database if "://" in config.database else str(self.config.parent / config.database)
        manager = Session("supervisor", (("morgan", "casino_supervisor"),))
        talk = self.screen("one", begin(database, manager))
        if talk.hello["view"]["status"] == "checking":  # type: ignore[index]  # what a screen is shown
            check = checked(conduct, "one", config.tables[0].seats)
            talk.do("check-equipment", items=check.items, found=msgspec.to_builtins(check.found))
            talk.do("open-play")
        talk.socket.close()

    def _read(self) -> None:
        for line in self.process.stderr or ():
            told = json.loads(line) if line.startswith("{") else {"says": line}
            self.lines.append(told)
            if told["says"] == "serving":
                self.address = str(told["address"])
                self.up.set()
        self.up.set()

    def ask(self, path: str) -> tuple[int, str]:
        try:
            with urlopen(self.address + path, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError:
            return 0, ""

    def post(self, path: str, token: str, body: dict[str, object]) -> tuple[int, str]:
        """What a page of ours sends."""
        headers = {"cookie": f"feltwork={token}", "origin": self.address, "content-type": "application/json"}
        asked = Request(self.address + path, json.dumps(body).encode(), headers)
        try:
            with urlopen(asked, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()

    def screen(self, table: str, token: str, first: int = 1) -> Talk:
        headers = {"cookie": f"feltwork={token}"}
        url = self.address.replace("http", "ws") + f"/ws/{table}"
        return Talk(connect(url, additional_headers=headers, origin=Origin(self.address), legacy=True), first)

    def end(self, sig: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sig)
        code = self.process.wait(30)
        self.reading.join(10)
        if self.process.stderr:
            self.process.stderr.close()
        return code


@contextmanager
def serving(config: Path) -> Iterator[Process]:
    up = Process(config)
    try:
        yield up
    finally:
        if up.process.poll() is None:
            up.end(signal.SIGKILL)


def floor_file(folder: Path, database: str, more: str = "") -> Path:
    path = folder / "floor.toml"
    roles = ("dealer", "stickperson", "boxperson")
    crew = "".join(f'[[tables.crew]]\nperson = "one-{role}"\nrole = "{role}"\n' for role in roles)
    path.write_text(
        f'database = "{database}"\nport = 0\n{more}\n[[tables]]\nname = "one"\nbook = "star-craps"\nseats = 4\n'
        'sign = {minimum = "1", maximum = "1000"}\n'
        f"{crew}"
    )
    return path


def begin(database: str, session: Session) -> str:
    store = open_store(database)
    try:
        sessions = Sessions(store, store.now)
        return sessions.follow(sessions.invite(session)) or ""
    finally:
        store.close()
