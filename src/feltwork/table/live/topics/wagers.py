"""Wagers: placed and taken down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltwork.games.conduct import Conduct
from feltwork.money import format_money
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import Asked, Asker, Raw
from feltwork.table.live.topic import Guard, Topic, asked, at, game_of, settled_lines, tag
from feltwork.table.live.topics import outside_zero
from feltwork.table.live.wagering import bars_placing, bars_removing, marked, splits_a_check, wrong_instrument
from feltwork.table.play.commands import Bet, Remove
from feltwork.table.play.events import CHIPS, Late, Placed, Removed
from feltwork.table.play.evolve import evolve as evolve_game
from feltwork.table.play.limits import check_left
from feltwork.table.play.placing import decide_bet
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class PlaceWager(Asked, frozen=True, tag="place-wager"):
    """By the player; or by staff for the seat, which is how a late or an oral wager is confirmed."""

    seat: int
    wager: str
    amount: int
    on: Raw = None
    instrument: str = CHIPS
    asked: str = ""
    """What the player said, of a late wager that staff confirm."""


class RemoveWager(Asked, frozen=True, tag="remove-wager"):
    """A player takes chips up."""

    seat: int
    wager: str
    on: Raw = None
    amount: int | None = None
    asked: str = ""
    """What the player asked for, where one of the crew does it for them; so below."""


def place(live: LiveTable, table: TableState, conduct: Conduct, command: PlaceWager, by: Asker) -> Decision:
    """Chips put down, by the player or through staff who confirm a late wager."""
    seat, wager, amount, kind = command.seat, command.wager, command.amount, command.instrument
    refused = bars_placing(live, table, conduct, seat, wager, by)
    refused = refused or wrong_instrument(live, table, conduct, seat, wager, amount, kind)
    if refused:
        return refused
    outside = table.book.spins and outside_zero.is_outside(live, table, wager, command.on)
    placed = decide_bet(table, Bet(seat, wager, amount, 0 if outside else command.on, kind))
    if isinstance(placed, Refusal):
        return placed
    if outside:
        return (placed, outside_zero.lies_outside(conduct, seat, amount))
    return marked(live, table, conduct, command.asked, by, (placed,))


def remove(live: LiveTable, table: TableState, conduct: Conduct, command: RemoveWager, by: Asker) -> Decision:
    """Chips taken up."""
    refused = bars_removing(live, table, conduct, command.seat, by)
    if refused:
        return refused
    taken: Decision
    if table.book.spins and outside_zero.is_outside(live, table, command.wager, command.on):
        taken = outside_zero.take_outside(live, table, conduct, command.seat, command.amount)
    else:
        down = decide_remove(table, Remove(command.seat, command.wager, command.on, command.amount))
        taken = down if isinstance(down, Refusal) else (down,)
    if isinstance(taken, Refusal):
        return taken
    removed = next(event for event in taken if isinstance(event, Removed))
    return check_left(table, removed) or splits_a_check(live, conduct, removed) or taken


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case Placed():
            commission = f", commission {format_money(event.commission)}" if event.commission else ""
            made_of = "" if event.instrument == CHIPS else f" in {event.instrument}"
            put = f"{at(event.key)}: {format_money(event.amount)}{made_of} placed{commission}"
            if isinstance(event.late, Late):
                said = f"late, confirmed by {shown(event.late.confirmed_by)} ({event.late.clause})"
                put += f" {said}{asked(event.late.words)}"
            return [put]
        case Removed():
            down = f"{at(event.key)}: {format_money(event.amount)} taken down{asked(event.asked)}"
            return [down, *settled_lines(event.lines)]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Chips put down or taken up."""
    match event:
        case Placed() | Removed():
            evolve_game(game_of(live), event)


TOPIC = Topic(
    commands={PlaceWager: place, RemoveWager: remove},
    guards={
        Guard.WHILE_STOPPED: (RemoveWager,),
        Guard.CHANGES: (PlaceWager, RemoveWager),
        Guard.AT_A_SEAT: (PlaceWager, RemoveWager),
        Guard.TIMED: (PlaceWager, RemoveWager),
        Guard.IN_A_ROUND: (PlaceWager,),
        Guard.ADDS: (PlaceWager,),
    },
    for_a_player={RemoveWager: lambda live, table, conduct: table.book.house.removing},
    events=(Placed, Removed),
    happen=happen,
    tell=tell,
)
