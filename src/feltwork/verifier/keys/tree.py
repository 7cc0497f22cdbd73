"""A tree of hashes over the records of a stream, so that one record is shown to be under a signature by a few hashes.

The leaves are the records' own hashes, by version; a node is the SHA-256 of the byte 1 and its two children. As in RFC
6962 a tree of so many leaves is split at the largest power of two below that number, so that it grows at its right edge
alone. No record hashes to a node: a node is made of 65 bytes, a record of more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

NodeAt = Callable[[int, int], bytes]
"""The root of a whole subtree: of 2 to the power of a level leaves, the so manieth of its level, from 0."""


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Peaks:
    """The right edge of a tree: the whole subtrees that it is made of, the largest first."""

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        if len(peaks) != size.bit_count():
            raise ValueError("a tree of this size has another number of peaks")
        self.size, self.peaks = size, list(peaks)

    def push(self, leaf: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Add a leaf; the subtrees that are whole with it, the leaf left out: level, place in it, root."""
        left, level, made = self.size, 0, leaf
        while left & 1:
            left >>= 1
            level += 1
            made = node(self.peaks.pop(), made)
            yield level, left, made
        self.peaks.append(made)
        self.size += 1

    def add(self, leaf: bytes) -> None:
        for _ in self.push(leaf):
            pass

    def root(self) -> bytes:
        """What the whole tree comes to.

        >>> tree = Peaks()
        >>> for leaf in (b"a", b"b", b"c"):
        ...     tree.add(leaf)
        >>> tree.root() == node(node(b"a", b"b"), b"c")
        True
        """
        found = b""
        for peak in reversed(self.peaks):
            found = node(peak, found) if found else peak
        return found


def path_to(leaf: int, size: int, node_at: NodeAt) -> list[bytes]:
    """What a leaf, counted from 0, is hashed with on the way to the root of a tree of this size, the lowest first."""
    low, high, found = 0, size, list[bytes]()
    while high - low > 1:
        split = low + _left(high - low)
        if leaf < split:
            found.append(_subtree(split, high, node_at))
            high = split
        else:
            found.append(_subtree(low, split, node_at))
            low = split
    return found[::-1]


def root_by(path: Sequence[bytes], leaf: int, size: int, made: bytes) -> bytes | None:
    """The root of a tree of this size that has this hash as a leaf, by its path; nothing if there is no such path.

    >>> root_by([b"b", b"c"], 0, 3, b"a") == node(node(b"a", b"b"), b"c")
    True
    >>> root_by([b"b"], 0, 3, b"a") is None
    True
    """
    if not 0 <= leaf < size:
        return None
    sides, low, high = list[bool](), 0, size
    while high - low > 1:
        split = low + _left(high - low)
        sides.append(leaf < split)
        low, high = (low, split) if leaf < split else (split, high)
    if len(sides) != len(path):
        return None
    for other, is_left in zip(path, reversed(sides), strict=True):
        made = node(made, other) if is_left else node(other, made)
    return made


def _left(size: int) -> int:
    """How many leaves are left of the split: the largest power of two below a number."""
    return 1 << (size - 1).bit_length() - 1


def _subtree(low: int, high: int, node_at: NodeAt) -> bytes:
    size = high - low
    if not size & (size - 1):
        level = size.bit_length() - 1
        return node_at(level, low >> level)
    split = low + _left(size)
    return node(_subtree(low, split, node_at), _subtree(split, high, node_at))
