"""A round's secret at rest: encrypted under a draw key that lives outside the database.

Any process that holds the key can finish a round that another began; whoever holds only the database can neither
foretell a round nor move a secret to another round. AES-256-GCM, a fresh 12-byte nonce before the ciphertext, the
round id as associated data. With random nonces one key is good for some four thousand million rounds.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from feltwork.refusal import shown

KEY_BYTES = 32
NONCE_BYTES = 12


class SealingError(Exception):
    """A draw key or a sealed secret that cannot be used; the message is one clear line."""


def make_key(path: Path) -> None:
    """Write a fresh draw key to a new file that only its owner may read."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise SealingError(f"{path} is there already; rounds sealed under it would be lost") from None
    except OSError as error:
        raise SealingError(f"draw key {path} cannot be written: {error.strerror}") from None
    with os.fdopen(file, "wb") as key:
        key.write(os.urandom(KEY_BYTES))
        key.flush()
        os.fsync(key.fileno())


def load_key(path: Path) -> bytes:
    """The draw key in a file."""
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        raise SealingError(f"there is no draw key at {path}") from None
    except OSError as error:
        raise SealingError(f"draw key {path} cannot be read: {error.strerror}") from None
    if len(key) != KEY_BYTES:
        raise SealingError(f"{path} is no draw key: it has {len(key)} bytes, not {KEY_BYTES}")
    return key


def seal(key: bytes, round_id: str, secret: bytes, nonce: bytes | None = None) -> bytes:
    """The secret, to be stored; it opens only with this key and for this round. Rehearsals bring their own nonce."""
    nonce = os.urandom(NONCE_BYTES) if nonce is None else nonce
    return nonce + _cipher(key).encrypt(nonce, secret, round_id.encode())


def unseal(key: bytes, round_id: str, sealed: bytes) -> bytes:
    """The secret that was sealed for this round."""
    try:
        return _cipher(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], round_id.encode())
    except (InvalidTag, ValueError):
        raise SealingError(f"the sealed secret of round {shown(round_id)} does not open with this draw key") from None


def _cipher(key: bytes) -> AESGCM:
    if len(key) != KEY_BYTES:
        raise SealingError(f"a draw key has {KEY_BYTES} bytes, not {len(key)}")
    return AESGCM(key)
