"""The drills of docs/recovery.md, with the commands as they stand there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.server.conftest import running
from tests.server.processes import Process, begin
from tests.server.test_readiness import granted
from tests.store.postgres import postgres_schema, postgres_url

from feltwork.cage.commands import SellTicket
from feltwork.cage.till import Till
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.auth.sessions import Session
from feltwork.server.config import TableConfig, read_config
from feltwork.server.demo.floor import table_keeper
from feltwork.server.opening import supervisor_session
from feltwork.server.ops.attending import Attendant, draw_key_at
from feltwork.server.ops.upkeep import Checkpoints, checkpoint_key_at
from feltwork.store.opening import open_store
from feltwork.table.live import commands as ask
from feltwork.verifier.keys.trust import Trust, TrustedKey, write_trust

__all__ = ["postgres_schema", "postgres_url"]

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/recovery.md").read_text("utf-8")
CONFIG = re.search(r"```toml\n(.*?)```", TEXT, re.S)
PATIENCE_S = 30
TABLE = """
port = 0
[[tables]]
name = "aruze"
book = "aruze-craps"
seats = 4
source = "os-draw"
betting_seconds = 300
sign = {minimum = "1", maximum = "1000"}
"""


def commands(heading: str) -> list[str]:
    """The commands of a drill, in order."""
    (part,) = re.findall(rf"^## {heading}$(.*?)(?=^## |\Z)", TEXT, re.M | re.S)
    blocks = re.findall(r"```sh\n(.*?)```", part, re.S)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


class Room:
    """A floor's folder, and a shell in it."""

    def __init__(self, folder: Path, heard: pytest.CaptureFixture[str]) -> None:
        self.folder, self.heard = folder, heard
        bin_folder = folder / "bin"
        bin_folder.mkdir()
        command = bin_folder / "feltwork"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m feltwork "$@"\n')
        command.chmod(0o755)
        path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")}

    def sh(self, command: str, code: int = 0) -> str:
        """A command that ends; one of ours is run right here, which is quicker than a process each."""
        if command.startswith("feltwork "):
            self.heard.readouterr()
            assert run(shlex.split(command)[1:]) == code, (command, self.heard.readouterr())
            return "".join(self.heard.readouterr())
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, (command, done.stdout, done.stderr)
        return done.stdout + done.stderr

    def serve(self, command: str) -> Process:
        """A command that goes on: it is left running."""
        up = Process.__new__(Process)
        up.begin(["sh", "-c", f"exec {command}"], self.environment, self.folder)
        assert up.up.wait(60), up.lines
        assert up.address, up.lines
        return up


def until(holds: object) -> None:
    late = time.monotonic() + PATIENCE_S
    while not holds():  # type: ignore[operator]  # a question
        assert time.monotonic() < late
        time.sleep(0.05)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Room:
    """A floor with a round under way and a wager in it, closed for the night."""
    assert CONFIG
    for name in ("keys", "copies"):
        (tmp_path / name).mkdir()
    file = tmp_path / "floor.toml"
    file.write_text(CONFIG[1] + TABLE)
    config = read_config(file)
    keys = {name: draw_key_at(tmp_path / "keys" / f"{name}.key") for name in ("draw", "ticket", "account")}
    checkpoints = Checkpoints(config.database, tmp_path / config.checkpoint, tmp_path / config.checkpoint_key)
    checkpoints.start()
    signer = checkpoint_key_at(tmp_path / config.checkpoint_key)
    write_trust(tmp_path / "trust.json", Trust((TrustedKey(signer.public, note="the drill"),)))
    played = TableConfig("aruze", "aruze-craps", 4, bots=2, source="os-draw", betting_seconds=300)
    config.tables = [played]
    with running(config, (table_keeper(played, 100),), lambda house: Attendant(house, keys["draw"])) as up:
        until(lambda: (life := up.floor.house.rooms["aruze"].live).draws.sealed and len(life.terminals.cards) == 2)
        assert up.note("aruze", 1, 100_00)[0] == 200
        wager = ask.PlaceWager(1, "field", 5_00)
        assert not up.send("aruze", wager, "aruze-house-1", "player").reason
    checkpoints.stop()
    monkeypatch.chdir(tmp_path)
    return Room(tmp_path, capsys)


def test_the_drill_for_a_lost_draw_key(room: Room) -> None:
    start, restore, renew, verify, keep = commands("The draw key is lost")
    key = room.folder / "keys/draw.key"
    key.rename(room.folder / "copies/draw.key")
    assert "draw_key" in room.sh(start, code=2)
    room.sh(restore)
    assert key.exists()
    key.unlink()
    (room.folder / "copies/draw.key").unlink()
    up = room.serve(renew)
    try:
        config = read_config(room.folder / "floor.toml")
        boss = up.screen("aruze", begin(config.database, supervisor_session(config)))
        until(lambda: "table aruze cannot be dealt to" in up.ask("/ready")[1])  # long before its draw is due
        assert "ack" in boss.do("give-up-draw", reason="the key was on a disk that failed")
        until(lambda: up.ask("/ready") == (200, "ready\n"))
        assert up.end() == 0
    finally:
        up.process.kill()
    store = open_store(str(room.folder / "floor.sqlite"))
    assert store.log.balances()["seat/aruze/1"] == 100_00, "the wager went back"
    store.close()
    said = room.sh(verify)
    assert "was given up by" in said
    assert "sound" in said
    room.sh(keep)
    assert (room.folder / "copies/draw.key").read_bytes() == key.read_bytes()


def test_the_drill_for_a_lost_ticket_key(room: Room) -> None:
    start, restore, listed, renew, reprint, report, verify, keep = commands("The ticket key is lost")
    key = room.folder / "keys/ticket.key"
    sold = room.sh("feltwork cage sell floor.sqlite 50 --key keys/ticket.key --as carl --json")
    old = json.loads(sold.splitlines()[0])["number"]
    key.rename(room.folder / "copies/ticket.key")
    assert "ticket_key" in room.sh(start, code=2)
    room.sh(restore)
    key.unlink()
    (room.folder / "copies/ticket.key").unlink()
    assert "1 outstanding, 50.00 together" in room.sh(listed)
    serial = int(old[:-12])
    up = room.serve(renew)
    try:
        cashier = begin(str(room.folder / "floor.sqlite"), Session("cashier", (("carl", "cashier"),)))

        def pay(number: str, key: str) -> tuple[int, str]:
            return up.post("/api/cage", cashier, {"key": key, "do": {"type": "pay-ticket", "number": number}})

        assert "unknown" in pay(old, "k1")[1]
        assert reprint.split()[4] == "1"
        said = room.sh(reprint.replace(" 1 ", f" {serial} "))
        new = "".join(re.findall(r"\d{4}(?= )", said))
        assert new != old
        assert pay(new, "k2")[0] == 200
        room.sh(reprint.replace(" 1 ", f" {serial} "), code=2)
        assert up.end() == 0
    finally:
        up.process.kill()
    assert "everything comes to zero" in room.sh(report)
    assert "sound" in room.sh(verify)
    room.sh(keep)
    store = open_store(str(room.folder / "floor.sqlite"))
    assert Desk(store, Till(key.read_bytes())).cage.tickets[serial].standing == "paid"
    store.close()


def test_the_drill_for_a_row_beside_the_log_that_was_changed(room: Room) -> None:
    verify, restore = commands("A row beside the log was changed")
    store = open_store(str(room.folder / "floor.sqlite"))
    shelves = RecordedShelves(store, served=True)
    shelves.put("places", "carl", b"[]")
    store.settings.put("places", "carl", b"[1,2")
    shelves.put("places", "carl", b'["10.0.0.7"]')
    store.close()
    room.sh("feltwork backup floor.sqlite backup.sqlite")
    assert "of places was not as it was recorded" in room.sh(verify, code=1)
    assert "--accept-door" in room.sh(restore.replace(" --accept-door", ""), code=2)
    said = room.sh(restore)
    assert "of places was not as it was recorded" in said
    assert "records restored to restored.sqlite" in said


def test_the_commands_of_the_drills_on_postgresql(
    tmp_path: Path, postgres_schema: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the role that the floor runs as, for a ticket that was sold there."""
    given = re.findall(r"^    (feltwork .*)$", TEXT.partition("\n## ")[0], re.M)
    assert [command.split()[2] for command in given] == ["tickets", "reprint", "report", "verify"]
    (tmp_path / "keys").mkdir()
    monkeypatch.chdir(tmp_path)
    with granted(postgres_schema, "floor_recovery") as url:
        checkpoints = Checkpoints(url, tmp_path / "floor.checkpoint", tmp_path / "keys/checkpoint.key")
        checkpoints.start()
        store = open_store(url)
        till = Till(draw_key_at(tmp_path / "keys/ticket.key"))
        sold = Desk(store, till).submit(Envelope("k1", "cage", "carl", "cashier", SellTicket(50_00)))
        checkpoints.stop()
        store.close()
        signer = checkpoint_key_at(tmp_path / "keys/checkpoint.key")
        write_trust(tmp_path / "trust.json", Trust((TrustedKey(signer.public, note="the drill"),)))
        capsys.readouterr()
        for command in given:
            assert run([url if word == "$FLOOR" else word for word in shlex.split(command)[1:]]) == 0, command
    assert sold.first == 1, "its serial"
    told = capsys.readouterr().out
    assert "1 outstanding, 50.00 together" in told
    assert "everything comes to zero" in told
    assert "sound" in told
