"""Answers to commands: each names the records its command wrote, and every record's command was answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltwork.audit.rows import AnswerRow, Finding, Reading
from feltwork.audit.streams import Cage, Refusals, Stream, Table


def wrong_answers(reading: Reading, streams: Mapping[str, Stream]) -> Iterator[Finding]:
    """Go through the answers; the records have been held against theirs already."""
    refused = written = 0
    for answer in reading.answers():
        if answer.reason or answer.clause:
            refused += 1
            if answer.first or answer.last:
                yield _finding(answer, "it is a refusal, yet it names records")
            continue
        if answer.last - answer.first == -1 or answer.first == answer.last == 0:
            continue  # done, and nothing had to happen for it
        written += answer.last - answer.first + 1
        why = _wrong_range(reading, answer)
        if why:
            yield _finding(answer, why)
    there = sum(stream.count for stream in streams.values() if isinstance(stream, Refusals))
    if refused != there:
        yield Finding("answer", "", 0, f"{refused} commands were answered as refused, {there} refusals are kept")
    there = sum(stream.count for stream in streams.values() if isinstance(stream, Table))
    there += sum(stream.deposits for stream in streams.values() if isinstance(stream, Cage))
    if written != there:
        yield Finding("answer", "", 0, f"answers name {written} records, there are {there}")


def _wrong_range(reading: Reading, answer: AnswerRow) -> str | None:
    if not 1 <= answer.first <= answer.last:
        return f"versions {answer.first} to {answer.last} make no sense"
    for version in (answer.first, answer.last):
        key = reading.key_at(answer.stream, version)
        if key is None:
            return f"there is no version {version}"
        if key != answer.key:
            return f"version {version} was written by another command"
    return None


def _finding(answer: AnswerRow, what: str) -> Finding:
    return Finding("answer", answer.stream, answer.first, f"answer to {answer.key!r}: {what}")
