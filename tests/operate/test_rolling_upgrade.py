"""One process after the other is replaced by the next release, under load and behind the proxy, and nothing is lost."""

from __future__ import annotations

import io
import json
import shutil
import ssl
import subprocess
import sys
import tarfile
import time
from collections import Counter
from pathlib import Path
from threading import Event, Thread

import pytest
from websockets.sync.client import ClientConnection

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope, own_key
from feltwork.server.auth.sessions import Session
from feltwork.store.opening import open_store
from feltwork.table.live.commands import BuyIn, Sit
from tests.operate.deployed import NAME, free_port, proxied, screen
from tests.server.processes import ROOT, Process, begin, floor_file

SEATS = 4
PACE = 0.025
"""Seconds between two commands of a player: no more than a session may send."""
ANSWERS = ("ack", "no", "lost", "unknown")
KNOWS = (
    "from feltwork.server.ops.heartbeat import KINDS\n"
    "from feltwork.store.migrating import scripts\n"
    "print(KINDS, len(scripts('postgres')))"
)
"""What two releases side by side must agree on."""


def git(*arguments: str) -> bytes:
    if shutil.which("git") is None:
        return b""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=False).stdout


def release_before(folder: Path) -> tuple[Path, str]:
    """The source before its last change, and what it is; this one in its place where that cannot run beside it."""
    here = ROOT / "src"
    changed = git("status", "--porcelain", "--", "src")
    last = git("log", "-1", "--format=%H", "--", "src").decode().strip()
    packed = git("archive", "HEAD" if changed else f"{last}^", "src") if last else b""
    if not packed:
        return here, "this tree has no history: the same release stands in for the one before"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's Python has none yet
        archive.extractall(folder)
    before = folder / "src"
    if knows(before) != knows(here):
        return here, "the release before knows other events: the same release stands in for it (docs/upgrade.md)"
    return before, "HEAD" if changed else f"the commit before {last[:8]}"


def knows(source: Path) -> str:
    command = [sys.executable, "-c", KNOWS]
    return subprocess.run(command, env={"PYTHONPATH": str(source)}, capture_output=True, text=True, check=False).stdout


class Player(Thread):
    """Puts chips down and off as fast as a session may; comes back and sends again what was not answered."""

    def __init__(self, port: int, trust: ssl.SSLContext, token: str, seat: int, enough: Event) -> None:
        super().__init__(daemon=True)
        self.port, self.trust, self.token, self.seat, self.enough = port, trust, token, seat, enough
        self.done: dict[str, int] = {}
        """The version that each key was acknowledged with."""
        self.sent = self.again = 0
        self.wrong: list[object] = []

    def run(self) -> None:
        while not self.enough.is_set() and not self.wrong:
            try:
                talk = screen(self.port, self.trust, self.token, f"127.0.0.{self.seat}")
            except Exception:  # whatever a proxy says whose processes are being replaced
                time.sleep(0.05)
                continue
            try:
                while not self.enough.is_set() and not self.wrong:
                    self._one(talk.socket)
                    self.enough.wait(PACE)
            except Exception:
                self.again += 1
            finally:
                talk.socket.close()

    def _one(self, line: ClientConnection) -> None:
        kind = "remove-wager" if self.sent % 2 else "place-wager"
        key = f"s{self.seat}-{self.sent}"
        body = {"type": kind, "seat": self.seat, "wager": "field", "amount": 100}
        line.send(json.dumps({"key": key, "do": body}))
        while True:
            told = json.loads(line.recv(timeout=10))
            came = next((word for word in ANSWERS if told.get(word) == key), None)
            if came == "ack":
                self.done[key] = int(told["version"])
                self.sent += 1
                return
            if came == "no":
                self.wrong.append(told)
                return
            if came:
                raise ConnectionError("not done, or unknown: sent again with its key")


def seated(database: str) -> list[str]:
    """Players with money at every seat; their tokens."""
    store = open_store(database)
    desk = Desk(store)

    def send(key: str, where: str, who: str, role: str, body: object) -> None:
        given = desk.submit(Envelope(key, where, who, role, body))  # type: ignore[arg-type]  # a command
        assert not given.reason, given

    for seat in range(1, SEATS + 1):
        send(f"pay{seat}", "cage", "cass", "cashier", Deposit(f"p{seat}", 100_00))
        send(f"sit{seat}", "one", f"p{seat}", "player", Sit(f"p{seat}", seat))
        send(f"buy{seat}", "one", f"p{seat}", "player", BuyIn(seat, 100_00))
    desk.close()
    store.close()
    return [begin(database, Session("player", ((f"p{seat}", "player"),), "one", seat)) for seat in range(1, SEATS + 1)]


def test_a_new_release_takes_over_process_by_process_under_load(
    tmp_path: Path, postgres_schema: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, told = release_before(tmp_path / "before")
    ports, files = (free_port(), free_port()), []
    for number, port in enumerate(ports, 1):
        folder = tmp_path / f"host-{number}"
        folder.mkdir()
        files.append(floor_file(folder, postgres_schema, f'hosts = ["{NAME}", "127.0.0.1"]'))
        files[-1].write_text(files[-1].read_text().replace("port = 0", f"port = {port}"))
    keys = ("draw.key", "ticket.key", "account.key", "checkpoint.key", "checkpoint.key.pub", "floor.checkpoint")
    enough, ups = Event(), [Process(files[0], source=before)]
    try:
        for name in keys:
            for made in files[0].parent.rglob(name):
                (files[1].parent / made.relative_to(files[0].parent)).write_bytes(made.read_bytes())
        ups.append(Process(files[1], source=before))
        with proxied(tmp_path, [up.address for up in ups]) as (port, trust):
            players = [
                Player(port, trust, token, seat, enough) for seat, token in enumerate(seated(postgres_schema), 1)
            ]
            for player in players:
                player.start()
            counts, shares = [], []
            for number, file in enumerate(files):
                time.sleep(0.5)
                counts.append(sum(len(player.done) for player in players))
                shares.append([up.ask("/metrics")[1].count('command="place-wager"') for up in ups])
                assert ups[number].end() == 0, "it drains and ends"
                ups[number] = Process(file)
            time.sleep(0.5)
            counts.append(sum(len(player.done) for player in players))
            enough.set()
            for player in players:
                player.join(30)
                assert not player.is_alive()
        assert shares[0] == [1, 1], "both processes have players"
        assert [player.wrong for player in players] == [[]] * SEATS
        assert 0 < counts[0] < counts[1] < counts[2], "they were never kept from playing for long"
        assert [up.end() for up in ups] == [0, 0]
    finally:
        enough.set()
        for up in ups:
            up.process.kill()
    check_log(postgres_schema, players)
    checkpoint = str(files[1].parent / "floor.checkpoint")
    key = str(next(files[1].parent.rglob("checkpoint.key.pub")))
    capsys.readouterr()
    assert run(["audit", "verify", postgres_schema, "--checkpoint", checkpoint, "--key", key]) == 0
    capsys.readouterr()
    resent = sum(player.again for player in players)
    print(f"from {told}: {sum(len(p.done) for p in players)} wagers acknowledged, {resent} lines lost on the way")


def check_log(database: str, players: list[Player]) -> None:
    """What was acknowledged is in the log once, where it was said; of the rest there is at most the last one sent."""
    store = open_store(database)
    records = list(store.log.read("table/one"))
    store.close()
    written = Counter(record.key for record in records)
    versions = {record.key: record.version for record in records}
    for player in players:
        who = f"p{player.seat}"
        told = {own_key(key, who): version for key, version in player.done.items()}
        assert [key for key in told if written[key] != 1] == []
        assert [key for key, version in told.items() if versions[key] != version] == []
        more = [key for key in written if key.startswith(f"s{player.seat}-") and key not in told]
        assert len(more) <= 1
