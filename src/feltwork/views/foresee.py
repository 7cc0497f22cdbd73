"""What happens to the chips by any next result, and by one that waits to be confirmed, straight from the rows."""

from __future__ import annotations

from feltwork.lab.analysis.edges import OddsError
from feltwork.lab.analysis.layout import next_round
from feltwork.refusal import Refusal
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import ENTERED
from feltwork.table.play.commands import Roll, Spin
from feltwork.table.play.decide import decide
from feltwork.table.play.events import RoundSettled, selection_data
from feltwork.views.rounds import line_view, payout_guide
from feltwork.views.views import Data


def foresee(live: LiveTable, seat: int) -> list[Data]:
    """Every outcome of the next round with its chance, what each of the seat's wagers does, and the sum of it."""
    table = live.game
    if table is None:
        return []
    own = table.copy()
    own.layout = {key: standing for key, standing in table.layout.items() if standing.seat == seat}
    try:
        outcomes = next_round(own)
    except OddsError:
        return []
    return [
        {
            "shows": outcome.shows,
            "result": selection_data(outcome.result),
            "chance": str(outcome.chance),
            "change": outcome.change(seat),
            "lines": [line_view(line) for line in outcome.lines],
        }
        for outcome in outcomes
    ]


def once_confirmed(live: LiveTable) -> list[Data]:
    """What there will be to take and to pay, seat by seat, once the entered result is confirmed."""
    table, entered = live.game, live.throw.entered
    if table is None or entered is None or live.phase != ENTERED:
        return []
    decided = decide(table, Roll(*entered) if isinstance(entered, tuple) else Spin(entered))
    if isinstance(decided, Refusal):
        return []
    return payout_guide(line for event in decided if isinstance(event, RoundSettled) for line in event.lines)
