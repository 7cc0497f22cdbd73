"""Why a wager is paid what it is paid: the sum worked out, with the clause of each step."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from feltwork.money import format_money
from feltwork.outcomes import throw_symbol
from feltwork.table.play.events import Settled
from feltwork.table.play.settle import lucky_symbol
from feltwork.table.play.state import Standing, TableState
from feltwork.wagers.arms import Arm, Result


@dataclass(frozen=True)
class Worked:
    """A settled line with the arm that ended it and the sum in words."""

    line: Settled
    arm: Arm
    sum: str

    @property
    def to_player(self) -> int:
        """All that goes to the player: winnings, stake and commission."""
        return self.line.winnings + self.line.returned + self.line.commission_back


def symbol_of(state: TableState, result: object) -> int:
    """The symbol of the dice or the pocket that was shown."""
    if isinstance(result, tuple):
        return throw_symbol(*result)
    return state.book.wheel.index(result)


def work(before: TableState, line: Settled, result: object) -> Worked:
    """The sum behind a line, given the table as it stood before the result."""
    standing = before.layout[line.key]
    arm = _arm(before, standing, symbol_of(before, result))
    if arm.result is not line.result:
        return Worked(line, arm, f"{format_money(line.returned)} goes back ({line.clause})")
    if line.result is Result.WIN:
        return Worked(line, arm, _win(before, line, arm))
    if line.result is Result.LOSE:
        back = f", {format_money(line.returned)} over the maximum goes back" if line.returned else ""
        return Worked(line, arm, f"{format_money(line.stake - line.returned)} lost{back} ({line.clause})")
    commission = f" with {format_money(line.commission_back)} commission" if line.commission_back else ""
    return Worked(line, arm, f"{line.result}: {format_money(line.returned)} goes back{commission} ({line.clause})")


def _arm(before: TableState, standing: Standing, symbol: int) -> Arm:
    machine = standing.machine
    seen = lucky_symbol(before, standing, symbol) if machine.reads_lucky else symbol
    return machine.arms[~machine.codes(before.area, standing.state, standing.is_working(before.come_out))[seen]]


def _win(before: TableState, line: Settled, arm: Arm) -> str:
    house, chip = before.book.house, before.rules.chip
    excess = line.apart.excess if line.apart else 0
    part = line.stake - excess
    pays = arm.pays
    assert pays is not None, "a winning arm has its odds"
    said = []
    if excess:
        said.append(
            f"paid up to the maximum, {format_money(part)}; {format_money(excess)} goes back ({house.over_maximum})"
        )
    leg = part * arm.leg
    if arm.leg != 1:
        said.append(f"{arm.leg} of {format_money(part)} is {cents(leg)}")
    exact = leg * arm.odds
    said.append(f"{cents(leg)} at {pays.text} is {cents(exact)} ({pays.clause})")
    if exact != line.winnings:
        said.append(f"in chips of {format_money(chip)} that is {format_money(line.winnings)} ({house.rounding})")
    if arm.leg != 1:
        said.append(f"the other {cents(part - leg)} is lost")
    return "; ".join(said)


def cents(amount: Fraction) -> str:
    """Cents that need not be whole.

    >>> cents(Fraction(3500, 3)), cents(Fraction(1250))
    ('11.66 2/3', '12.50')
    """
    whole, rest = divmod(amount, 1)
    return format_money(whole) + (f" {rest}" if rest else "")
