"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import (
    an_inspector_sees_and_does_nothing,
    approved_by,
    the_card_rounds_by_no_clause,
    the_card_says,
    the_rules_can_be_read,
)
from tests.rules.terms import defined, its_terms_are_told


def test_9_14() -> None:
    the_rules_can_be_read("star-roulette")


def test_1_1_inspector() -> None:
    defined("star-roulette", "inspector")
    an_inspector_sees_and_does_nothing("star-roulette", "red")


def test_1_1() -> None:
    its_terms_are_told("star-roulette")


def test_3_10_on_the_printed_card() -> None:
    said = "Wagers may be taken down until no more bets is called, except as said below (3.10)."
    the_card_says("star-roulette", said, "3.10", "no more bets")


def test_6_1_on_the_printed_card() -> None:
    """The book has no clause on rounding and needs none."""
    said = "All odds are whole numbers, so chips pay every win exactly (6.1)."
    the_card_rounds_by_no_clause("star-roulette", said)
    the_card_says("star-roulette", said, "6.1", "listed odds")


def test_order() -> None:
    approved_by("star-roulette", "Independent Liquor and Gaming Authority Board", "20 June 2019")
