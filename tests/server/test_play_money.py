"""Play money and real money never meet: not in one database, and not at the cage."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.build import checks, signed
from tests.cage.till import MANAGER, SETTINGS, Till
from tests.server.conftest import running
from tests.server.processes import floor_file
from tests.server.test_cage import Cage
from tests.store.postgres import postgres_schema, postgres_url

from feltwork.cage import commands as cage
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Body
from feltwork.server.config import FloorConfig, LimitSign, TableConfig, read_config
from feltwork.server.opening import open_tables, serve_tables
from feltwork.server.runtime import Runtime
from feltwork.store.opening import open_store
from feltwork.store.port import Store
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.verifier.verify import findings

__all__ = ["postgres_schema", "postgres_url"]

Capture = pytest.CaptureFixture[str]
REAL = SETTINGS._replace(real_money=True)
NOT_PLAYED = "a table of play money: nothing is played at it where money is real"
NOT_PAID = "this ticket is play money: it was printed at table play, where no money is real"


def real_floor(folder: Path) -> Path:
    """The file of a floor whose table has been opened."""
    config = floor_file(folder, str(folder / "floor.sqlite"))
    house = Runtime(str(folder / "floor.sqlite"))
    serve_tables(house, read_config(config))
    house.stop()
    return config


def practice_floor(database: str) -> None:
    """What a demonstration leaves behind."""
    house = Runtime(database)
    table = TableConfig("play", "star-craps", 4, practice=True, sign=LimitSign("1", "1000"))
    open_tables(house, FloorConfig([table], database))
    house.stop()


def standing(database: str) -> list[tuple[str, int]]:
    store = open_store(database)
    try:
        return [(head.stream, head.version) for head in store.log.heads()]
    finally:
        store.close()


def demo(database: str) -> int:
    return run(["demo", "--db", database, "--port", "0", "--seconds", "0.1", "--no-browser"])


def minted(store: Store | None = None) -> tuple[Till, str]:
    """A ticket over 300 dollars of play money, printed in a database that has a table of real money too."""
    till = Till(store).seated(1, card=False)
    practise(till)
    till.seated(3, table="play", card=False, cents=300_00)
    till.at(3, cage.PrintTicket(3), "play")
    return till, till.last_ticket()


def practise(till: Till) -> None:
    """Open a table of play money."""
    till.ok(signed(ask.OpenTable("aruze-craps", 1, 8, rehearsal=True)), *MANAGER, "play")
    till.ok(checks(till.desk.table("play")), *MANAGER, "play")
    till.ok(ask.OpenPlay(), *MANAGER, "play")


def real(till: Till) -> Till:
    """The same floor, served as one of real money."""
    till.desk = Desk(till.store, REAL)
    return till


def test_a_demonstration_leaves_a_real_floor_alone(tmp_path: Path, capsys: Capture) -> None:
    real_floor(tmp_path)
    database = str(tmp_path / "floor.sqlite")
    before, files = standing(database), sorted(tmp_path.iterdir())
    assert demo(database) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "is a real floor's: a demonstration opens only an empty database, or one of its own" in told[0]
    assert (standing(database), sorted(tmp_path.iterdir())) == (before, files)


def test_a_rehearsal_leaves_a_real_floor_alone(tmp_path: Path, capsys: Capture) -> None:
    real_floor(tmp_path)
    database = str(tmp_path / "floor.sqlite")
    before = standing(database)
    assert run(["rehearse", "--rounds", "1", "--books", "star-craps", "--db", database]) == 2
    assert "is a real floor's" in capsys.readouterr().err
    assert standing(database) == before


def test_a_database_with_money_at_the_cage_and_no_table_is_a_real_floor_s(tmp_path: Path, capsys: Capture) -> None:
    store = SqliteStore(tmp_path / "floor.sqlite")
    Till(store).ok(cage.Deposit("ann", 100_00))
    store.close()
    assert demo(str(tmp_path / "floor.sqlite")) == 2
    assert "is a real floor's" in capsys.readouterr().err


def test_a_demonstration_opens_its_own_database_again(tmp_path: Path) -> None:
    """In processes of their own: a browser that another test has opened here runs an event loop of its own."""
    asked = ["demo", "--db", str(tmp_path / "demo.sqlite"), "--port", "0", "--seconds", "0.1", "--no-browser"]
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "feltwork", *asked], capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr


def test_a_real_floor_does_not_start_where_a_demonstration_was(tmp_path: Path, capsys: Capture) -> None:
    config = floor_file(tmp_path, str(tmp_path / "floor.sqlite"))
    practice_floor(str(tmp_path / "floor.sqlite"))
    files = sorted(tmp_path.iterdir())
    assert run(["serve", "--config", str(config)]) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("{")]
    assert len(told) == 1
    assert "has tables of play money (play): no floor of real money starts in it" in told[0]
    assert sorted(tmp_path.iterdir()) == files, "no key was made for it"
    assert run(["serve", "--config", str(config), "--check", "--json"]) == 1
    assert "play money: " in json.loads(capsys.readouterr().out)["wrong"][0]


def test_play_money_is_paid_nowhere_where_money_is_real() -> None:
    till, number = minted()
    real(till)
    tries: list[tuple[Body, str, str, str]] = [
        (cage.PayTicket(number), "cass", "cashier", "cage"),
        (cage.VoidTicket(number, "not wanted"), "cass", "cashier", "cage"),
        (cage.PrepareHandPay("p1", 0, number), "cass", "cashier", "cage"),
        (cage.InsertTicket(1, number), "p1", "player", "t"),
    ]
    for body, *where in tries:
        before = till.store.log.balances()
        assert till.send(body, *where).reason == NOT_PAID, body
        assert till.store.log.balances() == before
    wrong = number[:-1] + ("1" if number[-1] != "1" else "2")
    assert till.no(cage.PayTicket(wrong)) == ("3.4.2", "unknown"), "whoever guesses learns nothing of it"
    till.ok(cage.SellTicket(50_00))
    till.ok(cage.PayTicket(till.last_ticket()))
    till.is_sound()


def test_play_money_is_told_from_real_on_postgresql(postgres_schema: str, capsys: Capture) -> None:
    store = open_store(postgres_schema)
    try:
        till, number = minted(store)
        assert real(till).send(cage.PayTicket(number)).reason == NOT_PAID
        assert till.send(cage.PrintTicket(3), *MANAGER, "play").reason == NOT_PLAYED
    finally:
        store.close()
    assert demo(postgres_schema) == 2
    assert "the PostgreSQL database is a real floor's" in capsys.readouterr().err


def test_a_form_for_play_money_that_was_prepared_before_is_not_paid() -> None:
    till, number = minted()
    till.ok(cage.PrepareHandPay("p1", 0, number))
    form = till.desk.cage.version
    assert real(till).send(cage.SignHandPay(form, 300_00, "0" * 64)).reason == NOT_PAID


def test_no_table_of_play_money_is_opened_or_played_where_money_is_real() -> None:
    till = real(minted()[0])
    opening = signed(ask.OpenTable("aruze-craps", 1, 8, rehearsal=True))
    for table, body in (("play", ask.Sit("p5", 5)), ("play", cage.PrintTicket(3)), ("new", opening)):
        assert till.send(body, *MANAGER, table).reason == NOT_PLAYED, body


def test_a_floor_that_is_up_never_serves_a_table_of_play_money(tmp_path: Path) -> None:
    real_floor(tmp_path)
    database = str(tmp_path / "floor.sqlite")
    house = Runtime(database, till=REAL)
    try:
        house.follower.look()
        practice_floor(database)
        house.follower.look()
        assert list(house.rooms) == ["one"]
    finally:
        house.stop()


def test_the_cage_s_screen_says_that_a_ticket_is_play_money(tmp_path: Path) -> None:
    tables = [TableConfig("play", "aruze-craps", 4, practice=True), TableConfig("etg", "aruze-craps", 4)]
    with running(FloorConfig(tables, str(tmp_path / "floor.sqlite"))) as up:
        desk = Cage(up)
        ann, _ = desk.sit("play", 1, "ann")
        for key in ("1", "2", "3"):
            assert up.fetch("/api/cash-in", ann, {"key": key, "amount": 100_00})[0] == 200
        number = desk.post("/api/collect", ann, {"key": "c"})[1]["number"]
        assert "amount" in desk.get(f"/api/cage/ticket?number={number}"), "in a demonstration it is as good as any"
        up.floor.house.till = up.floor.house.till._replace(real_money=True)
        assert desk.get(f"/api/cage/ticket?number={number}") == {"why": NOT_PAID, "clause": "3.4.2"}


def test_the_verifier_says_that_play_money_stands_beside_real() -> None:
    till, number = minted()
    notes: list[str] = []
    assert list(findings(till.log(), notes=notes)) == []
    (told,) = [note for note in notes if "play money" in note]
    assert told == "tables of play money (play) stand in one log with tables of real money (t), and share its cage"
    till.ok(cage.PayTicket(number))
    (found,) = findings(till.log())
    serial = max(till.desk.cage.tickets)
    assert (found.kind, found.stream, found.version) == ("ticket", "cage", till.desk.cage.version)
    assert found.what == f"ticket {serial}, of play money from table play, was taken in a log where money is real"


def test_the_verifier_says_nothing_of_play_money_by_itself() -> None:
    till = Till()
    practise(till)
    till.seated(3, table="play", card=False)
    till.at(3, cage.PrintTicket(3), "play")
    till.ok(cage.PayTicket(till.last_ticket()))
    notes: list[str] = []
    assert list(findings(till.log(), notes=notes)) == []
    assert not [note for note in notes if "play money" in note]
