"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import approved_by, the_card_says, the_rules_can_be_read
from tests.rules.terms import its_terms_are_told


def test_11_14() -> None:
    the_rules_can_be_read("dragon-fire")


def test_1_1() -> None:
    its_terms_are_told("dragon-fire")


def test_6_4_on_the_printed_card() -> None:
    said = "Wagers may be taken down until no more bets is called, except as said below (6.4)."
    the_card_says("dragon-fire", said, "6.4", "until 'no more bets'")


def test_6_5_on_the_printed_card() -> None:
    said = "A win that chips cannot pay is paid up to the next amount they can (6.5)."
    the_card_says("dragon-fire", said, "6.5", "up to next payable")


def test_order() -> None:
    approved_by("dragon-fire", "Independent Liquor and Gaming Authority", "17 August 2016")
