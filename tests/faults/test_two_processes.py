"""Two processes at one table of one PostgreSQL leave the log of some single-threaded order, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.rehearse.craps import Rehearsal
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Store
from feltwork.store.postgres import PostgresStore
from tests.faults.load import executed, log, refusals_kept, verified

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("FELTWORK_RACES", "1000"))


def opened(store: Store) -> Desk:
    desk = Desk(store)
    Rehearsal(desk, "race", "star-craps", None, 1, seats=2).open()
    return desk


def test_two_processes_equal_one(tmp_path: Path, postgres_schema: str) -> None:
    store = PostgresStore(postgres_schema)
    opened(store)
    start, before = store.log.head("table/race").version, refusals_kept(store)
    command = [sys.executable, "-m", "tests.faults.racer", postgres_schema]
    racers = []
    for seat in (1, 2):
        with (tmp_path / f"said-{seat}").open("wb") as out:
            racers.append(subprocess.Popen([*command, str(seat), str(ROUNDS)], cwd=ROOT, stdout=out))
    for racer in racers:
        racer.wait(500)
    said = [(tmp_path / f"said-{seat}").read_bytes() for seat in (1, 2)]
    assert [racer.returncode for racer in racers] == [0, 0]
    sent = {e.key: e for e in (msgspec.json.decode(line, type=Envelope) for line in b"".join(said).splitlines())}

    table = list(store.log.read("table/race"))
    assert sum(record.kind == "round-settled" for record in table) >= ROUNDS
    turns = [record.key[:2] for record in table[start:]]
    assert min(turns.count("s1"), turns.count("s2")) > ROUNDS, "both had their share"
    model = opened(MemoryStore())
    for key in executed(store):
        if key in sent:
            answer = model.submit(sent[key])
            assert not answer.reason, answer
    done = [row for row in log(store) if not row[0].startswith("refused/")]
    assert done == [row for row in log(model.store) if not row[0].startswith("refused/")]
    assert store.log.balances() == model.store.log.balances()
    assert Desk(store).table("race") == model.table("race")
    answers = {key: store.log.answer(key) for key in sent}
    assert all(answers.values()), "every command was answered"
    refused = Counter((a.digest, a.clause, a.reason) for a in answers.values() if a and a.reason)
    assert refused == refusals_kept(store) - before, "every refusal is counted"
    print(f"{len(sent)} commands by two processes, {refused.total()} refused, {ROUNDS} rounds")
    store.close()
    assert verified(postgres_schema) == []
