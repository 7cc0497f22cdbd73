"""What players do in a round of a session, before the ball is spun."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Open:
    """One open wager, as it was put down: nothing of it is checked yet."""

    wager: object
    on: object
    amount: object


@dataclass(frozen=True)
class Wagers:
    """A player's open wagers of a round, put down together."""

    player: str
    lines: tuple[Open, ...]


@dataclass(frozen=True)
class Pass:
    """A pass card in lieu of a wager."""

    player: str


@dataclass(frozen=True)
class Undisclosed:
    """A wager on a form; what is left out is ``None``."""

    player: str
    line: Open


@dataclass(frozen=True)
class Absent:
    """A player who is not in the seat for this round."""

    player: str


@dataclass(frozen=True)
class Skip:
    """A player whose time is up with nothing done."""

    player: str


Step = Wagers | Pass | Undisclosed | Absent | Skip
