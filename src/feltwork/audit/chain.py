"""The hash chain: each record's hash covers every stored column and the hash before it.

A column is hashed as its length (eight bytes, big end first) and its bytes; numbers as decimal text. So no two
different rows can run together into the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

FIRST = bytes(32)
"""What stands before the first record of a stream."""

_MOST = 1024
_SIZES = [size.to_bytes(8, "big") for size in range(_MOST)]
"""Lengths as they are hashed, for most columns: this runs twice for every record written."""


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
