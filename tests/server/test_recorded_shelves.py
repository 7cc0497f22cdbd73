"""Accounts, sessions, terminals and sign-ins enter the chained log, and nothing that must stay out of it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from feltwork.engine.replay import read_event
from feltwork.server.auth.events import DOOR, DOOR_EVENTS, AccountChanged, DoorBegun, SignInRefused
from feltwork.server.auth.narrate import tell_door
from feltwork.server.auth.recorded_shelves import RecordedShelves, row_id
from feltwork.server.auth.sessions import MINUTE, Session, Sessions
from feltwork.server.auth.staff import SignInError, Staff
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Store
from feltwork.store.sqlite import SqliteStore

ANN = Session("player", (("ann", "player"),), "craps-1", 3)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "floor.db")
    yield opened
    opened.close()


def kinds(store: Store) -> list[str]:
    return [record.kind for record in store.log.read(DOOR)]


def last(store: Store) -> object:
    return read_event(DOOR_EVENTS, list(store.log.read(DOOR))[-1])


def test_an_account_is_recorded_when_it_is_made_changed_and_removed(store: Store) -> None:
    staff = Staff(Sessions(store, store.now))
    staff.add("dana", "crew", ("dealer",), "right horse")
    staff.add("dana", "crew", ("dealer", "stickperson"), "right horse", replace=True)
    changed = last(store)
    assert isinstance(changed, AccountChanged)
    assert (changed.person, changed.changed, changed.row) == ("dana", ("password", "roles"), row_id("account", "dana"))
    staff.remove("dana")
    assert kinds(store) == ["door-begun", "account-made", "account-changed", "account-removed"]
    assert {(record.actor, record.role) for record in list(store.log.read(DOOR))[1:]} == {("operator", "operator")}


def test_a_session_is_recorded_from_its_beginning_to_its_end(store: Store) -> None:
    sessions = Sessions(store, store.now)
    token = sessions.begin(ANN)
    sessions.change(token, Session("player", (("ann", "player"),), "craps-1", 4))
    sessions.end(token)
    assert kinds(store) == ["door-begun", "session-begun", "session-changed", "session-ended"]
    assert {(record.actor, record.role) for record in list(store.log.read(DOOR))[1:]} == {("ann", "player")}


def test_a_session_that_is_used_adds_nothing_to_the_log() -> None:
    time = [1_700_000_000_000_000]
    store = MemoryStore()
    sessions = Sessions(store, lambda: time[0])
    token = sessions.begin(ANN)
    for _ in range(10):
        time[0] += 2 * MINUTE
        assert sessions.find(token)
    assert kinds(store) == ["door-begun", "session-begun"]


def test_a_terminal_is_recorded_when_it_is_enrolled_and_removed(store: Store) -> None:
    staff = Staff(Sessions(store, store.now))
    key = staff.terminals.enrol("craps-1", 3)
    assert staff.terminals.admit(key)
    staff.terminals.revoke("craps-1-3")
    assert kinds(store) == ["door-begun", "terminal-enrolled", "session-begun", "terminal-removed", "session-ended"]


def test_sign_ins_are_recorded_and_refused_ones_counted(store: Store) -> None:
    staff = Staff(Sessions(store, store.now))
    staff.add("dana", "crew", ("dealer",), "right horse")
    staff.sign_in("dana", "right horse")
    assert kinds(store)[2:] == ["sign-in-accepted", "session-begun"]
    for _ in range(100):
        with pytest.raises(SignInError):
            staff.sign_in("dana", "wrong horse")
    for _ in range(3):
        assert staff.terminals.admit("no key of ours") is None
    events = [read_event(DOOR_EVENTS, record) for record in store.log.read(DOOR, 4)]
    refused = [event for event in events if isinstance(event, SignInRefused)]
    slowed = [event for event in refused if event.came == "slowed"]
    assert (len(slowed), sum(event.times for event in slowed)) == (7, 64)
    assert [(event.times, event.person) for event in refused if event.came == "key"] == [(1, ""), (1, "")]
    assert all(tell_door(event) for event in events)


def test_what_a_stranger_typed_is_not_kept(store: Store) -> None:
    staff = Staff(Sessions(store, store.now))
    with pytest.raises(SignInError):
        staff.sign_in("hunter2 my password", "right horse")
    assert isinstance(event := last(store), SignInRefused)
    assert (event.came, event.person, event.times) == ("unknown", "", 1)


def test_no_secret_enters_the_log(store: Store) -> None:
    staff = Staff(Sessions(store, store.now))
    staff.add("dana", "crew", ("dealer",), "right horse")
    token, _ = staff.sign_in("dana", "right horse")
    key = staff.terminals.enrol("craps-1", 3)
    raw = b"".join(record.body for record in store.log.read(DOOR))
    account = store.settings.get("account", "dana")
    assert account
    hidden = [token, key, "right horse", *store.settings.names("session"), *store.settings.names("terminal")]
    assert [secret for secret in hidden if secret.encode() in raw] == []
    assert b"hashed" not in raw


def test_the_first_record_takes_over_what_was_there(store: Store) -> None:
    """Rows written by an earlier program, which recorded nothing."""
    old = Staff(Sessions(MemoryStore(), store.now))
    old.add("dana", "crew", ("dealer",), "right horse")
    body = old.shelf.get("account", "dana")
    assert body
    store.settings.put("account", "dana", body)
    Sessions(store, store.now).begin(ANN)
    begun = read_event(DOOR_EVENTS, next(iter(store.log.read(DOOR))))
    assert isinstance(begun, DoorBegun)
    assert [(shelf, row) for shelf, row, _ in begun.rows] == [("account", row_id("account", "dana"))]


def test_time_at_the_door_does_not_go_back(tmp_path: Path) -> None:
    """Two processes on a file each have a clock of their own."""
    path = tmp_path / "floor.db"
    ahead, behind = SqliteStore(path, clock=lambda: 1_900_000_000_000_000), SqliteStore(path, clock=lambda: 5)
    for store in (ahead, behind, ahead):
        Sessions(store, store.now).begin(ANN)
    assert [record.at for record in ahead.log.read(DOOR)] == [1_900_000_000_000_000] * 4
    for store in (ahead, behind):
        store.close()


def test_two_processes_record_side_by_side(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "floor.db") for _ in range(2)]
    shelves = [RecordedShelves(store) for store in stores]
    for turn in range(20):
        shelves[turn % 2].put("link", f"n{turn}", b"{}")
    assert [each.take("link", "n3") for each in shelves] == [b"{}", None]
    assert stores[0].log.head(DOOR).version == 22
    for store in stores:
        store.close()


def test_the_salt_of_an_account_goes_with_it(tmp_path: Path) -> None:
    """Without the salt, which is in no record, the digest in the log tells nothing of the password."""
    store = SqliteStore(tmp_path / "floor.db")
    staff = Staff(Sessions(store, store.now))
    staff.add("dana", "crew", ("dealer",), "right horse")
    salt = msgspec.json.decode(store.settings.get("account", "dana") or b"")["salt"].encode()
    staff.remove("dana")
    store.close()
    assert [path.name for path in tmp_path.iterdir() if salt in path.read_bytes()] == []
