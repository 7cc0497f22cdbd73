"""The figures of the laboratory: ``make bench``.

Everything that is compared runs in turns in one process, five turns, and medians are taken; single-core figures are
CPU time. The yardstick is the standard session W (``standard-w``: star-craps, 300, at most 500 rolls).
"""

from __future__ import annotations

import ctypes
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.figures import record
from numpy.typing import NDArray

from feltwork.games import open_book
from feltwork.lab.analysis.edges import odds_of
from feltwork.lab.simulate import stream
from feltwork.lab.simulate.exact import Session
from feltwork.lab.simulate.job import Job
from feltwork.lab.simulate.lab import Prepared, prepare
from feltwork.lab.simulate.run import find_backend, simulate
from feltwork.lab.simulate.tables import build, form_of
from feltwork.lab.strategy import by_choice, find_strategy
from feltwork.lab.strategy.compile import compile_strategy
from feltwork.table.play.state import TableRules

TURNS = 5
ROLLS = 500
HERE = Path(__file__).parent


def crapssim_session(seed: int) -> int:
    """W at crapssim's table: rolls played."""
    import crapssim.bet as bets
    from crapssim.strategy import Strategy
    from crapssim.table import Table

    class W(Strategy):  # type: ignore[misc]  # crapssim is not looked into for types
        def completed(self, player: Any) -> bool:
            return not player.bets and player.bankroll < 10

        def update_bets(self, player: Any) -> None:
            point = player.table.point
            if point.status == "Off":
                if not player.has_bets(bets.PassLine):
                    player.add_bet(bets.PassLine(10))
                return
            if not player.has_bets(bets.Odds):
                player.add_bet(bets.Odds(bets.PassLine, point.number, 20))
            placed = {bet.number for bet in player.get_bets_by_type(bets.Place)}
            for number in (6, 8):
                if number not in placed:
                    player.add_bet(bets.Place(number, 12))

    table = Table(seed=seed)
    table.add_player(300, W(), "w")
    table.run(max_rolls=ROLLS, max_shooter=10**9, verbose=False, runout=False)
    return int(table.dice.n_rolls)


def plain_session(dice: random.Random) -> int:
    """W as a plain Python loop, written out by hand."""
    cash, line, odds, place, point, rolled = 300, 0, 0, {6: 0, 8: 0}, 0, 0
    pays = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
    while rolled < ROLLS:
        if not point and not line and cash >= 10:
            line, cash = 10, cash - 10
        if point and line and not odds and cash >= 20:
            odds, cash = 20, cash - 20
        for number in (6, 8):
            if point and not place[number] and cash >= 12:
                place[number], cash = 12, cash - 12
        if not (line or odds or place[6] or place[8]):
            break
        thrown = dice.randint(1, 6) + dice.randint(1, 6)
        rolled += 1
        if point:
            if thrown == 7:
                line = odds = point = place[6] = place[8] = 0
                continue
            if place.get(thrown):
                cash += 14  # and it goes straight back up
            if thrown == point:
                won, of = pays[point]
                cash += 2 * line + odds + odds * won // of
                line = odds = point = 0
        elif thrown in (7, 11):
            cash += 2 * line
            line = 0
        elif thrown in (2, 3, 12):
            line = 0
        else:
            point = thrown
    return rolled


def plain_roulette(ball: random.Random) -> int:
    """Ten numbers straight up as a plain Python loop, from 3,000."""
    numbers, cash, spins = (2, 4, 8, 11, 13, 17, 23, 26, 29, 32), 3000, 0
    while spins < ROLLS:
        stakes = {}
        for number in numbers:
            if cash >= 5:
                stakes[number], cash = 5, cash - 5
        if not stakes:
            break
        pocket = ball.randint(0, 36)
        spins += 1
        for number, stake in stakes.items():
            if number == pocket:
                cash += 36 * stake
    return spins


class CLoop:
    """A scalar loop in C over the same tables, one result a lookup, from the same stream."""

    def __init__(self, ready: Prepared, folder: str) -> None:
        library = f"{folder}/loop.so"
        source = str(HERE / "scalar_loop.c")
        subprocess.run(["gcc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        self.play = ctypes.CDLL(library).play
        self.play.restype = ctypes.c_longlong
        self.tables = ready.tables

    def run(self, sessions: int, seed: int) -> tuple[int, NDArray[np.int64]]:
        t = self.tables
        finals = np.zeros(sessions, dtype=np.int64)
        arrays = (t.kinds, t.step, t.credit, t.branch, t.low, t.spent, t.to, t.stakes, t.ends)
        numbers = (
            t.count,
            t.start.state,
            t.start.cash,
            t.results,
            stream.threshold(t.results),
            stream.key_of(seed),
            0,
            sessions,
            ROLLS,
        )
        rolls = self.play(
            *(ctypes.c_void_p(a.ctypes.data) for a in arrays),
            *(ctypes.c_uint64(n) for n in numbers),
            ctypes.c_void_p(finals.ctypes.data),
        )
        return int(rolls), finals


def choose(point: int, cash: int, stakes: int, start: int) -> int:
    """W until half of the bankroll is lost, then the line alone."""
    return 1 if cash + stakes < start // 2 else 0


def cpu(work: Callable[[], int]) -> float:
    """Rolls a second of CPU."""
    begun = time.process_time()
    rolls = work()
    return rolls / (time.process_time() - begun)


def kernel(ready: Prepared, backend: str, sessions: int) -> Callable[[], int]:
    job, run = Job(ready.tables, ROLLS, sessions, 1, choose), find_backend(backend)[1]
    run(job, 0, min(64, sessions))
    return lambda: int(run(job, 0, sessions)[1].sum())


def speeds(folder: str) -> None:
    w, wheel = prepare("standard-w", "star-craps"), prepare("ten-straights", "star-roulette", bankroll=3000)
    chosen = prepare(by_choice(choose, ["standard-w", "keep line 10; odds 2"]), "star-craps")
    loop = CLoop(w, folder)
    dice, ball = random.Random(1), random.Random(1)
    run = find_backend("numba")[1]
    assert (loop.run(20_000, 1)[1] == run(Job(w.tables, ROLLS, 20_000, 1), 0, 20_000)[0]).all()
    work: dict[str, Callable[[], int]] = {
        "crapssim": lambda: sum(crapssim_session(n) for n in range(12)),
        "plain loop": lambda: sum(plain_session(dice) for _ in range(300)),
        "C loop": lambda: loop.run(60_000, 1)[0],
        "W": kernel(w, "numba", 300_000),
        "W by NumPy": kernel(w, "numpy", 65_536),
        "chosen": kernel(chosen, "numba", 60_000),
        "plain wheel": lambda: sum(plain_roulette(ball) for _ in range(100)),
        "wheel": kernel(wheel, "numba", 300_000),
    }
    found: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(TURNS):
        for name, each in work.items():
            found[name].append(cpu(each))
    for name, rates in found.items():
        print(f"  {name}: {statistics.median(rates):,.0f} rolls a second of CPU")
    record("crapssim", found["crapssim"])
    record("w", [rate / 1e6 for rate in found["W"]])
    for name, text, fast, slow, aim in (
        ("w-crapssim", "W against crapssim 0.4.1", "W", "crapssim", "20,000, aim 40,000"),
        ("w-python", "W against a plain Python loop", "W", "plain loop", "250"),
        ("w-c", "W against a scalar C loop over the same tables", "W", "C loop", "0.8, aim 1.4"),
        ("function-crapssim", "a compiled function against crapssim", "chosen", "crapssim", "2,500"),
        ("numpy-crapssim", "W by NumPy alone against crapssim", "W by NumPy", "crapssim", "3,000"),
        ("wheel-python", "roulette with ten wagers against a plain loop", "wheel", "plain wheel", "800"),
    ):
        ratios = [a / b for a, b in zip(found[fast], found[slow], strict=True)]
        print(f"{text}: {statistics.median(ratios):,.1f} times (at least {aim})")
        record(name, ratios)


def threads() -> None:
    """Wall time of one thread and of two, in turns, with the same counts."""
    ready = prepare("standard-w", "star-craps")
    job = Job(ready.tables, ROLLS, 1_000_000, 1)
    ratios, speeds = [], []
    for _ in range(TURNS):
        one, two = simulate(job, "numba", 1), simulate(job, "numba", 2)
        assert (one.figures.weights == two.figures.weights).all()
        assert one.rolls == two.rolls
        ratios.append(one.seconds / two.seconds)
        speeds.append(two.rolls / two.seconds / 1e6)
    print(f"two threads against one: {statistics.median(ratios):.2f} times (at least 1.7), the same histogram")
    print(f"  two threads: {statistics.median(speeds):,.0f} million rolls a second of wall time")
    record("two-threads", ratios)
    record("two-threads-rate", speeds)


def exact() -> None:
    """The exact session against a million simulated ones, and its mean against what the edges say."""
    ready = prepare("standard-w", "star-craps")
    run, job = find_backend("numba")[1], Job(ready.tables, ROLLS, 1_000_000, 1)
    run(job, 0, 64)
    ready.session(ROLLS)
    exactly, counted = [], []
    for _ in range(TURNS):
        begun = time.process_time()
        session = ready.session(ROLLS)
        exactly.append(time.process_time() - begun)
        begun = time.process_time()
        run(job, 0, job.sessions)
        counted.append(time.process_time() - begun)
    ratios = [b / a for a, b in zip(exactly, counted, strict=True)]
    print(
        f"exact session of W: {statistics.median(exactly):.3f} s, a million simulated sessions "
        f"{statistics.median(counted):.3f} s: {statistics.median(ratios):.1f} times as fast (at least 1)"
    )
    apart = abs(session.figures.mean - mean_by_edges(session)) / 100
    print(f"its mean against the edges: {apart:.1e} (at most 1e-9)")
    record("exact-session", exactly)
    record("exact-simulated", ratios)
    record("exact-mean", [apart])
    done = simulate(job, "numba", 2)
    low, high = done.ci95 or (0.0, 0.0)
    inside = "inside" if low < session.figures.mean < high else "OUTSIDE"
    print(
        f"exact mean {session.figures.mean / 100:.6f}, simulated {done.figures.mean / 100:.4f}: {inside} its 95% range"
    )


def mean_by_edges(session: Session) -> float:
    """What W must end with, by the edges alone, in cents.

    Each wager made costs its edge; one that still lies at the end has not cost all of it yet, which is put right by
    what a wager in that position is still worth.
    """
    book = open_book("star-craps")
    line = odds_of(book, "win-line")[0].edge
    place = {row.on: row.edge for row in odds_of(book, "place-to-win")}
    ways = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    mean = 30_000.0
    for (wager, on), (_, staked) in session.played.items():
        edge = line if wager == "win-line" else place[on] if wager == "place-to-win" else Fraction(0)
        mean -= float(edge) * staked
    for each in session.at_end.stands:
        ((wager, on),) = each.wagers
        if wager == "win-line":
            assert isinstance(each.area, int)
            made = Fraction(ways[each.area], ways[each.area] + 6)
            mean -= each.chance * each.stake * float(2 * made - 1)
        elif wager == "place-to-win":
            mean += each.chance * each.stake * float(place[on])
    return mean


def first_results(folder: str) -> None:
    """A fresh process: how long until 100,000 sessions are told, and how much memory that takes."""
    program = [sys.executable, "-m", "feltwork", "simulate", "standard-w", "--sessions", "100000", "--json"]
    for name, cache, most in (("cold", f"{folder}/cold", 3.0), ("warm", f"{folder}/cold", 1.2)):
        taken = []
        for _ in range(1 if name == "cold" else TURNS):
            begun = time.perf_counter()
            subprocess.run(program, check=True, capture_output=True, env={**os.environ, "NUMBA_CACHE_DIR": cache})
            taken.append(time.perf_counter() - begun)
        print(f"first result of 100,000 sessions, {name} cache: {statistics.median(taken):.2f} s (at most {most})")
        record(f"first-{name}", taken)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"  memory {peak:,.0f} MB (at most 250)")
    record("first-memory", [peak])
    book = open_book("star-craps")
    begun = time.perf_counter()
    made = compile_strategy(find_strategy("standard-w"), book, TableRules(100), 30_000)
    tables = build(made)
    compiling = time.perf_counter() - begun
    print(f"compiling W: {compiling:.3f} s (at most 0.2); {form_of(tables)}")
    record("compiling-w", [compiling])
    print(f"three-point-molly, with come wagers: {prepare('three-point-molly', 'star-craps').form}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        first_results(scratch)
        speeds(scratch)
    exact()
    threads()
