"""Rows that somebody with the database in hand puts on the shelves, changes or takes away, beside the log."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.conftest import Running

from feltwork.server.auth.sessions import SECOND, Session, hashed
from feltwork.server.auth.staff import Account
from feltwork.server.auth.terminals import Terminal
from feltwork.server.auth.totp import STEP, code_at
from feltwork.server.opening import supervisor_session
from feltwork.store.opening import open_store
from feltwork.store.port import Person, Settings

PASSWORD = "right horse"
FORGED = "x" * 43


@pytest.fixture
def shelves(floor: Running) -> Iterator[Settings]:
    """The shelves as somebody has them who can write to the database."""
    floor.floor.staff.add("mia", "supervisor", ("gaming_manager",), PASSWORD)
    store = open_store(floor.floor.house.url)
    yield store.settings
    store.close()


def signed_in(floor: Running, person: str = "mia", code: str = "") -> int:
    return floor.fetch("/signin", body={"person": person, "password": PASSWORD, "code": code})[0]


def row(session: Session, now: int) -> bytes:
    return msgspec.json.encode(replace(session, born=now, seen=now))


def test_a_session_that_was_put_in_opens_nothing(
    floor: Running, shelves: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    now = floor.floor.sessions.now()
    shelves.put("session", hashed(FORGED), row(Session("supervisor", (("mia", "gaming_manager"),)), now))
    shelves.put("link", hashed(FORGED), row(Session("supervisor", (("mia", "gaming_manager"),)), now))
    for _ in range(3):
        assert floor.fetch("/api/office", FORGED)[0] == 401
    assert not floor.floor.sessions.follow(FORGED)
    told = [record for record in caplog.records if "the log does not know" in record.message]
    assert [vars(record)["shelf"] for record in told] == ["session", "link"], "each is told once"


def test_a_session_that_was_changed_opens_nothing(floor: Running, shelves: Settings) -> None:
    token = floor.player()
    assert floor.fetch("/api/me", token)[0] == 200
    kept = shelves.get("session", hashed(token))
    assert kept is not None
    mine = msgspec.json.decode(kept, type=Session)
    shelves.put("session", hashed(token), msgspec.json.encode(replace(mine, seen=mine.seen + SECOND)))
    assert floor.fetch("/api/me", token)[0] == 200, "when it was last seen is nobody's secret"
    shelves.put(
        "session",
        hashed(token),
        msgspec.json.encode(replace(mine, kind="supervisor", people=(("ann", "gaming_manager"),))),
    )
    assert floor.fetch("/api/office", token)[0] == 401
    shelves.put("session", hashed(token), kept)
    assert floor.fetch("/api/me", token)[0] == 200


def test_a_session_that_has_ended_does_not_come_back(floor: Running, shelves: Settings) -> None:
    token = floor.player()
    kept = shelves.get("session", hashed(token))
    assert kept is not None
    assert floor.fetch("/signout", token, {})[0] == 200
    shelves.put("session", hashed(token), kept)
    floor.floor.sessions.sweep()  # as it is done every few seconds
    assert floor.fetch("/api/me", token)[0] == 401


def test_accounts_and_terminals_that_were_put_in_open_nothing(floor: Running, shelves: Settings) -> None:
    assert signed_in(floor) == 200
    kept = shelves.get("account", "mia")
    assert kept is not None
    mia = msgspec.json.decode(kept, type=Account)
    shelves.put("account", "eve", msgspec.json.encode(replace(mia, person="eve")))
    shelves.put("terminal", hashed(FORGED), msgspec.json.encode(Terminal("one-1", "one", 1)))
    assert signed_in(floor, "eve") == 503
    assert floor.fetch("/enrol", body={"key": FORGED})[0] == 403
    shelves.put("account", "mia", msgspec.json.encode(replace(mia, roles=("gaming_manager", "dealer"))))
    assert signed_in(floor) == 503, "nobody is let in by an account that was changed beside the log"
    shelves.put("account", "mia", kept)
    assert signed_in(floor) == 200


def test_a_second_factor_that_was_taken_away_is_still_asked_for(floor: Running, shelves: Settings) -> None:
    staff = floor.floor.staff
    staff.factors.key = b"k" * 32
    secret = staff.factors.begin("mia")
    step = staff.sessions.now() // SECOND // STEP
    staff.factors.confirm("mia", code_at(secret, step - 1))
    assert shelves.take("factor", "mia") is not None
    assert signed_in(floor) == 503, "and not let in by the password alone"
    staff.add("mia", "supervisor", ("gaming_manager",), PASSWORD, replace=True)
    assert signed_in(floor) == 503


def test_nobody_is_named_with_a_command_that_is_not_in_it(floor: Running) -> None:
    """A signature is kept under its form's number, and a person's name under an id: neither is written over so."""
    people, office = floor.floor.house.reader.people, floor.token(supervisor_session(floor.config))
    people.save(Person("form-12", "signature on a manual payment form", "M 1 1 L 5 5"))
    seen = {"book": "star-craps", "offence": "device", "person": "zed", "words": "a computer"}
    do = {"type": "report-incident", **seen}
    for known, status in (("form-12", 400), ("ann", 400), ("zed", 200)):
        body = {"key": f"k{known}", "do": do, "people": {known: {"name": "Zed Doe"}}}
        assert floor.fetch("/api/incidents", office, body)[0] == status
    assert {person.id: person.name for person in people.all()} == {
        "form-12": "signature on a manual payment form",
        "zed": "Zed Doe",
    }
