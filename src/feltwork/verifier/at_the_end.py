"""What can be said of a log only when all of it has been seen."""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.refusal import harmless
from feltwork.verifier.cage.checker import wrong_accounts
from feltwork.verifier.cage.play_money import crossed, side_by_side, tables_by_kind
from feltwork.verifier.entrance.door import DOOR, DoorChecker
from feltwork.verifier.entrance.shelves import RULES, UNRECORDED, wrong_documents
from feltwork.verifier.following import Log
from feltwork.verifier.log.answers import given_after, wrong_answers, wrong_answers_since
from feltwork.verifier.log.ranges import wrong_sums_after
from feltwork.verifier.log.rows import Finding
from feltwork.verifier.log.seals import Seals
from feltwork.verifier.log.twins import Twins
from feltwork.verifier.promotion.wagers import wrong_entries
from feltwork.verifier.streams import CAGE, AggregateStream, Cage, Table, checker_in
from feltwork.verifier.table.books import wrong_book


def left_over(log: Log) -> Iterator[Finding]:
    """Hold everything that was seen against each other: twins, answers, books, accounts, and the database itself."""
    if isinstance(log.twins, Twins):
        yield from log.twins.left_over()
    for name, (version, _) in (log.signed.heads if log.signed else {}).items():
        there = log.version(name)
        if there < version:
            yield Finding("checkpoint", name, there, f"the log ends here, the checkpoint goes to version {version}")
    yield from _answers(log)
    opened = {name for stream in log.streams.values() if isinstance(stream, Table) for name in stream.books}
    for fingerprint, body in log.reading.books():
        if fingerprint not in opened:
            yield Finding("book", "", 0, f"{fingerprint[:12]}: no table was opened under it")
        if why := wrong_book(fingerprint, body):
            yield Finding("book", "", 0, f"{fingerprint[:12]}: {why}")
    for table, row in log.reading.sums(["shelves"]) if log.cut else log.reading.sums():
        yield Finding("checksum", "", 0, f"a row of {table} does not have its checksum: {harmless(row)[:80]}")
    for stream, version, what in log.reading.strays() if not log.cut else ():
        yield Finding("postings", stream, version, what)
    for what in log.reading.unguarded():
        yield Finding("guards", "", 0, harmless(what)[:120])
    for what in log.reading.settings():
        yield Finding("settings", "", 0, what)
    yield from _aggregates(log)
    yield from wrong_entries(log.reading, log.passed)
    yield from _purses(log)
    yield from _play_money(log)
    yield from _doors(log)


def _answers(log: Log) -> Iterator[Finding]:
    """What commands were answered, and that it is what was sealed; after a cut, of what came since."""
    seals = checker_in(log.streams, Seals)
    ends = {name: log.version(name) for name in seals.streams} if seals is not None else {}
    if log.cut:
        yield from wrong_answers_since(log.reading, log.streams, log.answered, log.cut)
        after = {name: log.cut.get(name, 0) for name in log.streams}
        for row in wrong_sums_after(log.reading, after):
            yield Finding("checksum", "", 0, f"a row of answers does not have its checksum: {harmless(row)[:80]}")
        if seals is not None:
            yield from seals.broken(given_after(log.reading, {name: seals.held.get(name, 0) for name in ends}), ends)
        return
    yield from wrong_answers(log.reading, log.streams)
    if seals is not None:
        yield from seals.broken(log.reading.given(), ends)


def _aggregates(log: Log) -> Iterator[Finding]:
    """What the checkers of aggregates say when they have seen everything."""
    yield from log.looked_back()
    for name, stream in log.streams.items():
        if isinstance(stream, AggregateStream) and stream.fold is not None:
            yield from (Finding(kind, name, 0, what) for kind, what in stream.fold.left_over())


def _doors(log: Log) -> Iterator[Finding]:
    """Who may come in is who the log says, and what is shown as the rules is what was installed."""
    if (kept := log.reading.shelves()) is None:
        return
    rows = list(kept)
    cage = next((stream.fold for stream in log.streams.values() if isinstance(stream, Cage)), None)
    if cage is not None or CAGE not in log.streams:
        documents = cage.house.documents if cage else set()
        yield from (Finding("document", "", 0, what) for what in wrong_documents(rows, documents))
    door = checker_in(log.streams, DoorChecker)
    if DOOR not in log.streams:
        if before := sum(shelf not in UNRECORDED and shelf != RULES for shelf, _, _ in rows):
            log.noted.append(f"{before} accounts, sessions and terminals are from before they were recorded")
    elif door is not None:
        yield from (Finding("door", DOOR, 0, what) for what in door.kept.left_over(rows))


def _play_money(log: Log) -> Iterator[Finding]:
    """What tables of play money printed is taken nowhere where money is real."""
    kinds = tables_by_kind(log.reading)
    log.noted += side_by_side(*kinds)
    for cage in [stream.fold for stream in log.streams.values() if isinstance(stream, Cage)]:
        yield from crossed(cage.tickets.taken, *kinds) if cage is not None else ()


def _purses(log: Log) -> Iterator[Finding]:
    """Money away from the tables is where the cage says it is."""
    fold = next((stream.fold for stream in log.streams.values() if isinstance(stream, Cage)), None)
    for kind, what in wrong_accounts(fold, log.ledger.balances):
        yield Finding(kind, "", 0, what)
