"""A Ticket In Cash Out machine redeems tickets under its own name, and does nothing else of a cashier's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.conftest import running
from tests.server.requests import TABLES, Pit

from feltwork.cage.tickets import TICKET_MACHINE
from feltwork.server.auth.entrance import screen_of
from feltwork.server.auth.sessions import Session
from feltwork.server.auth.staff import check_roles
from feltwork.server.auth.terminals import StaffError
from feltwork.server.config import FloorConfig
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

MACHINE = Session("cashier", (("tico-1", TICKET_MACHINE),))


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Pit]:
    with running(FloorConfig(TABLES, str(tmp_path / "floor.sqlite"))) as up:
        yield Pit(up)


def test_1_1_a_ticket_is_redeemed_at_a_machine_once(pit: Pit, tmp_path: Path) -> None:
    machine, number = pit.up.token(MACHINE), pit.sold()
    pay = {"type": "pay-ticket", "number": number}
    assert pit.post("/api/cage", machine, {"key": "m1", "do": pay})[0] == 200
    status, told = pit.post("/api/cage", machine, {"key": "m2", "do": pay})
    assert (status, "paid" in told["why"]) == (409, True)
    paid = [record for record in pit.up.floor.house.reader.log.read("cage") if record.kind == "ticket-paid"]
    assert [(record.actor, record.role) for record in paid] == [("tico-1", TICKET_MACHINE)]
    reading = read_log(str(tmp_path / "floor.sqlite"))
    assert verify(reading) == []
    reading.close()


@pytest.mark.parametrize(
    ("do", "clause"),
    [
        ({"type": "sell-ticket", "amount": 5_00}, "3.8.1"),
        ({"type": "deposit", "player": "ann", "amount": 5_00}, "3.3"),
        ({"type": "issue-card", "player": "ann"}, "3.13"),
        ({"type": "prepare-hand-pay", "player": "ann", "amount": 5_00, "identified": "passport"}, "4.3"),
    ],
)
def test_1_1_a_machine_does_nothing_else(pit: Pit, do: dict[str, object], clause: str) -> None:
    status, told = pit.post("/api/cage", pit.up.token(MACHINE), {"key": "m1", "do": do})
    assert (status, told.get("clause", "")) == (409, clause), told


def test_4_3_3_a_machine_looks_at_no_papers(pit: Pit) -> None:
    pay = {"type": "pay-ticket", "number": pit.sold(), "identified": "passport"}
    status, told = pit.post("/api/cage", pit.up.token(MACHINE), {"key": "m1", "do": pay})
    assert (status, told["clause"]) == (409, "4.3.3")


@pytest.mark.parametrize("path", ["/api/cage", "/api/cage/report", "/api/incidents", "/api/promotion", "/cage"])
def test_a_machine_reads_nothing(pit: Pit, path: str) -> None:
    assert pit.up.fetch(path, pit.up.token(MACHINE))[0] == 403


def test_an_account_of_a_machine() -> None:
    check_roles("cashier", (TICKET_MACHINE,))
    with pytest.raises(StaffError, match="cashier, ticket_machine"):
        check_roles("cashier", ("dealer",))


def test_a_machine_has_a_screen_of_its_own(pit: Pit) -> None:
    machine = pit.up.token(MACHINE)
    assert screen_of(MACHINE) == "/machine"
    assert pit.up.fetch("/machine", machine)[0] == 200
    pay = {"type": "pay-ticket", "number": pit.sold()}
    status, told = pit.post("/api/cage", machine, {"key": "m1", "do": pay})
    assert (status, told["paid"]) == (200, 5_00), "the machine counts out what the ticket is worth"
    assert pit.up.fetch("/machine", pit.up.token(Session("cashier", (("cass", "cashier"),))))[0] == 200
    assert pit.up.fetch("/machine", pit.boss)[0] == 403
