"""The wagers of Pocket Craps."""

from __future__ import annotations

from feltwork.games.book import Book, HouseRules
from feltwork.games.craps_rows import LineClauses, barred, next_roll, right_line, wrong_line
from feltwork.games.game import Kind
from feltwork.outcomes import total
from feltwork.readings import Readings
from feltwork.wagers.arms import Result, wins
from feltwork.wagers.automaton import PUCK
from feltwork.wagers.row import Wager, Window, rows


def book(kind: Kind, readings: Readings) -> Book:
    """The book under these readings."""
    house = HouseRules(
        permissible="4.1",
        placing="4.2",
        removing="4.3",
        sign="5.1",
        paying="6.1",
        rounding="6.2",
        invalid="3.3",
        result="3.2",
        open_until="4.2",
        under_minimum="5.2",
        over_maximum="5.3",
    )
    return Book("pocket-craps", "Pocket Craps (Example)", _rows(), PUCK, house, readings)


def _rows() -> dict[str, Wager]:
    line = right_line(LineClauses.dotted("4.1.1"), "6.1", travels=False)
    dont = wrong_line(
        LineClauses.dotted("4.1.2"), "6.1", total(2, 3), barred(12, "4.1.2.3", Result.DRAW, "return"), travels=False
    )
    return rows(
        Wager("line", "Line", "4.1.1", "line", line, Window.COME_OUT, contract="4.4"),
        Wager("dont-line", "Don't Line", "4.1.2", "dont-line", dont, Window.COME_OUT, dont_lock="4.5"),
        next_roll("field", "Field", "4.1.3", "field", (total(2, 3, 4, 9, 10, 11, 12), wins("4.1.3", "1 to 1", "6.1"))),
        next_roll("any-seven", "Any Seven", "4.1.4", "any-seven", (total(7), wins("4.1.4", "4 to 1", "6.1"))),
    )
