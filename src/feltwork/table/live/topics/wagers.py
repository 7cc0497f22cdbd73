"""Wagers: placed, taken down, moved, refused by a supervisor, or counted where they plainly should have been.

Late wagers are made while the dice are in the air, with chips, and confirmed aloud by staff (Star Craps 6.3, Crown
3.2). The event says that the wager was late, what the player said, who confirmed it and by which clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asked import Asked, Raw, said
from feltwork.table.live.asker import Asker, may, own_seat
from feltwork.table.live.evolve import evolve
from feltwork.table.live.phases import BETTING, DICE_OUT, game_of
from feltwork.table.live.topic import Guard, Topic
from feltwork.table.live.topics import betting, cards, colours, lucky_ball, outside_zero, seats
from feltwork.table.live.topics.outside_zero import inside
from feltwork.table.live.topics.shooter import check_goes_on
from feltwork.table.live.topics.tokens import barred_tokens
from feltwork.table.live.words import asked, at, settled_lines, tag
from feltwork.table.play import commands as play
from feltwork.table.play import events as game
from feltwork.table.play.commands import Remove
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import Late, Placed, Removed, Repositioned
from feltwork.table.play.evolve import evolve as evolve_game
from feltwork.table.play.exposure import over_award_with
from feltwork.table.play.instruments import CHECKS, CHIPS, TOKENS
from feltwork.table.play.limits import check_left
from feltwork.table.play.placing import find_standing
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.selection import find_selection, find_wager
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


SINCE = 2
"""The rules of conduct from which on a late wager is marked so."""
BEFORE_CALL = ("before the dice are thrown", "before no more bets")


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


def is_late(live: LiveTable, table: TableState) -> bool:
    """Are the dice in the air? At a wheel only the call of no more bets ends betting."""
    return live.phase == DICE_OUT and not table.book.spins


def marked(live: LiveTable, table: TableState, conduct: Conduct, words: str, by: Asker, decided: Decision) -> Decision:
    """What was decided, with the wager marked late where it is."""
    if isinstance(decided, Refusal) or conduct.rules < SINCE or not is_late(live, table):
        return decided
    clause = conduct.clause_of(Act.CONFIRM_LATE)
    mark = Late(words, by.person, clause)
    marked = tuple(replace(event, late=mark) if isinstance(event, Placed) else event for event in decided)
    return said(words, clause) or marked


def _on_time(live: LiveTable, table: TableState) -> bool:
    """Before the throw; at a wheel also while the ball runs, for there only the call of no more bets ends it."""
    return live.phase == BETTING or (table.book.spins and live.phase == DICE_OUT)


def place(live: LiveTable, table: TableState, conduct: Conduct, command: PlaceWager, by: Asker) -> Decision:
    """On time by the player; while the dice are in the air only through staff, who so confirm it (6.3)."""
    if not _on_time(live, table) and not table.closed:
        unconfirmed = may(by, conduct, Act.CONFIRM_LATE)
        if unconfirmed or live.phase != DICE_OUT:
            return unconfirmed or Refusal(conduct.clause_of(Act.CONFIRM_LATE), "the dice have come to rest")
    refused = (
        own_seat(live, table, command.seat, by)
        or betting.check_open(live, table, conduct, by)
        or lucky_ball.check_screen(live, conduct, command.wager)
        or cards.missing(live, conduct, command.seat, by.at)
        or seats.told_to_go(live, conduct, command.seat)
    )
    if refused:
        return refused
    refused = wrong_instrument(live, table, conduct, command.seat, command.wager, command.amount, command.instrument)
    if refused:
        return refused
    outside = outside_zero.is_outside(live, table, command.wager, command.on)
    on = 0 if outside else command.on
    placed = decide_game(table, play.Bet(command.seat, command.wager, command.amount, on, command.instrument))
    if isinstance(placed, Refusal) or not outside:
        return marked(live, table, conduct, command.asked, by, placed)
    return (*placed, outside_zero.lies_outside(conduct, command.seat, command.amount))


def remove(live: LiveTable, table: TableState, conduct: Conduct, command: RemoveWager, by: Asker) -> Decision:
    refused = own_seat(live, table, command.seat, by)
    if refused:
        return refused
    until_called = table.book.readings.chose("removal_cutoff", "result_called") and live.phase == DICE_OUT
    if not _on_time(live, table) and not until_called:
        when = "the ball has come to rest" if table.book.spins else "the dice have left the hand"
        return Refusal(table.book.house.removing, when)
    idle = live.stops.reason is not None and live.phase == BETTING  # nobody opens a table that is stopped
    refused = None if idle else betting.check_open(live, table, conduct, by)
    if refused:
        return refused
    if outside_zero.is_outside(live, table, command.wager, command.on):
        taken = outside_zero.take_outside(live, table, conduct, command.seat, command.amount)
    else:
        taken = decide_game(table, play.Remove(command.seat, command.wager, command.on, command.amount))
    if isinstance(taken, Refusal):
        return taken
    removed = next(event for event in taken if isinstance(event, Removed))
    return check_left(table, removed) or colours.splits_a_check(live, conduct, removed) or taken


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
    removed = decide_remove(replace(table, closed=False), Remove(command.seat, command.wager, on))
    if isinstance(removed, Refusal):
        return removed
    if table.closed:
        then = live.copy()
        evolve(then, removed)
        if then.game and (stuck := check_goes_on(then, then.game, conduct)):
            return stuck
    told = WagerRefused(command.seat, command.wager, command.reason, clause)
    return (told, removed)


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
    found = find_standing(table, command.seat, command.wager, inside(live, table, command.wager, command.on))
    wager = find_wager(table.book, command.to_wager)
    if isinstance(found, Refusal) or isinstance(wager, Refusal):
        return found if isinstance(found, Refusal) else wager  # type: ignore[return-value]  # one of them is a refusal
    on = find_selection(wager, inside(live, table, command.to_wager, command.to_on))
    if isinstance(on, Refusal):
        return on
    to = (command.seat, wager.name, on)
    if found.machine.reads_lucky != (wager.name == "lucky-ball") or to == found.key:
        return Refusal(NOT_IN_THE_BOOK, "the chips cannot count there")
    barred = None if found.plain else barred_tokens(live, conduct, command.seat, wager.name)
    if barred and any(lot.instrument == TOKENS for lot in found.lots):
        return barred
    moved = Repositioned(found.key, to)
    if conduct.rules > 1:
        then = table.copy()
        evolve_game(then, moved)
        if refused := over_award_with(then):
            return refused
    return (FairnessApplied(command.seat, command.reason, clause), moved)


def wrong_instrument(
    live: LiveTable, table: TableState, conduct: Conduct, seat: int, wager: str, amount: int, instrument: str
) -> Refusal | None:
    """Is the wager made of something that this book accepts: of tokens that are for it, of checks of this table?"""
    if instrument == CHIPS:
        return None
    if instrument == TOKENS and TOKENS in conduct.instruments:
        return barred_tokens(live, conduct, seat, wager)
    if instrument not in conduct.instruments:
        accepted = " or ".join(conduct.instruments)
        clause = conduct.instruments[CHIPS]
        return Refusal(clause, f"wagers are made in {accepted} here, not in '{shown(instrument)}'")
    if instrument != CHECKS or conduct.checks is None:
        return None
    if not table.checks.get(seat):
        return Refusal(conduct.checks.here, "only colour checks issued at this table play here, and the seat has none")
    value = live.colours.issued[seat].value
    if amount % value:
        amount_shown = format_money(amount)
        return Refusal(conduct.checks.value, f"{amount_shown} cannot be put down in checks of {format_money(value)}")
    return None


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case WagerRefused():
            return [f"{shown(event.wager)} of seat {event.seat} refused ({event.clause}): {shown(event.reason)}"]
        case game.Placed():
            commission = f", commission {format_money(event.commission)}" if event.commission else ""
            made_of = "" if event.instrument == CHIPS else f" in {event.instrument}"
            put = f"{at(event.key)}: {format_money(event.amount)}{made_of} placed{commission}"
            if isinstance(event.late, game.Late):
                said = f"late, confirmed by {shown(event.late.confirmed_by)} ({event.late.clause})"
                put += f" {said}{asked(event.late.words)}"
            return [put]
        case game.Removed():
            down = f"{at(event.key)}: {format_money(event.amount)} taken down{asked(event.asked)}"
            return [down, *settled_lines(event.lines)]
        case game.Repositioned():
            return [f"{at(event.key)}: counts as {at(event.to)}"]
        case FairnessApplied():
            return [f"for seat {event.seat} the position of chips is set aside ({event.clause}): {shown(event.reason)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """Chips put down, taken up, or counted elsewhere."""
    match event:
        case Placed() | Removed() | Repositioned():
            evolve_game(game_of(live), event)


TOPIC = Topic(
    commands={
        PlaceWager: place,
        RemoveWager: remove,
        MoveWager: move,
        RefuseWager: refuse_wager,
        RepositionWager: reposition,
    },
    guards={
        Guard.WHILE_STOPPED: (RemoveWager, RefuseWager),
        Guard.CHANGES: (PlaceWager, RemoveWager, MoveWager),
        Guard.AT_A_SEAT: (PlaceWager, RemoveWager, MoveWager),
        Guard.TIMED: (PlaceWager, RemoveWager, MoveWager),
        Guard.IN_A_ROUND: (PlaceWager, MoveWager),
        Guard.ADDS: (PlaceWager, MoveWager),
    },
    for_a_player={
        RemoveWager: lambda live, table, conduct: table.book.house.removing,
        MoveWager: lambda live, table, conduct: table.book.house.removing,
    },
    events=(Placed, Removed, Repositioned, WagerRefused, FairnessApplied),
    happen=happen,
    tell=tell,
)
