"""Accounts, sessions and terminals are those that the log tells of; whoever puts one in, or changes one, is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from feltwork.cage.commands import AskTransfer, Deposit, SettleTransfer
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth import recorded_shelves
from feltwork.server.auth.sessions import Session, Sessions, hashed
from feltwork.server.auth.staff import Staff
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Batch
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.entrance.shelves import row_digest as own_digest
from feltwork.verifier.entrance.shelves import row_id as own_id
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import NOTHING_BEFORE, Listed, Row, row_digest
from feltwork.verifier.verify import findings, verify
from tests.build import rows_of

Change = Callable[[SqliteStore], None]
CREW = Session("crew", (("dana", "dealer"),), "craps-1", born=1, seen=1)


@cache
def floor() -> bytes:
    """A floor with an account, somebody signed in, and a terminal at work."""
    with TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder, "floor.db"))
        staff = Staff(Sessions(store, store.now))
        staff.add("dana", "crew", ("dealer",), "right horse")
        staff.sign_in("dana", "right horse", "craps-1")
        assert staff.terminals.admit(staff.terminals.enrol("craps-1", 3))
        store.close()
        return store.path.read_bytes()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    path = tmp_path / "floor.db"
    path.write_bytes(floor())
    with closing(SqliteStore(path)) as opened:
        yield opened


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "floor.db")) as opened:
        yield opened


def found(store: SqliteStore | str) -> list[str]:
    reading = read_log(store if isinstance(store, str) else str(store.path))
    try:
        return [f"{finding.kind}: {finding.what}" for finding in verify(reading)]
    finally:
        reading.close()


def changed(store: SqliteStore, shelf: str, **members: object) -> None:
    """Change the first row of a shelf behind the log's back."""
    name = store.settings.names(shelf)[0]
    body = store.settings.get(shelf, name)
    assert body
    store.settings.put(shelf, name, msgspec.json.encode(msgspec.json.decode(body) | members))


def inserted(store: SqliteStore) -> None:
    body = store.settings.get("account", "dana")
    assert body
    store.settings.put("account", "eve", body.replace(b'"person":"dana"', b'"person":"eve"'))


def test_a_floor_is_sound(store: SqliteStore) -> None:
    assert found(store) == []


def test_both_ways_to_the_same_digest() -> None:
    for shelf, body in (("session", b'{"kind":"crew","seen":5}'), ("link", b"{}"), ("account", b"no JSON")):
        assert own_digest(shelf, "n", body) == recorded_shelves.row_digest(shelf, "n", body)
        assert own_id(shelf, "n") == recorded_shelves.row_id(shelf, "n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (inserted, "the account of 'eve' is not on record"),
        (lambda store: changed(store, "account", roles=["gaming_manager"]), "the account of 'dana' is not as"),
        (lambda store: changed(store, "account", hashed="AAAA"), "the account of 'dana' is not as"),
        (lambda store: changed(store, "account", kind="supervisor"), "the account of 'dana' is not as"),
        (lambda store: changed(store, "account", more=1), "the account of 'dana' is not as"),
        (lambda store: changed(store, "session", seen=-3), "of session has seen -3"),
        (lambda store: store.settings.take("account", "dana"), "of account is on record and not there"),
        (
            lambda store: store.settings.put("session", hashed("t"), msgspec.json.encode(CREW)),
            "of session is not on record",
        ),
        (lambda store: changed(store, "session", people=[["eve", "dealer"]]), "of session is not as it was recorded"),
        (
            lambda store: store.settings.take("session", store.settings.names("session")[0]),
            "of session is on record and not there",
        ),
        (lambda store: changed(store, "terminal", seat=4), "of terminal is not as it was recorded"),
        (lambda store: store.settings.put("terminal", hashed("k"), b"{}"), "of terminal is not on record"),
        (lambda store: store.settings.put("elsewhere", "n", b"{}"), "of elsewhere is not on record"),
        (lambda store: store.settings.put("rules", "0" * 64, b"other rules"), "was never installed"),
    ],
)
def test_a_row_that_the_log_does_not_tell_of_is_found(store: SqliteStore, change: Change, said: str) -> None:
    change(store)
    assert any(said in what for what in found(store)), found(store)


def test_who_was_put_in_is_still_found_after_they_are_removed(store: SqliteStore) -> None:
    inserted(store)
    Staff(Sessions(store, store.now)).remove("eve")
    assert any("of account was not on record: somebody put it there" in what for what in found(store))


def test_a_change_is_still_found_after_the_next_one(store: SqliteStore) -> None:
    changed(store, "account", roles=["dealer", "boxperson"])
    Staff(Sessions(store, store.now)).add("dana", "crew", ("dealer",), "another horse", replace=True)
    assert any("of account was not as it was recorded: somebody had changed it" in what for what in found(store))


def test_accounts_of_before_are_told_of_and_then_taken_over(empty: SqliteStore) -> None:
    old, store = MemoryStore(), empty
    Staff(Sessions(old, old.now)).add("dana", "crew", ("dealer",), "right horse")
    store.settings.put("account", "dana", old.settings.get("account", "dana") or b"")
    reading, notes = read_log(str(store.path)), list[str]()
    assert list(findings(reading, notes=notes)) == []
    reading.close()
    assert notes == ["1 accounts, sessions and terminals are from before they were recorded"]
    Staff(Sessions(store, store.now)).sign_in("dana", "right horse")
    assert found(store) == []
    inserted(store)
    assert any("'eve' is not on record" in what for what in found(store))


def test_a_made_up_answer_is_found(store: SqliteStore) -> None:
    store.log.append(Batch(answers=(Answer("made-up", bytes(32), "table/craps-1", 0, 0),)))
    assert any("answered as done and left no record ('made-up')" in what for what in found(store))


def test_answers_of_before_are_taken_over(empty: SqliteStore) -> None:
    """An earlier program kept no record of a command that changed nothing."""
    store = empty
    store.log.append(Batch(answers=tuple(Answer(f"old-{n}", bytes([n]) * 32, "table/t", 0, 0) for n in range(3))))
    Sessions(store, store.now).begin(Session("player", (("ann", "player"),)))
    assert found(store) == []
    store.log.append(Batch(answers=(Answer("old-7", bytes(32), "table/t", 0, 0),)))
    assert any("4 commands were answered as done and left no record" in what for what in found(store))


def test_a_command_that_changed_nothing_has_its_record(store: SqliteStore) -> None:
    desk = Desk(store)

    def send(key: str, actor: str, role: str, body: object) -> Answer:
        return desk.submit(Envelope(key, "cage", actor, role, body))  # type: ignore[arg-type]  # any command

    send("k1", "cass", "cashier", Deposit("zoe", 5_000))
    send("k2", "zoe", "player", AskTransfer("zoe", 2_000, False))
    (transfer,) = desk.cage.transfers
    for key in ("k3", "k4"):
        assert not send(key, "cms", "system", SettleTransfer(transfer, "delayed", "no answer")).reason
    assert [record.kind for record in store.log.read("refused/cage")] == ["nothing-done"]
    assert found(store) == []


def test_a_floor_in_postgresql_is_held_against_its_log_too(postgres_schema: str) -> None:
    store = open_store(postgres_schema)
    try:
        staff = Staff(Sessions(store, store.now))
        staff.add("dana", "crew", ("dealer",), "right horse")
        token, _ = staff.sign_in("dana", "right horse")
        assert staff.sessions.find(token)
        assert found(postgres_schema) == []
        body = store.settings.get("account", "dana") or b""
        store.settings.put("account", "eve", body)
        store.settings.take("session", hashed(token))
        said = found(postgres_schema)
        assert len(said) == 2
        assert "'eve' is not on record" in said[0]
        assert "of session is on record and not there" in said[1]
    finally:
        store.close()


def test_a_setting_that_nobody_made_is_found(store: SqliteStore) -> None:
    with store.connections.writing() as writer:
        writer.execute("INSERT INTO meta VALUES ('trusted', 'yes')")
    assert found(store) == ["settings: nothing is known of a setting 'trusted'"]


@cache
def stream() -> tuple[Row, ...]:
    store = MemoryStore()
    sessions = Sessions(store, store.now)
    staff = Staff(sessions)
    staff.add("dana", "crew", ("dealer",), "right horse")
    token, _ = staff.sign_in("dana", "right horse")
    staff.terminals.admit(staff.terminals.enrol("craps-1", 3))
    sessions.end(token)
    return tuple(rows_of(store))


def forged(change: Callable[[list[Row]], None]) -> list[str]:
    """What is found in a stream of the door that was rewritten from end to end."""
    rows = list(stream())
    change(rows)
    digest = NOTHING_BEFORE
    for n, row in enumerate(rows):
        fresh = row._replace(version=n + 1)
        digest = row_digest(digest, fresh)
        rows[n] = fresh._replace(digest=digest)
    return [f"{finding.kind}: {finding.what}" for finding in verify(Listed(rows))]


def edits(kind: str, /, row: dict[str, object] | None = None, **members: object) -> Callable[[list[Row]], None]:
    def edit(rows: list[Row]) -> None:
        at = next(n for n, each in enumerate(rows) if each.kind == kind)
        body = msgspec.json.encode(msgspec.json.decode(rows[at].body) | members)
        rows[at] = rows[at]._replace(body=body, **(row or {}))  # type: ignore[arg-type]  # columns by name

    return edit


def without(kind: str) -> Callable[[list[Row]], None]:
    return lambda rows: rows.remove(next(row for row in rows if row.kind == kind))


def test_the_stream_is_sound_before() -> None:
    assert forged(lambda rows: None) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without("door-begun"), "order: the stream begins with"),
        (without("account-made"), "door: 'dana' signed in and has no account"),
        (without("terminal-enrolled"), "door: terminal 'craps-1-3' was not enrolled"),
        (without("session-begun"), "of session was not on record: somebody put it there"),
        (edits("account-made", {"actor": "dana", "role": "crew"}), "role: a 'crew' may not do this"),
        (edits("account-made", person="eve"), "door: the row of the account of 'eve' has another name"),
        (edits("account-made", kind="supervisor"), "door: the account of 'dana' is of another kind than 'crew'"),
        (edits("session-begun", people=[["dana", "boxperson"]]), "'dana' has no account to be 'boxperson'"),
        (edits("session-begun", people=[["eve", "dealer"]]), "role: 'dana' as 'crew' is not who is at this screen"),
        (edits("session-ended", was="0" * 64), "of session was not as it was recorded"),
        (edits("sign-in-accepted", {"actor": "eve"}), "role: 'eve' did not sign in as 'dana'"),
        (edits("session-begun", people=5), "body: the event makes no sense here"),
    ],
)
def test_a_forged_record_is_found(change: Callable[[list[Row]], None], said: str) -> None:
    assert any(said in what for what in forged(change)), forged(change)


@pytest.mark.parametrize(
    "change",
    [lambda rows: rows.append(rows[1]), lambda rows: rows.append(rows[0]), edits("session-ended", {"kind": "x"})],
)
def test_a_record_twice_or_of_no_kind_is_found(change: Callable[[list[Row]], None]) -> None:
    assert forged(change)
