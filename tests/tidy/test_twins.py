"""The same lines do not stand in two places: runs longer than twelve, in the program and in its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = 12
"""Lines that two places may share."""
MAX_IN_TESTS = 9
PASSED_OVER = re.compile(r"(#|//|/?\*|from |import |\W*$)")
"""Comments, imports and lone punctuation say nothing of their own."""
Place = tuple[str, int]


def told(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers; white space is folded."""
    lines = ((number, " ".join(line.split())) for number, line in enumerate(path.read_text().splitlines(), 1))
    return [(number, line) for number, line in lines if not PASSED_OVER.match(line)]


def runs(folder: str) -> Iterator[tuple[tuple[str, ...], Place]]:
    for path in sorted((ROOT / folder).rglob("*.*")):
        if path.suffix in (".py", ".js", ".css"):
            lines = told(path)
            for at in range(len(lines) - LONGEST):
                window = lines[at : at + LONGEST + 1]
                yield tuple(line for _, line in window), (path.relative_to(ROOT).as_posix(), window[0][0])


def twins(folder: str) -> list[str]:
    """Pairs of places that share a run, each run named where it begins."""
    first: dict[tuple[str, ...], Place] = {}
    found: list[tuple[str, str, int, int]] = []
    for run, (file, line) in runs(folder):
        other, at = first.setdefault(run, (file, line))
        if (other, at) != (file, line):
            found.append((other, file, at, line))
    pairs = groupby(found, lambda twin: (twin[0], twin[1], twin[3] - twin[2]))
    return [f"{other}:{at} ~ {file}:{line}" for _, ((other, file, at, line), *_) in pairs]


def test_no_long_twins() -> None:
    for folder, most in (("src", 0), ("tests", MAX_IN_TESTS)):
        found = twins(folder)
        print(f"{len(found)} twins of more than {LONGEST} lines in {folder}, at most {most}")
        print("\n".join(f"    {pair}" for pair in found))
        assert len(found) <= most, found
