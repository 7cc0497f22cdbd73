"""Aruze 3.4.1 at the desk: notes are reported by a terminal's own acceptor, and a forged report is found."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.cage.acceptor import SimulatedAcceptor
from feltwork.cage.commands import InsertNote
from feltwork.cage.events import CASH, PaidToTable
from feltwork.table.live.commands import EnrolAcceptor, RemoveAcceptor
from feltwork.table.live.events import AcceptorEnrolled, BoughtIn, NoteReported
from feltwork.table.live.topics.acceptors import ACCEPTOR
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
    assert table.says_no(other.enrolment, 1) == "not in the book"
    table.does(other.enrolment, table.boss)
    assert "not signed" in send(table, acceptor.report(50_00))
    assert "before" in table.send(acceptor.enrolment, table.boss, table.boss, "t").reason
    table.does(RemoveAcceptor(1), table.boss)
    assert "no note acceptor" in send(table, other.report(50_00))
    assert table.says_no(RemoveAcceptor(1), table.boss) == "not in the book"
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


P = 2**255 - 19
EIGHTH = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
OTHER_EIGHTH = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"


def written(y: int, sign: int = 0) -> str:
    return (y | sign << 255).to_bytes(32, "little").hex()


OF_SMALL_ORDER = [
    *[written(y, sign) for y in (0, 1, P - 1, P, P + 1) for sign in (0, 1)],
    *[written(int.from_bytes(bytes.fromhex(y), "little"), sign) for y in (EIGHTH, OTHER_EIGHTH) for sign in (0, 1)],
]
"""The points of small order in every way of writing them."""
NOT_WRITTEN_SO = [written(P + more, sign) for more in (3, 4, 9, 18) for sign in (0, 1)]
"""A second way of writing a point."""
NO_POINT = [written(2), written(7, 1)]


def test_3_4_1_a_key_with_which_anybody_could_sign_is_not_enrolled() -> None:
    table, _ = etg()
    assert len(set(OF_SMALL_ORDER)) == 14
    for key in (*OF_SMALL_ORDER, *NOT_WRITTEN_SO, *NO_POINT):
        answer = table.send(EnrolAcceptor(2, key), table.boss, table.boss, "t")
        assert "anybody could sign" in answer.reason, key
    for number in range(20):
        table.does(SimulatedAcceptor.seeded("t", 2, str(number)).enrolment, table.boss)
    table.is_sound()


def test_the_verifier_finds_a_key_with_which_anybody_could_sign() -> None:
    for key in (*OF_SMALL_ORDER, *NOT_WRITTEN_SO, *NO_POINT):
        table, _ = etg()
        table.forges(table.boss, AcceptorEnrolled(2, key))
        assert {finding.kind for finding in table.found()} == {"money"}, key
    table, _ = etg()
    table.forges(table.boss, AcceptorEnrolled(2, SimulatedAcceptor.seeded("t", 2, "z").enrolment.key))
    assert table.found() == []
