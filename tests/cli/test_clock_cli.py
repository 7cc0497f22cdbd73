"""Commands by a clock that is set wrong: nothing is written, and nothing expires by one reading."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from feltwork.cage.commands import SellTicket
from feltwork.cage.till import Till
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_to_read
from feltwork.store.sqlite import SqliteStore
from tests.server.processes import floor_file
from tests.server.test_clock import DAY, HOUR, SECOND, Machine

Capture = pytest.CaptureFixture[str]
KEY = bytes(range(32))
COMMANDS = Path(__file__).parents[2] / "src" / "feltwork" / "cli"
OPENS_ITSELF = {"rehearse.py", "stores.py"}
"""A rehearsal has a time of its own; the other is the one place for all commands."""


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A clock that can be set; while a command sleeps, time passes."""
    made = Machine(monkeypatch)
    monkeypatch.setattr("time.sleep", lambda seconds: made.passes(int(seconds * SECOND)))
    return made


@pytest.fixture
def floor(tmp_path: Path, machine: Machine) -> str:
    """A floor with one ticket of 20 dollars; its key lies beside it."""
    (tmp_path / "ticket.key").write_bytes(KEY)
    store = SqliteStore(tmp_path / "floor.sqlite")
    Desk(store, Till(KEY)).submit(Envelope("1", "cage", "cass", "cashier", SellTicket(20_00)))
    store.close()
    return str(tmp_path / "floor.sqlite")


def outstanding(db: str) -> int:
    store = open_to_read(db)
    try:
        return store.log.balances()["tickets"]
    finally:
        store.close()


def writing(db: str) -> list[list[str]]:
    """A command line for each way to write."""
    key = str(Path(db).with_name("ticket.key"))
    return [
        ["staff", "add", "eve", "--db", db, "--kind", "cashier"],
        ["staff", "remove", "eve", "--db", db],
        ["people", "add", db, "p9", "--name", "X"],
        ["people", "erase", db, "p9"],
        ["cage", "sell", db, "7", "--key", key],
        ["cage", "expire", db],
        ["terminal", "revoke", "t1", "--db", db],
        ["draw", "deal", db, "--key", key, "--once"],
    ]


@pytest.mark.parametrize("days", [400, -400])
def test_no_command_writes_by_a_clock_far_from_the_last_record(
    floor: str, machine: Machine, days: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    before = Path(floor).read_bytes()
    machine.wall += days * DAY
    for line in writing(floor):
        monkeypatch.setattr("sys.stdin", io.StringIO("correct horse battery\n"))
        assert run(line) == 2, line
        assert "--clock-is-right" in capsys.readouterr().err, line
    assert Path(floor).read_bytes() == before
    assert run(["cage", "sell", floor, "7", "--key", str(Path(floor).with_name("ticket.key")), "--clock-is-right"]) == 0
    assert outstanding(floor) == 27_00


def test_a_clock_within_the_bound_is_gone_by(floor: str, machine: Machine) -> None:
    machine.wall += 29 * DAY
    assert run(["people", "add", floor, "p9", "--name", "X"]) == 0
    machine.wall -= 58 * DAY
    assert run(["people", "add", floor, "p9", "--name", "Y"]) == 0


def test_commands_open_a_database_for_writing_in_one_place() -> None:
    opened = re.compile(r"\bopen_(existing|store|for_play)\b")
    found = {path.name for path in COMMANDS.glob("*.py") if opened.search(path.read_text("utf-8"))}
    assert found == OPENS_ITSELF


def test_a_ticket_expires_only_past_its_date_at_two_readings(
    floor: str, machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    line = ["cage", "expire", floor, "--as", "cass", "--clock-is-right"]
    assert run(line) == 0
    assert capsys.readouterr().out == "0 tickets and vouchers expired\n"
    machine.wall += 400 * DAY

    def put_right(seconds: float) -> None:
        machine.passes(int(seconds * SECOND))
        machine.wall -= 400 * DAY

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr("time.sleep", put_right)
        assert run(line) == 2
    told = capsys.readouterr().err
    assert "1 past their date; the clock is read again in 10 minutes" in told
    assert "nothing has expired: the machine's clock is" in told
    assert outstanding(floor) == 20_00
    machine.wall += 400 * DAY
    since = machine.count
    assert run(line) == 0
    assert "1 ticket or voucher expired" in capsys.readouterr().out
    assert (outstanding(floor), machine.count - since) == (0, HOUR // 6)


def test_a_check_of_a_floor_says_that_its_last_record_is_ahead(
    floor: str, machine: Machine, tmp_path: Path, capsys: Capture
) -> None:
    config = floor_file(tmp_path, floor)
    machine.wall -= 29 * DAY
    run(["serve", "--config", str(config), "--check"])
    assert "clock: in order" in capsys.readouterr().out
    machine.wall -= 371 * DAY
    assert run(["serve", "--config", str(config), "--check"]) == 1
    assert "400 days ahead of the clock" in capsys.readouterr().out
    assert run(["serve", "--config", str(config)]) == 2
    assert "400 days ahead of the clock" in capsys.readouterr().err
