"""What is carried over from day to day, so that a day's report costs what the day costs.

Like a snapshot it is never a source of truth: it is sealed with the floor's key, says where every stream stood, and is
taken only where the chain still has those hashes. ``feltwork cage report`` reads the whole log, and comes to the same.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import msgspec
from msgspec import Struct, field

from feltwork.cage.events import CAGE
from feltwork.cage.report import Carried
from feltwork.engine.seals import name_of, sealed, unsealed
from feltwork.store.port import FIRST, Head, Snapshots, Store, StoreError

DAY = 24 * 60 * 60 * 1_000_000
MAX_DAYS = 60
"""Days that a floor may be shut before the log is read from its first record again."""
Heads = dict[str, tuple[int, bytes]]
"""Version and hash by stream."""


class Brought(Struct):
    """What a day begins with."""

    at: int = 0
    heads: Heads = field(default_factory=dict)
    """The last records before it."""
    carried: Carried = field(default_factory=Carried)


SHAPE = sha256(msgspec.json.encode(msgspec.json.schema_components([Brought]))).hexdigest()
"""Changes with the form in which it is saved."""


def brought_over(store: Store, begins: int, key: bytes) -> Brought | None:
    """What the last day that is known begins with, this one or one before it."""
    for back in range(MAX_DAYS):
        for hour in (0, -1, 1) if back else (0,):  # clocks are put forward and back
            found = _read(store, begins - back * DAY + hour * DAY // 24, key)
            if found is not None and found.at <= begins and _holds(store, found):
                return found
    return None


def carry_over(snapshots: Snapshots, begins: int, brought: Brought, key: bytes) -> None:
    """Save what a day begins with. Where that fails nothing is lost: the events are there."""
    head = Head(CAGE, *brought.heads.get(CAGE, (0, FIRST)))
    with suppress(StoreError):
        snapshots.save(sealed(_name(begins), head, SHAPE, msgspec.msgpack.encode(brought), key))


def _name(begins: int) -> str:
    return f"day/{begins // 1_000_000}"


def _read(store: Store, begins: int, key: bytes) -> Brought | None:
    body = unsealed(store.snapshots.get(name_of(_name(begins), key)), SHAPE, key)
    try:
        return msgspec.msgpack.decode(body, type=Brought) if body is not None else None
    except msgspec.MsgspecError:
        return None


def _holds(store: Store, brought: Brought) -> bool:
    """Is every record still where it was?"""
    for stream, (version, digest) in brought.heads.items():
        record = next(store.log.read(stream, version - 1), None)
        if record is None or record.hash != digest:
            return False
    return True
