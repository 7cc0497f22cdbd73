"""The topics of a live tournament, and who of them deals with which command and event."""

from __future__ import annotations

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
TAKING_PART = (entries.PlayerEntered, starting.ChipsBought, ending.BoughtBack, rulings.SubstituteNominated)
"""By which a player takes part: for nobody who is kept out."""
