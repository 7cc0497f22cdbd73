"""A table's log of any length: one turn of the wheel through all its numbers, written down again and again.

Every record has its own version, time, key and hash, and every command its answer, so that the verifier finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from tests.rules.desk import AtDesk

from feltwork.store.chain import chained
from feltwork.store.port import Answer, Batch, Head, Record
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live.commands import PlaceWager

DAY = 24 * 60 * 60 * 1_000_000
STREAM = "table/t"
A_DAY, TODAY = 20_000, 2_000
"""Records of a day, and of the last one."""
AT_ONCE = 4_000


def long_table(path: Path, records: int) -> SqliteStore:
    """A roulette table with so many records, on which red and black were played on every number of the wheel."""
    table = AtDesk("star-roulette", players=1, cents=90_000_00)
    _turn(table)
    before = table.store.log.head(STREAM).version
    _turn(table)
    every = list(table.store.log.read(STREAM))
    start, block = every[:before], every[before:]
    began = table.clock.now
    store = SqliteStore(path, clock=lambda: table.clock.now)
    prints = [opened.fingerprint for life in [table.desk.table("t")] if (opened := life.opening.opened)]
    first = [*start, *table.store.log.read("cage")]
    answers = {record.key: answer for record in first if (answer := table.store.log.answer(record.key))}
    books = tuple((name, table.store.log.book(name) or b"") for name in prints)
    store.log.append(Batch(tuple(sorted(first, key=lambda r: r.at)), tuple(answers.values()), books))
    keys = [replace(a, first=a.first - before, last=a.last - before) for a in _answers(table, block)]
    head = Head(STREAM, start[-1].version, start[-1].hash)
    days = max(records - TODAY, 0) // A_DAY + 1
    today = began + (days + 1) * DAY

    def at(version: int) -> int:
        left = records - version
        return today + (TODAY - left) * 1_000_000 if left < TODAY else began + version * DAY // A_DAY

    wrote = 0
    while head.version < records:
        batch, given = _written(head, block, keys, records, at, wrote)
        store.log.append(Batch(tuple(batch), tuple(given)))
        head, wrote = Head(STREAM, batch[-1].version, batch[-1].hash), wrote + 1
    table.clock.now = at(head.version) + 1
    return store


def _turn(table: AtDesk) -> None:
    for number in range(1, 37):
        for colour in ("red", "black"):
            table.betting().does(PlaceWager(1, colour, 10_00), 1)
        table.spun().lands(number)


def _answers(table: AtDesk, block: list[Record]) -> list[Answer]:
    found = {record.key: table.store.log.answer(record.key) for record in block}
    return [answer for answer in found.values() if answer is not None]


def _written(
    head: Head, block: list[Record], keys: list[Answer], records: int, at: Callable[[int], int], turn: int
) -> tuple[list[Record], list[Answer]]:
    """So many turns as are written at once."""
    found: list[Record] = []
    given: list[Answer] = []
    times = max(1, min(AT_ONCE, records - head.version) // len(block))
    for n in range(times):
        start, mark = head.version, f"~{turn}.{n}"
        for record in block:
            said = (record.actor, record.role, record.kind, record.schema)
            made = chained(
                head, at(head.version + 1), record.key + mark, said, record.body, record.link, record.postings
            )
            found.append(made)
            head = Head(STREAM, made.version, made.hash)
        given += [replace(a, key=a.key + mark, first=a.first + start, last=a.last + start) for a in keys]
    return found, given
