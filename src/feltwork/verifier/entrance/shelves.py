"""Rows beside the log: accounts, sessions, terminals and documents, each known by an id and a digest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from hashlib import sha256
from typing import Any

import msgspec

from feltwork.verifier.log.rows import AnswerRow

VOLATILE = {"session": ("seen",)}
"""Members of a row that change all the time and that no record covers: they are whole numbers, and that is all."""
UNRECORDED = frozenset({"heartbeat", "series", "tries"})
"""Shelves that say only that a process is alive, and how often strangers tried to sign in within the last hour; and the
last checkpoint of the series, which its signature covers."""
EVIDENCE = "evidence"
"""The shelf of evidence packs: each is named by its SHA-256, as the record that attached it names it."""
RULES = "rules"
"""The shelf of approved documents: the cage's records name each by its SHA-256."""
_encode = msgspec.json.Encoder().encode
ShelfRow = tuple[str, str, bytes]
"""Shelf, name, body."""


def wrong_documents(kept: Iterable[ShelfRow], installed: Set[str]) -> Iterator[str]:
    """Hold the approved documents there are against those that the cage's records name."""
    missing = set(installed)
    for shelf, name, body in kept:
        if shelf != RULES:
            continue
        missing.discard(name)
        if name not in installed:
            yield f"document {name[:12]} was never installed"
        elif sha256(body).hexdigest() != name:
            yield f"document {name[:12]} is not the one that was installed"
    for name in sorted(missing):
        yield f"document {name[:12]} was installed and is not there"


def wrong_form(shelf: str, body: bytes) -> str:
    """Why a row whose digest fits is still not as a program writes it: beside what the digest covers."""
    if shelf not in VOLATILE:
        return ""
    members = _members(body)
    if members is None or _encode(members) != body:
        return "is not written as a row is"
    odd = [name for name in VOLATILE[shelf] if type(members.get(name, 0)) is not int or members.get(name, 0) < 0]
    return f"has {odd[0]} {members[odd[0]]!r}" if odd else ""


def _members(body: bytes) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return found


def row_id(shelf: str, name: str) -> str:
    """What the log knows a row by."""
    return _hashed(shelf, name)[:32]


def row_digest(shelf: str, name: str, body: bytes) -> str:
    """A digest over a row: its shelf, its name and what of it does not change all the time."""
    volatile, members = VOLATILE.get(shelf), _members(body)
    if volatile is not None and members:
        body = _encode({member: value for member, value in members.items() if member not in volatile})
    return _hashed(shelf, name, body)


def idle_digest(answers: Sequence[AnswerRow]) -> str:
    """A digest of the answers to commands that changed nothing, in the order of their keys; empty for none."""
    parts = [p for a in answers for p in (a.key, a.digest, a.stream, f"{a.first}", f"{a.last}")]
    return _hashed(*parts) if answers else ""


def _hashed(*parts: str | bytes) -> str:
    """SHA-256 over parts, each with its length before it (eight bytes, big end first)."""
    raw = [part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part for part in parts]
    return sha256(b"".join(len(part).to_bytes(8, "big") + part for part in raw)).hexdigest()
