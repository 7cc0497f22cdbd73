"""A floor as its operator sees it: readiness, metrics, logs, draining, checkpoints, the manifest of its software."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, Running, Talk, running
from tests.server.processes import begin, floor_file, serving
from websockets.exceptions import ConnectionClosed

from feltwork.cli.main import run
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.ops.logs import JsonLines
from feltwork.server.ops.manifest import Manifest, ManifestError, differences, installed, read_manifest, signed
from feltwork.server.ops.upkeep import watch_software
from feltwork.server.runtime import Runtime
from feltwork.store.opening import open_store
from feltwork.store.port import StoreError
from feltwork.verifier.keys.checkpoint import load_private, load_public, make_key
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

ROOT = Path(__file__).parents[2]


ANN = Session("player", (("ann", "player"),), "one", 1)


def test_a_process_told_to_stop_drains_and_ends_well(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.sqlite")
    with serving(floor_file(tmp_path, database)) as up:
        ann = up.screen("one", begin(database, ANN))
        assert "ack" in ann.do("sit", player="ann", seat=1)
        for n in range(20):
            ann.socket.send(json.dumps({"key": f"x{n}", "do": {"type": "buy-in", "seat": 1, "amount": 1}}))
        ann.until(lambda m: m.get("no") == "x0")
        assert up.end() == 0
        with pytest.raises(ConnectionClosed) as closed:
            ann.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        said = [message for message in ann.heard if "closing" in message]
        assert len(said) == 1
        told = [line["says"] for line in up.lines]
        assert "draining" in told
        assert not [line for line in up.lines if line.get("level") == "error"], up.lines
    reading = read_log(database)
    assert verify(reading) == []
    reading.close()
    checkpoint, public = tmp_path / "floor.checkpoint", tmp_path / "checkpoint.key.pub"
    open_store(database, checkpoint=checkpoint, key=load_public(public)).close()
    heads = {name for name, _, _ in json.loads(checkpoint.read_text())["streams"]}
    assert {"table/one", "refused/one"} <= heads, "the last checkpoint is of the closed house"


def test_a_database_older_than_its_checkpoint_is_not_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "floor.sqlite")
    config = floor_file(tmp_path, database)
    with serving(config) as up:
        assert run(["backup", database, str(tmp_path / "old.sqlite")]) == 0
        assert "ack" in up.screen("one", begin(database, ANN)).do("sit", player="ann", seat=1)
        assert up.end() == 0
    for path in tmp_path.glob("floor.sqlite*"):
        path.unlink()
    (tmp_path / "old.sqlite").rename(database)
    capsys.readouterr()
    assert run(["serve", "--config", str(config)]) == 2
    assert "older than its last checkpoint" in capsys.readouterr().err


def test_readiness_follows_the_database(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    assert floor.fetch("/health")[:2] == (200, b"ok\n")
    assert floor.fetch("/ready")[:2] == (200, b"ready\n")

    def gone(stream: str) -> None:
        raise StoreError("the server has gone")

    monkeypatch.setattr(floor.floor.house.reader.log, "head", gone)
    status, body, _ = floor.fetch("/ready")
    assert (status, body) == (503, b"not ready\ndatabase: the server has gone\n")
    assert floor.fetch("/health")[0] == 200, "alive, though not ready"


def test_metrics_count_what_was_done(floor: Running) -> None:
    ann = Talk(floor.screen("one", floor.player()))
    assert "ack" in ann.do("sit", player="ann", seat=1)
    assert "no" in ann.do("buy-in", seat=1, amount=100)
    ann.socket.send('{"key":"k","do":{"type":"throw-dice"}}')
    ann.until(lambda m: m.get("no") == "k")
    assert floor.fetch("/signin", "", {"person": "dana", "password": "wrong horse"})[0] == 403
    text = floor.fetch("/metrics")[1].decode()
    assert 'feltwork_sign_ins_refused_total{came="unknown"} 1' in text
    assert 'feltwork_commands_total{command="sit",result="done"} 1' in text
    assert 'feltwork_commands_total{command="buy-in",result="refused"} 1' in text
    assert 'feltwork_commands_total{command="throw-dice",result="turned away"} 1' in text
    assert 'feltwork_screens{table="one",kind="player"} 1' in text
    assert 'feltwork_rounds_total{table="one"} 0' in text
    assert "feltwork_ready 1" in text
    assert "ann" not in text
    counts = [int(n) for n in re.findall(r'feltwork_commit_seconds_bucket\{le="[^"]+"\} (\d+)', text)]
    assert counts == sorted(counts)
    assert f"feltwork_commit_seconds_count {counts[-1]}" in text
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \S+ .+|[a-z_]+(\{([a-z_]+="[^"\n]*",?)+\})? [0-9.]+', line), line


def test_a_log_line_is_one_json_object() -> None:
    record = logging.LogRecord("feltwork.server", logging.ERROR, "x.py", 1, 'two\nlines "%s"', ("é",), None)
    record.table = "one"
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["says"], told["table"]) == ("error", 'two\nlines "é"', "one")


def test_a_changed_file_stops_play_at_every_table(tmp_path: Path) -> None:
    approved = installed()
    other = approved._replace(files=approved.files | {"money.py": "0" * 64})
    config = FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))
    with running(config, (watch_software(other, 0.05),)) as floor:
        seen = Talk(floor.screen("one", floor.player()))
        told = seen.hello["view"] if seen.hello["view"]["suspended"] else None  # type: ignore[index]  # as sent
        if told is None:
            told = seen.until(lambda m: bool(m.get("view", {}).get("suspended")))["view"]  # type: ignore[attr-defined]
        assert "money.py was changed" in told["suspended"]  # type: ignore[index]
        status, body, _ = floor.fetch("/ready")
        assert status == 503
        assert b"file money.py was changed" in body
        assert "no" in seen.do("sit", player="ann", seat=1)
        boss = Talk(floor.screen("one", floor.token(Session("supervisor", (("boss", "casino_supervisor"),)))))
        assert "the software was changed" in str(boss.do("clear-fault", how="never mind")["why"])
    house = Runtime(config.database)
    assert all(house.queue.desk.table(name).stops.reason for name in ("one", "wheel"))
    house.start()
    house.stop()


def test_a_manifest_knows_what_was_approved(tmp_path: Path) -> None:
    make_key(tmp_path / "lab")
    make_key(tmp_path / "other")
    path = tmp_path / "manifest.json"
    assert run(["manifest", "make", "--key", str(tmp_path / "lab"), "--out", str(path)]) == 0
    check = ["manifest", "check", str(path), "--key"]
    assert run([*check, str(tmp_path / "lab.pub")]) == 0
    assert run([*check, str(tmp_path / "other.pub")]) == 2
    public = load_public(tmp_path / "lab.pub")
    approved = read_manifest(path, public)
    assert approved.files["money.py"]
    assert {"python", "msgspec", "cryptography"} <= approved.versions.keys()
    assert not [name for name in approved.files if "__pycache__" in name]
    assert approved.libraries["msgspec/__init__.py"]
    assert [name for name in approved.libraries if name.startswith("cryptography/") and name.endswith(".so")]
    assert approved.startup["interpreter"]
    assert [name for name in approved.startup if name.endswith(".pth")]
    assert approved.python["site.py"]
    content = json.loads(path.read_text())
    content["files"]["money.py"] = "0" * 64
    path.write_text(json.dumps(content))
    with pytest.raises(ManifestError, match="changed since"):
        read_manifest(path, public)
    for text in ("", "{}", "[]", '{"format": "feltwork-manifest-1"}'):
        path.write_text(text)
        with pytest.raises(ManifestError):
            read_manifest(path, public)


def test_differences_name_the_file() -> None:
    was = Manifest({"a.py": "1", "b.py": "2"}, {"python": "3.11.2"}, {"x/y.so": "1"}, {"z.pth": "1"}, {"os.py": "1"})
    now = Manifest({"a.py": "9", "c.py": "3"}, {"python": "3.11.3"}, {"x/y.so": "2"}, {}, {"os.py": "2"})
    assert differences(was, now) == [
        "file a.py was changed",
        "file b.py is missing",
        "file c.py was added",
        "version of python was changed",
        "library file x/y.so was changed",
        "start-up file z.pth is missing",
        "Python's own file os.py was changed",
    ]
    assert differences(was, was) == []


def test_software_that_was_not_approved_is_not_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_key(tmp_path / "lab")
    found = installed()
    path = tmp_path / "manifest.json"
    path.write_bytes(signed(found._replace(files=found.files | {"extra.py": "1"}), load_private(tmp_path / "lab")))
    config = floor_file(tmp_path, str(tmp_path / "f.sqlite"), 'manifest = "manifest.json"\nmanifest_key = "lab.pub"')
    assert run(["serve", "--config", str(config)]) == 2
    assert "file extra.py is missing" in capsys.readouterr().err
    assert not (tmp_path / "f.sqlite").exists()


def test_a_process_whose_database_is_away_stops_without_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It stopped in the middle: connections and threads were left, and the server spoke of a failed shutdown."""
    house = Runtime(str(tmp_path / "floor.sqlite"))
    house.start()

    def away() -> None:
        raise StoreError("PostgreSQL cannot be reached")

    monkeypatch.setattr(house.queue.desk, "count_refusals", away)
    house.stop()
    assert "what is left to be written cannot be: PostgreSQL cannot be reached" in caplog.text
    with pytest.raises(StoreError):
        list(house.reader.log.read("cage"))
