"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import an_inspector_sees_and_does_nothing, its_terms_are_kept, the_rules_can_be_read


def test_7_16() -> None:
    the_rules_can_be_read("aruze-craps")


def test_1_1_inspector() -> None:
    an_inspector_sees_and_does_nothing()


def test_1_1() -> None:
    its_terms_are_kept("aruze-craps")
