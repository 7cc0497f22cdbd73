"""Keys by their fingerprints, and how one key hands on to the next: the old one signs the new one and when."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from feltwork.verifier.table.books import canonical

FORMAT = "feltwork-rotation-1"
FIELDS = {"old", "new", "at", "signature"}
KEY_BYTES = 32


class Rotation(NamedTuple):
    """One key's last word: from this time on another signs in its place."""

    old: bytes
    new: bytes
    at: int
    """Microseconds since 1970; the old key signs nothing later, the new one nothing earlier."""
    signature: bytes
    """Made with the old key."""

    @property
    def holds(self) -> bool:
        """Did the old key sign this?"""
        try:
            Ed25519PublicKey.from_public_bytes(self.old).verify(self.signature, _said(self.old, self.new, self.at))
        except (InvalidSignature, ValueError):
            return False
        return True


def fingerprint(key: bytes) -> str:
    """The name of a public key: the first half of its SHA-256, as 32 hexadecimal digits.

    >>> fingerprint(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20'
    """
    return sha256(key).hexdigest()[:32]


def hand_on(old: Ed25519PrivateKey, new: Ed25519PublicKey, at: int) -> Rotation:
    """The old key signs the new one."""
    before, after = old.public_key().public_bytes_raw(), new.public_bytes_raw()
    return Rotation(before, after, at, old.sign(_said(before, after, at)))


def as_data(rotation: Rotation) -> dict[str, object]:
    """A rotation as JSON has it."""
    old, new, at, signature = rotation
    return {"old": old.hex(), "new": new.hex(), "at": at, "signature": signature.hex()}


def read_rotation(data: dict[str, object]) -> Rotation:
    """A rotation out of JSON; ``ValueError``, ``KeyError`` or ``TypeError`` if it is none."""
    if set(data) != FIELDS or type(data["at"]) is not int:
        raise ValueError("not a rotation")
    old, new, signature = (bytes.fromhex(str(data[name])) for name in ("old", "new", "signature"))
    if len(old) != KEY_BYTES or len(new) != KEY_BYTES:
        raise ValueError("not the keys of a rotation")
    return Rotation(old, new, data["at"], signature)


def _said(old: bytes, new: bytes, at: int) -> bytes:
    return canonical({"format": FORMAT, "old": old.hex(), "new": new.hex(), "at": at})
