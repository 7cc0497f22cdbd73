"""Wagers on the very next roll: 3.6.14 to 3.6.22."""

from __future__ import annotations

from fractions import Fraction

from tests.rules.crown_craps.crown import (
    HORN,
    PHASES,
    TOTALS,
    by,
    crown,
    ends,
    fates,
    no_bet,
    only_next_roll,
    others,
)
from tests.rules.felt import lay, throw

FIELD = (2, 3, 4, 9, 10, 11, 12)


def offered(wager: str, clause: str) -> bool:
    """May it be placed in every phase, on no number, and does whatever is thrown next decide it?"""
    named = any(not no_bet(crown(), clause, wager, "20.00", number) for number in TOTALS)
    return only_next_roll(wager) and not named


def wins_on(wager: str, clause: str, *totals: int) -> bool:
    return all(ends(fates(wager, phase=phase), "win") == by(clause, *totals) for phase in PHASES)


def loses_but_on(wager: str, clause: str, *totals: int) -> bool:
    return all(ends(fates(wager, phase=phase), "lose") == by(clause, *others(*totals)) for phase in PHASES)


def test_3_6_14() -> None:
    """Any Craps may be placed at any time, for the next roll alone."""
    assert offered("any-craps", "3.6.14")


def test_3_6_14_a() -> None:
    """Any Craps wins when 2, 3 or 12 is thrown next."""
    assert wins_on("any-craps", "3.6.14(a)", 2, 3, 12)


def test_3_6_14_b() -> None:
    """Any Craps loses when anything but 2, 3 or 12 is thrown next."""
    assert loses_but_on("any-craps", "3.6.14(b)", 2, 3, 12)


def test_3_6_15() -> None:
    """Two Crap may be placed at any time, for the next roll alone."""
    assert offered("two-crap", "3.6.15")


def test_3_6_15_a() -> None:
    """Two Crap wins when 2 is thrown next."""
    assert wins_on("two-crap", "3.6.15(a)", 2)


def test_3_6_15_b() -> None:
    """Two Crap loses when anything but 2 is thrown next."""
    assert loses_but_on("two-crap", "3.6.15(b)", 2)


def test_3_6_16() -> None:
    """Three Crap may be placed at any time, for the next roll alone."""
    assert offered("three-crap", "3.6.16")


def test_3_6_16_a() -> None:
    """Three Crap wins when 3 is thrown next."""
    assert wins_on("three-crap", "3.6.16(a)", 3)


def test_3_6_16_b() -> None:
    """Three Crap loses when anything but 3 is thrown next."""
    assert loses_but_on("three-crap", "3.6.16(b)", 3)


def test_3_6_17() -> None:
    """Twelve Crap may be placed at any time, for the next roll alone."""
    assert offered("twelve-crap", "3.6.17")


def test_3_6_17_a() -> None:
    """Twelve Crap wins when 12 is thrown next."""
    assert wins_on("twelve-crap", "3.6.17(a)", 12)


def test_3_6_17_b() -> None:
    """Twelve Crap loses when anything but 12 is thrown next."""
    assert loses_but_on("twelve-crap", "3.6.17(b)", 12)


def test_3_6_18() -> None:
    """Eleven may be placed at any time, for the next roll alone."""
    assert offered("eleven", "3.6.18")


def test_3_6_18_a() -> None:
    """Eleven wins when 11 is thrown next."""
    assert wins_on("eleven", "3.6.18(a)", 11)


def test_3_6_18_b() -> None:
    """Eleven loses when anything but 11 is thrown next."""
    assert loses_but_on("eleven", "3.6.18(b)", 11)


def test_3_6_19() -> None:
    """A Horn Bet goes down at any time, in fours, for the next roll alone."""
    assert offered("horn", "3.6.19")
    for stake in ("3.00", "5.00"):
        assert no_bet(crown(smallest_chip="1.00"), "3.6.19", "horn", stake)
    (line,) = throw(lay(crown(smallest_chip="1.00"), "horn", stake="4.00"), 2).settled
    assert Fraction(line.returned, line.stake) == Fraction(1, 4)


def test_3_6_19_a() -> None:
    """A Horn Bet wins when 2, 3, 11 or 12 is thrown next."""
    assert wins_on("horn", "3.6.19(a)", *HORN)


def test_3_6_19_b() -> None:
    """A Horn Bet loses when anything but 2, 3, 11 or 12 is thrown next."""
    assert loses_but_on("horn", "3.6.19(b)", *HORN)


def test_3_6_20() -> None:
    """A Horn High Bet comes in fives, four for the horn and one more on the nominated 2, 3, 11 or 12."""
    assert all(only_next_roll("horn-high", high) for high in HORN)
    for wrong in (None, *others(*HORN)):
        assert no_bet(crown(), "3.6.20", "horn-high", "5.00", wrong)
    for high in HORN:
        for stake in ("4.00", "6.00"):
            assert no_bet(crown(smallest_chip="1.00"), "3.6.20", "horn-high", stake, high)
        for thrown in HORN:
            (line,) = throw(lay(crown(smallest_chip="1.00"), "horn-high", high, "5.00"), thrown).settled
            assert line.returned == (200 if thrown == high else 100)


def test_3_6_20_a() -> None:
    """A Horn High Bet wins when 2, 3, 11 or 12 is thrown next, whichever was nominated."""
    for high in HORN:
        assert all(ends(fates("horn-high", high, phase), "win") == by("3.6.20(a)", *HORN) for phase in PHASES)


def test_3_6_20_b() -> None:
    """A Horn High Bet loses when anything but 2, 3, 11 or 12 is thrown next."""
    for high in HORN:
        lost = by("3.6.20(b)", *others(*HORN))
        assert all(ends(fates("horn-high", high, phase), "lose") == lost for phase in PHASES)


def test_3_6_21() -> None:
    """The Field may be placed at any time, for the next roll alone."""
    assert offered("field", "3.6.21")


def test_3_6_21_a() -> None:
    """The Field wins when 2, 3, 4, 9, 10, 11 or 12 is thrown next."""
    assert wins_on("field", "3.6.21(a)", *FIELD)


def test_3_6_21_b() -> None:
    """The Field loses when anything but 2, 3, 4, 9, 10, 11 or 12 is thrown next."""
    assert loses_but_on("field", "3.6.21(b)", *FIELD)


def test_3_6_22() -> None:
    """Any Seven may be placed at any time, for the next roll alone."""
    assert offered("any-seven", "3.6.22")


def test_3_6_22_a() -> None:
    """Any Seven wins when 7 is thrown next."""
    assert wins_on("any-seven", "3.6.22(a)", 7)


def test_3_6_22_b() -> None:
    """Any Seven loses when anything but 7 is thrown next."""
    assert loses_but_on("any-seven", "3.6.22(b)", 7)
