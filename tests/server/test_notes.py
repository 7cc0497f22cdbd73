"""Notes at a served floor: only an enrolled acceptor puts money on a meter (Aruze 3.4.1)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.server.conftest import Running, Talk, running, until

from feltwork.cage.acceptor import SimulatedAcceptor
from feltwork.cage.commands import IssueCard
from feltwork.engine.envelope import Envelope
from feltwork.games.conduct import Act
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    tables = [
        TableConfig("etg", "aruze-craps", 4),
        TableConfig("one", "star-craps", 4),
        TableConfig("play", "aruze-craps", 4, practice=True),
    ]
    with running(FloorConfig(tables, str(tmp_path / "floor.sqlite"))) as up:
        yield up


def sit(floor: Running, table: str, seat: int = 1, name: str = "ann") -> str:
    token = floor.player(table, seat, name)
    assert "ack" in Talk(floor.screen(table, token)).do("sit", player=name, seat=seat)
    return token


def held(floor: Running, table: str, seat: int = 1) -> int:
    return floor.floor.house.reader.log.balances().get(f"seat/{table}/{seat}", 0)


@pytest.mark.parametrize("table", ["etg", "one"])
def test_a_player_s_session_credits_nothing(floor: Running, table: str) -> None:
    token = sit(floor, table)
    version = floor.floor.house.reader.log.head(f"table/{table}").version
    for key in ("1", "2", "3"):
        status, body, _ = floor.fetch("/api/cash-in", token, {"key": key, "amount": 100_00})
        assert (status, json.loads(body)["why"]) == (403, "notes go into the note acceptor; it reports them by itself")
    screen = Talk(floor.screen(table, token), 100)
    assert "not a command" in str(screen.do("insert-note", seat=1, amount=100_00)["why"])
    assert "does not send" in str(screen.do("enrol-acceptor", seat=1, key="0" * 64)["why"])
    assert held(floor, table) == 0
    assert floor.floor.house.reader.log.head(f"table/{table}").version == version


def test_a_report_counts_once_however_often_it_comes(floor: Running) -> None:
    sit(floor, "etg")
    assert floor.note("etg", 1, 50_00) == (200, b'{"done":5000}')
    again = SimulatedAcceptor.seeded("etg", 1, "tests").report(50_00)
    for _ in range(3):
        assert floor.tell(again, "etg") == (200, b'{"done":5000}'), "the same report, the same answer"
    assert held(floor, "etg") == 50_00
    assert floor.note("etg", 1, 20_00)[0] == 200
    assert held(floor, "etg") == 70_00


def test_what_no_acceptor_signed_stays_out_of_the_log(floor: Running) -> None:
    sit(floor, "etg")
    assert floor.note("etg", 1, 50_00)[0] == 200
    before = [(head.stream, head.version) for head in floor.floor.house.reader.log.heads()]
    stranger = SimulatedAcceptor("etg", 1, Ed25519PrivateKey.generate(), 7)
    own = SimulatedAcceptor.seeded("etg", 1, "tests")
    own.last = 7
    true = own.report(20_00)
    forged = [
        stranger.report(50_00),
        type(true)(1, 100_00, 8, true.signature),
        type(true)(1, 20_00, 9, true.signature),
        type(true)(2, 20_00, 8, true.signature),
        type(true)(1, 20_00, 8, ""),
        type(true)(1, 20_00, 8, "zz" * 64),
    ]
    for note in forged:
        assert floor.tell(note, "etg")[0] == 403, note
    assert floor.tell(true, "one")[0] == floor.tell(true, "nowhere")[0] == 403
    bodies: list[object] = [
        {},
        [],
        "x" * 9_000,
        {"table": "etg", "seat": 1, "amount": 2**70, "number": 1, "signature": ""},
    ]
    for body in bodies:
        assert floor.fetch("/api/note", body=body, origin="")[0] in (400, 403)
    assert [(head.stream, head.version) for head in floor.floor.house.reader.log.heads()] == before
    assert held(floor, "etg") == 50_00
    assert floor.tell(true, "etg")[0] == 200


def test_a_note_that_cannot_be_taken_is_refused_and_goes_back(floor: Running) -> None:
    assert floor.note("etg", 1, 50_00)[0] == 409, "nobody sits there"
    sit(floor, "etg")
    status, body = floor.note("etg", 1, 7_00)
    assert (status, json.loads(body)["clause"]) == (409, "3.4.1")
    assert floor.note("etg", 1, 50_00)[0] == 200
    assert held(floor, "etg") == 50_00


def test_play_money_comes_in_by_a_simulated_acceptor(floor: Running) -> None:
    token = sit(floor, "play")
    for _ in range(2):
        assert floor.fetch("/api/cash-in", token, {"key": "1", "amount": 50_00})[:2] == (200, b'{"done":5000}')
    assert held(floor, "play") == 50_00
    assert floor.fetch("/api/cash-in", token, {"key": "2", "amount": 7_00})[0] == 400
    other = floor.player("play", 1, "bob")
    assert floor.fetch("/api/cash-in", other, {"key": "3", "amount": 50_00})[0] == 409


def test_3_13_a_card_s_number_is_told_to_its_seat_alone(floor: Running) -> None:
    ann, ben = (Talk(floor.screen("etg", floor.player("etg", seat, name))) for seat, name in ((1, "ann"), (2, "ben")))
    assert "ack" in ann.do("sit", player="ann", seat=1)
    floor.floor.house.post(Envelope("c", "cage", "cass", "cashier", IssueCard("ann"))).result()
    until(lambda: floor.floor.house.cage.card_of("ann"))
    number = floor.floor.house.cage.card_of("ann")
    assert floor.fetch("/api/card", floor.player("etg", 1, "ann"), {"key": "1", "number": number})[0] == 200
    told = ben.until(lambda m: any(e["kind"] == "card-in" for e in m.get("events", ())))  # type: ignore[attr-defined]
    assert number not in json.dumps(told)
    own = ann.until(lambda m: "mine" in m and m["mine"]["card"] == number)  # type: ignore[index]
    assert own


def test_a_key_with_which_anybody_could_sign_mints_nothing(floor: Running) -> None:
    sit(floor, "etg", 2)
    life = floor.floor.house.rooms["etg"].live
    assert life.conduct
    role = life.conduct.powers[Act.CLOSE].roles[0]
    manager = Talk(floor.screen("etg", floor.token(Session("supervisor", ((floor.config.manager, role),)))))
    for key in ("01" + "00" * 31, "00" * 32, "ec" + "ff" * 30 + "7f", "ed" + "ff" * 30 + "ff"):
        assert "anybody could sign" in str(manager.do("enrol-acceptor", seat=2, key=key)["why"])
        body = {"table": "etg", "seat": 2, "amount": 100_00, "number": 1, "signature": "01" + "00" * 63}
        assert floor.fetch("/api/note", body=body, origin="")[0] == 403
    assert held(floor, "etg", 2) == 0
