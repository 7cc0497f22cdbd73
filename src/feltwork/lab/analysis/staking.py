"""What chips do to the odds: the edge at a real stake, paid in real chips (reading G6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from feltwork.games.book import Book
from feltwork.lab.analysis.edges import OddsRow, endings_of, machine_selection, mega_chance
from feltwork.money import ROUNDINGS, format_money, up_to_chip
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal
from feltwork.table.play.events import say_selection
from feltwork.table.play.placing import check_units, commission_on
from feltwork.table.play.state import TableRules, open_state
from feltwork.wagers.arms import Arm, Result
from feltwork.wagers.row import Wager

MAX_NAMED = 6
"""Rows that a warning names."""


@dataclass(frozen=True)
class Staked:
    """One row of the odds at a stake: its edge once paid in chips, or why it cannot be staked so."""

    stake: int
    chip: int
    edge: Fraction | None
    why_not: Refusal | None = None

    @property
    def favours_player(self) -> bool:
        """Does rounding up hand the player the advantage?"""
        return self.edge is not None and self.edge < 0

    def as_data(self) -> dict[str, object]:
        return {
            "stake": format_money(self.stake),
            "chip": format_money(self.chip),
            "edge_in_chips": None if self.edge is None else str(self.edge),
            "cannot_be_staked": None if self.why_not is None else str(self.why_not),
            "player_advantage": self.favours_player,
        }


def staked(book: Book, row: OddsRow, stake: int, chip: int, mega: Fraction | None = None) -> Staked:
    """The edge of a wager at this stake where payments are made up to this chip."""
    wager = book.wagers[row.wager]
    on = machine_selection(wager, row.on)
    due = _can_be_staked(book, wager, on, stake, chip)
    if isinstance(due, Refusal):
        return Staked(stake, chip, None, due)
    endings = endings_of(book, wager, row.on, mega_chance(book, mega))
    expectation = sum(
        (p * (_cents(book, arm, stake, chip) - (0 if _handed_back(arm) else due)) for arm, p in endings.arms.items()),
        Fraction(0),
    )
    return Staked(stake, chip, -expectation / (stake + due))


def rounding_warning(book: Book, stake: int, chip: int, found: Iterable[tuple[OddsRow, Staked]]) -> str:
    """Where rounding hands the player the advantage at a stake, in a sentence; nothing where it does nowhere."""
    rows = list(found)
    ahead = [row for row, at in rows if at.favours_player]
    if not ahead:
        return ""
    names = [f"{row.wager}{'' if row.on is None else f' {say_selection(row.on)}'}" for row in ahead]
    named = ", ".join(names[:MAX_NAMED]) + (f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else "")
    which = {"up": "up", "nearest": "to the nearest", "down": "down"}[book.house.rounding_rule]
    return (
        f"rounding {which} to {format_money(chip)} at {format_money(stake)} hands the player the advantage on "
        f"{len(ahead)} of {len(rows)} rows: {named}; set units on the sign ({book.house.sign}) or use smaller chips "
        f"({book.cited('rounding')})"
    )


def _can_be_staked(book: Book, wager: Wager, on: Selection, stake: int, chip: int) -> int | Refusal:
    """The commission due, or why this stake would be refused."""
    if stake % chip:
        why = f"{format_money(stake)} cannot be put down in chips of {format_money(chip)}"
        return Refusal(book.house.placing, why)
    table = open_state(book, TableRules(chip), {})
    return check_units(wager, stake, chip) or commission_on(table, wager, on, stake)


def _cents(book: Book, arm: Arm, stake: int, chip: int) -> int:
    """What this stake gains by an arm, as settlement pays it."""
    if arm.result is Result.LOSE:
        return -stake
    if arm.result is not Result.WIN:
        return 0
    won = arm.odds * arm.leg
    winnings = ROUNDINGS[book.house.rounding_rule](stake * won.numerator, won.denominator, chip)
    return winnings - stake + up_to_chip(stake * arm.leg.numerator, arm.leg.denominator, 1)


def _handed_back(arm: Arm) -> bool:
    return arm.result not in (Result.WIN, Result.LOSE)
