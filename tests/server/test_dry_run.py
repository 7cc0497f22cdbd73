"""`feltwork serve --check`, and a floor's file that says otherwise than a table that is open."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path

import pytest
from tests.server.processes import floor_file, serving

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.sqlite import SqliteStore

Capture = pytest.CaptureFixture[str]


def checked(config: Path, capsys: Capture) -> tuple[int, dict[str, object]]:
    capsys.readouterr()
    code = run(["serve", "--config", str(config), "--check", "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_dry_run_of_a_new_floor_makes_nothing(tmp_path: Path, capsys: Capture) -> None:
    config = floor_file(tmp_path, "floor.sqlite")
    code, found = checked(config, capsys)
    assert (code, found["starts"]) == (0, True)
    assert found["tables"] == {"one": "would be opened, in a new database"}
    assert [path.name for path in tmp_path.iterdir()] == ["floor.toml"]


def test_changes_to_an_open_table_wait_and_are_shown(tmp_path: Path, capsys: Capture) -> None:
    database = str(tmp_path / "floor.sqlite")
    config = floor_file(tmp_path, database)
    with serving(config) as up:
        assert up.end() == 0
    code, found = checked(config, capsys)
    assert (code, found["tables"]) == (0, {"one": "goes on as it was opened, as the file says"})
    text = config.read_text().replace("seats = 4", 'seats = 6\nchip = "5"').replace('"1000"', '"900"')
    config.write_text(text)
    code, found = checked(config, capsys)
    told = str(found["tables"]["one"])  # type: ignore[index]  # what was printed
    assert code == 0
    assert "seats 4 -> 6" in told
    assert "chip 1.00 -> 5.00" in told
    assert "1.00 to 1000.00 -> 1.00 to 900.00" in told
    with serving(config) as up:
        warned = [line for line in up.lines if line["says"] == "the file's changes wait until the table is closed"]
        assert [line["table"] for line in warned] == ["one"]
        assert up.end() == 0
    config.write_text(text.replace('name = "one"', 'name = "two"'))
    code, found = checked(config, capsys)
    assert found["tables"] == {"two": "would be opened", "one": "is not in the file; it is open and goes on"}


def test_a_dry_run_says_why_a_floor_would_not_start(tmp_path: Path, capsys: Capture) -> None:
    database = str(tmp_path / "floor.sqlite")
    config = floor_file(tmp_path, database)
    with serving(config) as up:
        assert up.end() == 0
    (tmp_path / "ticket.key").rename(tmp_path / "elsewhere")
    code, found = checked(config, capsys)
    assert code == 1
    assert "ticket.key is missing" in str(found["wrong"])
    assert run(["serve", "--config", str(config), "--check", "--new-key", "ticket_key"]) == 0
    assert not (tmp_path / "ticket.key").exists(), "a check makes no key"
    (tmp_path / "elsewhere").rename(tmp_path / "ticket.key")
    (tmp_path / "floor.sqlite").unlink()
    for beside in tmp_path.glob("floor.sqlite-*"):
        beside.unlink()
    code, found = checked(config, capsys)
    assert code == 1
    assert "is not there, and a checkpoint of it is" in str(found["wrong"])


def test_a_missing_token_and_a_taken_port_stop_a_start_before_anything_is_written(
    tmp_path: Path, capsys: Capture
) -> None:
    config = floor_file(tmp_path, "floor.sqlite", 'metrics_token = "metrics.token"')
    code, found = checked(config, capsys)
    assert code == 1
    assert "metrics_token: metrics.token: No such file" in str(found["wrong"])
    assert run(["serve", "--config", str(config)]) == 2
    (tmp_path / "metrics.token").write_text("\n")
    assert run(["serve", "--config", str(config)]) == 2
    (tmp_path / "metrics.token").write_text("a-token\n")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        config.write_text(config.read_text().replace("port = 0", f"port = {taken.getsockname()[1]}"))
        assert run(["serve", "--config", str(config)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["floor.toml", "metrics.token"]


def test_a_clock_far_ahead_of_the_log_asks_a_person(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "floor.sqlite"
    config = floor_file(tmp_path, str(database))
    store = SqliteStore(database)
    Desk(store).submit(Envelope("d", "cage", "cass", "cashier", Deposit("ann", 100)))
    store.close()
    day = 86_400 * 10**9
    now = time.time_ns()
    monkeypatch.setattr("time.time_ns", lambda: now + 29 * day)
    assert "the clock says" not in str(checked(config, capsys)[1]["wrong"])
    monkeypatch.setattr("time.time_ns", lambda: now + 400 * day)
    code, found = checked(config, capsys)
    assert code == 1
    assert "400 days after the last record" in str(found["wrong"])
    assert run(["serve", "--config", str(config)]) == 2
    assert "--clock-is-right" in capsys.readouterr().err
    run(["serve", "--config", str(config), "--check", "--clock-is-right"])
    assert "the clock says" not in capsys.readouterr().out
