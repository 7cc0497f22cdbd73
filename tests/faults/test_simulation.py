"""Seeded evenings with every fault at once: nothing is lost or doubled, no answer is false, time goes on."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress

import pytest

from feltwork.engine.commit import Committer
from feltwork.engine.desk import Desk
from feltwork.engine.transaction import Transaction
from feltwork.store.port import StoreError
from feltwork.verifier.log.rows import AnswerRow, Listed
from feltwork.verifier.verify import verify
from tests.build import rows_of
from tests.faults.load import SEED, check_once
from tests.faults.simulation import Evening, Process

EVENINGS = int(os.environ.get("FELTWORK_EVENINGS", "300"))
SHARES = 6


def check(evening: Evening) -> None:
    """What must be true, whatever the seed has done."""
    disk, told = evening.disk, {key: a for client in evening.clients for key, a in client.told.items()}
    assert [line for process in evening.processes for line in process.false] == []
    assert [key for client in evening.clients for key in client.differing] == []
    sent = {key: envelope for client in evening.clients for key, envelope in client.sent.items()}
    assert told.keys() == sent.keys(), "everybody was answered in the end"
    check_once(disk, told.values())
    assert min(cents for name, cents in disk.log.balances().items() if name.startswith(("seat/", "player/"))) >= 0
    for head in disk.log.heads():
        times = [record.at for record in disk.log.read(head.stream)]
        assert times == sorted(times)
    passed = max(r.at for head in disk.log.heads() for r in disk.log.read(head.stream)) - min(
        r.at for r in disk.log.read("cage")
    )
    assert passed <= evening.world.count + 20_000_000, "the log's time went by the count, not by who set the clock"


def verified(evening: Evening) -> None:
    """The log as the verifier reads it."""
    rows = rows_of(evening.disk)
    keys = {row.key for row in rows} | {key for client in evening.clients for key in client.told}
    found = (evening.disk.log.answer(key) for key in keys)
    answers = [AnswerRow(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason) for a in found if a]
    for process in evening.processes:
        process.desk.close()
    assert verify(Listed(rows_of(evening.disk), answers, evening.disk.log._books.items())) == []


@pytest.mark.parametrize("share", range(SHARES))
def test_evenings(share: int) -> None:
    covered: Counter[str] = Counter()
    for number in range(share, EVENINGS, SHARES):
        seed = SEED * 1_000_003 + number
        evening = Evening(seed)
        try:
            evening.run()
            check(evening)
            verified(evening)
        except BaseException:
            print(f"the evening of seed {seed}")
            raise
        covered.update(evening.disk.log.broken)
        covered["restarts"] += sum(process.lives - 1 for process in evening.processes)
        covered["clock set"] += evening.jumps
        covered["commands"] += sum(len(client.sent) for client in evening.clients)
    print(f"{EVENINGS // SHARES} evenings from seed {SEED}: {dict(covered)}")
    assert min(covered.values()) > 0, "every fault was met"


@pytest.mark.parametrize(
    "seed",
    [
        20261176789444,  # a key came again and was refused, while the commit of that answer broke off
        20261176788194,  # the same, with the very answer that stood there: it was counted twice
    ],
)
def test_evenings_that_once_went_wrong(seed: int) -> None:
    evening = Evening(seed)
    evening.run()
    check(evening)
    verified(evening)


def test_the_same_seed_gives_the_same_evening() -> None:
    evenings = [Evening(seed) for seed in (5, 5, 6)]
    for evening in evenings:
        evening.run()
    first, second, other = (evening.disk.log.heads() for evening in evenings)
    assert first == second != other


def test_a_desk_that_answers_what_it_did_not_write_is_found() -> None:
    """The trial itself: break the rule once, and it is seen."""

    class Hasty(Committer):
        def _commit(self, transaction: Transaction) -> None:
            with suppress(StoreError):
                super()._commit(transaction)

    class Careless(Process):
        def _started(self) -> Desk:
            desk = Desk(self.disk)
            desk.commits = Hasty(self.disk.log, desk.streams, desk.now)
            return desk

    evening = Evening(1)
    for process in evening.processes:
        process.__class__ = Careless
        process.die()
    evening.run()
    with pytest.raises(AssertionError):
        check(evening)
