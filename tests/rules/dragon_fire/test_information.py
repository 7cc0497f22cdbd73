"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import its_terms_are_kept, the_rules_can_be_read


def test_11_14() -> None:
    the_rules_can_be_read("dragon-fire")


def test_1_1() -> None:
    its_terms_are_kept("dragon-fire")
