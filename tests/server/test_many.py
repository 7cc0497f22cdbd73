"""Several processes serve the tables of one PostgreSQL; the death of one leaves play going on at the others."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path
from typing import Any

from tests.server.processes import Process, begin, floor_file, serving
from tests.store.postgres import postgres_schema, postgres_url

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.server.config import TableConfig
from feltwork.server.opening import crew_session
from feltwork.store.opening import open_store
from feltwork.store.series import behind
from feltwork.verifier.keys.checkpoint import load_public, read_checkpoint
from feltwork.verifier.keys.trust import Trust
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify

__all__ = ["postgres_schema", "postgres_url"]
ANN, BOB = (Session("player", ((name, "player"),), "one", seat) for seat, name in ((1, "ann"), (2, "bob")))


def paid_in(database: str) -> None:
    store = open_store(database)
    desk = Desk(store)
    for name in ("ann", "bob"):
        assert not desk.submit(Envelope(f"d-{name}", "cage", "till", "cashier", Deposit(name, 10_000))).reason
    desk.close()
    store.close()


def test_a_screen_goes_on_at_another_process(tmp_path: Path, postgres_schema: str) -> None:
    config = floor_file(tmp_path, postgres_schema)
    with serving(config) as first, serving(config) as second:
        paid_in(postgres_schema)
        token = begin(postgres_schema, ANN)
        ann, bob = first.screen("one", token), second.screen("one", begin(postgres_schema, BOB))
        crew = second.screen("one", begin(postgres_schema, crew_session(TableConfig("one", "star-craps", 4))))
        for talk, name, seat in ((ann, "ann", 1), (bob, "bob", 2)):
            assert "ack" in talk.do("sit", player=name, seat=seat)
            assert "ack" in talk.do("buy-in", seat=seat, amount=10_000)
        wager = {"key": "w", "do": {"type": "place-wager", "seat": 1, "wager": "win-line", "amount": 1000}}
        ann.socket.send(json.dumps(wager))
        acknowledged = ann.until(lambda m: m.get("ack") == "w")
        seen: Any = bob.until(lambda m: bool(m.get("view", {}).get("stakes")))  # type: ignore[attr-defined]  # as sent
        assert seen["view"]["stakes"][0]["stake"] == 1000, "the other process heard of it"
        first.end(signal.SIGKILL)

        back = second.screen("one", token, 100)
        hello: Any = back.hello
        assert (hello["mine"]["balance"], hello["view"]["stakes"][0]["stake"]) == (9_000, 1000)
        back.socket.send(json.dumps(wager))
        assert back.until(lambda m: m.get("ack") == "w")["version"] == acknowledged["version"], "done once"
        _round(second, crew, back)
        assert second.end() == 0
    reading = read_log(postgres_schema)
    assert verify(reading) == []
    reading.close()


def _round(up: Process, crew: Any, ann: Any) -> None:
    assert "ack" in crew.do("offer-dice")
    assert "ack" in ann.do("accept-dice", seat=1)
    assert "ack" in ann.do("select-dice", seat=1, dice=[1, 2])
    for step in ("throw-dice", "enter-result", "confirm-result"):
        fields = {} if step == "throw-dice" else {"first": 3, "second": 4}
        assert "ack" in crew.do(step, **fields)
    ann.until(lambda m: m.get("mine", {}).get("balance") == 11_000)
    assert 'feltwork_rounds_total{table="one"} 1' in up.ask("/metrics")[1]


def test_processes_that_start_together_open_a_table_once(tmp_path: Path, postgres_schema: str) -> None:
    config = floor_file(tmp_path, postgres_schema)
    ups = [Process(config, wait=False) for _ in range(3)]
    try:
        for up in ups:
            up.wait()
    finally:
        codes = [up.end() for up in ups]
    assert codes == [0, 0, 0]
    store = open_store(postgres_schema)
    kinds = [record.kind for record in store.log.read("table/one")]
    store.close()
    assert kinds.count("table-opened") == 1
    assert kinds.count("play-opened") == 1


def test_two_hosts_sign_one_series_of_checkpoints(tmp_path: Path, postgres_schema: str) -> None:
    """The second host gets copies of the first one's keys and of its checkpoint, as docs/audit.md says."""
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    configs = [floor_file(folder, postgres_schema) for folder in folders]
    with serving(configs[0]) as first:
        for path in [*folders[0].glob("*.key"), folders[0] / "floor.checkpoint"]:
            shutil.copy(path, folders[1])
        with serving(configs[1]) as second:
            assert second.end() == 0
        assert first.end() == 0
    signed = [read_checkpoint((folder / "floor.checkpoint").read_bytes()) for folder in folders]
    assert [found.number for found in signed] == [4, 3], "one and two when they start, three and four when they end"
    trust = Trust.of(load_public(folders[0] / "checkpoint.key.pub"))
    store = open_store(postgres_schema)
    assert (
        behind(store.settings, folders[1] / "floor.checkpoint")
        == "this host's file has checkpoint 3, the series stands at 4"
    )
    store.close()
    for folder in folders:
        reading = read_log(postgres_schema)
        assert verify(reading, (folder / "floor.checkpoint").read_bytes(), trust) == []
        reading.close()
