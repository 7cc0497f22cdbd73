"""What a player raises at the table: a fault of the terminal, a dispute over a round. It stands until it is answered.

How a dispute is then reviewed and ended is for people; here it is written down with the entry of the log it is about.
"""

from __future__ import annotations

from collections.abc import Callable

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.adjust import PastRound
from feltwork.table.live.crew import HELPERS, PLAYER, Asker, in_words, may
from feltwork.table.live.floor_commands import AnswerConcern, RaiseConcern
from feltwork.table.live.floor_events import ConcernAnswered, ConcernRaised
from feltwork.table.live.state import Decision, Life
from feltwork.table.play.state import TableState

ABOUT = ("fault", "dispute")
LONGEST = 300
MOST_OPEN = 5
"""Concerns of one seat that may wait for an answer at once."""


def raise_concern(life: Life, table: TableState, conduct: Conduct, command: RaiseConcern, by: Asker) -> Decision:
    """A player's own words about their own seat; staff may write down what a player says."""
    clause = conduct.disputes
    player = life.seats.get(command.seat)
    if player is None or (by.role == PLAYER and by.person != player):
        return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} is not yours")
    if by.role not in (PLAYER, *HELPERS) and may(by, conduct, Act.ANSWER_CONCERN):
        return Refusal(NOT_IN_THE_BOOK, f"{in_words(by.role)} writes down no player's concern")
    words = command.words.strip()
    if command.about not in ABOUT or not 0 < len(words) <= LONGEST or not words.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"say what is wrong, in {LONGEST} letters at most")
    if not 0 <= command.version <= life.version:
        return Refusal(NOT_IN_THE_BOOK, "the log has no such entry")
    if sum(concern.seat == command.seat for concern in life.concerns) >= MOST_OPEN:
        return Refusal(NOT_IN_THE_BOOK, f"{MOST_OPEN} concerns of this seat are waiting for an answer already")
    number = life.version + 1
    return (ConcernRaised(number, command.seat, player, command.about, command.version, words, clause),)


def answer_concern(
    life: Life, table: TableState, conduct: Conduct, command: AnswerConcern, by: Asker, past: PastRound | None
) -> Decision:
    """A supervisor's answer, which the player sees; who called the round that it is about does not give it."""
    refused = may(by, conduct, Act.ANSWER_CONCERN, conduct.disputes)
    if refused:
        return refused
    concern = next((c for c in life.concerns if c.number == command.number), None)
    words = command.words.strip()
    if concern is None or not 0 < len(words) <= LONGEST or not words.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"an answer is to an open concern, in {LONGEST} letters at most")
    if past is not None and by.person in past.settled.called_by:
        return Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} called this result, so another person answers")
    return (ConcernAnswered(command.number, concern.seat, words, conduct.disputes),)


def happen(life: Life, event: ConcernRaised | ConcernAnswered) -> None:
    if isinstance(event, ConcernRaised):
        life.concerns = (*life.concerns, event)
    else:
        life.concerns = tuple(c for c in life.concerns if c.number != event.number)


HANDLERS: dict[type, Callable[..., Decision]] = {RaiseConcern: raise_concern}
