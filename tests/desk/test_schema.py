"""Events written under an older schema are read as today's; the log that holds them stays as it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from feltwork.engine.desk import Desk
from feltwork.engine.replay import read_event
from feltwork.store.migrating import scripts
from feltwork.store.port import Batch, Head, Record, StoreError
from feltwork.store.sql import ANSWER
from feltwork.store.sqlite import SqliteStore
from feltwork.store.sqlite_file import statements
from feltwork.table.live.schema import Schema, SchemaError
from feltwork.verifier.log import schemas as older
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Row
from feltwork.verifier.verify import verify
from tests.desk.test_desk import rehearse
from tests.store.appender import sealed
from tests.unguarded import unguarded


class LinePlaced(Struct, frozen=True, tag="line-placed"):
    """In the first schema this was ``line-bet`` with dollars; the second had cents; the third has today's name."""

    seat: int
    cents: int


class Rested(Struct, frozen=True, tag="rested"):
    pass


def in_cents(body: dict[str, Any]) -> dict[str, Any]:
    return {"type": "line-bet", "seat": body["seat"], "cents": body["dollars"] * 100}


def renamed(body: dict[str, Any]) -> dict[str, Any]:
    return {**body, "type": "line-placed"}


STEPS = {(1, "line-bet"): in_cents, (2, "line-bet"): renamed}
TODAY: Schema[LinePlaced | Rested] = Schema(LinePlaced | Rested, 3, STEPS)
BODIES = {
    1: b'{"type":"line-bet","seat":4,"dollars":5}',
    2: b'{"type":"line-bet","seat":4,"cents":500}',
    3: b'{"type":"line-placed","seat":4,"cents":500}',
}


@pytest.mark.parametrize("schema", BODIES)
def test_each_older_form_reads_as_todays(schema: int) -> None:
    assert TODAY.read(schema, BODIES[schema]) == LinePlaced(4, 500)
    assert TODAY.read(schema, b'{"type":"rested"}') == Rested(), "a kind without a step is the same in each"


@pytest.mark.parametrize(("schema", "body"), [(0, BODIES[1]), (4, BODIES[3]), (2, b"{"), (3, BODIES[1])])
def test_other_forms_are_refused_in_a_line(schema: int, body: bytes) -> None:
    with pytest.raises(SchemaError) as caught:
        TODAY.read(schema, body)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("schema", BODIES)
def test_the_verifier_has_steps_of_its_own(schema: int) -> None:
    kind = msgspec.json.decode(BODIES[schema])["type"]
    row = Row("table/t", 1, 1, "k", "ann", "player", kind, schema, BODIES[schema], "", (), bytes(32))
    assert older.read_body(row, 3, STEPS) == {"type": "line-placed", "seat": 4, "cents": 500}
    assert isinstance(older.read_body(row._replace(schema=4), 3, STEPS), str)
    damaged = row._replace(schema=1, kind="line-bet", body=b'{"type":"line-bet"}')
    assert isinstance(older.read_body(damaged, 3, STEPS), str)


def first_schema(path: Path, records: list[Record], answers: list[Any], books: dict[str, bytes]) -> None:
    """A database as the first version of the program made it: its first migration and nothing after it."""
    database = sqlite3.connect(path, isolation_level=None)
    for statement in statements(scripts("sqlite")[0]):
        database.execute(statement)
    database.execute("INSERT INTO meta VALUES ('schema_version', '1')")
    database.execute("BEGIN")
    for r in records:
        moved = [(r.stream, r.version, n, p.account, p.cents) for n, p in enumerate(r.postings)]
        database.executemany("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", moved)
        row = (r.stream, r.version, r.at, r.key, r.actor, r.role, r.kind, 1, r.body, r.link, r.hash)
        database.execute(f"INSERT INTO records VALUES ({', '.join('?' * 11)})", row)
    database.executemany(f"INSERT INTO answers VALUES ({', '.join('?' * 7)})", answers)
    database.executemany("INSERT INTO books VALUES (?, ?)", list(books.items()))
    database.execute("COMMIT")
    database.close()


LOOSE = [
    "DELETE FROM postings WHERE stream = 'cage'",
    "UPDATE postings SET cents = cents * 2 WHERE stream LIKE 'table/%'",
    "UPDATE postings SET n = n + 5 WHERE stream = 'cage' AND version = (SELECT min(version) FROM postings)",
    "INSERT INTO postings VALUES ('table/zz', 1, 0, 'player/ada', 5)",
]
"""What can be done to postings that lie in a table of their own."""


def test_a_database_of_the_first_schema_opens_and_verifies(tmp_path: Path) -> None:
    made = SqliteStore(tmp_path / "made.db")
    desk = Desk(made)
    table = rehearse(desk, "star-craps", None, 12)
    records = [record for head in made.log.heads() for record in made.log.read(head.stream)]
    again: list[Record] = []
    for head in made.log.heads():
        # Refusals of then did not say how many they stand for.
        then = [
            msgspec.structs.replace(r, body=r.body.replace(b',"times":1}', b"}")) for r in made.log.read(head.stream)
        ]
        again += sealed(Head(head.stream), then)
    assert [r.body for r in again] != [r.body for r in records]
    with closing(sqlite3.connect(tmp_path / "made.db")) as database:
        answers = database.execute(f"SELECT {ANSWER} FROM answers").fetchall()
    opening = desk.table(table.night.table).opening.opened
    assert opening is not None
    book = made.log.book(opening.fingerprint)
    assert book is not None
    old = tmp_path / "old.db"
    first_schema(old, again, answers, {opening.fingerprint: book})
    made.close()

    def check() -> None:
        reading = read_log(str(old))
        assert verify(reading) == []
        reading.close()

    check()
    for edit in LOOSE:
        (tmp_path / "loose.db").write_bytes(old.read_bytes())
        database = sqlite3.connect(tmp_path / "loose.db", isolation_level=None)
        with unguarded(database):
            assert database.execute(edit).rowcount
        database.close()
        reading = read_log(str(tmp_path / "loose.db"))
        assert verify(reading), edit
        reading.close()
    reopened = Desk(SqliteStore(old))
    assert reopened.table(table.night.table) == desk.table(table.night.table)
    assert reopened.store.people.all() == [], "and has what came with later schemas"
    rehearse(reopened, "dragon-fire", None, 5)
    reopened.store.close()
    check()


def test_an_event_of_a_later_schema_is_one_clear_line(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.db")
    record = Record("table/t", 0, 1, "k", "a", "dealer", "play-opened", 9, b'{"type":"play-opened"}', "", (), bytes(32))
    store.log.append(Batch(tuple(sealed(Head("table/t"), [record]))))
    with pytest.raises(StoreError) as caught:
        Desk(store).table("t")
    assert str(caught.value) == "table/t version 1: events of schema 9 are not known here, only those up to 1"
    with pytest.raises(StoreError):
        read_event(TODAY, msgspec.structs.replace(record, schema=3))
    store.close()
