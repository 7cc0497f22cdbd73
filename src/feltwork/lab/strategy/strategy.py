"""A strategy is a sum of parts; each part adds to the layout that is wanted, or changes it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltwork.money import MoneyError, format_money, parse_money

if TYPE_CHECKING:
    from feltwork.lab.strategy.view import Round, Spot, View

Memory = Hashable
"""What a part remembers; few different values, for each is a state of the compiled table."""
MAX_CENTS = 10**12


class StrategyError(ValueError):
    """The strategy asks for what the book does not have, or cannot be read."""


class Part:
    """One part of a strategy. By itself it remembers nothing and wants nothing."""

    start: Memory = None

    def seen(self, memory: Memory, what: Round) -> Memory:
        """What is remembered after a result."""
        return memory

    def want(self, wanted: dict[Spot, int], view: View, memory: Memory) -> Memory:
        """Add to the wanted stakes, by wager and selection, in cents; give back what is still worth remembering.

        What lies and is not mentioned is left alone; 0 takes it down.
        """
        return memory

    def stops(self, view: View, memory: Memory) -> bool:
        """Is it time to make no more wagers?"""
        return False

    def __add__(self, other: Part | Strategy) -> Strategy:
        return Strategy((self,)) + other


@dataclass(frozen=True)
class Strategy:
    """Parts in order; a wager is made only if the cash left by those before it covers it."""

    parts: tuple[Part, ...]
    name: str = ""
    says: str = ""

    def __add__(self, other: Part | Strategy) -> Strategy:
        if not isinstance(other, Part | Strategy):
            raise StrategyError(f"a strategy is a sum of parts, and {other!r} is none")
        return Strategy(self.parts + (other.parts if isinstance(other, Strategy) else (other,)))

    def __str__(self) -> str:
        return "; ".join(map(str, self.parts))

    @property
    def start(self) -> tuple[Memory, ...]:
        return tuple(part.start for part in self.parts)

    def seen(self, memory: tuple[Memory, ...], what: Round) -> tuple[Memory, ...]:
        return tuple(part.seen(kept, what) for part, kept in zip(self.parts, memory, strict=True))

    def wants(self, view: View, memory: tuple[Memory, ...]) -> tuple[dict[Spot, int], tuple[Memory, ...]]:
        wanted: dict[Spot, int] = {}
        kept = tuple(part.want(wanted, view, old) for part, old in zip(self.parts, memory, strict=True))
        return wanted, kept

    def stops(self, view: View, memory: tuple[Memory, ...]) -> bool:
        return any(part.stops(view, kept) for part, kept in zip(self.parts, memory, strict=True))


def cents(amount: object) -> int:
    """Cents from an amount as people write it: 10, "10" or "12.50".

    >>> cents(10), cents("12.50")
    (1000, 1250)
    """
    text = str(amount) if isinstance(amount, int | str) and not isinstance(amount, bool) else ""
    try:
        found = parse_money(text if "." in text else f"{text}.00")
    except MoneyError:
        raise StrategyError(f"an amount is written like 10 or 12.50, not {amount!r}") from None
    if not 0 < found <= MAX_CENTS:
        raise StrategyError(f"an amount is more than nothing and not absurdly large, not {format_money(found)}")
    return found
