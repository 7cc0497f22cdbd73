"""Signing in: strangers keep nobody out, nothing is told of names, checks are bounded, and the second factor."""

from __future__ import annotations

import json
import logging
import os
import threading
import time
import urllib.request
from base64 import b32decode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError

import pytest
from tests.server.conftest import SMALL, Running, Talk, running
from tests.server.test_staff import Hand
from websockets.exceptions import ConnectionClosed, InvalidStatus

from feltwork.engine.replay import read_event
from feltwork.server.auth import passwords
from feltwork.server.auth import staff as staff_module
from feltwork.server.auth.events import DOOR, DOOR_EVENTS, AccountChanged, RowRemoved, SignInRefused
from feltwork.server.auth.factors import FactorError, Factors
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.auth.sessions import SECOND, Session, Sessions
from feltwork.server.auth.staff import Origin, SignInError, Staff
from feltwork.server.auth.terminals import StaffError
from feltwork.server.auth.totp import STEP, address, code_at, new_secret, step_of
from feltwork.server.auth.tries import FORGOTTEN, LONGEST, ONE_NAME, network
from feltwork.server.config import ConfigError, FloorConfig, read_config, with_factor
from feltwork.server.ops.keys import LostKeyError, check_keys
from feltwork.server.ops.logs import JsonLines
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

GUESSES = int(os.environ.get("FELTWORK_GUESSES", "24"))
"""In a storm of them; soak has thousands."""
KEY = b"k" * 32
RIGHT, WRONG = "right horse", "wrong horse"
HOME, AWAY = Origin("192.0.2.1"), Origin("198.51.100.7")


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def staff(clock: Hand, monkeypatch: pytest.MonkeyPatch) -> Staff:
    """Accounts with a cheap hash: what is tried here is not how long it takes."""
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    found = Staff(Sessions(MemoryStore(), clock), KEY)
    for person, role in (("mo", "gaming_manager"), ("dana", "dealer")):
        found.add(person, "supervisor" if person == "mo" else "crew", (role,), RIGHT)
    return found


def refused(staff: Staff, person: str, password: str, origin: Origin = HOME, code: str = "") -> SignInError:
    with pytest.raises(SignInError) as told:
        staff.vouch(person, password, code, origin)
    return told.value


def test_a_stranger_waits_longer_and_longer_and_the_manager_not_at_all(staff: Staff, clock: Hand) -> None:
    waits = []
    for _ in range(30):
        said = refused(staff, "mo", WRONG, AWAY)
        if said.seconds:
            waits.append(said.seconds)
            clock.at += said.seconds * SECOND
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900][: len(waits)]
    assert len(waits) > 10
    assert not refused(staff, "mo", WRONG, AWAY).seconds
    assert refused(staff, "mo", RIGHT, AWAY).seconds, "there even the right password waits"
    assert staff.vouch("mo", RIGHT, "", HOME), "and nowhere else"
    clock.at += FORGOTTEN + 1
    assert staff.vouch("mo", RIGHT, "", AWAY)


def test_a_name_that_nobody_has_is_answered_and_slowed_the_same(staff: Staff) -> None:
    for person in ("mo", "nobody"):
        said = [refused(staff, person, WRONG, Origin(f"192.0.2.{len(person)}")) for _ in range(7)]
        assert [(str(one), one.seconds) for one in said] == [
            *[("name or password is wrong", 0)] * 5,
            *[("too many wrong tries from here; try again in a second", 1)] * 2,
        ]


def test_the_password_of_an_unknown_name_costs_one_check_too(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[int] = []
    really = passwords.hash_password

    def counted(password: str, salt: bytes) -> bytes:
        checks.append(len(salt))
        return really(password, salt)

    monkeypatch.setattr(staff_module, "hash_password", counted)
    for person in ("mo", "nobody", "x" * 64):
        refused(staff, person, WRONG)
    assert checks == [16, 16, 16]


def test_many_names_from_one_address_are_slowed_but_not_whoever_is_known_there(staff: Staff) -> None:
    assert staff.vouch("mo", RIGHT, "", HOME)
    for number in range(20):
        assert not refused(staff, f"name{number}", WRONG).seconds
    assert refused(staff, "another", WRONG).seconds
    assert refused(staff, "dana", RIGHT).seconds, "a stranger here, like the others"
    assert staff.vouch("mo", RIGHT, "", HOME), "signed in from here before"
    token = staff.sessions.begin(Session("crew", (("dana", "dealer"),), "one"))
    assert staff.vouch("dana", RIGHT, "", Origin(HOME.address, token)), "is signed in at this screen"


def test_a_session_is_known_by_its_own_people_alone(staff: Staff) -> None:
    token = staff.sessions.begin(Session("crew", (("dana", "dealer"),), "one"))
    for _ in range(5):
        refused(staff, "mo", WRONG, Origin(AWAY.address, token))
    assert refused(staff, "mo", RIGHT, Origin(AWAY.address, token)).seconds


def test_right_passwords_in_between_do_not_open_the_way_for_guesses(staff: Staff) -> None:
    for _ in range(4):
        for name in range(5):
            refused(staff, f"mo{name}", WRONG, AWAY)
        staff.vouch("dana", RIGHT, "", AWAY)
    assert refused(staff, "mo", WRONG, AWAY).seconds, "the address goes on counting"


def test_addresses_of_one_subscriber_count_as_one() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("192.0.2.1") != network("192.0.2.2")
    assert network("not an address") == "not an address"
    assert ONE_NAME.wait_after(10**6) == LONGEST


def test_unlocking_by_hand_lets_somebody_try_at_once(staff: Staff) -> None:
    for _ in range(6):
        refused(staff, "mo", WRONG)
    assert refused(staff, "mo", RIGHT).seconds
    assert staff.unlock("mo")
    assert not staff.unlock("nobody")
    assert staff.vouch("mo", RIGHT, "", HOME)


def test_tries_are_swept_away(staff: Staff, clock: Hand) -> None:
    refused(staff, "mo", WRONG)
    clock.at += FORGOTTEN + 1
    refused(staff, "mo", WRONG, AWAY)
    staff.tries.sweep()
    assert len(staff.shelf.names("tries")) == 2, "one name and one address"


def test_a_storm_of_guesses_over_several_processes_gets_five(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    stores = [SqliteStore(tmp_path / "floor.sqlite") for _ in range(3)]
    desks = [Staff(Sessions(store, Hand())) for store in stores]
    desks[0].add("dana", "crew", ("dealer",), RIGHT)

    def guess(number: int) -> str:
        return str(refused(desks[number % 3], "dana", f"wrong {number}"))

    with ThreadPoolExecutor(12) as many:
        told = list(many.map(guess, range(GUESSES)))
    assert sum("is wrong" in said for said in told) == 5
    assert sum("try again in" in said for said in told) == GUESSES - 5
    for store in stores:
        store.close()


def test_refused_sign_ins_are_logged_and_counted_without_names(staff: Staff, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="feltwork"):
        for person in ("nobody", *["dana"] * 6):
            refused(staff, person, WRONG)
    assert staff.refused == {"unknown": 1, "wrong": 5, "slowed": 1}
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    assert [line["came"] for line in lines] == ["unknown", *["wrong"] * 5, "slowed"]
    told = json.dumps(lines)
    assert not [word for word in ("dana", "nobody", "horse", "192.0") if word in told]


# The second factor


RFC_6238 = [
    (59, "94287082", "46119246", "90693936"),
    (1111111109, "07081804", "68084774", "25091201"),
    (1111111111, "14050471", "67062674", "99943326"),
    (1234567890, "89005924", "91819424", "93441116"),
    (2000000000, "69279037", "90698825", "38618901"),
    (20000000000, "65353130", "77737706", "47863826"),
]


@pytest.mark.parametrize("row", RFC_6238, ids=lambda row: str(row[0]))
def test_codes_are_those_of_rfc_6238(row: tuple[int, str, str, str]) -> None:
    seed = b"1234567890" * 7
    for code, digest, length in zip(row[1:], ("sha1", "sha256", "sha512"), (20, 32, 64), strict=True):
        assert code_at(seed[:length], row[0] // STEP, 8, digest) == code


def test_a_code_stands_for_one_step_before_and_after() -> None:
    secret, now = new_secret(), 50_000 * STEP
    for away, fits in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        assert bool(step_of(secret, code_at(secret, 50_000 + away), now, 0)) == fits, away
    assert step_of(secret, code_at(secret, 50_000), now, 50_000) == 0, "used"
    for nonsense in ("", "x", "12345", "٣٣٣٣٣٣", "\ud800"):
        assert step_of(secret, nonsense, now, 0) == 0


def app(staff: Staff, person: str) -> tuple[bytes, list[str]]:
    """Somebody's new second factor: its secret, and the recovery codes."""
    secret = staff.factors.begin(person)
    return secret, staff.factors.confirm(person, shows(staff, secret))


def shows(staff: Staff, secret: bytes, later: int = 0) -> str:
    return code_at(secret, staff.sessions.now() // SECOND // STEP + later)


def test_whoever_has_a_second_factor_needs_it_and_each_code_counts_once(staff: Staff, clock: Hand) -> None:
    secret, _ = app(staff, "mo")
    clock.at += 2 * STEP * SECOND
    assert refused(staff, "mo", RIGHT).asks_code
    assert not refused(staff, "mo", WRONG, code=shows(staff, secret)).asks_code
    code = shows(staff, secret)
    assert refused(staff, "mo", RIGHT, code="000000" if code != "000000" else "111111").asks_code
    assert staff.vouch("mo", RIGHT, code, HOME)
    assert "used before" in str(refused(staff, "mo", RIGHT, code=code))
    assert "used before" in str(refused(staff, "mo", RIGHT, code=shows(staff, secret, -1))), "nor an earlier one"
    assert staff.vouch("mo", RIGHT, shows(staff, secret, 1), HOME)


def test_recovery_codes_are_used_once(staff: Staff) -> None:
    _, codes = app(staff, "mo")
    assert len(set(codes)) == 8
    assert staff.vouch("mo", RIGHT, codes[0].upper().replace("-", " "), HOME)
    assert "used before" in str(refused(staff, "mo", RIGHT, code=codes[0]))
    assert staff.factors.left("mo") == 7


def test_a_code_that_comes_to_many_processes_at_once_lets_one_in(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "floor.sqlite") for _ in range(3)]
    many = [Factors(RecordedShelves(store), Hand(), KEY) for store in stores]
    secret = many[0].begin("mo")
    step = many[0].now() // SECOND // STEP
    many[0].confirm("mo", code_at(secret, step - 1))
    with ThreadPoolExecutor(9) as at_once:
        used = list(at_once.map(lambda n: many[n % 3].use("mo", code_at(secret, step)), range(9)))
    assert used.count(True) == 1
    for store in stores:
        store.close()


def test_a_copy_of_the_database_gives_nobody_a_code(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "floor.sqlite")
    factors = Factors(RecordedShelves(store), store.now, KEY)
    secret = factors.begin("mo")
    codes = factors.confirm("mo", code_at(secret, store.now() // SECOND // STEP))
    assert factors.left("mo") == 8
    with pytest.raises(FactorError, match="account key"):
        Factors(RecordedShelves(store), store.now, b"x" * 32).use("mo", codes[0])
    moved = store.settings.get("factor", "mo")
    assert moved
    store.settings.put("factor", "dana", moved)
    with pytest.raises(FactorError, match="have it reset"):
        factors.use("dana", codes[0])
    with pytest.raises(FactorError, match="no account key"):
        Factors(RecordedShelves(store), store.now).begin("ed")
    paths = {"account_key": tmp_path / "account.key"}
    store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret not in kept
    opened = running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite")))
    with opened as up, pytest.raises(LostKeyError, match="second factors"):
        check_keys(up.floor.house.reader, paths)
    with running(FloorConfig(SMALL.tables, str(tmp_path / "other.sqlite"))) as up:
        check_keys(up.floor.house.reader, paths)


def test_guesses_at_a_code_wait_wherever_they_come_from(staff: Staff) -> None:
    app(staff, "mo")
    for number in range(10):
        assert refused(staff, "mo", RIGHT, Origin(f"198.51.100.{number}"), "nonsense").asks_code
    assert refused(staff, "mo", RIGHT, Origin("198.51.100.99"), "nonsense").seconds


@pytest.mark.parametrize("named", [["manager"], ["gaming_manager"], ["supervisor"]])
def test_roles_that_need_a_second_factor(staff: Staff, named: list[str]) -> None:
    staff.required = with_factor(FloorConfig([], second_factor=named))
    assert staff.session_of(staff.vouch("mo", RIGHT)).limited
    assert not staff.session_of(staff.vouch("dana", RIGHT)).limited
    _, codes = app(staff, "mo")
    assert not staff.session_of(staff.vouch("mo", RIGHT, codes[0])).limited


def test_a_role_that_is_none_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text('second_factor = ["boss"]\ntables = []\n')
    with pytest.raises(ConfigError, match=r"floor.toml:1: second_factor: 'boss' is no role"):
        read_config(path)


def test_the_address_for_an_app_names_person_and_floor() -> None:
    assert address(b"12345678901234567890", "mo") == (
        "otpauth://totp/Feltwork:mo?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Feltwork"
    )


# On a real floor


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as up:
        up.floor.staff.factors.key = KEY
        up.floor.staff.add("mo", "supervisor", ("gaming_manager",), RIGHT)
        up.floor.staff.add("dana", "crew", ("dealer",), RIGHT)
        yield up


def post(up: Running, path: str, body: object, token: str = "", frm: str = "") -> tuple[int, dict[str, object], str]:
    """Status, answer and the new session's token; from an address, as a reverse proxy on this machine would say it."""
    headers = {"origin": up.address, "cookie": f"feltwork={token}"} | ({"x-forwarded-for": frm} if frm else {})
    asked = urllib.request.Request(up.address + path, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            cookie = answer.headers.get("set-cookie", "")
            return answer.status, json.loads(answer.read()), cookie.partition("=")[2].partition(";")[0]
    except HTTPError as no:
        with no:
            told = json.loads(no.read())
            return no.code, told | {"retry-after": no.headers.get("retry-after")}, ""


def enter(up: Running, person: str, code: str = "", table: str | None = None) -> str:
    status, told, token = post(up, "/signin", {"person": person, "password": RIGHT, "code": code, "table": table})
    assert status == 200, told
    return token


def test_a_stranger_at_the_door_is_told_when_to_come_again(house: Running) -> None:
    guess = {"person": "mo", "password": WRONG}
    said = [post(house, "/signin", guess, frm="198.51.100.7")[:2] for _ in range(6)]
    assert [status for status, _ in said] == [403] * 5 + [429]
    assert said[-1][1]["retry-after"] == "1"
    assert post(house, "/signin", guess | {"password": RIGHT}, frm="198.51.100.7")[0] == 429
    assert post(house, "/signin", guess | {"password": RIGHT}, frm="192.0.2.1")[0] == 200
    assert b'feltwork_sign_ins_refused_total{came="slowed"} 2' in house.fetch("/metrics")[1]


def test_password_checks_are_bounded_and_strangers_take_nobodys_place(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = enter(house, "mo")
    gate, at_once, most = threading.Event(), [0], [0]
    really = passwords.hash_password

    def slow(password: str, salt: bytes) -> bytes:
        if password == WRONG:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
            gate.wait(20)
            at_once[0] -= 1
        return really(password, salt)

    monkeypatch.setattr(staff_module, "hash_password", slow)
    with ThreadPoolExecutor(40) as many:
        asked = [
            many.submit(post, house, "/signin", {"person": f"p{n}", "password": WRONG}, frm=f"198.51.100.{n % 8}")
            for n in range(40)
        ]
        late = time.monotonic() + 20
        while sum(one.done() for one in asked) < 40 - passwords.AT_ONCE - passwords.WAITING:
            assert time.monotonic() < late
            time.sleep(0.02)
        assert post(house, "/signin", {"person": "mo", "password": RIGHT}, token)[0] == 200, "not behind the strangers"
        assert house.fetch("/api/me", token)[0] == 200
        gate.set()
        said = [one.result() for one in asked]
    busy = [told for status, told, _ in said if status == 429]
    assert len(busy) == 40 - passwords.AT_ONCE - passwords.WAITING
    assert busy[0]["retry-after"] == "2"
    assert most[0] == passwords.AT_ONCE


def test_a_manager_who_needs_a_second_factor_sets_it_up_before_anything_else(house: Running) -> None:
    house.floor.staff.required = frozenset({"gaming_manager"})
    token = enter(house, "mo")
    assert house.fetch("/", token)[2]["location"] == "/account"
    assert house.fetch("/supervise", token)[2]["location"] == "/account"
    assert house.fetch("/api/office", token)[0] == 403
    lobby = json.loads(house.fetch("/api/lobby", token)[1])
    assert (lobby["tables"], lobby["rooms"]) == ([], []), "nor is anything seen from the lobby"
    assert house.fetch("/api/lobby/one/felt", token)[0] == 404
    with pytest.raises(InvalidStatus):
        house.screen("one", token)
    begun = post(house, "/api/account/factor", {"person": "mo", "password": RIGHT}, token)
    assert begun[0] == 200
    assert str(begun[1]["squares"]).startswith("<svg")
    secret = _secret(begun[1])
    assert post(house, "/api/account/factor/confirm", {"person": "mo", "code": "x"}, token)[0] == 409
    code = shows(house.floor.staff, secret)
    told = post(house, "/api/account/factor/confirm", {"person": "mo", "code": code}, token)[1]
    assert len(told["recovery"]) == 8  # type: ignore[arg-type]  # a list of codes
    assert house.fetch("/api/office", token)[0] == 200
    status, asks, _ = post(house, "/signin", {"person": "mo", "password": RIGHT})
    assert (status, asks["code"]) == (403, True)
    assert enter(house, "mo", shows(house.floor.staff, secret, 1))
    body = {"person": "mo", "password": RIGHT, "code": told["recovery"][0]}  # type: ignore[index]
    assert "asks for a second factor" in str(post(house, "/api/account/factor/remove", body, token)[1]["why"])
    house.floor.staff.required = frozenset()
    assert post(house, "/api/account/factor/remove", body | {"code": ""}, token)[1]["code"] is True
    assert post(house, "/api/account/factor/remove", body, token)[0] == 200
    assert enter(house, "mo")


def _secret(told: dict[str, object]) -> bytes:
    return b32decode(str(told["secret"]).replace(" ", ""))


def test_a_password_is_changed_by_whoever_knows_the_old_one(house: Running) -> None:
    here, there = enter(house, "dana", table="one"), enter(house, "dana", table="one")
    screen = Talk(house.screen("one", there))
    change = {"person": "dana", "old": WRONG, "new": "other horse"}
    assert post(house, "/api/account/password", change, here)[0] == 409
    assert "8 characters" in str(post(house, "/api/account/password", change | {"old": RIGHT, "new": "x"}, here)[1])
    assert post(house, "/api/account/password", change | {"person": "mo", "old": RIGHT}, here)[0] == 409
    assert post(house, "/api/account/password", change | {"old": RIGHT}, here)[0] == 200
    assert house.fetch("/api/me", here)[0] == 200
    assert house.fetch("/api/me", there)[0] == 401
    with pytest.raises(ConnectionClosed):
        screen.until(lambda _: False)
    assert post(house, "/signin", {"person": "dana", "password": RIGHT, "table": "one"})[0] == 403
    assert post(house, "/signin", {"person": "dana", "password": "other horse", "table": "one"})[0] == 200


def test_a_password_does_not_bring_back_what_the_operator_changed_meanwhile(staff: Staff) -> None:
    before = staff.vouch("dana", RIGHT)
    staff.add("dana", "crew", ("stickperson",), RIGHT, replace=True)
    with pytest.raises(StaffError, match="meanwhile"):
        staff.set_password(before, "other horse")
    after = staff.account("dana")
    assert after
    assert after.roles == ("stickperson",)


@pytest.mark.parametrize("person", ["", "\x00", "\ud800", "a" * 4000, "../x", "é"])
def test_names_that_cannot_be_are_wrong_like_others(house: Running, person: str) -> None:
    status, told, _ = post(house, "/signin", {"person": person, "password": "x", "code": "\ud800"})
    assert (status, told["why"]) == (403, "name or password is wrong")


def test_somebody_sees_and_ends_their_own_sessions(house: Running) -> None:
    here, there, others = enter(house, "mo"), enter(house, "mo"), enter(house, "dana", table="one")
    told = json.loads(house.fetch("/api/account", here)[1])
    assert [(s["kind"], s["here"]) for s in told["sessions"]].count(("supervisor", True)) == 1
    assert len(told["sessions"]) == 2
    assert told["sessions"][0]["address"] == "127.0.0.1"
    assert not [token for token in (here, there) if token in json.dumps(told)]
    away = next(s["id"] for s in told["sessions"] if not s["here"])
    anothers = json.loads(house.fetch("/api/account", others)[1])["sessions"][0]["id"]
    assert post(house, "/api/account/end", {"person": "mo", "session": anothers}, here)[0] == 409
    assert post(house, "/api/account/end", {"person": "dana", "session": anothers}, here)[0] == 409
    assert post(house, "/api/account/end", {"person": "mo", "session": away}, here)[1] == {"ended": 1}
    assert [house.fetch("/api/me", token)[0] for token in (here, there, others)] == [200, 401, 200]
    enter(house, "mo")
    assert post(house, "/api/account/end", {"person": "mo"}, here)[1] == {"ended": 1}
    assert house.fetch("/api/me", here)[0] == 200


def test_a_manager_resets_the_second_factor_of_another(house: Running) -> None:
    staff = house.floor.staff
    app(staff, "dana")
    staff.add("sue", "supervisor", ("casino_supervisor",), RIGHT)
    manager, sue = enter(house, "mo"), enter(house, "sue")
    assert "staff" not in json.loads(house.fetch("/api/account", sue)[1])
    told = json.loads(house.fetch("/api/account", manager)[1])["staff"]
    assert {one["person"]: one["factor"] for one in told} == {"dana": True, "sue": False}
    reset = {"person": "sue", "password": RIGHT, "of": "dana"}
    assert post(house, "/api/account/reset", reset, sue)[0] == 409
    assert post(house, "/api/account/reset", reset | {"person": "mo", "password": WRONG}, manager)[0] == 409
    assert post(house, "/api/account/reset", reset | {"person": "mo", "of": "mo"}, manager)[0] == 409
    assert staff.factors.has("dana")
    assert post(house, "/api/account/reset", reset | {"person": "mo"}, manager)[0] == 200
    assert enter(house, "dana", table="one")


def test_a_second_person_signs_with_their_code(house: Running) -> None:
    staff = house.floor.staff
    staff.add("sue", "supervisor", ("casino_supervisor",), RIGHT)
    secret, _ = app(staff, "sue")
    token = enter(house, "mo")
    signed = {"key": "k1", "person": "sue", "password": RIGHT, "do": {"type": "report-fault", "what": "lights fail"}}
    status, told, _ = post(house, "/api/office/one/signed", signed, token)
    assert (status, told["code"]) == (409, True)
    assert post(house, "/api/office/one/signed", signed | {"code": shows(staff, secret, 1)}, token)[0] == 200


def test_what_is_done_to_accounts_is_on_record_and_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "SCRYPT_N", 2)
    path = tmp_path / "floor.sqlite"
    with running(FloorConfig(SMALL.tables, str(path))) as up:
        staff = up.floor.staff
        staff.factors.key = KEY
        staff.add("mo", "supervisor", ("gaming_manager",), RIGHT)
        staff.add("dana", "crew", ("dealer",), RIGHT)
        assert post(up, "/signin", {"person": "dana", "password": WRONG})[0] == 403
        here, there, manager = enter(up, "dana", table="one"), enter(up, "dana", table="one"), enter(up, "mo")
        secret = _secret(post(up, "/api/account/factor", {"person": "dana", "password": RIGHT}, here)[1])
        code = {"person": "dana", "code": shows(staff, secret)}
        told = post(up, "/api/account/factor/confirm", code, here)[1]
        recovery = told["recovery"]
        assert isinstance(recovery, list)
        enter(up, "dana", recovery[0], "one")
        change = {"person": "dana", "old": RIGHT, "new": "other horse", "code": recovery[1]}
        assert post(up, "/api/account/password", change, here)[0] == 200
        assert up.fetch("/api/me", there)[0] == 401
        reset = {"person": "mo", "password": RIGHT, "of": "dana"}
        assert post(up, "/api/account/reset", reset, manager)[0] == 200
        assert post(up, "/api/account/end", {"person": "mo"}, manager)[0] == 200
    reading = read_log(str(path))
    assert [finding for finding in verify(reading) if finding.kind != "unseen"] == []
    reading.close()
    store = SqliteStore(path)
    records = [(record.actor, read_event(DOOR_EVENTS, record)) for record in store.log.read(DOOR)]
    store.close()
    by = [(actor, event.changed) for actor, event in records if isinstance(event, AccountChanged)]
    assert by == [("dana", ("password",))]
    gone = [actor for actor, event in records if isinstance(event, RowRemoved) and event.shelf == "factor"]
    assert gone == ["mo"], "who took it away is on record"
    assert [event.came for _, event in records if isinstance(event, SignInRefused)] == ["wrong"]


def test_sessions_of_an_older_floor_are_read_as_before() -> None:
    store = open_store("memory:")
    sessions = Sessions(store, Hand())
    token = sessions.begin(Session("crew", (("dana", "dealer"),), "one"))
    found = sessions.find(token)
    assert found is not None
    assert (found.limited, found.address) == (False, "")
    store.close()
