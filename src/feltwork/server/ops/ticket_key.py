"""Which ticket key a floor prints with: the database keeps a digest of it, so that no process starts with another.

A ticket that was printed with another key is unknown at every counter of the floor, and nothing says why.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

import msgspec
from msgspec import Struct

from feltwork.entropy.sealing import load_key
from feltwork.server.auth.recorded_shelves import RecordedShelves
from feltwork.server.ops.keys import once_written
from feltwork.store.port import Store, StoreError

SHELF, NAME = "keys", "ticket_key"


class OtherKeyError(Exception):
    """The ticket key is another than the floor's; the message is one clear line."""


class KeptDigest(Struct, frozen=True):
    """What the database knows of the key."""

    salt: str
    digest: str


def check_ticket_key(store: Store, key: bytes) -> None:
    """Refuse a key that is not the one whose digest is kept; where none is kept yet, any will do."""
    kept = store.settings.get(SHELF, NAME)
    if kept is not None and not _fits(kept, key):
        raise OtherKeyError(
            "ticket_key: this is another key than the floor prints its tickets with, which would be unknown to it; put"
            f" the floor's key in place, or go on with this one: start once with --new-key {NAME}"
        )


def load_ticket_key(store: Store, path: Path) -> bytes:
    """The ticket key in a file, which must be the floor's."""
    key = once_written(lambda: load_key(path))
    check_ticket_key(store, key)
    return key


def keep_ticket_key(store: Store, key: bytes, *, anew: bool) -> None:
    """Keep the digest of the key where there is none, or ``anew``; then the key must be the one that is kept."""
    kept = store.settings.get(SHELF, NAME)
    if kept is None or anew:
        salt = secrets.token_hex(16)
        row = msgspec.json.encode(KeptDigest(salt, _digest(salt, key)))
        RecordedShelves(store).swap(SHELF, NAME, kept, row)  # another process may be quicker: what it kept counts
    check_ticket_key(store, key)


def _fits(kept: bytes, key: bytes) -> bool:
    try:
        known = msgspec.json.decode(kept, type=KeptDigest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise StoreError(
            f"ticket_key: its digest in the database cannot be read; start once with --new-key {NAME}"
        ) from None
    return compare_digest(known.digest, _digest(known.salt, key))


def _digest(salt: str, key: bytes) -> str:
    return sha256(salt.encode() + key).hexdigest()
