"""``feltwork acceptor enrol`` and ``remove``: in the name of somebody of the staff who has the power at that table."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.server.auth import passwords
from feltwork.server.auth.sessions import Sessions
from feltwork.server.auth.staff import Staff
from feltwork.server.config import FloorConfig, LimitSign, TableConfig
from feltwork.server.opening import open_tables
from feltwork.server.runtime import Runtime
from feltwork.store.opening import open_store

Capture = pytest.CaptureFixture[str]
STAFF = {
    "morgan": ("supervisor", "casino_supervisor"),
    "gail": ("supervisor", "gaming_service_host", "gaming_manager"),
    "cass": ("cashier", "cashier"),
}


@pytest.fixture
def floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    database = str(tmp_path / "floor.sqlite")
    house = Runtime(database)
    open_tables(house, FloorConfig([TableConfig("etg", "aruze-craps", 4, sign=LimitSign("1", "100"))], database))
    staff = Staff(Sessions(house.store, house.now))
    for name, (kind, *roles) in STAFF.items():
        staff.add(name, kind, tuple(roles), "a good long password")
    house.stop()
    return database


def enrolled(database: str) -> list[tuple[str, str]]:
    """By whom and in which role acceptors were enrolled."""
    store = open_store(database)
    try:
        return [(r.actor, r.role) for r in store.log.read("table/etg") if r.kind.startswith("acceptor-")]
    finally:
        store.close()


def enrol(database: str, by: str, key: Path) -> int:
    where = ["--db", database, "--table", "etg", "--seat", "1", "--by", by]
    return run(["acceptor", "enrol", *where, "--key-file", str(key)])


@pytest.mark.parametrize(
    ("by", "why"),
    [
        ("morgan", "morgan is casino_supervisor, and at etg this is for assistant_gaming_manager, gaming_manager"),
        ("cass", "cass is cashier, and at etg this is for assistant_gaming_manager, gaming_manager"),
        ("nobody", "nobody called 'nobody' is on the staff of this floor"),
    ],
)
def test_an_acceptor_is_enrolled_by_nobody_without_the_power(
    floor: str, tmp_path: Path, capsys: Capture, by: str, why: str
) -> None:
    assert enrol(floor, by, tmp_path / "acceptor.key") == 2
    assert capsys.readouterr().err.strip() == f"feltwork: {why}"
    assert enrolled(floor) == []
    assert not (tmp_path / "acceptor.key").exists()


def test_an_acceptor_is_enrolled_in_the_role_that_has_the_power(floor: str, tmp_path: Path, capsys: Capture) -> None:
    assert enrol(floor, "gail", tmp_path / "acceptor.key") == 0
    remove = ["acceptor", "remove", "--db", floor, "--table", "etg", "--seat", "1", "--by"]
    assert run([*remove, "morgan"]) == 2
    assert run([*remove, "gail"]) == 0
    assert enrolled(floor) == [("gail", "gaming_manager")] * 2
