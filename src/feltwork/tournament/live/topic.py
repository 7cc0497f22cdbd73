"""What a subject of a live tournament hands over: its commands with who sends them, its events, and their handlers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from msgspec import Struct

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.table.live.asker import Asker
from feltwork.tournament.live.state import Decision, Tournament

Handler = Callable[[Tournament, Any, Asker, Elsewhere], Decision]
Evolver = Callable[[Tournament, Any, Stamp], None]
Teller = Callable[[Any], str]


class Sender(StrEnum):
    """Who sends a command at all; its handler is stricter."""

    DESK = "the operator and the official"
    CREW = "dealers and supervisors"
    PLAYER = "players, and crew for them"
    ALL = "whoever takes part"


class Happens(NamedTuple):
    """What an event does to the tournament, and how it is told."""

    evolve: Evolver
    tell: Teller


class Topic(Struct, frozen=True, kw_only=True):
    """One subject of a live tournament."""

    commands: Mapping[type, tuple[Sender, Handler]]
    events: Mapping[type, Happens]
