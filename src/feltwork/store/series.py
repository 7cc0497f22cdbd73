"""The series of checkpoints that all hosts of a floor share: its last one is a row in the database.

Whoever signs the next one puts it in that row's place, if the row is still as it was; so no number is given out twice,
and none goes back. A host's own file may be behind: any checkpoint of the series is good for what it covers.
"""

from __future__ import annotations

from pathlib import Path

from feltwork.refusal import harmless
from feltwork.store.checkpoints import check_holds, write_checkpoint
from feltwork.store.port import Settings, Store, StoreError
from feltwork.store.trees import grown
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from feltwork.verifier.keys.rotation import fingerprint
from feltwork.verifier.keys.signing import Signer

SHELF, NAME = "series", "checkpoints"
MAX_RETRIES = 50


def last_in_series(settings: Settings) -> Checkpoint | None:
    """The last checkpoint of the series, whoever signed it."""
    raw = settings.get(SHELF, NAME)
    return _read(raw, "the series of checkpoints in this database") if raw is not None else None


def export_next(store: Store, path: str | Path, signer: Signer, *, fresh: bool = False) -> int:
    """Sign the next checkpoint of the series and write it to this host's file; its number.

    A database that lacks what the series, or the file, has seen is not signed. ``fresh``: a lost key was made anew, so
    the last one may be signed with a key that this host does not know.
    """
    own = _own(path)
    if own is not None:
        check_holds(store.log, own.heads, "this database", "signed")
    for _ in range(MAX_RETRIES):
        there = store.settings.get(SHELF, NAME)
        last = _read(there, "the series of checkpoints in this database") if there is not None else None
        if last is not None:
            _check_key(last, signer, fresh)
            if own is None or own.signature != last.signature:
                check_holds(store.log, last.heads, "this database", "signed")
        before = [known for known in (own, last) if known is not None]
        number = 1 + max((known.number for known in before), default=0)
        began = signer.rotations[-1].at if signer.rotations else 0
        at = max(store.now(), began, *(known.at for known in before))
        heads = store.log.heads()
        signed = signer.sign(heads, at, number, grown(store, heads, signer.key))
        if store.settings.swap(SHELF, NAME, there, signed):
            write_checkpoint(path, signed, number)
            return number
    raise StoreError(f"no number of the series of checkpoints could be had: others were quicker {MAX_RETRIES} times")


def behind(settings: Settings, path: str | Path) -> str:
    """By how much this host's file is behind the series, in words; empty if it is not."""
    last, own = last_in_series(settings), _own(path)
    if last is None or (own is not None and own.number >= last.number):
        return ""
    has = f"has checkpoint {own.number}" if own is not None else "is not there"
    return f"this host's file {has}, the series stands at {last.number}"


def _check_key(last: Checkpoint, signer: Signer, fresh: bool) -> None:
    """Is this host the one to go on: has it the key of the series, or one that took over from it?"""
    if any(rotation.old == signer.public and rotation.holds for rotation in last.rotations):
        raise StoreError(
            f"key {signer.fingerprint} was retired: the series of checkpoints goes on under {fingerprint(last.key)};"
            " put that key file on this host"
        )
    if not fresh and (wrong := signer.line().wrong(last)):
        raise StoreError(f"the series of checkpoints in this database is not this host's: {wrong}")


def _own(path: str | Path) -> Checkpoint | None:
    try:
        return _read(Path(path).read_bytes(), harmless(path))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{harmless(path)} cannot be read: {error.strerror or error}") from None


def _read(raw: bytes, where: str) -> Checkpoint:
    try:
        return read_checkpoint(raw)
    except CheckpointError as error:
        raise StoreError(f"{where}: {error}") from None
