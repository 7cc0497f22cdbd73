"""Leaving a seat: what a player takes along, and what must be redeemed or decided before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltwork.games.conduct import LEFT, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker, may, not_asked
from feltwork.table.live.topic import Guard, Topic
from feltwork.table.live.topics import cards, shooter
from feltwork.table.live.topics.seats import SeatLeft, own_seat
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


class Leave(Asked, frozen=True, tag="leave"):
    seat: int
    asked: str = ""


def leave(live: LiveTable, table: TableState, conduct: Conduct, command: Leave, by: Asker) -> Decision:
    sent_away = command.seat in live.seats.vacating and may(by, conduct, Act.VACATE) is None
    refused = None
    if not sent_away:
        refused = own_seat(live, table, command.seat, by) or not_asked(live, command.seat, command.asked, by)
    if refused:
        return refused
    if any(s.seat == command.seat for s in table.layout.values()):
        return Refusal(NOT_IN_THE_BOOK, "this seat still has bets on the layout")
    if table.balances[command.seat]:
        why = (
            "collect first: there is credit at this terminal"
            if conduct.terminals.meters
            else "collect the chips in the rail first"
        )
        return Refusal(NOT_IN_THE_BOOK, why)
    refused = _still_holds(table, conduct, command.seat)
    if refused:
        return refused
    passing = shooter.gives_up(live, command.seat, conduct.shooting.pass_option, LEFT)
    card = cards.gone_with(live, command.seat)
    left = SeatLeft(command.seat, live.seats.players[command.seat], command.asked)
    return (*passing, *card, left)


def _still_holds(table: TableState, conduct: Conduct, seat: int) -> Refusal | None:
    """What must be redeemed or given up at the table before a player leaves it."""
    if table.checks.get(seat) and conduct.tender.checks:
        return Refusal(NOT_IN_THE_BOOK, "colour checks are redeemed at this table before the player leaves it")
    if table.tokens.get(seat):
        return Refusal(NOT_IN_THE_BOOK, "tokens are wagered or handed in before the player leaves")
    return None


TOPIC = Topic(
    commands={Leave: leave},
    guards={Guard.WHILE_STOPPED: (Leave,), Guard.AT_A_SEAT: (Leave,)},
)
