"""The day's reconciliation comes to zero, and says where it does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from feltwork.cage.commands import (
    AskTransfer,
    Deposit,
    InsertTicket,
    PayTicket,
    PrepareHandPay,
    PrintTicket,
    SellTicket,
    SettleTransfer,
    SignHandPay,
    WithholdTicket,
)
from feltwork.cage.report import Entry, reconcile
from feltwork.cage.till import Till as Settings
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.reconciling import day_report
from feltwork.ledger.account import Posting
from feltwork.store.opening import open_store
from feltwork.table.live import commands as ask
from tests.cage.till import DAY, KEY, Till


def busy(till: Till) -> Till:
    """A bit of everything."""
    till.seated(1, 2, cents=0)
    till.note(1, 50_00)
    till.at(1, ask.PlaceWager(1, "pass-line", 10_00))
    till.roll(3, 4)
    till.at(1, PrintTicket(1))
    till.at(2, InsertTicket(2, till.last_ticket()))
    till.at(2, PrintTicket(2))
    till.ok(SellTicket(25_00))
    till.ok(PayTicket(till.last_ticket()))
    till.ok(SellTicket(15_00))
    till.ok(WithholdTicket(till.last_ticket(), "torn"))
    till.ok(Deposit("ann", 300_00))
    form = till.ok(PrepareHandPay("ann", 100_00)).first
    till.ok(SignHandPay(form, 100_00, "ab" * 32))
    till.ok(AskTransfer("ann", 40_00, False))
    till.ok(SettleTransfer(max(till.desk.cage.transfers), "done"), "cms", "system")
    till.ok(AskTransfer("ann", 60_00, False))
    return till


def test_a_busy_day_comes_to_zero() -> None:
    till = busy(Till())
    made = day_report(till.store)
    assert made.wrong == []
    told = {name: (one.number, one.cents) for name, one in made.tickets.items()}
    assert told == {
        "outstanding before": (0, 0),
        "issued at terminals": (2, 120_00),
        "paid at terminals": (1, 60_00),
        "issued at the cage": (2, 40_00),
        "paid at the cage": (1, 25_00),
        "withheld": (1, 15_00),
        "outstanding now": (1, 60_00),
    }
    assert {name: one.cents for name, one in made.transfers.items()} == {"to the system": 40_00, "pending": 60_00}
    assert made.by_hand.cents == 100_00
    assert {key: (m.came, m.went) for key, m in made.meters.items()} == {
        ("t", 1): (50_00, 60_00),
        ("t", 2): (60_00, 60_00),
    }
    till.is_sound()


def test_the_next_day_begins_where_this_one_ended() -> None:
    till = busy(Till())
    first = day_report(till.store)
    till.clock.now += DAY
    till.ok(
        PayTicket(till.desk.ticket_number(min(s for s, t in till.desk.cage.tickets.items() if t.standing == "open")))
    )
    second = day_report(till.store)
    assert second.since == first.until
    assert second.wrong == []
    closing = {name: account.closing for name, account in first.accounts.items()}
    assert {name: account.opening for name, account in second.accounts.items()} == closing
    assert second.tickets["outstanding before"] == first.tickets["outstanding now"]
    assert (second.tickets["outstanding now"].cents, set(second.meters)) == (0, set())


def test_what_does_not_come_to_zero_is_named() -> None:
    lost = Entry(5, "x", "cage", None, (Posting("tickets", 10_00),))
    wrong = reconcile([lost], 0, 10).wrong
    assert any("sum to 10.00" in line for line in wrong)
    assert any("their account has 10.00" in line for line in wrong)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db, key = str(tmp_path / "floor.sqlite"), tmp_path / "ticket.key"
    key.write_bytes(KEY)
    store = open_store(db)
    Desk(store, Settings(KEY)).close()
    store.close()
    assert run(["cage", "sell", db, "12.50", "--key", str(key), "--as", "cass", "--json"]) == 0
    number = json.loads(capsys.readouterr().out)["number"]
    assert run(["cage", "void", db, number, "--reason", "wrong amount", "--key", str(key), "--as", "cass"]) == 0
    assert run(["cage", "void", db, number, "--reason", "again", "--key", str(key), "--as", "cass"]) == 2
    assert "void: this ticket was cancelled (3.4.2)" in capsys.readouterr().err
    assert run(["cage", "expire", db, "--as", "cass"]) == 0
    assert run(["cage", "report", db, "--json"]) == 0
    told = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert told["wrong"] == []
    assert told["tickets"]["void"] == {"number": 1, "amount": "12.50"}
    assert run(["cage", "report", db]) == 0
    assert "everything comes to zero" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        lambda db, key: ["report", db, "--day", "tomorrow"],
        lambda db, key: ["report", db + ".not"],
        lambda db, key: ["sell", db, "much", "--key", key],
        lambda db, key: ["sell", db, "5", "--key", key + ".not"],
        lambda db, key: ["sell", db, "-5", "--key", key],
        lambda db, key: ["void", db, "12", "--reason", "x", "--key", key],
    ],
)
def test_bad_input_is_one_line(
    words: Callable[[str, str], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, key = str(tmp_path / "floor.sqlite"), tmp_path / "ticket.key"
    key.write_bytes(KEY)
    open_store(db).close()
    assert run(["cage", *words(db, str(key))]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
