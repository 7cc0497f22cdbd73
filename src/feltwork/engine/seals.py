"""What stands before a saved state: the form it was saved in, and a seal that only the floor's key can make.

A floor with a key of its own saves under names of their own and takes nothing else: who can write to the database
cannot make a state up.
"""

from __future__ import annotations

import logging
from functools import cache
from hashlib import sha256
from hmac import compare_digest, digest

from msgspec.structs import replace

from feltwork.store.port import Head, Snapshot, Snapshots

FOLLOWED = 1
"""Changes when the same events lead to another state than before; ``tests/pins`` holds what they lead to."""
TAG = 32
"""Bytes of a seal."""
SEALED = "sealed/"
"""Begins the name of what was saved under a floor's key."""
log = logging.getLogger("feltwork.store")


def sealed(name: str, head: Head, shape: str, body: bytes, key: bytes = b"") -> Snapshot:
    """A body under its name, at a place of the log, with its form and its seal."""
    mark, bare = mark_of(shape), Snapshot(name_of(name, key), head.version, head.hash, b"")
    return replace(bare, body=mark + _tag(key, bare, mark, body) + body)


def unsealed(kept: Snapshot | None, shape: str, key: bytes = b"") -> bytes | None:
    """The body of what was saved in this form under this key; nothing where it was not."""
    body = in_form(kept, shape)
    if kept is None or body is None:
        return None
    mark = mark_of(shape)
    if not compare_digest(kept.body[len(mark) :][:TAG], _tag(key, kept, mark, body)):
        log.warning("the snapshot %s was not made by this floor, and is passed over", kept.stream)
        return None
    return body


def in_form(kept: Snapshot | None, shape: str) -> bytes | None:
    """The body of what was saved in this form, whoever saved it."""
    mark = mark_of(shape)
    return kept.body[len(mark) + TAG :] if kept is not None and kept.body.startswith(mark) else None


def by_anybody(snapshots: Snapshots, name: str) -> list[Snapshot]:
    """What was saved under a name, with a key or without."""
    return [kept for kept in map(snapshots.get, (name, f"{SEALED}{name}")) if kept is not None]


def name_of(name: str, key: bytes) -> str:
    return f"{SEALED}{name}" if key else name


def _tag(key: bytes, kept: Snapshot, mark: bytes, body: bytes) -> bytes:
    """What only a holder of the key can make, over all of a snapshot and its place in the log."""
    place = f"{kept.stream}\n{kept.version}\n".encode()
    return digest(b"feltwork snapshot" + key, place + kept.hash + mark + body, "sha256")


@cache
def mark_of(shape: str) -> bytes:
    """The same for states of one form that were made alike, by whatever release of the program."""
    return sha256(f"{FOLLOWED} {shape}".encode()).digest()
