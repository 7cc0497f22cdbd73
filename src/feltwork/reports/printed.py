"""A floor's report for a terminal of 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from feltwork.money import format_money
from feltwork.reports.floor_report import FloorReport
from feltwork.reports.table_figures import Figures
from feltwork.reports.told import measure_data, meters, parts_data, tickets, together

WIDE = 80
ALL = "all tables"
METERED = ("came_in", "out", "staked", "won", "credit", "off")


def lines(report: FloorReport) -> Iterator[str]:
    """Each part under its heading, and last whether everything comes to zero."""
    whole = together(report.tables)
    every = [*report.tables, whole]
    yield f"Report on {report.period.words}"
    yield from _grid("Money", ("", "drop", "collected", "turnover", "win"), [_money(one) for one in every])
    yield from _grid(
        "Commission, rounding given, rounds and limits",
        ("", "commission", "rounding", "rounds", "an hour", "over", "under"),
        [_counts(one) for one in every],
    )
    yield from _holds(every)
    yield from _no_rolls(whole)
    parts = [[str(part[name]) for name in ("at", "drop", "win", "rounds")] for part in parts_data(report)]
    yield from _grid("From", ("", "drop", "win", "rounds"), parts)
    yield from _cage(report)
    yield from _office(report)
    yield ""
    yield from wrap("; ".join(report.wrong) or "everything comes to zero", WIDE)


def _money(figures: Figures) -> list[str]:
    sums = (figures.drop, figures.collected, figures.turnover, figures.win)
    return [figures.table or ALL, *map(format_money, sums)]


def _counts(figures: Figures) -> list[str]:
    sums = (figures.commission, figures.rounding)
    counts = (figures.rounds, figures.rounds_an_hour, figures.over, figures.under)
    return [figures.table or ALL, *map(format_money, sums), *map(str, counts)]


def _holds(every: list[Figures]) -> Iterator[str]:
    yield from _heading("Hold")
    for figures in every:
        yield figures.table or ALL
        band = f"; {band_words(figures)}" if "band" in figures.hold else ""
        yield from wrap(f"{figures.hold['words']}{band}", WIDE, initial_indent="  ", subsequent_indent="  ")


def band_words(figures: Figures) -> str:
    """Between which holds the table's may lie."""
    expected, band = (float(str(figures.hold[name])) for name in ("expected", "band"))
    return f"band {expected - band:.1f}% to {expected + band:.1f}%"


def _no_rolls(whole: Figures) -> Iterator[str]:
    yield from _heading(f"No rolls: {whole.no_rolls}")
    for word, counted in (("shooter", whole.no_rolls_by_shooter), ("dealer", whole.no_rolls_by_caller)):
        yield from wrap(f"by {word}: {_by(counted)}", WIDE, subsequent_indent="  ")


def _by(counted: Counter[str]) -> str:
    return ", ".join(f"{who or 'nobody named'} {number}" for who, number in counted.most_common()) or "none"


def _cage(report: FloorReport) -> Iterator[str]:
    named = {**tickets(report.cage), "payments by hand": report.cage.by_hand}
    counted = [[name, str(count.number), format_money(count.cents)] for name, count in named.items()]
    yield from _grid("Tickets and payments by hand", ("", "number", "amount"), counted)
    metered = [
        [f"{table} {meter.seat}", *(format_money(getattr(meter, name)) for name in METERED)]
        for table, meter in meters(report)
    ]
    if metered:
        heads = ("", "in", "out", "staked", "won", "holds", "off")
        yield from _grid("Meters of terminals against the ledger", heads, metered)
    accounts = [
        [account.name, *map(format_money, (account.opening, account.came, account.went, account.closing))]
        for account in report.cage.accounts.values()
    ]
    yield from _grid("Accounts", ("", "opening", "in", "out", "closing"), accounts)


def _office(report: FloorReport) -> Iterator[str]:
    yield from _heading("Conduct")
    for measure in report.measures:
        about = measure_data(measure)
        ended = f"ended {about['ended']}" if measure.ended else "in force"
        said = f"{about['at']} {measure.measure} {measure.person}: {measure.reason} ({measure.clause}), "
        yield from wrap(f"{said}by {measure.by}, {ended}", WIDE, subsequent_indent="  ")
    if not report.measures:
        yield "nobody was barred or excluded"
    for title, counts in (("Disputes", report.disputes), ("Duties that were due", report.duties)):
        yield from _heading(title)
        yield ", ".join(f"{name} {number}" for name, number in counts.items())
    yield from _heading("Dice and wheels")
    for unfair in report.fairness:
        yield from wrap(f"alarm: {unfair.words}", WIDE, subsequent_indent="  ")
    if not report.fairness:
        yield "no alarm"


def _heading(title: str) -> Iterator[str]:
    yield ""
    yield title


def _grid(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Figures in columns to the right; a name that leaves no room for them has a line of its own."""
    widths = [max(len(row[at]) for row in (head, *rows)) + 2 for at in range(1, len(head))]
    longest = max((len(name) for name in (title, *(row[0] for row in rows))), default=0)
    first = max(0, min(longest, WIDE - sum(widths)))
    yield ""
    for name, *cells in ((title, *head[1:]), *rows):
        figures = "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        fits = len(name) <= first
        if not fits:
            yield name
        yield f"{name if fits else '':<{first}}{figures}".rstrip()
