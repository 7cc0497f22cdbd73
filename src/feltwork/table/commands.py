"""Commands: what people at a table ask for, in the imperative. They carry facts, never a clock or a die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feltwork.outcomes import Pocket
from feltwork.table.instruments import CHIPS

RawSelection = int | str | list[int | str] | tuple[int | str, ...] | None
"""What a wager is on, as it was written down: any order, one number or a list."""


@dataclass(frozen=True, slots=True)
class Bet:
    seat: int
    wager: str
    amount: int
    on: RawSelection = None
    instrument: str = CHIPS


@dataclass(frozen=True, slots=True)
class Remove:
    seat: int
    wager: str
    on: RawSelection = None
    amount: int | None = None
    """``None`` takes all of it down."""


@dataclass(frozen=True, slots=True)
class Call:
    """The player calls a wager on or off."""

    seat: int
    wager: str
    working: bool
    on: RawSelection = None


@dataclass(frozen=True, slots=True)
class NoMoreBets:
    pass


@dataclass(frozen=True, slots=True)
class Roll:
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Spin:
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class NoRoll:
    reason: str


@dataclass(frozen=True, slots=True)
class NoSpin:
    reason: str


@dataclass(frozen=True, slots=True)
class DrawLuckyBall:
    numbers: Mapping[str, Pocket]


@dataclass(frozen=True, slots=True)
class Boost:
    """The Lucky Ball colour whose odds are raised this round, to ``super`` or ``mega``."""

    colour: str
    odds: str


Command = Bet | Remove | Call | NoMoreBets | Roll | Spin | NoRoll | NoSpin | DrawLuckyBall | Boost
