"""What a supervisor changed of a paid round, until somebody of the crew has taken and paid what it comes to.

The log moves money the moment a round is corrected; the chips on the table do not move by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import LEFT_SINCE, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import HELPERS, Asked, Asker, in_words
from feltwork.table.live.topic import Guard, Topic, tag
from feltwork.table.live.topics.corrections import RoundAdjusted
from feltwork.table.live.topics.last_round import RoundReversed
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class AcknowledgeCorrection(Asked, frozen=True, tag="acknowledge-correction"):
    """The crew have taken and paid what a correction comes to."""

    number: int
    """The entry of the log that corrected the round."""


class CorrectionAcknowledged(Struct, frozen=True, tag="correction-acknowledged"):
    number: int
    person: str


def acknowledge(
    live: LiveTable, table: TableState, conduct: Conduct, command: AcknowledgeCorrection, by: Asker
) -> Decision:
    """Whoever of the crew is at the table says so, once."""
    if by.role not in HELPERS:
        return Refusal(NOT_IN_THE_BOOK, f"that is for the crew, not for {in_words(by.role)}", RefusalKind.ROLE)
    if command.number not in live.rounds.unacknowledged:
        return Refusal(NOT_IN_THE_BOOK, "the crew have acknowledged this correction already")
    return (CorrectionAcknowledged(command.number, by.person),)


def happen(live: LiveTable, event: object) -> None:
    """Which corrections wait for the crew; an electronic table pays by itself, and has none."""
    by_hand = live.conduct is not None and not live.conduct.terminals.shot
    match event:
        case RoundReversed() if by_hand:
            live.rounds.unacknowledged = (*live.rounds.unacknowledged, live.version)
        case RoundAdjusted() if by_hand and event.cause != LEFT_SINCE:  # else it is part of a round taken back
            live.rounds.unacknowledged = (*live.rounds.unacknowledged, live.version)
        case CorrectionAcknowledged():
            live.rounds.unacknowledged = tuple(n for n in live.rounds.unacknowledged if n != event.number)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    if isinstance(event, CorrectionAcknowledged):
        return [f"{shown(event.person)} has taken and paid what the correction of entry {event.number} comes to"]
    return [tag(event)]


TOPIC = Topic(
    commands={AcknowledgeCorrection: acknowledge},
    guards={Guard.WHILE_STOPPED: (AcknowledgeCorrection,)},
    events=(CorrectionAcknowledged,),
    follows=(RoundReversed, RoundAdjusted),
    keeps_last_round=(CorrectionAcknowledged,),
    happen=happen,
    tell=tell,
)
