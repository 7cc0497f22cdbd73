"""A log in a database, asked for by SQL that every database has, without any of the server's code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from feltwork.refusal import harmless
from feltwork.verifier.log.rows import AnswerRow, Columns, Row

RECORD = ("stream", "version", "at", "key", "actor", "role", "kind", "schema", "body", "link", "hash")
ANSWER = ("key", "digest", "stream", "first", "last", "clause", "reason")
SCHEMA = {
    "meta": ("name", "value"),
    "records": RECORD,
    "postings": ("stream", "version", "n", "account", "cents"),
    "answers": ANSWER,
    "books": ("fingerprint", "body"),
}
SCHEMA_VERSIONS = ("1", "2", "3", "4", "5")
"""The second has names and addresses beside the log, the third sessions and accounts. Since the
fourth a file has a record's postings with it, as JSON; since the fifth a checksum with rows that no hash covers."""
SUMMED_SINCE = 5
SUMMED = {
    "answers": ("digest", "key, stream, first, last, clause, reason"),
    "shelves": ("body", "shelf, name"),
}
"""Tables of a file whose rows have a checksum, over the bytes of a row after its other columns. Names and addresses
have one too, and are not read here."""
SHELVES_SINCE = 3
REMARKS_SINCE = 4
"""In PostgreSQL the fourth schema changed nothing but what tables say of themselves."""
UNREADABLE = (("", 0),)
"""Postings that nothing could have written: whatever the hash covers, it is not these."""
RECORD_TYPES = (str, int, int, str, str, str, str, int, bytes, str, bytes)
POSTING_TYPES = (int, str, int)
WHOLE_TYPES = (*RECORD_TYPES, str)
COLUMN_TYPES = (*RECORD_TYPES[1:-1], str, bytes)
ANSWER_TYPES = (str, bytes, str, int, int, str, str)
STRAYS = """
SELECT p.stream, p.version, count(r.version) FROM postings p
LEFT JOIN records r ON r.stream = p.stream AND r.version = p.version GROUP BY p.stream, p.version
HAVING count(r.version) = 0 OR min(n) <> 0 OR max(n) <> count(*) - 1 ORDER BY p.stream, p.version
"""
ENDS = """
WITH RECURSIVE names(stream) AS (
    SELECT min(stream) FROM records
    UNION ALL
    SELECT (SELECT min(r.stream) FROM records r WHERE r.stream > names.stream) FROM names WHERE stream IS NOT NULL
)
SELECT stream, (SELECT max(version) FROM records r WHERE r.stream = names.stream) FROM names WHERE stream IS NOT NULL
"""
"""From stream to stream by their index, so that a long one takes no longer."""
HEADS = "SELECT stream, version, hash FROM heads WHERE version > 0"
SERIES = "SELECT name, body FROM shelves WHERE shelf = 'series'"
LARGEST = 2**63 - 1
"""No version and no time is above it."""
PAGE = 200
"""Rows fetched at a time."""
PLAIN_ANSWER = (
    "(clause = '' AND reason = '' AND first + 0 = first AND last + 0 = last AND 1 <= first AND first <= last"
    " AND last - first < 1000000)"
)
"""An answer that names records, in whole numbers."""
PLAIN_REFUSAL = "((clause <> '' OR reason <> '') AND first + 0 = first AND last + 0 = last AND first = 0 AND last = 0)"
"""An answer that refuses, and names no records."""
OWN_ANSWER = "clause = '' AND reason = '' AND a.stream = r.stream AND first <= r.version AND r.version <= last"
"""It refuses nothing and names the record whose command it answers."""
Ask = Callable[..., Iterator[tuple[Any, ...]]]


class ReadError(Exception):
    """A log cannot be read; the message is one clear line."""


class NoSuchThingError(ReadError):
    """A table or column that is not there."""


class Form(NamedTuple):
    """How one kind of database keeps a log."""

    tables: str = ""
    """The question for the names of all tables, in the words of this database."""
    guards: Callable[[Ask, int], Iterator[str]] = lambda ask, version: iter(())
    """Finds what guards the log in this kind of database and is not as it was made."""
    newest: int = int(SCHEMA_VERSIONS[-1])
    """The last schema that there is for this kind of database."""
    remarks: str = ""
    """The question for what a table says of itself, where a schema is known by that."""
    heads: str = ""
    """The question whether it may be read where the database itself says that streams stand, where it does."""
    whole_since: int = 0
    """The schema from which on a row has its postings with it; 0 where none does."""


class Database:
    """A database that is asked one query at a time; ``mark`` is how its driver writes a value to fill in."""

    def __init__(self, ask: Ask, where: str, mark: str, form: Form) -> None:
        self.ask, self.where, self.mark, self.form = ask, where, mark, form
        self.version = 0
        self.whole = self.summed = False
        """Has a row its postings with it, and a checksum?"""
        self.typed = False
        """Does the database itself see to it that every column of a record is of its type?"""

    def check_schema(self) -> None:
        """Refuse a database that is not a log of the form we read."""
        for table, columns in SCHEMA.items():
            try:
                list(self.ask(f"SELECT {', '.join(columns)} FROM {table} LIMIT 0"))
            except NoSuchThingError:
                raise ReadError(f"{self.where} is not a log: it has no table {table} as a log has it") from None
        found = [value for (value,) in self.ask("SELECT value FROM meta WHERE name = 'schema_version'")]
        if len(found) != 1 or found[0] not in SCHEMA_VERSIONS:
            told, known = harmless(found[0] if found else "none")[:20], SCHEMA_VERSIONS[-1]
            raise ReadError(f"{self.where} has schema version {told}, this verifier reads versions up to {known}")

        self.version = int(found[0])
        self.whole = bool(self.form.whole_since) and self.version >= self.form.whole_since
        self.summed = bool(self.form.whole_since) and self.version >= SUMMED_SINCE
        there = (
            (self._has("postings", "records"), self._has("sum", "answers")) if self.form.whole_since else (False, False)
        )
        if there != (self.whole, self.summed):
            raise ReadError(f"{self.where} is not a log of schema version {self.version}, as it says")

    def _has(self, column: str, table: str) -> bool:
        try:
            list(self.ask(f"SELECT {column} FROM {table} LIMIT 0"))
        except NoSuchThingError:
            return False
        return True

    def checked(self, row: tuple[Any, ...], types: tuple[type, ...]) -> tuple[Any, ...]:
        if tuple(map(type, row)) != types:
            raise ReadError(f"{self.where} is not a log as it should be: a column holds the wrong kind of value")
        return row

    def text(self, value: object) -> str:
        found: str = self.checked((value,), (str,))[0]
        return found


class Records:
    """The records of one database, in the order of their versions."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def records(self, stream: str, after: int = 0, until: int = LARGEST) -> Iterator[Row]:
        """Those after a version, up to another."""
        return (self._whole_records if self.db.whole else self._joined_records)(stream, after, until)

    def _where(self) -> str:
        mark = self.db.mark
        return f"WHERE stream = {mark} AND version > {mark} AND version <= {mark} ORDER BY version"

    def _whole_records(self, stream: str, after: int, until: int) -> Iterator[Row]:
        asked = f"SELECT {', '.join(RECORD)}, postings FROM records {self._where()}"
        for row in self.db.ask(asked, stream, after, until):
            columns = self.db.checked(row, WHOLE_TYPES)
            yield Row._make((*columns[:10], _entries(columns[11]), columns[10]))

    def columns(self, stream: str, after: int = 0) -> Iterator[Columns]:
        if self.db.whole:
            return chain.from_iterable(self._pages(stream, after))
        return self._joined_records(stream, after, LARGEST)

    def _pages(self, stream: str, after: int) -> Iterator[list[Columns]]:
        """Many rows at a time, and what is moved again and again is read once."""
        columns = f"{', '.join(RECORD[1:-1])}, postings, hash"
        rows = self.db.ask(f"SELECT {columns} FROM records {self._where()}", stream, after, LARGEST)
        entries = lru_cache(maxsize=4096)(_entries)
        if not self.db.typed:
            rows = (self.db.checked(row, COLUMN_TYPES) for row in rows)
        while page := [
            (stream, version, at, key, actor, role, kind, schema, body, link, entries(moved), digest)
            for version, at, key, actor, role, kind, schema, body, link, moved, digest in islice(rows, PAGE)
        ]:
            yield page

    def _joined_records(self, stream: str, after: int, until: int) -> Iterator[Row]:
        where, part = self._where(), (stream, after, until)
        postings = self.db.ask(f"SELECT version, account, cents FROM postings {where}, n", *part)
        waiting = next(postings, None)
        for row in self.db.ask(f"SELECT {', '.join(RECORD)} FROM records {where}", *part):
            columns = self.db.checked(row, RECORD_TYPES)
            version, moved = columns[1], []
            while waiting is not None and waiting[0] <= version:
                if waiting[0] == version:
                    moved.append(self.db.checked(waiting, POSTING_TYPES)[1:])
                waiting = next(postings, None)
            yield Row._make((*columns[:10], tuple(moved), columns[10]))


def wrong_sum(row: tuple[Any, ...]) -> str:
    """What names a row whose checksum, its first column, is not that of the others; empty if it is."""
    found, blob, *values = row
    right = crc32(blob, crc32("\0".join(map(str, values)).encode("utf-8", "surrogateescape")))
    return "" if found == right else " ".join(map(str, values[:2]))


class DatabaseReading:
    """A log in a database."""

    def __init__(self, db: Database, close: Callable[[], None]) -> None:
        self.db, self.close = db, close
        self.url = ""
        self.through: Callable[[str, Iterator[Any]], Iterator[Any]] = lambda stream, rows: rows
        """What the records of a stream pass through on their way out: somebody may count them."""

    def records(self, stream: str) -> Iterator[Row]:
        return self.through(stream, Records(self.db).records(stream))

    def columns(self, stream: str) -> Iterator[Columns]:
        return self.through(stream, Records(self.db).columns(stream))

    def streams(self) -> list[str]:
        return sorted(self.db.text(stream) for stream, _ in self.db.ask(ENDS))

    def ends(self) -> dict[str, int]:
        """The last version of each stream."""
        return {self.db.text(stream): end for stream, end in self.db.ask(ENDS) if isinstance(end, int)}

    def key_at(self, stream: str, version: int) -> str | None:
        rows = self.db.ask(
            f"SELECT key FROM records WHERE stream = {self.db.mark} AND version = {self.db.mark}", stream, version
        )
        return next((self.db.text(key) for (key,) in rows), None)

    def answers_in(self, stream: str, own: bool, after: int = 0) -> Iterator[tuple[int, str, AnswerRow | None]]:
        columns = ", ".join(f"a.{column}" for column in ANSWER)
        plain = f"AND NOT coalesce({OWN_ANSWER}, FALSE)" if not own else ""
        where = f"r.stream = {self.db.mark} AND r.version > {self.db.mark} {plain}"
        joined = f"FROM records r LEFT JOIN answers a ON a.key = r.key WHERE {where}"
        for version, key, *answer in self.db.ask(
            f"SELECT r.version, r.key, {columns} {joined} ORDER BY r.version", stream, after
        ):
            there = answer[0] is not None
            yield version, key, AnswerRow(*self.db.checked(tuple(answer), ANSWER_TYPES)) if there else None

    def answers(self, plain: bool = True) -> Iterator[AnswerRow]:
        which = "" if plain else f"WHERE NOT coalesce({PLAIN_ANSWER} OR {PLAIN_REFUSAL}, FALSE)"
        for row in self.db.ask(f"SELECT {', '.join(ANSWER)} FROM answers {which} ORDER BY key"):
            yield AnswerRow(*self.db.checked(row, ANSWER_TYPES))

    def refusals(self) -> Iterator[tuple[bytes, str, str, str, int]]:
        same = "digest, clause, reason, stream"
        for row in self.db.ask(f"SELECT {same}, count(*) FROM answers WHERE {PLAIN_REFUSAL} GROUP BY {same}"):
            digest, clause, reason, stream, count = self.db.checked(row, (bytes, str, str, str, int))
            yield digest, clause, reason, stream, count

    def refused_keys(self) -> Iterator[tuple[tuple[bytes, str, str, str], str]]:
        for row in self.db.ask(f"SELECT digest, clause, reason, stream, key FROM answers WHERE {PLAIN_REFUSAL}"):
            digest, clause, reason, stream, key = self.db.checked(row, (bytes, str, str, str, str))
            yield (digest, clause, reason, stream), key

    def plainly_answered(self) -> tuple[int, int]:
        total = "CAST(coalesce(sum(last - first + 1), 0) AS BIGINT)"
        everything = "(SELECT count(*) FROM answers)"
        ((named, others),) = self.db.ask(f"SELECT {total}, {everything} - count(*) FROM answers WHERE {PLAIN_ANSWER}")
        return named, others

    def given(self) -> Iterator[tuple[str, int, int, str, bytes]]:
        asked = "SELECT stream, first, last, key, digest FROM answers WHERE first > 0 ORDER BY first"
        for row in self.db.ask(asked):
            stream, first, last, key, digest = self.db.checked(row, (str, int, int, str, bytes))
            yield stream, first, last, key, digest

    def book(self, fingerprint: str) -> bytes | None:
        rows = self.db.ask(f"SELECT body FROM books WHERE fingerprint = {self.db.mark}", fingerprint)
        return next((self.db.checked(row, (bytes,))[0] for row in rows), None)

    def books(self) -> Iterator[tuple[str, bytes]]:
        for row in self.db.ask("SELECT fingerprint, body FROM books ORDER BY fingerprint"):
            fingerprint, body = self.db.checked(row, (str, bytes))
            yield fingerprint, body

    def series(self) -> dict[str, bytes]:
        """What is kept of the series of checkpoints that a floor's hosts share, by name."""
        try:
            return {str(name): bytes(body) for name, body in self.db.ask(SERIES)}
        except NoSuchThingError:
            return {}  # a schema from before there were shelves

    def sums(self, tables: Iterable[str] = tuple(SUMMED)) -> Iterator[tuple[str, str]]:
        """Rows whose checksum is not theirs: the table and the key; only files have such sums."""
        if not self.db.summed:
            return
        for table, (raw, texts) in ((table, SUMMED[table]) for table in tables):
            for row in self.db.ask(f"SELECT sum, {raw}, {texts} FROM {table}"):
                if wrong := wrong_sum(row):
                    yield table, wrong

    def strays(self) -> Iterator[tuple[str, int, str]]:
        if self.db.whole:
            return  # they cannot be anywhere but with their record
        for stream, version, there in self.db.ask(STRAYS):
            if not there:
                yield stream, version, "postings are kept for a record that is not there"
            else:
                yield stream, version, "its postings are not numbered from 0 on"

    def shelves(self) -> Iterator[tuple[str, str, bytes]] | None:
        if self.db.version < SHELVES_SINCE:
            return iter(())
        rows = self.db.ask("SELECT shelf, name, body FROM shelves ORDER BY shelf, name")
        return ((shelf, name, body) for shelf, name, body in (self.db.checked(row, (str, str, bytes)) for row in rows))

    def unguarded(self) -> Iterator[str]:
        return self.db.form.guards(self.db.ask, self.db.version)

    def settings(self) -> Iterator[str]:
        """The number of the schema is all that is set, and it is that of the tables there are."""
        db, form = self.db, self.db.form
        for (name,) in db.ask("SELECT name FROM meta WHERE name <> 'schema_version' ORDER BY name"):
            yield f"nothing is known of a setting {harmless(db.text(name))[:40]!r}"
        there = {db.text(name) for (name,) in db.ask(form.tables)} if form.tables else set()
        for table, since in (("people", 2), ("shelves", SHELVES_SINCE)):
            if form.tables and (table in there) != (db.version >= since):
                yield f"schema version {db.version} does not go with the tables there are"
        if form.remarks and (next(db.ask(form.remarks)) != (None,)) != (db.version >= REMARKS_SINCE):
            yield f"schema version {db.version} does not go with the tables there are"
        if db.version > form.newest:
            yield f"schema version {db.version} does not exist for such a database: the last one is {form.newest}"
        yield from self._wrong_heads()

    def _wrong_heads(self) -> Iterator[str]:
        """Streams that stand elsewhere than the table of heads says, by which a server goes on writing."""
        db = self.db
        if not db.form.heads or next(db.ask(db.form.heads)) != (True,):
            return
        said = {db.text(stream): (end, last) for stream, end, last in db.ask(HEADS)}
        ends = self.ends()
        for stream in sorted(ends.keys() | said.keys()):
            end, (told, last) = ends.get(stream, 0), said.get(stream, (0, b""))
            asked = f"SELECT hash FROM records WHERE stream = {db.mark} AND version = {db.mark}"
            if end != told:
                yield f"the heads say that {harmless(stream)[:40]} stands at version {told}, its records end at {end}"
            elif next(db.ask(asked, stream, end)) != (last,):
                yield f"the heads have another hash than the last record of {harmless(stream)[:40]}"


_decode = msgspec.json.Decoder(dict[str, int]).decode
_encode = msgspec.json.Encoder().encode


def _entries(text: str) -> tuple[tuple[str, int], ...]:
    """Postings from their JSON; the hash is not that of what cannot be read, so that it is found."""
    try:
        found = _decode(text)
        # Written as it is written by every store: not with spaces, nor with an account twice.
        return tuple(found.items()) if text == "{}" or _encode(found) == text.encode() else UNREADABLE
    except (msgspec.DecodeError, UnicodeEncodeError):
        return UNREADABLE
