"""The topics of a live tournament, and who of them deals with which command and event."""

from __future__ import annotations

from typing import Any

from feltwork.table.play.events import Placed
from feltwork.tournament.live.state import BETTING, Tournament
from feltwork.tournament.live.topic import Happens, Topic
from feltwork.tournament.live.topics import (
    drafting,
    ending,
    entries,
    merging,
    rounds,
    rulings,
    seating,
    starting,
    wagering,
)

TOPICS: tuple[Topic, ...] = (
    drafting.TOPIC,
    entries.TOPIC,
    seating.TOPIC,
    starting.TOPIC,
    wagering.TOPIC,
    rounds.TOPIC,
    merging.TOPIC,
    rulings.TOPIC,
    ending.TOPIC,
)
COMMANDS = {command: given for topic in TOPICS for command, given in topic.commands.items()}
EVENTS: dict[type, Happens] = {event: happens for topic in TOPICS for event, happens in topic.events.items()}
TAKING_PART = (
    entries.PlayerEntered,
    starting.ChipsBought,
    ending.BoughtBack,
    rulings.SubstituteNominated,
    rulings.SubstituteAnswered,
    seating.SeatsDrawn,
    starting.SessionStarted,
    wagering.WagersMade,
    wagering.PassCardPlayed,
    wagering.FormHandedIn,
    wagering.LayoutPlayed,
)
"""By which people take part: for nobody who is kept out, whenever they entered."""


def takers(tournament: Tournament, event: Any) -> tuple[str, ...]:
    """Who takes part by one of these: players, and who stands in for them."""
    match event:
        case rulings.SubstituteAnswered():
            entry = tournament.entries[event.player]
            return (event.player, entry.nominated) if event.approved else ()
        case seating.SeatsDrawn() | starting.SessionStarted():
            names = [name for _, seated in event.seats for name in seated]
        case wagering.LayoutPlayed():
            heat, what = tournament.heats[event.table], event.event
            names = []
            if heat.phase == BETTING and isinstance(what, Placed):  # else the dealer settles what lies
                names = [heat.seats[what.key[0] - 1]]
        case rulings.SubstituteNominated():
            return (event.player, event.substitute)
        case _:
            names = [event.player]
    known = tournament.entries
    standing_in = [known[name].substitute for name in names if name in known and known[name].substitute]
    return (*names, *standing_in)
