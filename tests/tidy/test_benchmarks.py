"""The page of benchmarks is what its JSON file gives, and each figure is recorded by the benchmark that measures it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks import capacity_page, figures

ROOT = Path(__file__).parents[2]
KEYS = {"name", "what", "unit", "aim", "median", "range", "over", "commit", "machine"}


def all_figures() -> list[figures.Figure]:
    return [figure for table in figures.read() for figure in table["figures"]]


def test_the_page_is_what_the_results_give() -> None:
    tables = figures.read()
    assert figures.RESULTS.with_name(figures.PAGE).read_text() == figures.page(tables)
    assert figures.RESULTS.read_text() == figures.as_json(tables), "one line for each figure"


def test_the_page_of_capacity_is_what_its_results_give() -> None:
    results = json.loads(capacity_page.RESULTS.read_text())
    assert capacity_page.RESULTS.with_name(capacity_page.PAGE).read_text() == capacity_page.page(results)
    ceilings = [at for at, _, _ in capacity_page.breaks(results)]
    assert ceilings == sorted(ceilings), "what breaks first stands first"
    needs = [capacity_page.need(results["figures"], tables) for tables in capacity_page.FLOORS]
    assert [need.wagers for need in needs] == [20.0, 200.0, 2_000.0]


def test_each_figure_has_its_keys_and_its_own_name() -> None:
    for figure in all_figures():
        assert KEYS <= figure.keys() <= KEYS | {"better", "by", "note"}, figure["name"]
        assert figure["median"] is not None or figure["range"], figure["name"]
    names = [figure["name"] for figure in all_figures()]
    assert len(names) == len(set(names))


def test_each_figure_is_recorded_by_a_benchmark_and_each_record_has_its_figure() -> None:
    code = "".join(path.read_text() for path in (ROOT / "benchmarks").glob("*.py"))
    named = set(re.findall(r'"([a-z0-9-]+)"', code))
    composed = [re.sub(r"\{\w+\}", "[a-z-]+", name) for name in re.findall(r'record\(f"([^"]+)"', code)]
    measured = {figure["name"] for figure in all_figures() if figure.get("by") != "hand"}
    by_hand = {figure["name"] for figure in all_figures()} - measured
    assert {name for name in measured - named if not any(re.fullmatch(each, name) for each in composed)} == set()
    assert not by_hand & named
    assert set(re.findall(r'record\("([^"]+)"', code)) <= measured


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(figures.RECORD, "1")
    path = tmp_path / "results.json"
    path.write_text(figures.RESULTS.read_text())
    return path


def recorded(name: str, results: Path) -> dict[str, Any]:
    (found,) = [f for table in json.loads(results.read_text()) for f in table["figures"] if f["name"] == name]
    assert isinstance(found, dict)
    return found


def test_a_measurement_replaces_the_last_one_in_both_files(results: Path) -> None:
    figures.record("slowest", [31.0, 29.98765, 40.0], results)
    found = recorded("slowest", results)
    assert (found["median"], found["range"], found["over"]) == (31.0, [29.99, 40.0], "turns")
    assert "note" not in found
    assert re.fullmatch(r"([0-9a-f]{7,}|unknown)\+?", found["commit"])
    page = (results.parent / figures.PAGE).read_text()
    assert f"| 31 times | 30 to 40 times | at most 100 | {found['commit']} | {found['machine']} |" in page
    others = [line for line in results.read_text().splitlines() if '"slowest"' not in line]
    assert others == [line for line in figures.RESULTS.read_text().splitlines() if '"slowest"' not in line]


def test_one_value_has_no_range(results: Path) -> None:
    figures.record("first-memory", [201.4], results)
    found = recorded("first-memory", results)
    assert (found["median"], found["range"], found["over"]) == (201.4, None, None)


def test_an_unknown_name_is_an_error(results: Path) -> None:
    with pytest.raises(ValueError, match="no-such-figure"):
        figures.record("no-such-figure", [1.0], results)


def test_nothing_is_recorded_unless_make_bench_asks(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(figures.RECORD)
    before = results.read_text()
    figures.record("settlement", [1.0], results)
    assert results.read_text() == before
