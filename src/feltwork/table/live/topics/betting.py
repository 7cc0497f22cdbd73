"""Betting: opened by a call, for a time if a supervisor says so, closed by another, and ended with the round.

Roulette 5.1 and the wagering period of 1.1; Dragon Fire 8.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.topic import (
    BETTING,
    DICE_OUT,
    Guard,
    Topic,
    happens_in_game,
    result_in_words,
    settled_lines,
    tag,
)
from feltwork.table.live.topics import calls, closing, lucky_ball, shooter, tumbler
from feltwork.table.play import commands as play
from feltwork.table.play import events as game
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import BetsClosed, RoundInvalid, RoundSettled
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


SECOND = 1_000_000
LONGEST = 3_600
"""An hour: no wagering period is longer."""


class OpenBets(Asked, frozen=True, tag="open-bets"):
    """Place your bets; in Dragon Fire also the press of start game."""


class SetWageringPeriod(Asked, frozen=True, tag="set-wagering-period"):
    """How long betting stays open from the next place your bets on; ``None``: until the call of no more bets."""

    seconds: int | None


class CloseBets(Asked, frozen=True, tag="close-bets"):
    """No more bets."""


class BetsOpened(Struct, frozen=True, tag="bets-opened"):
    """Place your bets was called."""

    clause: str
    closes_at: int | None = None
    """When the wagering period ends by itself, in microseconds; ``None``: with the call of no more bets."""


class WageringPeriodSet(Struct, frozen=True, tag="wagering-period-set"):
    seconds: int | None
    clause: str


def open_bets(live: LiveTable, table: TableState, conduct: Conduct, command: OpenBets, by: Asker) -> Decision:
    """Place your bets, once the last round is paid; at an entry terminal, start game."""
    if not table.layout and (over := closing.past_closing(live, by)):
        return over
    refused = may(by, conduct, Act.OPEN_BETS)
    if refused:
        return refused
    clause = conduct.clause_of(Act.OPEN_BETS)
    if live.phase != BETTING or table.closed:
        return Refusal(clause, "the round is not over yet")
    if live.gear.bets_open:
        return Refusal(clause, "place your bets has already been called")
    period = live.gear.period
    return (BetsOpened(clause, None if period is None else by.at + period * SECOND),)


def set_period(live: LiveTable, table: TableState, conduct: Conduct, command: SetWageringPeriod, by: Asker) -> Decision:
    """From the next round on; what is running stays as it was called."""
    refused = may(by, conduct, Act.SET_PERIOD)
    if refused:
        return refused
    clause = conduct.clause_of(Act.SET_PERIOD)
    if command.seconds is not None and not 1 <= command.seconds <= LONGEST:
        return Refusal(NOT_IN_THE_BOOK, f"a wagering period lasts 1 to {LONGEST} seconds")
    return (WageringPeriodSet(command.seconds, clause),)


def check_called(live: LiveTable, table: TableState, conduct: Conduct) -> Refusal | None:
    """A round begins with place your bets: without it no ball is spun, and no more bets ends nothing."""
    if Act.OPEN_BETS in conduct.powers and not live.gear.bets_open and not table.closed:
        return Refusal(conduct.clause_of(Act.OPEN_BETS), "place your bets has not been called")
    return None


def close_bets(live: LiveTable, table: TableState, conduct: Conduct, command: CloseBets, by: Asker) -> Decision:
    """The call of no more bets, where the book has one."""
    if not table.book.house.closing:
        return decide_game(table, play.NoMoreBets())
    if conduct.terminals.shot:
        return may(by, conduct, Act.CLOSE_BETS) or tumbler.close(live, table, conduct, by)
    refused = may(by, conduct, Act.CLOSE_BETS)
    if refused:
        return refused
    if table.book.spins != (live.phase == DICE_OUT):
        when = "while the ball is running" if table.book.spins else "before the dice are thrown"
        return Refusal(conduct.clause_of(Act.CLOSE_BETS), f"no more bets is called {when}")
    if conduct.shooting.shoots and live.shooter.seat is None and not live.shooter.house_throws:
        return Refusal(NOT_IN_THE_BOOK, "nobody has the dice yet")
    refused = (
        shooter.check_goes_on(live, table, conduct) if conduct.shooting.shoots else lucky_ball.check_shown(live, table)
    )
    refused = refused or calls.unanswered(live, conduct)
    if refused:
        return refused
    closed = decide_game(table, play.NoMoreBets())
    if isinstance(closed, Refusal):
        return closed
    return check_called(live, table, conduct) or closed


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case game.RoundSettled():
            return [f"result {result_in_words(event.result)}", *settled_lines(event.lines, rounding)]
        case BetsOpened():
            return [f"place your bets ({event.clause})"]
        case game.BetsClosed():
            return ["no more bets"]
        case WageringPeriodSet():
            lasts = "until no more bets" if event.seconds is None else f"{event.seconds} seconds"
            return [f"the wagering period lasts {lasts} ({event.clause})"]
        case _:
            return [tag(event)]


RECENT = 20
"""How many results a winning number display keeps."""


def happen(live: LiveTable, event: object) -> None:
    """Betting opened and closed, and the round that ends it."""
    match event:
        case RoundSettled() | RoundInvalid():
            happens_in_game(live, event)
            live.phase, live.throw.entered = BETTING, None
            recent = live.gear.recent
            if isinstance(event, RoundSettled):
                recent = (*recent, event.result)[-RECENT:]
            live.gear = replace(live.gear, bets_open=False, closes_at=None, recent=recent)
        case BetsClosed():
            happens_in_game(live, event)
            live.gear = replace(live.gear, bets_open=False, closes_at=None)
        case BetsOpened():
            live.gear = replace(live.gear, bets_open=True, closes_at=event.closes_at)
        case WageringPeriodSet():
            live.gear = replace(live.gear, period=event.seconds)


TOPIC = Topic(
    commands={OpenBets: open_bets, SetWageringPeriod: set_period, CloseBets: close_bets},
    guards={
        Guard.TO_THE_END: (CloseBets,),
        Guard.IN_A_ROUND: (CloseBets,),
        Guard.CLOSES: (CloseBets,),
        Guard.METERED: (CloseBets,),
    },
    events=(BetsOpened, BetsClosed, WageringPeriodSet, RoundSettled),
    follows=(RoundInvalid,),
    happen=happen,
    tell=tell,
)
