"""What screens are told of a round: the areas that win, and stakes that are paid in full."""

from __future__ import annotations

import pytest

from feltwork.floor.card import wager_card
from feltwork.floor.rounds import winning_areas
from feltwork.rulebooks import open_book
from feltwork.table.events import RoundSettled
from feltwork.table.state import TableRules, TableState, open_state


def state(book: str, area: int = 0, **settings: object) -> TableState:
    made = open_state(open_book(book, **settings), TableRules(100), {})  # type: ignore[arg-type]  # the book's own words
    made.area = area
    return made


def wins(before: TableState, result: tuple[int, int] | int | str) -> set[str]:
    return set(winning_areas(before, RoundSettled(result, (), (), 0)))


def test_areas_that_win_at_dice() -> None:
    assert wins(state("dragon-fire"), (4, 4)) == {"fire", "high-pair", "specific-pair:4", "total:8"}
    assert wins(state("dragon-fire"), (3, 4)) == {"total:7"}
    come_out = wins(state("star-craps"), (3, 4))
    assert {"win-line", "any-seven"} <= come_out
    assert "dont-win" not in come_out
    assert not {key for key in come_out if key.startswith("behind")}, "odds are lit only where they lay"


def test_areas_that_win_at_the_wheel() -> None:
    won = wins(state("star-roulette"), 17)
    assert {"straight:17", "split:17-20", "column:2", "dozen:2", "black", "odd", "low"} <= won
    assert not {"red", "even", "high", "straight:18"} & won
    lucky = state("star-roulette", lucky_ball=True)
    lucky.lucky = {"red": 17, "green": 3, "blue": 0, "yellow": 36}
    assert {key for key in wins(lucky, 17) if key.startswith("lucky")} == {"lucky-ball:red"}


@pytest.mark.parametrize(
    ("spot", "chips"),
    [("place-to-win:6", 6), ("place-to-win:9", 5), ("behind-come:8", 5), ("lay:5", 3), ("hardway:4", 2), ("field", 1)],
)
def test_the_least_stake_that_is_paid_in_full(spot: str, chips: int) -> None:
    assert wager_card(open_book("star-craps"))[spot]["full"] == chips


def test_odds_are_paid_by_the_point() -> None:
    odds = wager_card(open_book("star-craps"))["behind-win-line"]
    assert odds["full_on"] == {"4": 1, "5": 2, "6": 5, "8": 5, "9": 2, "10": 1}
