"""What guards a log inside its database, taken away by whoever owns it: found by everybody who looks."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.store.opening import open_store
from feltwork.store.postgres import PostgresStore
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify
from tests.faults.load import SEED, recorded, verified
from tests.server.processes import floor_file
from tests.store.postgres import postgres_schema, postgres_url
from tests.verifier.guarding import LIST, lines, made
from tests.verifier.night import full_night

__all__ = ["postgres_schema", "postgres_url"]

OWNERS = (
    (
        (
            "DROP TRIGGER records_stay ON records; CREATE TRIGGER records_stay BEFORE DELETE OR UPDATE OF key"
            " OR TRUNCATE ON records EXECUTE FUNCTION never_changed()"
        ),
        "trigger records_stay on records is not as it was made",
        "",
    ),
    ("ALTER TABLE answers SET UNLOGGED", "table answers is unlogged: a crash empties it", ""),
    (
        "ALTER TABLE records ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON records USING (kind <> 'deposited')",
        "row level security is on for records: some rows are not shown",
        "",
    ),
    (
        "CREATE TABLE rc () INHERITS (answers)",
        "table rc inherits from answers: its rows count as rows there",
        "",
    ),
    ("ALTER TABLE answers OWNER TO {role}", "table answers belongs to {role}, and meta to feltwork", ""),
    ("GRANT UPDATE, DELETE ON records TO {role}", "role {role} may DELETE records", ""),
    ("GRANT UPDATE (body) ON records TO {role}", "role {role} may UPDATE records", ""),
    ("GRANT TRUNCATE ON postings TO PUBLIC", "role PUBLIC may TRUNCATE postings", ""),
    (
        (
            "CREATE FUNCTION et() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';"
            " CREATE EVENT TRIGGER et ON ddl_command_end EXECUTE FUNCTION et()"
        ),
        "event trigger et is not ours",
        "DROP EVENT TRIGGER et",
    ),
    (
        "ALTER ROLE {role} SET session_replication_role = replica",
        "session_replication_role of role {role} is replica: triggers and keys do not act",
        "ALTER ROLE {role} RESET session_replication_role",
    ),
    (
        "ALTER DATABASE postgres SET session_replication_role = replica",
        "session_replication_role of the database is replica: triggers and keys do not act",
        "ALTER DATABASE postgres RESET session_replication_role",
    ),
    (
        (
            "CREATE SCHEMA evil; CREATE TABLE evil.answers (LIKE answers);"
            " ALTER ROLE {role} IN DATABASE postgres SET search_path = public, evil, {schema}"
        ),
        "search_path of role {role} leads to another table answers",
        "ALTER ROLE {role} IN DATABASE postgres RESET search_path; DROP SCHEMA evil CASCADE",
    ),
    (
        (
            "CREATE SCHEMA evil; CREATE TABLE evil.records (LIKE records);"
            " ALTER FUNCTION record_in_turn() SET search_path = evil, {schema}"
        ),
        "search_path of function record_in_turn leads to another table records",
        "DROP SCHEMA evil CASCADE",
    ),
)
"""What an owner may do beside taking a guard away, the finding, and how it is undone beside the schema itself."""
NOTHING = "CREATE FUNCTION ev() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$; "
TAMPERED = {
    "DROP TRIGGER records_stay ON records": "trigger records_stay on records is missing",
    "DROP TRIGGER postings_stay ON postings": "trigger postings_stay on postings is missing",
    "DROP TRIGGER answers_stay ON answers": "trigger answers_stay on answers is missing",
    "DROP TRIGGER books_stay ON books": "trigger books_stay on books is missing",
    "ALTER TABLE records DISABLE TRIGGER records_stay": "trigger records_stay on records is switched off",
    "ALTER TABLE postings DISABLE TRIGGER ALL": "the foreign key on postings is switched off",
    "ALTER TABLE records ENABLE REPLICA TRIGGER records_in_turn": "trigger records_in_turn on records is switched off",
    "ALTER TABLE answers DROP CONSTRAINT answers_pkey": "primary key of answers (key) is missing",
    "ALTER TABLE postings DROP CONSTRAINT postings_stream_version_fkey": (
        "foreign key of postings (stream, version) is missing"
    ),
    "ALTER TABLE records DROP CONSTRAINT records_version_check": "check of records (version) is missing",
    "ALTER TABLE records ALTER hash DROP NOT NULL": "column hash of records is not as it was made",
    "CREATE OR REPLACE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$": (
        "trigger answers_stay on answers is not as it was made"
    ),
    f"{NOTHING}CREATE TRIGGER ev BEFORE INSERT ON shelves FOR EACH ROW EXECUTE FUNCTION ev()": (
        "trigger ev on shelves is not ours"
    ),
    "CREATE RULE lost AS ON INSERT TO answers DO INSTEAD NOTHING": "rule lost on answers is not ours",
}
TRIED = tuple(TAMPERED.values())[::6]
"""Of these it is seen that a start is refused, too."""
SCHEMAS = {
    "3": "schema version 3 does not go with the tables there are",
    "5": "schema version 5 does not exist for such a database: the last one is 4",
}
HIDDEN = """
PRAGMA writable_schema = ON;
INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_evil', 'answers', 0,
    'CREATE TRIGGER sqlite_evil BEFORE INSERT ON answers BEGIN SELECT RAISE(IGNORE); END');
"""
"""A trigger called like SQLite's own things."""
Capture = pytest.CaptureFixture[str]


def test_the_list_is_what_the_migrations_make(postgres_schema: str) -> None:
    assert LIST.read_text("utf-8") == lines(made(postgres_schema)), "python -m tests.verifier.guarding writes it"


def test_guards_taken_away_on_a_server_are_found(postgres_schema: str, tmp_path: Path, capsys: Capture) -> None:
    open_store(postgres_schema).close()
    config = floor_file(tmp_path, postgres_schema)
    assert verified(postgres_schema) == []
    with psycopg.connect(postgres_schema, autocommit=True) as db:
        db.execute("SET client_min_messages = warning")
        for change, said in TAMPERED.items():
            db.execute(change.encode())
            found = [str(finding) for finding in verified(postgres_schema)]
            assert f"guards: {said}" in found, change
            assert all(line.startswith("guards: ") for line in found)
            assert run(["audit", "verify", postgres_schema]) == 1
            for command in (["audit", "integrity", postgres_schema], ["serve", "--config", str(config)]):
                if said not in TRIED:
                    continue
                capsys.readouterr()
                assert run(command) == (1 if command[0] == "audit" else 2), change
                told = capsys.readouterr()
                assert "does not guard its log: " in told.out + told.err
            remade(postgres_schema, db)
    assert verified(postgres_schema) == []


def test_what_an_owner_does_around_the_guards_is_found(postgres_schema: str) -> None:
    open_store(postgres_schema).close()
    role = f"app_{time.time_ns()}"
    assert run(["grant", postgres_schema, role]) == 0
    with psycopg.connect(postgres_schema, autocommit=True) as db:
        db.execute("SET client_min_messages = warning")
        (schema,) = db.execute("SELECT current_schema()").fetchone() or ("",)
        named = {"role": role, "schema": schema}
        db.execute("ALTER ROLE {role} SET search_path = {schema}".format(**named).encode())
        assert verified(postgres_schema) == [], "a role that is led to these tables alone"
        for change, said, undo in OWNERS:
            db.execute(change.format(**named).encode())
            found = [str(finding) for finding in verified(postgres_schema)]
            assert f"guards: {said.format(**named)}" in found, change
            assert all(line.startswith("guards: ") for line in found), found
            assert run(["audit", "integrity", postgres_schema]) == 1, change
            if undo:
                db.execute(undo.format(**named).encode())
            remade(postgres_schema, db)
            assert run(["grant", postgres_schema, role]) == 0
            assert verified(postgres_schema) == [], change
        db.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())


def remade(url: str, db: psycopg.Connection[tuple[object, ...]]) -> None:
    """Make all tables anew, in the same schema."""
    (name,) = db.execute("SELECT current_schema()").fetchone() or ("",)
    db.execute(f"DROP SCHEMA {name} CASCADE; CREATE SCHEMA {name}".encode())
    open_store(url).close()


def test_a_log_without_guards_is_carried_into_a_database_that_has_them(tmp_path: Path, postgres_schema: str) -> None:
    store, copy = open_store(postgres_schema), tmp_path / "copy.sqlite"
    desk = Desk(store)
    for envelope in recorded(SEED, rounds=1):
        desk.submit(envelope)
    desk.close()
    store.close()
    with psycopg.connect(postgres_schema) as db:
        db.execute("DROP TRIGGER records_stay ON records")
    assert [finding.kind for finding in verified(postgres_schema)] == ["guards"]
    assert run(["backup", postgres_schema, str(copy)]) == 0
    assert verified(str(copy)) == []


def test_statistics_that_sqlite_keeps_are_no_finding(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    open_store(str(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("ANALYZE")
    assert verified(str(path)) == []
    assert run(["audit", "integrity", str(path)]) == 0


@pytest.mark.parametrize("number", SCHEMAS)
def test_another_number_of_the_schema_on_a_server_is_found(postgres_schema: str, number: str) -> None:
    open_store(postgres_schema).close()
    with psycopg.connect(postgres_schema) as db:
        db.execute("UPDATE meta SET value = %s WHERE name = 'schema_version'", (number,))
    assert [str(finding) for finding in verified(postgres_schema)] == [f"settings: {SCHEMAS[number]}"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DROP TRIGGER records_no_update", "trigger records_no_update on records is missing"),
        ("DROP TRIGGER answers_once", "trigger answers_once on answers is missing"),
        ("CREATE TRIGGER ev AFTER INSERT ON shelves BEGIN SELECT 1; END", "trigger ev on shelves is not ours"),
        (
            "CREATE TRIGGER sqlitezevil BEFORE INSERT ON answers BEGIN SELECT RAISE(IGNORE); END",
            "trigger sqlitezevil on answers is not ours",
        ),
        (HIDDEN, "trigger sqlite_evil on answers is not ours"),
    ],
)
def test_guards_taken_out_of_a_file_are_found(tmp_path: Path, change: str, said: str) -> None:
    path = tmp_path / "log.sqlite"
    open_store(str(path)).close()
    assert verified(str(path)) == []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(change)
    assert [str(finding) for finding in verified(str(path))] == [f"guards: {said}"]
    assert run(["audit", "integrity", str(path)]) == 1
    assert run(["serve", "--config", str(floor_file(tmp_path, str(path)))]) == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("stream = 'cbge' WHERE stream = 'cage'", "the heads say that cage stands at version 0,"),
        ("version = version + 1000000 WHERE stream = 'cage'", "the heads say that cage stands at version 10000"),
        ("hash = '\\x00' WHERE stream = 'cage'", "the heads have another hash than the last record of cage"),
    ],
)
def test_heads_that_are_not_where_the_records_end_are_found(postgres_schema: str, change: str, said: str) -> None:
    store = PostgresStore(postgres_schema)
    full_night(store, seed=3, commands=6)
    store.close()
    with psycopg.connect(postgres_schema, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute(f"UPDATE heads SET {change}".encode())
    reading = read_log(postgres_schema)
    found = [finding for finding in verify(reading) if finding.kind == "settings"]
    reading.close()
    assert any(said in finding.what for finding in found), found
