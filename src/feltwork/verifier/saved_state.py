"""What a verification had come to at a checkpoint, in a file that the inspector's own key signs.

The next one goes on from there. Such a file is the inspector's word to themselves: it is taken only if it was signed
with their key, by this very program, over the same checkpoint; the floor's keys have no say in it.
"""

from __future__ import annotations

import io
import json
import pickle
import platform
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from feltwork.verifier.keys.checkpoint import Checkpoint, public_bytes
from feltwork.verifier.keys.rotation import fingerprint
from feltwork.verifier.table.books import canonical

FORMAT = "feltwork-verified-1"
ROOMS = ("verifier", "games", "wagers", "entropy")
"""What a verification is made of, beside the modules of the package itself."""
VALUES = {
    "builtins": ("set", "frozenset", "bytearray", "range", "getattr"),
    "collections": ("Counter", "OrderedDict", "defaultdict", "deque"),
    "decimal": ("Decimal",),
    "fractions": ("Fraction",),
}
"""What a state holds beside values of this program; ``getattr`` makes its bound methods."""


class StateError(Exception):
    """A saved state cannot be used; the message is one clear line."""


class Cut(NamedTuple):
    """A log that was followed up to a checkpoint."""

    streams: dict[str, Any]
    chains: dict[str, tuple[int, int, bytes, int, list[bytes]]]
    """Version, time and hash of each stream's last record, and the edge of its tree."""
    ledger: Any
    twins: Any
    noted: list[str]


def packed(cut: Cut) -> bytes:
    return zlib.compress(pickle.dumps(cut, protocol=5), 1)


def check_own(key: Ed25519PublicKey, signed: Checkpoint) -> None:
    """Refuse a key of the floor's: whoever can sign its checkpoints could say that they were verified."""
    public = public_bytes(key)
    if public == signed.key or any(public in (rotation.old, rotation.new) for rotation in signed.rotations):
        raise StateError("this is a key that signs the floor's checkpoints: use one of your own, `feltwork audit key`")


def write_state(body: bytes, signed: Checkpoint, key: Ed25519PrivateKey) -> bytes:
    """The file: a line that says what it is, signed, and then the state."""
    check_own(key.public_key(), signed)
    public = public_bytes(key.public_key())
    told = {
        "format": FORMAT,
        "program": program(),
        "checkpoint": signed.number,
        "at": signed.at,
        "heads": _heads(signed),
        "state": sha256(body).hexdigest(),
        "key": public.hex(),
    }
    line = json.dumps(told | {"signature": key.sign(canonical(told)).hex()})
    return line.encode() + b"\n" + body


def read_state(raw: bytes, signed: Checkpoint, mine: Ed25519PublicKey) -> Cut:
    """The state in a file; a ``StateError`` if it is not one that this key signed, over this checkpoint."""
    check_own(mine, signed)
    line, _, body = raw.partition(b"\n")
    try:
        told = json.loads(line)
        signature = bytes.fromhex(told.pop("signature"))
        if told["format"] != FORMAT:
            raise ValueError("another form")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise StateError("this is not the state of a verification") from None
    named = fingerprint(public_bytes(mine))
    try:
        mine.verify(signature, canonical(told))
    except (InvalidSignature, ValueError, TypeError):
        raise StateError(f"this state was not signed with your key {named}, or it was changed since") from None
    if told["state"] != sha256(body).hexdigest():
        raise StateError("this state was changed since it was signed")
    if told["program"] != program():
        raise StateError("this state was saved by another release of the program: verify the whole log once, and save")
    if (told["checkpoint"], told["at"], told["heads"]) != (signed.number, signed.at, _heads(signed)):
        raise StateError(f"this state is of checkpoint {told['checkpoint']}, and not of this one ({signed.number})")
    found = _Values(io.BytesIO(zlib.decompress(body))).load()
    if not isinstance(found, Cut):
        raise StateError("this is not the state of a verification")
    return found


def _heads(signed: Checkpoint) -> list[list[Any]]:
    return [[stream, version, head.hex()] for stream, (version, head) in sorted(signed.heads.items())]


class _Values(pickle.Unpickler):
    """Reads values of this program and plain ones; whoever signed the file, nothing else is run."""

    def find_class(self, module: str, name: str) -> Any:
        if module.split(".", maxsplit=1)[0] == "feltwork" or name in VALUES.get(module, ()):
            return super().find_class(module, name)
        raise StateError(f"this state holds something of {module}, which is not this program's")


@cache
def program() -> str:
    """A digest of what verifies: a state means the same only to the same."""
    found = sha256(platform.python_version().encode())
    root = resources.files("feltwork")
    for name, text in (*_texts(root, deep=False), *(each for room in ROOMS for each in _texts(root / room, deep=True))):
        found.update(f"{name} {len(text)}\n".encode() + text)
    return found.hexdigest()


def _texts(folder: Traversable, *, deep: bool) -> Iterator[tuple[str, bytes]]:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir() and deep:
            yield from _texts(part, deep=True)
        elif part.name.endswith((".py", ".tsv", ".json")):
            yield part.name, part.read_bytes()
