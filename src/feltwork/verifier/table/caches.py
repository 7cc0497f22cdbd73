"""What the verifier of a table works out once and looks up again, all of it in one object beside the state.

Switched off, nothing is kept and everything is worked out anew: the findings are the same, and a test holds that.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from feltwork.outcomes import Selection, selection_order
from feltwork.verifier.remembered import Forgetful
from feltwork.verifier.table.layout import Spot, Steps, Terms
from feltwork.wagers.row import Wager
from feltwork.wagers.shapes import LUCKY

Made = tuple[str, Selection]
"""A wager by its name, and what it was made on."""


class Caches:
    """What was worked out of one book at one table."""

    def __init__(self, *, on: bool = True, steps: Steps | None = None) -> None:
        self.on = on
        self.dearest: dict[Made, tuple[int, int]] = self.new()
        """The best price of each wager, in chips, as two whole numbers,"""
        self.best: dict[Made, tuple[Fraction, ...]] = self.new()
        """on each symbol."""
        self.spots: dict[tuple[str, Selection, Selection], Spot] = self.new()
        """Where wagers lie, by name, what they were made on, and state,"""
        self.steps: Steps = self.new() if steps is None or not on else steps
        """and what results do to them there, at every table with this book."""
        self.shares: dict[tuple[str, Selection, int], tuple[int, int]] = self.new()
        """The commission on each cent of a wager, with the table in an area."""
        self.terms: dict[Made, Terms] = self.new()
        """What the book has to say of each wager, once it was asked."""
        self.areas: dict[int, int] = self.new()
        """Where the puck or the freeze goes, by where it is and the symbol."""

    def new(self) -> dict[Any, Any]:
        """A place to keep things, or one that keeps nothing."""
        return {} if self.on else Forgetful()

    def spot(self, row: Wager, made: Selection, state: Selection) -> Spot:
        """Where a wager lies: all those alike share it."""
        where = (row.name, made, state)
        found = self.spots.get(where)
        if found is None:
            on = state if row.travels else made
            lucky, sleeps = row.shapes[made].alphabet == LUCKY, row.sleeps is not None
            tail, rank, steps = (row.name, on), selection_order(on), self.steps.setdefault(where, self.new())
            found = Spot(row, made, state, tail, rank, lucky, sleeps, steps, self.new(), self.new())
            self.spots[where] = found
        return found
