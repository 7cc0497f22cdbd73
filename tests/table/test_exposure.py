"""The most that one result can win: never less than what a result does win, and what the declared award refuses."""

from __future__ import annotations

import pytest

from feltwork.refusal import Refusal
from feltwork.table.play.commands import Bet
from feltwork.table.play.decide import decide
from feltwork.table.play.limits import most_owed
from feltwork.table.play.settle import settle
from feltwork.table.play.state import TableState
from feltwork.table.play.table import open_table
from tests.rules.live import Live


def bound(table: TableState) -> tuple[int, int]:
    """The most that a result wins now, and the most that was foreseen."""
    symbols = len(table.book.wheel) or 36
    won = [sum(line.winnings for line in settle(table, symbol)[0]) for symbol in range(symbols)]
    return max(won), most_owed(table)


def test_at_the_wheel_it_is_exact() -> None:
    table = open_table("star-roulette", seats={1: "9000.00"})
    for pocket in range(37):
        table.bet(1, "straight", "10.00", pocket)
    assert bound(table.state) == (350_00, 350_00)
    table.bet(1, "red", "50.00")
    table.bet(1, "straight", "10.00", 17)
    assert bound(table.state) == (700_00, 700_00)
    table.bet(1, "straight", "5.00", 1)
    assert bound(table.state) == (700_00, 700_00)
    table.bet(1, "straight", "15.00", 1)
    assert bound(table.state) == (35 * 30_00 + 50_00, 35 * 30_00 + 50_00)


def test_it_covers_what_sleeps_and_what_travels() -> None:
    table = open_table("star-craps", seats={1: "9000.00"}, smallest_chip="1.00")
    table.bet(1, "place-to-win", "60.00", 6)
    assert bound(table.state) == (0, 70_00)
    table.bet(1, "win-line", "50.00")
    assert most_owed(table.state) == 120_00
    table.roll(4, 4)
    table.bet(1, "come", "10.00")
    foreseen = most_owed(table.state)
    table.roll(2, 2)
    assert most_owed(table.state) <= foreseen
    assert bound(table.state)[0] <= foreseen


def test_nothing_lies_nothing_is_owed() -> None:
    assert most_owed(open_table("aruze-craps", seats={1: "10.00"}).state) == 0


@pytest.mark.parametrize(("amount", "taken"), [(9_00, True), (10_00, True), (11_00, False)])
def test_a_wager_over_the_award_is_refused(amount: int, taken: bool) -> None:
    """A straight up wager of 10.00 wins 350.00: one chip less, as much, one chip more."""
    live = Live("star-roulette", roles=())
    live.max_award = 350_00
    live.in_play()
    decided = decide(live.game, Bet(1, "straight", amount, 17))
    assert isinstance(decided, tuple) is taken
    if isinstance(decided, Refusal):
        assert decided == Refusal(
            "not in the book", "one result could then win 385.00 here, over the table's maximum award of 350.00"
        )


def test_wagers_that_cannot_win_together_are_not_added() -> None:
    live = Live("star-roulette", roles=())
    live.max_award = 350_00
    live.in_play()
    for pocket in range(1, 30):
        live.bets(1, "straight", 10_00, pocket)
    assert most_owed(live.game) == 350_00
    over = decide(live.game, Bet(1, "red", 10_00))
    assert isinstance(over, Refusal)
    assert over.reason == "one result could then win 360.00 here, over the table's maximum award of 350.00"
