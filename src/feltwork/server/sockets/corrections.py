"""Rounds that were set right, as screens remember them."""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.engine.past_rounds import recalled
from feltwork.store.port import Store
from feltwork.table.live.adjust import instead_of
from feltwork.table.live.events import LifeEvent
from feltwork.table.live.floor_commands import SecondCorrection
from feltwork.table.live.floor_events import RoundAdjusted
from feltwork.table.live.state import Life
from feltwork.views.rounds import Recall


def remember_corrections(recall: Recall, store: Store, life: Life, events: Iterable[LifeEvent | None]) -> None:
    """Note how rounds would have been that were set right; each is read from the log, unless it is forgotten."""
    for event in events:
        if isinstance(event, RoundAdjusted) and recall.keeps(event.version):
            past = recalled(store, life, SecondCorrection(event.version))
            recall.set_right(event.version, () if past is None else instead_of(past, event.result))
