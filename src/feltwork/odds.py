"""Odds as the books print them ("9 to 5") and as the fractions they are.

>>> odds("7.5 to 1")
Fraction(15, 2)
>>> in_words(Fraction(15, 2))
'15 to 2'
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache


@cache
def odds(text: str) -> Fraction:
    """What a winning unit is paid, read from the book's own words."""
    win, to, stake = text.partition(" to ")
    if not to:
        raise ValueError(f"odds are written as '9 to 5', not {text!r}")
    return Fraction(win) / Fraction(stake)


def in_words(value: Fraction) -> str:
    """Odds in lowest terms, as a dealer would say them."""
    return f"{value.numerator} to {value.denominator}"


def percent(value: Fraction, places: int = 4) -> str:
    """A fraction as a percentage, rounded half up by whole numbers alone.

    >>> percent(Fraction(7, 495)), percent(Fraction(-1, 36), 2)
    ('1.4141', '-2.78')
    """
    scale: int = 10**places
    scaled = abs(value) * 100 * scale
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    sign = "-" if value < 0 and digits else ""
    return f"{sign}{digits // scale}.{digits % scale:0{places}d}" if places else f"{sign}{digits}"
