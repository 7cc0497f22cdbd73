"""Events: what happened at a table, in the past tense, complete enough to be replayed without deciding again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from feltwork.money import format_money
from feltwork.outcomes import Pocket, Selection, selection_order
from feltwork.wagers.arms import Result

Key = tuple[int, str, Selection]
"""Seat, wager and what it is on: where chips lie."""


class Settled(NamedTuple):
    """One line of a settlement: what became of a wager, or of part of it, and by which clause."""

    seat: int
    wager: str
    on: Selection
    result: Result
    stake: int
    winnings: int
    returned: int
    clause: str
    commission_back: int = 0
    """Commission handed back with it; never part of ``returned``."""

    @property
    def key(self) -> Key:
        return (self.seat, self.wager, self.on)

    def as_data(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "wager": self.wager,
            "on": selection_data(self.on),
            "result": self.result.value,
            "stake": format_money(self.stake),
            "winnings": format_money(self.winnings),
            "returned": format_money(self.returned),
            "clause": self.clause,
        }

    def __str__(self) -> str:
        on = "" if self.on is None else f" on {say_selection(self.on)}"
        paid = f", paid {format_money(self.winnings)}" if self.winnings else ""
        back = f", {format_money(self.returned)} back" if self.returned else ""
        commission = f", commission {format_money(self.commission_back)} back" if self.commission_back else ""
        stake = format_money(self.stake)
        return f"seat {self.seat}: {self.wager}{on} {stake} {self.result}{paid}{back}{commission} ({self.clause})"


Rank = tuple[int, str, tuple[int, tuple[tuple[int, str], ...]]]


def report_order(item: Key) -> Rank:
    """Reports are sorted by seat, wager, then selection."""
    return (item[0], item[1], selection_order(item[2]))


def dealer_order(lines: Iterable[Settled]) -> list[Settled]:
    """Losing wagers are collected before winning ones are paid (Dragon Fire 8.6; elsewhere by custom)."""
    return sorted(lines, key=lambda line: line.result is not Result.LOSE)


def say_selection(on: Selection) -> str:
    """
    >>> say_selection((0, 1)), say_selection(6)
    ('0-1', '6')
    """
    return "-".join(map(str, on)) if isinstance(on, tuple) else str(on)


def selection_data(on: Selection) -> object:
    """A selection as JSON has it: numbers in a list."""
    return list(on) if isinstance(on, tuple) else on


@dataclass(frozen=True, slots=True)
class Placed:
    key: Key
    amount: int
    commission: int


@dataclass(frozen=True, slots=True)
class Removed:
    """Taken down by the player, newest part first; odds that no longer fit go back as lines."""

    key: Key
    amount: int
    commission_back: int
    lines: tuple[Settled, ...] = ()


@dataclass(frozen=True, slots=True)
class Called:
    keys: tuple[Key, ...]
    working: bool


@dataclass(frozen=True, slots=True)
class BetsClosed:
    pass


@dataclass(frozen=True, slots=True)
class LuckyBallDrawn:
    numbers: Mapping[str, Pocket]


@dataclass(frozen=True, slots=True)
class Boosted:
    colour: str
    odds: str


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """A valid result and all that it decided."""

    result: tuple[int, int] | Pocket
    lines: tuple[Settled, ...]
    moved: tuple[tuple[Key, int], ...]
    """Wagers that lie on in another state: a come point, a run of eights."""
    area: int
    warned: tuple[int, ...] = ()
    """Seats told that further wagers under the minimum will go back (Crown 4.2.1)."""


@dataclass(frozen=True, slots=True)
class RoundInvalid:
    """A no roll or no spin, with what it voided or handed back."""

    reason: str
    lines: tuple[Settled, ...]
    area: int
    clause: str


Event = Placed | Removed | Called | BetsClosed | LuckyBallDrawn | Boosted | RoundSettled | RoundInvalid
