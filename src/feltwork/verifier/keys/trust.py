"""Which keys may sign checkpoints: the operator's trust file, kept by whoever checks and not by whoever signs.

A trust file is JSON: keys by fingerprint, each with the time it is good for and a note of who vouches for it. A key
that is not in it is trusted only if keys that are have handed on to it, one to the next, each signing the one after.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from feltwork.refusal import harmless, shown
from feltwork.verifier.keys.checkpoint import Checkpoint, check_signature, public_bytes
from feltwork.verifier.keys.rotation import KEY_BYTES, Rotation, fingerprint

FORMAT = "feltwork-trust-1"
FIELDS = {"fingerprint", "key", "from", "until", "note"}
START = datetime(1970, 1, 1, tzinfo=UTC)


class TrustError(Exception):
    """A trust file cannot be used; the message is one clear line."""


class TrustedKey(NamedTuple):
    """A key, and when its word counts."""

    key: bytes
    since: int = 0
    """Microseconds since 1970; a checkpoint dated before is not accepted."""
    until: int | None = None
    """A checkpoint dated at this time or later is not accepted."""
    note: str = ""
    """Who vouches for it."""

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key)


class Trust(NamedTuple):
    """The keys that somebody trusts, and what is known of keys that handed on to others."""

    keys: tuple[TrustedKey, ...]
    rotations: tuple[Rotation, ...] = ()

    @classmethod
    def of(cls, key: Ed25519PublicKey) -> Trust:
        """Trust in one key, whenever it signed."""
        return cls((TrustedKey(public_bytes(key)),))

    def knowing(self, rotations: Iterable[Rotation]) -> Trust:
        """The same, where further rotations are known: each of them retires a key, too."""
        return self._replace(rotations=(*self.rotations, *(r for r in rotations if r not in self.rotations)))

    def wrong(self, signed: Checkpoint) -> str:
        """Why a checkpoint is not accepted, in one line; empty if it is."""
        name = f"checkpoint {signed.number}"
        if not is_signed(signed):
            return f"{name} was not signed with the key it names, {signed.fingerprint}, or was changed since"
        windows = self.knowing(signed.rotations)._windows()
        if signed.key not in windows:
            return f"{name} was signed with key {signed.fingerprint}, which is not trusted"
        since, until = windows[signed.key]
        if signed.at < since:
            return f"{name} was signed with key {signed.fingerprint} before that key counts, from {told(since)} on"
        if until is not None and signed.at >= until:
            return f"{name} was signed with key {signed.fingerprint} after that key was retired, at {told(until)}"
        return ""

    def accepts(self, message: bytes, signature: bytes, at: int) -> bool:
        """Was a message signed, at that time, with a key that counted then?"""
        for key, (since, until) in self._windows().items():
            if since <= at and (until is None or at < until):
                with suppress(InvalidSignature, ValueError):
                    Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
                    return True
        return False

    def vouched(self, signed: Checkpoint) -> str:
        """Whose word a checkpoint rests on: the note of its own key, or of the first that handed on to it."""
        notes = {key.key: key.note or "named by whoever asked" for key in self.keys}
        before = {rotation.new: rotation.old for rotation in (*signed.rotations, *self.rotations)}
        key = signed.key
        for _ in range(len(before) + 1):
            if key in notes or key not in before:
                break
            key = before[key]
        return notes.get(key, "a key that is not trusted")

    def _windows(self) -> dict[bytes, tuple[int, int | None]]:
        """The keys that count, and from when until when, by the file and by what trusted keys signed themselves."""
        windows = {key.key: (key.since, key.until) for key in self.keys}
        once: dict[bytes, Rotation] = {}  # a key hands on once: what is known first counts
        for rotation in self.rotations:
            if rotation.holds:
                once.setdefault(rotation.old, rotation)
        waiting = [key.key for key in self.keys]
        while waiting:
            old = waiting.pop()
            since, until = windows[old]
            if old not in once:
                continue
            rotation = once.pop(old)
            if rotation.at < since or (until is not None and rotation.at > until):
                continue
            windows[old] = (since, rotation.at)
            windows.setdefault(rotation.new, (rotation.at, None))
            waiting.append(rotation.new)
        return windows


Trusted = Trust | Ed25519PublicKey
"""What a checkpoint is held against: a trust file, or the one key that somebody brought."""


def trust_in(given: Trusted) -> Trust:
    return given if isinstance(given, Trust) else Trust.of(given)


def is_signed(signed: Checkpoint) -> bool:
    """Was a checkpoint signed with the key that it names, whoever's that is?"""
    try:
        return check_signature(signed, Ed25519PublicKey.from_public_bytes(signed.key))
    except ValueError:
        return False


def read_trust(path: str | Path) -> Trust:
    """The keys in a trust file."""
    try:
        content = json.loads(Path(path).read_bytes())
        if content["format"] != FORMAT or set(content) != {"format", "keys"}:
            raise TrustError(f"{harmless(path)} is a trust file of another form, or none")
        keys = tuple(_key(path, entry) for entry in content["keys"])
    except OSError as wrong:
        raise TrustError(f"{harmless(path)} cannot be read: {wrong.strerror or wrong}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise TrustError(f"{harmless(path)} is not a trust file") from None
    if len({key.key for key in keys}) != len(keys):
        raise TrustError(f"{harmless(path)} names a key twice")
    if not keys:
        raise TrustError(f"{harmless(path)} names no key")
    return Trust(keys)


def _key(path: str | Path, entry: dict[str, object]) -> TrustedKey:
    if set(entry) != FIELDS or not all(isinstance(entry[name], str) for name in ("fingerprint", "key", "from", "note")):
        raise ValueError("not a trusted key")
    raw = bytes.fromhex(str(entry["key"]))
    if len(raw) != KEY_BYTES or fingerprint(raw) != entry["fingerprint"]:
        raise TrustError(f"{harmless(path)}: the key under {shown(str(entry['fingerprint']))} is another")
    if not str(entry["note"]).strip():
        raise TrustError(f"{harmless(path)}: nobody vouches for key {entry['fingerprint']}: say who in its note")
    until = None if entry["until"] is None else moment(str(entry["until"]))
    return TrustedKey(raw, moment(str(entry["from"])), until, str(entry["note"]))


def write_trust(path: str | Path, trust: Trust) -> None:
    """Write a trust file whole, or leave the one that is there."""
    keys = [
        {
            "fingerprint": key.fingerprint,
            "key": key.key.hex(),
            "from": told(key.since),
            "until": None if key.until is None else told(key.until),
            "note": key.note,
        }
        for key in trust.keys
    ]
    beside = Path(f"{path}.{os.getpid()}.new")
    try:
        beside.write_text(json.dumps({"format": FORMAT, "keys": keys}, indent=1, ensure_ascii=False) + "\n", "utf-8")
        beside.replace(path)
    except OSError as wrong:
        raise TrustError(f"{harmless(path)} cannot be written: {wrong.strerror or wrong}") from None


def moment(text: str) -> int:
    """A day or a time of day as microseconds since 1970; without a zone it is UTC.

    >>> moment("1970-01-02"), moment("1970-01-01T00:00:01Z")
    (86400000000, 1000000)
    """
    found = datetime.fromisoformat(text)
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return (found - START) // timedelta(microseconds=1)


def told(at: int) -> str:
    """A time as a trust file has it.

    >>> told(86400000000)
    '1970-01-02T00:00:00Z'
    """
    try:
        return (START + timedelta(microseconds=at)).isoformat(timespec="auto").replace("+00:00", "Z")
    except OverflowError:
        return f"{at} microseconds"
