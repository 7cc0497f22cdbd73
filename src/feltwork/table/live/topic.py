"""What every topic of a live table is built of: phases, guards, what it registers, words to tell events in.

``evolve`` brings an event to the topics that it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.table.play.events import Event, Key, Settled, dealer_order, say_selection
from feltwork.table.play.evolve import evolve as evolve_game

if TYPE_CHECKING:
    from feltwork.games.conduct import Conduct
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import Decision, LiveTable
    from feltwork.table.play.state import TableState

Handler = Callable[..., "Decision"]
"""From the table, its game, its conduct, the command and who asks to what is decided."""
Evolver = Callable[["LiveTable", Any], None]
"""Makes of the topic's state what an event says."""
Part = Callable[["LiveTable"], object]
"""A part of the table's state, as ``attrgetter`` gives it."""
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
    ADDS = "not once the closing time on the sign has come, nor under other rows than the table was opened with"


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
    """and those of other topics that change its state,"""
    follows_while: Part | None = None
    """while there is anything in this part of it; without one, always."""
    happen: Evolver | None = None
    tell: Teller | None = None
    keeps_last_round: Kinds = ()
    """Events that move no chip, so that the last round can be taken back as if nothing had happened since."""
    next_round: Kinds = ()
    """Events with which the next round is there, so that the last one is past."""


def asked(words: str) -> str:
    """What the player asked, where one of the crew acted for them."""
    return f"; the player asked: {shown(words)}" if words else ""


def dice_in_words(first: int, second: int) -> str:
    """As they are called: from the lowest to the highest, and the total (Dragon Fire 4.4.1)."""
    return f"{min(first, second)}-{max(first, second)}, total {first + second}"


def result_in_words(result: object) -> str:
    return dice_in_words(*result) if isinstance(result, tuple | list) else str(result)


def settled_lines(lines: tuple[Settled, ...], rounding: str = "") -> list[str]:
    return [f"  {line.told(rounding)}" for line in dealer_order(lines)]


def at(key: Key) -> str:
    seat, wager, on = key
    return f"seat {seat}, {wager}{'' if on is None else ' on ' + say_selection(on)}"


def limits_in_words(limits: tuple[int, int | None, int]) -> str:
    low, high, unit = limits
    most = "no maximum" if high is None else f"to {format_money(high)}"
    return f"{format_money(low)} {most}" + (f" in units of {format_money(unit)}" if unit else "")


def tag(event: object) -> str:
    """An event of which there is no more to say than what it is called."""
    return str(event.__struct_config__.tag).replace("-", " ") if isinstance(event, Struct) else ""


DEALER, OS_DRAW, SEEDED = "dealer", "os-draw", "seeded"
"""Sources of results."""
CLOSED, CHECKING, OPEN = "closed", "checking", "open"
BETTING, DICE_OUT, ENTERED = "betting", "dice out", "result entered"


def game_of(live: LiveTable) -> TableState:
    """The game of a table that has been opened."""
    if live.game is None:
        raise ValueError("the table is not open")
    return live.game


def happens_in_game(live: LiveTable, event: Event) -> None:
    """Make happen in the table's game what an event says happened; a topic's ``happen`` that has no more to do."""
    evolve_game(game_of(live), event)


EVOLVERS: dict[type, tuple[tuple[Part | None, Evolver], ...]] = {}
"""By event the topics that it concerns, in order. The registry fills it: some topics look ahead with ``evolve``."""


def evolve(live: LiveTable, event: LiveEvent) -> None:
    """Make happen at a live table what an event says happened."""
    live.version += 1
    for part, happen in EVOLVERS[type(event)]:
        if part is None or part(live):
            happen(live, event)
