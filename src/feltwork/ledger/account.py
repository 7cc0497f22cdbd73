"""One side of a double entry."""

from __future__ import annotations

from msgspec import Struct


class Posting(Struct, frozen=True, gc=False):
    """So many cents into an account, or out of it; the postings of a record sum to zero."""

    account: str
    cents: int
