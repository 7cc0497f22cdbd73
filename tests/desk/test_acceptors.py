"""Aruze 3.4.1 at the desk: notes are reported by a terminal's own acceptor, and a forged report is found."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.cage.acceptor import SimulatedAcceptor
from feltwork.cage.commands import InsertNote
from feltwork.cage.events import CASH, PaidToTable
from feltwork.table.life.acceptors import ACCEPTOR, NoteReported, RemoveAcceptor
from feltwork.table.life.events import BoughtIn
from tests.rules.desk import AtDesk


def etg() -> tuple[AtDesk, SimulatedAcceptor]:
    table = AtDesk("aruze-craps", cents=0)
    acceptor = SimulatedAcceptor.seeded("t", 1, "x")
    table.does(acceptor.enrolment, table.boss)
    return table, acceptor


def send(table: AtDesk, note: InsertNote, role: str = ACCEPTOR) -> str:
    return table.send(note, "t-1", role, "t").reason


def test_3_4_1_a_note_is_what_the_acceptor_says() -> None:
    table, acceptor = etg()
    note = acceptor.report(50_00)
    for role in ("player", "dealer", "gaming_manager", "system", "cashier"):
        assert "reports it by itself" in send(table, note, role)
    assert "not signed" in send(table, replace(note, amount=100_00))
    assert "not signed" in send(table, replace(note, seat=2)) or "no note acceptor" in send(
        table, replace(note, seat=2)
    )
    assert send(table, note) == ""
    assert "has counted" in send(table, note)
    assert "takes notes of" in send(table, acceptor.report(60_00))
    assert send(table, acceptor.report(20_00)) == ""
    assert table.rail(1) == 70_00
    table.is_sound()


def test_an_acceptor_that_is_removed_or_replaced_counts_no_more() -> None:
    table, acceptor = etg()
    other = SimulatedAcceptor.seeded("t", 1, "y")
    table.says_no(other.enrolment, 1)
    table.does(other.enrolment, table.boss)
    assert "not signed" in send(table, acceptor.report(50_00))
    assert "before" in table.send(acceptor.enrolment, table.boss, table.boss, "t").reason
    table.does(RemoveAcceptor(1), table.boss)
    assert "no note acceptor" in send(table, other.report(50_00))
    table.says_no(RemoveAcceptor(1), table.boss)
    assert table.rail(1) == 0
    table.is_sound()


def test_the_verifier_finds_notes_that_no_acceptor_reported() -> None:
    player, half = "player-1", PaidToTable("player-1", 50_00, "t", CASH, 0, 1)
    bought = (BoughtIn(1, player, 50_00, CASH), half)

    def found(*steps: object, role: int | str = ACCEPTOR) -> set[str]:
        table, _ = etg()
        table.forges(role, *steps)
        return {finding.kind for finding in table.found()}

    acceptor = SimulatedAcceptor.seeded("t", 1, "x")
    note = acceptor.report(50_00)
    report = NoteReported(1, 50_00, 1, note.signature)
    assert found(report, bought) == set()
    assert "money" in found(bought, role=1), "by the player's own word"
    assert "money" in found(bought)
    assert "money" in found(replace(report, amount=100_00), bought), "another note than was signed"
    assert "money" in found(replace(report, number=2), bought)
    assert "money" in found(report, bought, report, bought), "one report twice"
    assert found(report, bought, role=1)
    assert "money" in found(report, (BoughtIn(1, player, 100_00, CASH), replace(half, amount=100_00)))
