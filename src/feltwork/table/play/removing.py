"""Taking wagers down: all or part, newest part first."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from feltwork.money import down_to_chip, format_money, is_payable, up_to_chip
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.play.commands import Remove
from feltwork.table.play.events import CHECKS, TOKENS, Removed, Settled
from feltwork.table.play.placing import check_units, find_standing, most_behind, pays_at
from feltwork.table.play.settle import handed_back
from feltwork.table.play.state import Lot, Standing, TableState, in_kind, newest_first
from feltwork.wagers.arms import Result


def decide_remove(state: TableState, command: Remove) -> Removed | Refusal:
    """May the player take this down, or part of it?"""
    house, chip = state.book.house, state.rules.chip
    found = find_standing(state, command.seat, command.wager, command.on)
    if isinstance(found, Refusal):
        return found
    wager, stake = found.wager, found.stake
    amount = stake if command.amount is None else command.amount
    if state.closed:
        return Refusal(house.closed or house.removing, "too late: no more bets has been called")
    if not 0 < amount <= stake or amount % chip:
        return Refusal(
            NOT_IN_THE_BOOK,
            f"{format_money(amount)} cannot be taken from a {wager.title} of {format_money(stake)}",
        )
    refused = (
        _must_stay(state, found, amount)
        or check_units(wager, stake - amount, chip)
        or _odds_lean_on_it(state, found, stake - amount)
    )
    if refused:
        return refused
    commission = _commission_back(state, found, amount)
    if isinstance(commission, Refusal):
        return commission

    # Past this line the chips come down.
    lines = _odds_handed_back(state, found, stake - amount)
    tokens, checks = (0 if found.plain else in_kind(found.lots, amount, kind) for kind in (TOKENS, CHECKS))
    return Removed(found.key, amount, commission, lines, tokens, checks)


def _must_stay(state: TableState, found: Standing, amount: int) -> Refusal | None:
    """Contract wagers, frozen wagers, and what a wagering period that is over has fixed."""
    wager, house = found.wager, state.book.house
    if found.is_frozen(state.area_state) and wager.frozen:
        return Refusal(wager.frozen.changing, f"{wager.title} is frozen until its result is known")
    if found.held:
        return Refusal(house.closed or house.removing, f"{wager.title} is locked until it is decided")
    if house.cancels_later and not wager.contract:
        return None
    new = sum(lot.amount for lot in found.lots if lot.round == state.round)
    if wager.contract and found.has_point(state.come_out) and not (wager.adds_with_point and amount <= new):
        return Refusal(wager.contract, f"{wager.title} stays up once its point is set")
    if not house.cancels_later and amount > new:
        return Refusal(house.removing, f"{wager.title} was placed in an earlier wagering period")
    return None


def _leaning(state: TableState, found: Standing, left: int) -> tuple[Standing, int] | None:
    """Odds that would be over their cap if only this much were left, and what they may be."""
    if found.wager.name not in state.book.ridden:
        return None
    for rider in state.layout.values():
        wager = rider.wager
        if rider.seat != found.seat or wager.parent != found.wager.name or rider.on != found.on or not wager.cap:
            continue
        most = most_behind(wager.cap, pays_at(state, wager, rider.on), left)
        if rider.stake > most:
            return rider, down_to_chip(most.numerator, most.denominator, state.rules.chip)
    return None


def _odds_lean_on_it(state: TableState, found: Standing, left: int) -> Refusal | None:
    """Reading S5: a reduction that would leave odds over their cap is refused, with what would do."""
    if _returns_excess(state):
        return None
    leaning = _leaning(state, found, left)
    if leaning is None:
        return None
    rider, most = leaning
    cap = rider.wager.cap
    needed = (
        f"take {rider.wager.title} down to {format_money(most)} first"
        if most
        else f"take {rider.wager.title} down first"
    )
    return Refusal(cap.clause if cap else found.wager.clause, f"odds lean on this wager: {needed}")


def _returns_excess(state: TableState) -> bool:
    return state.book.readings.chose("odds_excess", "auto_return")


def _odds_handed_back(state: TableState, found: Standing, left: int) -> tuple[Settled, ...]:
    """The other reading of S5: the odds over the cap go back by themselves."""
    leaning = _leaning(state, found, left) if _returns_excess(state) else None
    if leaning is None:
        return ()
    rider, most = leaning
    excess = rider.stake - most
    cap = rider.wager.cap
    clause = cap.clause if cap else found.wager.clause
    return (handed_back(rider, Result.RETURNED, excess, clause, 0),)


def _commission_back(state: TableState, found: Standing, amount: int) -> int | Refusal:
    """Commission goes back with what is taken down (G10); on a part of it, it must be payable in chips."""
    readings = state.book.readings
    if not found.wager.commission or not readings.is_set("commission_refund_on_removal"):
        return 0
    _, back = take_off(found.lots, amount)
    exact = sum(Fraction(lot.commission * part, lot.amount) for lot, part in newest_first(found.lots, amount))
    if readings.chose("commission_rounding", "refuse_inexact") and not is_payable(Fraction(exact), state.rules.chip):
        return Refusal(
            found.wager.commission.clause,
            f"the commission on {format_money(amount)} of this {found.wager.title} cannot be handed back in chips",
        )
    return back


def take_off(lots: tuple[Lot, ...], amount: int) -> tuple[tuple[Lot, ...], int]:
    """The lots left after taking that much off, newest first, and the commission that belonged to it.

    >>> take_off((Lot(500, 0, 25), Lot(300, 1, 15)), 400)
    ((Lot(amount=400, round=0, commission=20, limit=None, instrument='chips'),), 20)
    """
    left = list(lots)
    commission = 0
    for lot, part in newest_first(lots, amount):
        share = up_to_chip(lot.commission * part, lot.amount, 1)
        commission += share
        left.pop()
        if part < lot.amount:
            left.append(replace(lot, amount=lot.amount - part, commission=lot.commission - share))
    return tuple(left), commission
