"""A floor's report for paper."""

from __future__ import annotations

from feltwork.lab.papers.grid import Grid, grids_pdf
from feltwork.money import format_money
from feltwork.reports.floor_report import FloorReport
from feltwork.reports.printed import band_words
from feltwork.reports.told import COUNTS, METERS, MONEY, measure_data, meters, parts_data, rows, together


def report_pdf(report: FloorReport) -> bytes:
    """Money, holds, counts, cage, conduct and duties, each in a table of its own."""
    every = [*report.tables, together(report.tables)]
    named = [(figures.table or "all tables", figures) for figures in every]
    money = [[name, *(format_money(getattr(figures, of)) for of in MONEY)] for name, figures in named]
    counts = [[name, *(str(getattr(figures, of)) for of in COUNTS)] for name, figures in named]
    holds = [
        [name, band_words(figures) if "band" in figures.hold else "", str(figures.hold.get("words", ""))]
        for name, figures in named
    ]
    no_rolls = [
        [word, who or "nobody named", str(number)]
        for word, counted in (("shooter", every[-1].no_rolls_by_shooter), ("dealer", every[-1].no_rolls_by_caller))
        for who, number in counted.most_common()
    ]
    parts = [[str(part[of]) for of in ("at", "drop", "win", "rounds")] for part in parts_data(report)]
    metered = [
        [table, str(meter.seat), *(format_money(getattr(meter, of)) for of in METERS)]
        for table, meter in meters(report)
    ]
    accounts = [
        [account.name, *map(format_money, (account.opening, account.came, account.went, account.closing))]
        for account in report.cage.accounts.values()
    ]
    others = [[where, what, value] for where, what, value in rows(report) if where in OTHERS]
    measures = [[str(value) for value in measure_data(measure).values()] for measure in report.measures]
    grids = [
        Grid("Money", ("Table", "Drop", "Collected", "Turnover", "Win", "Commission", "Rounding given"), money, WIDE),
        Grid("Hold against what the rules expect", ("Table", "Band", "Reading"), holds, (3, 3, 5)),
        Grid("Counts", ("Table", "Rounds", "Rounds an hour", "Over", "Under", "No rolls"), counts, WIDE[1:]),
        Grid("No rolls", ("By", "Who", "Number"), no_rolls, (1, 3, 1)),
        Grid("Hour by hour, or day by day", ("From", "Drop", "Win", "Rounds"), parts),
        Grid("Meters of terminals against the ledger", METER_HEADS, metered, (4, 1, 2, 2, 2, 2, 2, 2, 1)),
        Grid("Accounts", ("Account", "Opening", "In", "Out", "Closing"), accounts, (3, 2, 2, 2, 2)),
        Grid("Cage, disputes, duties, fairness", ("Where", "What", "How much"), others, (1, 2, 3)),
    ]
    if measures:
        heads = ("When", "Measure", "Person", "Book", "Reason", "Clause", "By", "Ended")
        grids.append(Grid("Conduct", heads, measures, (2, 2, 2, 2, 4, 1, 2, 2)))
    result = "; ".join(report.wrong) or "everything comes to zero"
    grids = [grid for grid in grids if grid.rows]
    return grids_pdf(f"Report on {report.period.words}", f"Accounts: {result}.", grids)


OTHERS = ("cage", "disputes", "duties", "fairness", "variance")
METER_HEADS = ("Table", "Seat", "In", "Out", "Staked", "Won", "Holds", "Ledger", "Off")
WIDE = (3, 2, 2, 2, 2, 2, 2)
