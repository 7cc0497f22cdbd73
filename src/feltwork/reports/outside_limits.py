"""Wagers that a round found above the maximum or below the minimum."""

from __future__ import annotations

from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import RoundSettled, Settled
from feltwork.table.play.limits import is_under_minimum
from feltwork.table.play.state import TableState
from feltwork.views.takings import DECIDED


def outside_limits(live: LiveTable, event: RoundSettled) -> tuple[int, int]:
    """How many wagers were over and how many under, with the table as it was before the round."""
    if live.game is None:
        return 0, 0
    over, under = set(), set()  # one wager may have several lines
    for line in event.lines:
        is_over, is_under = _found(live.game, line)
        over.update([line.key] if is_over else [])
        under.update([line.key] if is_under else [])
    return len(over), len(under)


def _found(table: TableState, line: Settled) -> tuple[bool, bool]:
    standing = table.layout.get(line.key)
    limit = standing.lots[-1].limit if standing is not None else None
    returned = table.book.house.under_minimum is not None and line.clause == table.book.house.under_minimum
    if standing is None or limit is None or not (line.result in DECIDED or returned):
        return False, False
    if not table.rules.late_rule:
        return limit.maximum is not None and standing.stake > limit.maximum, standing.stake < limit.minimum
    return bool(line.apart and line.apart.excess), is_under_minimum(table, standing)
