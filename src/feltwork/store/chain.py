"""The hash chain: each record's hash covers every stored column and the hash before it.

A column is hashed as its length (eight bytes, big end first) and its bytes; numbers as decimal text. So no two
different rows can run together into the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from feltwork.store.port import FIRST, Head, Postings, Record

__all__ = ["FIRST", "chain_hash", "chained", "columns", "record_hash"]

_MAX_CACHED = 4096
_SIZES = [size.to_bytes(8, "big") for size in range(_MAX_CACHED)]
"""Lengths as they are hashed, for most columns: this runs for every record written."""


def columns(record: Record) -> tuple[int | str | bytes, ...]:
    """Everything that a record's hash covers, in order."""
    return (
        record.stream,
        record.version,
        record.at,
        record.key,
        record.actor,
        record.role,
        record.kind,
        record.schema,
        record.body,
        record.link,
        as_hashed(record.postings),
    )


def chained(
    before: Head,
    at: int,
    key: str,
    said: tuple[str, str, str, int],
    body: bytes,
    link: str,
    postings: Postings,
) -> Record:
    """The record that follows a head; ``said`` is its actor, role, kind and schema."""
    version = before.version + 1
    digest = record_hash(before.hash, before.stream, version, at, key, said, body, link, as_hashed(postings))
    return Record(before.stream, version, at, key, *said, body, link, postings, digest)


def as_hashed(postings: Postings) -> str:
    """Postings in the form in which a record's hash covers them."""
    if len(postings) == 2:  # most of them, and this runs for every record written
        one, other = postings
        return f"{one.account}={one.cents};{other.account}={other.cents}"
    return ";".join([f"{p.account}={p.cents}" for p in postings])


def chain_hash(before: bytes, covered: Iterable[int | str | bytes]) -> bytes:
    """The hash of a record that follows one with this hash.

    >>> chain_hash(FIRST, ["a", "bc"]) == chain_hash(FIRST, ["ab", "c"])
    False
    """
    parts = [before]
    for column in covered:
        raw = column.encode() if isinstance(column, str) else column if isinstance(column, bytes) else b"%d" % column
        size = len(raw)
        parts += (_SIZES[size] if size < _MAX_CACHED else size.to_bytes(8, "big"), raw)
    return sha256(b"".join(parts)).digest()


def record_hash(
    before: bytes,
    stream: str,
    version: int,
    at: int,
    key: str,
    said: tuple[str, str, str, int],
    body: bytes,
    link: str,
    postings: str,
) -> bytes:
    """The same for the columns of a record, ``said`` being its actor, role, kind and schema; what many records share
    is not put together again for each.

    >>> said = ("ann", "player", "sat", 2)
    >>> for body in (b"{}", bytes(5000)):
    ...     record_hash(FIRST, "cage", 1, 5, "k", said, body, "", "a=1") == chain_hash(
    ...         FIRST, ["cage", 1, 5, "k", *said, body, "", "a=1"])
    True
    True
    """
    number, own, moved = b"%d" % version, key.encode(), postings.encode()
    try:
        covered = (
            before,
            _column(stream),
            _SIZES[len(number)],
            number,
            _column(at),
            _SIZES[len(own)],
            own,
            _columns(said),
            _SIZES[len(body)],
            body,
            _column(link),
            _SIZES[len(moved)],
            moved,
        )
    except IndexError:  # one of them is longer than most
        return chain_hash(before, (stream, version, at, key, *said, body, link, postings))
    return sha256(b"".join(covered)).digest()


@lru_cache(maxsize=256)
def _column(column: int | str) -> bytes:
    raw = column.encode() if isinstance(column, str) else b"%d" % column
    return len(raw).to_bytes(8, "big") + raw


@lru_cache(maxsize=4096)
def _columns(columns: tuple[str, str, str, int]) -> bytes:
    return b"".join(map(_column, columns))
