"""The day's reconciliation from a store."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from heapq import merge
from itertools import takewhile
from operator import attrgetter

from feltwork.cage.events import CAGE, CAGE_EVENTS, CageEvent
from feltwork.cage.report import GROUPS, Entry, Report, carry, reconcile
from feltwork.engine.aggregates import ACCOUNTS, is_decided_on
from feltwork.engine.carried_over import Brought, Heads, brought_over, carry_over
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import is_passed, read_event
from feltwork.store.clock import last_time
from feltwork.store.port import EventLog, Head, Store, StoreError
from feltwork.table.live.events import BoughtIn, Collected
from feltwork.table.live.schema import LIFE

METERED = ("bought-in", "collected")


def day_of(text: str | None, now: int) -> tuple[int, int]:
    """From when to when a day lasts by this machine's clock, in microseconds; without one, today."""
    try:
        day = date.fromisoformat(text) if text else datetime.fromtimestamp(now // 1_000_000).astimezone().date()
        if text and day.isoformat() != text:  # 20260131 and 2026-W05-6 are days too, but not as we write them
            raise ValueError(text)
        bounds = [datetime.combine(d, time.min).astimezone() for d in (day, day + timedelta(days=1))]
        return int(bounds[0].timestamp()) * 1_000_000, int(bounds[1].timestamp()) * 1_000_000
    except (ValueError, OverflowError, OSError):
        raise StoreError(f"a day is written 2026-01-31, not {text!r:.40}") from None


def day_report(store: Store, day: str | None = None, key: bytes = b"") -> Report:
    return reconciled(store, *day_of(day, store.now()), key)


def reconciled(store: Store, since: int, until: int, key: bytes = b"") -> Report:
    """Everything from one time to another, the end not included.

    With the floor's key it goes on from the last day that was carried over, and carries this one over; without it, what
    is carried over cannot be told from what somebody made up, and the log is read from its first record.
    """
    return reconciled_from(store, brought_to(store, since, key), since, until)


def brought_to(store: Store, since: int, key: bytes = b"") -> Brought:
    """What the day that a time is in begins with, and where every stream stood then; without a key, nothing."""
    begins = midnight(since)
    brought = (brought_over(store, begins, key) if key else None) or Brought()
    if key and brought.at < begins:
        brought = _carried_to(store, brought, begins)
        carry_over(store.snapshots, begins, brought, key)
    return brought


def reconciled_from(store: Store, brought: Brought, since: int, until: int) -> Report:
    """The same, from what was brought over to its day."""
    entries = _entries(store, brought.heads, until)
    return reconcile(entries, since, until, ACCOUNTS, brought.carried)


def carry_day_over(store: Store, key: bytes) -> None:
    """Carry today's beginning over, so that nobody who asks for a report waits for it."""
    now = store.now()
    reconciled(store, now, now, key)


def _carried_to(store: Store, brought: Brought, begins: int) -> Brought:
    """What is carried over to a day, from that to one before it."""
    groups = GROUPS | dict(ACCOUNTS)
    carried, heads = brought.carried, dict(brought.heads)
    for entry, head in _entries_and_heads(store, brought.heads, begins):
        carry(carried, entry, groups)
        heads[head.stream] = (head.version, head.hash)
    return Brought(begins, heads, carried)


def midnight(at: int) -> int:
    """The beginning of the day that a time is in, by this machine's clock."""
    try:
        day = datetime.fromtimestamp(max(at, 0) // 1_000_000).astimezone().date()
        return int(datetime.combine(day, time.min).astimezone().timestamp()) * 1_000_000
    except (ValueError, OverflowError, OSError):
        return 0


def last_day(log: EventLog) -> str | None:
    """The last day on which something happened, as it is written; nothing in an empty log."""
    at = last_time(log)
    return datetime.fromtimestamp(at // 1_000_000).astimezone().date().isoformat() if at else None


def _entries(store: Store, after: Heads, until: int) -> Iterator[Entry]:
    return (entry for entry, _ in _entries_and_heads(store, after, until))


def _entries_and_heads(store: Store, after: Heads, until: int) -> Iterator[tuple[Entry, Head]]:
    """The records after these heads and before a time, by their time."""
    streams = [head.stream for head in store.log.heads() if is_decided_on(head.stream)]
    passed = passed_over(store.log)
    reads = (store.log.read(stream, after.get(stream, (0, b""))[0]) for stream in streams)
    for record in merge(*(takewhile(lambda record: record.at < until, read) for read in reads), key=attrgetter("at")):
        event: CageEvent | BoughtIn | Collected | None = None
        head = Head(record.stream, record.version, record.hash)
        if is_passed(record, passed):
            yield Entry(record.at, record.actor, record.stream, None, ()), head
            continue
        if record.stream == CAGE:
            event = read_event(CAGE_EVENTS, record)
        elif record.kind in METERED:
            told = read_event(LIFE, record)
            event = told if isinstance(told, BoughtIn | Collected) else None
        yield Entry(record.at, record.actor, record.stream, event, record.postings), head
