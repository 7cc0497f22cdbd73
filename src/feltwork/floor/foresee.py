"""For any next total or number: what happens to a seat's chips, straight from the rows."""

from __future__ import annotations

from feltwork.analysis.edges import OddsError
from feltwork.analysis.layout import next_round
from feltwork.floor.rounds import line_view
from feltwork.floor.views import Data
from feltwork.table.events import selection_data
from feltwork.table.life.state import Life


def foresee(life: Life, seat: int) -> list[Data]:
    """Every outcome of the next round with its chance, what each of the seat's wagers does, and the sum of it."""
    table = life.game
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
            "shows": outcome.shows, "result": selection_data(outcome.result), "chance": str(outcome.chance),
            "change": outcome.change(seat), "lines": [line_view(line) for line in outcome.lines],
        }
        for outcome in outcomes
    ]  # fmt: skip
