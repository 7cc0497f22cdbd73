"""Checkpoints of a store that is played on: exported every minute and at close, and asked before play goes on.

The file is written whole under its name or not at all, and its numbers run on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from feltwork.refusal import harmless
from feltwork.store.port import EventLog, Store, StoreError
from feltwork.store.trees import grown
from feltwork.verifier.keys.checkpoint import CheckpointError, read_checkpoint
from feltwork.verifier.keys.signing import Signer, signer_of
from feltwork.verifier.keys.trust import Trusted, trust_in

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

MINUTE = 60.0


def export(store: Store, path: str | Path, key: Signer | Ed25519PrivateKey, number: int | None = None) -> int:
    """Sign where every stream stands and write it to a file; its number, which follows that of the file before it.

    A store that lacks what the file before it has seen is not signed over it: that would let an old copy be played on.
    """
    target = Path(path)
    try:
        before = read_checkpoint(target.read_bytes()) if target.exists() else None
        if before is not None:
            check_holds(store.log, before.heads, "this database", "signed")
        last = 0 if before is None else before.number
        number = last + 1 if number is None else number
        if number <= last:
            raise StoreError(f"{harmless(path)} has number {last} already, and numbers go up")
        signer, heads = signer_of(key), store.log.heads()
        signed = signer.sign(heads, store.now(), number, grown(store, heads, signer.key))
    except CheckpointError as error:
        raise StoreError(f"{harmless(path)}: {error}, and is not written over") from None
    except OSError as error:
        raise StoreError(f"{harmless(path)} cannot be written: {error.strerror or error}") from None
    write_checkpoint(path, signed, number)
    return number


def write_checkpoint(path: str | Path, signed: bytes, number: int) -> None:
    """Write a checkpoint whole under its name, or not at all; a later one that is there by now stays."""
    target, beside = Path(path), Path(f"{path}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(signed)
            file.flush()
            os.fsync(file.fileno())
        if target.exists() and read_checkpoint(target.read_bytes()).number > number:
            beside.unlink()
        else:
            beside.replace(target)
    except CheckpointError as error:
        raise StoreError(f"{harmless(path)}: {error}, and is not written over") from None
    except OSError as error:
        raise StoreError(f"{harmless(path)} cannot be written: {error.strerror or error}") from None


def export_until(
    stop: Event,
    store: Store,
    path: str | Path,
    key: Signer | Ed25519PrivateKey,
    every: float = MINUTE,
    sign: Callable[[Store, str | Path, Signer], int] = export,
) -> int:
    """Export now, then every so many seconds, and once more when told to stop; the last number."""
    signer = signer_of(key)
    sign(store, path, signer)
    while not stop.wait(every):
        sign(store, path, signer)
    return sign(store, path, signer)


BEFORE_THE_START = frozenset({"door"})
"""Streams that may have records before a floor is first started: its accounts are made then."""


def check_against(log: EventLog, path: str | Path, trusted: Trusted | None = None) -> None:
    """Refuse a store that is older than, or another than, what its last exported checkpoint has seen.

    A store without a record, or of a floor that has accounts and was never started, may have no checkpoint yet; any
    other that should have one is refused without it.
    """
    try:
        signed = read_checkpoint(Path(path).read_bytes())
    except FileNotFoundError:
        if any(head.stream not in BEFORE_THE_START for head in log.heads()):
            raise StoreError(
                f"{harmless(path)}: the checkpoint that goes with this database is missing; put the last one there, on"
                " a further host a copy of another's"
            ) from None
        return
    except CheckpointError as error:
        raise StoreError(f"{harmless(path)}: {error}") from None
    except OSError as error:
        raise StoreError(f"{harmless(path)} cannot be read: {error.strerror or error}") from None
    if trusted is not None and (wrong := trust_in(trusted).wrong(signed)):
        raise StoreError(f"{harmless(path)}: {wrong}")
    check_holds(log, signed.heads, "this database")


def check_holds(log: EventLog, seen: Mapping[str, tuple[int, bytes]], name: str, refused: str = "played on") -> None:
    """Refuse a store that lacks a record which was seen, or has another in its place."""
    for stream, (version, digest) in seen.items():
        head = log.head(stream)
        if head.version < version:
            lost = f"{stream} ends at {head.version}, the checkpoint has seen {version}"
            raise StoreError(f"{name} is older than its last checkpoint and is not {refused}: {lost}")
        record = next(log.read(stream, version - 1), None)
        if record is None or record.hash != digest:
            raise StoreError(f"{name}: {stream} at {version} is not what the checkpoint has seen")
