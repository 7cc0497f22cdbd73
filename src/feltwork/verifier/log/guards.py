"""What guards a log inside its database: triggers, keys and columns, held against a list of what each schema has.

Triggers refuse to change a record, and keys refuse a second answer; without them a change shows only afterwards, and
only as far as a checkpoint goes. The list, ``guards.tsv``, is this verifier's own. A line has the database, the first
and the last schema that has the guard (0: there is no last one), the guard, and a digest of how it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any, NamedTuple

Ask = Callable[[str], Iterator[tuple[Any, ...]]]
TABLES = ("meta", "records", "postings", "answers", "books", "snapshots", "heads", "people", "shelves")
_OURS = ", ".join(f"to_regclass('{table}')" for table in TABLES)
SQLITE = """
SELECT type || ' ' || name || CASE type WHEN 'trigger' THEN ' on ' || tbl_name ELSE '' END, sql FROM sqlite_master
WHERE sql IS NOT NULL AND sql NOT GLOB 'CREATE TABLE sqlite_*'
"""
"""Left out is what SQLite makes by itself, indexes of keys and statistics; what is only called like that is not."""
POSTGRES = f"""
SELECT 'trigger ' || t.tgname || ' on ' || c.relname, t.tgtype::text || ' ' || coalesce(t.tgqual::text, '') || p.prosrc
    || t.tgattr::text
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND c.oid IN ({_OURS})
UNION ALL
SELECT 'rule ' || r.rulename || ' on ' || c.relname, '' FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
WHERE c.oid IN ({_OURS})
UNION ALL
SELECT CASE n.contype WHEN 'p' THEN 'primary key' WHEN 'f' THEN 'foreign key' ELSE 'check' END || ' of ' || c.relname
    || ' (' || (SELECT string_agg(a.attname, ', ' ORDER BY k.at) FROM unnest(n.conkey) WITH ORDINALITY AS k(number, at)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number) || ')',
    CASE WHEN n.convalidated AND coalesce(i.indisunique AND i.indisvalid, n.contype <> 'p') THEN 'holds' ELSE '' END
FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
LEFT JOIN pg_index i ON i.indexrelid = n.conindid AND n.contype = 'p'
WHERE n.contype IN ('p', 'f', 'c') AND c.oid IN ({_OURS})
UNION ALL
SELECT 'column ' || a.attname || ' of ' || c.relname, format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.oid IN ({_OURS})
"""
SWITCHED_OFF = f"""
SELECT CASE WHEN t.tgisinternal THEN 'the foreign key' ELSE 'trigger ' || t.tgname END || ' on ' || c.relname
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgenabled NOT IN ('O', 'A') AND c.oid IN ({_OURS})
"""
LOG = ", ".join(f"to_regclass('{table}')" for table in ("meta", "records", "postings", "answers", "books"))
"""Tables that nobody but their owner may have rights to change."""
PECULIAR = f"""
SELECT 'table ' || c.relname || ' is unlogged: a crash empties it' FROM pg_class c
WHERE c.oid IN ({_OURS}) AND c.relpersistence <> 'p'
UNION ALL
SELECT 'row level security is on for ' || c.relname || ': some rows are not shown' FROM pg_class c
WHERE c.oid IN ({_OURS}) AND (c.relrowsecurity OR c.relforcerowsecurity)
UNION ALL
SELECT 'table ' || child.relname || ' inherits from ' || parent.relname || ': its rows count as rows there'
FROM pg_inherits i JOIN pg_class parent ON parent.oid = i.inhparent JOIN pg_class child ON child.oid = i.inhrelid
WHERE parent.oid IN ({_OURS}) OR child.oid IN ({_OURS})
UNION ALL
SELECT 'table ' || c.relname || ' belongs to ' || pg_get_userbyid(c.relowner) || ', and meta to '
    || pg_get_userbyid(m.relowner)
FROM pg_class c JOIN pg_class m ON m.oid = to_regclass('meta') AND m.relowner <> c.relowner WHERE c.oid IN ({_OURS})
UNION ALL
SELECT 'event trigger ' || e.evtname || ' is not ours' FROM pg_event_trigger e
WHERE e.evtenabled <> 'D' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = e.oid AND d.deptype = 'e')
"""
"""What an owner may do to a table, or around it, beside its guards."""
GRANTED = f"""
SELECT 'role ' || coalesce(r.rolname, 'PUBLIC') || ' may ' || g.verb || ' ' || g.relname
FROM (
    SELECT c.oid, c.relname, c.relowner, a.grantee, a.privilege_type AS verb
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a WHERE c.oid IN ({_OURS})
    UNION
    SELECT c.oid, c.relname, c.relowner, a.grantee, a.privilege_type
    FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid CROSS JOIN LATERAL aclexplode(t.attacl) a
    WHERE c.oid IN ({_OURS})
) g LEFT JOIN pg_roles r ON r.oid = g.grantee
WHERE g.grantee <> g.relowner AND (
    g.verb = 'TRIGGER' OR g.oid IN ({LOG}) AND g.verb IN ('UPDATE', 'DELETE', 'TRUNCATE')
    OR g.relname = 'heads' AND g.verb IN ('DELETE', 'TRUNCATE')
)
"""
SETTINGS = f"""
WITH setting AS (
    SELECT s.setdatabase::text || ' ' || s.setrole::text AS id, coalesce('role ' || r.rolname, 'the database') AS whose,
        r.oid AS role, coalesce(r.rolname, '') AS called,
        split_part(one, '=', 1) AS name, substr(one, strpos(one, '=') + 1) AS value, false AS ours
    FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) one LEFT JOIN pg_roles r ON r.oid = s.setrole
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    UNION ALL
    SELECT DISTINCT p.oid::text, 'function ' || p.proname, NULL::oid, '',
        split_part(one, '=', 1), substr(one, strpos(one, '=') + 1), true
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid CROSS JOIN LATERAL unnest(p.proconfig) one
    WHERE NOT t.tgisinternal AND t.tgrelid IN ({_OURS})
), way AS (
    SELECT s.id, s.whose, s.role, s.ours, c.oid AS meant, c.relname, o.oid AS met, e.at
    FROM setting s CROSS JOIN LATERAL unnest(string_to_array(s.value, ',')) WITH ORDINALITY AS e(raw, at)
    JOIN pg_namespace n ON n.nspname = replace(btrim(e.raw, ' "'), '$user', s.called)
    JOIN pg_class o ON o.relnamespace = n.oid AND o.relkind IN ('r', 'v', 'p', 'm', 'f')
    JOIN pg_class c ON c.relname = o.relname AND c.oid IN ({_OURS})
    WHERE s.name = 'search_path'
)
SELECT 'search_path of ' || w.whose || ' leads to another table ' || w.relname FROM way w
WHERE w.met <> w.meant AND w.at = (
    SELECT min(x.at) FROM way x WHERE x.id = w.id AND x.meant = w.meant
) AND (
    w.ours OR EXISTS (SELECT 1 FROM way x WHERE x.id = w.id AND x.met = w.meant)
    OR EXISTS (
        SELECT 1 FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a WHERE c.oid = w.meant AND a.grantee = w.role
    )
)
UNION ALL
SELECT 'session_replication_role of ' || s.whose || ' is ' || s.value || ': triggers and keys do not act' FROM setting s
WHERE s.name = 'session_replication_role' AND s.value <> 'origin'
UNION ALL
SELECT 'session_replication_role is ' || current_setting('session_replication_role') || ': triggers and keys do not act'
WHERE current_setting('session_replication_role') <> 'origin'
"""
"""Settings under which the same statements mean other tables, or do without the guards."""
NEVER_OURS = ("trigger ", "rule ")
"""Of these each one counts that is not in the list: it acts on what is written."""


class Guard(NamedTuple):
    """A line of the list."""

    database: str
    since: int
    until: int
    what: str
    digest: str


def wrong_in_sqlite(ask: Ask, version: int) -> Iterator[str]:
    """Each guard of a file that is missing, changed or not ours."""
    return _wrong("sqlite", version, dict(ask(SQLITE)))


def wrong_in_postgres(ask: Ask, version: int) -> Iterator[str]:
    """Each guard of a PostgreSQL database that is missing, changed, switched off or not ours."""
    yield from _wrong("postgres", version, dict(ask(POSTGRES)))
    for (what,) in sorted(set(ask(SWITCHED_OFF))):
        yield f"{what} is switched off"
    for questions in (PECULIAR, GRANTED, SETTINGS):
        yield from sorted({str(what) for (what,) in ask(questions)})


def _wrong(database: str, version: int, there: Mapping[str, str]) -> Iterator[str]:
    known = {g.what: g for g in listed() if g.database == database and g.since <= version <= (g.until or version)}
    for what, guard in known.items():
        if what not in there:
            yield f"{what} is missing"
        elif digest_of(there[what]) != guard.digest:
            yield f"{what} is not as it was made"
    for what in sorted(there.keys() - known.keys()):
        if what.startswith(NEVER_OURS):
            yield f"{what} is not ours"


def digest_of(made: str) -> str:
    """A digest of how a guard is made, without quotes and spaces: releases of SQLite differ in those.

    >>> digest_of('CREATE TABLE "t" (a)') == digest_of("CREATE TABLE t(a)")
    True
    """
    return sha256("".join(made.replace('"', "").split()).encode()).hexdigest()[:16]


@cache
def listed() -> tuple[Guard, ...]:
    """All guards that a schema has or had."""
    text = resources.files("feltwork.verifier.log").joinpath("data", "guards.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple(Guard(database, int(since), int(until), what, digest) for database, since, until, what, digest in rows)
