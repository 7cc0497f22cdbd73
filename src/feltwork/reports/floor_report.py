"""One period of a whole floor: every table, the cage, conduct, disputes and duties, from its log alone.

With the floor's key a report costs what its days cost: it goes on from where every stream stood when they began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from itertools import takewhile
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.cage.report import Report as CageReport
from feltwork.duties.aggregate import DUTIES
from feltwork.duties.state import DONE, DONE_LATE, DUE, LATE
from feltwork.engine.passed_over import passed_over
from feltwork.engine.reconciling import brought_to, reconciled_from
from feltwork.engine.replay import is_passed, read_event
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.incidents.events import DisputeClosed, DisputeDecided, DisputeRaised, MeasureEnded, MeasureTaken
from feltwork.reports.carried import Beginning, followed
from feltwork.reports.devices import TableDevices, Unfair
from feltwork.reports.followed import TABLE, way_of_duties, way_of_table
from feltwork.reports.period import Period
from feltwork.reports.posted import off_by
from feltwork.reports.table_figures import Figures
from feltwork.store.port import Store


class Measure(Struct, frozen=True):
    """Somebody barred, excluded, or otherwise dealt with in the period."""

    at: int
    number: int
    measure: str
    person: str
    book: str
    reason: str
    clause: str
    by: str
    ended: int = 0
    """When it was lifted, or ended by itself before the end of the period; 0 while it holds."""


class FloorReport(Struct):
    """A period of a floor."""

    period: Period
    tables: list[Figures]
    cage: CageReport
    fairness: list[Unfair] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    disputes: dict[str, int] = field(default_factory=dict)
    """Raised, decided, reviewed and closed in the period."""
    duties: dict[str, int] = field(default_factory=dict)
    """Of those due in the period: done, done late, late."""
    devices: list[TableDevices] = field(default_factory=list)
    """Dice and wheels as they were watched."""
    wrong: list[str] = field(default_factory=list)
    """What does not come to zero, each with its account."""


def floor_report(store: Store, period: Period, key: bytes = b"") -> FloorReport:
    """Fold what happened up to the end of the period; with the floor's key, from the day on in which it begins."""
    passed = passed_over(store.log)
    begin = Beginning(brought_to(store, period.since, key), key)
    streams = sorted(head.stream for head in store.log.heads())
    now = min(store.now(), period.until)
    folds = [
        followed(store, stream, way_of_table(stream, period, passed, store.log), begin, period.until).fold
        for stream in streams
        if stream.startswith(TABLE)
    ]
    cage = reconciled_from(store, begin.brought, period.since, period.until)
    report = FloorReport(period, [fold.finish(now) for fold in folds], cage)
    report.tables = [figures for figures in report.tables if figures.book]
    report.fairness = [unfair for fold in folds for unfair in fold.devices.alarms]
    report.devices = [fold.devices for fold in folds if fold.figures.book]
    _conduct(store, report, passed, begin)
    _duties(store, report, passed, begin, now)
    at_tables = [why for fold in folds for why in fold.wrong()]
    report.wrong = [*report.cage.wrong, *at_tables, *off_by(store, period, passed, begin)]
    return report


def carry_reports_over(store: Store, key: bytes) -> None:
    """Keep what today begins with, so that nobody who asks for a report waits for the days before."""
    now = store.now()
    floor_report(store, Period(now, now, ""), key)


def _conduct(store: Store, report: FloorReport, passed: Container[bytes], begin: Beginning) -> None:
    """Measures taken in the period, with when each ended, and what became of disputes."""
    measures: dict[int, Measure] = {}
    ended: dict[int, int] = {}
    until: dict[int, int] = {}
    disputes: Counter[str] = Counter(raised=0, decided=0, reviewed=0, closed=0)
    told: dict[type, str] = {DisputeRaised: "raised", DisputeDecided: "decided", DisputeClosed: "closed"}
    for stream in _streams(store, INCIDENTS):
        records = store.log.read(stream, begin.head(stream).version)
        for record in takewhile(lambda record: record.at < report.period.until, records):
            if is_passed(record, passed):
                continue
            event = read_event(INCIDENTS.events, record)
            if isinstance(event, MeasureEnded):
                ended[event.measure] = record.at
            elif report.period.has(record.at) and isinstance(event, MeasureTaken):
                about = (event.number, event.measure, event.person, event.book, event.reason, event.clause)
                measures[event.number] = Measure(record.at, *about, record.actor)
                until[event.number] = event.until if 0 < event.until < report.period.until else 0
            elif report.period.has(record.at) and type(event) in told:
                disputes["reviewed" if getattr(event, "review", False) else told[type(event)]] += 1
    report.measures = [replace(m, ended=ended.get(m.number) or until[m.number]) for m in measures.values()]
    report.disputes = dict(disputes)


def _duties(store: Store, report: FloorReport, passed: Container[bytes], begin: Beginning, now: int) -> None:
    """Duties that were due in the period, as they stood at its end."""
    counted: Counter[str] = Counter({DONE: 0, DONE_LATE: 0, LATE: 0, DUE: 0})
    for stream in _streams(store, DUTIES):
        board = followed(store, stream, way_of_duties(stream, passed), begin, report.period.until).board
        for duty in board.duties.values():
            if report.period.has(duty.due):
                counted[duty.standing_at(now)] += 1
    report.duties = {name: number for name, number in counted.items() if name in (DONE, DONE_LATE, LATE, DUE)}


def _streams(store: Store, kind: Any) -> list[str]:
    return sorted(head.stream for head in store.log.heads() if kind.has(head.stream))
