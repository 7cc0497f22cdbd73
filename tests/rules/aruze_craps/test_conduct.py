"""Conduct and disputes at the terminals: 7.7 for the clauses it names, and an exclusion is only recommended."""

from __future__ import annotations

from feltwork.refusal import NOT_IN_THE_BOOK
from tests.rules import conduct

BOOK, BOSS, BELOW = "aruze-craps", "assistant_gaming_manager", "gaming_service_host"


def test_7_1_as_an_incident() -> None:
    conduct.banned(BOOK, "second terminal", "7.1")
    conduct.gives_no_power(BOOK, "second terminal", "bar", BOSS, "7.7.2")


def test_3_13_as_an_incident() -> None:
    conduct.banned(BOOK, "another's card", "3.13")


def test_7_7_3() -> None:
    """A recommendation is a record: nobody is kept out by it, until the operator follows it."""
    pit = conduct.Pit(BOOK)
    number = conduct.reported(pit, BOOK, "device")
    assert conduct.taken(pit, number, "exclude", "gaming_manager") == "7.5", "the book gives no power to exclude"
    assert conduct.taken(pit, number, "recommend", BELOW) == "7.7.3"
    assert conduct.taken(pit, number, "recommend", BOSS) == ""
    assert not pit.state.excluded
    assert conduct.taken(pit, number, "exclude", BOSS) == "79", "that is for the operator"
    assert conduct.taken(pit, number, "exclude", "gaming_manager") == ""
    assert conduct.taken(pit, number, "exclude", "gaming_manager") == NOT_IN_THE_BOOK
    pit.sound()


def test_7_13_2() -> None:
    conduct.banned(BOOK, "occupying", "7.13")
