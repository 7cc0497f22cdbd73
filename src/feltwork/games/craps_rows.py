"""The words in which the craps books write their rows.

Each book states its own clauses, numbers and odds; these only spare it repeating how a line or a race
is put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltwork.outcomes import POINTS, Outcomes, Selection, easy, hard, total
from feltwork.readings import Readings
from feltwork.wagers.arms import Arm, Result, loses, wins
from feltwork.wagers.row import Commission, Of, Units, Wager
from feltwork.wagers.shapes import Bar, Line, OneRoll, Race, Rider, Shape, one_roll

FIVE_PERCENT = Fraction(1, 20)
HARDWAYS = (4, 6, 8, 10)
HORN = (2, 3, 11, 12)


@dataclass(frozen=True)
class LineClauses:
    """Where a book says how a line wager wins and loses, on its first roll and by its point."""

    first_win: str
    point_win: str
    first_lose: str
    point_lose: str
    inactive: str | None = None

    @staticmethod
    def dotted(clause: str) -> LineClauses:
        """Numbered the New South Wales way: .1 wins, .2 loses; .1 first roll, .2 point."""
        return LineClauses(*(f"{clause}.{end}" for end in ("1.1", "1.2", "2.1", "2.2")))

    @staticmethod
    def lettered(clause: str) -> LineClauses:
        """Numbered the Victorian way: (a) wins, (b) loses, (c) inactive."""
        return LineClauses(*(f"{clause}{end}" for end in ("(a)(i)", "(a)(ii)", "(b)(i)", "(b)(ii)", "(c)")))


def right_line(at: LineClauses, pays: str, *, travels: bool) -> dict[Selection, Shape]:
    """Win Line, Pass Line, Come: 7 and 11 win at once, 2, 3 and 12 lose, then the point before 7."""
    return {
        None: Line(
            first_win=(total(7, 11), wins(at.first_win, "1 to 1", pays)),
            first_lose=(total(2, 3, 12), loses(at.first_lose)),
            made=wins(at.point_win, "1 to 1", pays),
            seven=loses(at.point_lose),
            travels=travels,
            inactive=at.inactive,
        )
    }


def wrong_line(at: LineClauses, pays: str, first_win: Outcomes, bar: Bar, *, travels: bool) -> dict[Selection, Shape]:
    """Don't Win, Don't Pass, Don't Come: the other way round, with one total barred on the first roll."""
    return {
        None: Line(
            first_win=(first_win, wins(at.first_win, "1 to 1", pays)),
            first_lose=(total(7, 11), loses(at.first_lose)),
            made=loses(at.point_lose),
            seven=wins(at.point_win, "1 to 1", pays),
            travels=travels,
            bar=bar,
            inactive=at.inactive,
        )
    }


def barred(on: int, clause: str, ends: Result, reading: str) -> Bar:
    """The barred total under reading G7: the wager goes back, or it stays up as if fresh."""
    return Bar(on, clause, None if reading == "stay" else ends)


def rider(
    parent: Mapping[Selection, Shape],
    winning: Mapping[int, Arm],
    losing: str,
    *,
    each_point: bool = False,
    off: str | None = None,
    called_off: str | None = None,
    inactive: str | None = None,
) -> dict[Selection, Shape]:
    """An odds wager on a line (one area, the table's point) or on each come point."""
    line = parent[None]
    if not isinstance(line, Line):
        raise TypeError("odds ride on a line wager")
    asleep, called = (Arm(Result.RETURNED, clause) if clause else None for clause in (off, called_off))
    points: tuple[int | None, ...] = POINTS if each_point else (None,)
    return {p: Rider(line, p, winning, loses(losing), asleep, called, inactive) for p in points}


def number_before_seven(number: int, winning: Arm, losing: str, inactive: str | None = None) -> Race:
    return Race(total(number), winning, total(7), loses(losing), inactive)


def seven_before_number(number: int, winning: Arm, losing: str, inactive: str | None = None) -> Race:
    return Race(total(7), winning, total(number), loses(losing), inactive)


def hardway(number: int, winning: Arm, losing: str, inactive: str | None = None) -> Race:
    """The pair before the same total another way, or 7."""
    return Race(hard(number), winning, easy(number) | total(7), loses(losing), inactive)


def next_roll(
    name: str,
    title: str,
    clause: str,
    concept: str,
    *winning: tuple[Outcomes, Arm],
    losing: str | None = None,
) -> Wager:
    """A wager on the very next roll with no selection."""
    shape: OneRoll = one_roll(*winning, losing=losing or clause)
    return Wager(name, title, clause, concept, {None: shape})


def commission_on_stake(clause: str) -> Commission:
    return Commission(FIVE_PERCENT, Of.STAKE, clause)


def commission_on_win(clause: str) -> Commission:
    return Commission(FIVE_PERCENT, Of.WINNINGS, clause)


def split_units(readings: Readings, count: int, clause: str) -> Units | None:
    """Chips at a time for a split wager; under the other reading of G11 it is split exactly instead."""
    return Units(count, clause) if readings.chose("horn_split", "require_multiple") else None
