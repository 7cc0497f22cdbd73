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


def test_7_16() -> None:
    the_rules_can_be_read("aruze-craps")


def test_1_1_inspector() -> None:
    defined("aruze-craps", "Inspector")
    an_inspector_sees_and_does_nothing("aruze-craps", "pass-line")


def test_1_1() -> None:
    its_terms_are_told("aruze-craps")


def test_3_3_6_on_the_printed_card() -> None:
    """Reading A2: in a later wagering period too, or with its alternative only in its own."""
    said = "Wagers may be taken down until the wagering period ends, except as said below (3.3.6)."
    the_card_says("aruze-craps", said, "3.3.6", "wagering period")
    the_card_says("aruze-craps", "Wagers are taken until the wagering period ends (3.3.6).")
    said = "Wagers may be taken down in the wagering period they were placed in, except as said below (3.3.6)."
    the_card_says("aruze-craps", said, readings={"cancel_later": "false"})


def test_3_10_on_the_printed_card() -> None:
    """Reading A13: no clause rounds, so none is cited for it."""
    said = "A win that chips cannot pay is paid up to the next amount they can (not in the book)."
    the_card_rounds_by_no_clause("aruze-craps", said)


def test_order() -> None:
    approved_by("aruze-craps", "NSW Independent Casino Commission", "27 August 2024")
