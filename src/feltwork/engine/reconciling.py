"""The day's reconciliation from a store."""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import date, datetime, time, timedelta
from heapq import merge
from operator import attrgetter

from feltwork.cage.events import CAGE, CAGE_EVENTS, CageEvent
from feltwork.cage.report import Entry, Report, reconcile
from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import is_passed, read_event
from feltwork.store.clock import last_time
from feltwork.store.port import EventLog, Record, Store, StoreError
from feltwork.table.live.events import BoughtIn, Collected
from feltwork.table.live.schema import LIFE

METERED = ("bought-in", "collected")


def day_of(text: str | None, now: int) -> tuple[int, int]:
    """From when to when a day lasts by this machine's clock, in microseconds; without one, today."""
    try:
        day = date.fromisoformat(text) if text else datetime.fromtimestamp(now // 1_000_000).astimezone().date()
        bounds = [datetime.combine(d, time.min).astimezone() for d in (day, day + timedelta(days=1))]
        return int(bounds[0].timestamp()) * 1_000_000, int(bounds[1].timestamp()) * 1_000_000
    except (ValueError, OverflowError, OSError):
        raise StoreError(f"a day is written 2026-01-31, not {text!r:.40}") from None


def day_report(store: Store, day: str | None = None) -> Report:
    since, until = day_of(day, store.now())
    streams = [h.stream for h in store.log.heads() if h.stream == CAGE or h.stream.startswith("table/")]
    records = merge(*(store.log.read(stream) for stream in streams), key=attrgetter("at"))
    return reconcile(_entries(records, passed_over(store.log)), since, until)


def last_day(log: EventLog) -> str | None:
    """The last day on which something happened, as it is written; nothing in an empty log."""
    at = last_time(log)
    return datetime.fromtimestamp(at // 1_000_000).astimezone().date().isoformat() if at else None


def _entries(records: Iterator[Record], passed: Container[bytes]) -> Iterator[Entry]:
    for record in records:
        event: CageEvent | BoughtIn | Collected | None = None
        if is_passed(record, passed):
            continue
        if record.stream == CAGE:
            event = read_event(CAGE_EVENTS, record)
        elif record.kind in METERED:
            told = read_event(LIFE, record)
            event = told if isinstance(told, BoughtIn | Collected) else None
        yield Entry(record.at, record.actor, record.stream, event, record.postings)
