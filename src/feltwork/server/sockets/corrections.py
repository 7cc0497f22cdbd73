"""Rounds that were set right, as screens remember them."""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.engine.past_rounds import recalled
from feltwork.games.conduct import SCREEN_FAULT
from feltwork.store.port import Store
from feltwork.table.live.commands import SecondCorrection
from feltwork.table.live.events import LiveEvent, RoundAdjusted
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.corrections import UNCONFIRMED, instead_of
from feltwork.table.play.events import Settled
from feltwork.views.rounds import Recall


def remember_corrections(
    recall: Recall, store: Store, live: LiveTable, events: Iterable[LiveEvent | None]
) -> list[tuple[int, tuple[Settled, ...]]]:
    """Note how rounds would have been that were set right; each is read from the log, unless it is forgotten."""
    noted = []
    for event in events:
        if isinstance(event, RoundAdjusted) and recall.keeps(event.version):
            past = recalled(store, live, SecondCorrection(event.version))
            lines = () if past is None else instead_of(past, event.result)
            recall.set_right(event.version, lines)
            if event.cause not in (UNCONFIRMED, SCREEN_FAULT):  # else the rest of the round stands
                noted.append((event.version, lines))
    return noted
