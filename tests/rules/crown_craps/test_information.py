"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import an_inspector_sees_and_does_nothing, the_rules_can_be_read


def test_9_11() -> None:
    the_rules_can_be_read("crown-craps")


def test_1_1_vcgr() -> None:
    """The regulator reads what an inspector reads."""
    an_inspector_sees_and_does_nothing()
