"""An evidence pack: everything another machine needs to settle one round of one table again, in one JSON file.

It holds the table's records from an opening to that round and to the end of the next, the book, the checkpoint with its
public key, and the path by which the last of those records is under the checkpoint's signature; the others are under it
by the hash chain. Where a checkpoint has no tree of the table, as earlier ones, the pack holds all of the table's
records from its first opening to the checkpoint, which tie the round to the signed hash.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from feltwork.refusal import shown
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from feltwork.verifier.keys.tree import Peaks, node, path_to, root_by
from feltwork.verifier.keys.trust import Trusted, trust_in
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.chain import Chain
from feltwork.verifier.log.ranges import KEPT_FROM, Ranges, ranges_of
from feltwork.verifier.log.rows import NOTHING_BEFORE, ROUNDS, Finding, Listed, Reading, Row
from feltwork.verifier.log.schemas import read_body
from feltwork.verifier.streams import Ledger, Table
from feltwork.verifier.table.books import wrong_book

FIRST_FORMAT = "feltwork-evidence-1"
"""With all of a table's records up to the checkpoint."""
FORMAT = "feltwork-evidence-2"
"""With some of them, and a path."""
FIELDS = {"format", "table", "round", "before", "records", "path", "books", "checkpoint", "public_key"}
OPENED = ("table-opened",)
NIGHTS = 3
"""How many openings before a round are tried to settle it from."""
Pack = dict[str, Any]


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
    if ranges_of(reading).last_of(stream, ROUNDS, version) != version:
        raise PackError(f"version {version} of {stream} is not a round")
    pack = _of_night(reading, table, version, signed) if stream in signed.trees else None
    if pack is None:
        rows = list(ranges_of(reading).between(stream, 0, last))
        pack = {"format": FIRST_FORMAT, "table": table, "round": version, "records": rows}
    pack["books"] = {name: body.decode() for name, body in _books(reading, pack["records"])}
    pack["records"] = [_packed(row) for row in pack["records"]]
    pack |= {"checkpoint": json.loads(checkpoint), "public_key": signed.key.hex()}
    return json.dumps(pack, indent=1).encode() + b"\n"


def _of_night(reading: Reading, table: str, version: int, signed: Checkpoint) -> Pack | None:
    """The records from the table's last opening on, or from one before it where the table had something left of that.

    Nothing where the round can be settled again only from the table's first record.
    """
    stream, ranges = f"table/{table}", ranges_of(reading)
    size = signed.heads[stream][0]
    end = min(ranges.next_of(stream, ROUNDS, version) or size, size)
    first = version
    for _ in range(NIGHTS):
        first = ranges.last_of(stream, OPENED, first - 1)
        rows = list(ranges.between(stream, first - 1, end)) if first else []
        if not rows:
            return None
        listed = Listed(rows, books=_books(reading, rows))
        if first == 1 or not any(_settled(stream, rows, listed)):
            break
    else:
        return None
    before = ranges.hashes(stream, first - 2, first - 1)[0] if first > 1 else NOTHING_BEFORE
    path = path_in(ranges, stream, end, signed)
    return {
        "format": FORMAT,
        "table": table,
        "round": version,
        "before": before.hex(),
        "records": rows,
        "path": [step.hex() for step in path],
    }


def path_in(ranges: Ranges, stream: str, version: int, signed: Checkpoint) -> list[bytes]:
    """The path from a record to the root that was signed, by subtrees that are kept, else by all records."""
    size, leaf = signed.heads[stream][0], ranges.hashes(stream, version - 1, version)
    for kept in (ranges.subtree, lambda *_: None):
        tree = _Tree(ranges, stream, kept)
        path = path_to(version - 1, size, tree.at)
        if leaf and root_by(path, version - 1, size, leaf[0]) == signed.trees[stream]:
            return path
    raise PackError(f"the checkpoint was signed over another tree of the records of {stream}")


class _Tree:
    """Whole subtrees of a stream, by what is kept of them or by the records' hashes."""

    def __init__(self, ranges: Ranges, stream: str, kept: Callable[[str, int, int], bytes | None]) -> None:
        self._ranges, self._stream, self._kept = ranges, stream, kept

    def at(self, level: int, place: int) -> bytes:
        if level < KEPT_FROM:
            tree = Peaks()
            for leaf in self._ranges.hashes(self._stream, place << level, (place + 1) << level):
                tree.add(leaf)
            return tree.root()
        found = self._kept(self._stream, level, place)
        return found or node(self.at(level - 1, 2 * place), self.at(level - 1, 2 * place + 1))


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
        if pack["format"] not in (FORMAT, FIRST_FORMAT):
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


def _findings(pack: Pack, trusted: Trusted | None) -> Iterator[Finding]:
    if pack["format"] not in (FORMAT, FIRST_FORMAT) or (pack["format"] == FORMAT and set(pack) != FIELDS):
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
    reading = Listed(rows, books=books)
    if pack["format"] == FIRST_FORMAT:
        yield from _whole(stream, rows, reading, signed)
    else:
        path = [bytes.fromhex(step) for step in pack["path"]]
        yield from _part(stream, rows, reading, signed, bytes.fromhex(pack["before"]), path)


def _whole(stream: str, rows: list[Row], reading: Reading, signed: Checkpoint) -> Iterator[Finding]:
    """All records up to the checkpoint, which has the hash of the last."""
    pinned = signed.heads.get(stream, (0, b""))
    chain = Chain(pinned)
    yield from _settled(stream, rows, reading, chain)
    if chain.version != pinned[0]:
        yield Finding("checkpoint", stream, chain.version, f"it ends here, the checkpoint is over version {pinned[0]}")


def _part(
    stream: str, rows: list[Row], reading: Reading, signed: Checkpoint, before: bytes, path: list[bytes]
) -> Iterator[Finding]:
    """Records from an opening on; the last is in the tree that was signed, and the others are in its hash."""
    if not rows or rows[0].kind not in OPENED:
        yield Finding("pack", stream, rows[0].version if rows else 0, "it does not begin with an opening")
        return
    last, size = rows[-1], signed.heads.get(stream, (0, b""))[0]
    root = root_by(path, last.version - 1, size, last.digest)
    if root is None or root != signed.trees.get(stream):
        yield Finding("checkpoint", stream, last.version, "its path does not lead to what the checkpoint signed")
    chain = Chain(None)
    chain.version, chain.digest = rows[0].version - 1, before
    yield from _settled(stream, rows, reading, chain)


def _settled(stream: str, rows: Iterable[Row], reading: Reading, chain: Chain | None = None) -> Iterator[Finding]:
    """The table by itself: chain, postings, every round. Its twins at the cage are not in a pack."""
    ledger = Ledger()
    table = Table(stream, reading, ledger)
    for row in rows:
        if chain is not None:
            yield from chain.take(row)
        body = read_event(row)
        if isinstance(body, str):
            yield Finding("body", stream, row.version, body)
            continue
        for kind, what in (*ledger.post(row.postings), *table.take(row, body)):
            yield Finding(kind, stream, row.version, what)


def _books(reading: Reading, rows: Iterable[Row]) -> Iterator[tuple[str, bytes]]:
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
