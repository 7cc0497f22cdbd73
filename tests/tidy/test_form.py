"""The form of the code, counted: what the house asks of every file is printed and held here."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MARKERS = re.compile(r"# fmt: (?:skip|off)\b")
MAX_MARKERS = 40


def test_few_lines_are_kept_from_the_formatter() -> None:
    files = [path for folder in ("src", "tests", "scripts", "examples") for path in (ROOT / folder).rglob("*.py")]
    found = {path: len(MARKERS.findall(path.read_text())) for path in files if path != Path(__file__)}
    print(f"{sum(found.values())} lines or tables kept from the formatter, at most {MAX_MARKERS}")
    assert sum(found.values()) <= MAX_MARKERS, sorted((n, path.name) for path, n in found.items() if n)
