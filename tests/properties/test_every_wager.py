"""For every wager, state and outcome of every book: the compiled automaton, the row and the odds agree."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltwork.games import book_names
from feltwork.games.book import Book, Lucky
from feltwork.games.registry import every_kind
from feltwork.lab.analysis.edges import OddsRow, endings_of, machine_selection, odds_of, odds_row
from feltwork.lab.analysis.layout import forecast
from feltwork.outcomes import POINTS, TOTALS
from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet
from feltwork.table.play.evolve import evolve
from feltwork.table.play.placing import decide_bet
from feltwork.table.play.state import TableRules, TableState, open_state
from feltwork.wagers.arms import Arm
from feltwork.wagers.row import Wager, Window

STAKE = 2 * 3 * 4 * 5 * 7 * 11 * 12 * 100
"""Divisible by whatever odds, legs and commissions need, so that nothing is rounded."""
ALL = [pytest.param(book, id=book.name) for name in book_names() for book in every_kind(name)]


@pytest.mark.parametrize("book", ALL)
def test_the_automaton_is_the_row(book: Book) -> None:
    steps = 0
    for name, wager in book.wagers.items():
        for on, shape in wager.shapes.items():
            machine = book.machine(name, on)
            for working in (False, True):
                for a, area in enumerate(book.area.states):
                    for s, state in enumerate(machine.states):
                        for symbol, code in enumerate(machine.codes(a, s, working)):
                            step = shape.step(area, state, symbol, working)
                            compiled = machine.arms[~code] if code < 0 else machine.states[code]
                            assert compiled == (step if isinstance(step, Arm) else step.state)
                            steps += 1
    assert steps > 500


@pytest.mark.parametrize("book", ALL)
def test_probabilities_add_up_and_the_house_keeps_an_edge(book: Book) -> None:
    mega = Fraction(1, 1000) if book.lucky is Lucky.MEGA else None
    for row in odds_of(book, mega=mega):
        assert row.win + row.lose + row.push == 1
        assert row.edge >= 0
        assert row.rolls >= 1
        assert (row.edge == 0) == bool(book.wagers[row.wager].parent), row


@pytest.mark.parametrize("book", [b for name in book_names() if name != "star-roulette" for b in every_kind(name)])
def test_exact_odds_are_those_of_the_engine_that_settles(book: Book) -> None:
    """Each wager is laid at a table, and the engine plays it out over every roll until it is decided."""
    for row in odds_of(book):
        wager = book.wagers[row.wager]
        mean = square = Fraction(0)
        for area, weight in _areas(book, wager, row).items():
            state = _laid(book, wager, row, area)
            # The seat's forecast holds the parent too; the wager's own share is what the parent does not explain.
            alone = _without(state, row.wager)
            seen = forecast(alone)[None]
            mean += weight * seen.mean / STAKE
            square += weight * (seen.variance + seen.mean**2) / STAKE**2
        commission = row.commission
        assert mean == -row.edge * (1 + commission) + commission * (1 - row.push), row
        assert square - mean**2 == row.variance, row


@pytest.mark.parametrize("book", every_kind("star-roulette"))
def test_exact_roulette_odds_are_those_of_the_engine(book: Book) -> None:
    mega = Fraction(1, 1000) if book.lucky is Lucky.MEGA else None
    for name, wager in book.wagers.items():
        for on in wager.shapes:
            row = odds_row(book, wager, on, mega)
            state = open_state(book, TableRules(1), {1: STAKE})
            placed = decide_bet(state, Bet(1, name, STAKE, on))
            assert not isinstance(placed, Refusal), placed
            evolve(state, placed)
            seen = forecast(state, mega)[1]
            assert seen.mean / STAKE == -row.edge
            assert seen.variance / STAKE**2 == row.variance
            assert endings_of(book, wager, on, mega).rolls == 1


def _areas(book: Book, wager: Wager, row: OddsRow) -> dict[int, Fraction]:
    """Where the table stands: the definition of the odds, said again."""
    if wager.window is Window.PARENT and machine_selection(wager, row.on) is None:
        return {book.area.states.index(row.on): Fraction(1)}
    if wager.window in (Window.POINT_ON, Window.PARENT) or wager.sleeps:
        points = [p for p in POINTS if not (wager.parent and p == row.on)]
        ways = sum(TOTALS.count(p) for p in points)
        return {book.area.states.index(p): Fraction(TOTALS.count(p), ways) for p in points}
    return {0: Fraction(1)}


def _laid(book: Book, wager: Wager, row: OddsRow, area: int) -> TableState:
    """A table with the wager (and its parent, with its point) on it."""
    state = open_state(book, TableRules(1), {1: 10 * STAKE})
    on = machine_selection(wager, row.on)
    if wager.parent:
        parent = book.wagers[wager.parent]
        state.area = 0 if parent.window is Window.COME_OUT else 1
        _bet(state, parent.name, None)
        if parent.travels:
            key = (1, parent.name, None)
            standing = state.layout.pop(key)
            moved = standing.moved_to(standing.machine.states.index(row.on))
            state.layout[moved.key] = moved
    state.area = area
    _bet(state, wager.name, on)
    return state


def _bet(state: TableState, name: str, on: object) -> None:
    placed = decide_bet(state, Bet(1, name, STAKE, on))  # type: ignore[arg-type]  # a selection of the book
    assert not isinstance(placed, Refusal), placed
    evolve(state, placed)


def _without(state: TableState, name: str) -> TableState:
    alone = state.copy()
    alone.layout = {key: standing for key, standing in state.layout.items() if key[1] == name}
    return alone
