"""The trees over the streams of a store, grown by the records that came since a checkpoint was last signed.

Their right edges are kept beside the log, sealed by the key that signs, so that nobody else can have a false root
signed; and the larger subtrees, from which a path is soon made. Every record is held against the chain on its way in.
What is lost is made again from the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest, digest
from itertools import islice, takewhile

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from feltwork.store.chain import FIRST, chain_hash, columns
from feltwork.store.port import Head, Snapshot, Store, StoreError
from feltwork.verifier.keys.tree import Peaks

KEPT_FROM = 10
"""Subtrees of fewer than 2 to this power leaves are not kept: they are made from the records when they are needed."""
MOST = 200_000
"""Records that are taken in for one checkpoint: a long log without trees gets them by and by."""
TAG = 32


class Edge(Struct, frozen=True):
    """The right edge of one stream's tree."""

    size: int = 0
    last: bytes = FIRST
    """The hash of the last record in it."""
    peaks: list[bytes] = []


def edge_name(stream: str) -> str:
    return f"edge/{stream}"


def node_name(stream: str, level: int, place: int) -> str:
    """Where the root of a whole subtree is kept; the verifier knows the same name."""
    return f"tree/{level}/{place}/{stream}"


def grown(store: Store, heads: Iterable[Head], key: Ed25519PrivateKey) -> dict[str, bytes]:
    """The roots of the trees of these streams, by stream; a stream whose tree does not reach its head yet has none."""
    seal = sha256(b"feltwork tree" + key.private_bytes_raw()).digest()
    found: dict[str, bytes] = {}
    rows: list[Snapshot] = []
    left = MOST
    with suppress(StoreError):
        for head in heads:
            edge = _edge(store, head, seal)
            tree, last, whole = _grown(store, head, edge, left)
            left -= tree.size - edge.size
            if tree.size > edge.size:
                rows += [*whole, _sealed(head.stream, Edge(tree.size, last, tree.peaks), seal)]
            if (tree.size, last) == (head.version, head.hash):
                found[head.stream] = tree.root()
        if rows:
            store.snapshots.save_all(rows)
    return found


def _grown(store: Store, head: Head, edge: Edge, most: int) -> tuple[Peaks, bytes, list[Snapshot]]:
    """The tree of a stream with the records that follow its edge, the hash of the last, and larger subtrees to keep."""
    tree, last, whole = Peaks(edge.size, edge.peaks), edge.last, list[Snapshot]()
    records = store.log.read(head.stream, edge.size) if edge.size < head.version else iter(())
    for record in takewhile(lambda record: record.version <= head.version, islice(records, most)):
        if chain_hash(last, columns(record)) != record.hash:
            break
        last = record.hash
        for level, place, made in tree.push(last):
            if level >= KEPT_FROM:
                whole.append(Snapshot(node_name(head.stream, level, place), record.version, last, made))
    return tree, last, whole


def _edge(store: Store, head: Head, seal: bytes) -> Edge:
    """What was kept of a stream's tree; an empty one where that was not sealed with this key, or the log is another."""
    kept = store.snapshots.get(edge_name(head.stream))
    if kept is None or not compare_digest(kept.body[:TAG], _tag(head.stream, kept.body[TAG:], seal)):
        return Edge()
    edge = msgspec.msgpack.decode(kept.body[TAG:], type=Edge)
    there = next(store.log.read(head.stream, edge.size - 1), None) if edge.size < head.version else head
    return edge if there is not None and (there.version, there.hash) == (edge.size, edge.last) else Edge()


def _sealed(stream: str, edge: Edge, seal: bytes) -> Snapshot:
    body = msgspec.msgpack.encode(edge)
    return Snapshot(edge_name(stream), edge.size, edge.last, _tag(stream, body, seal) + body)


def _tag(stream: str, body: bytes, seal: bytes) -> bytes:
    return digest(seal, f"{stream}\n".encode() + body, "sha256")
