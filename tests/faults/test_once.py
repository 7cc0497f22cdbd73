"""Commands sent twice, late, out of order and by 32 clients at once leave the state of one execution."""

from __future__ import annotations

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.engine.writer_queue import WriterQueue
from feltwork.store.memory import MemoryStore
from feltwork.store.opening import open_store
from feltwork.store.port import Answer, Store
from tests.faults.load import SEED, check_once, executed, log, recorded, verified

COMMANDS = int(os.environ.get("FELTWORK_COMMANDS", "2000"))
CLIENTS = 32
NEAR = 100
"""How far commands overtake each other in the disordered run."""


def commands() -> list[Envelope]:
    """Commands of three books, table by table among each other."""
    tables = [recorded(SEED + n, rounds=COMMANDS // 20, table=f"t{n}") for n in range(3)]
    assert min(map(len, tables)) > COMMANDS // 3
    mixed = [envelope for trio in zip(*(t[: COMMANDS // 3 + 1] for t in tables), strict=True) for envelope in trio]
    return mixed[:COMMANDS]


def by_many(store: Store, sent: list[Envelope]) -> list[tuple[Envelope, Answer]]:
    """By 32 clients, each of which waits for its answer before it sends its next."""
    queue = WriterQueue(Desk(store))
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(lambda envelope: queue.send(envelope).result(), sent))
    queue.close()
    return list(zip(sent, answers, strict=True))


def replayed(url: str) -> None:
    """Done once in order; then all again, doubled, shuffled and 32 at a time: nothing is done a second time."""
    sent = commands()
    store = open_store(url)
    desk = Desk(store)
    first = {envelope.key: desk.submit(envelope) for envelope in sent}
    before = log(store), store.log.balances(), store.log.heads()
    again = [*sent, *sent]
    random.Random(SEED).shuffle(again)
    for envelope, answer in by_many(store, again):
        assert answer == first[envelope.key]
    assert (log(store), store.log.balances(), store.log.heads()) == before
    model = Desk(MemoryStore())
    for envelope in sent:
        model.submit(envelope)
    assert log(store) == log(model.store)
    store.close()
    assert verified(url) == []


def disordered(url: str) -> None:
    """Sent for the first time out of order, two or three times each, by 32 clients: some one order was executed."""
    chance = random.Random(SEED)
    sent = {envelope.key: envelope for envelope in commands()}
    places = [
        (n + chance.uniform(0, NEAR), e) for n, e in enumerate(sent.values()) for _ in range(chance.randint(2, 3))
    ]
    store = open_store(url)
    told: dict[str, Answer] = {}
    for envelope, answer in by_many(store, [envelope for _, envelope in sorted(places, key=lambda place: place[0])]):
        assert told.setdefault(envelope.key, answer) == answer
    assert told.keys() == sent.keys()
    check_once(store, told.values())
    model = Desk(MemoryStore())
    for key in executed(store):
        assert not model.submit(sent[key]).reason
    assert [row for row in log(store) if not row[0].startswith("refused/")] == log(model.store)
    assert store.log.balances() == model.store.log.balances()
    store.close()
    assert verified(url) == []


def test_replayed_on_sqlite(tmp_path: Path) -> None:
    replayed(str(tmp_path / "log.sqlite"))


def test_replayed_on_postgres(postgres_schema: str) -> None:
    replayed(postgres_schema)


def test_disordered_on_sqlite(tmp_path: Path) -> None:
    disordered(str(tmp_path / "log.sqlite"))


def test_disordered_on_postgres(postgres_schema: str) -> None:
    disordered(postgres_schema)
