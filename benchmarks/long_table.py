"""A table's log of any length: one night of roulette, written down again for every day.

Every record has its own version, time, key, link and hash, and every command its answer, so that the verifier finds
nothing.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from tests.cage.till import DAY, Till
from tests.rules.desk import AtDesk

from feltwork.store.chain import chained
from feltwork.store.port import Answer, Batch, Head, Record
from feltwork.store.sqlite import EMPTY_WAL, SqliteStore
from feltwork.table.live import commands as ask

STREAM, CAGE = "table/t", "cage"
ROUNDS = 280
"""Of a night, on which red and black are played on every number of the wheel in turn: nobody wins or loses."""
HOUR = 60 * 60 * 1_000_000


def long_table(path: Path, records: int) -> SqliteStore:
    """A table with about so many records, in nights of some two thousand."""
    till = Till()
    till.desk.now = till.clock
    began = till.clock.now
    _night(till)
    block = [*till.store.log.read(STREAM), *till.store.log.read(CAGE)]
    answers = [given for key in {record.key for record in block} if (given := till.store.log.answer(key))]
    opened = till.desk.table("t").opening.opened
    assert opened is not None
    books = ((opened.fingerprint, till.store.log.book(opened.fingerprint) or b""),)
    store = SqliteStore(path, clock=lambda: till.clock.now)
    heads = {STREAM: Head(STREAM), CAGE: Head(CAGE)}
    for night in range(max(1, round(records / len(block)))):
        store.log.append(_written(heads, block, answers, night, books if not night else ()))
        till.clock.now = began + night * DAY + HOUR
    store.connections.ask_writer(EMPTY_WAL)
    return store


def night_before(store: SqliteStore) -> list[Head]:
    """Where the streams stood when the last night began."""
    opened = max(r.version for r in store.log.read(STREAM, store.log.head(STREAM).version - 3_000) if _opens(r))
    began = next(store.log.read(STREAM, opened - 1)).at
    cage = [r for r in store.log.read(CAGE, store.log.head(CAGE).version - 50) if r.at < began][-1]
    before = next(store.log.read(STREAM, opened - 2))
    return [Head(STREAM, before.version, before.hash), Head(CAGE, cage.version, cage.hash)]


def _opens(record: Record) -> bool:
    return record.kind == "table-opened"


def _night(till: Till) -> None:
    table = AtDesk("star-roulette", players=1, cents=1_000_00, till=till)
    for number in range(ROUNDS):
        for colour in ("red", "black"):
            table.betting().does(ask.PlaceWager(1, colour, 10_00), 1)
        table.spun().lands(number % 36 + 1)
    table.does(ask.Collect(1), 1)
    table.does(ask.Leave(1), 1)
    table.does(ask.CloseTable(), table.boss)


def _written(
    heads: dict[str, Head],
    block: list[Record],
    answers: list[Answer],
    night: int,
    books: tuple[tuple[str, bytes], ...],
) -> Batch:
    """One night more; the heads move on."""
    offset = {stream: head.version for stream, head in heads.items()}
    mark, found = f"~{night}", list[Record]()
    for record in block:
        said = (record.actor, record.role, record.kind, record.schema)
        other, _, version = record.link.rpartition("@")
        link = f"{other}@{int(version) + offset[other]}" if other else ""
        at = record.at + night * DAY
        made = chained(heads[record.stream], at, record.key + mark, said, record.body, link, record.postings)
        heads[record.stream] = Head(record.stream, made.version, made.hash)
        found.append(made)
    given = [
        replace(a, key=a.key + mark, first=a.first + offset[a.stream], last=a.last + offset[a.stream]) for a in answers
    ]
    return Batch(tuple(found), tuple(given), books)
