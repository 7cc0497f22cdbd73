"""The verifier: goes through a whole log once and says everything that is not as it should be.

It shares the books with the server and nothing else: its own hash, its own fold of the events, its own settlement
from the rows, its own postings. So a fault of the server shows here as well as a change made to the log afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from feltwork.verifier.at_the_end import left_over
from feltwork.verifier.following import Log
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from feltwork.verifier.keys.series import notes_on, series_of
from feltwork.verifier.keys.trust import Trusted, trust_in
from feltwork.verifier.log.passed_over import note_of, wrong_decisions
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import Finding, Reading
from feltwork.verifier.parallel import Helper, Noted, Seen, Task, shared_out
from feltwork.verifier.saved_state import Cut
from feltwork.verifier.since import cut_of, go_on, not_as_verified
from feltwork.verifier.streams import Table


class Since(NamedTuple):
    """An earlier verification: the checkpoint that it was held against, and what it had come to there."""

    checkpoint: Checkpoint
    cut: Cut


def verify(
    reading: Reading, checkpoint: bytes | None = None, trusted: Trusted | None = None, *, caches: bool = True
) -> list[Finding]:
    """Everything that is wrong with a log, held against a checkpoint if there is one; nothing if it is sound.

    Without ``caches`` nothing is kept that was worked out for another record: slower, and the findings are the same.
    """
    return list(findings(reading, checkpoint, trusted, caches=caches))


def findings(
    reading: Reading,
    checkpoint: bytes | None = None,
    trusted: Trusted | None = None,
    notes: list[str] | None = None,
    *,
    caches: bool = True,
    since: Since | None = None,
    saving: list[bytes] | None = None,
) -> Iterator[Finding]:
    """The same, one by one, as they are found; ``notes`` is told what is not wrong but worth knowing.

    ``trusted`` is a trust file's keys, or one key, and comes from whoever verifies. ``since`` is where an earlier
    verification left off. ``saving`` is given what this one has come to at the checkpoint.
    """
    signed: Checkpoint | None = None
    series, unreadable = series_of(reading)
    if unreadable:
        yield Finding("checkpoint", "", 0, unreadable)
    if trusted is not None and series is not None:
        trusted = trust_in(trusted).knowing(series.rotations)  # a key that was retired there has no say here
    if checkpoint is not None:
        signed, complaint = _trusted(checkpoint, trusted)
        if complaint:
            yield complaint
    check = Log(reading, signed, caches=caches) if since is None else go_on(since.cut, reading, signed)
    alone = not caches or since is not None or saving is not None
    shares = [] if alone else shared_out(reading)
    if since is not None:
        yield from not_as_verified(reading, since.checkpoint)
    if since is not None or saving is not None:
        yield from _in_steps(reading, check, signed, saving)
    elif shares:
        yield from _together(reading, check, [_task(reading, check, share) for share in shares])
    else:
        for _, finding in check.follow(reading.streams()):
            yield finding
    if check.passed:
        known = signed.rotations if signed else ()
        yield from wrong_decisions(check.passed, trust_in(trusted).knowing(known) if trusted else None)
    yield from left_over(check)
    if notes is not None:
        notes += [*check.notes(), *(note_of(place, made) for place, made in check.passed.items())]
        notes += notes_on(series, signed, trust_in(trusted) if trusted is not None else None)


def _in_steps(reading: Reading, check: Log, signed: Checkpoint | None, saving: list[bytes] | None) -> Iterator[Finding]:
    """Follow a log from where it was left off, first to the checkpoint, to keep what it comes to there."""
    after, names = dict(check.cut), reading.streams()
    if saving is not None and signed is not None:
        ends = {name: version for name, (version, _) in signed.heads.items() if name in names}
        for _, finding in check.follow(list(ends), ends, after):
            yield finding
        saving.append(cut_of(check))
        after |= {name: check.version(name) for name in ends}
    for _, finding in check.follow(names, None, after):
        yield finding


def _together(reading: Reading, check: Log, tasks: list[Task]) -> list[Finding]:
    """Follow a log with others: what all of them find, by the time of the records."""
    helpers = [Helper(task) for task in tasks]
    try:
        found = list(check.follow([name for name in reading.streams() if not any(name in task.ends for task in tasks)]))
        for helper in helpers:
            seen = helper.seen()
            found += check.join(seen) if seen else check.follow(list(helper.task.ends))
    finally:
        for helper in helpers:
            helper.stop()
    return [finding for _, finding in sorted(found, key=lambda timed: timed[0])]


def _task(reading: Reading, check: Log, share: dict[str, int]) -> Task:
    trees = {name: root for name, root in check.trees.items() if name in share}
    return Task(reading.url, share, check.pinned(share), trees)


def follow_share(task: Task) -> Seen:
    """What there is to see in some streams of a log."""
    reading = read_log(task.url)
    try:
        noted = Noted()
        check = Log(reading, None, noted)
        check.pins, check.trees = task.pinned, task.trees
        found = list(check.follow(list(task.ends), task.ends))
        counts = {name: stream.count for name, stream in check.streams.items()}
        ends = {name: followed.chain.version for name, followed in check.followed.items()}
        books = {name: stream.books for name, stream in check.streams.items() if isinstance(stream, Table)}
        balances, notes = check.ledger.balances, list(check.notes())
        return Seen(found, noted.linked, balances, counts, ends, books, notes, check.at_tables)
    finally:
        reading.close()


def _trusted(raw: bytes, trusted: Trusted | None) -> tuple[Checkpoint | None, Finding | None]:
    try:
        signed = read_checkpoint(raw)
    except CheckpointError as error:
        return None, Finding("signature", "", 0, str(error))
    if trusted is None:
        return signed, Finding("signature", "", 0, "no trusted key was given to check the checkpoint with")
    wrong = trust_in(trusted).wrong(signed)
    return signed, Finding("signature", "", 0, wrong) if wrong else None
