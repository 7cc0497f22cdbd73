"""Placing, removing and calling: guards in the book's order, then the event."""

from __future__ import annotations

from fractions import Fraction

from feltwork.money import down_to_chip, format_money, is_payable, up_to_chip
from feltwork.outcomes import Selection
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.play.commands import Bet, Call
from feltwork.table.play.events import Called, Key, Placed, say_selection
from feltwork.table.play.exposure import over_award
from feltwork.table.play.instruments import CHIPS
from feltwork.table.play.limits import check_sign
from feltwork.table.play.selection import find_selection, find_wager
from feltwork.table.play.state import Standing, TableState
from feltwork.wagers.arms import Result
from feltwork.wagers.row import Cap, Of, Wager, Window


def decide_bet(state: TableState, bet: Bet) -> Placed | Refusal:
    """May these chips be put down here and now?"""
    house, chip = state.book.house, state.rules.chip
    if bet.seat not in state.balances:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {bet.seat}")
    wager = find_wager(state.book, bet.wager)
    if isinstance(wager, Refusal):
        return wager
    on = find_selection(wager, bet.on)
    if isinstance(on, Refusal):
        return on
    if state.closed:
        return Refusal(house.closed or house.placing, "no more bets has been called")
    if bet.amount <= 0:
        return Refusal(house.placing, "a wager is more than nothing")
    if bet.amount % chip:
        return Refusal(house.placing, f"{format_money(bet.amount)} cannot be put down in chips of {format_money(chip)}")
    refused = (
        _frozen(state, wager)
        or _locked(state, bet.seat, wager, on)
        or _too_early_or_late(state, bet.seat, wager, on)
        or check_units(wager, state.stake_of(bet.seat, wager.name, on) + bet.amount, chip)
        or _over_cap(state, bet.seat, wager, on, bet.amount)
        or check_sign(state, bet.seat, wager, on, bet.amount)
    )
    if refused:
        return refused
    commission = commission_on(state, wager, on, bet.amount)
    if isinstance(commission, Refusal):
        return commission
    refused = _not_covered(state, bet, commission) or over_award(state, wager, on, bet.amount)
    if refused:
        return refused

    # Past this line the wager stands.
    return Placed((bet.seat, wager.name, on), bet.amount, commission, bet.instrument)


def _not_covered(state: TableState, bet: Bet, commission: int) -> Refusal | None:
    """Has the player that much, in what the wager is made of? Commission is paid in chips."""
    placing, chips = state.book.house.placing, state.balances[bet.seat]
    if bet.instrument == CHIPS:
        if bet.amount + commission <= chips:
            return None
        due = f" and {format_money(commission)} commission" if commission else ""
        held = format_money(chips)
        return Refusal(placing, f"seat {bet.seat} holds {held}, not {format_money(bet.amount)}{due}")
    in_kind = state.held(bet.seat, bet.instrument)
    if bet.amount > in_kind:
        held = format_money(in_kind)
        return Refusal(
            placing, f"seat {bet.seat} holds {held} in {shown(bet.instrument)}, not {format_money(bet.amount)}"
        )
    if commission > chips:
        return Refusal(
            placing, f"commission of {format_money(commission)} is paid in chips, and seat {bet.seat} lacks them"
        )
    return None


def decide_call(state: TableState, call: Call) -> Called | Refusal:
    """May the player call this wager on or off? Staff confirmation belongs to the table's crew."""
    house = state.book.house
    found = find_standing(state, call.seat, call.wager, call.on)
    if isinstance(found, Refusal):
        return found
    if state.closed:
        return Refusal(house.closed or house.placing, "no more bets has been called")
    if not found.wager.switchable:
        which = next((each.switchable for each in state.book.wagers.values() if each.switchable), NOT_IN_THE_BOOK)
        return Refusal(which, f"{found.wager.title} cannot be called on or off")
    if found.held:
        return Refusal(house.closed or house.placing, f"{found.wager.title} is locked until it is decided")
    return Called(_covered_by_call(state, found, call.alone), call.working)


def _covered_by_call(state: TableState, found: Standing, alone: bool) -> tuple[Key, ...]:
    if alone or not state.book.house.switch_similar:
        return (found.key,)
    return tuple(
        s.key for s in state.layout.values() if s.seat == found.seat and s.wager.name == found.wager.name and not s.held
    )


def find_standing(state: TableState, seat: int, name: str, raw: object) -> Standing | Refusal:
    """The wager that a removal or a call names."""
    if seat not in state.balances:
        return Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")
    wager = find_wager(state.book, name)
    if isinstance(wager, Refusal):
        return wager
    on = find_selection(wager, raw)  # type: ignore[arg-type]  # a raw selection, whatever its form
    if isinstance(on, Refusal):
        return on
    found = state.find(seat, wager.name, on)
    if found is None:
        where = "" if on is None else f" on {say_selection(on)}"
        return Refusal(NOT_IN_THE_BOOK, f"seat {seat} has no {wager.title}{where} on the layout")
    return found


def _frozen(state: TableState, wager: Wager) -> Refusal | None:
    """Dragon Fire 6.2.4, 6.4.1: a frozen area is closed to everybody, also to those with nothing in it."""
    if not wager.frozen:
        return None
    lying = any(
        s.wager.name == wager.name and s.machine.states[s.state] in wager.frozen.states for s in state.layout.values()
    )
    if lying or state.area_state in wager.frozen.areas:
        return Refusal(wager.frozen.placing, f"the {wager.title} area is frozen until its result is known")
    return None


def _locked(state: TableState, seat: int, wager: Wager, on: Selection) -> Refusal | None:
    """Wagers that may not be added to until something is decided."""
    if wager.dont_lock and (seat, wager.name) in state.locks:
        return Refusal(wager.dont_lock, f"{wager.title} was taken down or reduced and may not be put back yet")
    standing = state.find(seat, wager.name, on)
    if standing and standing.held:
        return Refusal(state.book.house.closed or wager.clause, f"{wager.title} is locked until it is decided")
    return None


def _too_early_or_late(state: TableState, seat: int, wager: Wager, on: Selection) -> Refusal | None:
    """The timing window of the wager."""
    existing = state.find(seat, wager.name, on)
    if wager.travels() and on is not None:
        if existing and wager.adds_with_point:
            return None
        if existing:
            return Refusal(wager.clause, f"{wager.title} cannot be added to once it has its point")
        return Refusal(wager.clause, f"{wager.title} starts without a number and there is none on {on}")
    if wager.window is Window.COME_OUT and not state.come_out:
        if existing and wager.adds_with_point:
            return None
        return Refusal(wager.clause, f"{wager.title} is placed only before a come out roll")
    if wager.window is Window.POINT_ON and state.come_out:
        return Refusal(wager.clause, f"{wager.title} is placed only after the come out roll")
    if wager.window is Window.PARENT and wager.parent:
        parent = state.find(seat, wager.parent, on)
        title = state.book.wagers[wager.parent].title
        if parent is None or not state.has_point(parent):
            return Refusal(wager.clause, f"{wager.title} needs your own {title} wager with its point set")
    lucky_late = wager.concept == "lucky-ball" and state.book.readings.chose("lucky_window", "after_draw")
    if lucky_late and state.lucky is None:
        return Refusal(wager.clause, "the Lucky Ball numbers have not been drawn yet")
    return None


def check_units(wager: Wager, stake: int, chip: int) -> Refusal | None:
    """Split wagers come in as many chips as they have parts."""
    if wager.units and stake % (wager.units.count * chip):
        unit = format_money(wager.units.count * chip)
        return Refusal(wager.units.clause, f"{wager.title} is staked in multiples of {unit}, not {format_money(stake)}")
    return None


def pays_at(state: TableState, wager: Wager, on: Selection) -> Fraction:
    """The odds of a wager that has one winning price where it now lies."""
    shape = wager.shapes[on]
    point = on if isinstance(on, int) else state.area_state
    winning = getattr(shape, "winning", None)
    arm = winning[point] if wager.parent and winning else next(a for a in shape.arms() if a.result is Result.WIN)
    return arm.odds


def most_behind(cap: Cap, odds: Fraction, parent_stake: int) -> Fraction:
    """The most that may ride on a parent wager of this stake, before it is floored to chips.

    >>> most_behind(Cap(2, Of.WINNINGS, "6.1.6.1"), Fraction(5, 6), 1000)
    Fraction(2400, 1)
    """
    return Fraction(cap.times * parent_stake) / (odds if cap.of is Of.WINNINGS else 1)


def _over_cap(state: TableState, seat: int, wager: Wager, on: Selection, added: int) -> Refusal | None:
    """Odds are tied to the wager they ride on, whatever the sign says."""
    if not wager.cap or not wager.parent:
        return None
    parent = state.stake_of(seat, wager.parent, on)
    most = most_behind(wager.cap, pays_at(state, wager, on), parent)
    if state.stake_of(seat, wager.name, on) + added <= most:
        return None
    payable = format_money(down_to_chip(most.numerator, most.denominator, state.rules.chip))
    title = state.book.wagers[wager.parent].title
    return Refusal(wager.cap.clause, f"{wager.title} may be {payable} at most behind {format_money(parent)} on {title}")


def commission_on(state: TableState, wager: Wager, on: Selection, amount: int) -> int | Refusal:
    """Commission due: 5% of the stake, or of what it could win at true odds; exactly, or by reading G9."""
    if not wager.commission:
        return 0
    base = amount * (pays_at(state, wager, on) if wager.commission.of is Of.WINNINGS else 1)
    exact = base * wager.commission.rate
    chip = state.rules.chip
    match state.book.readings["commission_rounding"]:
        case "down_cent":
            return down_to_chip(exact.numerator, exact.denominator, 1)
        case "up_chip":
            return up_to_chip(exact.numerator, exact.denominator, chip)
    if is_payable(exact, chip):
        return int(exact)
    return Refusal(wager.commission.clause, _inexact(exact, amount, wager.commission.of, chip))


def _inexact(exact: Fraction, amount: int, of: Of, chip: int) -> str:
    """Say which stakes near this one have a commission that chips can pay."""
    step = (exact / amount).denominator * chip
    below, above = amount // step * step, -(-amount // step) * step
    would_do = " or ".join(format_money(a) for a in dict.fromkeys((below, above)) if a)
    base = format_money(amount) if of is Of.STAKE else f"what {format_money(amount)} could win"
    return f"5% commission on {base} cannot be paid in chips of {format_money(chip)}; {would_do} would do"
