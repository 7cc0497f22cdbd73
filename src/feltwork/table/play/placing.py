"""Placing and calling: what a wager is on, the guards in the book's order, then the event."""

from __future__ import annotations

from fractions import Fraction

from feltwork.games import nearest
from feltwork.games.book import Book
from feltwork.money import down_to_chip, is_payable, say_money, up_to_chip
from feltwork.outcomes import DOUBLE_ZERO, Selection, selection_order
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.play.commands import Bet, Call, RawSelection
from feltwork.table.play.events import CHIPS, Called, Key, Placed, say_selection
from feltwork.table.play.limits import check_sign, over_award
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
        return Refusal(house.closed or house.placing, "too late: no more bets has been called")
    if bet.amount <= 0:
        return Refusal(house.placing, "a wager is more than nothing")
    if bet.amount % chip:
        return Refusal(house.placing, f"{say_money(bet.amount)} cannot be put down in chips of {say_money(chip)}")
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
        due = f" and {say_money(commission)} commission" if commission else ""
        return Refusal(placing, f"you have {say_money(chips)}, not enough for {say_money(bet.amount)}{due}")
    in_kind = state.held(bet.seat, bet.instrument)
    if bet.amount > in_kind:
        kind = shown(bet.instrument)
        return Refusal(placing, f"you have {say_money(in_kind)} in {kind}, not enough for {say_money(bet.amount)}")
    if commission > chips:
        return Refusal(
            placing, f"the commission of {say_money(commission)} is paid in chips, and you have {say_money(chips)}"
        )
    return None


def decide_call(state: TableState, call: Call) -> Called | Refusal:
    """May the player call this wager on or off? Staff confirmation belongs to the table's crew."""
    house = state.book.house
    found = find_standing(state, call.seat, call.wager, call.on)
    if isinstance(found, Refusal):
        return found
    if state.closed:
        return Refusal(house.closed or house.placing, "too late: no more bets has been called")
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
    if wager.travels and on is not None:
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
        if parent is None or not parent.has_point(state.come_out):
            return Refusal(wager.clause, f"{wager.title} needs your own {title} wager with its point set")
    lucky_late = wager.concept == "lucky-ball" and state.book.readings.chose("lucky_window", "after_draw")
    if lucky_late and state.lucky is None:
        return Refusal(wager.clause, "the Lucky Ball numbers have not been drawn yet")
    return None


def check_units(wager: Wager, stake: int, chip: int) -> Refusal | None:
    """Split wagers come in as many chips as they have parts."""
    if wager.units and stake % (wager.units.count * chip):
        unit = say_money(wager.units.count * chip)
        return Refusal(wager.units.clause, f"{wager.title} goes in multiples of {unit}, not {say_money(stake)}")
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
    payable = say_money(down_to_chip(most.numerator, most.denominator, state.rules.chip))
    title = state.book.wagers[wager.parent].title
    return Refusal(wager.cap.clause, f"{wager.title} may be {payable} at most behind {say_money(parent)} on {title}")


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
    return Refusal(wager.commission.clause, _inexact(exact, amount, wager.title, chip))


def _inexact(exact: Fraction, amount: int, title: str, chip: int) -> str:
    """Say which stakes near this one have a commission that chips can pay."""
    step = (exact / amount).denominator * chip
    below, above = amount // step * step, -(-amount // step) * step
    would_do = " or ".join(say_money(a) for a in dict.fromkeys((below, above)) if a)
    return f"{title} goes in steps of {say_money(step)}, so that the commission is whole: {would_do} would do"


def find_wager(book: Book, name: str) -> Wager | Refusal:
    """The row of that name; the book's list of wagers is complete."""
    wager = book.wagers.get(name)
    if name in book.withheld:
        return Refusal(book.withheld[name], f"{name} is not offered at this table")
    if wager is None:
        return Refusal(
            book.house.permissible, f"there is no wager '{shown(name)}' at this table{nearest(name, book.wagers)}"
        )
    return wager


def find_selection(wager: Wager, on: RawSelection) -> Selection | Refusal:
    """The selection in the form the book knows it by; numbers may come in any order."""
    if wager.travels and isinstance(on, int):
        return on
    wanted = _normal(on)
    form = _form(wager, wanted)
    if form in wager.shapes:
        return form
    if wanted in wager.withheld:
        return Refusal(wager.withheld[wanted], f"{_said(wanted)} is not offered as a {wager.title} at this table")
    return Refusal(wager.clause, _why(wager, wanted))


def _normal(on: RawSelection) -> Selection:
    return tuple(sorted(on, key=lambda part: selection_order(part)[1])) if isinstance(on, (list, tuple)) else on


def _form(wager: Wager, wanted: Selection) -> Selection:
    """A lone number may stand for itself or for a one-number set; a wager on one fixed set needs none named."""
    first = next(iter(wager.shapes))
    if not isinstance(first, tuple):
        return wanted
    if wanted is None and len(wager.shapes) == 1:
        return first
    return (wanted,) if isinstance(wanted, (int, str)) else wanted


def _why(wager: Wager, wanted: Selection) -> str:
    several = isinstance(next(iter(wager.shapes)), tuple)
    if wanted is None:
        return f"say what the {wager.title} bet is on"
    if not wager.takes_selection():
        return f"{wager.title} is not on any number"
    if isinstance(wanted, tuple) and len(set(wanted)) < len(wanted):
        return f"{wager.title} names the same number twice"
    if wanted == ():
        return f"say what the {wager.title} bet is on"
    if several or isinstance(wanted, tuple):
        has_zero = {0, DOUBLE_ZERO} & set(_parts(wanted)) and any(0 in _parts(on) for on in wager.shapes)
        return f"{_said(wanted)} is not a {wager.title} on this layout{' at this wheel' if has_zero else ''}"
    named = wanted if isinstance(wanted, int) else f"'{shown(wanted)}'"
    return f"{wager.title} is on {', '.join(map(str, wager.shapes))}, not on {named}"


def _said(wanted: Selection) -> str:
    return shown("-".join(map(str, wanted)) if isinstance(wanted, tuple) else wanted)


def _parts(wanted: Selection) -> tuple[object, ...]:
    return wanted if isinstance(wanted, tuple) else (wanted,)
