"""Compare the speed of two commits, interleaved: ``python -m benchmarks.compare COMMIT [PART...]``.

Both commits are unpacked into a temporary folder and run their own benchmarks by turns, so that a machine that is busy
for a while is busy for both. Figures that both commits record are compared by name. A commit from before figures were
recorded is compared by the lines that both print. What only one of them has is named as not there.

Results go to stdout, progress to stderr. The exit code is 1 if a figure is over a tenth worse, 2 after bad input.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.figures import RECORD, ROOT, read, write

PARTS = ("books", "store", "growth", "floor", "screens", "lab")
"""What ``make bench`` runs."""
TENTH = 1.1
MORE, LESS = "more", "less"
"""Which is better."""
SMALL = {"s", "ms", "us", "µs", "MB", "bytes", "apart"}
"""Units of which less is better."""
NUMBER = r"\d[\d,]*(?:\.\d+)?(?:e-?\d+)?"
MEASURED = re.compile(
    rf"(?P<number>{NUMBER}) (?P<unit>us|ms|s|MB|bytes|(?:[a-z]+ )*?a second|times as fast|times|of raw)\b"
)
"""A number that a benchmark prints with its unit."""
AIM = re.compile(r"\((?:aim )?(?P<words>(?:at least|at most|\d)[^)]*)\)")


class Value(NamedTuple):
    """A figure of one run."""

    number: float
    better: str


@dataclass
class Ran:
    """What one run of a part gave, by name."""

    recorded: dict[str, Value] = field(default_factory=dict)
    printed: dict[str, Value] = field(default_factory=dict)
    failed: str = ""
    """Why it ended early, if it did."""


@dataclass
class Compared:
    """One figure of both commits: medians over the turns."""

    name: str
    other: float
    ours: float
    ratio: float
    """How many times as slow, or as large, ours is: over 1 is worse."""
    turns: tuple[float, float]
    """The same of the best turn and of the worst."""

    @property
    def worse(self) -> bool:
        return self.ratio > TENTH


@dataclass
class Comparison:
    """What was found out of one part, or of all."""

    compared: list[Compared] = field(default_factory=list)
    not_there: dict[str, str] = field(default_factory=dict)
    """Parts and figures that only one of the commits has, and why."""


def worse_by(other: float, ours: float, better: str) -> float:
    """How many times as bad ours is: over 1 where more time is taken or less is done.

    >>> worse_by(2.0, 3.0, LESS), worse_by(300, 200, MORE)
    (1.5, 1.5)
    >>> worse_by(0, 0, LESS), worse_by(0, 1, LESS)
    (1.0, inf)
    """
    large, small = (ours, other) if better == LESS else (other, ours)
    if not small:
        return float("inf") if large else 1.0
    return large / small


def direction(unit: str, aim: str | None = None, better: str | None = None) -> str:
    """Is more of this better, or less?

    >>> direction("µs"), direction("a second"), direction("times", "at most 2"), direction("times", "at least 8")
    ('less', 'more', 'less', 'more')
    """
    return better or (LESS if unit in SMALL or (aim or "").startswith("at most") else MORE)


def read_printed(text: str) -> dict[str, Value]:
    """The figures in what a benchmark prints, by the words of their line.

    >>> for name, value in read_printed("a round: 6.9 us in integers, 9.9 times as fast (aim 10)").items():
    ...     print(f"{name}: {value.number}, {value.better} is better")
    a round: # us in integers, # times as fast (us): 6.9, less is better
    a round: # us in integers, # times as fast (times as fast): 9.9, more is better
    """
    found: dict[str, Value] = {}
    for line in text.splitlines():
        aim = AIM.search(line)
        bare = AIM.sub("", line).strip()
        for match in MEASURED.finditer(bare):
            unit = match["unit"]
            name = f"{re.sub(NUMBER, '#', bare)} ({unit})"
            while name in found:
                name += "'"
            meant = direction(unit, aim["words"] if aim and unit == "times" else None)
            found[name] = Value(float(match["number"].replace(",", "")), meant)
    return found


def read_recorded(results: Path) -> dict[str, Value]:
    """The figures that a run has recorded; those that it has not stand there without a median."""
    return {
        f"{figure['name']} ({figure['unit']})": Value(
            figure["median"], direction(figure["unit"], figure["aim"], figure.get("better"))
        )
        for table in read(results)
        for figure in table["figures"]
        if figure["median"] is not None
    }


def compare(part: str, others: Sequence[Ran], ours: Sequence[Ran]) -> Comparison:
    """Put the turns of one part together."""
    found = Comparison()
    for commit, runs in (("the other commit", others), ("this commit", ours)):
        if failed := next((ran.failed for ran in runs if ran.failed), ""):
            found.not_there[part] = f"ended early in {commit}: {failed}"
    by_name = any(ran.recorded for ran in others) and any(ran.recorded for ran in ours)
    before, after = ([ran.recorded if by_name else ran.printed for ran in runs] for runs in (others, ours))
    if not any(before) or not any(after):
        found.not_there.setdefault(part, f"no figures in {'this' if any(before) else 'the other'} commit")
        return found
    for name in dict.fromkeys(name for values in (*before, *after) for name in values):
        one, two = ([values[name] for values in side if name in values] for side in (before, after))
        if not one or not two:
            found.not_there[f"{part}: {name}"] = f"not in {'this' if one else 'the other'} commit"
            continue
        found.compared.append(_compared(f"{part}: {name}", one, two))
    return found


def _compared(name: str, others: Sequence[Value], ours: Sequence[Value]) -> Compared:
    better = ours[0].better
    turns = [worse_by(one.number, two.number, better) for one, two in zip(others, ours, strict=False)]
    other, own = median(each.number for each in others), median(each.number for each in ours)
    return Compared(name, other, own, worse_by(other, own, better), (min(turns), max(turns)))


def told(comparison: Comparison) -> Iterable[str]:
    """All of it, a line for each figure."""
    yield f"{'other':>10} {'this':>10} {'ratio':>6} {'of single turns':>16}"
    for each in comparison.compared:
        low, high = each.turns
        mark = "  over a tenth worse" if each.worse else ""
        yield f"{each.other:10.4g} {each.ours:10.4g} {each.ratio:6.2f} {low:7.2f} to {high:5.2f}  {each.name}{mark}"
    for name, why in comparison.not_there.items():
        yield f"not there: {name}: {why}"


def unpack(commit: str, folder: Path) -> Path:
    """Put a commit's files into a folder, with its modules compiled."""
    words = ["git", "archive", "--format=zip", commit]
    packed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)
    subprocess.run([sys.executable, "-m", "compileall", "-q", "src", "tests", "benchmarks"], cwd=folder, check=False)
    return folder


def run(part: str, folder: Path) -> Ran:
    """Run a part of a commit's own benchmarks once."""
    if not (folder / "benchmarks" / f"{part}.py").exists():
        return Ran(failed="it has no such benchmark")
    results = folder / "docs/benchmarks.json"
    if results.exists():
        tables = read(results)
        for figure in (figure for table in tables for figure in table["figures"]):
            figure["median"] = figure["range"] = None
        write(tables, results)
    paths = os.pathsep.join((str(folder / "src"), str(folder)))
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{part}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, RECORD: "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    recorded = read_recorded(results) if results.exists() else {}
    return Ran(recorded, read_printed(done.stdout), last if done.returncode else "")


def alternate(parts: Sequence[str], other: Path, ours: Path, turns: int) -> Comparison:
    """Run the parts by turns; who comes first changes with every turn."""
    whole = Comparison()
    for part in parts:
        ran: dict[Path, list[Ran]] = {other: [], ours: []}
        for turn in range(turns):
            for folder in (other, ours) if turn % 2 == 0 else (ours, other):
                begun = time.monotonic()
                ran[folder].append(run(part, folder))
                taken = time.monotonic() - begun
                name = "other" if folder == other else "this"
                print(f"{part}, turn {turn + 1} of {turns}, {name}: {taken:.0f} s", file=sys.stderr, flush=True)
            if any(each[0].failed and not (each[0].recorded or each[0].printed) for each in ran.values()):
                break  # it will not be there in the next turn either
        found = compare(part, ran[other], ran[ours])
        whole.compared += found.compared
        whole.not_there |= found.not_there
    return whole


def commit_of(name: str) -> str:
    """The full id of a commit, or nothing."""
    words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
    return subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True).stdout.strip()


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.compare", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit", metavar="COMMIT", help="the commit to compare with")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"of {', '.join(PARTS)}; all of them without one")
    parser.add_argument("--this", default="HEAD", metavar="COMMIT", help="the commit that is compared (default: HEAD)")
    parser.add_argument("--turns", type=int, default=3, help="runs of each part by each commit (default: 3)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args(words)
    commits = {name: commit_of(name) for name in (asked.commit, asked.this)}
    wrong = [f"there is no commit {name!r}" for name, found in commits.items() if not found]
    wrong += [f"there is no part {part!r}; there are {', '.join(PARTS)}" for part in asked.parts if part not in PARTS]
    wrong += ["at least one turn is needed"] * (asked.turns < 1)
    if wrong:
        print(f"benchmarks.compare: {wrong[0]}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="compare-") as room:
        other, ours = (
            unpack(commits[name], Path(room) / side) for side, name in (("other", asked.commit), ("this", asked.this))
        )
        whole = alternate(asked.parts or PARTS, other, ours, asked.turns)
    if asked.json:
        print(json.dumps(as_json(whole, commits[asked.commit], commits[asked.this]), indent=2))
    else:
        print("\n".join(told(whole)))
    return 1 if any(each.worse for each in whole.compared) else 0


def as_json(whole: Comparison, other: str, ours: str) -> dict[str, Any]:
    """As JSON can say it: what was nothing before has no ratio."""
    figures = [
        asdict(each)
        | {"ratio": _finite(each.ratio), "turns": [_finite(turn) for turn in each.turns], "worse": each.worse}
        for each in whole.compared
    ]
    return {"other": other, "this": ours, "figures": figures, "not_there": whole.not_there}


def _finite(ratio: float) -> float | None:
    return ratio if isfinite(ratio) else None


if __name__ == "__main__":
    sys.exit(main())
