"""Two processes at one table of one PostgreSQL leave the log of some single-threaded order, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from feltwork.rehearse.craps import Rehearsal
from feltwork.store.desk import Desk, Envelope, Refused
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Record, Store
from feltwork.store.postgres import PostgresStore
from feltwork.table.life import commands as ask
from feltwork.table.life.events import LifeEvent

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("FELTWORK_RACES", "120"))
TABLE = "table/race"


def opened(store: Store) -> Desk:
    desk = Desk(store)
    Rehearsal(desk, "race", "star-craps", None, 1, seats=2).open()
    return desk


def test_two_processes_equal_one(postgres_schema: str) -> None:
    store = PostgresStore(postgres_schema)
    opened(store)
    start = store.head(TABLE).version
    racers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.faults.racer", postgres_schema, str(seat), str(COUNT)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )
        for seat in (1, 2)
    ]  # fmt: skip
    said = [racer.communicate(timeout=120)[0].splitlines() for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]
    assert [len(lines) for lines in said] == [COUNT, COUNT]

    done = [record for record in store.read(TABLE) if record.version > start]
    refused = [record for record in store.read("refused/race") if record.key.startswith("s")]
    assert len(done) + len(refused) == 2 * COUNT, "every command was answered once"
    model = opened(MemoryStore())
    for record in done:
        answer = model.submit(Envelope(record.key, "race", record.actor, record.role, _command(record)))
        assert not answer.reason, answer
    assert [r.body for r in model.store.read(TABLE)] == [r.body for r in store.read(TABLE)]
    assert model.table("race").game == Desk(store).table("race").game
    assert sum(store.balances().values()) == 0
    for record in refused:
        assert msgspec.json.decode(record.body, type=Refused).reason
    store.close()


def _command(record: Record) -> ask.Command:
    """The command behind an event of this race."""
    event = msgspec.json.decode(record.body, type=LifeEvent)
    seat, wager, _ = event.key  # only wagers placed and removed were asked for
    return ask.PlaceWager(seat, wager, 500) if record.kind == "wager-placed" else ask.RemoveWager(seat, wager)
