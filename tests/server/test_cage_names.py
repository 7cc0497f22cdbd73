"""People at the cage have names: the system makes their ids, and a refusal says what is wrong with what was typed."""

from __future__ import annotations

import json

import pytest
from tests.server.conftest import Running

from feltwork.server.auth.sessions import Session
from feltwork.store.port import Person

CASS = Session("cashier", (("cass", "cashier"),))


@pytest.fixture
def cashier(floor: Running) -> str:
    return floor.token(CASS)


def order(floor: Running, token: str, key: str, **do: object) -> tuple[int, dict[str, object]]:
    status, body, _ = floor.fetch("/api/cage", token, {"key": key, "do": do})
    return status, json.loads(body)


def names(floor: Running, token: str) -> dict[str, str]:
    return dict(json.loads(floor.fetch("/api/cage", token)[1])["names"])


def test_a_name_with_a_space_is_a_name(floor: Running, cashier: str) -> None:
    assert order(floor, cashier, "k1", type="deposit", player=" Ann  Marie O'Neil ", amount=5_000)[0] == 200
    [(made, name)] = names(floor, cashier).items()
    assert name == "Ann Marie O'Neil"
    purses = floor.floor.house.queue.desk.cage.purses
    assert purses[made] == 5_000
    assert order(floor, cashier, "k1", type="deposit", player=" Ann  Marie O'Neil ", amount=5_000)[0] == 200
    assert order(floor, cashier, "k2", type="deposit", player="ann marie o'neil", amount=1_000)[0] == 200
    assert names(floor, cashier) == {made: name}, "the same person"
    assert purses[made] == 6_000, "and the same order counts once"
    assert order(floor, cashier, "k3", type="issue-card", player=made)[0] == 200
    log = floor.floor.house.reader.log.read("cage")
    assert not any(b"Neil" in record.body for record in log), "names are not in the chained log"


def test_a_name_that_nobody_has_is_paid_nothing(floor: Running, cashier: str) -> None:
    paid = {"type": "prepare-hand-pay", "player": "Ben Stone", "amount": 500, "requested": "cash", "given": "cash"}
    status, told = order(floor, cashier, "k1", **paid)
    assert (status, str(told["why"]).partition(":")[0]) == (409, "nobody called Ben Stone is known here")
    assert names(floor, cashier) == {}


def test_two_people_of_one_name_are_told_apart(floor: Running, cashier: str) -> None:
    people = floor.floor.house.reader.people
    for one in ("p-1", "p-2"):
        people.save(Person(one, "Jo Lee"))
    status, told = order(floor, cashier, "k1", type="deposit", player="Jo Lee", amount=500)
    assert (status, told["why"]) == (409, "2 people are called Jo Lee: type the id of one, p-1, p-2")
    assert order(floor, cashier, "k2", type="deposit", player="p-2", amount=500)[0] == 200


@pytest.mark.parametrize("typed", ["a" * 121 + " b", "a\x07 b"])
def test_what_is_no_name_is_refused_as_one(floor: Running, cashier: str, typed: str) -> None:
    status, told = order(floor, cashier, "k1", type="deposit", player=typed, amount=500)
    assert status == 409
    assert "name has letters" in str(told["why"])
