"""Money is whole cents in a plain ``int``; every rounding has a name and says whom it favours.

>>> parse_money("12.50")
1250
>>> format_money(1250)
'12.50'
"""

from __future__ import annotations

import re
from fractions import Fraction

_MONEY = re.compile(r"[0-9]{1,30}\.[0-9]{2}", re.ASCII)


class MoneyError(ValueError):
    """The text is not an amount of money."""


def parse_money(text: object) -> int:
    """Cents from text written as digits and two decimals; anything else is a ``MoneyError``."""
    if not isinstance(text, str) or not _MONEY.fullmatch(text):
        raise MoneyError('money is text with two decimals, such as "12.00"')
    return int(text.replace(".", ""))


def format_money(cents: int) -> str:
    """
    >>> format_money(5), format_money(-1205)
    ('0.05', '-12.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def say_money(cents: int) -> str:
    """Money as a sentence says it, grouped by thousands.

    >>> say_money(100600), say_money(-5)
    ('1,006.00', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def up_to_chip(numerator: int, denominator: int, chip: int) -> int:
    """An exact payment made up to the next amount that can be paid in chips.

    Star Craps 6.7, Crown 4.2.3, Dragon Fire 6.5; for the Aruze meter by reading A13.

    >>> up_to_chip(1000 * 7, 6, 100)    # 10.00 at 7 to 6 is 11.66 and two thirds
    1200
    """
    return -(-numerator // (denominator * chip)) * chip


def down_to_chip(numerator: int, denominator: int, chip: int) -> int:
    """The most that can be paid in chips without going over.

    >>> down_to_chip(1000 * 7, 6, 1)
    1166
    """
    return numerator // (denominator * chip) * chip


def nearest_chip(numerator: int, denominator: int, chip: int) -> int:
    """The nearest payable amount, a half going to the player.

    >>> nearest_chip(5, 2, 1), nearest_chip(7, 3, 1)
    (3, 2)
    """
    unit = denominator * chip
    return (2 * numerator + unit) // (2 * unit) * chip


def is_payable(amount: Fraction, chip: int) -> bool:
    """Can this amount be put down in whole chips?"""
    return (amount / chip).denominator == 1


ROUNDINGS = {"up": up_to_chip, "nearest": nearest_chip, "down": down_to_chip}
"""How a payment that chips cannot make is rounded, by the name a reading gives it."""
