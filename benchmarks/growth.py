"""What a long log costs: ``make bench``.

Two floors with a hundred thousand and a million records of the cage, two with as many of a table, and last days of the
same length. What a person waits for is timed at both, turn by turn, and the ratio counts: nothing should cost more
because the log is long.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
from benchmarks.figures import record
from benchmarks.long_table import STREAM, long_table, night_before
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.cage.commands import Deposit, PayTicket, SellTicket
from feltwork.cage.till import Till
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Body, Envelope
from feltwork.engine.reconciling import carry_day_over, day_report, last_day, midnight
from feltwork.reports.floor_report import carry_reports_over, floor_report
from feltwork.reports.period import period_of
from feltwork.reports.told import report_data as floor_data
from feltwork.server.api.cage_overview import overview, report_data
from feltwork.server.cage import CageReader
from feltwork.store.memory import MemoryStore
from feltwork.store.port import Batch, Store
from feltwork.store.sqlite import SqliteStore
from feltwork.store.trees import grown
from feltwork.verifier.evidence import make_pack
from feltwork.verifier.keys.checkpoint import make_checkpoint, read_checkpoint
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.saved_state import read_state, write_state
from feltwork.verifier.verify import Since, findings

SHORT, LONG, TURNS, GROUP, TODAY = 100_000, 1_000_000, 9, 400, 2_000
KEY = b"benchmarks" * 4
SIGNER, INSPECTOR = (Ed25519PrivateKey.from_private_bytes(KEY[at:][:32]) for at in (0, 5))
TILL = Till(key=KEY)
DAY = 24 * 60 * 60 * 1_000_000
BEGAN = 1_700_000_000_000_000
OUTSTANDING = 20_000
"""Of so many records at the end, every group leaves a ticket unpaid."""
A_DAY = 20_000
"""Records of a day before the last."""


class Clock:
    """Time by the number of records: so many to a day."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> int:
        return self.now


def built(path: Path, records: int) -> SqliteStore:
    """A floor whose tickets were sold and paid on many days, with some outstanding, and today's."""
    clock = Clock()
    desk = Desk(MemoryStore(clock), TILL)
    number = 0

    def send(bodies: list[Body]) -> None:
        nonlocal number
        sent = [Envelope(f"k{number + n}", "cage", "cass", "cashier", body) for n, body in enumerate(bodies)]
        number += len(bodies)
        desk.submit_many(sent)

    today = False
    while number < records:
        if not today and number >= records - TODAY:
            today, clock.now = True, midnight(clock.now + DAY + DAY // 4)
        sold = [SellTicket(50_00) for _ in range(GROUP // 2 - 1)]
        send([Deposit("ann", 1_00), *sold])
        last = desk.streams.head("cage").version
        tickets = [desk.ticket_number(last - n) for n in range(len(sold)) if n or number < records - OUTSTANDING]
        send([PayTicket(ticket) for ticket in tickets])
        clock.now += 1_000_000 if today else DAY * GROUP // A_DAY
        if sys.stderr.isatty() and number % 10_000 < GROUP:
            print(f"  {number:,} records", end="\r", file=sys.stderr)
    store = SqliteStore(path)
    store.now = clock  # type: ignore[method-assign]
    found = list(desk.store.log.read("cage"))
    for start in range(0, len(found), 5000):
        store.log.append(Batch(tuple(found[start : start + 5000])))
    saved = Desk(store, TILL)
    saved.close()
    carry_day_over(store, KEY)
    return store


def snapshot_bytes(store: Store) -> int:
    kept = store.snapshots.get("sealed/cage")
    assert kept is not None
    return len(kept.body)


def reopened(store: Store) -> int:
    return Desk(store, TILL).cage.version


def page(store: Store) -> Callable[[], int]:
    reader = CageReader(store, KEY, frozenset())

    def asked() -> int:
        reader.catch_up()
        return len(msgspec.json.encode(overview(reader.state, {})))

    return asked


def expiring(store: Store) -> Callable[[], int]:
    reader = CageReader(store, KEY, frozenset())
    return lambda: sum(ticket.standing == "open" and ticket.expires <= 0 for ticket in reader.state.tickets.values())


def report(store: Store) -> Callable[[], int]:
    return lambda: len(msgspec.json.encode(report_data(day_report(store, None, KEY))))


def floors_report(store: Store) -> Callable[[], int]:
    """The last day of the whole floor, from what was carried over to it."""
    carry_reports_over(store, KEY)
    period = period_of(last_day(store.log) or "")
    return lambda: len(msgspec.json.encode(floor_data(floor_report(store, period, KEY))))


def signed_checkpoint(store: Store) -> bytes:
    """A checkpoint with the tree of the table, which a long log gets by and by."""
    while True:
        heads = store.log.heads()
        trees = grown(store, heads, SIGNER)
        if STREAM in trees:
            return make_checkpoint(heads, store.now(), 1, SIGNER, (), trees)


def packed(store: SqliteStore) -> Callable[[], int]:
    """The evidence for a round of the last night, from the file."""
    checkpoint, until = signed_checkpoint(store), store.log.head(STREAM).version
    settled = [one.version for one in store.log.read(STREAM, until - 1_000) if one.kind == "round-settled"]

    def made() -> int:
        reading = read_log(str(store.path), looked_over=False)
        try:
            return len(make_pack(reading, "t", settled[0], checkpoint))
        finally:
            reading.close()

    return made


def verified_since(store: SqliteStore) -> Callable[[], int]:
    """Verifying the last night, from what a verification of all nights before it came to."""
    last = signed_checkpoint(store)
    before = make_checkpoint(night_before(store), store.now(), 1, SIGNER)
    since, saving = read_checkpoint(before), list[bytes]()
    reading = read_log(str(store.path))
    assert not list(findings(reading, before, SIGNER.public_key(), saving=saving))
    reading.close()
    state = write_state(saving[0], since, INSPECTOR)

    def verified() -> int:
        reading = read_log(str(store.path), looked_over=False)
        try:
            cut = read_state(state, since, INSPECTOR.public_key())
            return len(list(findings(reading, last, SIGNER.public_key(), since=Since(since, cut))))
        finally:
            reading.close()

    return verified


def ratio(name: str, title: str, short: Callable[[], int], long: Callable[[], int]) -> None:
    """Time both, turn by turn, and tell the ratio."""
    short(), long()
    pairs = [(_milliseconds(short), _milliseconds(long)) for _ in range(TURNS)]
    one, ten = (median(side) for side in zip(*pairs, strict=True))
    print(f"{title}: {one:.2f} ms and {ten:.2f} ms, {ten / one:.2f} times")
    record(name, [after / before for before, after in pairs])


def _milliseconds(work: Callable[[], int]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    sizes = tuple(int(text) for text in sys.argv[1:3]) if len(sys.argv) > 2 else (SHORT, LONG)
    for measured in (at_the_cage, at_a_table):
        with tempfile.TemporaryDirectory() as folder:
            measured(Path(folder), sizes)


def at_the_cage(folder: Path, sizes: tuple[int, ...]) -> None:
    short, long = (built(folder / f"{n}.db", n) for n in sizes)
    print(f"floors of {short.log.head('cage').version:,} and {long.log.head('cage').version:,} records of the cage")
    ratio("long-day-report", "a day's report of the cage", report(short), report(long))
    ratio("long-cage-page", "the cage's page", page(short), page(long))
    ratio("long-expiry-scan", "looking for tickets past their date", expiring(short), expiring(long))
    ratio("long-cage-reopened", "the cage reopened", lambda: reopened(short), lambda: reopened(long))
    held = snapshot_bytes(short), snapshot_bytes(long)
    print(f"the cage's snapshot: {held[0]:,} and {held[1]:,} bytes, {held[1] / held[0]:.2f} times")
    record("long-cage-snapshot", [held[1] / held[0]])
    short.close()
    long.close()


def at_a_table(folder: Path, sizes: tuple[int, ...]) -> None:
    short, long = (long_table(folder / f"{n}.db", n) for n in sizes)
    print(f"floors of {short.log.head(STREAM).version:,} and {long.log.head(STREAM).version:,} records of a table")
    ratio("long-floor-report", "a day's report of the floor", floors_report(short), floors_report(long))
    packs = packed(short), packed(long)
    ratio("long-pack", "evidence for one round", *packs)
    held = packs[0](), packs[1]()
    print(f"its file: {held[0]:,} and {held[1]:,} bytes, {held[1] / held[0]:.2f} times")
    record("long-pack-bytes", [held[1] / held[0]])
    ratio("long-verify-since", "verifying the last night", verified_since(short), verified_since(long))
    short.close()
    long.close()


if __name__ == "__main__":
    main()
