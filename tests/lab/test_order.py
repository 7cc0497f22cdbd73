"""One order of the layout: kernels, exact sessions and the table play the same sessions however short the cash is.

``FELTWORK_SESSIONS`` says how many sessions are compared for each strategy, book and bankroll, ``FELTWORK_DEPTH`` how
many results deep the exact sessions are; ``FELTWORK_SEED`` gives other sessions.
"""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest

from feltwork.games import open_book
from feltwork.lab.simulate.exact import NotExactError
from feltwork.lab.simulate.job import Job
from feltwork.lab.simulate.lab import Prepared, prepare
from feltwork.lab.simulate.run import find_backend
from feltwork.lab.strategy import NAMED, View, by_function, keep, odds
from feltwork.lab.strategy.reconcile import PLAYING, reconcile
from feltwork.lab.strategy.rounds import Rounds
from feltwork.lab.strategy.runner import play_session, seat_down
from feltwork.lab.strategy.strategy import Memory
from feltwork.lab.strategy.view import SEAT, Spot
from feltwork.outcomes import throw_symbol
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.state import TableRules, TableState

SESSIONS = int(os.environ.get("FELTWORK_SESSIONS", "40"))
DEPTH = int(os.environ.get("FELTWORK_DEPTH", "3"))
SEED = int(os.environ.get("FELTWORK_SEED", "2"))
ROLLS = 60
BANKROLLS = (30, 60, 110) if "FELTWORK_SOAK" in os.environ else (60,)
TOO_FINE = {("regress-inside", "aruze-craps")}
"""Too many states, each with cash by the cent, for an exact session."""
TABLES = [(name, book) for name, (_, books, _) in NAMED.items() for book in books]
TABLES += [(name, "mini") for name, (_, books, _) in NAMED.items() if "crown-craps" in books]


def ready_at(name: str, book: str, bankroll: int) -> Prepared:
    opened = open_book("crown-craps", variant="mini") if book == "mini" else open_book(book)
    return prepare(name, opened, bankroll=bankroll)


@pytest.mark.parametrize(("name", "book"), TABLES)
def test_every_session_ends_alike_in_the_kernels_and_at_the_table(name: str, book: str) -> None:
    for bankroll in BANKROLLS:
        ready = ready_at(name, book, bankroll)
        job = Job(ready.tables, ROLLS, SESSIONS, SEED)
        by_numba, by_numpy = (find_backend(backend)[1](job, 0, SESSIONS) for backend in ("numba", "numpy"))
        for n in range(SESSIONS):
            played = ready.play(SEED, n, ROLLS)
            told = (played.final, played.rolls, played.ends)
            assert told == tuple(column[n] for column in by_numba[:3]), f"{bankroll}, session {n}"
            assert told == tuple(column[n] for column in by_numpy[:3]), f"{bankroll}, session {n}"


APART = (188, 315, 577, 973, 1212, 1668, 1730, 1839, 1986, 2057, 2690, 3349, 3653)


def test_the_sessions_that_ended_apart_end_alike() -> None:
    """Of 4,000 sessions these ended with other amounts at the table, while odds were taken in the order of placing."""
    ready = prepare("three-point-molly", "star-craps", bankroll=60)
    finals = find_backend("numba")[1](Job(ready.tables, 60, 4000, 2), 0, 4000)[0]
    for n in APART:
        assert ready.play(2, n, 60).final == finals[n], n


@pytest.mark.parametrize(("name", "book"), TABLES)
def test_exact_sessions_are_those_of_a_table_that_merges_nothing(name: str, book: str) -> None:
    """All that can happen, in whole numbers, with layouts kept apart by the order in which they were put down."""
    for bankroll in BANKROLLS:
        ready = ready_at(name, book, bankroll)
        if (name, book) in TOO_FINE:
            with pytest.raises(NotExactError):
                ready.session(DEPTH)
            continue
        found = at_the_table(ready, DEPTH)
        exact = ready.session(DEPTH).figures
        assert exact.finals.tolist() == sorted(found)
        whole = float(ready.results**DEPTH)
        assert np.allclose(exact.weights * whole, [float(found[final]) for final in sorted(found)], rtol=1e-12)


def at_the_table(ready: Prepared, rolls: int) -> Counter[int]:
    """What sessions end with, by the number of ways in which the results can come."""
    rounds = Rounds(ready.book)
    first = seat_down(ready.book, ready.rules, ready.bankroll)
    now: dict[object, tuple[TableState, tuple[Memory, ...], int]] = {None: (first, ready.strategy.start, 1)}
    ended: Counter[int] = Counter()
    for left in range(rolls, -1, -1):
        then: dict[object, tuple[TableState, tuple[Memory, ...], int]] = {}
        for settled, memory, ways in now.values():
            table = settled.copy()
            phase = reconcile(table, ready.strategy, memory, ready.bankroll)
            if phase.ends != PLAYING or not left:
                ended[table.chips()] += ways * ready.results**left
                continue
            for alike in rounds.alike(table).values():
                same = [rounds.classes[number] for number in alike]
                after = table.copy()
                kept = ready.strategy.seen(phase.memory, rounds.play(after, same[0][0]))
                key = (apart(after), kept)
                _, _, before = then.get(key, (after, kept, 0))
                then[key] = (after, kept, before + ways * sum(map(len, same)))
        now = then
    return ended


def apart(table: TableState) -> object:
    """Puck, cash, locks and the layout in its own order: what the compiled states leave out of account is in it."""
    lying = tuple((key, s.state, s.working, s.held, s.stake) for key, s in table.layout.items())
    return table.area, table.balances[SEAT], table.locks, lying


THROWS = [throw_symbol(*dice) for dice in ((2, 2), (4, 5), (3, 2), (2, 2), (6, 4))]


def test_a_strategy_sees_the_layout_in_the_order_of_the_rows_and_then_by_number() -> None:
    """Come lies on 9, then on 5; the point is made, and the next line wager is put down last."""
    seen: list[list[Spot]] = []

    def look(view: View) -> dict[str | tuple[str, RawSelection], int]:
        seen.append(list(view.stakes))
        assert seen[-1] == [(s.wager.name, s.on) for s in view.table.layout.values()]
        return {}

    strategy = keep("line", 10) + keep("come", 10, most=2) + by_function(look)
    play_session(strategy, open_book("star-craps"), TableRules(100), 30_000, THROWS, 9)
    assert seen[-1] == [("win-line", None), ("come", 5), ("come", 9)]


def test_short_cash_goes_behind_the_line_before_the_come_points() -> None:
    """The same layout with cash for one wager: odds go behind the line, though it was put down last."""
    strategy = keep("line", 10) + keep("come", 10, most=2) + odds(1)
    table = seat_down(open_book("star-craps"), TableRules(100), 30_000)
    rounds = Rounds(table.book)
    flat = keep("line", 10) + keep("come", 10, most=2)
    for symbol in THROWS:
        reconcile(table, flat, flat.start, 30_000)
        rounds.play(table, symbol)
    table.balances[SEAT] = 1000
    assert list(table.layout)[-1] == (SEAT, "win-line", None)
    assert reconcile(table, strategy, strategy.start, 30_000).placed == ((("behind-win-line", None), 1000),)
