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
