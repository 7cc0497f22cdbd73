"""Could a command be written? Tried with a batch that is taken back, so that nothing is left of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from feltwork.engine.aggregates import is_decided_on
from feltwork.ledger.account import Posting
from feltwork.store.chain import chained
from feltwork.store.port import Answer, Batch, ConflictError, Store

PROBE = "probe"
"""Names the stream, the key and the accounts of a batch that is taken back."""
MAX_RETRIES = 3


class FailedWrite(Struct, frozen=True):
    """A transaction that the store could not write."""

    why: str
    tables: tuple[str, ...]
    """Which tables it was for; the cage counts as one."""


def try_to_write(store: Store, tables: Sequence[str]) -> None:
    """Do what writing a command at these tables needs, and take it back; a ``StoreError`` says why it cannot be done.

    Everything that a command may write to is tried: a record, its postings, an answer, a book, the heads of streams.
    """
    for tries_left in reversed(range(MAX_RETRIES)):
        try:
            with store.log.turn(tables):
                store.log.try_append(_probe(store, tables))
            return
        except ConflictError:  # others write there, or it only looks so
            if not tries_left:
                raise


def _probe(store: Store, tables: Sequence[str]) -> Batch:
    streams = sorted({name if is_decided_on(name) else f"table/{name}" for name in tables})
    moved = (Posting(f"{PROBE}/a", 1), Posting(f"{PROBE}/b", -1))
    record = chained(store.log.head(PROBE), store.now(), PROBE, (PROBE, PROBE, PROBE, 1), b"{}", "", moved)
    standing = tuple(store.log.head(stream) for stream in streams)
    return Batch((record,), (Answer(PROBE, b"", PROBE, 1, 1),), ((PROBE, b"{}"),), expects=standing)
