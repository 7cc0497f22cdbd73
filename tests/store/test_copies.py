"""A log in PostgreSQL: copied into a file, put back into an empty database, and held fast by grants and triggers."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.store import copying, postgres_rights
from feltwork.store.backup import backup, restore
from feltwork.store.checkpoints import export
from feltwork.store.opening import open_existing, open_store
from feltwork.store.port import Person, StoreError
from feltwork.verifier.keys.checkpoint import load_private, load_public, make_key, read_checkpoint
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify
from tests.store.postgres import empty_schema
from tests.verifier.night import full_night


@pytest.fixture
def played(postgres_schema: str) -> str:
    """A night in PostgreSQL, with a name and something on a shelf beside it."""
    store = open_store(postgres_schema)
    night = full_night(store, 3, 60)
    night.desk.close()
    store.people.save(Person("ada", "Ada Lovelace", "London"))
    store.settings.put("sessions", "s-1", b"\x00\xff")
    store.close()
    return postgres_schema


@pytest.fixture
def another(postgres_url: str) -> Iterator[str]:
    with empty_schema(postgres_url) as url:
        yield url


def sound(place: str, checkpoint: Path, key: Path) -> bool:
    log = read_log(place)
    try:
        return verify(log, checkpoint.read_bytes(), load_public(key)) == []
    finally:
        log.close()


def whole(place: str) -> list[object]:
    with copying.rows_of(place) as rows:
        return [[tuple(row) for row in rows(table)] for table in copying.TABLES]


def signed(place: str, folder: Path) -> tuple[Path, Path]:
    make_key(folder / "house")
    store = open_store(place)
    export(store, folder / "last.json", load_private(folder / "house"))
    store.close()
    return folder / "last.json", folder / "house.pub"


def test_a_backup_is_a_file_that_verifies_and_goes_back(played: str, another: str, tmp_path: Path) -> None:
    checkpoint, key = signed(played, tmp_path)
    file = str(tmp_path / "backup.db")
    count = backup(played, file)
    assert count > 100
    assert sound(file, checkpoint, key)
    assert whole(file) == whole(played)
    assert [path.name for path in tmp_path.iterdir() if ".new" in path.name] == []
    assert restore(file, another, read_checkpoint(checkpoint.read_bytes()).heads) == count
    assert sound(another, checkpoint, key)
    assert whole(another) == whole(played)
    store = open_existing(another)
    assert {head.stream: head.version for head in store.log.heads()}["table/c1"] > 50
    assert store.people.all() == [Person("ada", "Ada Lovelace", "London")]
    assert store.settings.get("sessions", "s-1") == b"\x00\xff"
    assert Desk(store).table("c1").status == "open"
    night = full_night(store, 4, 3)
    assert any(not answer.reason for answer in night.answers), "it is played on"
    store.close()


def test_a_backup_goes_from_one_postgres_to_another(played: str, another: str) -> None:
    backup(played, another)
    assert whole(another) == whole(played)
    with pytest.raises(StoreError, match="there is a log in this PostgreSQL database already"):
        backup(played, another)


def test_a_copy_that_is_too_old_is_not_put_back(played: str, another: str, tmp_path: Path) -> None:
    file = str(tmp_path / "old.db")
    backup(played, file)
    store = open_store(played)
    full_night(store, 5, 6)
    store.close()
    checkpoint, _ = signed(played, tmp_path)
    with pytest.raises(StoreError, match="is older than its last checkpoint"):
        restore(file, another, read_checkpoint(checkpoint.read_bytes()).heads)
    with pytest.raises(StoreError, match="no log is in this PostgreSQL database"):
        open_existing(another)


def test_nothing_is_copied_from_nothing(another: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no log is in this PostgreSQL database"):
        backup(another, str(tmp_path / "x.db"))
    assert list(tmp_path.iterdir()) == []


def test_backup_and_restore_from_the_command_line(
    played: str, another: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint, key = signed(played, tmp_path)
    file = str(tmp_path / "b.db")
    assert run(["backup", played, file, "--json"]) == 0
    count = json.loads(capsys.readouterr().out)["records"]
    assert run(["restore", file, another, "--checkpoint", str(checkpoint), "--key", str(key)]) == 0
    told = capsys.readouterr().out
    assert told == f"{count} records restored to the PostgreSQL database\n", "an address may hold a password"


@pytest.fixture
def application(postgres_url: str, played: str) -> Iterator[str]:
    """The address of a role that was given the application's rights."""
    import psycopg

    role = f"floor_{played.rpartition('feltwork_')[2]}"
    assert run(["grant", played, role, "--json"]) == 0
    assert run(["grant", played, role]) == 0, "once more does no harm"
    parts = urlsplit(played)
    yield urlunsplit(parts._replace(netloc=f"{role}@{parts.netloc.rpartition('@')[2]}"))
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP OWNED BY {role}".encode())
        connection.execute(f"DROP ROLE {role}".encode())


CHANGES = [
    sentence.format(table=table)
    for table in ("records", "postings", "answers", "books")
    for sentence in ("DELETE FROM {table}", "TRUNCATE {table} CASCADE", "DROP TABLE {table} CASCADE")
] + [
    "UPDATE records SET actor = 'x'",
    "UPDATE postings SET cents = 0",
    "UPDATE answers SET reason = 'x'",
    "UPDATE books SET body = ''",
    "ALTER TABLE records DISABLE TRIGGER ALL",
    "DROP TRIGGER records_stay ON records",
    "UPDATE meta SET value = '1'",
]


def test_the_application_plays_on_and_changes_nothing(application: str, played: str) -> None:
    import psycopg
    from psycopg import errors

    store = open_store(application)
    night = full_night(store, 6, 30)
    assert sum(not answer.reason for answer in night.answers) > 5
    store.people.save(Person("ben", "Ben", ""))
    assert store.people.erase("ben")
    night.desk.close()
    store.close()
    before = whole(played)
    for change in CHANGES:
        with psycopg.connect(application) as connection, pytest.raises(errors.InsufficientPrivilege):
            connection.execute(change.encode())
    for change in CHANGES:
        if change.startswith(("UPDATE", "DELETE", "TRUNCATE")) and "meta" not in change:
            with psycopg.connect(played) as connection, pytest.raises(errors.RestrictViolation):
                connection.execute(change.encode())  # the owner may by grant, and is stopped by the triggers
    assert whole(played) == before


def test_every_table_has_its_rights(played: str) -> None:
    import psycopg

    with psycopg.connect(played) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    assert {name for (name,) in rows} == set(postgres_rights.RIGHTS)


@pytest.mark.parametrize("role", ["feltwork"])
def test_a_role_that_no_grant_holds_back(
    played: str, role: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["grant", played, role]) == 2
    assert "no grant would hold it back" in capsys.readouterr().err
    assert run(["grant", str(tmp_path / "a.db"), role]) == 2
    assert "grants are PostgreSQL's" in capsys.readouterr().err


def test_who_may_not_make_a_role(application: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["grant", application, "somebody-else"]) == 2
    told = capsys.readouterr().err
    assert "permission denied" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_copies_of_a_file_are_their_owner_s_alone(tmp_path: Path, mask: int) -> None:
    """Names, and the hashes of passwords, are in every copy; what SQLite keeps beside it has the same mode."""
    old, copy, new = (tmp_path / name for name in ("floor.sqlite", "copy.sqlite", "new.sqlite"))
    before = os.umask(mask)
    try:
        store = open_store(str(old))
        store.people.save(Person("ada", "Ada Lovelace", "London"))
        assert backup(str(old), str(copy)) == 0
        assert restore(str(copy), str(new), {}) == 0
        restored = open_store(str(new))
        restored.people.save(Person("ada", "Ada King", "London"))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        for one in (store, restored):
            one.close()
    finally:
        os.umask(before)
    assert {"copy.sqlite", "new.sqlite", "new.sqlite-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes
    assert not list(tmp_path.glob("*.new"))


def test_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    open_store(str(tmp_path / "floor.sqlite")).close()
    with pytest.raises(StoreError, match="No such file"):
        backup(str(tmp_path / "floor.sqlite"), str(tmp_path / "nowhere" / "copy.sqlite"))
    assert not list(tmp_path.glob("**/*copy*"))
