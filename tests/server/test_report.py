"""The report's address: a day, a shift, a period, each in every form; and what is not written as we write it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from tests.server.conftest import running
from tests.server.requests import TABLES, Pit, evidence

from feltwork.cli.main import run
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig

INSPECTOR = Session("inspector", (("ina", "inspector"),))


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """A floor on which something has happened."""
    with running(FloorConfig(TABLES, str(tmp_path_factory.mktemp("report") / "floor.sqlite"))) as up:
        pit = Pit(up)
        pit.done(evidence(pit))
        yield pit


def asked(pit: Pit, **query: str) -> tuple[int, bytes, str]:
    status, raw, heads = pit.up.fetch(f"/api/report?{urlencode(query)}", pit.up.token(INSPECTOR))
    assert status in (200, 400), raw
    return status, raw, str(dict(heads).get("content-type", ""))


PERIODS = [
    ({"day": "2026-01-31"}, "2026-01-31"),
    ({"day": "2026-01-31", "starts": "06:00"}, "2026-01-31, day from 06:00"),
    ({"day": "2026-01-31", "shift": "18:00-02:00"}, "2026-01-31, 18:00 to 02:00"),
    ({"day": "2026-01-31", "to": "2026-02-02"}, "2026-01-31 to 2026-02-02"),
]


@pytest.mark.parametrize(("query", "words"), PERIODS)
def test_a_day_a_shift_and_a_period_come_in_every_form(pit: Pit, query: dict[str, str], words: str) -> None:
    for form in ({}, {"form": "json"}):
        status, raw, kind = asked(pit, **query, **form)
        assert (status, kind, json.loads(raw)["period"]) == (200, "application/json", words)
    status, raw, kind = asked(pit, **query, form="csv")
    assert (status, kind, raw.splitlines()[0]) == (200, "text/csv; charset=utf-8", b"where,what,value")
    status, raw, kind = asked(pit, **query, form="pdf")
    assert (status, kind, raw[:4]) == (200, "application/pdf", b"%PDF")


WRONG = [
    ({"day": "20261118"}, "a day is written 2026-01-31, not '20261118'"),
    ({"day": "2026-W05-6"}, "a day is written 2026-01-31, not '2026-W05-6'"),
    ({"day": "2026-02-30"}, "a day is written 2026-01-31, not '2026-02-30'"),
    ({"day": " 2026-01-31"}, "a day is written 2026-01-31, not ' 2026-01-31'"),
    ({"day": "2026-01-31", "to": "20260201"}, "a day is written 2026-01-31, not '20260201'"),
    ({"day": "2026-01-31", "to": "2026-01-30"}, "a report is about 1 to 400 days"),
    ({"day": "2026-01-31", "starts": "06.00"}, "a time of day is written 18:00, not '06.00'"),
    ({"day": "2026-01-31", "starts": "T0600"}, "a time of day is written 18:00, not 'T0600'"),
    ({"day": "2026-01-31", "starts": "24:00"}, "a time of day is written 18:00, not '24:00'"),
    ({"day": "2026-01-31", "shift": "18:00"}, "a shift is written 18:00-02:00"),
    ({"day": "2026-01-31", "shift": "18:00-0200"}, "a time of day is written 18:00, not '0200'"),
    ({"day": "2026-01-31", "shift": "18:00-02:00-03:00"}, "a time of day is written 18:00, not '02:00-03:00'"),
    ({"day": "2026-01-31", "to": "2026-02-01", "shift": "18:00-02:00"}, "a shift is written 18:00-02:00"),
]


@pytest.mark.parametrize(("query", "why"), WRONG)
def test_a_period_written_otherwise_is_refused_in_one_line(
    pit: Pit, query: dict[str, str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ({}, {"form": "csv"}, {"form": "pdf"}):
        status, raw, _ = asked(pit, **query, **form)
        said = json.loads(raw)["why"]
        assert (status, said[: len(why)], "\n" in said) == (400, why, False)
    words = [f"--{name}={value}" for name, value in query.items() if name != "day"]
    capsys.readouterr()
    assert run(["report", str(pit.up.config.database), query["day"], *words]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert why in told[0]


def test_a_form_or_a_word_that_nobody_knows_is_refused(pit: Pit) -> None:
    status, raw, _ = asked(pit, form="xml")
    assert (status, json.loads(raw)["why"]) == (400, "a report comes as json, csv or pdf, not 'xml'")
    status, raw, _ = asked(pit, dya="2026-01-31")
    assert (status, json.loads(raw)["why"]) == (
        400,
        "a report is asked for by day, to, starts, shift, form, not 'dya'",
    )
    for day in ("20260131", "2026-W05-6"):
        cashier = pit.up.token(Session("cashier", (("cass", "cashier"),)))
        assert pit.up.fetch(f"/api/cage/report?day={day}", cashier)[0] == 400
