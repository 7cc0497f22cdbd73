"""Sessions, accounts and terminals on the shelf: expiry by a moved clock, keys of terminals, the command line."""

from __future__ import annotations

import io
import json
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.server.conftest import SMALL, Running, Talk, given_token, running
from websockets.exceptions import ConnectionClosed

from feltwork.cli.main import run
from feltwork.server.auth.factors import Factor, Factors
from feltwork.server.auth.sessions import (
    ABSOLUTE_SHIFT,
    IDLE,
    IDLE_STAFF,
    LINK_LASTS,
    MINUTE,
    SECOND,
    Session,
    Sessions,
)
from feltwork.server.auth.staff import Staff
from feltwork.server.auth.terminals import StaffError
from feltwork.server.auth.totp import STEP, code_at
from feltwork.server.config import FloorConfig
from feltwork.server.opening import open_tables
from feltwork.server.ops import background
from feltwork.server.runtime import Runtime
from feltwork.server.state import BY_ITSELF
from feltwork.store.memory import MemoryStore
from feltwork.store.sqlite import SqliteStore

CREW = Session("crew", (("dana", "dealer"),), "one")
PLAYER = Session("player", (("ann", "player"),), "one", 1)


class Hand:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.at = 1_000_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def sessions(clock: Hand) -> Sessions:
    return Sessions(MemoryStore(), clock)


@pytest.mark.parametrize(("session", "idle"), [(CREW, IDLE_STAFF), (PLAYER, IDLE["player"])])
def test_a_session_ends_when_it_idles(sessions: Sessions, clock: Hand, session: Session, idle: int) -> None:
    token = sessions.begin(session)
    clock.at += idle
    assert sessions.find(token, used=False) is not None, "at the limit it still lives"
    clock.at += 1
    assert sessions.find(token) is None
    clock.at -= idle
    assert sessions.find(token) is None, "and does not come back"


def test_a_session_that_is_used_lasts_no_longer_than_a_shift(sessions: Sessions, clock: Hand) -> None:
    token, born = sessions.begin(CREW), clock.at
    while clock.at + IDLE_STAFF <= born + ABSOLUTE_SHIFT:
        clock.at += IDLE_STAFF
        assert sessions.find(token) is not None
    clock.at = born + ABSOLUTE_SHIFT
    assert sessions.find(token) is not None
    clock.at += 1
    assert sessions.find(token) is None


def test_a_session_that_was_ended_is_not_brought_back_by_its_last_use(sessions: Sessions, clock: Hand) -> None:
    token = sessions.begin(CREW)
    clock.at += 2 * MINUTE
    kept = sessions.shelf.get
    sessions.shelf.get = lambda shelf, name: (kept(shelf, name), sessions.end(token))[0]  # type: ignore[method-assign,func-returns-value]  # ended in between
    assert sessions.find(token) is not None
    sessions.shelf.get = kept  # type: ignore[method-assign]
    assert sessions.find(token) is None


def test_what_is_over_is_swept_away(sessions: Sessions, clock: Hand) -> None:
    sessions.begin(CREW)
    clock.at += IDLE_STAFF
    sessions.begin(PLAYER)
    clock.at += 1
    assert sessions.sweep() == 1
    assert len(sessions.shelf.names("session")) == 1


def test_a_link_lasts_a_day_and_is_used_once(sessions: Sessions, clock: Hand) -> None:
    late, early = sessions.invite(PLAYER), sessions.invite(PLAYER)
    clock.at += LINK_LASTS
    assert sessions.follow(early)
    assert sessions.follow(early) is None
    clock.at += 1
    assert sessions.follow(late) is None


def test_tokens_keys_and_passwords_are_nowhere_on_the_shelf(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "floor.sqlite")
    staff = Staff(Sessions(store, store.now))
    staff.add("dana", "crew", ("dealer",), "right horse")
    secrets = [staff.sign_in("dana", "right horse")[0], staff.terminals.enrol("one", 1), "right horse"]
    store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"dana" in kept
    assert not [secret for secret in secrets if secret.encode() in kept]


@pytest.mark.parametrize(
    ("person", "kind", "password"),
    [
        ("", "crew", "long enough"),
        ("a b", "crew", "long enough"),
        ("dana", "player", "long enough"),
        ("dana", "crew", "short"),
        ("dana", "crew", "x" * 1025),
    ],
)
def test_accounts_that_cannot_be(sessions: Sessions, person: str, kind: str, password: str) -> None:
    with pytest.raises(StaffError):
        Staff(sessions).add(person, kind, (), password)


def test_a_terminal_is_enrolled_and_revoked(floor: Running) -> None:
    key = floor.floor.staff.terminals.enrol("one", 3)
    assert floor.fetch("/enrol", "", {"key": key[:-1]})[0] == 403
    assert floor.fetch("/enrol", "", {"key": key}, origin="http://evil.example")[0] == 403
    status, _, headers = floor.fetch("/enrol", "", {"key": key})
    assert status == 200
    assert "HttpOnly" in headers["set-cookie"]
    token = given_token(headers)
    me = json.loads(floor.fetch("/api/me", token)[1])
    assert (me["kind"], me["table"], me["seat"]) == ("player", "one", 3)
    assert floor.fetch("/enrol", "", {"key": key})[0] == 200, "it may come back"
    assert floor.floor.staff.terminals.revoke("one-3")
    assert floor.fetch("/enrol", "", {"key": key})[0] == 403
    assert floor.fetch("/api/me", token)[0] == 401


def _closed_with(talk: Talk) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        talk.until(lambda _: False)
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_a_socket_goes_with_its_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LOOK_AT_SESSIONS_SECONDS", 0.05)
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as floor:
        signed_out, removed, stays = floor.crew(), floor.token(CREW), floor.player()
        screens = [Talk(floor.screen("one", token)) for token in (signed_out, removed, stays)]
        assert floor.fetch("/signout", signed_out, {})[0] == 200
        assert _closed_with(screens[0]) == 4401
        floor.floor.staff.remove("dana")
        assert _closed_with(screens[1]) == 4401, "ended elsewhere, the socket is let go as well"
        assert "ack" in screens[2].do("sit", player="ann", seat=1)


def test_a_screen_keeps_no_session_alive_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LOOK_AT_SESSIONS_SECONDS", 0.05)
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as floor:
        sessions, later = floor.floor.sessions, [0]
        now = sessions.now
        monkeypatch.setattr(sessions, "now", lambda: now() + later[0])
        alone, at_work, polled = floor.crew(), floor.crew(), floor.token(Session("cashier", (("cy", "cashier"),)))
        idle, busy = (Talk(floor.screen("one", token)) for token in (alone, at_work))
        for _ in range(3):
            later[0] += 9 * MINUTE
            if not later[0] > 20 * MINUTE:
                idle.ask("time")
                idle.ask("actions")
            busy.do("read-display", shown=[1, 1])
            asked = Request(f"{floor.address}/api/cage", headers={"cookie": f"feltwork={polled}", BY_ITSELF: "1"})
            time.sleep(0.3)  # the sessions are looked at meanwhile
            with suppress(HTTPError), urlopen(asked, timeout=10) as answer:
                assert answer.status == 200
        assert _closed_with(idle) == 4401
        assert busy.ask("time")
        assert sessions.find(polled) is None


def _type(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_staff_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db = ["--db", str(tmp_path / "floor.sqlite")]
    _type(monkeypatch, "right horse\n")
    assert run(["staff", "add", "dana", *db, "--kind", "crew", "--role", "dealer"]) == 0
    _type(monkeypatch, "wrong horse\n")
    assert run(["staff", "add", "dana", *db, "--kind", "cashier"]) == 2
    assert "dana has an account already" in capsys.readouterr().err
    _type(monkeypatch, "other horse\n")
    assert run(["staff", "add", "dana", *db, "--kind", "crew", "--role", "dealer", "--replace"]) == 0
    _type(monkeypatch, "short\n")
    assert run(["staff", "add", "ed", *db, "--kind", "crew"]) == 2
    capsys.readouterr()
    assert run(["staff", "list", *db, "--json"]) == 0
    told = capsys.readouterr().out
    assert json.loads(told) == [{"person": "dana", "kind": "crew", "roles": ["dealer"], "second_factor": False}]
    assert [run(["staff", "unlock", name, *db]) for name in ("dana", "nobody")] == [0, 1]
    assert [run(["staff", "remove", "dana", *db]) for _ in range(2)] == [0, 1]


def test_passwords_factors_and_sessions_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db, key = ["--db", str(tmp_path / "floor.sqlite")], tmp_path / "account.key"
    key.write_bytes(b"k" * 32)
    store = SqliteStore(tmp_path / "floor.sqlite")
    staff = Staff(Sessions(store, store.now), b"k" * 32)
    staff.add("dana", "crew", ("dealer",), "right horse")
    staff.sign_in("dana", "right horse", "one")
    assert run(["staff", "sessions", "dana", *db, "--json"]) == 0
    (there,) = json.loads(capsys.readouterr().out)
    assert (there["kind"], there["table"]) == ("crew", "one")
    assert run(["staff", "sessions", "dana", *db]) == 0
    assert there["session"] in capsys.readouterr().out
    assert [run(["staff", "end-session", "dana", name, *db]) for name in ("none", there["session"])] == [1, 0]
    token, _ = staff.sign_in("dana", "right horse", "one")
    _type(monkeypatch, "wrong horse\nother horse\n")
    assert run(["staff", "password", "dana", *db]) == 2
    _type(monkeypatch, "right horse\nother horse\n")
    assert run(["staff", "password", "dana", *db]) == 0
    assert staff.sessions.find(token) is None
    assert staff.sign_in("dana", "other horse")
    _set_factor(tmp_path, monkeypatch, capsys, staff)
    store.close()


def _set_factor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], staff: Staff
) -> None:
    db, key = ["--db", str(tmp_path / "floor.sqlite")], ["--key", str(tmp_path / "account.key")]
    _type(monkeypatch, "123456\n")
    assert run(["staff", "set-factor", "nobody", *db, *key]) == 2
    assert run(["staff", "set-factor", "dana", *db, "--key", str(tmp_path / "no.key")]) == 2
    monkeypatch.setattr(Factors, "begin", _begun)
    _type(monkeypatch, f"{code_at(b's' * 20, staff.sessions.now() // SECOND // STEP)}\n")
    capsys.readouterr()
    assert run(["staff", "set-factor", "dana", *db, *key]) == 0
    told = capsys.readouterr().out
    assert "otpauth://totp/Feltwork:dana?" in told
    assert run(["staff", "list", *db]) == 0
    assert "with a second factor" in capsys.readouterr().out
    _type(monkeypatch, f"other horse\nthird horse\n{told.splitlines()[-1]}\n")
    assert run(["staff", "password", "dana", *db, *key]) == 0
    assert [run(["staff", "reset-factor", "dana", *db]) for _ in range(2)] == [0, 1]
    assert staff.sign_in("dana", "third horse")


def _begun(factors: Factors, person: str) -> bytes:
    """A new second factor whose secret is known beforehand."""
    factors.shelf.put("factor-new", person, factors._seal(person, Factor(b"s" * 20)))
    return b"s" * 20


def test_terminals_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = ["--db", str(tmp_path / "floor.sqlite")]
    SqliteStore(tmp_path / "floor.sqlite").close()
    assert run(["terminal", "enrol", *db, "--table", "one"]) == 2
    told = capsys.readouterr()
    assert (told.out, "no table 'one' was ever opened" in told.err) == ("", True)
    house = Runtime(db[1])
    open_tables(house, SMALL)
    house.stop()
    assert run(["terminal", "enrol", *db, "--table", "one", "--seat", "9"]) == 2
    assert "table one has seats 1 to 4, and no seat 9" in capsys.readouterr().err
    assert run(["terminal", "enrol", *db, "--table", "one", "--seat", "2"]) == 0
    key = capsys.readouterr().out.strip()
    assert run(["terminal", "enrol", *db, "--table", "one"]) == 0
    capsys.readouterr()
    assert run(["terminal", "list", *db]) == 0
    assert capsys.readouterr().out.splitlines() == ["one-wall: display at one", "one-2: seat 2 at one"]
    store = SqliteStore(tmp_path / "floor.sqlite")
    staff = Staff(Sessions(store, store.now))
    assert staff.terminals.admit(key)
    assert run(["terminal", "enrol", *db, "--table", "one", "--seat", "2"]) == 0
    assert staff.terminals.admit(key) is None, "one place has one terminal"
    store.close()
    assert [run(["terminal", "revoke", "one-2", *db]) for _ in range(2)] == [0, 1]
    assert run(["terminal", "enrol", *db, "--table", "a b"]) == 2
