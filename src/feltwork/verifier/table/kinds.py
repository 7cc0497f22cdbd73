"""What there is to do for each kind of event, gathered from the topics."""

from __future__ import annotations

from typing import NamedTuple

from feltwork.verifier.table.causes import CAUSES, Who
from feltwork.verifier.table.citations import CITING
from feltwork.verifier.table.equipment import PLAYED_WITH
from feltwork.verifier.table.facts import Handler
from feltwork.verifier.table.meters import METERED
from feltwork.verifier.table.notices import NOTICED
from feltwork.verifier.table.postings import EXCHANGES, LINED, MOVES, SETTLES
from feltwork.verifier.table.reopening import LEAVES_THE_ROUND
from feltwork.verifier.table.standing import WATCHED


class Kind(NamedTuple):
    """What there is to do for a kind of event."""

    handler: Handler
    who: Who
    """Who may cause it."""
    lined: bool
    metered: bool
    moves: bool
    ends: bool
    """Can the last round not be taken back after it?"""
    noticed: bool
    watched: bool
    cites: bool
    plays: bool
    """Is it played with what must have been checked?"""


def kind_of(kind: str, handler: Handler) -> Kind:
    return Kind(
        handler,
        CAUSES[kind],
        kind in LINED or kind == "round-reversed",
        kind in METERED,
        kind in EXCHANGES or kind in MOVES or kind in SETTLES,
        kind not in LEAVES_THE_ROUND,
        kind in NOTICED,
        kind in WATCHED,
        kind in CITING,
        kind in PLAYED_WITH,
    )
