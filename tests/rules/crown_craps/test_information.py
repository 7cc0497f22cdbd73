"""Information: the rules are there to be read."""

from __future__ import annotations

from tests.rules.informed import an_inspector_sees_and_does_nothing, the_card_says, the_rules_can_be_read
from tests.rules.terms import defined


def test_9_11() -> None:
    the_rules_can_be_read("crown-craps")


def test_1_1_vcgr() -> None:
    """The regulator reads what an inspector reads."""
    defined("crown-craps", "VCGR")
    an_inspector_sees_and_does_nothing("crown-craps", "win-line")


def test_3_4_on_the_printed_card() -> None:
    """Reading C1: until the throw, or with its alternative until the result is called."""
    said = "Wagers may be taken down until the dice are thrown that decide them, except as said below (3.4)."
    the_card_says("crown-craps", said, "3.4", "before the result of the throw")
    said = "Wagers may be taken down until the result that decides them is called, except as said below (3.4)."
    the_card_says("crown-craps", said, readings={"removal_cutoff": "result_called"})


def test_7_4_1_on_the_printed_card() -> None:
    """Reading C13: locked for the roll, or with its alternative until the wager is decided."""
    said = "Wagers may be taken down until no more bets is called, except as said below (7.4.1)."
    the_card_says("crown-craps", said, "7.4.1", "no more bets", variant="mini")
    said = said.replace("called,", "called and not again before they are decided,")
    the_card_says("crown-craps", said, variant="mini", readings={"mini_lock": "until_decided"})


def test_4_2_3_on_the_printed_card() -> None:
    said = "A win that chips cannot pay is paid up to the next amount they can (4.2.3)."
    the_card_says("crown-craps", said, "4.2.3", "next highest")
