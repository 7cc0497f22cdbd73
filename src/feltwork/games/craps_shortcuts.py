"""Groups of wagers that a player's screen offers by one button, the same in every craps book that has them."""

from __future__ import annotations

from feltwork.games.game import Shortcut


def places(name: str, *numbers: int) -> Shortcut:
    """Place wagers on these numbers, but for the point."""
    return Shortcut(name, {("place", number): 1 for number in numbers}, not_point=True)


SHORTCUTS = (
    places("Six and eight", 6, 8),
    places("Inside: 5, 6, 8, 9", 5, 6, 8, 9),
    places("Across: every number", 4, 5, 6, 8, 9, 10),
    Shortcut("Every hardway", {("hardway", number): 1 for number in (4, 6, 8, 10)}),
)
