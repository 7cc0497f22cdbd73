"""For any next total or number: what happens to a seat's chips, straight from the rows."""

from __future__ import annotations

from feltwork.lab.analysis.edges import OddsError
from feltwork.lab.analysis.layout import next_round
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import selection_data
from feltwork.views.rounds import line_view
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
