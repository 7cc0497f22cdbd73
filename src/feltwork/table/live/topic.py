"""What a topic of a live table hands over: its commands, its events, and who deals with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from feltwork.games.conduct import Conduct
    from feltwork.table.live.state import Decision, LiveTable
    from feltwork.table.play.state import TableState

Handler = Callable[..., "Decision"]
"""From the table, its game, its conduct, the command and who asks to what is decided."""
Evolver = Callable[["LiveTable", Any], None]
"""Makes of the topic's state what an event says."""
Teller = Callable[[Any, str], list[str]]
"""An event in lines of words; the text is the clause by which the book rounds."""
ClauseOf = Callable[["LiveTable", "TableState", "Conduct"], str]
"""The clause by which something is a player's own will."""
Kinds = tuple[type, ...]


class Guard(StrEnum):
    """What holds for a command before its topic decides on it."""

    ANY_TIME = "whether the table is open or not"
    BEFORE_PLAY = "also before play opens, by anybody of the crew"
    SETS_UP = "also while the table is being set up"
    WHILE_STOPPED = "no play: also while play is stopped"
    TO_THE_END = "what a round in the air still needs when play is stopped"
    WITH_DICE = "only where dice are thrown by hand"
    WITH_A_WHEEL = "only at a wheel"
    AT_A_SEAT = "not at a terminal that is out of play"
    CHANGES = "also after the close where that is relaxed"
    TIMED = "not after the time for wagers"
    IN_A_ROUND = "only in a round that was opened, where rounds are"
    CLOSES = "not before the time for wagers is over"
    METERED = "not while a seat's meters disagree with what it holds"
    ADDS = "not once the closing time on the sign has come"


class Topic(Struct, frozen=True, kw_only=True):
    """One subject of a live table."""

    opens: Mapping[type, Handler] = {}
    """Commands to a table that has no game yet."""
    commands: Mapping[type, Handler] = {}
    about_the_past: Mapping[type, Handler] = {}
    """Commands whose handlers look at a past round as well."""
    guards: Mapping[Guard, Kinds] = {}
    for_a_player: Mapping[type, ClauseOf] = {}
    """What a player does and the crew may enter for them, with the clause that makes it the player's own."""
    events: Kinds = ()
    """Its own events,"""
    follows: Kinds = ()
    """and those of other topics that change its state."""
    happen: Evolver | None = None
    tell: Teller | None = None
    keeps_last_round: Kinds = ()
    """Events that move no chip, so that the last round can be taken back as if nothing had happened since."""
    next_round: Kinds = ()
    """Events with which the next round is there, so that the last one is past."""
