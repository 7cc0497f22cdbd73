"""Ways to tamper with the tables of a floor's database. Tables and columns are those that the database says it has."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.cage.commands import AskTransfer, Deposit, InstallRules, SettleTransfer
from feltwork.cage.documents import SHELF as DOCUMENTS
from feltwork.engine.sealed_answers import seal_answers
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.auth.sessions import Session, Sessions
from feltwork.server.auth.staff import SignInError, Staff
from feltwork.store.port import Person
from feltwork.store.series import export_next
from feltwork.store.sql import SUMMED, row_sum
from feltwork.store.sqlite import SqliteStore
from feltwork.verifier.keys.signing import signer_of
from tests.verifier.night import full_night

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
CACHES = {"snapshots": "made again from the records; one that is used is sealed with a key of the floor's own"}
"""Tables that are left out whole, with the reason."""
ERASABLE = {"people": "names and addresses can be erased, so no hash covers them"}
"""Tables that nothing in the chain can cover."""
PLACES = {("records", "seq"): "where a row lies in the file; the order is that of versions and times"}
"""Columns that say nothing."""
SHELVES = {
    "heartbeat": "written anew every two seconds; it says only that a process is alive",
    "tries": "what strangers try at the door, counted for an hour",
}
"""Shelves of the same sort."""
VOLATILE = {"session": {"seen"}}
"""Members of a row that change without a record: when a session was last used."""
COUNTED = "repeats of a refusal are counted, so one more of them may not show"
Cells = tuple[Any, ...]


class Table(NamedTuple):
    """A table as the database describes it."""

    name: str
    columns: tuple[str, ...]
    identity: tuple[str, ...]
    """The columns by which a row is known."""

    def rows(self, db: sqlite3.Connection) -> list[Cells]:
        found = db.execute(f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {', '.join(self.identity)}")
        return found.fetchall()

    def at(self, row: Cells, column: str) -> Any:
        return row[self.columns.index(column)]


def tables(db: sqlite3.Connection) -> list[Table]:
    """Every table that is not a rebuildable cache or erasable, with every column that says something."""
    found = []
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
        if name in CACHES or name in ERASABLE or name.startswith("sqlite_"):
            continue
        described = db.execute(f"PRAGMA table_info({name})").fetchall()
        columns = tuple(column for _, column, *_ in described if (name, column) not in PLACES)
        known = tuple(column for _, column, _, _, _, key in described if key and column in columns)
        if not known:
            (index,) = [row[1] for row in db.execute(f"PRAGMA index_list({name})") if row[2]]
            known = tuple(row[2] for row in db.execute(f"PRAGMA index_info({index})"))
        found.append(Table(name, columns, known))
    return found


@cache
def floor() -> tuple[bytes, bytes]:
    """A floor's database, with something in every table, and the checkpoint that was signed over it.

    It is the same each time, so that a seed repeats what it did.
    """
    chance, time = Random(0), count(1_800_000_000_000_000)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        patch.setattr(secrets, "token_urlsafe", lambda size: chance.randbytes(size).hex())
        path = Path(folder, "floor.db")
        store = SqliteStore(path, clock=lambda: next(time))
        night = full_night(store, seed=3, commands=60)
        rules = b"The approved rules, as a text."
        store.settings.put(DOCUMENTS, sha256(rules).hexdigest(), rules)
        asked = InstallRules("star-craps", "version 1", sha256(rules).hexdigest(), len(rules), "text")
        assert not night.send("cage", "olga", "operator", asked).reason
        assert not night.send("cage", "cass", "cashier", Deposit("zoe", 5_000)).reason
        assert not night.send("cage", "zoe", "player", AskTransfer("zoe", 2_000, False)).reason
        (transfer,) = night.desk.cage.transfers
        for _ in range(3):  # the second and the third change nothing
            assert not night.send("cage", "cms", "system", SettleTransfer(transfer, "delayed", "no answer")).reason
        for _ in range(5):
            assert night.send("cage", "zoe", "player", SettleTransfer(transfer, "done")).reason
        _people(store)
        night.desk.close()
        assert seal_answers(store)
        export_next(store, Path(folder, "checkpoint"), signer_of(KEY))
        store.close()
        return path.read_bytes(), Path(folder, "checkpoint").read_bytes()


def _people(store: SqliteStore) -> None:
    """Accounts, sessions, terminals, a link, a transfer under way, a heartbeat, names."""
    shelves = RecordedShelves(store)
    sessions = Sessions(shelves, store.now)
    staff = Staff(sessions)
    for person, kind, roles in (("dana", "crew", ("dealer",)), ("morgan", "supervisor", ("gaming_manager",))):
        staff.add(person, kind, roles, "right horse")
        staff.sign_in(person, "right horse")
    staff.add("cass", "cashier", (), "right horse")
    for person in ("cass", "nobody at all"):
        try:
            staff.sign_in(person, "wrong horse")
        except SignInError:
            continue
    for seat in (1, 2):
        assert staff.terminals.admit(staff.terminals.enrol("c1", seat))
    sessions.invite(Session("inspector", (("ines", "inspector"),)))
    shelves.put("transfer-out", "zoe:k", b'{"key":"k","player":"zoe","table":"c1","seat":1,"at":1}')
    shelves.put("factor", "dana", bytes(range(200, 256)))
    shelves.put("places", "dana", b'["0123456789abcdef01234567"]')
    store.settings.put("tries", "address x", b"[1,1]")
    store.settings.put("heartbeat", "host-1", b'{"at":1,"pid":1}')
    store.people.save(Person("zoe", "Zoe Example", "1 Quay"))


def edit(db: sqlite3.Connection, table: Table, chance: Random) -> str:
    row, column = chance.choice(table.rows(db)), chance.choice(table.columns)
    return _write(db, table, row, {column: _another(table.at(row, column), chance)})


def delete(db: sqlite3.Connection, table: Table, chance: Random) -> str:
    row = chance.choice(table.rows(db))
    db.execute(f"DELETE FROM {table.name} WHERE {_where(table)}", _known(table, row))
    return f"deleted {_known(table, row)}"


def insert(db: sqlite3.Connection, table: Table, chance: Random) -> str:
    """A row made of another, under a name of its own."""
    rows = table.rows(db)
    cells = dict(zip(table.columns, chance.choice(rows), strict=True))
    while tuple(cells[name] for name in table.identity) in {_known(table, row) for row in rows}:
        name = chance.choice(table.identity)
        cells[name] = _another(cells[name], chance)
    marks = ", ".join("?" * len(cells))
    db.execute(f"INSERT INTO {table.name} ({', '.join(cells)}) VALUES ({marks})", tuple(cells.values()))
    return f"inserted {cells}"


def swap(db: sqlite3.Connection, table: Table, chance: Random) -> str:
    """Two rows exchange what is in one column, or in all."""
    one, other = (chance.choice(table.rows(db)) for _ in range(2))
    rest = [column for column in table.columns if column not in table.identity]
    columns = chance.choice(([chance.choice(rest)], rest))
    first = _write(db, table, one, {column: table.at(other, column) for column in columns})
    return f"{first}; {_write(db, table, other, {column: table.at(one, column) for column in columns})}"


WAYS: tuple[Callable[[sqlite3.Connection, Table, Random], str], ...] = (edit, insert, delete, swap)


def tamper(path: Path, chance: Random) -> str:
    """Change something in a database that says something; what was done."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.create_function("row_sum", -1, row_sum, deterministic=True)
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        there = tables(db)
        before = {table.name: table.rows(db) for table in there}
        while True:
            table, way = chance.choice(there), chance.choice(WAYS)
            db.execute("BEGIN")
            try:
                what = f"{way.__name__} in {table.name}: {way(db, table, chance)}"
            except sqlite3.IntegrityError:  # a name that is taken
                db.execute("ROLLBACK")
                continue
            after = table.rows(db)
            if table.name in SUMMED and not _is_sum_alone(before[table.name], after):
                # Whoever changes a row knows how its checksum is made.
                raw, texts = SUMMED[table.name]
                db.execute(f"UPDATE {table.name} SET sum = row_sum({raw}, {texts})")
                after = table.rows(db)
            if _says_something(table, before[table.name], after):
                db.execute("COMMIT")
                break
            db.execute("ROLLBACK")
        for _, sql in triggers:
            db.execute(sql)
    return what


def _is_sum_alone(before: list[Cells], after: list[Cells]) -> bool:
    """Is a checksum, the last column, all that was changed?"""
    return before != after and [row[:-1] for row in before] == [row[:-1] for row in after]


def _says_something(table: Table, before: list[Cells], after: list[Cells]) -> bool:
    """Is a row other than it was, and not only in what nobody can know?"""
    if table.name in SUMMED:
        if _is_sum_alone(before, after):
            return True
        before, after = ([row[:-1] for row in rows] for rows in (before, after))
    gone, new = [row for row in before if row not in after], [row for row in after if row not in before]
    if table.name == "shelves":
        if not new and {row[0] for row in gone} == {"series"}:
            return False  # a copy of the last checkpoint, which each host has a file of; a changed one is found
        return {_covered(row) for row in gone} - {None} != {_covered(row) for row in new} - {None}
    if table.name == "answers" and (gone or new):
        return bool(gone) or not _is_counted(table, before, new)
    return bool(gone or new)


def _covered(row: Cells) -> Cells | None:
    """A row of a shelf without what changes all the time; nothing for one of which nothing is recorded."""
    shelf, name, body = row
    if shelf in SHELVES:
        return None
    try:
        members = msgspec.json.decode(body, type=dict[str, Any])
        ints = all(type(value) is int for member, value in members.items() if member in VOLATILE.get(shelf, ()))
        if ints and msgspec.json.encode(members) == body:
            return shelf, name, repr([pair for pair in members.items() if pair[0] not in VOLATILE.get(shelf, ())])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        pass
    return row


def _is_counted(table: Table, before: list[Cells], touched: list[Cells]) -> bool:
    """Are these repeats of refusals that were repeated before? See ``COUNTED``."""

    def kind(row: Cells) -> Cells:
        return tuple(table.at(row, name) for name in ("digest", "clause", "reason", "stream", "first", "last"))

    repeated = [kind(row) for row in before if table.at(row, "reason")]
    return all(repeated.count(kind(row)) > 1 for row in touched)


def _where(table: Table) -> str:
    return " AND ".join(f"{name} = ?" for name in table.identity)


def _known(table: Table, row: Cells) -> Cells:
    return tuple(table.at(row, name) for name in table.identity)


def _write(db: sqlite3.Connection, table: Table, row: Cells, cells: dict[str, Any]) -> str:
    setting = ", ".join(f"{name} = ?" for name in cells)
    db.execute(f"UPDATE {table.name} SET {setting} WHERE {_where(table)}", (*cells.values(), *_known(table, row)))
    return f"{_known(table, row)}: {cells}"


def _another(value: Any, chance: Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 1000))
    if isinstance(value, str):
        return f"{value}{chance.choice('x 0')}" if chance.random() < 0.5 or not value else value[:-1]
    if not value:
        return b"x"
    at = chance.randrange(len(value))
    return value[:at] + bytes([value[at] ^ 1 << chance.randrange(8)]) + value[at + 1 :]
