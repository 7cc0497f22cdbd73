"""The figures of ``docs/benchmarks.json`` and the page that is written from them.

The JSON file has one line for each figure: what is measured, its unit and aim, and the last measurement. A benchmark
records a figure by its name; ``docs/benchmarks.md`` is written anew with it. Earlier measurements are in git.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "docs/benchmarks.json"
PAGE = "benchmarks.md"
RECORD = "FELTWORK_RECORD"
"""``make bench`` sets this variable. Without it a benchmark prints its figures and records nothing."""
DIGITS = 3

Figure = dict[str, Any]

HEAD = """\
# Benchmarks

`make bench` takes these figures, writes them into `benchmarks.json` and this page from it; earlier ones are in git.
What is compared runs side by side in one run, because machines are shared and noisy. A range is that of the turns
of one run, or of several runs where it says so. The commit is the one that was measured or, where it has a \\*, the
one that wrote the figure down; a + says that its tree had changes. A dash stands for what was not written down.

`python -m benchmarks.compare COMMIT [PART...]` runs the benchmarks of another commit and of this one by turns and gives
the ratio of their medians; what is over a tenth worse is marked.
"""


def record(name: str, values: Iterable[float], results: Path = RESULTS) -> None:
    """Keep the median and the range of what was measured, if ``make bench`` asks for it."""
    if not os.environ.get(RECORD):
        return
    measured = sorted(values)
    tables = read(results)
    found = [figure for table in tables for figure in table["figures"] if figure["name"] == name]
    if len(found) != 1 or not measured:
        raise ValueError(
            f"{results.name} has {len(found)} figures named {name!r}; {len(measured)} values were measured"
        )
    several = len(measured) > 1
    found[0].pop("note", None)
    found[0] |= {
        "median": _rounded(median(measured)),
        "range": [_rounded(measured[0]), _rounded(measured[-1])] if several else None,
        "over": "turns" if several else None,
        "commit": commit(),
        "machine": machine(),
    }
    write(tables, results)


def read(results: Path = RESULTS) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = json.loads(results.read_text())
    return tables


def write(tables: list[dict[str, Any]], results: Path = RESULTS) -> None:
    """Write the JSON file, one line for each figure, and the page beside it."""
    results.write_text(as_json(tables))
    results.with_name(PAGE).write_text(page(tables))


def as_json(tables: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(_table_as_json, tables)) + "\n]\n"


def _table_as_json(table: dict[str, Any]) -> str:
    head = [f"  {json.dumps(key)}: {_dumped(table[key])}" for key in table if key != "figures"]
    figures = ",\n".join(f"    {_dumped(figure)}" for figure in table["figures"])
    return " {\n" + ",\n".join([*head, f'  "figures": [\n{figures}\n  ]']) + "\n }"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def page(tables: list[dict[str, Any]]) -> str:
    return "\n".join([HEAD, *map(_table, tables)])


def _table(table: dict[str, Any]) -> str:
    lines = [f"## {table['title']}", "", table["method"], ""]
    lines += ["| what | median | range | aim | commit | machine |", "|---|---|---|---|---|---|"]
    return "\n".join([*lines, *map(_row, table["figures"]), ""])


def _row(figure: Figure) -> str:
    unit = figure["unit"]
    middle = "–" if figure["median"] is None else f"{shown(figure['median'])} {unit}"
    between = "–"
    if figure["range"]:
        low, high = figure["range"]
        between = f"{'up' if low is None else shown(low)} to {shown(high)} {unit}"
    if figure["over"] == "runs":
        between += f", several runs{figure.get('note', '')}"
    cells = (figure["what"], middle, between, figure["aim"] or "–", figure["commit"], figure["machine"])
    return f"| {' | '.join(cells)} |"


def shown(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.{DIGITS}g}"


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS + 1}g}")


def commit() -> str:
    """The commit that is measured; a plus where code differs from it."""
    head = _git("rev-parse", "--short", "HEAD") or "unknown"
    return head + "+" * bool(_git("status", "--porcelain", "--", "src", "benchmarks"))


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=False, capture_output=True, text=True).stdout.strip()


def machine() -> str:
    models = [line for line in _processors() if line.startswith("model name")]
    model = models[0].partition(":")[2].strip() if models else platform.machine()
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _processors() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []
