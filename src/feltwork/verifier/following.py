"""A log on its way through the verifier: its streams side by side, record by record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import chain

from feltwork.verifier.aggregates import checked_kind, watched_at_tables
from feltwork.verifier.keys.checkpoint import Checkpoint
from feltwork.verifier.log.answers import Answers
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.chain import Chain
from feltwork.verifier.log.passed_over import decisions_in, wrong_passing
from feltwork.verifier.log.ranges import columns_after
from feltwork.verifier.log.rows import Columns, Finding, Reading, Row
from feltwork.verifier.log.twins import HAS_TWIN, Twins
from feltwork.verifier.parallel import Linked, Noted, Seen, up_to
from feltwork.verifier.remembered import forget_all
from feltwork.verifier.streams import AggregateStream, Ledger, Stream, Table, stream_of


class Followed:
    """One stream on its way through."""

    def __init__(self, name: str, stream: Stream, log: Log) -> None:
        self.name, self.stream, self.ledger, self.twins = name, stream, log.ledger, log.twins
        self.passed = log.passed
        is_table = isinstance(stream, Table)
        if isinstance(stream, Table):
            stream.alarms = log.at_tables
        self.watching = {} if is_table else log.watching  # another process may follow a table
        self.noting: Mapping[str, tuple[str, ...]] = log.noting if is_table else {}
        self.noted = log.at_tables
        self.may_be_twin = isinstance(stream, AggregateStream)
        self.chain = log.chains.get(name) or Chain(log.pins.get(name), log.trees.get(name))
        self.answers = Answers(name, stream, log.reading, log.cut.get(name, 0))

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
        if kind in self.watching:
            wrong += [problem for other in self.watching[kind] for problem in other.watch(Row._make(row), body)]
        if kind in self.noting:
            kept = {name: body[name] for name in self.noting[kind] if name in body}
            self.noted.append((Row._make(row)._replace(body=b"", postings=(), digest=b""), kept))
        if wrong:
            found += [Finding(why, self.name, version, what) for why, what in wrong]
        if link or kind in HAS_TWIN or self.may_be_twin:
            found += self.twins.take(Row._make(row), body)
        return found + self._wrongly_answered(row) if self.answers.next is not None else found

    def _wrongly_answered(self, row: Columns) -> list[Finding]:
        said = self.answers.wrong(Row._make(row))
        return [Finding("answer", self.name, row[1], said)] if said else []


class Log:
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
        self.trees: Mapping[str, bytes] = signed.trees if signed else {}
        self.ledger, self.twins = Ledger(), twins or Twins()
        self.cut: dict[str, int] = {}
        """Where an earlier verification left off: only what comes after is looked at."""
        self.answered = 0
        """How many records up to there were answered."""
        self.chains: dict[str, Chain] = {}
        self.noted: list[str] = []
        self.followed: dict[str, Followed] = {}
        self.ends: dict[str, int] = {}
        """The last versions of tables that another process followed."""
        self.streams: dict[str, Stream] = {}
        self.watching: dict[str, list[AggregateStream]] = {}
        """Aggregates that look at events of other streams, by the kind of event."""
        self.noting = watched_at_tables(reading.streams())
        """Kinds of event of tables that the aggregates of this log look at, with their fields."""
        self.at_tables: Linked = []
        """Such records, for when all has been seen."""

    def _start(self, name: str) -> Followed:
        stream = self.streams.get(name) or stream_of(name, self.reading, self.ledger, caches=self.caches)
        self.streams[name] = stream
        if isinstance(stream, AggregateStream):
            for kind in stream.watched:
                self.watching.setdefault(kind, []).append(stream)
        followed = self.followed[name] = Followed(name, stream, self)
        return followed

    def version(self, name: str) -> int:
        """How far a stream goes."""
        return self.followed[name].chain.version if name in self.followed else self.ends.get(name, 0)

    def pinned(self, share: Iterable[str]) -> dict[str, tuple[int, bytes]]:
        return {name: self.pins[name] for name in share if name in self.pins}

    def follow(
        self, names: list[str], ends: Mapping[str, int] | None = None, after: Mapping[str, int] | None = None
    ) -> Iterator[tuple[int, Finding]]:
        """Go through some streams, after these versions, to these versions or to their ends; what is found, with its
        time.

        Records are taken by their time, those of one stream in their order; at one time, by stream.
        """
        for name in names:
            if checked_kind(name) is not None and name not in self.followed:
                self._start(name)  # it may watch what comes before its own first record
        reads = [columns_after(self.reading, name, (after or {}).get(name, 0)) for name in names]
        streams = [up_to(rows, ends[name]) if ends else rows for name, rows in zip(names, reads, strict=True)]
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
        self.noted += seen.notes
        self.at_tables += seen.at_tables
        return seen.findings + [(row.at, wrong) for row, body in seen.linked for wrong in self.twins.take(row, body)]

    def looked_back(self) -> Iterator[Finding]:
        """What is wrong at tables by what other streams say, now that all of them have been seen."""
        looking = [stream for stream in self.streams.values() if isinstance(stream, AggregateStream)]
        for row, body in sorted(self.at_tables, key=lambda noted: noted[0].at) if looking else ():
            for stream in looking:
                if row.kind in stream.watched_at_tables:
                    yield from (Finding(why, row.stream, row.version, what) for why, what in stream.watch(row, body))

    def notes(self) -> Iterator[str]:
        """What is not wrong but worth knowing."""
        yield from self.noted
        for stream in self.streams.values():
            if isinstance(stream, Table) and stream.fold is not None:
                yield from stream.fold.notes()
                yield from (f"alarm: {words}" for words in stream.devices.told)
