"""Print how much of each core room its tests run through: lines and branches together, and branches alone.

``make coverage`` runs the tests of the core rooms once, without browsers, servers and faults. ``ALL=1`` runs the whole
suite. A room under the aim is marked, and the files that miss most are named.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
AIM = 95
ROOMS = (
    "values", "wagers", "games", "table", "ledger", "aggregate", "cage", "incidents", "tournament", "promotion",
    "duties", "verifier",
)  # fmt: skip
"""The core: what decides, keeps and checks money. ``values`` are the single modules that everything uses."""
VALUES = ("money", "odds", "outcomes", "readings", "refusal")
TESTS = (
    "tests/rules", "tests/scripts", "tests/exact", "tests/readings", "tests/properties", "tests/table", "tests/desk",
    "tests/cage", "tests/games/test_installed_book.py", "tests/felt", "tests/entropy", "tests/verifier",
    "tests/aggregates", "tests/incidents", "tests/tournament", "tests/promotion", "tests/breaches", "tests/pins",
    "tests/cli", "tests/tidy/test_register.py",
)  # fmt: skip
COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")
MAX_FILES = 12


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="the whole suite, which takes long")
    parser.add_argument("--data", help="what an earlier run has written, instead of a new run")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = asked.data or f"{folder}/data"
        if not asked.data:
            _run(data, ("tests", "src") if asked.all else (*TESTS, *_doctests()))
        files = _read(data, f"{folder}/report.json")
    rooms: dict[str, Counter[str]] = {room: Counter() for room in ROOMS}
    for path, summary in files.items():
        room = room_of(path)
        if room in rooms:
            rooms[room].update({name: summary[name] for name in COUNTS})
    if asked.json:
        json.dump({room: dict(counted) for room, counted in rooms.items()}, sys.stdout, indent=2)
        print()
        return 0
    _print_rooms(rooms)
    _print_files({path: summary for path, summary in files.items() if room_of(path) in rooms})
    return 0


def room_of(path: str) -> str:
    """The room of a module, by its path in the package."""
    first = Path(path).relative_to("src/feltwork").parts[0].removesuffix(".py")
    return "values" if first in VALUES else first


def share(counted: Counter[str] | dict[str, int], *, branches_only: bool = False) -> float:
    """Per cent that was run through: of lines and branches, or of branches."""
    done = counted["covered_branches"] + (0 if branches_only else counted["covered_lines"])
    there = counted["num_branches"] + (0 if branches_only else counted["num_statements"])
    return 100 * done / there if there else 100.0


def _doctests() -> list[str]:
    return [f"src/feltwork/{room}" for room in ROOMS if (ROOT / "src/feltwork" / room).is_dir()]


def _run(data: str, tests: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "coverage", "run", f"--data-file={data}", "-m", "pytest", "-n", "0", *tests]
    done = subprocess.run(command, check=False, cwd=ROOT, stdout=sys.stderr)
    if done.returncode:
        print(f"tests failed (exit code {done.returncode}): the figures are those of what did run", file=sys.stderr)


def _read(data: str, report: str) -> dict[str, dict[str, Any]]:
    command = [sys.executable, "-m", "coverage", "json", "-q", f"--data-file={data}", "-o", report]
    subprocess.run(command, cwd=ROOT, check=True)
    found = json.loads(Path(report).read_text())["files"]
    return {path: about["summary"] for path, about in found.items()}


def _print_rooms(rooms: dict[str, Counter[str]]) -> None:
    print(f"{'room':<12} {'lines':>7} {'branches':>9} {'covered':>9} {'of branches':>12}")
    for room, counted in rooms.items():
        whole = share(counted)
        print(
            f"{room:<12} {counted['num_statements']:>7} {counted['num_branches']:>9} {whole:>8.1f}%"
            f" {share(counted, branches_only=True):>11.1f}%{'' if whole >= AIM else f'  under {AIM}%'}"
        )


def _print_files(files: dict[str, dict[str, Any]]) -> None:
    missing = {path: s["missing_lines"] + s["missing_branches"] for path, s in files.items() if share(s) < AIM}
    for path in sorted(missing, key=missing.__getitem__, reverse=True)[:MAX_FILES]:
        print(f"  {share(files[path]):5.1f}%  {path}: {missing[path]} lines and branches not run")


if __name__ == "__main__":
    raise SystemExit(main())
