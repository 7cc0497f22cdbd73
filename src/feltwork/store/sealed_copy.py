"""Backups that only the holder of a private key can read.

The host that makes a backup has the public key alone, so whoever takes the host over reads no older backup. A fresh
X25519 key pair for each file, agreed with the public key, gives the key of ChaCha20-Poly1305 through HKDF-SHA256. The
file is sealed in chunks; a chunk's nonce is its number and whether it is the last, so that chunks cannot be left out,
swapped or cut off unnoticed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from feltwork.refusal import harmless
from feltwork.store.port import StoreError

MAGIC = b"feltwork sealed copy 1\n"
KEY_BYTES = 32
CHUNK = 1 << 20
TAG_BYTES = 16
PUBLIC, PRIVATE = "feltwork backup public key ", "feltwork backup private key "


def make_backup_key(path: Path) -> Path:
    """Write a new private key, and its public half beside it; where the public half is."""
    public = path.with_name(f"{path.name}.pub")
    private = X25519PrivateKey.generate()
    for file, mode, text in (
        (path, 0o600, PRIVATE + private.private_bytes_raw().hex()),
        (public, 0o644, PUBLIC + private.public_key().public_bytes_raw().hex()),
    ):
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as out:
                out.write(f"{text}\n")
                out.flush()
                os.fsync(out.fileno())
        except FileExistsError:
            raise StoreError(f"{harmless(str(file))} is there already: copies sealed for it would be lost") from None
        except OSError as wrong:
            raise StoreError(f"{harmless(str(file))}: {wrong.strerror}") from None
    return public


def seal_copy(plain: Path, sealed: Path, public: Path) -> None:
    """Encrypt a copy for the holder of a private key, into a new file; the name is its only when it is whole."""
    to = X25519PublicKey.from_public_bytes(_key(public, PUBLIC))
    once = X25519PrivateKey.generate()
    ours = once.public_key().public_bytes_raw()
    cipher = _cipher(once.exchange(to), ours, to.public_bytes_raw())
    beside = sealed.with_name(f"{sealed.name}.{os.getpid()}.new")
    try:
        with plain.open("rb") as read, _new(beside) as out:
            out.write(MAGIC + ours)
            for number, last, chunk in _chunks(read, CHUNK):
                out.write(cipher.encrypt(_nonce(number, last), chunk, None))
            out.flush()
            os.fsync(out.fileno())
        _name(beside, sealed)
    except FileExistsError:
        raise StoreError(f"{harmless(str(sealed))}: already there; a backup never overwrites anything") from None
    except OSError as wrong:
        raise StoreError(f"{harmless(str(sealed))}: {wrong.strerror or wrong}") from None
    finally:
        beside.unlink(missing_ok=True)


def _name(beside: Path, sealed: Path) -> None:
    """Give a whole file its name in one step, which unlike a renaming never takes the place of another file."""
    try:
        sealed.hardlink_to(beside)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the name is taken first, and then the file put there
        _new(sealed).close()
        beside.replace(sealed)


def is_sealed(path: Path) -> bool:
    """Was this file encrypted by ``seal_copy``?"""
    try:
        with path.open("rb") as read:
            return read.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


@contextmanager
def opened_copy(sealed: Path, private: Path, folder: Path) -> Iterator[Path]:
    """The copy in clear, in a file that only its owner may read and that is gone afterwards."""
    with TemporaryDirectory(dir=folder) as own:
        plain = Path(own) / sealed.name  # by which whatever is wrong with it is told
        _open_copy(sealed, plain, private)
        yield plain


def _open_copy(sealed: Path, plain: Path, private: Path) -> None:
    key = X25519PrivateKey.from_private_bytes(_key(private, PRIVATE))
    try:
        with sealed.open("rb") as read, _new(plain) as out:
            if read.read(len(MAGIC)) != MAGIC or len(theirs := read.read(KEY_BYTES)) != KEY_BYTES:
                raise StoreError(f"{harmless(str(sealed))} is no sealed copy")
            shared = key.exchange(X25519PublicKey.from_public_bytes(theirs))
            cipher = _cipher(shared, theirs, key.public_key().public_bytes_raw())
            for number, last, chunk in _chunks(read, CHUNK + TAG_BYTES):
                out.write(cipher.decrypt(_nonce(number, last), chunk, None))
    except (InvalidTag, ValueError):
        raise StoreError(
            f"{harmless(str(sealed))} does not open: it was sealed for another key, or it is damaged or cut short"
        ) from None
    except OSError as wrong:
        raise StoreError(f"{harmless(str(sealed))}: {wrong.strerror or wrong}") from None


def _new(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _chunks(read: BinaryIO, size: int) -> Iterator[tuple[int, bool, bytes]]:
    """Pieces of a file with their numbers and whether each is the last; a file of nothing is one empty piece."""
    chunk, number = read.read(size), 0
    while True:
        following = read.read(size)
        yield number, not following, chunk
        if not following:
            return
        chunk, number = following, number + 1


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _cipher(shared: bytes, ours: bytes, theirs: bytes) -> ChaCha20Poly1305:
    derived = HKDF(hashes.SHA256(), KEY_BYTES, salt=ours + theirs, info=MAGIC).derive(shared)
    return ChaCha20Poly1305(derived)


def _key(path: Path, kind: str) -> bytes:
    try:
        text = path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        raise StoreError(f"{harmless(str(path))} cannot be read as a key of backups") from None
    try:
        key = bytes.fromhex(text.removeprefix(kind).strip()) if text.startswith(kind) else b""
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise StoreError(f"{harmless(str(path))} is no {kind.removeprefix('feltwork ').strip()}")
    return key
