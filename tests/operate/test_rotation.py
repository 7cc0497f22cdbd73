"""Every command of the sections on keys and retention in docs/operate.md, run in the order in which they stand."""

from __future__ import annotations

import io
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.server.auth.factors import Factors
from feltwork.server.auth.sessions import SECOND, Session
from feltwork.server.auth.totp import STEP, code_at
from feltwork.store.opening import open_store
from feltwork.verifier.keys.signing import load_signer
from tests.server.processes import ROOT, begin, floor_file, serving
from tests.server.test_readiness import granted
from tests.server.test_recovery import Room, until
from tests.server.test_staff import _begun as known_beforehand
from tests.store.postgres import found_binaries

PAGE = (ROOT / "docs/operate.md").read_text("utf-8")
SECRET = b"s" * 20
MORE = """
trust = "trust.json"
metrics_token = "metrics.token"
draw_key = "keys/draw.key"
ticket_key = "keys/ticket.key"
account_key = "keys/account.key"
checkpoint_key = "keys/checkpoint.key"
checkpoint = "floor-1.checkpoint"
"""


def commands(heading: str) -> list[str]:
    """The commands under a heading, in order."""
    (part,) = re.findall(rf"^##+ {heading}$(.*?)(?=^##+ |\Z)", PAGE, re.M | re.S)
    return [line for block in re.findall(r"```sh\n(.*?)```", part, re.S) for line in block.splitlines()]


class Person:
    """Somebody who types what the page says."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room, self.monkeypatch = room, monkeypatch
        self.left = set(re.findall(r"^(?:feltwork|mv|shred|nginx|psql|\(umask) .*$", PAGE, re.M))

    def types(self, line: str, asked_for: str = "", **words: str) -> str:
        """Run a line; what it said."""
        self.left.discard(line)
        for word, instead in {"$FLOOR": "floor.sqlite", **words}.items():
            line = line.replace(word, instead)
        self.monkeypatch.setattr("sys.stdin", io.StringIO(asked_for))
        return self.room.sh(line)


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Person:
    """At a floor with a manager, a dealer, a terminal, and keys in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "keys").mkdir()
    person = Person(Room(tmp_path, capsys), monkeypatch)
    floor_file(tmp_path, "floor.sqlite", MORE).rename("floor-1.toml")
    for line in (
        "feltwork audit key keys/checkpoint.key",
        "feltwork audit trust add trust.json keys/checkpoint.key.pub --note olga",
        "feltwork backup-key backup.key",
    ):
        person.types(line)
    person.types("feltwork staff add morgan --db floor.sqlite --kind supervisor --role gaming_manager", "right horse\n")
    person.types("feltwork staff add dana --db floor.sqlite --kind crew --role dealer", "right horse\n")
    return person


def test_every_key_is_changed_as_the_page_says(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    room, config = person.room, Path("floor-1.toml")
    for line in commands("The metrics token"):
        person.types(line)
    assert Path("metrics.token").stat().st_mode & 0o777 == 0o600
    first = load_signer(Path("keys/checkpoint.key")).fingerprint
    with serving(config) as up:
        assert up.ask("/metrics")[0] == 403, "the token is asked for"
        rotate, name, destroy = commands("The checkpoint key")
        assert first in person.types(rotate)
        new = person.types(name).split()[0]
        person.types(destroy, FINGERPRINT=first)
        for line in commands("Terminals and note acceptors"):
            person.types(line)
        change_passwords(person)
        assert up.end() == 0, "and it signs its last checkpoint with the new key"
    assert new in room.sh("feltwork audit fingerprint floor-1.checkpoint")
    assert not Path(f"keys/checkpoint.key.{first}").exists()
    for line in commands("The draw key"):
        person.types(line)
    change_account_key(person, monkeypatch)
    for line in commands("The backup key"):
        person.types(line)
    put_away(person)
    assert {line.split()[0] for line in person.left} <= {"nginx", "psql"}, "the others are below"


def change_passwords(person: Person) -> None:
    change, replace, *others = commands("Passwords of staff")
    person.types(change, "right horse\nother horse\n")
    person.types(replace, "third horse\n")
    begin("floor.sqlite", Session("crew", (("dana", "dealer"),), "one"))
    for line in others:
        person.types(line)


def change_account_key(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Morgan had a second factor under the old key, and has another under the new one."""
    before, start, reset, anew = commands("The ticket key and the account key")
    monkeypatch.setattr(Factors, "begin", known_beforehand)
    person.types(anew, f"{code()}\n")
    person.types(before)
    up = person.room.serve(start)
    person.left.discard(start)
    until(lambda: up.ask("/ready")[0] == 200)
    assert up.end(signal.SIGINT) == 0, "Ctrl-C"
    person.types(reset)
    assert "otpauth://" in person.types(anew, f"{code()}\n")


def code() -> str:
    """What the app shows now."""
    store = open_store("floor.sqlite")
    now = store.now()
    store.close()
    return code_at(SECRET, now // SECOND // STEP)


def put_away(person: Person) -> None:
    """The yearly archive."""
    tickets, copy, verify, sealed = commands("Retention and archive")
    assert "outstanding" in person.types(tickets)
    person.types(copy)
    assert "sound" in person.types(verify)
    person.types(sealed)
    assert run(["people", "add", "floor.sqlite", "p-17", "--name", "Ann"]) == 0
    (erase,) = re.findall(r"`(feltwork people erase [^`]*)`", PAGE)
    person.types(erase)


def test_the_password_of_the_floor_s_role_is_changed(postgres_schema: str) -> None:
    (line,) = commands("PostgreSQL's passwords")
    binaries = found_binaries()
    psql = shutil.which("psql") or (binaries and shutil.which("psql", path=str(binaries)))
    if not psql:
        pytest.skip("no psql: apt-get install postgresql-client")
    with granted(postgres_schema, "floor_rotated"):
        words = line.replace("floor_app", "floor_rotated").split(" ", 2)
        command = f"{psql} '{postgres_schema}' {words[2]}"
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert done.stdout.strip() == "ALTER ROLE", done.stderr
