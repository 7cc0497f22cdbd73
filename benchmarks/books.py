"""The figures of the books, each as a ratio taken in one run: ``make bench``.

Settlement in compiled integers against the same round in fractions; all odds of each craps book; and how
long the command line takes to answer, as wall time of a fresh process with a warm cache.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import record
from tests.exact.settlement import settle_exactly

from feltwork.games.registry import _open
from feltwork.lab.analysis.edges import odds_of
from feltwork.outcomes import THROWS
from feltwork.table.play.settle import settle
from feltwork.table.play.table import Table, open_table

TIMES = 5


def twenty_wagers() -> Table:
    """A full layout of twenty wagers with a point set: what a busy table looks like."""
    table = open_table("star-craps", seats={1: "10000.00", 2: "10000.00"}, smallest_chip="1.00")
    table.bet(1, "win-line", "10.00")
    table.bet(2, "dont-win", "10.00")
    table.roll(4, 2)
    table.bet(1, "behind-win-line", "20.00")
    table.bet(2, "behind-dont-win", "24.00")
    for number in (4, 5, 8, 9, 10):
        table.bet(1, "place-to-win", "30.00", number)
    for number in (4, 6, 8, 10):
        table.bet(2, "hardway", "5.00", number)
    for wager, stake in (("field", "5.00"), ("any-seven", "5.00"), ("horn", "8.00"), ("any-craps", "3.00")):
        table.bet(1, wager, stake)
    table.bet(2, "crap-eleven", "4.00")
    table.bet(2, "big-8", "10.00")
    table.bet(2, "place-to-lose", "22.00", 4)
    assert len(table.state.layout) == 20, len(table.state.layout)
    return table


def seconds(work: Callable[[], object], repeat: int) -> float:
    start = time.perf_counter()
    for _ in range(repeat):
        work()
    return (time.perf_counter() - start) / repeat


def settlement() -> None:
    state = twenty_wagers().state
    symbols = range(len(THROWS))
    for symbol in symbols:
        assert settle(state, symbol)[0] == settle_exactly(state, symbol)
    fast, exact = [], []
    for _ in range(TIMES):
        fast.append(seconds(lambda: [settle(state, s) for s in symbols], 100))
        exact.append(seconds(lambda: [settle_exactly(state, s) for s in symbols], 10))
    integers, fractions = ([taken / len(THROWS) * 1e6 for taken in times] for times in (fast, exact))
    ratios = [b / a for a, b in zip(integers, fractions, strict=True)]
    print(
        f"20-wager round: {statistics.median(integers):.1f} us in integers, {statistics.median(fractions):.1f} us "
        f"in fractions: {statistics.median(ratios):.1f} times as fast (aim 10)"
    )
    record("settlement", ratios)
    record("settlement-integers", integers)
    record("settlement-fractions", fractions)


def all_odds() -> None:
    for book in ("star-craps", "crown-craps", "aruze-craps"):
        taken = []
        for _ in range(TIMES):
            _open.cache_clear()
            taken.append(seconds(lambda book=book: odds_of(book), 1))  # type: ignore[misc]  # bound per turn
        print(f"all odds of {book}: {statistics.median(taken):.3f} s (aim 0.5)")
        record(f"odds-{book}", taken)


def commands() -> None:
    program = str(Path(sys.executable).with_name("feltwork"))
    bare = _wall("start-python", [sys.executable, "-c", "pass"])
    print(f"a bare Python start: {bare:.3f} s")
    for name, arguments, aim in (("start-help", ["--help"], 0.2), ("start-odds", ["odds", "star-craps"], 0.6)):
        taken = _wall(name, [program, *arguments])
        print(f"feltwork {' '.join(arguments)}: {taken:.3f} s (aim {aim}), {taken / bare:.1f} bare starts")


def _wall(name: str, command: list[str]) -> float:
    subprocess.run(command, check=True, capture_output=True)
    taken = [seconds(lambda: subprocess.run(command, check=True, capture_output=True), 1) for _ in range(TIMES)]
    record(name, taken)
    return statistics.median(taken)


if __name__ == "__main__":
    settlement()
    all_odds()
    commands()
