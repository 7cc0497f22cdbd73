"""Whoever signs checkpoints: a private key in a file, and after it how the keys before handed on to this one."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.refusal import harmless
from feltwork.verifier.keys.checkpoint import (
    HeadLike,
    KeyFileError,
    load_private,
    make_checkpoint,
    make_key,
    public_bytes,
    read_key_file,
    write_new,
)
from feltwork.verifier.keys.rotation import Rotation, as_data, fingerprint, hand_on, read_rotation
from feltwork.verifier.keys.trust import Trust, TrustedKey

FORMAT = "feltwork-rotations-1"
END = b"-----END PRIVATE KEY-----"


class Signer(NamedTuple):
    """A key that signs, and the keys before it."""

    key: Ed25519PrivateKey
    rotations: tuple[Rotation, ...] = ()

    @property
    def public(self) -> bytes:
        return public_bytes(self.key.public_key())

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)

    def trust(self) -> Trust:
        """Trust in this key and, for their time, in those that handed on to it."""
        first = self.rotations[0].old if self.rotations else self.public
        return Trust((TrustedKey(first),), self.rotations)

    def line(self) -> Trust:
        """Trust in the same keys at any time: another host may have learnt of a rotation later."""
        return Trust(tuple(TrustedKey(key) for key in (*(rotation.old for rotation in self.rotations), self.public)))

    def sign(self, heads: Iterable[HeadLike], at: int, number: int, trees: Mapping[str, bytes] | None = None) -> bytes:
        return make_checkpoint(heads, at, number, self.key, self.rotations, trees)


def signer_of(key: Signer | Ed25519PrivateKey) -> Signer:
    return key if isinstance(key, Signer) else Signer(key)


def load_signer(path: str | Path) -> Signer:
    """The key in a file, with the rotations that follow it there."""
    key, told = load_private(path), read_key_file(path).partition(END)[2].strip()
    try:
        content = json.loads(told) if told else {"format": FORMAT, "rotations": []}
        if content["format"] != FORMAT:
            raise ValueError("another form")
        rotations = tuple(map(read_rotation, content["rotations"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise KeyFileError(f"{harmless(path)}: what follows the key does not tell how keys were rotated") from None
    found = Signer(key, rotations)
    handed = [*(rotation.old for rotation in rotations[1:]), found.public]
    if rotations and (handed != [r.new for r in rotations] or not all(r.holds for r in rotations)):
        raise KeyFileError(f"{harmless(path)}: a key in it was not handed on to by the one before")
    return found


def rotate(path: str | Path, at: int) -> tuple[Signer, Path]:
    """Put a new key in place of the one in a file, signed by it; the new signer, and where the old key went.

    The file changes in one step: after a crash it holds the old key, or the new one with its rotations.
    """
    old = load_signer(path)
    if old.rotations and at <= old.rotations[-1].at:
        raise KeyFileError(f"key {old.fingerprint} came into use only at this time, or the clock has gone back")
    draft, retired = Path(f"{path}.new"), Path(f"{path}.{old.fingerprint}")
    try:
        for left in (draft, Path(f"{draft}.pub")):
            left.unlink(missing_ok=True)  # of a rotation that was cut short
        new = make_key(draft)
        rotations = (*old.rotations, hand_on(old.key, new, at))
        content = {"format": FORMAT, "rotations": [as_data(rotation) for rotation in rotations]}
        with draft.open("ab") as file:
            file.write(json.dumps(content).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        retired.unlink(missing_ok=True)
        write_new(retired, read_key_file(path), 0o600)
        draft.replace(path)
        Path(f"{draft}.pub").replace(f"{path}.pub")
    except OSError as wrong:
        raise KeyFileError(f"{harmless(path)} cannot be rotated: {wrong.strerror or wrong}") from None
    return load_signer(path), retired
