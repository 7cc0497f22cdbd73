"""Wagers moved by the player, refused by a supervisor, or counted where they plainly should have been."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, Raw, may
from feltwork.table.live.topic import BETTING, Guard, Topic, at, evolve, happens_in_game, tag
from feltwork.table.live.topics.outside_zero import inside
from feltwork.table.live.topics.shooter import check_goes_on
from feltwork.table.live.topics.taken_down import RemoveWager, remove
from feltwork.table.live.topics.tokens import barred_tokens
from feltwork.table.live.topics.wagers import PlaceWager, place
from feltwork.table.play.commands import Remove
from feltwork.table.play.decide import decide, decide_reposition
from feltwork.table.play.events import TOKENS, Removed, Repositioned
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable

BEFORE_CALL = ("before the dice are thrown", "before no more bets")


class MoveWager(Asked, frozen=True, tag="move-wager"):
    """Chips from one place on the layout to another, in one step: taken up and put down, or left where they are."""

    seat: int
    wager: str
    to: str
    on: Raw = None
    to_on: Raw = None
    amount: int | None = None
    asked: str = ""


class RefuseWager(Asked, frozen=True, tag="refuse-wager"):
    """A supervisor turns a wager away and has it taken down."""

    seat: int
    wager: str
    reason: str
    on: Raw = None


class RepositionWager(Asked, frozen=True, tag="reposition-wager"):
    """A supervisor has chips count as if they lay elsewhere, because it would be unfair to the player otherwise."""

    seat: int
    wager: str
    to_wager: str
    reason: str
    on: Raw = None
    to_on: Raw = None


class WagerRefused(Struct, frozen=True, tag="wager-refused"):
    """Why a supervisor had a wager taken down; the removal follows."""

    seat: int
    wager: str
    reason: str
    clause: str


class FairnessApplied(Struct, frozen=True, tag="fairness-applied"):
    """Why chips count as if they lay elsewhere; the move follows."""

    seat: int
    reason: str
    clause: str


def move(live: LiveTable, table: TableState, conduct: Conduct, command: MoveWager, by: Asker) -> Decision:
    """Both steps are judged as they would be by themselves, the second on the table that the first leaves."""
    up = remove(live, table, conduct, RemoveWager(command.seat, command.wager, command.on, command.amount), by)
    if isinstance(up, Refusal):
        return up
    lifted = next(event for event in up if isinstance(event, Removed))
    if lifted.tokens or lifted.checks:
        return Refusal(NOT_IN_THE_BOOK, "tokens and colour checks are taken up and put down by hand")
    then = live.copy()
    for event in up:
        evolve(then, event)
    if then.game is None:
        raise ValueError("a table does not close by a removal")
    placing = PlaceWager(command.seat, command.to, lifted.amount, command.to_on)
    down = place(then, then.game, conduct, placing, by)
    return down if isinstance(down, Refusal) else (*up, *down)


def refuse_wager(live: LiveTable, table: TableState, conduct: Conduct, command: RefuseWager, by: Asker) -> Decision:
    """Star Craps 9.11: a supervisor may refuse a wager on reasonable grounds; a contract wager stays (reading S15).

    Roulette 9.11 ends it with the call of no more bets. Dragon Fire 11.11 does not: until the dice are thrown, as long
    as somebody can throw them for what is left.
    """
    clause = conduct.clause_of(Act.REFUSE_WAGER)
    refused = may(by, conduct, Act.REFUSE_WAGER)
    if refused:
        return refused
    if (live.phase != BETTING and not (table.book.spins and not table.closed)) or not command.reason.strip():
        return Refusal(clause, f"a wager is refused {BEFORE_CALL[table.book.spins]}, with a reason")
    on = inside(live, table, command.wager, command.on)
    decided = decide(replace(table, closed=False), Remove(command.seat, command.wager, on))
    if isinstance(decided, Refusal):
        return decided
    if table.closed:
        then = live.copy()
        for event in decided:
            evolve(then, event)
        if then.game and (stuck := check_goes_on(then, then.game, conduct)):
            return stuck
    told = WagerRefused(command.seat, command.wager, command.reason, clause)
    return (told, *decided)


def reposition(live: LiveTable, table: TableState, conduct: Conduct, command: RepositionWager, by: Asker) -> Decision:
    """After no more bets and before the number stands: chips count where they plainly should have been.

    What is over the maximum there is paid or collected to it (4.3); a declared maximum award is not exceeded.
    """
    refused = may(by, conduct, Act.REPOSITION)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPOSITION)
    if live.phase == BETTING or not table.closed:
        return Refusal(clause, "players place their own wagers until no more bets is called")
    if not command.reason.strip():
        return Refusal(clause, "say why the position of the chips would be unfair to the player")
    place = (command.wager, inside(live, table, command.wager, command.on))
    to = (command.to_wager, inside(live, table, command.to_wager, command.to_on))
    moved = decide_reposition(table, command.seat, place, to, awards=conduct.rules > 1)
    if isinstance(moved, Refusal):
        return moved
    in_tokens = any(lot.instrument == TOKENS for lot in table.layout[moved.key].lots)
    barred = barred_tokens(live, conduct, command.seat, moved.to[1]) if in_tokens else None
    return barred or (FairnessApplied(command.seat, command.reason, clause), moved)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case WagerRefused():
            return [f"{shown(event.wager)} of seat {event.seat} refused ({event.clause}): {shown(event.reason)}"]
        case Repositioned():
            return [f"{at(event.key)}: counts as {at(event.to)}"]
        case FairnessApplied():
            return [f"for seat {event.seat} the position of chips is set aside ({event.clause}): {shown(event.reason)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Chips that count elsewhere."""
    if isinstance(event, Repositioned):
        happens_in_game(live, event)


TOPIC = Topic(
    commands={MoveWager: move, RefuseWager: refuse_wager, RepositionWager: reposition},
    guards={
        Guard.WHILE_STOPPED: (RefuseWager,),
        Guard.CHANGES: (MoveWager,),
        Guard.AT_A_SEAT: (MoveWager,),
        Guard.TIMED: (MoveWager,),
        Guard.IN_A_ROUND: (MoveWager,),
        Guard.ADDS: (MoveWager,),
    },
    for_a_player={MoveWager: lambda live, table, conduct: table.book.house.removing},
    events=(Repositioned, WagerRefused, FairnessApplied),
    happen=happen,
    tell=tell,
)
