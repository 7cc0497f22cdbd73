"""Repeated refusals, counted: a button that is hit a thousand times makes ten records, not a thousand.

A command that is refused again, from the same sender and for the same reason, is recorded when the count of its
refusals reaches 1, 2, 4, 8, ... Each record says how many refusals it stands for. Every single one has its answer,
and the record has a mark of each key that it stands for, so that none of these can be exchanged afterwards.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import NamedTuple

MAX_COUNTED = 1024
"""RefusalCounts remembered at a time."""
MAX_UNRECORDED = 1024
"""Refusals of a kind that wait for a record: their marks must fit into it."""
MARK = 16
"""Bytes of a mark."""

Kind = tuple[bytes, str, str]
"""What makes two refusals the same: the command's digest (who sends what to which table), clause and reason."""


class RefusalCount(NamedTuple):
    """One refused command and how often it came."""

    times: int
    recorded: int
    """How many of them the records stand for."""
    marks: bytes = b""
    """Of the keys that no record stands for yet, one after the other."""

    def another(self, mark: bytes = b"") -> tuple[RefusalCount, int]:
        """One more: the count after it, and how many refusals a record now stands for, 0 for no record yet."""
        times = self.times + 1
        if times & (times - 1) and times - self.recorded < MAX_UNRECORDED:
            return RefusalCount(times, self.recorded, self.marks + mark), 0
        return RefusalCount(times, times), times - self.recorded


NONE_YET = RefusalCount(0, 0)


def mark_of(key: str) -> bytes:
    """What a record keeps of the key of a refusal that it stands for.

    >>> mark_of("k1").hex()
    '6ab9f1eb8f7d3388f4f9d586f66e99fd'
    """
    return sha256(key.encode()).digest()[:MARK]


def as_kept(marks: bytes) -> str:
    """Marks in the form in which a record has them."""
    return b64encode(marks).decode()
