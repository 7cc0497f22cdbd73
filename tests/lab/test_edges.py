"""Every wager of every book, simulated: one wager a session, and the mean must be the exact edge.

At a fixed seed, within 4.5 standard errors: were the seed drawn anew, a right table would fail one of these tests once
in about 700 runs of them all.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.lab.analysis.edges import OddsRow, odds_of
from feltwork.lab.simulate.lab import prepare
from feltwork.lab.strategy.strategy import Memory, Part, Strategy
from feltwork.lab.strategy.view import Round, Spot, View, find_row
from feltwork.money import format_money
from feltwork.wagers.row import Window

STAKE = 924_000  # every price of every book pays it, and every commission on it, in whole chips
SESSIONS, ROLLS, SEED, WITHIN = 40_000, 600, 5, 4.5
BOOKS = {
    "star-craps": open_book("star-craps"),
    "crown-craps": open_book("crown-craps"),
    "mini": open_book("crown-craps", variant="mini"),
    "aruze-craps": open_book("aruze-craps"),
    "dragon-fire": open_book("dragon-fire"),
    "single": open_book("star-roulette"),
    "double": open_book("star-roulette", wheel="double", lucky_ball=True),
}
WAITING, LYING, DECIDED = 0, 1, 2


@dataclass(frozen=True)
class Once(Part):
    """Make one wager, and leave when it is decided."""

    spot: Spot
    start: Memory = WAITING

    def seen(self, memory: Memory, what: Round) -> Memory:
        return DECIDED if any(line.wager == self.spot[0] for line in what.lines) else memory

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        wager = find_row(view.book, self.spot[0])
        needs_point = wager.sleeps or wager.window is Window.POINT_ON
        if memory == WAITING and not (needs_point and view.come_out):
            wanted[self.spot] = STAKE
            return LYING
        return memory

    def stops(self, view: View, memory: Memory) -> bool:
        return memory == DECIDED


def _rows() -> list[tuple[str, OddsRow]]:
    return [(name, row) for name, book in BOOKS.items() for row in odds_of(book) if not book.wagers[row.wager].rides()]


def _mean_and_error(book: Book, strategy: Strategy) -> tuple[float, float]:
    done = prepare(strategy, book, bankroll=format_money(20 * STAKE)).simulate(SESSIONS, ROLLS, SEED, threads=1)
    assert done.figures.stopped > 0.9999
    return done.figures.mean - 20 * STAKE, done.figures.sd / SESSIONS**0.5


@pytest.mark.parametrize(("name", "row"), _rows(), ids=lambda v: v if isinstance(v, str) else f"{v.wager}-{v.on}")
def test_simulated_mean_is_the_exact_edge(name: str, row: OddsRow) -> None:
    book = BOOKS[name]
    wager = book.wagers[row.wager]
    on = row.on if row.on in wager.shapes else next(iter(wager.shapes))
    mean, error = _mean_and_error(book, Strategy((Once((row.wager, on)),)))
    assert error > 0
    assert abs(mean + float(row.edge * (1 + row.commission)) * STAKE) < WITHIN * error


@pytest.mark.parametrize("name", ["star-craps", "crown-craps", "aruze-craps"])
@pytest.mark.parametrize("concept", ["line-odds", "dont-line-odds", "come-odds", "dont-come-odds"])
def test_odds_add_nothing_to_the_edge_of_the_wager_they_ride_on(name: str, concept: str) -> None:
    from feltwork.lab.strategy.parts import Odds

    book = BOOKS[name]
    rider = next(w for w in book.wagers.values() if w.concept == concept)
    assert rider.parent
    assert all(row.edge == 0 for row in odds_of(book, rider.name))
    flat = odds_of(book, rider.parent)[0]
    mean, error = _mean_and_error(book, Strategy((Once((rider.parent, None)), Odds(1))))
    assert abs(mean + float(flat.edge) * STAKE) < WITHIN * error
