"""Answers to commands: each names the records its command wrote, and every record's command was answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from feltwork.verifier.entrance.door import DoorChecker
from feltwork.verifier.entrance.shelves import idle_digest
from feltwork.verifier.log.rows import AnswerRow, Finding, Reading, Row
from feltwork.verifier.streams import (
    MARK,
    AggregateStream,
    Cage,
    Refusal,
    Refusals,
    Stream,
    StreamWithoutMoney,
    Table,
    checker_in,
)


class Answers:
    """The answers to the commands behind a stream's records, in the order of the records."""

    def __init__(self, name: str, stream: Stream, reading: Reading, after: int = 0) -> None:
        self.stream = stream
        answered = type(stream) not in (Stream, StreamWithoutMoney)
        # What plainly names a table's own record is as it should be, and most are: the others are looked at.
        own = not isinstance(stream, Table)
        self.found = reading.answers_in(name, own, after) if answered else iter(())
        self.next = next(self.found, None)

    def wrong(self, row: Row) -> str | None:
        """Why the answer to the command behind the next record does not fit it."""
        if self.next is None or self.next[:2] != (row.version, row.key):
            return None
        answer = self.next[2]
        self.next = next(self.found, None)
        return self.stream.answered(row, answer) if answer else "its command was never answered"


def wrong_answers(reading: Reading, streams: Mapping[str, Stream]) -> Iterator[Finding]:
    """Go through the answers; the records have been held against theirs already."""
    written, others = reading.plainly_answered()
    refused: Counter[Refusal] = Counter()
    idle: list[AnswerRow] = []
    for digest, clause, reason, where, count in reading.refusals():
        refused[digest, clause, reason, where] += count
    for answer in reading.answers(plain=False) if others != refused.total() else ():
        if answer.reason or answer.clause:
            refused[answer.digest, answer.clause, answer.reason, answer.stream] += 1
            yield _finding(answer, "it is a refusal, yet it names records")
            continue
        if answer.last - answer.first == -1 or answer.first == answer.last == 0:
            idle.append(answer)  # done, and nothing had to happen for it
            continue
        if 1 <= answer.first <= answer.last:
            written += answer.last - answer.first + 1
        else:
            yield _finding(answer, f"versions {answer.first} to {answer.last} make no sense")
    kept = _kept(streams)
    for refusal in refused.keys() | kept.keys():
        # A repeat is recorded when the count doubles, so the records stand for more than half of what was answered.
        given, there = refused[refusal], kept[refusal]
        if not there <= given < 2 * there:
            yield _unrecorded(refusal[2], given, there)
    yield from _exchanged(reading, streams)
    yield from _wrong_idle(idle, streams)
    yield from _miscounted(reading, written, commanded(streams), reading.answers())


def commanded(streams: Mapping[str, Stream]) -> int:
    """How many records there are that a command of their own stream wrote."""
    there = sum(stream.count for stream in streams.values() if isinstance(stream, Table))
    return there + sum(stream.own for stream in streams.values() if isinstance(stream, AggregateStream | Cage))


def wrong_answers_since(
    reading: Reading, streams: Mapping[str, Stream], before: int, cut: Mapping[str, int]
) -> Iterator[Finding]:
    """The same for records after a cut, by the answers to them; up to there so many were answered."""
    own = [name for name, stream in streams.items() if isinstance(stream, Table | AggregateStream | Cage)]
    given = {
        answer.key: answer
        for name in own
        for _, _, answer in reading.answers_in(name, True, cut.get(name, 0))
        if answer is not None
    }
    kept = _kept(streams)
    written = before
    for _, answer in sorted(given.items()):
        if answer.clause or answer.reason:
            yield _finding(answer, "it is a refusal, yet it names records")
            if not kept[answer.digest, answer.clause, answer.reason, answer.stream]:
                yield _unrecorded(answer.reason, 1, 0)
        elif 1 <= answer.first <= answer.last and answer.stream in own:
            written += answer.last - max(answer.first - 1, cut.get(answer.stream, 0))
    yield from _miscounted(reading, written, commanded(streams), (answer for _, answer in sorted(given.items())))


def _miscounted(reading: Reading, written: int, there: int, answers: Iterable[AnswerRow]) -> Iterator[Finding]:
    """Each record was found in the range of its own answer: ranges that are as long as the streams are exact."""
    if written == there:
        return
    yield Finding("answer", "", 0, f"answers name {written} records, there are {there}")
    for answer in answers:
        wrong = _wrong_range(reading, answer) if 1 <= answer.first <= answer.last else None
        if wrong:
            yield _finding(answer, wrong)


def _kept(streams: Mapping[str, Stream]) -> Counter[Refusal]:
    """How many refusals the records stand for."""
    kept: Counter[Refusal] = Counter()
    for stream in streams.values():
        if isinstance(stream, Refusals):
            kept.update(stream.kept)
    return kept


def _unrecorded(reason: str, given: int, there: int) -> Finding:
    why = f"{given} times a command was answered as refused ({reason!r}), the records stand for {there}"
    return Finding("answer", "", 0, why)


def given_after(reading: Reading, after: Mapping[str, int]) -> Iterator[tuple[str, int, int, str, bytes]]:
    """The answers that name records of these streams after these versions, by their first versions."""
    for name, version in after.items():
        found = {answer for _, _, answer in reading.answers_in(name, True, version) if answer is not None}
        named = [answer for answer in found if answer.stream == name and answer.first > version]
        for answer in sorted(named, key=lambda answer: answer.first):
            yield answer.stream, answer.first, answer.last, answer.key, answer.digest


def _exchanged(reading: Reading, streams: Mapping[str, Stream]) -> Iterator[Finding]:
    """Refusals that were only counted and are not answered under the keys that the records stand for."""
    marks = {
        refusal: set(found)
        for stream in streams.values()
        if isinstance(stream, Refusals)
        for refusal, found in stream.marks.items()
    }
    for refusal, key in reading.refused_keys() if marks else ():
        if refusal in marks:
            marks[refusal].discard(sha256(key.encode("utf-8", "surrogateescape")).digest()[:MARK])
    for refusal, missing in marks.items():
        if missing:
            why = f"{len(missing)} refusals ({refusal[2]!r}) are not answered under the keys that they were given to"
            yield Finding("answer", refusal[3], 0, why)


def _wrong_idle(idle: list[AnswerRow], streams: Mapping[str, Stream]) -> Iterator[Finding]:
    """Every command that changed nothing has its record; on a floor that began without them, those of before do not."""
    recorded: set[str] = set()
    for stream in streams.values():
        if isinstance(stream, Refusals):
            recorded |= stream.idle
    door = checker_in(streams, DoorChecker)
    if door is None:
        return  # it cannot be told which are from before
    bare = sorted(answer for answer in idle if answer.key not in recorded)
    if idle_digest(bare) != door.idle:
        said = ", ".join(repr(answer.key) for answer in bare[:3])
        yield Finding("answer", "", 0, f"{len(bare)} commands were answered as done and left no record ({said})")


def _wrong_range(reading: Reading, answer: AnswerRow) -> str | None:
    for version in (answer.first, answer.last):
        key = reading.key_at(answer.stream, version)
        if key is None:
            return f"there is no version {version}"
        if key != answer.key:
            return f"version {version} was written by another command"
    return None


def _finding(answer: AnswerRow, what: str) -> Finding:
    return Finding("answer", answer.stream, answer.first, f"answer to {answer.key!r}: {what}")
