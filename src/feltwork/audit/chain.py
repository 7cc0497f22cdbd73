"""The hash chain: each record's hash covers every stored column and the hash before it.

A column is hashed as its length (eight bytes, big end first) and its bytes; numbers as decimal text. So no two
different rows can run together into the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

FIRST = bytes(32)
"""What stands before the first record of a stream."""

_MOST = 1024
_SIZES = [size.to_bytes(8, "big") for size in range(_MOST)]
"""Lengths as they are hashed, for most columns: this runs for every record written."""


def chain_hash(before: bytes, columns: Iterable[int | str | bytes]) -> bytes:
    """The hash of a record that follows one with this hash.

    >>> chain_hash(FIRST, ["a", "bc"]) == chain_hash(FIRST, ["ab", "c"])
    False
    """
    parts = [before]
    for column in columns:
        raw = column.encode() if isinstance(column, str) else column if isinstance(column, bytes) else b"%d" % column
        size = len(raw)
        parts += (_SIZES[size] if size < _MOST else size.to_bytes(8, "big"), raw)
    return sha256(b"".join(parts)).digest()


def record_hash(
    before: bytes, stream: str, version: int, at: int, key: str, said: tuple[str, str, str, int], body: bytes,
    link: str, postings: str,
) -> bytes:  # fmt: skip
    """The same for the columns of a record, ``said`` being its actor, role, kind and schema; what many records share
    is not put together again for each.

    >>> record_hash(FIRST, "cage", 1, 5, "k", ("ann", "player", "sat", 2), b"{}", "", "a=1") == chain_hash(
    ...     FIRST, ["cage", 1, 5, "k", "ann", "player", "sat", 2, b"{}", "", "a=1"])
    True
    """
    covered = (
        before, _shared(stream), _sized(b"%d" % version), _shared(at), _sized(key.encode()), _shared(*said),
        _sized(body), _shared(link), _sized(postings.encode()),
    )  # fmt: skip
    return sha256(b"".join(covered)).digest()


def _sized(raw: bytes) -> bytes:
    size = len(raw)
    return (_SIZES[size] if size < _MOST else size.to_bytes(8, "big")) + raw


@lru_cache(maxsize=4096)
def _shared(*columns: int | str) -> bytes:
    return b"".join([_sized(c.encode() if isinstance(c, str) else b"%d" % c) for c in columns])
