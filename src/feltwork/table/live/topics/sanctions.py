"""What the office does about a player's conduct, at the table where the player is: wagers void, or the player goes.

The event is the half of one in the floor's incidents, which says what was done, by whom and under which clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.discipline import VOID
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.topic import BETTING, Topic, game_of, settled_lines, tag
from feltwork.table.live.topics.terminals import void_lines
from feltwork.table.play.events import Settled
from feltwork.table.play.evolve import void_wagers

if TYPE_CHECKING:
    from feltwork.table.live.state import LiveTable


class PlayerSanctioned(Struct, frozen=True, tag="player-sanctioned"):
    """All wagers of a player are void, or no wager is taken from the seat until the player has gone."""

    seat: int
    player: str
    measure: str
    clause: str
    lines: tuple[Settled, ...] = ()
    """The wagers that are void, with what goes back (reading G19)."""


def sanctioned(live: LiveTable, player: str, measure: str, clause: str) -> PlayerSanctioned | Refusal | None:
    """What a measure does at a table; nothing where it does nothing, as the player does not sit there."""
    seat = live.seats.of(player)
    if seat is None or live.game is None:
        return None
    if measure != VOID:
        return None if seat in live.seats.vacating else PlayerSanctioned(seat, player, measure, clause)
    if live.phase != BETTING:
        return Refusal(NOT_IN_THE_BOOK, "the round has begun: wagers are declared void before or after it")
    lines = void_lines(live.game, seat, clause)
    return PlayerSanctioned(seat, player, measure, clause, lines) if lines else None


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case PlayerSanctioned() if event.measure == VOID:
            return [f"the wagers of {shown(event.player)} are void ({event.clause})", *settled_lines(event.lines)]
        case PlayerSanctioned():
            return [f"{shown(event.player)} plays no more here and leaves seat {event.seat} ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Void wagers go back; a seat whose player must go takes no wager."""
    if isinstance(event, PlayerSanctioned):
        void_wagers(game_of(live), event.lines)
        if event.measure != VOID:
            live.seats.vacating |= {event.seat}


TOPIC = Topic(events=(PlayerSanctioned,), happen=happen, tell=tell)
