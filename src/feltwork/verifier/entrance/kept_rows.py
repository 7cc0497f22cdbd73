"""Which rows there are beside the log, by the records of the ``door`` stream."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from feltwork.verifier.entrance.shelves import EVIDENCE, RULES, UNRECORDED, ShelfRow, row_digest, row_id, wrong_form
from feltwork.verifier.log.rows import Problem, Row

Body = dict[str, Any]
OPERATOR = "operator"


class KeptRows:
    """Holds rows that are made, changed and removed against those on record, and at the end those that are there."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[str, str]] = {}
        """By id: the shelf and the digest of the row."""
        self.problems: list[Problem] = []

    def wrong(self, kind: str, what: str) -> None:
        self.problems.append((kind, what))

    def operator(self, row: Row) -> None:
        if row.role != OPERATOR:
            self.wrong("role", f"a {row.role!r} may not do this")

    def new(self, shelf: str, at: str, digest: str) -> None:
        if at in self.rows:
            self.wrong("door", f"row {at[:8]} of {shelf} was there already")
        self.rows[at] = (shelf, digest)

    def known(self, shelf: str, at: str, was: str) -> None:
        """The row that is changed or removed is the one that was recorded last."""
        there = self.rows.pop(at, None)
        if there is None:
            self.wrong("door", f"row {at[:8]} of {shelf} was not on record: somebody put it there")
        elif there != (shelf, was):
            self.wrong("door", f"row {at[:8]} of {shelf} was not as it was recorded: somebody had changed it")

    def left_over(self, kept: Iterable[ShelfRow]) -> Iterator[str]:
        """Hold the rows there are against the records; what does not fit."""
        missing = dict(self.rows)
        for shelf, name, body in kept:
            if shelf == EVIDENCE:
                if hashlib.sha256(body).hexdigest() != name:
                    yield f"evidence pack {name[:12]} is not what its digest says: somebody changed it"
                continue
            if shelf in UNRECORDED or shelf == RULES:
                continue
            at = row_id(shelf, name)
            called = f"the account of {name!r}" if shelf == "account" else f"row {at[:8]} of {shelf}"
            there = missing.pop(at, None)
            if there is None:
                yield f"{called} is not on record: somebody put it there"
            elif there != (shelf, row_digest(shelf, name, body)):
                yield f"{called} is not as it was recorded: somebody has changed it"
            elif why := wrong_form(shelf, body):
                yield f"{called} {why}"
        for at, (shelf, _) in missing.items():
            yield f"row {at[:8]} of {shelf} is on record and not there: somebody took it away"
