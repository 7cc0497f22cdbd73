"""``feltwork acceptor report``: only what the floor's log says is an answer; what has none waits, and is sent again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from feltwork.cli.acceptor import _one_at_a_time
from feltwork.cli.main import run
from feltwork.server.config import FloorConfig, TableConfig
from tests.server.conftest import Running, Talk, running, until

NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    with running(FloorConfig([TableConfig("etg", "aruze-craps", 4)], str(tmp_path / "floor.sqlite"))) as up:
        yield up


@pytest.fixture
def key(floor: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """An enrolled device that kept a note of 100 while no floor answered."""
    file = tmp_path / "acceptor.key"
    floor.floor.staff.add(floor.config.manager, "supervisor", ("gaming_manager",), "a good long password")
    where = ["--db", floor.config.database, "--table", "etg", "--seat", "1", "--by", floor.config.manager]
    assert run(["acceptor", "enrol", *where, "--key-file", str(file)]) == 0
    until(lambda: floor.floor.house.rooms["etg"].live.terminals.acceptors)
    assert report(file, NOWHERE, "100") == 1
    assert "report 1 of 100.00 has no answer" in capsys.readouterr().out
    assert kept(file) == (1, 100_00, False, [])
    return file


def report(file: Path, url: str, *amount: str) -> int:
    return run(["acceptor", "report", "--key-file", str(file), "--url", url, *amount])


def kept(file: Path) -> tuple[int, int, bool, list[Any]]:
    found = json.loads(file.read_bytes())
    return found["number"], found["amount"], found["answered"], found["refused"]


def sit(floor: Running) -> None:
    assert "ack" in Talk(floor.screen("etg", floor.player("etg", 1, "ann"))).do("sit", player="ann", seat=1)


def held(floor: Running) -> int:
    return floor.floor.house.reader.log.balances().get("seat/etg/1", 0)


def test_a_note_that_was_kept_waits_until_the_floor_itself_answers(
    floor: Running, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sit(floor)
    with monkeypatch.context() as flooded:
        flooded.setattr(floor.floor.limits, "too_fast", lambda *asked, **how: 5.0)
        assert report(key, floor.address, "20") == 1
    said = capsys.readouterr().out
    assert "report 1 of 100.00 has no answer (status 429: " in said
    assert "the note of 20.00 was not taken" in said
    floor.floor.hosts = frozenset({"floor.example"})
    assert report(key, floor.address, "20") == 1
    assert "status 421" in capsys.readouterr().out
    floor.floor.hosts = frozenset()
    floor.floor.house.health.unsound = "play is stopped: a fault"
    assert report(key, floor.address) == 1
    floor.floor.house.health.unsound = ""
    assert (kept(key), held(floor)) == ((1, 100_00, False, []), 0)
    assert report(key, floor.address, "20") == 0
    said = capsys.readouterr().out
    assert "report 1 of 100.00, not answered before, is answered now, and on the meter" in said
    assert "report 2: 20.00 is on the meter" in said
    assert (kept(key), held(floor)) == ((2, 20_00, True, []), 120_00)


def test_without_an_amount_only_what_waits_is_sent(
    floor: Running, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sit(floor)
    assert report(key, floor.address) == 0
    assert held(floor) == 100_00
    assert report(key, floor.address) == 0
    assert "no report waits" in capsys.readouterr().out
    assert (kept(key), held(floor)) == ((1, 100_00, True, []), 100_00)


def test_a_kept_note_that_is_refused_is_said_and_stays_in_the_file(
    floor: Running, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(key, floor.address, "20") == 1, "nobody sits there"
    said = capsys.readouterr().out
    assert "report 1 of 100.00, not answered before, is refused: " in said
    assert "the note of 20.00 was not taken" in said
    number, _, answered, (owed,) = kept(key)
    assert (number, answered, owed["number"], owed["amount"], bool(owed["why"])) == (1, True, 1, 100_00, True)
    sit(floor)
    assert report(key, floor.address, "20") == 0
    assert (kept(key)[0], kept(key)[3], held(floor)) == (2, [owed], 20_00)
    assert report(key, floor.address, "7") == 1
    assert "report 3: 7.00 refused: " in capsys.readouterr().out
    assert kept(key)[3] == [owed], "what goes back at once is not owed"


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    """Something at an address that answers everything in one way."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *told: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


WHY = b'{"why":"not now"}'


def test_what_is_not_of_the_floor_s_log_is_no_answer(
    key: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answers = [(status, WHY) for status in (400, 401, 403, 404, 405, 408, 409, 413, 421, 425, 429, 500, 502, 503)]
    answers += [
        (200, b""),
        (200, b"<html>sign in to the network</html>"),
        (200, b"{}"),
        (200, b'{"done":2000}'),
        (200, b'{"done":'),
        (201, b'{"done":10000}'),
        (307, WHY),
        (409, b"<html>Conflict</html>"),
        (409, b"[]"),
        (409, b'{"why":"","clause":"3.4.1"}'),
        (409, b'{"why":7,"clause":"3.4.1"}'),
        (409, b"\xff"),
        (429, b'{"why":"slow down","clause":"3.4.1"}'),
        (400, b'{"why":"no","clause":""}'),
        (502, b'{"done":10000}'),
    ]
    for status, body in answers:
        with answering(status, body) as url:
            assert report(key, url, "20") == 1, (status, body)
        first, second = capsys.readouterr().out.splitlines()
        assert first.startswith(f"report 1 of 100.00 has no answer (status {status}"), (status, body, first)
        assert second == "the note of 20.00 was not taken"
        assert kept(key) == (1, 100_00, False, []), (status, body)
    with answering(200, b'{"done":10000}') as url:
        assert report(key, url) == 0
    assert kept(key) == (1, 100_00, True, [])


def test_reports_of_one_device_at_once_are_counted_one_by_one(floor: Running, key: Path) -> None:
    sit(floor)
    assert report(key, floor.address) == 0
    line = [
        sys.executable,
        "-m",
        "feltwork",
        "acceptor",
        "report",
        "--key-file",
        str(key),
        "--url",
        floor.address,
        "20",
    ]
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda _: subprocess.run(line, capture_output=True, check=False).returncode, range(4)))
    assert codes == [0, 0, 0, 0]
    assert (kept(key), held(floor)) == ((5, 20_00, True, []), 100_00 + 4 * 20_00)


def test_a_report_that_finds_the_device_busy_takes_no_note(
    floor: Running, key: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sit(floor)
    monkeypatch.setattr("feltwork.cli.acceptor.WAIT_SECONDS", 0)
    with _one_at_a_time(key):
        assert report(key, floor.address, "20") == 2
    assert "is in use by another report, and no note was taken" in capsys.readouterr().err
    assert (kept(key), held(floor)) == ((1, 100_00, False, []), 0)
