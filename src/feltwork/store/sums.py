"""Checksums of rows that no chained hash covers: a bit that flips on the disk is found by them.

They prove nothing against somebody who writes to the database; the verifier and its checkpoints do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from zlib import crc32

SUMMED = {
    "answers": ("digest", "key, stream, first, last, clause, reason"),
    "people": ("x''", "id, name, address"),
    "shelves": ("body", "shelf, name"),
}
"""The tables that have one, the bytes of a row, and its other columns, in the order in which they are summed."""


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
