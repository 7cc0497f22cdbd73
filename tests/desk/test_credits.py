"""Aruze Craps 3.4 at the desk: what adds to a credit meter, and what the verifier says of anything else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltwork.cage.commands import AskTransfer, CreditTransfer, Deposit, SettleTransfer
from feltwork.cage.events import PaidToTable
from feltwork.table.live.commands import BuyIn, Leave, Sit
from feltwork.table.live.events import BoughtIn
from tests.rules.desk import AtDesk

OWN, ANNS = "player-1", "T5"
NOTE = PaidToTable(OWN, 50_00, "t", "cash", 0, 1)
BOUGHT = BoughtIn(1, OWN, 50_00, "cash")


def etg() -> AtDesk:
    """A terminal without credits, whose player has money at the cage."""
    table = AtDesk("aruze-craps", cents=0)
    table.ok(Deposit(OWN, 200_00))
    return table


def asked(table: AtDesk, cents: int, *, inward: bool) -> str:
    """A transfer that the player asks for at the terminal; its number."""
    return f"T{table.does(AskTransfer(OWN, cents, inward, 't', 1), 1).first}"


def test_a_deposit_is_not_credited_whoever_asks() -> None:
    table = etg()
    for by in ("assistant_gaming_manager", "gaming_manager", "system", "dealer"):
        assert table.says_no(BuyIn(1, 50_00), by) == "not in the book"
    assert table.says_no(BuyIn(1, 50_00), 1) == "3.4"
    assert table.report(1, 60_00).clause == "3.4.1"
    table.note(1, 50_00)
    assert (table.rail(1), table.balance(f"player/{OWN}")) == (50_00, 200_00)
    table.is_sound()


def test_a_transfer_is_credited_once_at_its_terminal() -> None:
    table = etg()
    name = asked(table, 60_00, inward=True)
    assert table.says_no(CreditTransfer(1, name), 1) == "3.4.4", "no answer yet"
    table.ok(SettleTransfer(name, "done"), "cms", "system")
    assert table.says_no(CreditTransfer(2, name), 2) == table.says_no(CreditTransfer(1, "T99"), 1) == "3.4.4"
    table.does(CreditTransfer(1, name), 1)
    assert table.says_no(CreditTransfer(1, name), 1) == "3.4.4"
    assert (table.rail(1), table.balance("cms")) == (60_00, -60_00)
    table.is_sound()


def test_a_transfer_that_is_refused_comes_back_to_its_terminal() -> None:
    table = etg()
    name = asked(table, 80_00, inward=False)
    table.ok(SettleTransfer(name, "refused", "no such account"), "cms", "system")
    table.does(CreditTransfer(1, name), 1)
    assert (table.rail(1), table.balance(f"player/{OWN}")) == (80_00, 120_00)
    table.is_sound()


def test_a_transfer_goes_to_nobody_else() -> None:
    table = etg()
    name = asked(table, 60_00, inward=True)
    table.ok(SettleTransfer(name, "done"), "cms", "system")
    table.does(Leave(1), 1)
    table.does(Sit("player-3", 1), 3)
    assert table.says_no(CreditTransfer(1, name), 3) == "3.4.4"
    table.is_sound()


@pytest.mark.parametrize(
    ("bought", "half", "found"),
    [
        (BOUGHT, NOTE, {"money"}),
        (replace(BOUGHT, via=""), PaidToTable(OWN, 50_00, "t"), {"money"}),
        (replace(BOUGHT, via="favour"), PaidToTable(OWN, 50_00, "t", "favour"), {"money"}),
        (replace(BOUGHT, amount=70_00), replace(NOTE, amount=70_00), {"money"}),
        (BOUGHT, PaidToTable(OWN, 50_00, "t"), {"link", "money"}),
        (replace(BOUGHT, via="ticket"), NOTE, {"link"}),
        (replace(BOUGHT, via="transfer"), PaidToTable(OWN, 50_00, "t", "transfer", 0, 1, ANNS), {"transfer"}),
        (replace(BOUGHT, via="transfer"), PaidToTable(OWN, 50_00, "t", "transfer", 0, 1, "T99"), {"transfer"}),
    ],
)
def test_credits_that_are_made_up_are_found(bought: BoughtIn, half: PaidToTable, found: set[str]) -> None:
    table = etg()
    table.ok(Deposit("player-2", 1_00))
    assert f"T{table.does(AskTransfer('player-2', 50_00, True, 't', 2), 2).first}" == ANNS
    table.ok(SettleTransfer(ANNS, "done"), "cms", "system")
    if half.transfer == "T99":
        table.desk.cage.transfers["T99"] = table.desk.cage.transfers[ANNS]
    table.forges(1, (bought, half))
    assert {finding.kind for finding in table.found()} == found


def test_a_transfer_credited_twice_is_found() -> None:
    table = etg()
    name = asked(table, 50_00, inward=True)
    table.ok(SettleTransfer(name, "done"), "cms", "system")
    table.does(CreditTransfer(1, name), 1)
    half = PaidToTable(OWN, 50_00, "t", "transfer", 0, 1, name)
    table.forges(1, (replace(BOUGHT, via="transfer"), half))
    assert {finding.kind for finding in table.found()} == {"transfer"}
