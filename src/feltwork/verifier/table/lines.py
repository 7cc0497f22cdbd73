"""Lines of a settlement and the keys of wagers, as they are stored and as the verifier works them out again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from feltwork.outcomes import Selection, selection_order
from feltwork.verifier.remembered import remembered

Key = tuple[int, str, Selection]
"""Seat, wager, and what it is on."""


class Apart(msgspec.Struct, frozen=True, array_like=True):
    """What of a line is not plain chips at their plain price."""

    rounding: int = 0
    excess: int = 0
    tokens: int = 0
    tokens_back: int = 0
    checks: int = 0
    checks_back: int = 0


PLAIN = Apart()


class SettledLine(msgspec.Struct, frozen=True, array_like=True):
    """One line of a settlement: in JSON an array of nine, and of what is not plain chips."""

    seat: int
    wager: str
    on: Selection
    result: str
    stake: int
    winnings: int
    returned: int
    clause: str
    commission: int
    apart: Apart | None = None
    """Nothing where all of it is plain."""

    @property
    def key(self) -> Key:
        return (self.seat, self.wager, self.on)

    @property
    def said(self) -> str:
        """All that it says, in words and cents.

        >>> SettledLine(1, "win-line", None, "win", 500, 500, 500, "6.1.1", 0).said
        'seat 1 win-line: win, stake 500, winnings 500, returned 500 (6.1.1)'
        """
        on = "" if self.on is None else f" on {' '.join(map(str, self.on)) if isinstance(self.on, tuple) else self.on}"
        parts = {"commission": self.commission} | msgspec.structs.asdict(self.apart or PLAIN)
        extra = "".join(f", {name.replace('_', ' ')} {cents}" for name, cents in parts.items() if cents)
        paid = f"stake {self.stake}, winnings {self.winnings}, returned {self.returned}"
        return f"seat {self.seat} {self.wager}{on}: {self.result}, {paid}{extra} ({self.clause})"

    @property
    def paid(self) -> int:
        """What the seat gets of it but for tokens."""
        paid = self.winnings + self.returned + self.commission
        return paid - self.apart.tokens_back if self.apart else paid


def set_apart(*parts: int) -> Apart | None:
    """Nothing if all of it is plain."""
    return Apart(*parts) if any(parts) else None


def as_on(raw: Any) -> Selection:
    """A selection as it stands in JSON."""
    return tuple(raw) if isinstance(raw, list) else raw


def as_key(raw: Any) -> Key:
    seat, wager, on = raw
    return (seat, wager, as_on(on))


def as_lines(raw: Any) -> list[SettledLine]:
    """Lines as they stand in JSON; a ``ValueError`` for anything else."""
    return msgspec.convert(raw, list[SettledLine])


def in_order(lines: Iterable[SettledLine]) -> list[SettledLine]:
    """By seat, wager, then what it is on."""
    return sorted(lines, key=lambda line: (line.seat, line.wager, _place(line.on)))


_place = remembered()(selection_order)
