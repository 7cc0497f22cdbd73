"""Wagers put down: when, by whom, of what, and late.

Late wagers are made while the dice are in the air, with chips, and confirmed aloud by staff (Star Craps 6.3, Crown
3.2). The event says that the wager was late, what the player said, who confirmed it and by which clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker, Raw, may, said
from feltwork.table.live.topic import BETTING, DICE_OUT, Guard, Topic, asked, at, happens_in_game
from feltwork.table.live.topics import cards, lucky_ball, outside_zero, seats
from feltwork.table.live.topics.tokens import barred_tokens
from feltwork.table.play.commands import Bet
from feltwork.table.play.events import CHECKS, CHIPS, TOKENS, Late, Placed
from feltwork.table.play.placing import decide_bet
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable

SINCE = 2
"""The rules of conduct from which on a late wager is marked so."""
TOO_LATE = "too late: the dice are out; only the dealer can take a bet now"
NOT_SETTLED = "too late: the result is being settled; bets open again after it"


class PlaceWager(Asked, frozen=True, tag="place-wager"):
    """By the player; or by staff for the seat, which is how a late or an oral wager is confirmed."""

    seat: int
    wager: str
    amount: int
    on: Raw = None
    instrument: str = CHIPS
    asked: str = ""
    """What the player said, of a late wager that staff confirm."""


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


def bars_placing(
    live: LiveTable, table: TableState, conduct: Conduct, seat: int, wager: str, by: Asker
) -> Refusal | None:
    """On time by the player; while the dice are in the air only through staff, who so confirm it (6.3)."""
    if not on_time(live, table) and not table.closed:
        unconfirmed = may(by, conduct, Act.CONFIRM_LATE)
        if unconfirmed and by.role == PLAYER:
            return _too_late(live, conduct)
        if unconfirmed or live.phase != DICE_OUT:
            return unconfirmed or Refusal(conduct.clause_of(Act.CONFIRM_LATE), "the dice have come to rest")
    refused = seats.own_seat(live, table, seat, by) or check_open(live, table, conduct, by)
    refused = refused or (cards.missing(live, conduct, seat, by.at) if conduct.terminals.card else None)
    return refused or check_barred(live, conduct, seat, wager)


def _too_late(live: LiveTable, conduct: Conduct) -> Refusal:
    """What a player hears whose own wager comes after the throw."""
    words = TOO_LATE if live.phase == DICE_OUT else NOT_SETTLED
    return Refusal(conduct.clause_of(Act.CONFIRM_LATE), words)


def check_barred(live: LiveTable, conduct: Conduct, seat: int, wager: str) -> Refusal | None:
    """Is the screen of a Lucky Ball wager out of use, or was the player told to go?"""
    refused = lucky_ball.check_screen(live, conduct, wager) if live.gear.screen_out else None
    return refused or (seats.told_to_go(live, conduct, seat) if live.seats.vacating else None)


def check_open(live: LiveTable, table: TableState, conduct: Conduct, by: Asker) -> Refusal | None:
    """Is this within the wagering period? After no more bets the game itself says that it is over."""
    if Act.OPEN_BETS not in conduct.powers or table.closed:
        return None
    if conduct.rounds.opens_wagers and not live.gear.bets_open:
        return Refusal(conduct.clause_of(Act.OPEN_BETS), "place your bets has not been called")
    if live.gear.closes_at is not None and by.at >= live.gear.closes_at:
        return Refusal(conduct.clause_of(Act.SET_PERIOD), "the wagering period is over")
    return None


def on_time(live: LiveTable, table: TableState) -> bool:
    """Before the throw; at a wheel also while the ball runs, for there only the call of no more bets ends it."""
    return live.phase == BETTING or (table.book.spins and live.phase == DICE_OUT)


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


def wrong_instrument(
    live: LiveTable, table: TableState, conduct: Conduct, seat: int, wager: str, amount: int, instrument: str
) -> Refusal | None:
    """Is the wager made of something that this book accepts: of tokens that are for it, of checks of this table?"""
    if instrument == CHIPS:
        return None
    if instrument == TOKENS and TOKENS in conduct.tender.instruments:
        return barred_tokens(live, conduct, seat, wager)
    if instrument not in conduct.tender.instruments:
        accepted = " or ".join(conduct.tender.instruments)
        clause = conduct.tender.instruments[CHIPS]
        return Refusal(clause, f"wagers are made in {accepted} here, not in '{shown(instrument)}'")
    if instrument != CHECKS or conduct.tender.checks is None:
        return None
    if not table.checks.get(seat):
        return Refusal(
            conduct.tender.checks.here, "only colour checks issued at this table play here, and the seat has none"
        )
    value = live.colours.issued[seat].value
    if amount % value:
        amount_shown = format_money(amount)
        return Refusal(
            conduct.tender.checks.value, f"{amount_shown} cannot be put down in checks of {format_money(value)}"
        )
    return None


def tell(event: Placed, rounding: str) -> list[str]:
    """A wager in words."""
    commission = f", commission {format_money(event.commission)}" if event.commission else ""
    made_of = "" if event.instrument == CHIPS else f" in {event.instrument}"
    put = f"{at(event.key)}: {format_money(event.amount)}{made_of} placed{commission}"
    if isinstance(event.late, Late):
        said = f"late, confirmed by {shown(event.late.confirmed_by)} ({event.late.clause})"
        put += f" {said}{asked(event.late.words)}"
    return [put]


TOPIC = Topic(
    commands={PlaceWager: place},
    guards={
        Guard.CHANGES: (PlaceWager,),
        Guard.AT_A_SEAT: (PlaceWager,),
        Guard.TIMED: (PlaceWager,),
        Guard.IN_A_ROUND: (PlaceWager,),
        Guard.ADDS: (PlaceWager,),
    },
    events=(Placed,),
    happen=happens_in_game,
    tell=tell,
)
