"""The page for outsiders: its examples run, and its table of shares is the mapping's."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "draws.md"


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5
    assert not failed


def test_an_outsider_needs_five_lines() -> None:
    example = PAGE.read_text().split("```")[1]
    assert len(re.findall(r"^>>> ", example, re.MULTILINE)) == 5
    assert "feltwork" not in example


def test_the_table_of_shares_is_right() -> None:
    rows = [line.split(" | ") for line in PAGE.read_text().splitlines() if line.startswith(("| `po", "| `di", "| `tw"))]
    assert len(rows) == 6
    for _, sizes, shares, dropped, *_ in rows:
        numbers = [[int(n) for n in re.findall(r"\d+", cell)] for cell in (sizes, shares, dropped)]
        for n, share, limit in zip(*numbers, strict=True):
            assert (share, limit) == (256 // n, 256 // n * n)
