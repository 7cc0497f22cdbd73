"""A player's money at the cage comes to the table on the player's word alone."""

from __future__ import annotations

import pytest

from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live.commands import BuyIn
from feltwork.table.live.events import BoughtIn
from feltwork.table.live.narrate import tell
from tests.rules.at_desk import desk
from tests.rules.live import MONEY

BOOKS = [
    ("star-craps", None),
    ("crown-craps", None),
    ("crown-craps", "mini"),
    ("dragon-fire", None),
    ("star-roulette", None),
]


@pytest.mark.parametrize(("book", "variant"), BOOKS)
def test_crew_take_from_a_deposit_only_with_the_players_words(book: str, variant: str | None) -> None:
    live = desk(book, 2, variant)
    account = "player/player-1"
    before = live.desk.store.log.balances()[account]
    for role in live.life.crew.roster.values():
        for words in ("", "  ", "x" * 201, "a\nb"):
            assert live.no(BuyIn(1, 50_00, words), role) == NOT_IN_THE_BOOK
    assert live.desk.store.log.balances()[account] == before
    crew = next(iter(live.life.crew.roster))
    (bought,) = live.ok(BuyIn(1, 50_00, "fifty in chips"), crew)
    assert bought == BoughtIn(1, "player-1", 50_00, asked="fifty in chips")
    assert tell(bought) == ["seat 1 buys in for 50.00; the player asked: fifty in chips"]
    live.ok(BuyIn(1, 50_00), 1)
    assert (live.rail(1), live.desk.store.log.balances()[account]) == (MONEY + 100_00, before - 100_00)
    *_, own = live.desk.store.log.read(f"table/{live.life.table}")
    assert b"asked" not in own.body, "the player's own says nothing"
    live.sound()


@pytest.mark.parametrize(("book", "variant"), BOOKS)
def test_a_buy_in_without_words_that_crew_made_up_is_found(book: str, variant: str | None) -> None:
    live = desk(book, 2, variant)
    crew = next(iter(live.life.crew.roster))
    live.forges(crew, BoughtIn(1, "player-1", 50_00))
    assert any("no word of the player's" in each.what for each in live.found())
