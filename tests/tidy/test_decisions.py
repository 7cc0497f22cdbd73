"""Each decision begins with its number, its title, its status and the day it was made."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs/decisions"
DECISIONS = sorted(FOLDER.glob("*.md"))
HEAD = re.compile(
    r"# (?P<number>[1-9]\d*)\. (?P<title>[^\n]+[^\n.])\n"
    r"\n"
    r"- Status: (accepted|superseded by (?P<by>[1-9]\d*))\n"
    r"- Date: (?P<date>\d{4}-\d\d-\d\d)\n"
    r"\n"
    r"(?P<text>[^\n#-])"
)


def head(path: Path) -> re.Match[str]:
    found = HEAD.match(path.read_text())
    assert found is not None, f"{path.name} does not begin as {DECISIONS[0].name} does"
    return found


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.name)
def test_a_decision_says_its_number_status_and_date(path: Path) -> None:
    found = head(path)
    assert re.fullmatch(rf"{int(found['number']):04d}-[a-z0-9-]+\.md", path.name)
    if found["by"]:
        later = [other for other in DECISIONS if other.name.startswith(f"{int(found['by']):04d}-")]
        assert later, "the decision that supersedes it is there"
        assert int(found["by"]) > int(found["number"])


def test_decisions_are_numbered_in_the_order_they_were_made() -> None:
    heads = [head(path) for path in DECISIONS]
    assert [int(each["number"]) for each in heads] == list(range(1, len(heads) + 1))
    days = [date.fromisoformat(each["date"]) for each in heads]
    assert days == sorted(days)
