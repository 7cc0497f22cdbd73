"""Seats of a demonstration: each belongs to the browser that was given it, with its money, until it is given up."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import SIGN, Running, running

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.demo.guests import AWAY_SECONDS, Guests
from feltwork.server.demo.players import house_name
from feltwork.server.people import named
from feltwork.table.live import commands as ask
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

WHERE = ("one", "electronic", "wheel")


class Floor:
    """A floor of two seats at each table, and a clock that is moved by hand."""

    def __init__(self, up: Running) -> None:
        self.up, self.time = up, 0.0
        self.guests = up.floor.guests = Guests(up.config, lambda: self.time)

    def take(self, cookies: dict[str, str], table: str = "one") -> tuple[int, dict[str, Any]]:
        """What a browser with these cookies is told that presses Play; it keeps the cookie it is given."""
        body = {"kind": "player", "table": table}
        headers = {"cookie": "; ".join(f"{name}={token}" for name, token in cookies.items())}
        status, said, told = self.up.fetch("/api/lobby/take", body=body, headers=headers)
        for name, value in told.items():
            if name.lower() == "set-cookie":
                cookie, _, token = value.partition(";")[0].partition("=")
                cookies[cookie] = token
        return status, json.loads(said)

    def places(self, cookies: dict[str, str]) -> list[dict[str, Any]]:
        headers = {"cookie": "; ".join(f"{name}={token}" for name, token in cookies.items())}
        found: list[dict[str, Any]] = json.loads(self.up.fetch("/api/lobby", headers=headers)[1])["roles"]
        return found

    def players(self, table: str = "one") -> dict[int, str]:
        return dict(self.up.floor.house.rooms[table].live.seats.players)

    def send(self, table: str, body: Any, seat: int) -> None:
        answer = self.up.send(table, body, self.players(table)[seat], "player")
        assert not answer.reason, answer.reason


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    tables = [
        TableConfig("one", "star-craps", 2, sign=SIGN, practice=True),
        TableConfig("electronic", "aruze-craps", 2, sign=SIGN, practice=True, source="os-draw", betting_seconds=20),
        TableConfig("wheel", "star-roulette", 2, sign=SIGN, practice=True),
    ]
    config = FloorConfig(tables, str(tmp_path / "floor.sqlite"))
    with running(config) as up:
        yield Floor(up)
    with closing(read_log(config.database)) as log:
        assert verify(log) == []


def test_a_seat_belongs_to_its_browser(floor: Floor) -> None:
    """A stranger at a full table whose guests closed their tabs gets nobody's seat: both still have theirs."""
    first: dict[str, str] = {}
    second: dict[str, str] = {}
    assert floor.take(first)[0] == floor.take(second)[0] == 200
    before = floor.players()
    floor.time = AWAY_SECONDS - 1
    status, told = floor.take({})
    assert (status, told["why"]) == (409, "every seat at this table is taken; watch it, or try another")
    assert floor.players() == before
    assert [place["here"] for place in floor.places(first)] == [100_000]
    assert not floor.places(first)[0]["gone"]


@pytest.mark.parametrize("table", WHERE)
def test_who_stays_away_is_cashed_out_and_comes_back_with_their_own_money(floor: Floor, table: str) -> None:
    first: dict[str, str] = {}
    second: dict[str, str] = {}
    floor.take(first, table)
    floor.take(second, table)
    own = floor.players(table)[1]
    [token] = first.values()
    assert floor.up.fetch("/api/cash-in", token, {"key": "k", "amount": 5_000})[0] == 200
    floor.time = AWAY_SECONDS + 1
    floor.take(second, table)  # is there; the other one is not
    stranger: dict[str, str] = {}
    assert floor.take(stranger, table)[0] == 200
    assert own not in floor.players(table).values()
    [place] = floor.places(stranger)
    assert (place["seat"], place["here"], place["gone"]) == (1, 100_000, False)
    [place] = floor.places(first)
    assert (place["here"], place["gone"], place["kept"]) == (0, True, 105_000)
    assert floor.take(first, table)[0] == 409  # full: both others are there
    floor.send(table, ask.Collect(1), 1)
    floor.send(table, ask.Leave(1), 1)
    assert floor.take(first, table)[0] == 200
    [place] = floor.places(first)
    assert (place["seat"], place["here"], place["gone"], place["kept"]) == (1, 105_000, False, 0)
    assert floor.players(table)[1] == own


def test_what_a_guest_lost_is_theirs_and_a_stranger_sees_nothing_of_it(floor: Floor) -> None:
    """The seat's meters run on; the next player's figures begin at nothing."""
    first: dict[str, str] = {}
    stranger: dict[str, str] = {}
    floor.take(first)
    floor.send("one", ask.PlaceWager(1, "field", 500), 1)
    floor.time = AWAY_SECONDS + 1
    floor.take(stranger)
    assert floor.players().keys() == {1, 2}, "what is on the felt plays on, and keeps the seat"
    floor.send("one", ask.RemoveWager(1, "field"), 1)
    floor.send("one", ask.Collect(1), 1)
    floor.send("one", ask.Leave(1), 1)
    third: dict[str, str] = {}
    floor.take(third)
    assert floor.places(third)[0]["seat"] == 1
    [token] = third.values()
    with floor.up.screen("one", token) as screen:
        meter = json.loads(screen.recv())["mine"]["meter"]
    assert meter == {"in": 100_000, "out": 0, "staked": 0, "won": 0, "credit": 100_000}


def test_two_who_come_at_once_never_get_the_same_seat(floor: Floor) -> None:
    """Eight browsers press Play at a table of two: two of them sit, each in a seat of their own."""
    jars: list[dict[str, str]] = [{} for _ in range(8)]
    found: list[int] = []
    threads = [threading.Thread(target=lambda jar=jar: found.append(floor.take(jar)[0])) for jar in jars]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200, 200, *[409] * 6]
    seats = [place["seat"] for jar in jars for place in floor.places(jar)]
    people = {place["person"] for jar in jars for place in floor.places(jar)}
    assert (sorted(seats), len(people)) == ([1, 2], 2)


def test_staff_read_a_name_of_every_guest_who_has_a_seat(floor: Floor) -> None:
    for _ in range(3):
        floor.take({})
    names = named(floor.up.floor.house.reader.people)
    assert [names[player] for _, player in sorted(floor.players().items())] == ["Guest 1", "Guest 2"]
    assert len(names) == 2, "who found no seat has no name here"


def test_a_house_player_makes_room_for_a_guest(floor: Floor) -> None:
    """At once where it has nothing on the felt; else it is said that a seat is coming, and the house player waits."""
    room = floor.up.floor.house.rooms["one"]
    guest: dict[str, str] = {}
    floor.take(guest)
    name = house_name("one", 2)
    floor.up.send("one", ask.Sit(name, 2), name, "player")
    paid = Envelope("paid", "cage", "note-acceptor", "cashier", Deposit(name, 10_000))
    assert not floor.up.floor.house.post(paid).result().reason
    floor.send("one", ask.BuyIn(2, 10_000), 2)
    floor.send("one", ask.PlaceWager(2, "field", 500), 2)
    other: dict[str, str] = {}
    status, told = floor.take(other)
    assert status == 409
    assert told["why"].startswith("every seat is taken just now; a house player is getting up")
    assert room.seat_wanted
    floor.send("one", ask.RemoveWager(2, "field"), 2)
    assert floor.take(other)[0] == 200
    assert (floor.places(other)[0]["seat"], room.seat_wanted) == (2, False)
