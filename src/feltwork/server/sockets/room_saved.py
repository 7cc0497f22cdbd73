"""Save a table's room as bytes and read it back, so that a server that starts again need not read the whole log.

A room is saved as a snapshot of its table's stream, under the rules of any other: never a source of truth.
"""

from __future__ import annotations

import logging
from collections.abc import Container
from fractions import Fraction
from hashlib import sha256
from typing import Any

import msgspec

from feltwork.engine.snapshots import EVERY, keep, resume
from feltwork.server.sockets.room import Room
from feltwork.store.port import Store
from feltwork.table.live import saved
from feltwork.table.live.opened_book import Stored
from feltwork.views.rounds import Recall
from feltwork.views.takings import Takings
from feltwork.views.views import Data

log = logging.getLogger("feltwork.server")


class _Room(msgspec.Struct):
    """All that a room remembers."""

    life: bytes
    recall: Recall
    takings: Takings
    told: list[Data]
    guide: list[Data]
    settled: int


def _plain(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"a room does not remember {type(value)}")


def _read(kind: type, value: Any) -> Any:
    return Fraction(value) if kind is Fraction else value


_encode = msgspec.json.Encoder(enc_hook=_plain).encode
_decode = msgspec.json.Decoder(_Room, dec_hook=_read).decode
SHAPE = sha256(f"{saved.SHAPE} {msgspec.inspect.type_info(_Room)}".encode()).hexdigest()
"""Changes when any part of what is remembered changes its form."""


def reopen(store: Store, table: str, key: bytes = b"", passed: Container[bytes] = frozenset()) -> Room:
    """A table's room as it was last saved, or a new one; what happened since is still to be read."""

    def load(raw: bytes) -> Room | None:
        return _load(raw, store.log.book)

    room, head, _ = resume(store, f"table/{table}", SHAPE, load, Room(table), name=_name(table), key=key)
    room.head, room.kept, room.passed = head, head.version, passed
    return room


def keep_room(store: Store, room: Room, every: int = EVERY, key: bytes = b"") -> None:
    """Save a room that has moved on so far since it was last saved."""
    if room.head.version - room.kept < every:
        return
    room.kept = room.head.version
    try:
        with room.lock:
            head = room.head
            body = _encode(_Room(saved.save(room.live), room.recall, room.takings, room.told, room.guide, room.settled))
    except Exception:  # nothing is lost: the events are there
        log.exception("the room of table %s cannot be saved", room.table)
        return
    keep(store.snapshots, head, SHAPE, body, _name(room.table), key)


def _name(table: str) -> str:
    return f"room/{table}"


def _load(raw: bytes, stored: Stored) -> Room | None:
    try:
        kept = _decode(raw)
    except msgspec.MsgspecError:
        return None
    live = saved.load(kept.life, stored)
    if live is None:
        return None
    room = Room(live.table)
    room.live, room.settled = live, kept.settled
    room.recall, room.takings, room.told, room.guide = kept.recall, kept.takings, kept.told, kept.guide
    return room
