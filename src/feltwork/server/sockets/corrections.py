"""Rounds that were set right, as screens remember them."""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.engine.past_rounds import recalled
from feltwork.store.port import Store
from feltwork.table.live.commands import SecondCorrection
from feltwork.table.live.events import LiveEvent, RoundAdjusted
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.corrections import instead_of
from feltwork.views.rounds import Recall


def remember_corrections(recall: Recall, store: Store, life: LiveTable, events: Iterable[LiveEvent | None]) -> None:
    """Note how rounds would have been that were set right; each is read from the log, unless it is forgotten."""
    for event in events:
        if isinstance(event, RoundAdjusted) and recall.keeps(event.version):
            past = recalled(store, life, SecondCorrection(event.version))
            recall.set_right(event.version, () if past is None else instead_of(past, event.result))
