"""The verifier: goes through a whole log once and says everything that is not as it should be.

It shares the books with the server and nothing else: its own hash, its own fold of the events, its own settlement
from the rows, its own postings. So a fault of the server shows here as well as a change made to the log afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from feltwork.audit.answers import wrong_answers
from feltwork.audit.books import wrong_book
from feltwork.audit.cage import wrong_accounts
from feltwork.audit.checkpoint import Checkpoint, CheckpointError, check_signature, read_checkpoint
from feltwork.audit.links import Twins
from feltwork.audit.older import read_body
from feltwork.audit.rows import NOTHING_BEFORE, AnswerRow, Finding, Reading, Row, row_digest
from feltwork.audit.streams import Cage, Ledger, Stream, Table, stream_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PAGE = 500
"""Records whose answers are looked up together."""


def verify(
    reading: Reading, checkpoint: bytes | None = None, public_key: Ed25519PublicKey | None = None
) -> list[Finding]:
    """Everything that is wrong with a log, held against a checkpoint if there is one; nothing if it is sound."""
    return list(findings(reading, checkpoint, public_key))


def findings(
    reading: Reading,
    checkpoint: bytes | None = None,
    public_key: Ed25519PublicKey | None = None,
    notes: list[str] | None = None,
) -> Iterator[Finding]:
    """The same, one by one, as they are found; ``notes`` is told what is not wrong but worth knowing."""
    signed: Checkpoint | None = None
    if checkpoint is not None:
        signed, complaint = _trusted(checkpoint, public_key)
        if complaint:
            yield complaint
    check = _Log(reading, signed)
    rows = merge(*(reading.records(name) for name in reading.streams()), key=attrgetter("at"))
    while page := list(islice(rows, PAGE)):
        check.answers = reading.answers_to({row.key for row in page})
        for row in page:
            yield from check.take(row)
    yield from check.finish()
    if notes is not None:
        notes += check.notes()


def _trusted(raw: bytes, public_key: Ed25519PublicKey | None) -> tuple[Checkpoint | None, Finding | None]:
    try:
        signed = read_checkpoint(raw)
    except CheckpointError as error:
        return None, Finding("signature", "", 0, str(error))
    if public_key is None:
        return signed, Finding("signature", "", 0, "no public key was given to check the checkpoint with")
    if not check_signature(signed, public_key):
        return signed, Finding("signature", "", 0, f"checkpoint {signed.number} was not signed with this key")
    return signed, None


class Chain:
    """The versions, hashes and times of one stream, and what a checkpoint says of it."""

    def __init__(self, pinned: tuple[int, bytes] | None) -> None:
        self.version = self.at = 0
        self.digest = NOTHING_BEFORE
        self.pinned = pinned

    def take(self, row: Row) -> Iterator[Finding]:
        where = (row.stream, row.version)
        if row.version != self.version + 1:
            yield Finding("version", *where, f"it follows version {self.version}")
        if row_digest(self.digest, row) != row.digest:
            yield Finding("chain", *where, "its hash is not that of its content after the record before it")
        if row.at < self.at:
            yield Finding("time", *where, "it is dated before the record it follows")
        if self.pinned and row.version == self.pinned[0] and row.digest != self.pinned[1]:
            yield Finding("checkpoint", *where, "it is not the record that the checkpoint was signed over")
        self.version, self.digest, self.at = row.version, row.digest, row.at


class _Log:
    """A log on its way through."""

    def __init__(self, reading: Reading, signed: Checkpoint | None) -> None:
        self.reading, self.signed = reading, signed
        self.ledger, self.twins = Ledger(), Twins()
        self.answers: dict[str, AnswerRow] = {}
        """Those to the commands behind the records at hand."""
        self.chains: dict[str, Chain] = {}
        self.streams: dict[str, Stream] = {}

    def take(self, row: Row) -> Iterator[Finding]:
        name = row.stream
        if name not in self.streams:
            self.streams[name] = stream_of(name, self.reading, self.ledger)
            self.chains[name] = Chain(self.signed.heads.get(name) if self.signed else None)
        yield from self.chains[name].take(row)
        body = read_body(row)
        if isinstance(body, str):
            yield Finding("body", name, row.version, body)
            body = {}
        row = row._replace(kind=body.get("type", row.kind))
        stream = self.streams[name]
        for kind, what in (*self.ledger.post(row.postings), *stream.take(row, body)):
            yield Finding(kind, name, row.version, what)
        yield from self.twins.take(row, body)
        yield from self._answered(stream, row)

    def _answered(self, stream: Stream, row: Row) -> Iterator[Finding]:
        if type(stream) is Stream:
            return
        answer = self.answers.get(row.key)
        why = stream.answered(row, answer) if answer else "its command was never answered"
        if why:
            yield Finding("answer", row.stream, row.version, why)

    def finish(self) -> Iterator[Finding]:
        """What can be said only when everything has been seen."""
        yield from self.twins.left_over()
        for name, (version, _) in (self.signed.heads if self.signed else {}).items():
            there = self.chains[name].version if name in self.chains else 0
            if there < version:
                yield Finding("checkpoint", name, there, f"the log ends here, the checkpoint goes to version {version}")
        yield from wrong_answers(self.reading, self.streams)
        for fingerprint, body in self.reading.books():
            if why := wrong_book(fingerprint, body):
                yield Finding("book", "", 0, f"{fingerprint[:12]}: {why}")
        for stream, version, what in self.reading.strays():
            yield Finding("postings", stream, version, what)
        yield from self._purses()

    def notes(self) -> Iterator[str]:
        for stream in self.streams.values():
            for name in stream.fold.older_books if isinstance(stream, Table) and stream.fold else ():
                yield f"{stream.name} was played under book {name[:12]}, which is not this program's: settled as stored"

    def _purses(self) -> Iterator[Finding]:
        """Money away from the tables is where the cage says it is."""
        fold = next((stream.fold for stream in self.streams.values() if isinstance(stream, Cage)), None)
        for kind, what in wrong_accounts(fold, self.ledger.balances):
            yield Finding(kind, "", 0, what)
