"""The topics of a live table, and who of them deals with which command and event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltwork.table.live.topic import EVOLVERS, ClauseOf, Evolver, Guard, Handler, Part, Teller, Topic
from feltwork.table.live.topics import (
    acceptors,
    acknowledgements,
    betting,
    calls,
    cards,
    closing,
    colours,
    concerns,
    corrections,
    crew,
    dice,
    doubts,
    draws,
    equipment,
    faces,
    last_round,
    leaving,
    limits,
    lucky_ball,
    meters,
    money,
    moved_wagers,
    no_result,
    opening,
    oral_wagers,
    outside_zero,
    rolls,
    rulings,
    sanctions,
    seats,
    shooter,
    stops,
    taken_down,
    terminals,
    tokens,
    tumbler,
    uspin,
    wagers,
    wheel,
)
from feltwork.table.play.events import RoundSettled

TOPICS: tuple[Topic, ...] = (
    meters.TOPIC,  # before anything forgets the round that a reversal takes back
    last_round.TOPIC,  # before the game goes on: a settled round is kept with the game before it
    corrections.TOPIC,
    terminals.TOPIC,
    faces.TOPIC,
    draws.TOPIC,  # before the phase changes
    wagers.TOPIC,
    taken_down.TOPIC,
    moved_wagers.TOPIC,
    betting.TOPIC,
    calls.TOPIC,  # from here on with the layout as the round left it
    oral_wagers.TOPIC,
    no_result.TOPIC,
    seats.TOPIC,
    sanctions.TOPIC,
    shooter.TOPIC,
    dice.TOPIC,
    rolls.TOPIC,
    tumbler.TOPIC,
    wheel.TOPIC,
    uspin.TOPIC,
    lucky_ball.TOPIC,
    outside_zero.TOPIC,
    opening.TOPIC,
    equipment.TOPIC,
    crew.TOPIC,
    leaving.TOPIC,
    money.TOPIC,
    tokens.TOPIC,
    colours.TOPIC,
    limits.TOPIC,
    closing.TOPIC,
    stops.TOPIC,
    rulings.TOPIC,
    doubts.TOPIC,
    acceptors.TOPIC,
    cards.TOPIC,
    concerns.TOPIC,
    acknowledgements.TOPIC,
)
"""In the order in which an event reaches those whom it concerns."""

OPENS: dict[type, Handler] = {kind: handler for topic in TOPICS for kind, handler in topic.opens.items()}
HANDLERS: dict[type, Handler] = {kind: handler for topic in TOPICS for kind, handler in topic.commands.items()}
ABOUT_THE_PAST: dict[type, Handler] = {
    kind: handler for topic in TOPICS for kind, handler in topic.about_the_past.items()
}
FOR_A_PLAYER: dict[type, ClauseOf] = {kind: clause for topic in TOPICS for kind, clause in topic.for_a_player.items()}
GUARDS: dict[type, frozenset[Guard]] = {
    kind: frozenset(guard for topic in TOPICS for guard, kinds in topic.guards.items() if kind in kinds)
    for kind in (*OPENS, *HANDLERS, *ABOUT_THE_PAST)
}
TELLERS: dict[type, Teller] = {kind: topic.tell for topic in TOPICS if topic.tell for kind in topic.events}
EVENTS = frozenset(kind for topic in TOPICS for kind in topic.events)
KEEPS_LAST_ROUND: frozenset[Any] = frozenset(kind for topic in TOPICS for kind in topic.keeps_last_round)
NEXT_ROUND = frozenset(kind for topic in TOPICS for kind in topic.next_round)


def _evolvers(kind: type) -> Iterator[tuple[Part | None, Evolver]]:
    """Who makes an event happen: first of all, whatever moves a chip ends the time of the last round."""
    if kind in NEXT_ROUND:
        yield last_round.LAST, last_round.is_past
    elif kind is not RoundSettled and kind not in KEEPS_LAST_ROUND:
        yield last_round.LAST, last_round.moves_on
    for topic in TOPICS:
        if topic.happen and kind in topic.events:
            yield None, topic.happen
        elif topic.happen and kind in topic.follows:
            yield topic.follows_while, topic.happen


EVOLVERS.update({kind: tuple(_evolvers(kind)) for kind in EVENTS})
