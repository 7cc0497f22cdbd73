"""What the checkers of the cage share: the money of players, and what was found wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltwork.verifier.log.rows import Problem, Row

Body = dict[str, Any]
Handler = Callable[[Row, Body], None]


class CageFacts:
    """The players' money at the cage, and what is wrong with the record that is looked at."""

    def __init__(self) -> None:
        self.purses: dict[str, int] = {}
        self.problems: list[Problem] = []

    def wrong(self, kind: str, what: str) -> None:
        self.problems.append((kind, what))

    def pay(self, player: str, cents: int) -> None:
        self.purses[player] = self.purses.get(player, 0) + cents
        if self.purses[player] < 0:
            self.wrong("balance", f"player/{player} is at {self.purses[player]} cents")
