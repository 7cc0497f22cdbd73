"""A crew's command counts once by its key: whoever of the crew acts, leaves the screen, or comes to it meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.conftest import Running, Talk, until
from tests.server.held import Held, holding
from tests.server.test_crew import sit

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope, own_key
from feltwork.server.auth.sessions import Session
from feltwork.table.live import commands as ask
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import findings

BUY = {"type": "buy-in", "seat": 1, "amount": 1_000, "asked": "ten more"}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Running]:
    with holding(tmp_path / "floor.sqlite") as up:
        sit(up)
        more = Envelope("more", "cage", "till", "cashier", Deposit("ann", 50_000))
        assert not up.floor.house.post(more).result().reason
        yield up
    with closing(read_log(str(tmp_path / "floor.sqlite"))) as reading:
        assert list(findings(reading)) == [], "whatever came again, the log is sound"


def send(talk: Talk, key: str, do: dict[str, object] = BUY, *, again: bool = False) -> None:
    talk.socket.send(json.dumps({"key": key, "do": do, **({"round": 0} if again else {})}))


def answer(talk: Talk, key: str) -> dict[str, object]:
    return talk.until(lambda m: key in (m.get("ack"), m.get("no"), m.get("lost"), m.get("unknown")))


def bought(floor: Running) -> list[tuple[str, str]]:
    """Who sold chips to the seat since it was sat at, and the key of each."""
    records = floor.floor.house.reader.log.read("table/one", 0)
    return [(record.actor, record.key) for record in records if record.kind == "bought-in"][1:]


def leaves(floor: Running, token: str, person: str) -> None:
    assert floor.fetch("/signout", token, {"person": person})[0] == 200


def test_sent_again_after_its_person_left_it_is_not_done_again(floor: Running) -> None:
    token = floor.crew()
    crew = Talk(floor.screen("one", token))
    send(crew, "k1")
    done = answer(crew, "k1")
    assert "ack" in done
    for _ in range(2):  # until one is left
        leaves(floor, token, bought(floor)[0][0] if _ == 0 else people(crew)[0])
        crew.until(lambda m: "hello" in m)
        send(crew, "k1", again=True)
        assert answer(crew, "k1") == done
    assert len(bought(floor)) == 1


def people(talk: Talk) -> list[str]:
    hello = [message for message in talk.heard if "hello" in message][-1]["hello"]
    assert isinstance(hello, dict)
    return [person for person, _ in hello["people"]]


def test_sent_again_while_the_first_is_under_way_it_is_not_done_again(floor: Running) -> None:
    token = floor.crew()
    crew = Talk(floor.screen("one", token))
    send(crew, "k0")
    assert "ack" in answer(crew, "k0")
    who = bought(floor)[0][0]
    Held.reached.clear()
    Held.go.clear()
    send(crew, "k1")
    assert Held.reached.wait(10)
    leaves(floor, token, who)
    crew.until(lambda m: "hello" in m)
    send(crew, "k1", again=True)
    queue = floor.floor.house.queue
    until(lambda: queue.waiting)
    Held.go.set()
    first, second = answer(crew, "k1"), answer(crew, "k1")
    assert "ack" in first
    assert first == second
    assert len(bought(floor)) == 2


def test_sent_again_after_somebody_joined_it_is_not_done_again(floor: Running) -> None:
    floor.floor.staff.add("dana", "crew", ("dealer",), "a long password")
    token = floor.token(Session("crew", (("one-dealer", "dealer"),), "one"))
    crew = Talk(floor.screen("one", token))
    send(crew, "k1")
    done = answer(crew, "k1")
    joins = {"person": "dana", "password": "a long password", "joins": True}
    assert floor.fetch("/signin", token, joins)[0] == 200
    leaves(floor, token, "one-dealer")
    back = Talk(floor.screen("one", token))
    assert people(back) == ["dana"]
    send(back, "k1", again=True)
    assert answer(back, "k1") == done
    assert len(bought(floor)) == 1


def test_what_was_refused_stays_refused_whoever_is_left(floor: Running) -> None:
    token = floor.crew()
    crew = Talk(floor.screen("one", token))
    send(crew, "k1", BUY | {"amount": 9_000_000})
    refused = answer(crew, "k1")
    assert "no" in refused
    for person in people(crew)[:2]:
        leaves(floor, token, person)
        crew.until(lambda m: "hello" in m)
    send(crew, "k1", BUY | {"amount": 9_000_000}, again=True)
    assert answer(crew, "k1") == refused


def test_the_same_key_for_another_command_is_refused(floor: Running) -> None:
    token = floor.crew()
    crew = Talk(floor.screen("one", token))
    send(crew, "k1")
    assert "ack" in answer(crew, "k1")
    leaves(floor, token, bought(floor)[0][0])
    send(crew, "k1", BUY | {"amount": 2_000}, again=True)
    assert answer(crew, "k1")["why"] == "this key was used for another command"
    assert len(bought(floor)) == 1


def test_two_screens_that_choose_the_same_key_have_nothing_to_do_with_each_other(floor: Running) -> None:
    crew, beside = (Talk(floor.screen("one", floor.crew())) for _ in range(2))
    player = Talk(floor.screen("one", floor.player()))
    versions = set()
    for talk in (crew, beside, player):
        send(talk, "k1", again=talk is beside)
        versions.add(answer(talk, "k1")["version"])
    assert len(versions) == 3
    keys = [key for _, key in bought(floor)]
    assert len(set(keys)) == 3
    assert keys[2] == "k1@ann"
    send(beside, "k1", BUY | {"amount": 2_000}, again=True)
    assert "used for another command" in str(answer(beside, "k1")["why"])


def test_a_key_that_was_kept_for_a_person_is_still_found(floor: Running) -> None:
    """A page that was open while the floor was renewed sends again what was kept under its person's name."""
    token = floor.crew()
    crew = Talk(floor.screen("one", token))
    body = ask.BuyIn(1, 1_000, asked="ten more")
    for number, (person, role) in enumerate(crew_people(crew)):
        key = f"old{number}"
        sent = Envelope(own_key(key, person), "one", person, role, body)
        before = floor.floor.house.post(sent).result()
        if before.reason:
            continue
        count = len(bought(floor))
        send(crew, key, again=True)
        assert answer(crew, key) == {"ack": key, "version": before.last}
        assert len(bought(floor)) == count
    assert bought(floor)


def crew_people(talk: Talk) -> list[tuple[str, str]]:
    hello = talk.hello["hello"]
    assert isinstance(hello, dict)
    return [(person, role) for person, role in hello["people"]]


def test_a_crew_s_order_to_the_office_counts_once_whoever_of_them_is_left(floor: Running) -> None:
    """Its key was the person's who was asked as: sent again when that one had left, it was done a second time."""
    token = floor.crew()
    order = {"key": "k1", "do": {"type": "raise-game-dispute", "book": "star-craps", "person": "ann", "words": "mine"}}
    first = floor.fetch("/api/incidents", token, order)[:2]
    assert first[0] == 200
    people = json.loads(floor.fetch("/api/me", token)[1])["people"]
    leaves(floor, token, people[0][0])
    assert floor.fetch("/api/incidents", token, order)[:2] == first
    raised = [r for r in floor.floor.house.reader.log.read("incidents") if r.kind == "game-dispute-raised"]
    assert [record.actor for record in raised] == [people[0][0]]
    other = order | {"do": order["do"] | {"words": "another"}}  # type: ignore[operator]  # a command
    assert floor.fetch("/api/incidents", token, other)[0] == 409, "the same key for another command"
