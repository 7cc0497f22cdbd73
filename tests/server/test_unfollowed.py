"""An event that no program here can follow: its table stops, the others play on, and a signed decision passes it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from tests.server.conftest import SMALL, Running, Talk, running, until
from tests.server.processes import Process, begin, floor_file, serving

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.passed_over import check_decisions, pass_over
from feltwork.engine.writer_queue import WriterQueue
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.sockets.room_saved import keep_room
from feltwork.store.chain import chained
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Batch, Posting, StoreError, UnreadableError
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.table.live.events import SCHEMA
from feltwork.verifier.keys.checkpoint import load_public, make_key
from feltwork.verifier.keys.trust import Trust
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.verify import findings

ANN = Session("player", (("ann", "player"),), "one", 1)


def poison(database: str, stream: str, body: dict[str, object], postings: tuple[Posting, ...] = ()) -> int:
    """What a newer program, or a fault, wrote: a record in the chain, with its answer."""
    store = open_store(database)
    head = store.log.head(stream)
    said = ("morgan", "casino_supervisor", str(body["type"]), SCHEMA)
    key = f"newer-{stream}-{head.version}"
    record = chained(head, store.now(), key, said, msgspec.json.encode(body), "", postings)
    answer = Answer(key, bytes(32), stream, record.version, record.version)
    store.log.append(Batch((record,), (answer,)))
    store.close()
    return record.version


UNKNOWN_KIND: dict[str, object] = {"type": "confetti-thrown", "seat": 1}


def sitting(floor: Running, table: str, player: str) -> Talk:
    talk = Talk(floor.screen(table, floor.token(Session("player", ((player, "player"),), table, 1))))
    assert "ack" in talk.do("sit", player=player, seat=1)
    return talk


def test_an_event_of_an_unknown_kind_stops_its_own_table_alone(floor: Running) -> None:
    one, wheel = sitting(floor, "one", "ann"), sitting(floor, "wheel", "bob")
    version = poison(floor.config.database, "table/one", UNKNOWN_KIND)
    until(lambda: floor.floor.house.health.stuck)
    lost = one.do("leave", seat=1)
    assert "cannot read on" in str(lost["why"])
    assert "ack" in wheel.do("leave", seat=1)
    status, said, _ = floor.fetch("/ready")
    assert status == 503
    assert f"table/one version {version}" in said.decode()
    assert "wheel" not in said.decode()


def test_a_group_of_commands_goes_on_without_the_table_that_cannot_be_followed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.sqlite")
    desk = Desk(store)
    for table in ("one", "two"):
        opening = ask.OpenTable("star-craps", 100, 4, {})
        assert not desk.submit(Envelope(f"o-{table}", table, "morgan", "casino_supervisor", opening)).reason
    poison(str(tmp_path / "log.sqlite"), "table/one", UNKNOWN_KIND)
    queue = WriterQueue(desk)
    sent = [Envelope(f"s-{table}", table, "ann", "player", ask.Sit("ann", 1)) for table in ("one", "two", "one", "two")]
    sent[2], sent[3] = (Envelope(f"t-{s.table}", s.table, "bob", "player", ask.Sit("bob", 2)) for s in sent[2:])
    promised = [queue.send(envelope) for envelope in sent]
    assert [isinstance(promise.exception(), UnreadableError) for promise in promised] == [True, False, True, False]
    queue.close()
    store.close()


def test_a_restart_serves_the_other_tables_and_a_signed_decision_brings_it_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "floor.sqlite")
    config = FloorConfig(SMALL.tables, database)
    make_key(tmp_path / "key")
    with running(config) as up:
        sitting(up, "one", "ann")
    version = poison(database, "table/one", UNKNOWN_KIND)
    with running(config) as up:
        assert "ack" in sitting(up, "wheel", "bob").do("leave", seat=1)
        until(lambda: "written by a newer program" in up.floor.house.health.stuck.get("one", ""))
    assert run(["migrate", database, "--check"]) == 1
    assert "cannot run on it" in capsys.readouterr().out
    told = ["audit", "pass-over", database, "--stream", "table/one", "--key", str(tmp_path / "key")]
    told += ["--reason", "thrown by a trial release", "--person", "olga"]
    assert run([*told, "--version", str(version - 1)]) == 2
    assert f"from version {version} on" in capsys.readouterr().err
    assert run([*told, "--version", str(version), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["version"] == version
    assert run([*told, "--version", str(version)]) == 2
    assert "nothing is passed over" in capsys.readouterr().err
    assert run(["migrate", database, "--check", "--json"]) == 0, "what is passed over stops no program"
    assert json.loads(capsys.readouterr().out)["unread"] == []
    with running(config) as up:
        talk = Talk(up.screen("one", up.token(ANN)), 50)
        assert "ack" in talk.do("leave", seat=1)
        assert "counts as if nothing had happened" in json.dumps(talk.hello["told"])
        assert up.fetch("/ready")[0] == 200
    assert run(["cage", "report", database]) == 0
    assert run(["ledger", database]) == 0
    found, notes = verified(database, tmp_path / "key.pub")
    assert found == []
    assert any("passed over by decision of olga: thrown by a trial release" in note for note in notes)
    make_key(tmp_path / "other")
    found, _ = verified(database, tmp_path / "other.pub")
    assert [(finding.kind, finding.stream) for finding in found] == [("signature", "passed")]


def verified(database: str, key: Path) -> tuple[list[Finding], list[str]]:
    notes: list[str] = []
    reading = read_log(database)
    found = list(findings(reading, None, load_public(key), notes))
    reading.close()
    return found, notes


def test_what_moved_money_or_can_be_followed_is_not_passed_over(tmp_path: Path) -> None:
    from feltwork.verifier.keys.checkpoint import load_private

    path = tmp_path / "log.sqlite"
    make_key(tmp_path / "key")
    key = load_private(tmp_path / "key")
    store = SqliteStore(path)
    Desk(store).submit(Envelope("d", "cage", "cass", "cashier", Deposit("ann", 100)))
    with pytest.raises(StoreError, match="can be followed"):
        pass_over(store, "cage", 1, "no need", "olga", key)
    moved = (Posting("vault", -5), Posting("player/ann", 5))
    version = poison(str(path), "cage", {"type": "money-found", "player": "ann"}, moved)
    with pytest.raises(StoreError, match="moved money"):
        pass_over(store, "cage", version, "please", "olga", key)
    with pytest.raises(StoreError, match="no stream that play follows"):
        pass_over(store, "refused/cage", 1, "please", "olga", key)
    store.close()


def test_a_decision_that_somebody_else_signed_is_not_served(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.sqlite")
    for name in ("key", "other"):
        make_key(tmp_path / name)
    with running(FloorConfig(SMALL.tables, database)):
        pass
    version = poison(database, "table/one", UNKNOWN_KIND)
    from feltwork.verifier.keys.checkpoint import load_private

    store = open_store(database)
    pass_over(store, "table/one", version, "forged", "mallory", load_private(tmp_path / "other"))
    with pytest.raises(StoreError, match="was not signed with this floor's key"):
        check_decisions(store.log, Trust.of(load_public(tmp_path / "key.pub")))
    store.close()


def test_a_process_starts_with_a_table_it_cannot_follow(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.sqlite")
    path = floor_file(tmp_path, database)
    path.write_text(
        path.read_text() + '[[tables]]\nname = "two"\nbook = "star-craps"\nseats = 4\n'
        'sign = {minimum = "1", maximum = "1000"}\n'
    )
    with serving(path) as up:
        assert up.end() == 0
    poison(database, "table/two", UNKNOWN_KIND)
    up = Process(path, wait=False)
    try:
        assert up.up.wait(60)
        ann = up.screen("one", begin(database, ANN))
        assert "ack" in ann.do("sit", player="ann", seat=1)
        status, said = up.ask("/ready")
        assert (status, "table/two" in said) == (503, True)
    finally:
        assert up.end() == 0


def test_a_table_that_cannot_be_shown_or_saved_stops_alone(tmp_path: Path) -> None:
    """Sums that no encoder takes, from before they were bounded: the whole floor did not start any more."""
    config = FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))
    with running(config) as up:
        sitting(up, "one", "ann")
    for _ in range(5):
        sold: dict[str, object] = {"type": "chips-sold", "seat": 1, "amount": 2**62, "clause": "4.3"}
        poison(config.database, "table/one", sold, (Posting("float/one", -(2**62)), Posting("seat/one/1", 2**62)))
    with running(config) as up:
        assert "ack" in sitting(up, "wheel", "bob").do("leave", seat=1)
        keep_room(up.floor.house.reader, up.floor.house.rooms["one"], every=1)
