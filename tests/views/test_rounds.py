"""What screens are told of a round: the areas that win, and stakes that are paid in full."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.games import open_book
from feltwork.table.live.events import Adjustment, RoundAdjusted, SeatTaken
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.corrections import UNCONFIRMED
from feltwork.table.play.events import RoundSettled, Settled
from feltwork.table.play.state import TableRules, TableState, open_state
from feltwork.views.card import wager_card
from feltwork.views.rounds import Recall, winning_areas
from feltwork.wagers.arms import Result


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


class Seats:
    """A table at which people sit down, change and go, and every round takes a dollar from each."""

    def __init__(self) -> None:
        self.life, self.recall, self.version = LiveTable("craps"), Recall(), 0

    def sit(self, seat: int, player: str) -> None:
        self._happen(SeatTaken(seat, player))
        self.life.seats.players[seat] = player

    def go(self, seat: int) -> None:
        del self.life.seats.players[seat]

    def play(self) -> int:
        lines = tuple(Settled(seat, "field", None, Result.LOSE, 100, 0, 0, "6.1") for seat in self.life.seats.players)
        self._happen(RoundSettled((3, 4), lines, (), 0))
        return self.version

    def correct(self, version: int, seat: int) -> None:
        line = Adjustment(seat, "", 100, None, 0)
        self._happen(RoundAdjusted(version, [1, 1], "sam", "sue", (line,), "9.1"))

    def _happen(self, event: SeatTaken | RoundSettled | RoundAdjusted) -> None:
        self.version += 1
        self.recall.happen(self.life, event, self.version, 0)

    def recalled(self, seat: int) -> list[tuple[object, int, int]]:
        """Of each round its entry, and how many lines and corrections of it are this player's."""
        told: Any = self.recall.of_seat(self.life, seat)
        return [(r["version"], len(r["lines"]), len(r["adjusted"])) for r in told]


def test_rounds_are_the_players_and_not_the_seats() -> None:
    table = Seats()
    table.sit(1, "ann")
    first = table.play()
    table.go(1)
    table.sit(1, "bob")
    assert table.recalled(1) == [], "bob sits where ann played"
    table.sit(2, "ann")
    second = table.play()
    table.correct(first, 1)
    assert table.recalled(1) == [(second, 1, 0)]
    assert table.recalled(2) == [(second, 1, 0), (first, 1, 1)], "ann has her rounds and what is due of them with her"


def test_the_display_shows_what_lay_there_once_a_round_is_set_right() -> None:
    table = Seats()
    table.sit(1, "ann")
    first, second = table.play(), table.play()
    table.correct(first, 1)
    shown = [(r["result"], r.get("entered"), r.get("reversed")) for r in table.recall.results]
    assert shown == [([1, 1], [3, 4], None), ([3, 4], None, None)]
    table._happen(RoundAdjusted(second, None, "sam", "sam", (), "9.1", UNCONFIRMED))
    assert "reversed" not in table.recall.results[-1], "void at one terminal, the number stands"
    table._happen(RoundAdjusted(second, None, "sam", "sue", (), "9.1", "fraud"))
    assert table.recall.results[-1]["reversed"] == "fraud"


def test_whoever_played_a_round_is_told_that_it_was_set_right() -> None:
    table = Seats()
    table.sit(1, "ann")
    table.sit(2, "ben")
    first = table.play()
    table.correct(first, 1)
    told: Any = [table.recall.of_seat(table.life, seat)[0]["adjusted"] for seat in (1, 2)]
    assert [[(right["result"], right["cents"]) for right in own] for own in told] == [[([1, 1], 100)], [([1, 1], 0)]]
    for _ in range(12):
        table.play()
    assert table.recalled(1)[-1] == (first, 1, 1)


def test_nobody_inherits_the_rounds_of_a_terminal() -> None:
    table = Seats()
    table.sit(1, "terminal-craps-1")
    table.life.terminals.cards[1] = "card-7"
    carded = table.play()
    del table.life.terminals.cards[1]
    plain = table.play()
    assert table.recalled(1) == [(plain, 1, 0)], "the card that played the first round is out"
    table.go(1)
    table.sit(1, "terminal-craps-1")
    assert table.recalled(1) == [], "it may be anybody who sits there now"
    table.life.terminals.cards[1] = "card-7"
    assert table.recalled(1) == [(carded, 1, 0)]
