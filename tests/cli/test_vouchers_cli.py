"""Vouchers from the command line: issued under conditions, cancelled, expired, and in the day's report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live.commands import ExchangeVoucher
from tests.rules.desk import AtDesk

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A floor's file with a roulette table in play."""
    path = tmp_path / "floor.db"
    AtDesk("star-roulette", table="wheel", store=SqliteStore(path)).store.close()
    return str(path)


def test_a_voucher_is_issued_and_exchanged(db: str, capsys: Capture) -> None:
    issue = ["cage", "voucher", db, "player-1", "50", "--table", "wheel", "--wager", "red", "--json"]
    assert run([*issue, "--as", "cass"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["amount"], told["for"], told["wagers"]) == ("50.00", "wheel", ["red"])
    store = SqliteStore(db)
    table = AtDesk.again(store, "wheel")
    table.does(ExchangeVoucher(1, told["number"], 50_00), "dealer")
    assert table.game.tokens == {1: 50_00}
    store.close()
    assert run(["cage", "voucher", db, "player-2", "12.50", "--book", "crown-craps", "--tokens", "--as", "cass"]) == 0
    said = capsys.readouterr().out.split()
    assert said[1:] == ["12.50", "player-2,", "crown-craps"]
    assert run(["cage", "report", db, "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)["vouchers"]
    assert {name: one["number"] for name, one in counted.items()} == {
        "outstanding before": 0,
        "issued": 2,
        "exchanged": 1,
        "outstanding now": 1,
    }
    assert run(["cage", "void-voucher", db, said[0], "--reason", "a mistake", "--as", "cass"]) == 0
    assert run(["audit", "verify", db]) == 0
    assert "worth nothing" in capsys.readouterr().out
    desk = Desk(SqliteStore(db))
    assert [voucher.standing for voucher in desk.cage.vouchers.values()] == ["exchanged", "void"]
    desk.store.close()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (["player-1", "fifty", "--book", "star-roulette"], "money is text"),
        (["player-1", "50"], "a voucher is for one game"),
        (["player-1", "50", "--book", "aruze-craps"], "no voucher is taken"),
        (["player-1", "50", "--table", "nowhere"], "table nowhere was never opened"),
        (["player-1", "50", "--table", "wheel", "--wager", "lucky-ball"], "has no wager"),
        (["player-1", "50", "--book", "star-roulette", "--until", "2001-01-31"], "already over"),
        (["player-1", "50", "--book", "star-roulette", "--until", "soon"], "a day is written"),
        (["no name", "50", "--book", "star-roulette"], "a known player"),
    ],
)
def test_what_cannot_be_issued_says_why(db: str, wrong: list[str], says: str, capsys: Capture) -> None:
    assert run(["cage", "voucher", db, *wrong, "--as", "cass"]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert "Traceback" not in told
    assert run(["cage", "void-voucher", db, "V999", "--reason", "x", "--as", "cass"]) == 2
