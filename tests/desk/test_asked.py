"""Crew who act for a player: the player's word is in the log, or it is not done.

Star Craps 3.7 and 3.7.2, Crown 5.1.1(b)(i) and 5.2.2, Dragon Fire 3.6, Roulette 3.6 and 5.6, and the like.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltwork.cage.commands import IssueVoucher
from feltwork.games.conduct import Act
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import (
    BuyColour,
    ExchangeVoucher,
    HandInTokens,
    LoadBall,
    OfferButton,
    PressButton,
    RedeemColour,
)
from tests.desk.pit import Pit, first_rules

DICE = [("star-craps", None), ("crown-craps", None), ("crown-craps", "mini"), ("dragon-fire", None)]
SHOOTERS = {"star-craps": "3.7", "crown-craps": "5.2.2", "dragon-fire": "3.6"}
WORDS = "Ann: I have had enough"


def in_words(pit: Pit, command: ask.Command, kind: str, clause: str, crew: str = "dealer") -> None:
    """Refused from the crew without the player's words, done and kept with them, and missed if taken out."""
    assert pit.no(command, crew) == clause
    assert pit.no(replace(command, asked="  "), crew) == clause
    assert pit.no(replace(command, asked="x" * 201), crew) == clause
    assert pit.no(replace(command, asked="a\nb"), crew) == clause
    pit.ok(replace(command, asked=WORDS), crew)
    assert pit.last(kind)["asked"] == WORDS
    assert pit.rows(kind)[-1].role == crew
    pit.sound()
    assert pit.altered(kind, asked="") == {"role"}


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_the_crew_passes_the_dice_only_with_the_shooters_word(book: str, variant: str | None) -> None:
    pit = Pit(book, variant).shooter(1)
    in_words(pit, ask.PassDice(1), "dice-passed", SHOOTERS[book])
    assert pit.life.shooter.seat is None


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_the_crew_takes_or_turns_down_the_dice_only_as_the_player_says(book: str, variant: str | None) -> None:
    pit = Pit(book, variant).opens()
    pit.bets(1, pit.conduct.shooting.line[0]).bets(2, pit.conduct.shooting.line[0])
    caller, clause = pit.conduct.powers[Act.OFFER_DICE].roles[0], pit.conduct.shooting.first_offer
    pit.ok(ask.OfferDice(), caller)
    in_words(pit, ask.RejectDice(pit.life.shooter.offered or 0), "dice-rejected", clause)
    pit.ok(ask.OfferDice(), caller)
    seat = pit.life.shooter.offered or 0
    in_words(pit, ask.AcceptDice(seat), "dice-accepted", clause)
    in_words(pit, ask.SelectDice(seat, [2, 4]), "dice-selected", pit.conduct.dice.selects)


@pytest.mark.parametrize(("book", "variant"), [*DICE, ("star-roulette", None)])
def test_the_crew_takes_down_and_moves_chips_only_as_the_player_asks(book: str, variant: str | None) -> None:
    pit = Pit(book, variant).opens()
    first, second = pit.conduct.shooting.line or ("red", "black")
    clause = pit.bets(1, first).life.game.book.house.removing  # type: ignore[union-attr]  # it is open
    in_words(pit, ask.MoveWager(1, first, second), "wager-removed", clause)
    in_words(pit, ask.RemoveWager(1, second), "wager-removed", clause)
    pit.bets(1, first).ok(ask.RemoveWager(1, first), 1)
    assert pit.last("wager-removed")["asked"] == "", "the player's own hand needs no words"


def test_crown_5_1_1_b_i_the_crew_lets_another_throw_only_as_the_shooter_says() -> None:
    pit = Pit("crown-craps").shooter(1)
    in_words(pit, ask.AuthoriseThrower(1, "bob"), "thrower-authorised", "5.1.1(b)(i)", "stickperson")


def test_roulette_5_6_the_dealer_presses_the_button_for_a_player_only_as_asked() -> None:
    pit = Pit("star-roulette", uspin=True).opens().ok(LoadBall(), "dealer").ok(OfferButton(2), "dealer")
    in_words(pit, PressButton(2), "ball-spun", "5.6")
    assert pit.last("ball-spun")["pressed"] == 2


def test_roulette_3_6_the_dealer_redeems_checks_only_as_asked() -> None:
    pit = Pit("star-roulette").ok(BuyColour(1, "blue", 2_00, 40_00), "dealer")
    in_words(pit, RedeemColour(1), "colour-redeemed", "3.6")


@pytest.mark.parametrize("book", ["star-craps", "dragon-fire", "star-roulette"])
def test_tokens_are_handed_in_only_as_the_player_asks(book: str) -> None:
    pit = Pit(book)
    issued = pit.asks(IssueVoucher("ann", 20_00, book=book), "cashier")
    pit.ok(ExchangeVoucher(1, f"V{issued.first}", 20_00), "dealer")
    in_words(pit, HandInTokens(1), "tokens-handed-in", '1.1["casino promotional token"]')


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_an_order_to_pass_is_nobodys_wish_and_says_so(book: str, variant: str | None) -> None:
    pit = Pit(book, variant).shooter(1)
    if Act.ORDER_PASS not in pit.conduct.powers:
        assert pit.no(ask.OrderPass("unreasonable delay"), "pit_boss") == SHOOTERS[book]
        return
    pit.ok(ask.OrderPass("unreasonable delay"), pit.conduct.powers[Act.ORDER_PASS].roles[0]).sound()
    assert (pit.last("dice-passed")["reason"], pit.last("dice-passed")["asked"]) == ("unreasonable delay", "")


@pytest.mark.parametrize(("book", "variant"), DICE)
def test_a_table_opened_under_the_first_rules_goes_on_under_them(
    book: str, variant: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_rules(monkeypatch)
    Pit(book, variant).shooter(1).ok(ask.PassDice(1), "dealer").sound()
