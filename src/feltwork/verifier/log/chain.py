"""The hash chain of one stream: versions, hashes and times, and what a checkpoint says of it."""

from __future__ import annotations

from feltwork.verifier.keys.tree import Peaks
from feltwork.verifier.log.rows import NOTHING_BEFORE, Columns, Finding, row_digest


class Chain:
    """The versions, hashes and times of one stream, and what a checkpoint says of it."""

    def __init__(self, pinned: tuple[int, bytes] | None, root: bytes | None = None) -> None:
        self.version = self.at = 0
        self.digest = NOTHING_BEFORE
        self.pinned = pinned
        self.root = root
        """Of the tree over the records up to there, where the checkpoint has it."""
        self.tree = Peaks()

    def take(self, row: Columns) -> list[Finding]:
        stream, version, at, _, _, _, _, _, _, _, _, digest = row
        wrong: list[tuple[str, str]] = []
        if version != self.version + 1:
            wrong.append(("version", f"it follows version {self.version}"))
        if row_digest(self.digest, row) != digest:
            wrong.append(("chain", "its hash is not that of its content after the record before it"))
        if at < self.at:
            wrong.append(("time", "it is dated before the record it follows"))
        if self.pinned and version == self.pinned[0] and digest != self.pinned[1]:
            wrong.append(("checkpoint", "it is not the record that the checkpoint was signed over"))
        if self.root is not None and self.pinned and version <= self.pinned[0]:
            self.tree.add(digest)
            if version == self.pinned[0] and self.tree.root() != self.root:
                wrong.append(("checkpoint", "the checkpoint was signed over another tree of records"))
        self.version, self.digest, self.at = version, digest, at
        return [Finding(kind, stream, version, what) for kind, what in wrong] if wrong else []
