"""A day's figures, each against a query of its own over the stored log."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.engine.reconciling import last_day
from feltwork.reports.floor_report import FloorReport, floor_report
from feltwork.reports.period import MAX_DAYS, PeriodError, period_of
from feltwork.reports.told import as_csv, report_data
from feltwork.store.opening import open_to_read
from tests.unguarded import unguarded

WON = "('float-filled', 'float-credited', 'chips-sold', 'voucher-changed')"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every kind of table, rehearsed for a while."""
    db = tmp_path_factory.mktemp("report") / "floor.sqlite"
    assert run(["rehearse", "--rounds", "20", "--db", str(db)]) == 0
    return db


def made(floor: Path, shift: str | None = None) -> FloorReport:
    store = open_to_read(str(floor))
    try:
        day = last_day(store.log)
        assert day
        return floor_report(store, period_of(day, shift=shift))
    finally:
        store.close()


def asked(floor: Path, query: str, *values: object) -> dict[str, int]:
    """What a query says of each table's stream."""
    with closing(sqlite3.connect(f"file:{floor}?mode=ro", uri=True)) as db:
        found = db.execute(query, values).fetchall()
    return {stream.removeprefix("table/"): int(number or 0) for stream, number in found}


def of_each(report: FloorReport, name: str) -> dict[str, int]:
    return {figures.table: getattr(figures, name) for figures in report.tables if getattr(figures, name)}


def test_money_is_what_the_ledger_says(floor: Path) -> None:
    report = made(floor)
    assert len(report.tables) > 5
    brought = """SELECT stream, sum(body ->> '$.amount') FROM records WHERE kind IN ('bought-in', 'chips-sold')
                 AND stream LIKE 'table/%' GROUP BY stream"""
    assert of_each(report, "drop") == asked(floor, brought)
    taken = """SELECT stream, sum(body ->> '$.amount') FROM records WHERE kind = 'collected'
               AND stream LIKE 'table/%' GROUP BY stream"""
    assert of_each(report, "collected") == asked(floor, taken)
    posted = f"""SELECT p.stream, sum(p.cents) FROM postings p JOIN records r USING (stream, version)
                 WHERE r.kind NOT IN {WON} AND replace(p.account, substr(p.stream, 7), '')
                 IN ('float/', 'commission/', 'rounding/')
                 GROUP BY p.stream"""
    assert of_each(report, "win") == {table: cents for table, cents in asked(floor, posted).items() if cents}
    for name, sign in (("commission", 1), ("rounding", -1)):
        query = f"""SELECT stream, {sign} * sum(cents) FROM postings WHERE account = ? || substr(stream, 7)
                    GROUP BY stream"""
        found = {table: cents for table, cents in asked(floor, query, f"{name}/").items() if cents}
        assert of_each(report, name) == found


def test_counts_are_what_the_log_says(floor: Path) -> None:
    report = made(floor)
    rounds = """SELECT stream, sum(CASE kind WHEN 'round-settled' THEN 1 ELSE -1 END) FROM records
                WHERE kind IN ('round-settled', 'round-reversed') AND stream LIKE 'table/%' GROUP BY stream"""
    assert of_each(report, "rounds") == asked(floor, rounds)
    no_rolls = """SELECT stream, count(*) FROM records WHERE kind = 'round-invalid' AND body ->> '$.called' <> ''
                  AND stream LIKE 'table/%' GROUP BY stream"""
    assert of_each(report, "no_rolls") == asked(floor, no_rolls)
    for figures in report.tables:
        assert sum(figures.no_rolls_by_caller.values()) == figures.no_rolls
        assert figures.turnover > 0
        assert figures.hold["words"]


def test_a_shift_is_a_part_of_the_day(floor: Path) -> None:
    """What happened before it and after it is not in it, and the parts make up the whole."""
    whole = made(floor)
    parts = [made(floor, "00:00-12:00"), made(floor, "12:00-00:00")]
    for name in ("drop", "collected", "win", "rounds", "no_rolls", "turnover"):
        total = {figures.table: 0 for figures in whole.tables}
        for part in parts:
            for figures in part.tables:
                total[figures.table] += getattr(figures, name)
        assert total == {figures.table: getattr(figures, name) for figures in whole.tables}, name


def test_a_cent_that_is_off_is_named_with_its_account(floor: Path, tmp_path: Path) -> None:
    copy = tmp_path / "off.sqlite"
    with closing(sqlite3.connect(floor)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        seq, account, cents = target.execute(
            """SELECT seq, entry.key, entry.value FROM records, json_each(postings) AS entry
               WHERE entry.key LIKE 'float/%' AND kind = 'round-settled' LIMIT 1"""
        ).fetchone()
        changed = (f'$."{account}"', cents + 1, seq)
        with unguarded(target):
            target.execute("UPDATE records SET postings = json_set(postings, ?, ?) WHERE seq = ?", changed)
        target.commit()
    wrong = made(copy).wrong
    assert f"{account} is off by 0.01" in wrong
    assert run(["report", str(copy)]) == 1


def test_everything_comes_to_zero_and_every_form_says_the_same(
    floor: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["report", str(floor), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    report = made(floor)
    assert told == json.loads(json.dumps(report_data(report)))
    assert (report.wrong, report.fairness) == ([], [])
    paper = tmp_path / "day.pdf"
    assert run(["report", str(floor), "--csv", "--pdf", str(paper)]) == 0
    assert capsys.readouterr().out == as_csv(report)
    assert paper.read_bytes().startswith(b"%PDF")
    assert run(["report", str(floor)]) == 0
    shown = capsys.readouterr().out
    assert "everything comes to zero" in shown
    assert str(report.tables[0].hold["words"]) in shown


@pytest.mark.parametrize(
    "wrong",
    [
        ["2026-13-01"],
        ["yesterday"],
        ["2026-01-02", "--to", "2026-01-01"],
        ["2026-01-02", "--to", "2030-01-01"],
        ["2026-01-02", "--shift", "9-10"],
        ["2026-01-02", "--to", "2026-01-03", "--shift", "09:00-10:00"],
        ["2026-01-02", "--starts", "25:00"],
        ["9999-12-31"],
    ],
)
def test_a_period_that_is_none_is_refused_in_a_line(
    floor: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["report", str(floor), *wrong]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_day_begins_when_the_operator_says() -> None:
    six = period_of("2026-01-31", starts="06:00")
    assert six.until - six.since == 24 * 3600 * 1_000_000
    assert six.since - period_of("2026-01-31").since == 6 * 3600 * 1_000_000
    night = period_of("2026-01-31", starts="06:00", shift="02:00-06:00")
    assert night.until == six.until, "the small hours belong to the day before"
    assert period_of("2026-01-01", "2026-01-31").words == "2026-01-01 to 2026-01-31"
    with pytest.raises(PeriodError):
        period_of("2026-01-01", "2027-02-05")
    assert MAX_DAYS == 400
