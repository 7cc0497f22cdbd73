"""Between the port's values and the rows of a database, alike for every database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from feltwork.store.port import Answer, Batch, Posting, Record

PAGE = 500
"""Records fetched at a time: no statement stays open between pages, so a slow reader holds nobody up."""
RECORD = "stream, version, at, key, actor, role, kind, schema, body, link, hash"
ANSWER = "key, digest, stream, first, last, clause, reason"

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


def answer_rows(answers: Iterable[Answer]) -> list[Row]:
    return [(a.key, a.digest, a.stream, a.first, a.last, a.clause, a.reason) for a in answers]


def records_from(rows: Iterable[Row], postings: Iterable[Row]) -> Iterator[Record]:
    """Records from their rows and the rows (version, account, cents) of their postings, both in order."""
    entries = {
        version: tuple(Posting(account, cents) for _, account, cents in group)
        for version, group in groupby(postings, lambda row: row[0])
    }
    for row in rows:
        yield Record(*(*row[:10], entries.get(row[1], ()), row[10]))
