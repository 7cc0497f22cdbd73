"""Who is called what decides whom the cage pays: names come from those who answer for them, and nobody is renamed."""

from __future__ import annotations

import json

import pytest
from tests.server.conftest import Running, Talk

from feltwork.incidents.aggregate import INCIDENTS
from feltwork.server import people as who
from feltwork.server.auth.sessions import Session
from feltwork.server.opening import crew_session, supervisor_session
from feltwork.store.port import Person, StoreError

CASS = Session("cashier", (("cass", "cashier"),))
DISPUTE = {"type": "raise-game-dispute", "book": "star-craps"}


@pytest.fixture
def cashier(floor: Running) -> str:
    return floor.token(CASS)


def ordered(floor: Running, token: str, key: str, **do: object) -> tuple[int, dict[str, object]]:
    status, body, _ = floor.fetch("/api/cage", token, {"key": key, "do": do})
    return status, json.loads(body)


def told(floor: Running, token: str, key: str, people: dict[str, str], **do: object) -> int:
    named = {known: {"name": name} for known, name in people.items()}
    return floor.fetch("/api/incidents", token, {"key": key, "do": DISPUTE | do, "people": named})[0]


def test_neither_a_player_nor_the_crew_says_what_somebody_is_called(floor: Running, cashier: str) -> None:
    """A player who was called like another got that one's deposit."""
    mallory = floor.player("one", 1, "mallory")
    crew = floor.token(Session("crew", (("dana", "dealer"),), "one"))
    assert told(floor, mallory, "k1", {"mallory": "Bob Brown"}, person="mallory", words="mine") == 403
    assert told(floor, crew, "k2", {"mallory": "Bob Brown"}, person="mallory", words="hers") == 403
    assert told(floor, mallory, "k3", {}, person="mallory", words="mine") == 200
    assert floor.floor.house.reader.people.all() == []
    assert ordered(floor, cashier, "k4", type="deposit", player="Bob Brown", amount=500)[0] == 200
    assert "mallory" not in floor.floor.house.queue.desk.cage.purses


@pytest.mark.parametrize(("words", "named"), [("ann", "ann"), ("form-12", "form-12"), ("x", "star-craps")])
def test_a_word_in_a_command_is_nobody_s_id(floor: Running, words: str, named: str) -> None:
    people, office = floor.floor.house.reader.people, floor.token(supervisor_session(floor.config))
    before = [Person("ann", "Ann Marie"), Person("form-12", "signature on a manual payment form", "M 1 1 L 5 5")]
    for person in before:
        people.save(person)
    assert told(floor, office, "k1", {named: "Nobody"}, person="zed", words=words) == 400
    assert people.all() == before


def test_a_name_that_is_known_stands_and_what_is_missing_is_added(floor: Running) -> None:
    people, office = floor.floor.house.reader.people, floor.token(supervisor_session(floor.config))
    people.save(Person("bob", "Bob Brown"))
    body = {"key": "k1", "do": DISPUTE | {"person": "bob", "words": "w"}, "people": {"bob": {"name": "Mallory"}}}
    assert floor.fetch("/api/incidents", office, body)[0] == 409
    assert people.all() == [Person("bob", "Bob Brown")]
    body["people"] = {"bob": {"name": "bob brown", "address": "1 Pier St"}}
    assert floor.fetch("/api/incidents", office, body)[0] == 200
    assert people.all() == [Person("bob", "Bob Brown", "1 Pier St")]
    people.save(Person("bob", "Robert Brown"))
    assert floor.fetch("/api/incidents", office, body)[0] == 200, "done before, whatever the name is by now"
    assert people.all() == [Person("bob", "Robert Brown")]


def test_an_id_with_money_is_not_passed_over_for_somebody_called_so(floor: Running, cashier: str) -> None:
    assert ordered(floor, cashier, "k1", type="deposit", player="ann", amount=500)[0] == 200
    floor.floor.house.reader.people.save(Person("mallory", "Ann"))
    status, said = ordered(floor, cashier, "k2", type="deposit", player="ann", amount=500)
    assert (status, said["why"]) == (409, "2 people are called ann: type the id of one, mallory, ann")
    assert ordered(floor, cashier, "k1", type="deposit", player="ann", amount=500)[0] == 200, "done before, and said so"
    assert dict(floor.floor.house.queue.desk.cage.purses) == {"ann": 500}


def test_an_order_for_somebody_new_sent_by_two_processes_at_once_counts_once(
    floor: Running, cashier: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each made an id of its own, and the one that came second was told that a deposit was refused which was made."""
    order = {"type": "deposit", "player": "Zoe New", "amount": 500}
    with monkeypatch.context() as unseen:
        unseen.setattr(who, "named", lambda people: {})  # neither has seen what the other noted
        said = [ordered(floor, cashier, "k1", **order) for _ in range(2)]
    assert said[0] == said[1]
    assert said[0][0] == 200
    floor.floor.house.reader.people.save(Person("p-2", "Zoe New"))
    assert ordered(floor, cashier, "k1", **order) == said[0], "whoever else is called so by now"
    assert ordered(floor, cashier, "k1", **order | {"amount": 600})[0] == 409
    assert list(floor.floor.house.queue.desk.cage.purses.values()) == [500]


def test_a_floor_that_is_stopped_pays_nothing_by_the_office_either(floor: Running, cashier: str) -> None:
    """Compensation, prizes and entry fees are money: what the cage does not pay, the office does not."""
    noted = floor.token(Session("supervisor", (("max", "gaming_supervisor"),)))
    office = floor.token(Session("supervisor", (("mia", "gaming_supervisor"),)))
    assert told(floor, noted, "k1", {}, person="bob", words="paid too little") == 200
    decide = {"type": "decide-game-dispute", "dispute": 1, "finding": "it was 7 to 1", "compensation": 2_000}
    floor.floor.house.health.unsound = "play is stopped: the software was changed"
    status, body, _ = floor.fetch("/api/incidents", office, {"key": "k2", "do": decide})
    assert (status, json.loads(body)["why"]) == (409, "play is stopped: the software was changed")
    assert told(floor, office, "k3", {}, person="bob", words="another") == 200, "what moves no money is kept"
    floor.floor.house.health.unsound = ""
    assert floor.fetch("/api/incidents", office, {"key": "k4", "do": decide})[0] == 200
    assert dict(floor.floor.house.queue.desk.cage.purses) == {"bob": 2_000}
    floor.floor.house.health.unsound = "play is stopped: the software was changed"
    assert floor.fetch("/api/incidents", office, {"key": "k4", "do": decide})[0] == 200, "it was done before"


def test_somebody_shown_to_a_seat_by_name_sits_there_once_however_often_it_is_sent(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crew's screen whose line was down sends it again: it was refused when another was called so by then."""
    talk = Talk(floor.screen("one", floor.crew()))
    again = {"key": "again", "do": {"type": "sit", "player": "Zoe New", "seat": 3}}

    def sent(**more: object) -> dict[str, object]:
        talk.socket.send(json.dumps(again | more))
        return talk.until(lambda m: "again" in (m.get("ack"), m.get("no"), m.get("lost"), m.get("unknown")))

    first = sent()
    assert "ack" in first, first
    floor.floor.house.reader.people.save(Person("p-2", "Zoe New"))
    assert sent(round=0) == first

    def fails(house: object, typed: str, key: str, *, new: bool) -> str:
        raise StoreError("the database is away")

    monkeypatch.setattr("feltwork.server.sockets.acting.whose", fails)
    assert "unknown" in sent(round=0), "nobody has looked whether it was done before"


@pytest.mark.parametrize("typed", ["Cat", "CAT", " cat ", "\N{FULLWIDTH LATIN SMALL LETTER C}at"])
def test_an_exclusion_is_not_evaded_by_how_an_id_is_written(floor: Running, cashier: str, typed: str) -> None:
    office = floor.token(supervisor_session(floor.config))
    report = {"type": "report-incident", "book": "star-craps", "offence": "device", "person": "cat", "words": "w"}
    status, said, _ = floor.fetch("/api/incidents", office, {"key": "k1", "do": report})
    assert status == 200, said
    taken = {"type": "take-measure", "incident": 1, "measure": "exclude", "reason": "a device"}
    status, said, _ = floor.fetch("/api/incidents", office, {"key": "k2", "do": taken})
    assert status == 200, said
    status, why = ordered(floor, cashier, "k3", type="deposit", player=typed, amount=500)
    assert (status, why["why"]) == (409, f"{typed.strip() if typed.isascii() else 'cat'} is excluded from this casino")
    crew = Talk(floor.screen("one", floor.token(crew_session(floor.config.tables[0]))))
    assert "is excluded from this casino" in str(crew.do("sit", player=typed, seat=2))


def test_an_id_in_another_case_is_the_same_person_s(floor: Running, cashier: str) -> None:
    for number, typed in enumerate(("ann", "Ann", "ANN", "\N{FULLWIDTH LATIN SMALL LETTER A}nn")):
        assert ordered(floor, cashier, f"k{number}", type="deposit", player=typed, amount=500)[0] == 200
    assert floor.floor.house.queue.desk.cage.purses == {"ann": 2_000}


def test_a_signature_on_a_form_is_nobody_s_id(floor: Running, cashier: str) -> None:
    for number, typed in enumerate(("form-1", "Form-1")):
        status, said = ordered(floor, cashier, f"k{number}", type="deposit", player=typed, amount=500)
        assert (status, "is nobody's id" in str(said["why"])) == (409, True)


def test_whoever_noted_a_dispute_does_not_decide_what_is_paid_for_it(floor: Running) -> None:
    """One person alone would move money to a player of their choice; the books leave it open, so it is our rule."""
    noted = floor.token(Session("supervisor", (("max", "gaming_supervisor"),)))
    other = floor.token(Session("supervisor", (("mia", "gaming_supervisor"),)))
    assert told(floor, noted, "k1", {}, person="bob", words="paid too little") == 200
    decide = {"type": "decide-game-dispute", "dispute": 1, "finding": "it was 7 to 1", "compensation": 2_000}
    status, body, _ = floor.fetch("/api/incidents", noted, {"key": "k2", "do": decide})
    refused = json.loads(body)
    assert (status, refused["clause"]) == (409, "not in the book")
    assert refused["why"] == "you noted this dispute; somebody else decides what is paid for it"
    assert floor.floor.house.queue.desk.aggregate(INCIDENTS).disputes[1].paid == 0
    assert floor.fetch("/api/incidents", other, {"key": "k3", "do": decide})[0] == 200
    assert floor.floor.house.queue.desk.aggregate(INCIDENTS).disputes[1].paid == 2_000


def test_a_dispute_is_of_the_person_who_is_known_and_nobody_decides_their_own(floor: Running, cashier: str) -> None:
    assert ordered(floor, cashier, "k0", type="deposit", player="bob", amount=500)[0] == 200
    office = floor.token(supervisor_session(floor.config))
    crew = crew_session(floor.config.tables[0])
    box = next(person for person, role in crew.people if role == "boxperson")
    for number, (person, status) in enumerate((("Bob", 200), ("form-1", 409), (box.upper(), 200))):
        assert told(floor, office, f"k{number + 1}", {}, person=person, words="w") == status, person
    disputes = floor.floor.house.queue.desk.aggregate(INCIDENTS).disputes
    assert [dispute.person for dispute in disputes.values()] == ["bob", box.upper()]
    decide = {"type": "decide-game-dispute", "dispute": max(disputes), "finding": "mine", "compensation": 100}
    status, said, _ = floor.fetch("/api/incidents", floor.token(crew), {"key": "k9", "do": decide, "role": "boxperson"})
    assert (status, json.loads(said)["why"]) == (409, "nobody decides their own dispute")
