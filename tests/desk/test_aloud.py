"""Wagers called aloud, by the player at a terminal or by the crew in the player's words.

Roulette 3.11, Dragon Fire 6.7, Crown 3.3.1.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltwork.games.conduct import Act
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import AnnounceWager, ConfirmWager, DeclareWager
from tests.desk.pit import MONEY, Pit, first_rules

BOOKS = [
    ("star-roulette", "3.11", "straight", 7),
    ("dragon-fire", "6.7", "total", 8),
    ("crown-craps", "3.3.1", "place", 6),
]
WORDS = "ten on my number"


def aloud(book: str, wager: str, on: int) -> tuple[Pit, DeclareWager]:
    """A table that takes wagers now, and what its second player calls."""
    pit = Pit(book).opens() if book == "star-roulette" else Pit(book).shooter(1)
    return pit, DeclareWager(2, wager, 12_00, on)


def stands(pit: Pit) -> Pit:
    """Repeated where the book says so, and confirmed."""
    if Act.ANNOUNCE_ORAL in pit.conduct.powers:
        return pit.ok(AnnounceWager(2), "dealer").ok(ConfirmWager(2), "boxperson")
    return pit.ok(ConfirmWager(2), "dealer")


@pytest.mark.parametrize(("book", "clause", "wager", "on"), BOOKS)
def test_a_wager_is_called_by_its_player_or_by_the_crew_with_the_players_words(
    book: str, clause: str, wager: str, on: int
) -> None:
    for words in ("", WORDS):
        pit, call = aloud(book, wager, on)
        assert pit.no(call, 1) == clause, "nobody calls for another"
        if words:
            for unsaid in ("", " ", "x" * 201):
                assert pit.no(replace(call, asked=unsaid), "dealer") == clause
        pit.ok(replace(call, asked=words), "dealer" if words else 2)
        game = pit.life.game
        assert game
        assert (game.balances[2], pit.last("wager-declared")["asked"]) == (MONEY, words), "it does not stand yet"
        game = stands(pit).life.game
        assert game
        assert ([s.stake for s in game.layout.values() if s.seat == 2], pit.life.waiting.oral) == ([12_00], {})
        pit.sound()
        if words:
            assert pit.altered("wager-declared", asked="") == {"role"}


@pytest.mark.parametrize(("book", "clause", "wager", "on"), BOOKS[:2])
def test_what_is_called_comes_with_chips_and_in_time(book: str, clause: str, wager: str, on: int) -> None:
    pit, call = aloud(book, wager, on)
    said = replace(call, asked=WORDS)
    assert pit.no(replace(said, brings="cash"), "dealer") == clause
    pit.ok(said, "dealer")
    if book == "star-roulette":
        pit.ok(ask.SpinBall(), "dealer")
    pit.ok(ask.CloseBets(), "dealer")
    assert (pit.no(ConfirmWager(2), "dealer"), pit.no(said, "dealer")) == (clause, clause)
    pit.sound()


def test_under_the_first_rules_only_the_player_calls_a_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    first_rules(monkeypatch)
    pit, call = aloud("star-roulette", "straight", 7)
    assert pit.no(replace(call, asked=WORDS), "dealer") == "3.11"
    stands(pit.ok(call, 2)).sound()


def test_a_book_without_oral_wagers_has_none_in_its_log() -> None:
    """Star Craps 6.3 lets a late wager be confirmed aloud, and takes none by word alone."""
    pit = Pit("star-craps").shooter(1)
    assert pit.no(DeclareWager(2, "field", 5_00, asked=WORDS), "dealer") == "6.2"
    pit, call = aloud("star-roulette", "straight", 7)
    assert "seat" in pit.ok(call, 2).altered("wager-declared", seat=1)
