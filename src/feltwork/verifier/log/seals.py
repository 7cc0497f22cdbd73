"""Answers that were sealed: they are still those that were given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from feltwork.verifier.log.rows import Finding, Problem, Row

ANSWERS = "answers"
Given = tuple[str, int, int, str, bytes]
"""Of an answer that names records: stream, first and last version, key, the digest of its command."""


class Seals:
    """What was sealed: by stream, version after version, with the digest of the answers to it."""

    def __init__(self) -> None:
        self.streams: dict[str, list[tuple[int, str]]] = {}
        self.held: dict[str, int] = {}
        """Up to which version of a stream the answers were held against the seals by an earlier verification."""

    def cut(self) -> None:
        """Everything so far was held against the answers: only the last seal of each stream is still needed."""
        self.streams = {stream: sealed[-1:] for stream, sealed in self.streams.items()}
        self.held = {stream: sealed[-1][0] for stream, sealed in self.streams.items()}

    def take(self, row: Row, body: dict[str, Any]) -> list[Problem]:
        """Follow one record; what is wrong with it."""
        wrong: list[Problem] = []
        if row.kind != "answers-sealed":
            return [("body", f"nothing of the kind {row.kind!r} is kept here")]
        if row.role != "system":
            wrong.append(("role", f"a {row.role!r} may not do this"))
        for stream, (after, upto, digest) in body["streams"].items():
            sealed = self.streams.setdefault(stream, [])
            if after != (sealed[-1][0] if sealed else 0) or not after < upto:
                wrong.append(("order", f"versions {after + 1} to {upto} of {stream} do not follow what was sealed"))
            sealed.append((upto, str(digest)))
        if body["ends"] != {stream: sealed[-1][0] for stream, sealed in self.streams.items()}:
            wrong.append(("order", "it is sealed further, or less far, than it says"))
        return wrong

    def broken(self, given: Iterable[Given], ends: dict[str, int]) -> Iterator[Finding]:
        """Hold the answers there are, by their first versions, against the seals."""
        found = {stream: _Open(sealed) for stream, sealed in self.streams.items()}
        for stream, first, last, key, digest in given:
            if (sealed := found.get(stream)) is not None:
                sealed.take(first, last, key, digest)
        for stream, sealed in found.items():
            for after, upto in sealed.wrong():
                if upto <= self.held.get(stream, 0):
                    continue
                what = f"the answers to versions {after + 1} to {upto} are not those that were sealed"
                yield Finding("answer", stream, upto, what)
            if sealed.upto > ends.get(stream, 0):
                yield Finding("answer", stream, ends.get(stream, 0), f"answers are sealed up to version {sealed.upto}")


class _Open:
    """The seals of one stream, on the way through its answers."""

    def __init__(self, sealed: list[tuple[int, str]]) -> None:
        self._sealed = sealed
        self.upto = sealed[-1][0]
        self._digests = [sha256() for _ in sealed]
        self._at = 0

    def take(self, first: int, last: int, key: str, digest: bytes) -> None:
        while self._at < len(self._sealed) and self._sealed[self._at][0] < first:
            self._at += 1
        if self._at == len(self._sealed):
            return  # given since
        parts = (key.encode("utf-8", "surrogateescape"), digest, b"%d" % first, b"%d" % last)
        self._digests[self._at].update(b"".join([len(part).to_bytes(8, "big") + part for part in parts]))

    def wrong(self) -> Iterator[tuple[int, int]]:
        """The ranges of versions whose answers are others than were sealed."""
        after = 0
        for (upto, sealed), found in zip(self._sealed, self._digests, strict=True):
            if found.hexdigest() != sealed:
                yield after, upto
            after = upto
