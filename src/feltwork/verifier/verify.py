"""The verifier: goes through a whole log once and says everything that is not as it should be.

It shares the books with the server and nothing else: its own hash, its own fold of the events, its own settlement
from the rows, its own postings. So a fault of the server shows here as well as a change made to the log afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import chain

from feltwork.refusal import harmless
from feltwork.verifier.cage.checker import wrong_accounts
from feltwork.verifier.cage.play_money import crossed, side_by_side, tables_by_kind
from feltwork.verifier.entrance.door import DOOR, RULES, UNRECORDED, wrong_documents
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from feltwork.verifier.keys.series import notes_on, series_of
from feltwork.verifier.keys.trust import Trusted, trust_in
from feltwork.verifier.log.answers import Answers, wrong_answers
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.passed_over import decisions_in, note_of, wrong_decisions, wrong_passing
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.log.rows import NOTHING_BEFORE, Columns, Finding, Reading, Row, row_digest
from feltwork.verifier.log.twins import TWINS, Twins
from feltwork.verifier.parallel import Helper, Noted, Seen, Task, shared_out, up_to
from feltwork.verifier.remembered import forget_all
from feltwork.verifier.streams import CAGE, Cage, Door, Ledger, Sealed, Stream, Table, stream_of
from feltwork.verifier.table.books import wrong_book


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
) -> Iterator[Finding]:
    """The same, one by one, as they are found; ``notes`` is told what is not wrong but worth knowing.

    ``trusted`` is a trust file's keys, or one key, and comes from whoever verifies.
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
    check = _Log(reading, signed, caches=caches)
    shares = shared_out(reading) if caches else []
    if shares:
        yield from _together(reading, check, [Task(reading.url, share, check.pinned(share)) for share in shares])
    else:
        for _, finding in check.follow(reading.streams()):
            yield finding
    if check.passed:
        known = signed.rotations if signed else ()
        yield from wrong_decisions(check.passed, trust_in(trusted).knowing(known) if trusted else None)
    yield from check.finish()
    if notes is not None:
        notes += [*check.notes(), *(note_of(place, made) for place, made in check.passed.items())]
        notes += notes_on(series, signed, trust_in(trusted) if trusted is not None else None)


def _together(reading: Reading, check: _Log, tasks: list[Task]) -> list[Finding]:
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


def follow_share(task: Task) -> Seen:
    """What there is to see in some streams of a log."""
    reading = read_log(task.url)
    try:
        noted = Noted()
        check = _Log(reading, None, noted)
        check.pins = task.pinned
        found = list(check.follow(list(task.ends), task.ends))
        counts = {name: stream.count for name, stream in check.streams.items()}
        ends = {name: followed.chain.version for name, followed in check.followed.items()}
        books = {name: stream.books for name, stream in check.streams.items() if isinstance(stream, Table)}
        return Seen(found, noted.linked, check.ledger.balances, counts, ends, books, list(check.notes()))
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


class Chain:
    """The versions, hashes and times of one stream, and what a checkpoint says of it."""

    def __init__(self, pinned: tuple[int, bytes] | None) -> None:
        self.version = self.at = 0
        self.digest = NOTHING_BEFORE
        self.pinned = pinned

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
        self.version, self.digest, self.at = version, digest, at
        return [Finding(kind, stream, version, what) for kind, what in wrong] if wrong else []


class _Followed:
    """One stream on its way through."""

    def __init__(self, name: str, stream: Stream, log: _Log) -> None:
        self.name, self.stream, self.ledger, self.twins = name, stream, log.ledger, log.twins
        self.passed = log.passed
        self.chain = Chain(log.pins.get(name))
        self.answers = Answers(name, stream, log.reading)

    def take(self, row: Columns) -> list[Finding]:
        _, version, _, _, _, _, kind, _, _, link, postings, _ = row
        found = self.chain.take(row)
        if self.passed and (decision := self.passed.get((self.name, version))):
            self.stream.pass_over()
            found += [Finding(why, self.name, version, what) for why, what in wrong_passing(row, decision)]
            return found + self._wrongly_answered(row)
        body = read_event(row)
        if isinstance(body, str):
            found.append(Finding("body", self.name, version, body))
            body = {}
        elif body.get("type", kind) != kind:  # it was renamed since
            kind = body["type"]
            row = Row._make(row)._replace(kind=kind)
        wrong = self.ledger.post(postings) if postings else []
        wrong += self.stream.take(row, body)
        if wrong:
            found += [Finding(why, self.name, version, what) for why, what in wrong]
        if link or kind in TWINS:
            found += self.twins.take(Row._make(row), body)
        return found + self._wrongly_answered(row) if self.answers.next is not None else found

    def _wrongly_answered(self, row: Columns) -> list[Finding]:
        said = self.answers.wrong(Row._make(row))
        return [Finding("answer", self.name, row[1], said)] if said else []


class _Log:
    """A log on its way through."""

    def __init__(
        self,
        reading: Reading,
        signed: Checkpoint | None,
        twins: Twins | Noted | None = None,
        *,
        caches: bool = True,
    ) -> None:
        self.reading, self.signed, self.caches = reading, signed, caches
        self.passed = decisions_in(reading)
        self.pins = signed.heads if signed else {}
        self.ledger, self.twins = Ledger(), twins or Twins()
        self._notes: list[str] = []
        self.followed: dict[str, _Followed] = {}
        self.ends: dict[str, int] = {}
        """The last versions of tables that another process followed."""
        self.streams: dict[str, Stream] = {}

    def _start(self, name: str) -> _Followed:
        stream = self.streams[name] = stream_of(name, self.reading, self.ledger, caches=self.caches)
        followed = self.followed[name] = _Followed(name, stream, self)
        return followed

    def version(self, name: str) -> int:
        """How far a stream goes."""
        return self.followed[name].chain.version if name in self.followed else self.ends.get(name, 0)

    def pinned(self, share: Iterable[str]) -> dict[str, tuple[int, bytes]]:
        return {name: self.pins[name] for name in share if name in self.pins}

    def follow(self, names: list[str], ends: Mapping[str, int] | None = None) -> Iterator[tuple[int, Finding]]:
        """Go through some streams, to these versions or to their ends; what is found, with its time.

        Records are taken by their time, those of one stream in their order; at one time, by stream.
        """
        read = self.reading.columns
        streams = [up_to(read(name), ends[name]) if ends else read(name) for name in names]
        waiting = [(row[2], n, row) for n, rows in enumerate(streams) if (row := next(rows, None))]
        heapify(waiting)
        while waiting:
            _, n, first = heappop(waiting)
            at, other = waiting[0][:2] if waiting else (None, 0)
            take = (self.followed.get(names[n]) or self._start(names[n])).take
            for row in chain([first], streams[n]):
                if at is not None and row[2] >= at and row is not first and (row[2] > at or n > other):
                    heappush(waiting, (row[2], n, row))
                    break
                found = take(row)
                if not self.caches:
                    forget_all()
                if found:
                    yield from [(row[2], finding) for finding in found]

    def join(self, seen: Seen) -> list[tuple[int, Finding]]:
        """Add what another process saw of its tables."""
        for account, cents in seen.balances.items():
            self.ledger.balances[account] = self.ledger.balances.get(account, 0) + cents
        for name, count in seen.counts.items():
            table = Table(name, self.reading, self.ledger)
            table.count, table.fold, table.books = count, None, seen.books[name]
            self.streams[name], self.ends[name] = table, seen.ends[name]
        self._notes += seen.notes
        return seen.findings + [(row.at, wrong) for row, body in seen.linked for wrong in self.twins.take(row, body)]

    def finish(self) -> Iterator[Finding]:
        """What can be said only when everything has been seen."""
        if isinstance(self.twins, Twins):
            yield from self.twins.left_over()
        for name, (version, _) in (self.signed.heads if self.signed else {}).items():
            there = self.version(name)
            if there < version:
                yield Finding("checkpoint", name, there, f"the log ends here, the checkpoint goes to version {version}")
        yield from wrong_answers(self.reading, self.streams)
        seals = next((each.fold for each in self.streams.values() if isinstance(each, Sealed)), None)
        if seals is not None:
            yield from seals.broken(self.reading.given(), {name: self.version(name) for name in seals.streams})
        opened = {name for stream in self.streams.values() if isinstance(stream, Table) for name in stream.books}
        for fingerprint, body in self.reading.books():
            if fingerprint not in opened:
                yield Finding("book", "", 0, f"{fingerprint[:12]}: no table was opened under it")
            if why := wrong_book(fingerprint, body):
                yield Finding("book", "", 0, f"{fingerprint[:12]}: {why}")
        for table, row in self.reading.sums():
            yield Finding("checksum", "", 0, f"a row of {table} does not have its checksum: {harmless(row)[:80]}")
        for stream, version, what in self.reading.strays():
            yield Finding("postings", stream, version, what)
        for what in self.reading.unguarded():
            yield Finding("guards", "", 0, harmless(what)[:120])
        for what in self.reading.settings():
            yield Finding("settings", "", 0, what)
        yield from self._purses()
        yield from self._play_money()
        yield from self._doors()

    def notes(self) -> Iterator[str]:
        yield from self._notes
        for stream in self.streams.values():
            if isinstance(stream, Table) and stream.fold is not None:
                yield from stream.fold.notes()

    def _doors(self) -> Iterator[Finding]:
        """Who may come in is who the log says, and what is shown as the rules is what was installed."""
        if (kept := self.reading.shelves()) is None:
            return
        rows = list(kept)
        cage = next((stream.fold for stream in self.streams.values() if isinstance(stream, Cage)), None)
        if cage is not None or CAGE not in self.streams:
            documents = cage.documents if cage else set()
            yield from (Finding("document", "", 0, what) for what in wrong_documents(rows, documents))
        door = next((stream for stream in self.streams.values() if isinstance(stream, Door)), None)
        if door is None:
            if before := sum(shelf not in UNRECORDED and shelf != RULES for shelf, _, _ in rows):
                self._notes.append(f"{before} accounts, sessions and terminals are from before they were recorded")
        elif door.fold is not None:
            yield from (Finding("door", DOOR, 0, what) for what in door.fold.left_over(rows))

    def _play_money(self) -> Iterator[Finding]:
        """What tables of play money printed is taken nowhere where money is real."""
        kinds = tables_by_kind(self.reading)
        self._notes += side_by_side(*kinds)
        for cage in [stream.fold for stream in self.streams.values() if isinstance(stream, Cage)]:
            yield from crossed(cage.taken, *kinds) if cage is not None else ()

    def _purses(self) -> Iterator[Finding]:
        """Money away from the tables is where the cage says it is."""
        fold = next((stream.fold for stream in self.streams.values() if isinstance(stream, Cage)), None)
        for kind, what in wrong_accounts(fold, self.ledger.balances):
            yield Finding(kind, "", 0, what)
