"""Cash that remembers what was asked of it.

A strategy may look at its cash only by comparing it. Each comparison holds for a whole range of amounts, so one
decision stands for every amount in the range that all its comparisons leave: that is how a strategy becomes a
finite table. Whoever wants the very number may have it too, and then the range is that number alone.

>>> purse = Purse(500)
>>> purse.cash >= 120, purse.cash - 100 < 1000
(True, True)
>>> purse.low, purse.high
(120, 1100)
"""

from __future__ import annotations

PLENTY = 10**15
"""More cash than any session can hold."""


class Purse:
    """An amount of cash, and the range of amounts for which everything asked so far has the same answer."""

    def __init__(self, cents: int) -> None:
        self.cents = cents
        self.low, self.high = 0, PLENTY
        """The range is ``low <= cents < high``."""

    @property
    def cash(self) -> Cash:
        return Cash(self, 0)

    def covers(self, need: int) -> bool:
        """Is there at least this much?"""
        if self.cents >= need:
            self.low = max(self.low, need)
            return True
        self.high = min(self.high, need)
        return False

    def is_exactly(self) -> int:
        """The very number, which pins the range down to it."""
        self.low, self.high = self.cents, self.cents + 1
        return self.cents


class Cash:
    """The cash in a purse, or that plus a known amount, as a strategy sees it."""

    __slots__ = ("_more", "_purse")
    __hash__ = None  # type: ignore[assignment]  # a range of amounts is no key

    def __init__(self, purse: Purse, more: int) -> None:
        self._purse, self._more = purse, more

    def __add__(self, other: int) -> Cash:
        return Cash(self._purse, self._more + other)

    __radd__ = __add__

    def __sub__(self, other: int) -> Cash:
        return Cash(self._purse, self._more - other)

    def __ge__(self, other: object) -> bool:
        return self._purse.covers(_whole(other) - self._more)

    def __lt__(self, other: object) -> bool:
        return not self >= other

    def __gt__(self, other: object) -> bool:
        return self >= _whole(other) + 1

    def __le__(self, other: object) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        return self >= other and not self >= _whole(other) + 1

    def __bool__(self) -> bool:
        return self != 0

    def __int__(self) -> int:
        return self._purse.is_exactly() + self._more

    __index__ = __int__

    def __mul__(self, other: int) -> int:
        return int(self) * other

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> int:
        return int(self) // other

    def __mod__(self, other: int) -> int:
        return int(self) % other

    def __repr__(self) -> str:
        return f"Cash({int(self)})"


def _whole(amount: object) -> int:
    if isinstance(amount, int):
        return amount
    if isinstance(amount, Cash):
        return int(amount)
    raise TypeError("cash is compared with whole cents")
