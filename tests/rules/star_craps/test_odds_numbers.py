"""The settlement odds of Place, Buy and Lay wagers, row by row (8.1), wherever the puck is."""

from __future__ import annotations

from fractions import Fraction

from tests.rules.star_craps.layout import any_time


def test_8_1_place_to_win_4() -> None:
    """Place to Win is paid 9 to 5 on 4."""
    any_time("Place to Win 4", Fraction(9, 5), "place-to-win", 4, 4)


def test_8_1_place_to_win_5() -> None:
    """Place to Win is paid 7 to 5 on 5."""
    any_time("Place to Win 5", Fraction(7, 5), "place-to-win", 5, 5)


def test_8_1_place_to_win_6() -> None:
    """Place to Win is paid 7 to 6 on 6."""
    any_time("Place to Win 6", Fraction(7, 6), "place-to-win", 6, 6)


def test_8_1_place_to_win_8() -> None:
    """Place to Win is paid 7 to 6 on 8."""
    any_time("Place to Win 8", Fraction(7, 6), "place-to-win", 8, 8)


def test_8_1_place_to_win_9() -> None:
    """Place to Win is paid 7 to 5 on 9."""
    any_time("Place to Win 9", Fraction(7, 5), "place-to-win", 9, 9)


def test_8_1_place_to_win_10() -> None:
    """Place to Win is paid 9 to 5 on 10."""
    any_time("Place to Win 10", Fraction(9, 5), "place-to-win", 10, 10)


def test_8_1_place_to_lose_4() -> None:
    """Place to Lose is paid 5 to 11 against 4."""
    any_time("Place to Lose 4", Fraction(5, 11), "place-to-lose", 4, 7)


def test_8_1_place_to_lose_5() -> None:
    """Place to Lose is paid 5 to 8 against 5."""
    any_time("Place to Lose 5", Fraction(5, 8), "place-to-lose", 5, 7)


def test_8_1_place_to_lose_6() -> None:
    """Place to Lose is paid 4 to 5 against 6."""
    any_time("Place to Lose 6", Fraction(4, 5), "place-to-lose", 6, 7)


def test_8_1_place_to_lose_8() -> None:
    """Place to Lose is paid 4 to 5 against 8."""
    any_time("Place to Lose 8", Fraction(4, 5), "place-to-lose", 8, 7)


def test_8_1_place_to_lose_9() -> None:
    """Place to Lose is paid 5 to 8 against 9."""
    any_time("Place to Lose 9", Fraction(5, 8), "place-to-lose", 9, 7)


def test_8_1_place_to_lose_10() -> None:
    """Place to Lose is paid 5 to 11 against 10."""
    any_time("Place to Lose 10", Fraction(5, 11), "place-to-lose", 10, 7)


def test_8_1_buy_4() -> None:
    """Buy is paid 2 to 1 on 4."""
    any_time("Buy 4", 2, "buy", 4, 4)


def test_8_1_buy_5() -> None:
    """Buy is paid 3 to 2 on 5."""
    any_time("Buy 5", Fraction(3, 2), "buy", 5, 5)


def test_8_1_buy_6() -> None:
    """Buy is paid 6 to 5 on 6."""
    any_time("Buy 6", Fraction(6, 5), "buy", 6, 6)


def test_8_1_buy_8() -> None:
    """Buy is paid 6 to 5 on 8."""
    any_time("Buy 8", Fraction(6, 5), "buy", 8, 8)


def test_8_1_buy_9() -> None:
    """Buy is paid 3 to 2 on 9."""
    any_time("Buy 9", Fraction(3, 2), "buy", 9, 9)


def test_8_1_buy_10() -> None:
    """Buy is paid 2 to 1 on 10."""
    any_time("Buy 10", 2, "buy", 10, 10)


def test_8_1_lay_4() -> None:
    """Lay is paid 1 to 2 against 4."""
    any_time("Lay 4", Fraction(1, 2), "lay", 4, 7)


def test_8_1_lay_5() -> None:
    """Lay is paid 2 to 3 against 5."""
    any_time("Lay 5", Fraction(2, 3), "lay", 5, 7)


def test_8_1_lay_6() -> None:
    """Lay is paid 5 to 6 against 6."""
    any_time("Lay 6", Fraction(5, 6), "lay", 6, 7)


def test_8_1_lay_8() -> None:
    """Lay is paid 5 to 6 against 8."""
    any_time("Lay 8", Fraction(5, 6), "lay", 8, 7)


def test_8_1_lay_9() -> None:
    """Lay is paid 2 to 3 against 9."""
    any_time("Lay 9", Fraction(2, 3), "lay", 9, 7)


def test_8_1_lay_10() -> None:
    """Lay is paid 1 to 2 against 10."""
    any_time("Lay 10", Fraction(1, 2), "lay", 10, 7)
