"""Between the port's values and the rows of a database, alike for every database.

Rows that no chained hash covers have a checksum: a bit that flips on the disk is found by it. It proves nothing against
somebody who writes to the database; the verifier and its checkpoints do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any
from zlib import crc32

import msgspec

from feltwork.store.port import Answer, Batch, Posting, Record

PAGE = 500
"""Records fetched at a time: no statement stays open between pages, so a slow reader holds nobody up."""
RECORD = "stream, version, at, key, actor, role, kind, schema, body, link, hash"
WHOLE_RECORD = "stream, version, at, key, actor, role, kind, schema, body, link, postings, hash"
ANSWER = "key, digest, stream, first, last, clause, reason"

SUMMED = {
    "answers": ("digest", "key, stream, first, last, clause, reason"),
    "people": ("x''", "id, name, address"),
    "shelves": ("body", "shelf, name"),
}
"""The tables that have one, the bytes of a row, and its other columns, in the order in which they are summed."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, int]).decode

Row = Sequence[Any]
Carried = Iterable[tuple[str, str, Iterable[Row]]]
"""Tables of another store: name, columns, rows."""


def posting_rows(batch: Batch) -> list[Row]:
    return [
        (record.stream, record.version, n, posting.account, posting.cents)
        for record in batch.records
        for n, posting in enumerate(record.postings)
    ]


def record_rows(batch: Batch) -> list[Row]:
    return [
        (r.stream, r.version, r.at, r.key, r.actor, r.role, r.kind, r.schema, r.body, r.link, r.hash)
        for r in batch.records
    ]


def whole_rows(batch: Batch) -> list[Row]:
    """Records with their postings, where a row has both.

    Bytes go as ``bytearray``: ``sqlite3`` takes that as it is, and looks for an adapter for each ``bytes`` it is given.
    """
    return [
        (
            r.stream,
            r.version,
            r.at,
            r.key,
            r.actor,
            r.role,
            r.kind,
            r.schema,
            bytearray(r.body),
            r.link,
            _entries(r.postings),
            bytearray(r.hash),
        )
        for r in batch.records
    ]


def _entries(postings: tuple[Posting, ...]) -> str:
    if len(postings) == 2:  # most of them
        one, other = postings
        return _encode({one.account: one.cents, other.account: other.cents}).decode()
    return _encode({p.account: p.cents for p in postings}).decode() if postings else "{}"


def answer_rows(answers: Iterable[Answer]) -> list[Row]:
    return [(a.key, bytearray(a.digest), a.stream, a.first, a.last, a.clause, a.reason) for a in answers]


def whole_records(rows: Iterable[Row]) -> Iterator[Record]:
    """Records from rows that have their postings with them."""
    for row in rows:
        entries = tuple([Posting(account, cents) for account, cents in _decode(row[10]).items()])
        yield Record(*(*row[:10], entries, row[11]))


def records_from(rows: Iterable[Row], postings: Iterable[Row]) -> Iterator[Record]:
    """Records from their rows and the rows (version, account, cents) of their postings, both in order."""
    entries = {
        version: tuple(Posting(account, cents) for _, account, cents in group)
        for version, group in groupby(postings, lambda row: row[0])
    }
    for row in rows:
        yield Record(*(*row[:10], entries.get(row[1], ()), row[10]))


def row_sum(raw: bytes | bytearray, *texts: str | int) -> int:
    """The checksum of a row.

    >>> row_sum(b"body", "shelf", "name") == row_sum(b"body", "shelf", "nama")
    False
    """
    return crc32(raw, crc32("\0".join(map(str, texts)).encode()))


def answer_sum(
    key: str, digest: bytes | bytearray, stream: str, first: int, last: int, clause: str, reason: str
) -> int:
    """The same of an answer, put together in one step: this runs for every command."""
    return crc32(digest, crc32(f"{key}\0{stream}\0{first}\0{last}\0{clause}\0{reason}".encode()))


def with_sums(table: str, columns: str, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Rows of another store, with the checksum that they get in this one."""
    raw, texts = SUMMED[table]
    named = columns.split(", ")
    places = [named.index(text) for text in texts.split(", ")]
    for row in rows:
        blob = bytes(row[named.index(raw)]) if raw in named else b""
        yield (*row, row_sum(blob, *(row[place] for place in places)))
