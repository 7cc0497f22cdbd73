"""What a round can show, and exact sets of it.

A symbol is a small number: 36 ordered throws of two dice, the pockets of a wheel, or how a Lucky Ball
colour fared. A wager's conditions are sets of symbols with a name that people can read, so the same
set settles, is counted for the odds and is printed on the rule card.

>>> total(7)
Outcomes(a total of 7: 6)
>>> (hard(4) | easy(4)).members == total(4).members
True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

Pocket = int | str
Selection = int | str | tuple[int | str, ...] | None
"""What a wager is on: nothing, a number, "00", a colour, or several numbers."""

POINTS = (4, 5, 6, 8, 9, 10)
COLOURS = ("red", "green", "blue", "yellow")

THROWS: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
"""The 36 throws; a throw's place in this list is its symbol."""
TOTALS: tuple[int, ...] = tuple(a + b for a, b in THROWS)

DOUBLE_ZERO = "00"
SINGLE_WHEEL: tuple[Pocket, ...] = tuple(range(37))
DOUBLE_WHEEL: tuple[Pocket, ...] = (*range(37), DOUBLE_ZERO)
"""Pockets by symbol, not in wheel order: "00" is symbol 37."""

LUCKY_TIERS = ("miss", "standard", "super", "mega", "beside mega")
"""How a Lucky Ball colour fares in a round; its place in this list is the symbol.

"beside mega" is a hit at standard odds in a round in which another colour drew Mega Odds.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Outcomes:
    """A named set of symbols."""

    name: str
    members: frozenset[int]

    def __or__(self, other: Outcomes) -> Outcomes:
        return Outcomes(f"{self.name} or {other.name}", self.members | other.members)

    def __contains__(self, symbol: int) -> bool:
        return symbol in self.members

    def __repr__(self) -> str:
        return f"Outcomes({self.name}: {len(self.members)})"


def throw_symbol(first: int, second: int) -> int:
    """
    >>> THROWS[throw_symbol(3, 4)]
    (3, 4)
    """
    return (first - 1) * 6 + second - 1


def _throws(name: str, chosen: Iterable[tuple[int, int]]) -> Outcomes:
    return Outcomes(name, frozenset(throw_symbol(a, b) for a, b in chosen))


def _listed(numbers: Iterable[object]) -> str:
    *rest, last = map(str, numbers)
    return f"{', '.join(rest)} or {last}" if rest else last


@cache
def total(*wanted: int) -> Outcomes:
    """The two uppermost faces add up to one of these."""
    return _throws(f"a total of {_listed(wanted)}", (t for t in THROWS if sum(t) in wanted))


@cache
def hard(number: int) -> Outcomes:
    """The total made by two equal faces."""
    return _throws(f"hard {number}", (t for t in THROWS if sum(t) == number and t[0] == t[1]))


@cache
def easy(number: int) -> Outcomes:
    """The total made by two different faces."""
    return _throws(f"easy {number}", (t for t in THROWS if sum(t) == number and t[0] != t[1]))


@cache
def pair(*faces: int) -> Outcomes:
    """Both dice show the same face, one of these."""
    return _throws(f"a pair of {_listed(faces)}", (t for t in THROWS if t[0] == t[1] and t[0] in faces))


@cache
def combination(low: int, high: int) -> Outcomes:
    """These two faces, in either order."""
    return _throws(f"the dice {low} and {high}", (t for t in THROWS if sorted(t) == [low, high]))


def pockets(name: str, chosen: Iterable[Pocket], wheel: tuple[Pocket, ...]) -> Outcomes:
    """Pockets of a wheel."""
    return Outcomes(name, frozenset(wheel.index(pocket) for pocket in chosen))


def lucky(tier: str) -> Outcomes:
    """The Lucky Ball colour's number was spun, at this tier of odds (or was not spun)."""
    names = {
        "miss": "another number",
        "standard": "its number, standard odds",
        "beside mega": "its number, standard odds beside a mega colour",
    }
    return Outcomes(names.get(tier, f"its number, boosted to {tier} odds"), frozenset({LUCKY_TIERS.index(tier)}))


def pocket_order(pocket: Pocket) -> int:
    """For sorting pockets: "00" first, then 0 to 36."""
    return -1 if pocket == DOUBLE_ZERO else int(pocket)


def say_selection(on: Selection) -> str:
    """
    >>> say_selection((0, 1)), say_selection(6)
    ('0-1', '6')
    """
    return "-".join(map(str, on)) if isinstance(on, tuple) else str(on)


def selection_data(on: Selection) -> object:
    """A selection as JSON has it: numbers in a list."""
    return list(on) if isinstance(on, tuple) else on


@lru_cache(maxsize=4096)
def selection_order(on: Selection) -> tuple[int, tuple[tuple[int, str], ...]]:
    """Sort key of selections: none first, numbers as numbers, "00" before 0, colours by name."""
    if on is None:
        return (0, ())
    parts = on if isinstance(on, tuple) else (on,)
    return (1, tuple(_part_order(part) for part in parts))


def _part_order(part: int | str) -> tuple[int, str]:
    if part == DOUBLE_ZERO:
        return (-1, "")
    return (part, "") if isinstance(part, int) else (0, part)
