"""One period of a whole floor: every table, the cage, conduct, disputes and duties, from its log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.cage.report import Report as CageReport
from feltwork.duties.aggregate import DUTIES
from feltwork.duties.state import DONE, DONE_LATE, DUE, LATE
from feltwork.engine.passed_over import passed_over
from feltwork.engine.reconciling import reconciled
from feltwork.engine.replay import apply_at, apply_at_table, is_passed, read_event
from feltwork.incidents.aggregate import INCIDENTS
from feltwork.incidents.events import DisputeClosed, DisputeDecided, DisputeRaised, MeasureEnded, MeasureTaken
from feltwork.reports.devices import TableDevices, Unfair
from feltwork.reports.period import Period
from feltwork.reports.posted import off_by
from feltwork.reports.table_figures import Figures, TableFold
from feltwork.store.port import Store
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable

TABLE = "table/"


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


def floor_report(store: Store, period: Period) -> FloorReport:
    """Read the log once and fold it."""
    passed = passed_over(store.log)
    streams = sorted(head.stream for head in store.log.heads())
    now = min(store.now(), period.until)
    folds = [_table(store, stream, period, passed) for stream in streams if stream.startswith(TABLE)]
    report = FloorReport(period, [fold.finish(now) for fold in folds], reconciled(store, period.since, period.until))
    report.tables = [figures for figures in report.tables if figures.book]
    report.fairness = [unfair for fold in folds for unfair in fold.devices.alarms]
    report.devices = [fold.devices for fold in folds if fold.figures.book]
    _conduct(store, report, passed)
    _duties(store, report, passed, now)
    at_tables = [why for fold in folds for why in fold.wrong()]
    report.wrong = [*report.cage.wrong, *at_tables, *off_by(store, period, passed)]
    return report


def _table(store: Store, stream: str, period: Period, passed: Container[bytes]) -> TableFold:
    table = stream.removeprefix(TABLE)
    live, fold = LiveTable(table), TableFold(table, period)
    for record in store.log.read(stream):
        if not is_passed(record, passed):
            fold.happen(live, record, read_event(LIFE, record))
        apply_at_table(live, record, store.log.book, passed)
        fold.moved_on(live, record)
    return fold


def _conduct(store: Store, report: FloorReport, passed: Container[bytes]) -> None:
    """Measures taken in the period, with when each ended, and what became of disputes."""
    measures: dict[int, Measure] = {}
    ended: dict[int, int] = {}
    until: dict[int, int] = {}
    disputes: Counter[str] = Counter(raised=0, decided=0, reviewed=0, closed=0)
    told: dict[type, str] = {DisputeRaised: "raised", DisputeDecided: "decided", DisputeClosed: "closed"}
    for stream in _streams(store, INCIDENTS):
        for record in store.log.read(stream):
            if is_passed(record, passed) or record.at >= report.period.until:
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


def _duties(store: Store, report: FloorReport, passed: Container[bytes], now: int) -> None:
    """Duties that were due in the period, as they stood at its end."""
    counted: Counter[str] = Counter({DONE: 0, DONE_LATE: 0, LATE: 0, DUE: 0})
    for stream in _streams(store, DUTIES):
        board = DUTIES.fresh(stream)
        for record in store.log.read(stream):
            if record.at < report.period.until:
                apply_at(DUTIES, board, record, passed)
        for duty in board.duties.values():
            if report.period.has(duty.due):
                counted[duty.standing_at(now)] += 1
    report.duties = {name: number for name, number in counted.items() if name in (DONE, DONE_LATE, LATE, DUE)}


def _streams(store: Store, kind: Any) -> list[str]:
    return sorted(head.stream for head in store.log.heads() if kind.has(head.stream))
