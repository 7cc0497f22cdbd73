"""``decide``: a command and the state give events or a refusal. Nothing changes here."""

from __future__ import annotations

from feltwork.outcomes import COLOURS, DOUBLE_ZERO, throw_symbol
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.play.commands import (
    Bet,
    Boost,
    Call,
    Command,
    DrawLuckyBall,
    NoMoreBets,
    NoRoll,
    NoSpin,
    RawSelection,
    Remove,
    Roll,
    Spin,
)
from feltwork.table.play.events import (
    BetsClosed,
    Boosted,
    Event,
    LuckyBallDrawn,
    Repositioned,
    RoundInvalid,
    RoundSettled,
)
from feltwork.table.play.evolve import evolve
from feltwork.table.play.limits import over_award_with
from feltwork.table.play.placing import decide_bet, decide_call, find_selection, find_standing, find_wager
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.settle import settle, settle_invalid
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

Decision = tuple[Event, ...] | Refusal


def decide(state: TableState, command: Command) -> Decision:
    """What the table makes of a command."""
    match command:
        case Bet():
            return _one(decide_bet(state, command))
        case Remove():
            return _one(decide_remove(state, command))
        case Call():
            return _one(decide_call(state, command))
        case NoMoreBets():
            return _close(state)
        case Roll():
            return _roll(state, command)
        case Spin():
            return _spin(state, command)
        case NoRoll():
            if state.book.spins:
                return Refusal(NOT_IN_THE_BOOK, "this table has no roll to call off")
            return _invalid(state, command.reason)
        case NoSpin():
            if not state.book.spins:
                return Refusal(NOT_IN_THE_BOOK, "this table has no spin to call off")
            return _invalid(state, command.reason)
        case DrawLuckyBall():
            return _draw(state, command)
        case Boost():
            return _boost(state, command)


def _one(decided: Event | Refusal) -> Decision:
    return decided if isinstance(decided, Refusal) else (decided,)


def _close(state: TableState) -> Decision:
    house = state.book.house
    if house.closing is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no call of no more bets")
    return () if state.closed else (BetsClosed(),)


def _roll(state: TableState, roll: Roll) -> Decision:
    house = state.book.house
    if state.book.spins:
        return Refusal(NOT_IN_THE_BOOK, "this table has a wheel, not dice")
    if house.needs_close and not state.closed:
        if house.unclosed_is_no_roll:
            return _invalid(state, "no more bets was not called", house.needs_close)
        return Refusal(house.needs_close, "no more bets has not been called")
    return _settled(state, throw_symbol(roll.first, roll.second), (roll.first, roll.second))


def _spin(state: TableState, spin: Spin) -> Decision:
    house = state.book.house
    if not state.book.spins:
        return Refusal(NOT_IN_THE_BOOK, "this table has dice, not a wheel")
    if spin.pocket not in state.book.wheel:
        return Refusal(house.result, f"this wheel has no pocket {shown(spin.pocket)}")
    if not state.closed:
        return Refusal(house.needs_close or house.result, "no more bets has not been called")
    if any(standing.machine.reads_lucky for standing in state.layout.values()):
        if state.lucky is None:
            return Refusal(house.lucky.lucky_draw or house.result, "the Lucky Ball numbers have not been drawn")
        if state.boost is None:
            return Refusal(house.lucky.lucky_boost or house.result, "the boosted Lucky Ball number has not been drawn")
    return _settled(state, state.book.wheel.index(spin.pocket), spin.pocket)


def _settled(state: TableState, symbol: int, result: tuple[int, int] | int | str) -> Decision:
    lines, moved, warned = settle(state, symbol)
    area = state.book.area.moves[state.area][symbol]
    settled = RoundSettled(result, lines, moved, area, warned)
    if state.book.readings.is_set("auto_rebet"):
        return (settled, *_put_back_up(state, settled))
    return (settled,)


def _put_back_up(state: TableState, settled: RoundSettled) -> tuple[Event, ...]:
    """The other reading of G8: a winning wager goes up again, as a new placement where it is legal."""
    after = state.copy()
    evolve(after, settled)
    placed: list[Event] = []
    for line in settled.lines:
        if line.result is not Result.WIN or not state.book.wagers[line.wager].rebets:
            continue
        again = decide_bet(after, Bet(line.seat, line.wager, line.stake, line.on))
        if not isinstance(again, Refusal):
            evolve(after, again)
            placed.append(again)
    return tuple(placed)


def _invalid(state: TableState, reason: str, clause: str | None = None) -> Decision:
    house = state.book.house
    area = 0 if house.voiding.thaws_on_invalid else state.area
    return (RoundInvalid(reason, settle_invalid(state), area, clause or house.invalid, state.book.no_result),)


def _draw(state: TableState, draw: DrawLuckyBall) -> Decision:
    house = state.book.house
    if house.lucky.lucky_draw is None:
        return _no_lucky_ball(state)
    if state.closed:
        return Refusal(house.lucky.lucky_draw, "Lucky Ball numbers are drawn before no more bets")
    if state.lucky is not None:
        return Refusal(house.lucky.lucky_draw, "the Lucky Ball numbers of this round are already drawn")
    numbers = [draw.numbers.get(colour) for colour in COLOURS]
    if len(draw.numbers) != 4 or len(set(numbers)) != 4 or any(n not in state.book.wheel for n in numbers):
        return Refusal(house.lucky.lucky_draw, "Lucky Ball needs four different pockets of this wheel")
    zeros = any(n in (0, DOUBLE_ZERO) for n in numbers)
    if zeros and not state.book.readings.is_set("lucky_include_zeros"):
        return Refusal(house.lucky.lucky_draw, "Lucky Ball numbers are drawn from 1 to 36 here")
    return (LuckyBallDrawn(dict(draw.numbers)),)


def decide_reposition(
    state: TableState, seat: int, place: tuple[str, RawSelection], to: tuple[str, RawSelection], *, awards: bool
) -> Repositioned | Refusal:
    """Chips that count elsewhere: what lies there, and whether one result could then win more than the award."""
    found, wager = find_standing(state, seat, *place), find_wager(state.book, to[0])
    if isinstance(found, Refusal):
        return found
    if isinstance(wager, Refusal):
        return wager
    on = find_selection(wager, to[1])
    if isinstance(on, Refusal):
        return on
    there = (seat, wager.name, on)
    if found.machine.reads_lucky != (wager.name == "lucky-ball") or there == found.key:
        return Refusal(NOT_IN_THE_BOOK, "the chips cannot count there")
    moved = Repositioned(found.key, there)
    if not awards:
        return moved
    then = state.copy()
    evolve(then, moved)
    return over_award_with(then) or moved


def _no_lucky_ball(state: TableState) -> Refusal:
    clause = state.book.withheld.get("lucky-ball", state.book.house.permissible)
    return Refusal(clause, "this table does not offer Lucky Ball")


def _boost(state: TableState, boost: Boost) -> Decision:
    house = state.book.house
    if house.lucky.lucky_boost is None:
        return _no_lucky_ball(state)
    if not state.closed:
        return Refusal(house.lucky.lucky_boost, "a Lucky Ball number is boosted only after no more bets")
    if state.lucky is None:
        return Refusal(house.lucky.lucky_boost, "the Lucky Ball numbers have not been drawn")
    if state.boost is not None:
        return Refusal(house.lucky.lucky_boost, "this round already has its boosted number")
    if boost.colour not in COLOURS:
        return Refusal(house.lucky.lucky_boost, f"Lucky Ball has no colour '{shown(boost.colour)}'")
    offered = state.book.lucky.value if state.book.lucky else ()
    if boost.odds not in offered:
        return Refusal(
            house.lucky.lucky_boost, f"this table boosts to {' or '.join(offered)} odds, not '{shown(boost.odds)}'"
        )
    return (Boosted(boost.colour, boost.odds),)
