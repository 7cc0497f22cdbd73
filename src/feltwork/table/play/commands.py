"""Commands: what people at a table ask for, in the imperative. They carry facts, never a clock or a die."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from feltwork.outcomes import Pocket
from feltwork.table.play.events import CHIPS

RawSelection = int | str | list[int | str] | tuple[int | str, ...] | None
"""What a wager is on, as it was written down: any order, one number or a list."""


class Bet(Struct, frozen=True):
    seat: int
    wager: str
    amount: int
    on: RawSelection = None
    instrument: str = CHIPS


class Remove(Struct, frozen=True):
    seat: int
    wager: str
    on: RawSelection = None
    amount: int | None = None
    """``None`` takes all of it down."""


class Call(Struct, frozen=True):
    """The player calls a wager on or off."""

    seat: int
    wager: str
    working: bool
    on: RawSelection = None
    alone: bool = False
    """This wager alone, where a call covers all of its kind."""


class NoMoreBets(Struct, frozen=True):
    pass


class Roll(Struct, frozen=True):
    first: int
    second: int


class Spin(Struct, frozen=True):
    pocket: Pocket


class NoRoll(Struct, frozen=True):
    reason: str


class NoSpin(Struct, frozen=True):
    reason: str


class DrawLuckyBall(Struct, frozen=True):
    numbers: Mapping[str, Pocket]


class Boost(Struct, frozen=True):
    """The Lucky Ball colour whose odds are raised this round, to ``super`` or ``mega``."""

    colour: str
    odds: str


Command = Bet | Remove | Call | NoMoreBets | Roll | Spin | NoRoll | NoSpin | DrawLuckyBall | Boost
