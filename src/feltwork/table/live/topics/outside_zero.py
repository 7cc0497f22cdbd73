"""The outside 0 of roulette's layout C: chips on it are part of the 0 inside (Roulette 5.5, 8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.games.layouts import OUTSIDE_ZERO, has_outside_zero
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker, Raw, may
from feltwork.table.live.gear import Gear
from feltwork.table.live.topic import Topic, tag
from feltwork.table.live.topics.sanctions import PlayerSanctioned
from feltwork.table.play.commands import Remove
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import LuckyBallVoided, Removed, Repositioned, RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


ZERO = ("straight", (0,))


class MoveZero(Asked, frozen=True, tag="move-zero"):
    """Layout C: chips on the outside 0 go to the 0 inside."""


class ZeroPlacedOutside(Struct, frozen=True, tag="zero-placed-outside"):
    """Chips just placed on the 0 lie on the outside area of layout C."""

    seat: int
    amount: int
    clause: str


class ZeroTakenOutside(Struct, frozen=True, tag="zero-taken-outside"):
    """Chips that are about to be taken off the 0 come off the outside area of layout C."""

    seat: int
    amount: int
    clause: str


class ZeroMoved(Struct, frozen=True, tag="zero-moved"):
    """The chips of these seats on the outside 0 are now on the 0 inside."""

    seats: tuple[int, ...]
    clause: str


def is_outside(live: LiveTable, table: TableState, wager: str, on: Raw) -> bool:
    """Are these chips for the 0 at the outside of layout C? It is the same wager as the 0 inside (reading R23)."""
    return wager == "straight" and on == OUTSIDE_ZERO and has_outside_zero(table.book.id, live.gear.layout)


def inside(live: LiveTable, table: TableState, wager: str, on: Raw) -> Raw:
    """Where staff put such chips, or find the wager that they are a part of."""
    return 0 if is_outside(live, table, wager, on) else on


def lies_outside(conduct: Conduct, seat: int, amount: int) -> ZeroPlacedOutside:
    return ZeroPlacedOutside(seat, amount, conduct.clause_of(Act.MOVE_ZERO))


def take_outside(live: LiveTable, table: TableState, conduct: Conduct, seat: int, amount: int | None) -> Decision:
    """Chips come off the outside 0: no more than lie there, and none of those inside."""
    there = live.gear.outside_zero.get(seat, 0)
    amount = there if amount is None else amount
    clause = conduct.clause_of(Act.MOVE_ZERO)
    if amount > there or not there:
        have = f"only {format_money(there)}" if there else "nothing"
        return Refusal(clause, f"you have {have} on the outside 0")
    taken = decide_game(table, Remove(seat, "straight", 0, amount))
    return taken if isinstance(taken, Refusal) else (ZeroTakenOutside(seat, amount, clause), *taken)


def move_zero(live: LiveTable, table: TableState, conduct: Conduct, command: MoveZero, by: Asker) -> Decision:
    """Before no more bets is called; what is left then is moved when the dolly is down."""
    refused = may(by, conduct, Act.MOVE_ZERO)
    if refused:
        return refused
    clause = conduct.clause_of(Act.MOVE_ZERO)
    if table.closed:
        return Refusal(clause, "no more bets has been called; what is left outside counts all the same")
    if not live.gear.outside_zero:
        return Refusal(NOT_IN_THE_BOOK, "there are no chips on the outside 0")
    return (ZeroMoved(tuple(sorted(live.gear.outside_zero)), clause),)


def left_outside(live: LiveTable, conduct: Conduct) -> tuple[ZeroMoved, ...]:
    """Chips still outside with the dolly down are moved in before the layout is cleared, and count in any case."""
    seats = tuple(sorted(live.gear.outside_zero))
    return (ZeroMoved(seats, conduct.wheel.left_outside),) if seats else ()


def still_outside(now: Gear, table: TableState | None) -> dict[int, int]:
    """What is taken off a 0 comes off the inside first; nothing is outside that is not on the layout."""
    if not now.outside_zero or table is None:
        return now.outside_zero
    left = {seat: min(cents, table.stake_of(seat, *ZERO)) for seat, cents in now.outside_zero.items()}
    return {seat: cents for seat, cents in left.items() if cents > 0}


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case ZeroPlacedOutside():
            return [f"seat {event.seat}: {format_money(event.amount)} of it lie on the outside 0 ({event.clause})"]
        case ZeroTakenOutside():
            return [f"seat {event.seat}: {format_money(event.amount)} come off the outside 0 ({event.clause})"]
        case ZeroMoved():
            seats = ", ".join(map(str, event.seats))
            return [f"the outside 0 of seat {seats} is moved inside ({event.clause})"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Chips on the outside 0; what is taken off a 0 comes off the inside first."""
    now = live.gear
    match event:
        case ZeroPlacedOutside():
            there = now.outside_zero.get(event.seat, 0) + event.amount
            live.gear = replace(now, outside_zero={**now.outside_zero, event.seat: there})
        case ZeroTakenOutside():
            there = now.outside_zero[event.seat] - event.amount
            live.gear = replace(now, outside_zero={**now.outside_zero, event.seat: there})
        case ZeroMoved():
            live.gear = replace(now, outside_zero={})
        case _:
            if now.outside_zero:
                live.gear = replace(now, outside_zero=still_outside(now, live.game))


TOPIC = Topic(
    commands={MoveZero: move_zero},
    events=(ZeroPlacedOutside, ZeroTakenOutside, ZeroMoved),
    follows=(Removed, PlayerSanctioned, LuckyBallVoided, Repositioned, RoundSettled, RoundInvalid),
    happen=happen,
    tell=tell,
)
