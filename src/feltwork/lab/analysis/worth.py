"""What a wager that lies is worth: what it will bring back on average, exactly, if it is left to its end.

>>> from feltwork.games import book_names
>>> from feltwork.table.play.table import open_table
>>> table = open_table(book_names()[0], seats={1: "100.00"}, smallest_chip="1.00")
>>> table.bet(1, "win-line", "10.00") and table.roll(2, 2)
Step(number=1, refused=None, settled=())
>>> layout_worth(table.state)    # a third of the time the point is made, and 20.00 comes back
Fraction(2000, 3)
"""

from __future__ import annotations

from fractions import Fraction

from feltwork.lab.analysis.edges import machine_chain
from feltwork.lab.analysis.layout import check_can_be_foreseen, forecast
from feltwork.money import ROUNDINGS, up_to_chip
from feltwork.table.play.state import Standing, TableState
from feltwork.wagers.arms import Arm, Result


class Worth:
    """The worth of wagers at one table, in cents; each kind of wager and stake is worked out once."""

    def __init__(self) -> None:
        self._known: dict[object, list[Fraction]] = {}

    def of(self, state: TableState, standing: Standing) -> Fraction:
        """What one wager brings back on average: stake, winnings and commission handed back."""
        check_can_be_foreseen(state)
        if state.book.spins:
            return _foreseen(state, standing)
        paid = sum(lot.commission for lot in standing.lots)
        key = (standing.wager.name, standing.selection, standing.working, standing.stake, paid)
        if key not in self._known:
            self._known[key] = _changes(state, standing, paid)
        node = state.area * len(standing.machine.states) + standing.state
        return standing.stake + self._known[key][node]

    def of_layout(self, state: TableState) -> Fraction:
        """What all that lies brings back on average."""
        check_can_be_foreseen(state)
        if state.book.rounds_once:  # winnings are rounded on their sum: a layout is not the sum of its wagers
            return _foreseen(state, *state.layout.values())
        return sum((self.of(state, standing) for standing in state.layout.values()), Fraction(0))


def layout_worth(state: TableState) -> Fraction:
    """What all that lies brings back on average, in cents, if it is left to its end."""
    return Worth().of_layout(state)


def _foreseen(state: TableState, *lying: Standing) -> Fraction:
    """The same by the engine, which plays every continuation of these wagers."""
    if not lying:
        return Fraction(0)
    alone = state.copy()
    alone.layout = {standing.key: standing for standing in lying}
    whole = forecast(alone)[None]
    return whole.staked + whole.mean


def _changes(state: TableState, standing: Standing, commission: int) -> list[Fraction]:
    """What a wager gains on its stake, by area and by its own state."""
    machine = standing.machine
    chain, exits = machine_chain(state.book, standing.wager, machine, called=standing.working)
    gains = [_gain(state, standing.stake, commission, arm) for arm in machine.arms]

    def brings(node: int) -> Fraction:
        return Fraction(sum(weight * gains[arm] for arm, weight in exits[node].items()), chain.weight)

    return chain.solve(brings, chain.knots())


def _gain(state: TableState, stake: int, commission: int, arm: Arm) -> int:
    """What a stake gains by an arm, as settlement pays it; with a stake handed back its commission comes back."""
    if arm.result is Result.LOSE:
        return -stake
    if arm.result is not Result.WIN:
        return commission
    won = arm.odds * arm.leg
    winnings = ROUNDINGS[state.book.house.rounding_rule](stake * won.numerator, won.denominator, state.rules.chip)
    return winnings + up_to_chip(stake * arm.leg.numerator, arm.leg.denominator, 1) - stake
