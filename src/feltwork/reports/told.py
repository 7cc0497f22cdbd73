"""A floor's report as data for a program, and as rows for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime
from io import StringIO

from feltwork.cage.report import Count
from feltwork.cage.report import Report as CageReport
from feltwork.money import format_money
from feltwork.reports.floor_report import FloorReport, Measure
from feltwork.reports.period import HOUR
from feltwork.reports.table_figures import Figures, Part
from feltwork.reports.terminal_meters import TerminalMeter
from feltwork.views.takings import Takings

TICKETS = (
    "outstanding before",
    "issued at the cage",
    "issued at terminals",
    "paid at the cage",
    "paid at terminals",
    "paid by hand",
    "not paid by hand after all",
    "void",
    "expired",
    "withheld",
    "received back and withheld",
    "released",
    "found not payable",
    "outstanding now",
)
"""What is told of tickets, in this order, where there is none too."""
MONEY = ("drop", "collected", "turnover", "win", "commission", "rounding")
COUNTS = ("rounds", "rounds_an_hour", "over", "under", "no_rolls")
METERS = ("came_in", "out", "staked", "won", "credit", "ledger", "off")
HOLD = ("hold", "expected", "band", "words")
"""What of a hold is a figure or a sentence."""
Row = tuple[str, str, str]
"""Where, what, how much."""


def report_data(report: FloorReport) -> dict[str, object]:
    """Money is written in dollars, so that no reader takes cents for them."""
    cage = report.cage
    return {
        "period": report.period.words,
        "since": report.period.since,
        "until": report.period.until,
        "tables": [table_data(figures) for figures in report.tables],
        "all": table_data(together(report.tables)),
        "parts": parts_data(report),
        "step": "hour" if report.period.step == HOUR else "day",
        "devices": devices_data(report),
        "meters": [meter_data(table, meter) for table, meter in meters(report)],
        "tickets": {name: [count.number, format_money(count.cents)] for name, count in tickets(cage).items()},
        "hand_pays": [cage.by_hand.number, format_money(cage.by_hand.cents)],
        "accounts": {
            account.name: list(map(format_money, (account.opening, account.came, account.went, account.closing)))
            for account in cage.accounts.values()
        },
        "fairness": [unfair.words for unfair in report.fairness],
        "measures": [measure_data(measure) for measure in report.measures],
        "disputes": report.disputes,
        "duties": report.duties,
        "wrong": report.wrong,
    }


def table_data(figures: Figures) -> dict[str, object]:
    """One table, or all of them."""
    told: dict[str, object] = {"table": figures.table, "book": figures.book}
    told |= {name: format_money(getattr(figures, name)) for name in MONEY}
    told |= {name: getattr(figures, name) for name in COUNTS}
    told["no_rolls_by_shooter"] = dict(figures.no_rolls_by_shooter)
    told["no_rolls_by_caller"] = dict(figures.no_rolls_by_caller)
    told["hold"] = figures.hold
    return told


def together(tables: list[Figures]) -> Figures:
    """Every table of the floor in one: tables are independent, so what their bands are made from adds up."""
    whole = Figures("")
    for figures in tables:
        for name in (*MONEY, "rounds", "open_time", "over", "under", "no_rolls"):
            setattr(whole, name, getattr(whole, name) + getattr(figures, name))
        whole.no_rolls_by_shooter += figures.no_rolls_by_shooter
        whole.no_rolls_by_caller += figures.no_rolls_by_caller
        whole.sums = whole.sums.plus(figures.sums)
        for number, part in figures.parts.items():
            sum_ = whole.parts.setdefault(number, Part())
            sum_.drop, sum_.win, sum_.rounds = sum_.drop + part.drop, sum_.win + part.win, sum_.rounds + part.rounds
    whole.hold = Takings(sums=whole.sums).reading()
    return whole


def parts_data(report: FloorReport) -> list[dict[str, object]]:
    """Every table together, hour by hour from the first to the last in which something happened; or day by day."""
    found, step = together(report.tables).parts, report.period.step
    return [
        {
            "at": part_name(report.period.since + number * step, step),
            "drop": format_money(part.drop),
            "win": format_money(part.win),
            "rounds": part.rounds,
        }
        for number in range(min(found, default=0), max(found, default=-1) + 1)
        for part in [found.get(number, Part())]
    ]


def part_name(at: int, step: int) -> str:
    """When a part of the period begins."""
    return moment(at)[-5:] if step == HOUR else moment(at)[:10]


def devices_data(report: FloorReport) -> list[dict[str, object]]:
    """How often each side of the dice and wheels at the tables came up since they came there."""
    return [
        {"table": devices.table, "device": name, "rounds": watch.rounds, "sides": list(sides), "came": watch.counts}
        for devices in report.devices
        for name, watch, sides in devices.shares()
    ]


def meters(report: FloorReport) -> list[tuple[str, TerminalMeter]]:
    """The terminals of every electronic table."""
    return [(figures.table, meter) for figures in report.tables for meter in figures.meters]


def meter_data(table: str, meter: TerminalMeter) -> dict[str, object]:
    """One terminal; what is off by the ledger last."""
    return {"table": table, "seat": meter.seat} | {name: format_money(getattr(meter, name)) for name in METERS}


def tickets(cage: CageReport) -> dict[str, Count]:
    """Every row of the tickets, zeros too."""
    return {name: cage.tickets.get(name, Count()) for name in TICKETS} | cage.tickets


def measure_data(measure: Measure) -> dict[str, object]:
    """A bar, an exclusion or another measure, and until when it held."""
    return {
        "at": moment(measure.at),
        "measure": measure.measure,
        "person": measure.person,
        "book": measure.book,
        "reason": measure.reason,
        "clause": measure.clause,
        "by": measure.by,
        "ended": moment(measure.ended) if measure.ended else "",
    }


def moment(at: int) -> str:
    """A time of the log as this machine's clock says it."""
    return datetime.fromtimestamp(at // 1_000_000).astimezone().strftime("%Y-%m-%d %H:%M")


def rows(report: FloorReport) -> Iterator[Row]:
    """Every figure in a line: where, what, how much."""
    for figures in (*report.tables, together(report.tables)):
        where = figures.table or "all tables"
        for name, value in table_data(figures).items():
            if name in ("table", "book"):
                continue
            if isinstance(value, dict):
                parts = [part for part in (HOLD if name == "hold" else value) if part in value]
                yield from ((where, f"{name.replace('_', ' ')}: {part}", str(value[part])) for part in parts)
            else:
                yield where, name.replace("_", " "), str(value)
    cage = report.cage
    for part in parts_data(report):
        yield from (("all tables", f"{part['at']} {name}", str(part[name])) for name in ("drop", "win", "rounds"))
    for table, meter in meters(report):
        for name in METERS:
            yield "meters", f"{table} seat {meter.seat} {name.replace('_', ' ')}", format_money(getattr(meter, name))
    for name, count in tickets(cage).items():
        yield "cage", f"tickets {name}", f"{count.number} of {format_money(count.cents)}"
    yield "cage", "payments by hand", f"{cage.by_hand.number} of {format_money(cage.by_hand.cents)}"
    for account in cage.accounts.values():
        yield "accounts", account.name, format_money(account.closing)
    for measure in report.measures:
        about = measure_data(measure)
        ended = f", ended {about['ended']}" if measure.ended else ", in force"
        said = f"{measure.person}: {measure.reason} ({measure.clause}), by {measure.by}{ended}"
        yield "conduct", f"{about['at']} {measure.measure}", said
    for name, number in report.disputes.items():
        yield "disputes", name, str(number)
    for name, number in report.duties.items():
        yield "duties", name, str(number)
    for unfair in report.fairness:
        yield "fairness", "alarm", unfair.words
    for wrong in report.wrong:
        yield "variance", "found", wrong


def as_csv(report: FloorReport) -> str:
    """The same rows for a spreadsheet; a cell that a spreadsheet would run as a formula is quoted."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("where", "what", "value"))
    for row in rows(report):
        writer.writerow([f"'{cell}" if cell[:1] in "=+@\t" else cell for cell in row])
    return out.getvalue()
