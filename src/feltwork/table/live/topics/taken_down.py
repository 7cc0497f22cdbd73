"""Wagers taken down by their player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltwork.games.conduct import Conduct
from feltwork.money import format_money
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asked, Asker, Raw
from feltwork.table.live.topic import BETTING, DICE_OUT, Guard, Topic, asked, at, happens_in_game, settled_lines
from feltwork.table.live.topics import colours, outside_zero, seats
from feltwork.table.live.topics.wagers import check_open, on_time
from feltwork.table.play.commands import Remove
from feltwork.table.play.events import Removed
from feltwork.table.play.limits import check_left
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class RemoveWager(Asked, frozen=True, tag="remove-wager"):
    """A player takes chips up."""

    seat: int
    wager: str
    on: Raw = None
    amount: int | None = None
    asked: str = ""
    """What the player asked for, where one of the crew does it for them; so below."""


def remove(live: LiveTable, table: TableState, conduct: Conduct, command: RemoveWager, by: Asker) -> Decision:
    """Chips taken up."""
    refused = bars_taking_down(live, table, conduct, command.seat, by)
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


def bars_taking_down(live: LiveTable, table: TableState, conduct: Conduct, seat: int, by: Asker) -> Refusal | None:
    """Until the dice have left the hand or the ball has come to rest."""
    refused = seats.own_seat(live, table, seat, by)
    if refused:
        return refused
    until_called = table.book.readings.chose("removal_cutoff", "result_called") and live.phase == DICE_OUT
    if not on_time(live, table) and not until_called:
        when = "the ball has come to rest" if table.book.spins else "the dice have left the hand"
        return Refusal(table.book.house.removing, when)
    idle = live.stops.reason is not None and live.phase == BETTING  # nobody opens a table that is stopped
    return None if idle else check_open(live, table, conduct, by)


def splits_a_check(live: LiveTable, conduct: Conduct, removed: Removed) -> Refusal | None:
    """A colour check is taken up whole or left where it lies."""
    return colours.splits_a_check(live, conduct, removed) if removed.checks else None


def tell(event: Removed, rounding: str) -> list[str]:
    """A wager that was taken down, in words."""
    down = f"{at(event.key)}: {format_money(event.amount)} taken down{asked(event.asked)}"
    return [down, *settled_lines(event.lines)]


TOPIC = Topic(
    commands={RemoveWager: remove},
    guards={
        Guard.WHILE_STOPPED: (RemoveWager,),
        Guard.CHANGES: (RemoveWager,),
        Guard.AT_A_SEAT: (RemoveWager,),
        Guard.TIMED: (RemoveWager,),
    },
    for_a_player={RemoveWager: lambda live, table, conduct: table.book.house.removing},
    events=(Removed,),
    happen=happens_in_game,
    tell=tell,
)
