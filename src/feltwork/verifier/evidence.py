"""An evidence pack: everything another machine needs to settle one round of one table again, in one JSON file.

It holds the table's records from its opening to that round, those after it up to the checkpoint (they tie the round
to the signed hash), the book, and the checkpoint with its public key.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from feltwork.refusal import shown
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from feltwork.verifier.keys.trust import Trusted, trust_in
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.chain import Chain
from feltwork.verifier.log.rows import ROUNDS, Finding, Listed, Reading, Row
from feltwork.verifier.log.schemas import read_body
from feltwork.verifier.streams import Ledger, Table
from feltwork.verifier.table.books import wrong_book

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = "feltwork-evidence-1"


class PackError(Exception):
    """A pack cannot be made; the message is one clear line."""


def make_pack(reading: Reading, table: str, version: int, checkpoint: bytes) -> bytes:
    """The pack for the round that is recorded at this version of a table's stream."""
    stream = f"table/{table}"
    try:
        signed = read_checkpoint(checkpoint)
    except CheckpointError as error:
        raise PackError(str(error)) from None
    last = signed.heads.get(stream, (0, b""))[0]
    if last < version:
        raise PackError(f"the checkpoint goes to version {last} of {stream}, the round is at {version}")
    rows = [row for row in reading.records(stream) if row.version <= last]
    if not any(row.version == version and row.kind in ROUNDS for row in rows):
        raise PackError(f"version {version} of {stream} is not a round")
    pack = {
        "format": FORMAT,
        "table": table,
        "round": version,
        "records": [_packed(row) for row in rows],
        "books": {name: body.decode() for name, body in _books(reading, rows)},
        "checkpoint": json.loads(checkpoint),
        "public_key": signed.key.hex(),
    }
    return json.dumps(pack, indent=1).encode() + b"\n"


def round_version(reading: Reading, table: str, number: int) -> int:
    """The version that ends a table's round of this number, counted from 1 as they are told."""
    if f"table/{table}" not in reading.streams():
        raise PackError(f"there is no table '{shown(table)}' in this log")
    versions = [row.version for row in reading.records(f"table/{table}") if row.kind in ROUNDS]
    if not 1 <= number <= len(versions):
        raise PackError(f"there are {len(versions)} rounds at this table, not {number}")
    return versions[number - 1]


def verify_pack(raw: bytes, trusted: Trusted | None = None) -> list[Finding]:
    """Everything that is wrong with a pack; nothing if it is sound.

    Without a trusted key the one in the pack is used: then a sound pack says only that nothing in it was changed since
    it was signed with that key. Whose key it is has to be known from elsewhere.
    """
    try:
        return list(_findings(json.loads(raw), trusted))
    except (ValueError, KeyError, TypeError, RecursionError, CheckpointError):
        return [Finding("pack", "", 0, "this is not an evidence pack, or it is damaged")]


def pack_rows(raw: bytes) -> list[Row]:
    """The records of a pack, to be looked at; whether they are sound is for ``verify_pack``."""
    try:
        pack = json.loads(raw)
        if pack["format"] != FORMAT:
            raise ValueError("another format")
        return [_unpacked(packed) for packed in pack["records"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise PackError("this is not an evidence pack, or it is damaged") from None


def pack_checkpoint(raw: bytes) -> Checkpoint | None:
    """The checkpoint in a pack, whoever signed it; nothing if it is none."""
    try:
        return read_checkpoint(json.dumps(json.loads(raw)["checkpoint"]).encode())
    except (ValueError, KeyError, TypeError, RecursionError, CheckpointError):
        return None


def _findings(pack: dict[str, Any], trusted: Trusted | None) -> Iterator[Finding]:
    if pack["format"] != FORMAT:
        raise ValueError("another format")
    signed = read_checkpoint(json.dumps(pack["checkpoint"]).encode())
    trusted = trusted or Ed25519PublicKey.from_public_bytes(bytes.fromhex(pack["public_key"]))
    if pack["public_key"] != signed.key.hex():
        yield Finding("signature", "", 0, f"checkpoint {signed.number} was signed with another key than the pack names")
    elif wrong := trust_in(trusted).wrong(signed):
        yield Finding("signature", "", 0, wrong)
    books = [(name, text.encode()) for name, text in pack["books"].items()]
    for name, body in books:
        if why := wrong_book(name, body):
            yield Finding("book", "", 0, f"{name[:12]}: {why}")
    stream, version = f"table/{pack['table']}", pack["round"]
    rows = [_unpacked(packed) for packed in pack["records"]]
    if any(row.stream != stream for row in rows):
        yield Finding("pack", stream, 0, "it holds records of another stream")
    if not any(row.version == version and row.kind in ROUNDS for row in rows):
        yield Finding("pack", stream, version, "the round is not in it")
    yield from _table(stream, rows, Listed(rows, books=books), signed)


def _table(stream: str, rows: Iterable[Row], reading: Reading, signed: Checkpoint) -> Iterator[Finding]:
    """The table by itself: chain, postings, every round. Its twins at the cage are not in a pack."""
    pinned = signed.heads.get(stream, (0, b""))
    ledger = Ledger()
    chain, table = Chain(pinned), Table(stream, reading, ledger)
    for row in rows:
        yield from chain.take(row)
        body = read_event(row)
        if isinstance(body, str):
            yield Finding("body", stream, row.version, body)
            continue
        for kind, what in (*ledger.post(row.postings), *table.take(row, body)):
            yield Finding(kind, stream, row.version, what)
    if chain.version != pinned[0]:
        yield Finding("checkpoint", stream, chain.version, f"it ends here, the checkpoint is over version {pinned[0]}")


def _books(reading: Reading, rows: list[Row]) -> Iterator[tuple[str, bytes]]:
    """The books that the table was opened under."""
    for row in rows:
        if row.kind == "table-opened":
            body = read_body(row)
            name = "" if isinstance(body, str) else str(body.get("fingerprint"))
            stored = reading.book(name)
            if stored is None:
                raise PackError(f"the book of {row.stream} at version {row.version} is not stored")
            yield name, stored


def _packed(row: Row) -> list[Any]:
    """A record as JSON has it: text as text, the body and the hash in base 64."""
    body, digest = (base64.b64encode(raw).decode() for raw in (row.body, row.digest))
    return [*row[:8], body, row.link, [list(posting) for posting in row.postings], digest]


def _unpacked(packed: list[Any]) -> Row:
    stream, version, at, key, actor, role, kind, schema, body, link, postings, digest = packed
    texts, numbers = (stream, key, actor, role, kind, link), (version, at, schema)
    if not all(type(text) is str for text in texts) or not all(type(number) is int for number in numbers):
        raise TypeError("a record has a column of the wrong kind")
    moved = tuple((str(account), int(cents)) for account, cents in postings)
    raw, seal = base64.b64decode(body, validate=True), base64.b64decode(digest, validate=True)
    return Row(stream, version, at, key, actor, role, kind, schema, raw, link, moved, seal)
