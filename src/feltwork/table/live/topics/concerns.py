"""What a player raises at the table: a fault of the terminal, a dispute over a round. It stands until it is answered.

How a dispute is then reviewed and ended is for people; here it is written down with the entry of the log it is about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import HELPERS, PLAYER, Asked, Asker, in_words, may
from feltwork.table.live.topic import Guard, Topic, tag
from feltwork.table.live.topics.corrections import PastRound
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


ABOUT = ("fault", "dispute")
LONGEST = 300
MAX_OPEN = 5
"""Concerns of one seat that may wait for an answer at once."""


class RaiseConcern(Asked, frozen=True, tag="raise-concern"):
    """A player reports a fault of the terminal, or disputes what an entry of the log did."""

    seat: int
    about: str
    """``fault`` or ``dispute``."""
    words: str
    version: int = 0
    """The entry it is about; 0 for none."""


class AnswerConcern(Asked, frozen=True, tag="answer-concern"):
    number: int
    words: str


class ConcernRaised(Struct, frozen=True, tag="concern-raised"):
    """A player said that something is wrong, and about which entry of the log; it waits for an answer."""

    number: int
    """The entry it stands in itself."""
    seat: int
    player: str
    about: str
    version: int
    words: str
    clause: str


class ConcernAnswered(Struct, frozen=True, tag="concern-answered"):
    number: int
    seat: int
    words: str
    clause: str


def raise_concern(live: LiveTable, table: TableState, conduct: Conduct, command: RaiseConcern, by: Asker) -> Decision:
    """A player's own words about their own seat; staff may write down what a player says."""
    clause = conduct.disputes
    player = live.seats.players.get(command.seat)
    if player is None or (by.role == PLAYER and by.person != player):
        return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} is not yours")
    if by.role not in (PLAYER, *HELPERS) and may(by, conduct, Act.ANSWER_CONCERN):
        return Refusal(NOT_IN_THE_BOOK, f"{in_words(by.role)} writes down no player's concern")
    words = command.words.strip()
    if command.about not in ABOUT or not 0 < len(words) <= LONGEST or not words.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"say what is wrong, in {LONGEST} letters at most")
    if not 0 <= command.version <= live.version:
        return Refusal(NOT_IN_THE_BOOK, "the log has no such entry")
    if sum(concern.seat == command.seat for concern in live.waiting.concerns) >= MAX_OPEN:
        return Refusal(NOT_IN_THE_BOOK, f"{MAX_OPEN} concerns of this seat are waiting for an answer already")
    number = live.version + 1
    return (ConcernRaised(number, command.seat, player, command.about, command.version, words, clause),)


def answer_concern(
    live: LiveTable, table: TableState, conduct: Conduct, command: AnswerConcern, by: Asker, past: PastRound | None
) -> Decision:
    """A supervisor's answer, which the player sees; who called the round that it is about does not give it."""
    refused = may(by, conduct, Act.ANSWER_CONCERN, conduct.disputes)
    if refused:
        return refused
    concern = next((c for c in live.waiting.concerns if c.number == command.number), None)
    words = command.words.strip()
    if concern is None or not 0 < len(words) <= LONGEST or not words.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"an answer is to an open concern, in {LONGEST} letters at most")
    if past is not None and by.person in past.settled.called_by:
        return Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} called this result, so another person answers")
    return (ConcernAnswered(command.number, concern.seat, words, conduct.disputes),)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case ConcernRaised():
            about = f" over entry {event.version}" if event.version else ""
            return [f"{shown(event.player)} raises a {event.about}{about} ({event.clause}): {shown(event.words)}"]
        case ConcernAnswered():
            return [f"concern {event.number} of seat {event.seat} is answered: {shown(event.words)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """What players have raised and nobody has answered yet."""
    match event:
        case ConcernRaised():
            live.waiting.concerns = (*live.waiting.concerns, event)
        case ConcernAnswered():
            live.waiting.concerns = tuple(c for c in live.waiting.concerns if c.number != event.number)


TOPIC = Topic(
    commands={RaiseConcern: raise_concern},
    about_the_past={AnswerConcern: answer_concern},
    guards={Guard.WHILE_STOPPED: (RaiseConcern, AnswerConcern)},
    events=(ConcernRaised, ConcernAnswered),
    keeps_last_round=(ConcernRaised, ConcernAnswered),
    happen=happen,
    tell=tell,
)
