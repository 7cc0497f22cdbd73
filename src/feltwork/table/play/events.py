"""Events: what happened at a table, in the past tense, complete enough to be replayed without deciding again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType

from feltwork.money import format_money
from feltwork.outcomes import Pocket, Selection, selection_order
from feltwork.outcomes import say_selection as say_selection  # noqa: PLC0414  # told with lines, so had from here too
from feltwork.outcomes import selection_data as selection_data  # noqa: PLC0414  # the same
from feltwork.wagers.arms import Result

CHIPS, TOKENS, CHECKS = "chips", "tokens", "checks"


Key = tuple[int, str, Selection]
"""Seat, wager and what it is on: where chips lie."""


class Apart(NamedTuple):
    """What of a line is not plain chips at their plain price."""

    rounding: int = 0
    """Paid over the exact winnings, or under them, because chips cannot make them."""
    excess: int = 0
    """Over the maximum, so neither won nor lost."""
    tokens: int = 0
    """Of the stake, in promotional tokens;"""
    tokens_back: int = 0
    """of these, what goes back; winnings are always chips."""
    checks: int = 0
    """Of the stake, in colour checks;"""
    checks_back: int = 0


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
    apart: Apart | None = None
    """What of it is not plain chips; ``None`` when all of it is."""

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
        return self.told()

    def told(self, rounding: str = "") -> str:
        """The line in words; a payment that chips could not make exactly names the book's clause on rounding."""
        on = "" if self.on is None else f" on {say_selection(self.on)}"
        paid = f", paid {format_money(self.winnings)}" if self.winnings else ""
        if self.apart and self.apart.rounding:
            which = "up" if self.apart.rounding > 0 else "down"
            exact = format_money(self.winnings - self.apart.rounding)
            paid += f" ({exact} rounded {which}{f', {rounding}' if rounding else ''})"
        back = f", {format_money(self.returned)} back" if self.returned else ""
        commission = f", commission {format_money(self.commission_back)} back" if self.commission_back else ""
        stake = format_money(self.stake)
        if self.apart and self.apart.tokens:
            stake += f" ({format_money(self.apart.tokens)} in tokens)"
        return f"seat {self.seat}: {self.wager}{on} {stake} {self.result}{paid}{back}{commission} ({self.clause})"


Rank = tuple[int, str, tuple[int, tuple[tuple[int, str], ...]]]


def report_order(item: Key) -> Rank:
    """Reports are sorted by seat, wager, then selection."""
    return (item[0], item[1], selection_order(item[2]))


def dealer_order(lines: Iterable[Settled]) -> list[Settled]:
    """Losing wagers are collected before winning ones are paid (Dragon Fire 8.6; elsewhere by custom)."""
    return sorted(lines, key=lambda line: line.result is not Result.LOSE)


class Late(Struct, frozen=True):
    """A wager made with the dice in the air: what the player said, who confirmed it aloud, and by which clause."""

    words: str
    confirmed_by: str
    clause: str


class Placed(Struct, frozen=True, tag="wager-placed"):
    """Put down, whole or as an addition to what lies."""

    key: Key
    amount: int
    commission: int
    instrument: str = CHIPS
    """What the amount is in; commission is always paid in chips."""
    late: Late | UnsetType = UNSET
    """Of a late wager only: a body without it is that of a wager made in time."""


class Removed(Struct, frozen=True, tag="wager-removed"):
    """Taken down by the player, newest part first; odds that no longer fit go back as lines."""

    key: Key
    amount: int
    commission_back: int
    lines: tuple[Settled, ...] = ()
    tokens: int = 0
    checks: int = 0
    """Of the amount, in tokens and in colour checks: each part goes back as what it was."""
    asked: str = ""
    """What the player asked for, where one of the crew took it down for them."""


class Called(Struct, frozen=True, tag="wager-called"):
    """Wagers that are on or off from now on, by the player's call."""

    keys: tuple[Key, ...]
    working: bool
    similar: bool = False
    """Is it by a button that stands for all similar wagers of the player, those put down later too?"""


class BetsClosed(Struct, frozen=True, tag="bets-closed"):
    pass


class LuckyBallDrawn(Struct, frozen=True, tag="lucky-ball-drawn"):
    numbers: dict[str, Pocket]


class Boosted(Struct, frozen=True, tag="lucky-ball-boosted"):
    colour: str
    odds: str


class RoundSettled(Struct, frozen=True, tag="round-settled"):
    """A valid result and all that it decided."""

    result: tuple[int, int] | Pocket
    lines: tuple[Settled, ...]
    moved: tuple[tuple[Key, int], ...]
    """Wagers that lie on in another state: a come point, a run of eights."""
    area: int
    warned: tuple[int, ...] = ()
    """Seats told that further wagers under the minimum will go back (Crown 4.2.1)."""
    called_by: tuple[str, ...] = ()
    """Who entered and who confirmed the result, or ruled on it; nobody where the table reads it itself."""


class RoundInvalid(Struct, frozen=True, tag="round-invalid"):
    """A no roll or no spin, with what it voided or handed back."""

    reason: str
    lines: tuple[Settled, ...]
    area: int
    clause: str
    called: str = ""
    """As it was announced, ``no roll`` or ``no spin``, or at an electronic table ``void``; nothing where an outcome is
    invalidated instead."""


class LuckyBallVoided(Struct, frozen=True, tag="lucky-ball-voided"):
    """Lucky Ball wagers declared void in the middle of a round, and returned."""

    reason: str
    lines: tuple[Settled, ...]
    clause: str


class Repositioned(Struct, frozen=True, tag="wager-repositioned"):
    """A wager that from now on counts as if it lay elsewhere."""

    key: Key
    to: Key


Event = (
    Placed
    | Removed
    | Called
    | BetsClosed
    | LuckyBallDrawn
    | Boosted
    | RoundSettled
    | RoundInvalid
    | LuckyBallVoided
    | Repositioned
)
