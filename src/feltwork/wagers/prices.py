"""What a row pays, in words: for the card, the felt and the screens."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from feltwork.outcomes import Selection
from feltwork.wagers.arms import Arm
from feltwork.wagers.row import Wager
from feltwork.wagers.shapes import OneRoll, Rider, Shape, Streak

FEW = 12
"""Selections beyond this are counted, not listed."""


def said(on: Selection) -> str:
    return "-".join(map(str, on)) if isinstance(on, tuple) else str(on)


def pays_on(wager: Wager, on: Selection) -> dict[str, dict[str, None]]:
    """The prices of a wager on one selection, each with what it is paid for.

    >>> from feltwork.games import book_names, open_book
    >>> pays_on(open_book(book_names()[0]).wagers["place-to-win"], 6)
    {'7 to 6': {'6': None}}
    """
    shape = wager.shapes[on]
    prices: dict[str, dict[str, None]] = {}
    for arm in shape.arms():
        if arm.pays:
            prices.setdefault(_price(arm), {})[_paid_for(wager, shape, on, arm)] = None
    return prices


def say_prices(prices: Mapping[str, Mapping[str, None]]) -> str:
    """One price alone, several with what each is for."""
    if len(prices) == 1:
        return next(iter(prices))
    return "; ".join(f"{price} ({_joined(where)})" for price, where in prices.items())


def _joined(where: Mapping[str, None]) -> str:
    names = list(filter(None, where))
    return ", ".join(names) if len(names) <= FEW else f"{', '.join(names[:FEW])} and {len(names) - FEW} more"


def _price(arm: Arm) -> str:
    share = "" if arm.leg == 1 else f" on {arm.leg} of the stake"
    return f"{arm.pays.text if arm.pays else ''}{share}"


def _paid_for(wager: Wager, shape: Shape, on: Selection, arm: Arm) -> str:
    """What a price is paid for: a point, a number wagered on, or what was thrown or drawn."""
    if isinstance(shape, Rider):
        return f"point {' or '.join(str(p) for p, a in shape.winning.items() if a == arm)}"
    if isinstance(shape, Streak):
        return f"{shape.tiers.index(arm) + 1} in a row"
    if isinstance(shape, OneRoll) and len(shape.winning) > 1:
        here = " or ".join(outcomes.name for outcomes, a in shape.winning if a == arm)
        if wager.concept == "horn-high":
            return here if arm.leg != Fraction(2, 5) else f"{here}, if nominated"
        return here if on is None else f"{on}: {here}"
    return "" if on is None else said(on)
