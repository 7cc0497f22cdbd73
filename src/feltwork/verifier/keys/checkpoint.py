"""Signed checkpoints: where every stream stood at a time, so that nothing up to there can be changed unseen.

A checkpoint is JSON. The signature covers all of it but itself, written in the canonical way. It names the key that
signed it and, where keys were rotated, how each handed on to the next; whether such a key is trusted is for
``feltwork.verifier.keys.trust``, and never for the checkpoint itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from feltwork.refusal import harmless
from feltwork.verifier.keys.rotation import Rotation, as_data, fingerprint, read_rotation
from feltwork.verifier.table.books import canonical

FIRST_FORMAT = "feltwork-checkpoint-1"
"""Without a fingerprint and rotations: still read, no longer written."""
FORMAT = "feltwork-checkpoint-2"
TREE_FORMAT = "feltwork-checkpoint-3"
"""With the roots of the trees over streams, where they are made: ``feltwork.verifier.keys.tree``."""
FIRST_FIELDS = {"format", "number", "at", "streams", "key", "signature"}
FIELDS = {*FIRST_FIELDS, "fingerprint", "rotations"}
OF_FORMAT = {FIRST_FORMAT: FIRST_FIELDS, FORMAT: FIELDS, TREE_FORMAT: {*FIELDS, "trees"}}


class CheckpointError(Exception):
    """What was given is not a checkpoint; the message is one clear line."""


class KeyFileError(Exception):
    """A key file cannot be used; the message is one clear line."""


class HeadLike(Protocol):
    """A stream's name, version and hash."""

    @property
    def stream(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def hash(self) -> bytes: ...


class Checkpoint(NamedTuple):
    """A checkpoint as read; its signature has not been looked at."""

    number: int
    at: int
    """Microseconds since 1970."""
    heads: dict[str, tuple[int, bytes]]
    """Version and hash by stream."""
    key: bytes
    """The public key it says it was signed with."""
    signature: bytes
    rotations: tuple[Rotation, ...] = ()
    """How the keys before it handed on to this one, the first one first."""
    format: str = FORMAT
    trees: Mapping[str, bytes] = MappingProxyType({})
    """The root of the tree over a stream's records, up to the version that it stands at here."""

    @property
    def fingerprint(self) -> str:
        """The name of the key it says it was signed with."""
        return fingerprint(self.key)


def make_checkpoint(
    heads: Iterable[HeadLike],
    at: int,
    number: int,
    private_key: Ed25519PrivateKey,
    rotations: Sequence[Rotation] = (),
    trees: Mapping[str, bytes] | None = None,
) -> bytes:
    """A signed checkpoint of these heads, as JSON; with the roots of their trees, if they are given."""
    streams = {head.stream: (head.version, head.hash) for head in heads if head.version}
    public = public_bytes(private_key.public_key())
    unsigned = Checkpoint(number, at, streams, public, b"", tuple(rotations))
    if trees is not None:
        unsigned = unsigned._replace(format=TREE_FORMAT, trees=trees)
    return written(unsigned._replace(signature=private_key.sign(canonical(_content(unsigned)))))


def written(checkpoint: Checkpoint) -> bytes:
    """A checkpoint as JSON, in the one form in which it is written."""
    content = _content(checkpoint) | {"signature": checkpoint.signature.hex()}
    return json.dumps(content, indent=1).encode() + b"\n"


def read_checkpoint(raw: bytes) -> Checkpoint:
    """The checkpoint in these bytes; a ``CheckpointError`` if there is none."""
    try:
        content = json.loads(raw)
        if content["format"] not in OF_FORMAT:
            raise CheckpointError("this is a checkpoint of another form, or none")
        fields = OF_FORMAT[content["format"]]
        heads = {}
        for stream, version, head in content["streams"]:
            heads[str(stream)] = (_whole(version), bytes.fromhex(head))
        trees = {str(stream): bytes.fromhex(root) for stream, root in content.get("trees", ())}
        if not trees.keys() <= heads.keys() or len(trees) != len(content.get("trees", ())):
            raise CheckpointError("this checkpoint has trees of streams that it does not name, or one twice")
        if len(heads) != len(content["streams"]) or set(content) != fields:
            raise CheckpointError("this checkpoint names a stream twice, or has parts that do not belong to it")
        found = Checkpoint(
            _whole(content["number"]),
            _whole(content["at"]),
            heads,
            bytes.fromhex(content["key"]),
            bytes.fromhex(content["signature"]),
            tuple(map(read_rotation, content.get("rotations", ()))),
            content["format"],
            trees,
        )
        if content.get("fingerprint", found.fingerprint) != found.fingerprint:
            raise CheckpointError("this checkpoint names its key by another key's fingerprint")
        return found
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CheckpointError("this is not a checkpoint") from None


def check_signature(checkpoint: Checkpoint | bytes, public_key: Ed25519PublicKey) -> bool:
    """Was this checkpoint signed with the private half of this key, and left as it was?"""
    found = read_checkpoint(checkpoint) if isinstance(checkpoint, bytes) else checkpoint
    if found.key != public_bytes(public_key):
        return False
    try:
        public_key.verify(found.signature, canonical(_content(found)))
    except InvalidSignature:
        return False
    return True


def public_bytes(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def _content(checkpoint: Checkpoint) -> dict[str, object]:
    content: dict[str, object] = {
        "format": checkpoint.format,
        "number": checkpoint.number,
        "at": checkpoint.at,
        "streams": [[name, version, head.hex()] for name, (version, head) in sorted(checkpoint.heads.items())],
        "key": checkpoint.key.hex(),
    }
    if checkpoint.format != FIRST_FORMAT:
        content["fingerprint"] = checkpoint.fingerprint
        content["rotations"] = [as_data(rotation) for rotation in checkpoint.rotations]
    if checkpoint.format == TREE_FORMAT:
        content["trees"] = [[name, root.hex()] for name, root in sorted(checkpoint.trees.items())]
    return content


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError("not a whole number")
    return number


def make_key(path: str | Path) -> Ed25519PublicKey:
    """Make a key: the private half at ``path``, for its owner only, the public half beside it as ``path.pub``.

    A file that is there already is never written over.
    """
    private = Ed25519PrivateKey.generate()
    public = private.public_key()
    secret = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    shown = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    beside = f"{path}.pub"
    if Path(beside).exists():
        raise KeyFileError(f"{harmless(beside)} is there already and is not written over")
    write_new(path, secret, 0o600)
    write_new(beside, shown, 0o644)
    return public


def load_private(path: str | Path) -> Ed25519PrivateKey:
    """The private half, for signing; what may follow it in the file is left alone."""
    pem, end, _ = read_key_file(path).partition(b"-----END PRIVATE KEY-----")
    try:
        key = load_pem_private_key(pem + end, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise KeyFileError(f"{harmless(path)} is not a private key in PEM, or it has a password") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{harmless(path)} is not an Ed25519 key")
    return key


def load_public(path: str | Path) -> Ed25519PublicKey:
    """The public half, for checking."""
    try:
        key = load_pem_public_key(read_key_file(path))
    except (ValueError, UnsupportedAlgorithm):
        raise KeyFileError(f"{harmless(path)} is not a public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(f"{harmless(path)} is not an Ed25519 key")
    return key


def read_key_file(path: str | Path) -> bytes:
    """What is in a key file, whatever it is."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise KeyFileError(f"{harmless(path)} cannot be read: {_why(error)}") from None


def write_new(path: str | Path, content: bytes, mode: int) -> None:
    """Write a file that was not there, to the disk."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
    except (OSError, ValueError) as error:
        raise KeyFileError(f"{harmless(path)} cannot be written: {_why(error)}") from None


def _why(error: Exception) -> str:
    return harmless(getattr(error, "strerror", None) or error)
