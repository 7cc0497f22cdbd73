"""How far a table's day and its round have come, and where its results come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltwork.table.live.state import LiveTable
    from feltwork.table.play.state import TableState

DEALER, OS_DRAW, SEEDED = "dealer", "os-draw", "seeded"
"""Sources of results."""
CLOSED, CHECKING, OPEN = "closed", "checking", "open"
BETTING, DICE_OUT, ENTERED = "betting", "dice out", "result entered"


def game_of(live: LiveTable) -> TableState:
    """The game of a table that has been opened."""
    if live.game is None:
        raise ValueError("the table is not open")
    return live.game
