"""A floor whose store fails: what its screens, its terminals and those who watch it are told, and how it goes on."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.faults.disk import FULL, OK, Disk
from tests.server.conftest import SMALL, Running, Talk, running, until
from websockets.exceptions import ConnectionClosed

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.ops.readiness import problems
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Batch, CommitMark, Store, StoreError, UnknownOutcomeError
from feltwork.store.sqlite import SqliteLog, SqliteStore


class Breaking(SqliteLog):
    """A log whose disk breaks in a commit, and cannot be asked afterwards."""

    breaks = False

    def append(self, batch: Batch) -> CommitMark:
        mark = super().append(batch)
        if Breaking.breaks and batch.records and batch.records[0].stream != "heartbeat":
            Breaking.breaks = False
            self._file.refusal = "the disk reported an error"
            raise UnknownOutcomeError("the disk reported an error")
        return mark


@pytest.fixture
def file(tmp_path: Path) -> str:
    Breaking.breaks = False
    return str(tmp_path / "floor.sqlite")


def opens(url: str) -> Store:
    store = SqliteStore(url)
    store.log = Breaking(store.connections)
    return store


def up(file: str, opening: Callable[[str], Store] = open_store) -> Iterator[Running]:
    with running(FloorConfig(SMALL.tables, file), opens=opening) as floor:
        yield floor


def seated(floor: Running) -> Talk:
    floor.floor.house.post(Envelope("d", "cage", "till", "cashier", Deposit("ann", 10_000))).result()
    ann = Talk(floor.screen("one", floor.player()))
    assert "ack" in ann.do("sit", player="ann", seat=1)
    assert "ack" in ann.do("buy-in", seat=1, amount=5_000)
    return ann


def ended(floor: Running) -> None:
    for _ in range(500):
        if floor.floor.failed:
            return
        time.sleep(0.01)
    raise AssertionError("it did not stop")


def test_a_wager_of_which_nobody_knows_is_answered_so_and_settled_by_its_key(file: str) -> None:
    with running(FloorConfig(SMALL.tables, file), opens=opens) as floor:
        ann = seated(floor)
        Breaking.breaks = True
        told = ann.do("place-wager", seat=1, wager="field", amount=500)
        assert told["unknown"] == "k3"
        assert "not known yet" in str(told["why"])
        assert "play is stopped" in str(ann.until(lambda m: "stopped" in m)["stopped"])
        ended(floor)
    with running(FloorConfig(SMALL.tables, file)) as again:
        ann = Talk(again.screen("one", again.player()), first=3)
        assert "ack" in ann.do("place-wager", seat=1, wager="field", amount=500)
        lying = again.floor.house.live("one").game
        assert lying is not None
        assert [standing.stake for standing in lying.layout.values()] == [500], "once"


def test_a_collect_of_which_nobody_knows_gives_its_ticket_when_it_is_asked_again(file: str) -> None:
    with running(FloorConfig(SMALL.tables, file), opens=opens) as floor:
        seated(floor)
        token = floor.player()
        Breaking.breaks = True
        status, body, headers = floor.fetch("/api/collect", token, {"key": "c1"})
        assert (status, json.loads(body)["unknown"], headers["retry-after"]) == (503, True, "1")
        ended(floor)
    with running(FloorConfig(SMALL.tables, file)) as again:
        status, body, _ = again.fetch("/api/collect", again.player(), {"key": "c1"})
        assert (status, json.loads(body)["amount"]) == (200, 5_000)
        assert len(again.floor.house.cage.state.tickets) == 1


def ready(floor: Running) -> tuple[int, str]:
    floor.floor.heartbeat.beat()
    status, body, _ = floor.fetch("/ready")
    return status, body.decode()


def test_a_full_disk_is_not_ready_and_says_so(file: str) -> None:
    with Disk().in_use() as disk, running(FloorConfig(SMALL.tables, file)) as floor:
        assert ready(floor) == (200, "ready\n")
        disk.full = FULL
        status, said = ready(floor)
        disk.full = OK
        assert (status, "the disk is full" in said, said.startswith("not ready\ndatabase: ")) == (503, True, True)
        assert ready(floor) == (200, "ready\n")


def test_a_locked_database_is_not_ready(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(FloorConfig(SMALL.tables, file), opens=lambda url: SqliteStore(url, wait_ms=50)) as floor:
        rival = sqlite3.connect(file, isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        status, said = ready(floor)
        rival.execute("ROLLBACK")
        rival.close()
        assert (status, "is locked by another process" in said) == (503, True)
        assert ready(floor)[0] == 200


def test_a_database_that_was_set_back_is_not_ready(file: str) -> None:
    with running(FloorConfig(SMALL.tables, file)) as floor:
        seated(floor)
        assert ready(floor)[0] == 200
        thief = sqlite3.connect(file, isolation_level=None)
        for (trigger,) in thief.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            thief.execute(f"DROP TRIGGER {trigger}")
        thief.execute("DELETE FROM records WHERE stream = 'table/one' AND version > 5")
        thief.close()
        status, said = ready(floor)
        assert (status, "table/one ends at version 5" in said) == (503, True)


def test_an_event_that_cannot_be_read_is_named(file: str) -> None:
    with running(FloorConfig(SMALL.tables, file)) as floor:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute(
            "INSERT INTO records (stream, version, at, key, actor, role, kind, schema, body, link, hash, postings) "
            "SELECT stream, version + 1, at, key, actor, role, 'comet-seen', schema, ?, link, hash, '{}' FROM records "
            "WHERE stream = 'table/one' ORDER BY version DESC LIMIT 1",
            (b'{"type":"comet-seen"}',),
        )
        other.close()
        for _ in range(100):
            status, said = ready(floor)
            if status == 503:
                break
            time.sleep(0.05)
        assert "table one: table/one version" in said


def test_a_writer_that_ends_is_not_silent(file: str) -> None:
    with running(FloorConfig(SMALL.tables, file)) as floor:
        seated(floor)
        floor.floor.house.queue._waiting.put("no command at all")  # type: ignore[arg-type]  # a fault of ours
        ended(floor)
        assert "writer" in problems(floor.floor)


class Failing(SqliteLog):
    """A log to which nothing can be written, or from which answers cannot be read either."""

    full = unread = False

    def append(self, batch: Batch) -> CommitMark:
        if Failing.full:
            raise StoreError("the disk is full")
        return super().append(batch)

    def answer(self, key: str) -> Answer | None:
        if Failing.unread:
            raise StoreError("the disk reported an error")
        return super().answer(key)


def opens_failing(url: str) -> Store:
    store = SqliteStore(url)
    store.log = Failing(store.connections)
    return store


@pytest.fixture
def failing() -> Iterator[type[Failing]]:
    yield Failing
    Failing.full = Failing.unread = False


def resend(talk: Talk, key: str) -> dict[str, object]:
    """What a screen does with a command that was not answered before the line went down."""
    do = {"type": "place-wager", "seat": 1, "wager": "field", "amount": 500}
    talk.socket.send(json.dumps({"key": key, "do": do, "round": 0}))
    return talk.until(lambda m: key in (m.get("ack"), m.get("no"), m.get("lost"), m.get("unknown")))


def test_what_was_done_before_is_never_answered_as_not_done(file: str, failing: type[Failing]) -> None:
    with running(FloorConfig(SMALL.tables, file), opens=opens_failing) as floor:
        ann = seated(floor)
        done = ann.do("place-wager", seat=1, wager="field", amount=500)
        failing.full = True
        assert resend(ann, "k3") == done
        new = resend(ann, "new")
        assert "was not done" in str(new["why"])
        assert "lost" in new
        failing.unread = True
        floor.floor.house.queue.desk.commits.check_others = 0  # it would ask first, and be told the same
        assert "unknown" in resend(ann, "k3")


def test_a_command_sent_again_into_a_flood_keeps_its_key(floor: Running) -> None:
    ann = seated(floor)
    done = ann.do("place-wager", seat=1, wager="field", amount=500)
    flood = json.dumps({"key": "f", "do": {"type": "place-wager", "seat": 1, "wager": "no", "amount": 1}})
    for _ in range(80):
        ann.socket.send(flood)
    assert "unknown" in resend(ann, "k3")
    with pytest.raises(ConnectionClosed):
        ann.until(lambda m: False)

    def settled() -> bool:
        """A screen comes back after a while, when its terminal has been quiet."""
        time.sleep(0.2)
        return resend(Talk(floor.screen("one", floor.player())), "k3") == done

    until(settled)


def test_what_a_person_of_two_roles_did_is_found_when_it_comes_again(floor: Running) -> None:
    """The table lets one role do it; once it is done it lets neither, and the other is asked first."""
    people = (("floor-manager", "boxperson"), ("floor-manager", "casino_supervisor"))
    boss = Talk(floor.screen("one", floor.token(Session("supervisor", people))))
    assert "ack" in boss.do("assign-crew", person="zed", role="dealer")
    done = boss.do("release-crew", person="zed")
    assert "ack" in done
    again = {"key": "k2", "do": {"type": "release-crew", "person": "zed"}, "round": 0}
    boss.socket.send(json.dumps(again))
    assert boss.until(lambda m: "k2" in (m.get("ack"), m.get("no"), m.get("unknown"))) == done
    another = again | {"do": {"type": "release-crew", "person": "one-dealer"}}
    boss.socket.send(json.dumps(another))
    assert boss.until(lambda m: "k2" in (m.get("ack"), m.get("no"), m.get("unknown")))["why"] == (
        "this key was used for another command"
    )
