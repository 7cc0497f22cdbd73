"""One bit of a database file flips: the floor does not open, or stops, or the bit was in nothing that counts.

That it was in nothing that counts is shown: every row of every table but snapshots, which are made again, is the same.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.server.ops.integrity import Integrity
from feltwork.store.integrity import SCHEMA, check_file
from feltwork.store.port import Person, StoreError
from feltwork.store.sqlite import SqliteStore
from tests.desk.test_desk import rehearse
from tests.faults.load import SEED

FLIPS = int(os.environ.get("FELTWORK_FLIPS", "30"))
ROWS = {
    "records": "stream, version, at, key, actor, role, kind, schema, body, link, postings, hash",
    "answers": "key, digest, stream, first, last, clause, reason",
    "books": "fingerprint, body",
    "people": "id, name, address",
    "shelves": "shelf, name, body",
    "meta": "name, value",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flips") / "floor.sqlite"
    store = SqliteStore(path)
    desk = Desk(store)
    rehearse(desk, "dragon-fire", None, 6)
    desk.close()
    for number in range(40):
        store.settings.put("session", f"{number:064x}", os.urandom(120))
        store.people.save(Person(f"p-{number}", "Ann Lee", "12 Long Street"))
    store.close()
    return path


def rows(path: Path) -> object:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        held = {
            table: db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
            for table, columns in ROWS.items()
        }
        return held, db.execute(SCHEMA).fetchall()


def flipped(played: Path, path: Path, chance: random.Random) -> Path:
    raw = bytearray(played.read_bytes())
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    for beside in path.parent.glob(f"{path.name}*"):
        beside.unlink()
    path.write_bytes(raw)
    return path


def opened(path: Path, seconds: float) -> str:
    """What becomes of a floor on this file."""
    try:
        integrity = Integrity(str(path), seconds)
    except StoreError:
        return "refused at the start"
    stopped: list[str] = []
    integrity.damaged = stopped.append
    while not integrity.check.finished and integrity.go_on():
        pass
    integrity.stop()
    return "stopped later" if stopped else "played on"


def test_no_flipped_bit_is_played_on(played: Path, tmp_path: Path) -> None:
    chance, came, sound = random.Random(f"flips {SEED}"), Counter[tuple[str, bool]](), rows(played)
    for number in range(FLIPS):
        path, in_time = flipped(played, tmp_path / "floor.sqlite", chance), number % 2 == 0
        end = opened(path, seconds=20 if in_time else 0)
        if end == "played on":
            assert rows(path) == sound, number
            end = "in nothing that counts"
        came[end, in_time] += 1
    print(f"{FLIPS} flipped bits from seed {SEED}: {dict(came)}")
    assert not came["stopped later", True], "with time enough all damage is found before the floor opens"
    assert came["in nothing that counts", True] + came["in nothing that counts", False] < FLIPS // 2


@pytest.mark.parametrize("table", ROWS)
def test_a_bit_in_any_column_of_any_table_is_found(played: Path, tmp_path: Path, table: str) -> None:
    """Where a row lies in the file its bytes can be looked for; one of each column's is flipped."""
    with closing(sqlite3.connect(played)) as db:
        row = db.execute(f"SELECT {ROWS[table]} FROM {table} LIMIT 1 OFFSET {0 if table == 'meta' else 1}").fetchone()
    raw = played.read_bytes()
    for value in row or ():
        told = value.encode() if isinstance(value, str) else value
        if isinstance(told, bytes) and len(told) > 8 and raw.count(told) == 1:
            changed = bytearray(raw)
            changed[raw.index(told) + 3] ^= 1
            path = tmp_path / f"{table}.sqlite"
            path.write_bytes(changed)
            with pytest.raises(StoreError):
                check_file(str(path))


def test_damage_that_was_found_later_keeps_the_next_start_closed(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    raw = played.read_bytes()
    with closing(sqlite3.connect(played)) as db:
        (digest,) = db.execute("SELECT digest FROM answers LIMIT 1").fetchone()
    changed = bytearray(raw)
    changed[raw.index(digest)] ^= 1
    path.write_bytes(changed)
    assert opened(path, seconds=0) == "stopped later"
    noted = tmp_path / "floor.sqlite.damaged"
    assert "a row of answers" in noted.read_text()
    assert opened(path, seconds=0) == "refused at the start", "looked through before it opens"
    path.write_bytes(raw)
    assert opened(path, seconds=0) == "played on"
    assert not noted.exists()


def test_the_command_line_says_where(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "integrity", str(played)]) == 0
    path = tmp_path / "cut.sqlite"
    raw = bytearray(played.read_bytes())
    at = raw.index(b'"type":"round-settled"')
    raw[at + 3] ^= 4
    path.write_bytes(raw)
    capsys.readouterr()
    assert run(["audit", "integrity", str(path)]) == 1
    assert "is damaged: table/" in capsys.readouterr().out
    assert run(["audit", "integrity", str(tmp_path / "none")]) == 2
