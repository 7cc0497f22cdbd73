"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import (
    an_inspector_sees_and_does_nothing,
    approved_by,
    the_card_says,
    the_rules_can_be_read,
)
from tests.rules.terms import defined, its_terms_are_told


def test_9_14() -> None:
    the_rules_can_be_read("star-craps")


def test_1_1_inspector() -> None:
    defined("star-craps", "inspector")
    an_inspector_sees_and_does_nothing("star-craps", "win-line")


def test_1_1() -> None:
    its_terms_are_told("star-craps")


def test_6_4_on_the_printed_card() -> None:
    said = "Wagers may be taken down until the dice are thrown that decide them, except as said below (6.4)."
    the_card_says("star-craps", said, "6.4", "before the deciding roll")


def test_6_7_on_the_printed_card() -> None:
    said = "A win that chips cannot pay is paid up to the next amount they can (6.7)."
    the_card_says("star-craps", said, "6.7", "rounded up")


def test_order() -> None:
    approved_by("star-craps", "Independent Liquor and Gaming Authority", "17 August 2016")
