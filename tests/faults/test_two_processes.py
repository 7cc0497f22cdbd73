"""Two processes at one table of one PostgreSQL leave the log of some single-threaded order, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec

from feltwork.cage.commands import AskTransfer, AtCage, Deposit, IssueVoucher
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.rehearse.craps import Rehearsal
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Answer, Store
from feltwork.store.postgres import PostgresStore
from feltwork.table.live.commands import BuyIn
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


def test_the_cage_of_one_process_names_a_table_that_the_other_has_moved_on(postgres_schema: str) -> None:
    """A voucher for a table, and credits for a terminal: the cage reads how the table stands now, and nobody waits."""
    stores = [PostgresStore(postgres_schema) for _ in range(2)]
    one, other = opened(stores[0]), Desk(stores[1])
    other.look("race")

    def at_cage(key: str, body: AtCage) -> Answer:
        return other.submit(Envelope(key, "cage", "cass", "cashier", body))

    for number in range(3):
        one.submit(Envelope(f"c{number}", "cage", "cass", "cashier", Deposit("race-p1", 1_00)))
        moved = one.submit(Envelope(f"b{number}", "race", "race-p1", "player", BuyIn(1, 1_00)))
        assert moved.reason == "", moved
        given = at_cage(f"v{number}", IssueVoucher("ann", 500, book="star-craps", table="race"))
        assert given.reason == "", given
        asked = at_cage(f"t{number}", AskTransfer("ann", 500, inward=True, table="race", seat=1))
        assert asked.reason, "nobody sits there"
    for name in ("\0", "\ud800", "race\n", "x" * 5_000):
        named = at_cage(f"x{ascii(name)[:20]}", AskTransfer("ann", 500, inward=True, table=name, seat=1))
        assert named.reason
        assert other.commits.failed_write is None, "one refused command, and the process is as ready as it was"
    for store in stores:
        store.close()
