"""Answers sealed: now and then a record holds digests of the answers that were given since the last such record.

An answer lies outside the chain, and of a command that was done only what it did is kept. So the digest of its words
could be exchanged in the database; once it is sealed, that is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice

import msgspec
from msgspec import Struct

from feltwork.engine.aggregates import is_decided_on
from feltwork.store.chain import chained
from feltwork.store.crash_points import armed, crash_point
from feltwork.store.port import Answer, Batch, ConflictError, EventLog, Store
from feltwork.table.live.events import SCHEMA

ANSWERS = "answers"
"""Their stream."""
PAGE = 500
MAX_AT_ONCE = 30_000
"""Versions of a stream that one record seals: a long log of before is sealed in several steps."""
_encode = msgspec.json.Encoder().encode


class AnswersSealed(Struct, frozen=True, tag="answers-sealed"):
    """By stream: after which version, up to which, and the digest of the answers whose first version lies there."""

    streams: dict[str, tuple[int, int, str]]
    ends: dict[str, int]
    """Up to which version the answers of every stream are sealed with this."""


_sealed = msgspec.json.Decoder(AnswersSealed).decode


def seal_answers(store: Store) -> bool:
    """Seal what was answered since the last time; was there anything? If another process is quicker, it did it."""
    with store.log.turn([ANSWERS]):
        head = store.log.head(ANSWERS)
        last = next(store.log.read(ANSWERS, head.version - 1), None) if head.version else None
        ends = _sealed(last.body).ends if last is not None else {}
        fresh = {}
        for at in store.log.heads():
            after = ends.get(at.stream, 0)
            if is_decided_on(at.stream) and at.version > after:
                upto = min(at.version, after + MAX_AT_ONCE)
                fresh[at.stream] = (after, upto, _digest(store.log, at.stream, after, upto))
        if not fresh:
            return False
        said = (ANSWERS, "system", "answers-sealed", SCHEMA)
        sealed = AnswersSealed(fresh, ends | {stream: upto for stream, (_, upto, _) in fresh.items()})
        now = max(store.now(), last.at if last is not None else 0)  # another process's clock may be a little ahead
        record = chained(head, now, ANSWERS, said, _encode(sealed), "", ())
        if armed:
            crash_point("before the answers are sealed")
        try:
            store.log.append(Batch((record,)))
        except ConflictError:
            return False
        if armed:
            crash_point("after the answers are sealed")
        return True


def _digest(log: EventLog, stream: str, after: int, upto: int) -> str:
    """The digest of the answers that name records of a stream, by their first versions."""
    found = sha256()
    for answer in _given(log, stream, after, upto):
        for part in (answer.key.encode(), answer.digest, b"%d" % answer.first, b"%d" % answer.last):
            found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()


def _given(log: EventLog, stream: str, after: int, upto: int) -> Iterator[Answer]:
    records = islice(log.read(stream, after), upto - after)
    while page := list(islice(records, PAGE)):
        answers = log.answers({record.key for record in page})
        for record in page:
            answer = answers.get(record.key)
            if answer is not None and answer.stream == stream and answer.first == record.version:
                yield answer
