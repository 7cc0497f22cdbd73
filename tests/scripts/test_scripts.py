"""Every table script in this folder gives its answer; README.md says what each is aimed at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltwork.games.register import register
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.play.script import read_script
from feltwork.table.play.table import play

HERE = Path(__file__).parent
NAMES = sorted(p.name.removesuffix(".expected.json") for p in HERE.glob("*.expected.json"))


@pytest.mark.parametrize("name", NAMES)
def test_script(name: str) -> None:
    report = play(read_script((HERE / f"{name}.json").read_text())).report()
    expected = json.loads((HERE / f"{name}.expected.json").read_text())
    assert _without_clauses(report) == expected


@pytest.mark.parametrize("name", NAMES)
def test_every_line_and_refusal_cites_a_clause_that_exists(name: str) -> None:
    table = play(read_script((HERE / f"{name}.json").read_text()))
    known = {row.clause for row in register() if row.book == table.book.id}
    for step in table.steps:
        cited = {line.clause for line in step.settled} | ({step.refused.clause} if step.refused else set())
        assert cited <= known | {NOT_IN_THE_BOOK}, step


def test_each_script_is_explained_and_has_an_answer() -> None:
    scripts = {p.stem for p in HERE.glob("*.json") if not p.name.endswith(".expected.json")}
    assert scripts == set(NAMES)
    explained = (HERE / "README.md").read_text()
    assert [name for name in NAMES if f"`{name}`" not in explained] == []
    assert len(NAMES) >= 46


def _without_clauses(report: dict[str, object]) -> object:
    plain = json.loads(json.dumps(report))
    for step in plain["steps"]:
        step["refused"] = step["refused"] is not None
        for line in step["settled"]:
            del line["clause"]
    return plain
