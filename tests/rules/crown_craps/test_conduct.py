"""Conduct and disputes: to have a device is enough, and the powers are the Pit Boss's (section 9)."""

from __future__ import annotations

from feltwork.incidents import commands as incident
from feltwork.refusal import NOT_IN_THE_BOOK
from tests.rules import conduct

BOOK, BOSS, BELOW = "crown-craps", "pit_boss", "boxperson"


def test_9_2_1_for_any_rule() -> None:
    conduct.banned(BOOK, "rule", "5.2.2", "5.2.2")


def test_9_2_2_and_nobody_is_excluded() -> None:
    conduct.gives_no_power(BOOK, "device", "exclude", BOSS, "9.1")


def test_9_2_3() -> None:
    """Money won with a device in hand is kept until an investigation is complete, and another person ends that."""
    pit = conduct.Pit(BOOK)
    number = conduct.reported(pit, BOOK, "device")
    held = pit.desk.cage.purses[pit.who]
    assert conduct.taken(pit, number, "seize", BELOW, amount=1) == "9.2.3"
    for cents in (0, held + 1):
        assert conduct.taken(pit, number, "seize", BOSS, amount=cents) == NOT_IN_THE_BOOK
    assert conduct.taken(pit, number, "seize", BOSS, amount=held) == ""
    assert pit.desk.cage.purses[pit.who] == 0
    measure = next(iter(pit.state.measures))
    found = incident.DetermineSeizure(measure, True, "it was won before")
    assert pit.sends(found, "max", BOSS) == NOT_IN_THE_BOOK, "whoever seized it does not end it"
    assert pit.sends(found, "mia", BOSS) == ""
    assert pit.desk.cage.purses[pit.who] == held
    pit.sound()


def test_9_2_3_only_with_a_device() -> None:
    conduct.gives_no_power(BOOK, "side bet", "seize", BOSS, "9.2.3")


def test_9_2_4() -> None:
    """The device is taken, and may be given back."""
    pit = conduct.Pit(BOOK)
    number = conduct.reported(pit, BOOK, "device")
    assert conduct.taken(pit, number, "confiscate", BELOW) == "9.2.4"
    assert conduct.taken(pit, number, "confiscate", BOSS) == ""
    measure = next(iter(pit.state.measures))
    assert pit.sends(incident.EndMeasure(measure, "given back"), "max", BOSS) == ""
    pit.sound()


def test_9_9_where_the_rules_are_silent() -> None:
    pit = conduct.Pit(BOOK)
    silent = incident.RaiseDispute(BOOK, pit.who, "the music", covered=False)
    assert pit.sends(silent, pit.who, "player") == ""
    other = conduct.Pit("star-craps")
    there = incident.RaiseDispute("star-craps", pit.who, "the music", covered=False)
    assert other.sends(there, other.who, "player") == "9.12"
