"""The other settlement: rows walked as they are written, money in fractions until the last moment.

It shares the rows with the live engine and nothing else: no compiled table, no integer arithmetic. The tests hold the
two against each other over every wager, state and outcome; the benchmark measures them side by side.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from feltwork.outcomes import LUCKY_TIERS
from feltwork.table.play.events import Apart, Settled, report_order
from feltwork.table.play.state import Standing, TableState
from feltwork.wagers.arms import Arm, Result
from feltwork.wagers.shapes import LUCKY

_ROUNDED = {
    "up": ceil,
    "down": floor,
    "nearest": lambda units: floor(units + Fraction(1, 2)),
}


def settle_exactly(state: TableState, symbol: int) -> tuple[Settled, ...]:
    """What a valid result decides, at a table where every wager lies within the limits."""
    lines = []
    for standing in state.layout.values():
        arm = step_exactly(state, standing, symbol)
        if arm is not None:
            lines.append(_line(state, standing, arm))
    return tuple(sorted(lines, key=lambda line: report_order(line.key)))


def step_exactly(state: TableState, standing: Standing, symbol: int) -> Arm | None:
    """The arm by which a wager ends, if it ends."""
    shape = standing.wager.shapes[standing.selection]
    lying = shape.states[standing.state]
    shown = _lucky(state, standing, symbol) if shape.alphabet == LUCKY else symbol
    step = shape.step(state.area_state, lying, shown, standing.is_working(state.come_out))
    return step if isinstance(step, Arm) else None


def _lucky(state: TableState, standing: Standing, symbol: int) -> int:
    colour = str(standing.selection)
    hit = state.lucky is not None and state.lucky[colour] == state.book.wheel[symbol]
    boosted, odds = state.boost or ("nobody", "standard")
    if not hit:
        return LUCKY_TIERS.index("miss")
    if boosted == colour:
        return LUCKY_TIERS.index(odds)
    return LUCKY_TIERS.index("beside mega" if odds == "mega" else "standard")


def _line(state: TableState, standing: Standing, arm: Arm) -> Settled:
    stake = Fraction(standing.stake, 100)
    chip = Fraction(state.rules.chip, 100)
    won = back = Fraction(0)
    if arm.result is Result.WIN:
        leg = stake * arm.leg
        won = _ROUNDED[state.book.house.rounding_rule](leg * arm.odds / chip) * chip
        back = Fraction(ceil(leg * 100), 100)
    elif arm.result is not Result.LOSE:
        back = stake
    undecided = arm.result not in (Result.WIN, Result.LOSE)
    commission = sum(lot.commission for lot in standing.lots) if undecided else 0
    given = int(won * 100) - ceil(stake * arm.leg * arm.odds * 100) if arm.result is Result.WIN else 0
    apart = Apart(given) if given else None
    paid, returned = int(won * 100), int(back * 100)
    return Settled(*standing.key, arm.result, standing.stake, paid, returned, arm.clause, commission, apart)
