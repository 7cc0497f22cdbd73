"""Dragon Fire 2.3: which areas of the layout win, and so are lit, when the two numbers are entered."""

from __future__ import annotations

from collections.abc import Mapping

from feltwork.games.book import Book
from feltwork.outcomes import Selection, throw_symbol
from feltwork.wagers.arms import Arm, Result


def lit_areas(
    book: Book, area: Selection, dice: tuple[int, int], lying: Mapping[str, set[Selection]]
) -> tuple[tuple[str, int | None], ...]:
    """Areas where a wager wins on these dice; ``lying`` has the states that wagers on an area have got to."""
    symbol = throw_symbol(*dice)
    lit: list[tuple[str, int | None]] = []
    for name, row in book.wagers.items():
        for on, shape in row.shapes.items():
            states = lying.get(name) or {shape.states[0]}
            steps = (shape.step(area, state, symbol, True) for state in states)
            if any(isinstance(step, Arm) and step.result is Result.WIN for step in steps):
                lit.append((name, on if isinstance(on, int) else None))
    return tuple(lit)
