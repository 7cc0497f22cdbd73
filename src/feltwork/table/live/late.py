"""Late wagers: made while the dice are in the air, with chips, and confirmed aloud by staff.

Star Craps 6.3 and Crown 3.2. The event says that the wager was late, what the player said, who confirmed it and by
which clause.
"""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import Refusal
from feltwork.table.live.asked_words import said
from feltwork.table.live.crew import Asker
from feltwork.table.live.state import DICE_OUT, Decision, Life
from feltwork.table.play.events import Late, Placed
from feltwork.table.play.state import TableState

SINCE = 2
"""The rules of conduct from which on a late wager is marked so."""


def is_late(life: Life, table: TableState) -> bool:
    """Are the dice in the air? At a wheel only the call of no more bets ends betting."""
    return life.phase == DICE_OUT and not table.book.spins


def marked(life: Life, table: TableState, conduct: Conduct, words: str, by: Asker, decided: Decision) -> Decision:
    """What was decided, with the wager marked late where it is."""
    if isinstance(decided, Refusal) or conduct.rules < SINCE or not is_late(life, table):
        return decided
    clause = conduct.clause_of(Act.CONFIRM_LATE)
    mark = Late(words, by.person, clause)
    marked = tuple(replace(event, late=mark) if isinstance(event, Placed) else event for event in decided)
    return said(words, clause) or marked
