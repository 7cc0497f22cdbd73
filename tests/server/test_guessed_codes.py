"""Guesses at a second factor, by somebody who has the password: they wait, from wherever they come."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server.conftest import SMALL, Running, running
from tests.server.test_signin import AWAY, HOME, KEY, RIGHT, WRONG, app, post, refused, shows
from tests.server.test_staff import Hand

from feltwork.server.auth import passwords
from feltwork.server.auth.passwords import BusyError
from feltwork.server.auth.sessions import SECOND, Session, Sessions
from feltwork.server.auth.staff import Origin, SignInError, Staff
from feltwork.server.auth.totp import STEP
from feltwork.server.auth.tries import LONGEST, ONE_CODE, ONE_NAME
from feltwork.server.config import FloorConfig
from feltwork.store.memory import MemoryStore
from feltwork.store.sqlite import SqliteStore

OTHER_HOME = Origin("192.0.2.77")


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def staff(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> Staff:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    found = Staff(Sessions(MemoryStore(), clock), KEY)
    found.add("mo", "supervisor", ("gaming_manager",), RIGHT)
    return found


def known(staff: Staff, clock: Hand, *places: Origin) -> bytes:
    """The secret of a manager who has signed in from these places."""
    secret, _ = app(staff, "mo")
    for place in places:
        clock.at += 2 * STEP * SECOND
        assert staff.vouch("mo", RIGHT, shows(staff, secret), place)
    clock.at += 2 * STEP * SECOND
    return secret


def guess(staff: Staff, clock: Hand, times: int, *places: Origin, empty: bool = True) -> list[int]:
    """Guess in turn from these places, after each wait one more; the waits. Every fifth try has no code."""
    waits = []
    for number in range(times):
        code = "" if empty and number % 5 == 4 else "nonsense"
        said = refused(staff, "mo", RIGHT, places[number % len(places)], code)
        if said.seconds:
            waits.append(said.seconds)
            clock.at += said.seconds * SECOND
    return waits


def test_guesses_wait_longer_and_longer_where_the_owner_is_known(staff: Staff, clock: Hand) -> None:
    known(staff, clock, HOME)
    waits = guess(staff, clock, 60, HOME)
    assert (waits[0], waits[-1]) == (1, LONGEST // SECOND)
    assert waits == sorted(waits), "an empty code in between forgives nothing"


def test_guesses_from_all_known_places_count_together(staff: Staff, clock: Hand) -> None:
    known(staff, clock, HOME, OTHER_HOME)
    places = (HOME, OTHER_HOME)
    asked = [refused(staff, "mo", RIGHT, places[number % 2], "nonsense") for number in range(8)]
    assert [one.seconds for one in asked] == [0] * 8, "four at each"
    clock.at += ONE_NAME.wait_after(5)
    for number in range(ONE_CODE.free - 8):
        assert not refused(staff, "mo", RIGHT, places[number % 2], "nonsense").seconds
        clock.at += 4 * SECOND
    clock.at -= 4 * SECOND
    token = staff.sessions.begin(Session("supervisor", (("mo", "gaming_manager"),)))
    assert refused(staff, "mo", RIGHT, Origin(AWAY.address, token), "nonsense").seconds, "nor in a session of theirs"


def test_whoever_waits_as_told_gets_in_with_a_right_code(staff: Staff, clock: Hand) -> None:
    secret = known(staff, clock, HOME)
    guess(staff, clock, 40, HOME)
    while seconds := refused(staff, "mo", RIGHT, HOME, "nonsense").seconds:
        clock.at += seconds * SECOND
    for _ in range(5):  # in vain, before the time
        told = refused(staff, "mo", RIGHT, HOME, shows(staff, secret)).seconds
        assert told
    clock.at += told * SECOND
    assert staff.vouch("mo", RIGHT, shows(staff, secret), HOME), "what came too soon made it no longer"
    clock.at += 2 * STEP * SECOND
    assert not refused(staff, "mo", RIGHT, HOME, "nonsense").seconds, "and all is forgiven there"


def test_strangers_with_the_password_keep_nobody_out_who_is_known(staff: Staff, clock: Hand) -> None:
    secret = known(staff, clock, HOME)
    for number in range(30):
        refused(staff, "mo", RIGHT, Origin(f"198.51.100.{number}"), "nonsense")
    assert refused(staff, "mo", RIGHT, AWAY, "nonsense").seconds
    assert staff.vouch("mo", RIGHT, shows(staff, secret), HOME)
    assert refused(staff, "mo", RIGHT, AWAY, "nonsense").seconds, "nor does the owner open the way for them"
    assert staff.unlock("mo")
    assert not refused(staff, "mo", RIGHT, AWAY, "nonsense").seconds


def test_a_right_password_without_a_code_forgives_itself_alone(staff: Staff, clock: Hand) -> None:
    known(staff, clock, HOME)
    for origin in (HOME, AWAY):
        for number in range(4):
            assert not refused(staff, "mo", WRONG, origin).seconds, number
        for _ in range(3):
            assert refused(staff, "mo", RIGHT, origin).asks_code
        assert not refused(staff, "mo", WRONG, origin).seconds
        assert refused(staff, "mo", WRONG, origin).seconds, "the sixth"


def test_a_try_that_nobody_looked_at_forgives_itself_alone(staff: Staff) -> None:
    for _ in range(4):
        refused(staff, "mo", WRONG)
    staff.forgive(staff.attempt("mo", HOME))  # too many others waited
    refused(staff, "mo", WRONG)
    assert refused(staff, "mo", WRONG).seconds


def test_codes_guessed_at_several_processes_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    stores = [SqliteStore(tmp_path / "floor.sqlite") for _ in range(3)]
    clock = Hand()
    desks = [Staff(Sessions(store, clock), KEY) for store in stores]
    desks[0].add("mo", "supervisor", ("gaming_manager",), RIGHT)
    known(desks[0], clock, HOME)

    def one(number: int) -> SignInError:
        return refused(desks[number % 3], "mo", RIGHT, HOME, "" if number % 3 else "nonsense")

    with ThreadPoolExecutor(9) as many:
        said = list(many.map(one, range(48)))
    assert sum("wrong or was used" in str(told) for told in said) <= ONE_CODE.free
    assert refused(desks[0], "mo", RIGHT, HOME, "nonsense").seconds
    for store in stores:
        store.close()


# On a real floor


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as up:
        up.floor.staff.factors.key = KEY
        up.floor.staff.add("mo", "supervisor", ("gaming_manager",), RIGHT)
        yield up


def test_at_the_door_guesses_from_a_known_address_wait(house: Running) -> None:
    _, codes = app(house.floor.staff, "mo")
    body = {"person": "mo", "password": RIGHT}
    assert post(house, "/signin", body | {"code": codes[0]}, frm="192.0.2.1")[0] == 200
    tries = ["nonsense", "nonsense", "nonsense", "nonsense", ""] * 4
    said = [post(house, "/signin", body | {"code": code}, frm="192.0.2.1") for code in tries]
    assert [status for status, _, _ in said][:5] == [403] * 5
    assert said[-1][0] == 429
    assert said[-1][1]["retry-after"] == "1"
    assert post(house, "/signin", body | {"code": codes[1]}, frm="203.0.113.9")[0] == 200, "the owner, elsewhere"


def test_a_busy_door_forgives_no_guesses(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"person": "mo", "password": WRONG}
    for _ in range(4):
        assert post(house, "/signin", body, frm="198.51.100.7")[0] == 403

    async def busy(*_: object, **__: object) -> None:
        raise BusyError

    with monkeypatch.context() as full:
        full.setattr(house.floor.passwords, "run", busy)
        assert post(house, "/signin", body, frm="198.51.100.7")[1]["retry-after"] == "2"
    assert post(house, "/signin", body, frm="198.51.100.7")[0] == 403
    assert post(house, "/signin", body, frm="198.51.100.7")[0] == 429
