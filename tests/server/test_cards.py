"""Player cards at enrolled terminals: the card names the person, and that person is who sits (Aruze 3.13, 7.1)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.conftest import Running, Talk, given_token, running
from tests.server.test_cage import Cage

from feltwork.cage.numbers import card_number, checks
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    tables = [TableConfig("etg", "aruze-craps", 4), TableConfig("etg-2", "aruze-craps", 4)]
    with running(FloorConfig(tables, str(tmp_path / "floor.sqlite"))) as up:
        yield up


def terminal(up: Running, table: str = "etg", seat: int = 1) -> tuple[str, Talk]:
    """An enrolled terminal: its session and its screen."""
    _, _, headers = up.fetch("/enrol", "", {"key": up.floor.staff.terminals.enrol(table, seat)})
    token = given_token(headers)
    return token, Talk(up.screen(table, token), first=seat * 100)


def issue(cage: Cage, *players: str) -> list[str]:
    for player in players:
        assert cage.do("issue-card", player=player)[0] == 200
    return [cage.up.floor.house.cage.card_of(player) for player in players]


def who(up: Running, token: str) -> str:
    return str(json.loads(up.fetch("/api/me", token)[1])["people"][0][0])


def people(talk: Talk) -> object:
    hello = talk.until(lambda m: "hello" in m)["hello"]
    assert isinstance(hello, dict)
    return hello["people"]


def test_3_13_a_card_names_who_sits_at_a_terminal(floor: Running) -> None:
    cage, (token, talk) = Cage(floor), terminal(floor)
    ann, _ = issue(cage, "ann", "ben")
    greeted = talk.hello["hello"]
    assert isinstance(greeted, dict)
    assert (greeted["people"], greeted["by_card"]) == ([["terminal-etg-1", "player"]], True)
    refused = talk.do("sit", player="terminal-etg-1", seat=1)
    assert (refused["clause"], "player card" in str(refused["why"])) == ("3.13", True)
    assert talk.do("sit", player="ann", seat=1)["no"], "nor by a name that anybody can say"
    assert floor.note("etg", 1, 5000)[0] == 409, "no credits for nobody"
    assert cage.post("/api/card", token, {"key": "c1", "number": ann}) == (200, {"done": "in"})
    assert people(talk) == [["ann", "player"]]
    assert floor.floor.house.live("etg").seats.players == {1: "ann"}
    assert who(floor, token) == "ann"
    assert floor.note("etg", 1, 5000)[0] == 200
    status, ticket = cage.post("/api/collect", token, {"key": "1"})
    assert status == 200
    kept = floor.floor.house.cage.ticket(int(str(ticket["serial"])))
    assert kept
    assert kept.player == "ann"
    assert floor.fetch(str(ticket["page"]), token)[0] == 200


def test_3_13_another_s_card_is_refused_and_the_next_person_is_nobody_else(floor: Running) -> None:
    cage, (token, talk) = Cage(floor), terminal(floor)
    ann, ben = issue(cage, "ann", "ben")
    assert cage.post("/api/card", token, {"number": ann})[0] == 200
    assert floor.note("etg", 1, 5000)[0] == 200
    page = str(cage.post("/api/collect", token, {"key": "1"})[1]["page"])
    assert cage.post("/api/card", token, {"out": True}) == (200, {"done": "out"})
    status, told = cage.post("/api/card", token, {"number": ben})
    assert (status, told["clause"]) == (409, "3.13")
    assert "another person" in str(told["why"])
    assert json.loads(floor.fetch("/api/me", token)[1])["card"] is None, "no card's number is offered to whoever comes"
    assert "ack" in talk.do("leave", seat=1)
    assert people(talk) == [["terminal-etg-1", "player"]]
    assert cage.post("/api/card", token, {"number": ben})[0] == 200
    assert people(talk) == [["ben", "player"]]
    assert floor.fetch(page, token)[0] == 404, "and the ticket of the one before is not theirs"
    assert who(floor, token) == "ben"


def test_7_1_a_card_is_in_one_terminal_at_a_time(floor: Running) -> None:
    cage = Cage(floor)
    (ann,) = issue(cage, "ann")
    here, beside, elsewhere = (terminal(floor, *place)[0] for place in (("etg", 1), ("etg", 2), ("etg-2", 1)))
    assert cage.post("/api/card", here, {"number": ann})[0] == 200
    for token in (beside, elsewhere):
        status, told = cage.post("/api/card", token, {"number": ann})
        assert (status, told["clause"]) == (409, "7.1")
    assert floor.floor.house.live("etg").seats.players == {1: "ann"}
    assert floor.floor.house.live("etg-2").seats.players == {}


def test_3_13_a_card_is_issued_to_a_person_and_its_number_cannot_be_made_up(floor: Running) -> None:
    cage, (token, _) = Cage(floor), terminal(floor)
    status, told = cage.do("issue-card", player="terminal-etg-1")
    assert (status, told["clause"]) == (409, "3.13")
    (ann,) = issue(cage, "ann")
    serial = int(ann[2:10])
    assert (len(ann), checks(ann)) == (20, True)
    made_up = [card_number(serial), card_number(serial, b"another key")]
    said = [cage.post("/api/card", token, {"number": number})[0] for number in made_up * 3]
    assert said == [409] * 5 + [429], "and guesses wait"
    assert floor.floor.house.live("etg").seats.players == {}
    assert b'feltwork_wrong_numbers_total{what="card",kind="player"} 5' in floor.fetch("/metrics")[1]


def test_a_terminal_comes_back_as_whoever_sits_there(tmp_path: Path) -> None:
    config = FloorConfig([TableConfig("etg", "aruze-craps", 4)], str(tmp_path / "floor.sqlite"))
    with running(config) as up:
        token, _ = terminal(up)
        (ann,) = issue(Cage(up), "ann")
        assert Cage(up).post("/api/card", token, {"number": ann})[0] == 200
    with running(config) as up:
        assert who(up, token) == "ann"
        assert people_of(Talk(up.screen("etg", token))) == [["ann", "player"]]
    reading = read_log(config.database)
    assert [finding for finding in verify(reading) if finding.kind != "unseen"] == []
    reading.close()


def people_of(talk: Talk) -> object:
    hello = talk.hello["hello"]
    assert isinstance(hello, dict)
    return hello["people"]
