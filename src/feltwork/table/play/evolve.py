"""``evolve``: apply an event to the state. It decides nothing, so replaying events gives the same table."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from feltwork.games.book import Book
from feltwork.outcomes import Selection
from feltwork.table.play.events import (
    CHECKS,
    CHIPS,
    TOKENS,
    BetsClosed,
    Boosted,
    Called,
    Event,
    Key,
    LuckyBallDrawn,
    LuckyBallVoided,
    Placed,
    Removed,
    Repositioned,
    RoundInvalid,
    RoundSettled,
    Settled,
    report_order,
)
from feltwork.table.play.limits import limit_on
from feltwork.table.play.removing import take_off
from feltwork.table.play.state import Lot, Standing, TableState


def evolve(state: TableState, event: Event) -> None:
    """Make happen what the event says happened."""
    match event:
        case Placed():
            _place(state, event)
        case Removed():
            _remove(state, event)
        case Called():
            _call(state, event)
        case BetsClosed():
            _close(state)
        case LuckyBallDrawn():
            state.lucky = event.numbers
        case Boosted():
            state.boost = (event.colour, event.odds)
        case RoundSettled():
            _end_round(state, event)
        case RoundInvalid():
            _void_round(state, event)
        case LuckyBallVoided():
            void_wagers(state, event.lines)
        case Repositioned():
            _reposition(state, event)


def _place(state: TableState, event: Placed) -> None:
    seat, name, on = event.key
    wager = state.book.wagers[name]
    pay_in_kind(state, seat, event.instrument, -event.amount)
    state.balances[seat] -= event.commission
    state.tray += event.commission
    state.placements += 1
    lot = Lot(event.amount, state.round, event.commission, limit_on(state, seat, wager), event.instrument)
    existing = state.layout.get(event.key)
    if existing:
        state.layout[event.key] = existing.with_lots(_with(existing.lots, lot))
        return
    selection = selection_of(state.book, name, on)
    machine = state.book.machine(name, selection)
    state.layout[event.key] = Standing(
        seat,
        wager,
        selection,
        machine,
        (lot,),
        lot.amount,
        report_order(event.key),
        state.results,
        state.placements,
        plain=lot.instrument == CHIPS,
        working=_under_button(state, seat, name) if state.buttons else None,
    )


def _call(state: TableState, event: Called) -> None:
    for key in event.keys:
        state.layout[key] = replace(state.layout[key], working=event.working)
    if event.similar and event.keys:
        seat, name, _ = event.keys[0]
        others = frozenset(button for button in state.buttons if button[:2] != (seat, name))
        state.buttons = others | {(seat, name, event.working)}


def _under_button(state: TableState, seat: int, name: str) -> bool | None:
    """Crown 3.5.1(b), 3.5.2(b): what a button makes of a similar wager put down later (reading C18).

    A button lies on the wagers that it was placed for, and goes with the last of them.
    """
    working = next((button[2] for button in state.buttons if button[:2] == (seat, name)), None)
    alike = (s for s in state.layout.values() if (s.seat, s.wager.name) == (seat, name))
    if working is None or any(standing.working is working for standing in alike):
        return working
    state.buttons -= {(seat, name, working)}
    return None


def pay_in_kind(state: TableState, seat: int, instrument: str, cents: int) -> None:
    """Into a player's hand, or out of it."""
    if instrument == CHIPS:
        state.balances[seat] += cents
        return
    purse = state.tokens if instrument == TOKENS else state.checks
    purse[seat] = purse.get(seat, 0) + cents


def _with(lots: tuple[Lot, ...], lot: Lot) -> tuple[Lot, ...]:
    """Chips added in the same round and under the same limit lie on the same lot; commission keeps lots apart."""
    last = lots[-1]
    alike = (last.round, last.limit, last.instrument) == (lot.round, lot.limit, lot.instrument)
    if alike and not lot.commission and not last.commission:
        return (*lots[:-1], replace(last, amount=last.amount + lot.amount))
    return (*lots, lot)


def selection_of(book: Book, wager: str, on: Selection) -> Selection:
    """The selection a wager was made on; a Come wager that travelled was made on none."""
    return None if book.wagers[wager].travels else on


def _remove(state: TableState, event: Removed) -> None:
    seat = event.key[0]
    standing = state.layout[event.key]
    _lock_dont(state, seat, standing)
    _take(state, event.key, event.amount)
    state.balances[seat] += event.amount - event.tokens - event.checks + event.commission_back
    state.tray -= event.commission_back
    if event.tokens:
        pay_in_kind(state, seat, TOKENS, event.tokens)
    if event.checks:
        pay_in_kind(state, seat, CHECKS, event.checks)
    for line in event.lines:
        _take(state, line.key, line.stake)
        credit(state, line)


def _reposition(state: TableState, event: Repositioned) -> None:
    """The same chips, elsewhere; on top of what the player has there already."""
    seat, name, on = event.to
    moving, there = state.layout.pop(event.key), state.layout.get(event.to)
    wager, lots = state.book.wagers[name], moving.lots
    if state.rules.finds:  # from now on they answer to what stands on the sign for where they count
        limit = limit_on(state, seat, wager)
        lots = tuple(replace(lot, limit=limit) for lot in lots)
    state.layout[event.to] = (
        there.with_lots((*there.lots, *lots))
        if there
        else replace(
            moving,
            wager=wager,
            selection=on,
            machine=state.book.machine(name, on),
            lots=lots,
            rank=report_order(event.to),
        )
    )


def _lock_dont(state: TableState, seat: int, standing: Standing) -> None:
    """Star Craps 6.5, Crown 3.4.3: a Don't wager taken down may not be put back while the point stands."""
    if not standing.wager.dont_lock:
        return
    literal = state.book.readings.chose("dont_lock", "literal_any_time")
    if literal or (standing.has_point(state.come_out) and not standing.wager.travels):
        state.locks |= {(seat, standing.wager.name)}


def _take(state: TableState, key: Key, amount: int) -> None:
    standing = state.layout[key]
    left, _ = take_off(standing.lots, amount)
    if left:
        state.layout[key] = standing.with_lots(left)
    else:
        del state.layout[key]


def credit(state: TableState, line: Settled, sign: int = 1) -> None:
    """What a line pays reaches the player; or goes back, where it is taken back."""
    seat, apart = line.seat, line.apart
    paid = line.winnings + line.returned + line.commission_back
    state.balances[seat] += sign * paid
    state.tray += sign * (line.stake - paid)
    if apart and (apart.tokens or apart.checks):
        state.balances[seat] -= sign * (apart.tokens_back + apart.checks_back)
        state.tray -= sign * (apart.tokens - apart.tokens_back)
        pay_in_kind(state, seat, TOKENS, sign * apart.tokens_back)
        pay_in_kind(state, seat, CHECKS, sign * apart.checks_back)


def _close(state: TableState) -> None:
    state.closed = True
    if state.book.house.locks_until_decided:
        state.layout = {key: replace(standing, held=True) for key, standing in state.layout.items()}


def _end_round(state: TableState, event: RoundSettled) -> None:
    for line in event.lines:
        del state.layout[line.key]
        credit(state, line)
    moving = [(state.layout.pop(key), to) for key, to in event.moved]
    for standing, to in moving:
        moved = standing.moved_to(to)
        state.layout[moved.key] = moved
    state.area = event.area
    state.results += 1
    for seat in event.warned:
        state.warned.setdefault(seat, state.results)
    if not event.area:
        state.locks = frozenset()
    _open_round(state)
    state.lucky = None


def void_wagers(state: TableState, lines: Iterable[Settled]) -> None:
    """Wagers, or parts of them, end without a result."""
    for line in lines:
        _take(state, line.key, line.stake)
        credit(state, line)


def _void_round(state: TableState, event: RoundInvalid) -> None:
    void_wagers(state, event.lines)
    state.area = event.area
    _open_round(state)
    if state.book.lucky is None or state.book.readings.chose("lucky_on_no_spin", "return"):
        state.lucky = None


def _open_round(state: TableState) -> None:
    state.round += 1
    state.closed = False
    state.boost = None
